use super::language::Language;
use super::phrases::Phrases;

pub(super) static FRENCH: Language = Language {
    common: Phrases::new(
        "le, la, les, un, une, des, et, est, pas, nous, je, tu, vous, il, on, ne, que, qui, dans, pour, \
         avec, sur, toujours, jamais, parce, car, puis, ensuite, quand, avant, après, plutôt, mais, ce, \
         cette, du, au, aux, utilise, utiliser, faut, n'utilise, sont, sans, sinon, afin, lance, fais, \
         c'est, n'est, d'abord, c'était, même, aussi, il faut, lorsque, chaque, fois, à, s'il te plaît, \
         non, ça",
    ),
    first_person: Phrases::new("je, j'ai, j'aimerais, nous, on, moi, mon, ma, mes, notre, nos, me"),
    we: Phrases::new("on, nous"),
    because: Phrases::new(
        "parce que, parce qu'on, parce qu'il, parce qu'elle, parce qu'ils, car, puisque, vu que, \
         étant donné que, la raison est, la raison :, raison :, à cause de, à cause du",
    ),
    so_that: Phrases::new(
        "pour que, pour éviter, afin de, afin que, sinon, pour ne pas, de sorte que, de façon à, \
         histoire de, comme ça",
    ),
    because_after: Phrases::new(""),
    not_because: Phrases::new("depuis hier, et sinon"),
    intent: Phrases::new(
        "on doit, on devrait, on utilise, on garde, on veut, on va, on ne, il faut, il ne faut pas, \
         je veux, je voudrais, j'aimerais, je préfère, nous devons, nous utilisons, tu dois, tu devrais, \
         doit, doivent, ne pas, n'utilise pas, n'utilisez pas, jamais, toujours, plutôt que, au lieu de, \
         à la place, mieux vaut, utilise, utilisons, garde, gardons, préfère",
    ),
    imperatives: Phrases::new(
        "sauvegarde, restaure, migre, applique, charge, recharge, rafraîchis, entraîne, résous, préviens, notifie, active, désactive, \
         redémarre, relance, exporte, importe, télécharge, utilise, utilisez, utilisons, lance, lancez, exécute, exécutez, ajoute, ajoutez, mets, mettez, \
         fais, faites, vérifie, vérifiez, teste, testez, committe, commit, commite, pousse, push, \
         fusionne, rebase, supprime, supprimez, enlève, retire, crée, créez, écris, écrivez, garde, \
         gardez, gardons, change, changez, modifie, renomme, déplace, copie, remplace, génère, régénère, \
         installe, déploie, publie, formate, lis, ouvre, ferme, évite, évitez, préfère, préférez, \
         n'utilise, n'utilisez, ne, jamais, toujours, pense, demande, attends, arrête, documente, corrige",
    ),
    orders: Phrases::new(""),
    then: Phrases::new(
        "et puis, puis, ensuite, après ça, après cela, et ensuite, enfin, pour finir, finalement, ->, →",
    ),
    and: Phrases::new("et, et aussi, ainsi que, &"),
    first: Phrases::new("d'abord, tout d'abord, en premier, premièrement, commence par"),
    list_names: Phrases::new("étapes, todo, tâches, plan, changements, notes"),
    sequences: Phrases::new(
        "étapes, dans cet ordre, dans l'ordre, fais ceci, fais comme ça, comme suit, procédure",
    ),
    goal: Phrases::new("pour, afin de"),
    when: Phrases::new(
        "quand, lorsque, lorsqu'on, dès que, avant de, avant chaque, avant d', après avoir, après chaque, \
         à chaque fois que, chaque fois que, si, pour chaque, avant toute, après toute, avant que, \
         avant qu'",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "toujours, jamais, à chaque fois, chaque fois, systématiquement, dorénavant, désormais, \
         à partir de maintenant, avant chaque, après chaque",
    ),
    must: Phrases::new("il faut, doit, doivent, obligatoirement, assure-toi, pense à, n'oublie pas"),
    without: Phrases::new("sans"),
    without_after: Phrases::new(""),
    refusal_start: Phrases::new(
        "non, pas, stop, arrête, attends, faux, ne, n'utilise pas, n'utilisez pas, jamais, c'est faux, \
         ce n'est pas, surtout pas, mauvais, annule",
    ),
    refusal: Phrases::new(
        "ne pas, n'utilise pas, n'utilisez pas, il ne faut pas, on n'utilise pas, on ne, n'est pas, \
         ne fais pas, ne modifie pas, ne touche pas, ne lance pas, jamais, arrête de, au lieu de, \
         à la place de, plutôt que",
    ),
    not_refusal: Phrases::new(
        "n'est pas, ne marche pas, ne fonctionne pas, je ne, ça ne, il n'y a pas, pas encore, pas sûr, \
         pourquoi pas, ne vois pas, ne sais pas",
    ),
    acts: Phrases::new(
        "je vais, j'ai, je, laisse-moi, maintenant, c'est fait, terminé, voulez-vous, veux-tu",
    ),
    objection: Phrases::new("c'est faux, je t'ai dit, j'ai dit, tu as oublié, pas correct, ce n'est pas ça"),
    redirect: Phrases::new(
        "pourquoi tu, pourquoi est-ce que tu, pourquoi as-tu, pourquoi utilises-tu, pourquoi pas, \
         pourquoi on n'utilise pas, pourquoi n'utilises-tu pas",
    ),
    question: Phrases::new(
        "peux-tu, pourrais-tu, tu peux, est-ce que, est-ce qu'on, pouvez-vous, peut-on, pourquoi, comment, \
         qu'est-ce, quel, quelle, quels, quelles, où, qui, quand est-ce, y a-t-il, as-tu, avons-nous, \
         on peut, devrait-on",
    ),
    once: Phrases::new(
        "pour l'instant, pour le moment, cette fois, aujourd'hui, demain, dans cette branche, sur cette branche, sur ma branche, dans cette \
         pr, pour cette pr, dans ce cas, temporairement, provisoirement, cette semaine, la semaine \
         prochaine, ce soir, en ce moment, mon portable, ma machine, comme prévu, ce sprint, ce mois",
    ),
    now: Phrases::new("actuellement, pas encore"),
    passing: Phrases::new(
        "plus tard, lundi, mardi, mercredi, jeudi, vendredi, continue, tourne déjà, est déjà lancé, \
         déjà en cours",
    ),
    states: Phrases::new("est en panne, est tombé"),
    limits: Phrases::new(
        "juste pour cette, seulement pour cette, uniquement pour cette, juste pour ce, seulement pour ce, \
         uniquement pour ce, juste cette fois, on reviendra, on repassera, on remettra, je plaisante, je \
         rigole, jusqu'à lundi, jusqu'à demain, juste pour voir, juste une idée, aucune idée en fait, mais \
         je ne suis pas sûr, pas encore décidé",
    ),
    not_limits: Phrases::new("je plaisante sur"),
    here: Phrases::new(
        "dans ce, dans cet, dans cette, dans ces, pour ce, pour cet, pour cette, pour ces, sur ce, sur cet, \
         sur cette",
    ),
    lasting: Phrases::new(
        "dépôt, repo, monorepo, projet, projets, code, équipe, entreprise, société, app, application, \
         produit, paquet, bibliothèque, service, module, framework, plateforme, environnement, système, \
         langage, base, api, ordre, sens, raison, raisons, genre, type, style, format, but, cas, qui, que",
    ),
    stalls: Phrases::new("bloque, est bloqué, est bloquée, est cassé, est cassée, est planté"),
    until: Phrases::new("jusqu'à ce que, jusqu'à, tant que"),
    days: Phrases::new(
        "lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, demain, midi, janvier, février, mars, \
         avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre, la fin",
    ),
    checks: Phrases::new(
        "passe, passent, vert, verte, verts, réussit, propre, approuvé, validé, tests, ci, confirme",
    ),
    past: Phrases::new(
        "avant on, autrefois, à l'époque, dans l'ancien, dans mon ancien, dans mon dernier, \
         dans un autre projet, l'année dernière, on utilisait, nous utilisions, j'utilisais, on avait, \
         auparavant, dans l'autre projet, dans l'autre dépôt, dans un autre dépôt",
    ),
    reported: Phrases::new(
        "dit que, disent, a dit, paraît que, il paraît, prétend, recommande, suggère, j'ai lu, \
         j'ai entendu, quelqu'un, a écrit, écrit que, pense que, conseille",
    ),
    according: Phrases::new("selon, d'après"),
    sources: Phrases::new(
        "readme, doc, documentation, changelog, guide, guide de style, makefile, linter, compilateur, \
         pipeline, ci, build, sortie, message, erreur",
    ),
    not_reported: Phrases::new(
        "j'ai dit, je pense que, on a dit, je t'ai dit, si quelqu'un, quand quelqu'un, avant que quelqu'un",
    ),
    handed: Phrases::new(
        "j'ai reçu ceci, j'ai reçu ça, j'ai reçu ce, j'ai reçu cet, j'ai reçu cette, on a reçu ce, on a \
         reçu cet, on a reçu cette, reçu ceci, reçu ce, reçu cet, a laissé ceci, a laissé ça, m'a envoyé \
         ceci, m'a envoyé ça, nous a envoyé ceci, a posté ceci, copié de, copié depuis, ces commentaires",
    ),
    texts: Phrases::new(
        "mail, e-mail, email, courriel, lettre, retour, retours, commentaire, commentaires, remarques, \
         description, description de la pr, commentaire de pr, revue, \
         spec, spécification, article, billet, message de, message slack, prompt, cahier des charges, \
         exigences",
    ),
    findings: Phrases::new(
        "issue, ticket, bug, rapport de bug, tâche, erreur, erreurs, message d'erreur, trace, log, logs, \
         sortie, avertissement, j'obtiens, je vois",
    ),
    points: Phrases::new(
        "ce, cet, cette, ces, ceci, le suivant, la suivante, voici, voici le, voici la, voici les, voici \
         l', voilà, voilà le, voilà la",
    ),
    below: Phrases::new("en dessous, ci-dessous, plus bas, ci-après"),
    utters: Phrases::new("répondu, répond, commenté, remarqué"),
    sent_by: Phrases::new("de, du"),
    presents: Phrases::new("voici, voilà, ci-dessous"),
    works_on: Phrases::new(
        "corrige, corrigez, rédige, réponds à, répondez à, réponds, implémente, implémentez, regarde, \
         regardez, relis, relisez, traduis, traduisez, résume, résumez, explique, lis, analyse",
    ),
    casts: Phrases::new(
        "tu es un, tu es une, vous êtes un, vous êtes une, agis comme, agis en tant que, ton rôle est",
    ),
    roles: Phrases::new(
        "ingénieur, ingénieure, développeur, développeuse, relecteur, assistant, assistante, agent, expert, \
         experte, architecte, programmeur, testeur, consultant",
    ),
    tentative: Phrases::new(
        "peut-être, et si, je ne pense pas, je ne crois pas, pas sûr, pas sûre, essayons, essaie, \
         on essaie, pour voir, curieux, imagine, supposons, ce serait bien, éventuellement, un jour, \
         à terme, qu'on devrait, si on utilisait, si on passait, si on prenait, si on essayait, \
         je me demande",
    ),
    aside: Phrases::new(
        "ne t'inquiète pas, pas de souci, pas grave, peu importe, laisse tomber, je voulais dire, \
         je veux voir, je veux d'abord voir, je voudrais voir, mauvaise touche, mdr, haha, on a toujours, \
         je déteste",
    ),
    agrees: Phrases::new(
        "tu as raison, vous avez raison, au temps pour moi, mon erreur, bien vu, je me suis trompé, \
         je retire",
    ),
    errands: Phrases::new(
        "affiche, ajoute, ajoutez, cherche, compare, corrige, crée, décris, dis, écris, écrivez, explique, \
         liste, lis, mets ceci, montre, ouvre, regarde, relis, renomme, répare, résume, supprime, traduis, \
         trouve, vérifie, committe, pousse",
    ),
    others: Phrases::new(
        "ils, elles, il doit, elle doit, l'utilisateur, les utilisateurs, un utilisateur, les clients, \
         le client, l'app, l'application, mon chef, mon collègue, ma collègue, les gens, le bouton",
    ),
    that: Phrases::new("que, qu'"),
    labels: Phrases::new(
        "note, règle, règles, conventions, consignes, important, rappel, correction, décision, convention, ps, remarque, en général, \
         en règle générale, par défaut, rappelle-toi, à retenir",
    ),
    scopes: Phrases::new(
        "dépôt, repo, monorepo, projet, frontend, backend, front, back, api, cli, tests, test, e2e, doc, \
         docs, ci, migrations, base de données, imports, nommage, formatage, dépendances, paquets, \
         commits, branches, prs, releases, release, déploiement, build, scripts",
    ),
    topics: Phrases::new("re:, concernant, quant à, quant aux, pour ce qui est"),
    but: Phrases::new("mais, cependant, pourtant, sauf"),
    sets_aside: Phrases::new(
        "oublie ce que j'ai dit sur, oublie ce que j'ai dit à propos de, oublie ce que j'ai dit de",
    ),
    leaves: Phrases::new(
        "on n'utilise plus, nous n'utilisons plus, n'utilise plus, n'utilisez plus, on n'a plus besoin de, on a \
         abandonné, nous avons abandonné, on a arrêté d'utiliser, on a arrêté avec, on est passé de, on est passés de, \
         nous sommes passés de, on a remplacé, nous avons remplacé",
    ),
    uses: Phrases::new(""),
    any_more: Phrases::new(""),
    finished: Phrases::new(""),
    is_left: Phrases::new(""),
    returns: Phrases::new(
        "on est revenu à, on est revenus à, nous sommes revenus à, on est repassé à, on est repassés à, on utilise à nouveau, on utilise de nouveau",
    ),
    arrives: Phrases::new(
        "on est passé à, on est passés à, nous sommes passés à, on a migré vers, nous avons migré vers, on utilise maintenant, nous utilisons maintenant",
    ),
    left_for: Phrases::new("à, par, vers, au profit de"),
    drops: Phrases::new("oublie, oubliez, ignore, ignorez, supprime, abandonne, laisse tomber"),
    lapses: Phrases::new(
        "ne s'applique plus, ne s'appliquent plus, n'est plus valable, n'est plus valide, est obsolète, est caduque, est \
         dépassée",
    ),
    rules: Phrases::new("règle, règles, décision, décisions, convention, conventions, consigne"),
    fillers: Phrases::new(
        "je t'ai dit, je t'ai dit de, je t'ai déjà dit, je t'ai déjà dit de, je l'ai déjà dit, comme je l'ai dit, comme je l'ai déjà dit, ok, oui, non, bon, alors, donc, et, mais, s'il te plaît, s'il vous plaît, stp, svp, merci, super, \
         parfait, je pense que, je crois que, maintenant, attends, stop, en fait, on doit, on devrait, il \
         faut, tu dois, désormais, dorénavant, d'abord, j'ai changé d'avis, on a changé d'avis, changement \
         de plan, changement de programme",
    ),
    chooses: Phrases::new(
        "utilise, utilisons, on utilise, on prend, on garde, prends, on reste sur, garde, gardons, gardez, \
         garder, reste sur, restons sur, passe à, passons à, prenons, choisis, choisissons, préfère, \
         préférons, évite, évitons, jamais, toujours, n'utilise, n'utilisons, n'utilisez, ne, mets, stocke, \
         remplace, laisse, revenons à, reviens à, on revient à",
    ),
    habits: Phrases::new(
        "on n'utilise plus, nous n'utilisons plus, on utilise, on prend, on garde, on reste, on passe à, on préfère, on choisit, on a choisi, \
         on a décidé, j'ai décidé, nous utilisons, nous gardons, nous avons choisi, nous avons décidé, \
         on n'utilise pas, on ne, je préfère",
    ),
    places: Phrases::new(
        "va dans, vont dans, se met dans, se trouve dans, se trouvent dans, doit aller dans, \
         doivent aller dans",
    ),
    leads: Phrases::new(
        "dans ce, dans cette, dans notre, dans les, pour, ici, sur, avec, quand, avant, après, lorsque, \
         désormais, partout",
    ),
    sets: Phrases::new("doit être, doivent être, fixe, règle, il faut que"),
    choose: "Utiliser {}",
    closers: Phrases::new("stp, svp, s'il te plaît, s'il vous plaît, merci, quand tu as fini"),
    refuse: "Ne pas utiliser {}",
    retracts: Phrases::new("attends non, non attends, réflexion faite, à la réflexion"),
    begins_anew: Phrases::new("plutôt, en fait, oublie ça, oublie, finalement"),
    excepts: Phrases::new("sauf, excepté, hormis, à part, mais dans, mais pas dans, mais pas pour"),
};
