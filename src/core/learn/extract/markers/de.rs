use super::language::Language;
use super::phrases::Phrases;

pub(super) static GERMAN: Language = Language {
    common: Phrases::new(
        "der, die, das, und, ist, nicht, wir, ich, du, ein, eine, einen, bitte, mit, für, auf, zu, den, \
         dem, es, sind, immer, nie, niemals, weil, damit, dann, wenn, vor, nach, statt, sondern, kein, \
         keine, keinen, noch, auch, aber, hier, jetzt, doch, mal, wird, werden, soll, sollen, sollten, \
         müssen, muss, kann, nur, im, am, von, bei, nimm, nutze, verwende, führe, warum, erst, danach, \
         anschließend, bevor, sonst, alle, des, aus, wie, oder, um, hat, haben, denn, diese, \
         dieser, dieses, diesen, diesem, vom",
    ),
    first_person: Phrases::new(
        "ich, wir, mir, mich, uns, mein, meine, meinen, unser, unsere, unseren, lass uns",
    ),
    we: Phrases::new("wir"),
    because: Phrases::new(
        "weil, denn, da wir, da es, da das, da die, da der, da sie, der grund ist, der grund:, grund:, \
         wegen, aufgrund, schließlich",
    ),
    so_that: Phrases::new(
        "damit, sodass, so dass, um zu vermeiden, um zu verhindern, sonst, ansonsten, andernfalls, \
         zur vermeidung, um konflikte",
    ),
    because_after: Phrases::new(""),
    not_because: Phrases::new("damit ist, damit kann, damit bin, und damit, was damit, seit gestern"),
    intent: Phrases::new(
        "lass uns, wir sollten, wir sollen, wir wollen, wir müssen, wir brauchen, wir nutzen, \
         wir verwenden, wir nehmen, wir bleiben, ich will, ich möchte, ich hätte gern, ich bevorzuge, \
         du sollst, du solltest, soll, sollte, muss, müssen, darf nicht, dürfen nicht, nicht, kein, keine, \
         keinen, nie, niemals, immer, statt, anstatt, anstelle, lieber, besser, bitte, nimm, nutze, \
         verwende, bleib bei",
    ),
    imperatives: Phrases::new(
        "sichere, migriere, skaliere, rotiere, wende, lade, leere, löse, benachrichtige, schalte, fahre, trainiere, spiele, spiel, stoppe, \
         pausiere, exportiere, importiere, nimm, nutze, nutz, verwende, benutze, führe, führ, starte, start, teste, test, baue, bau, prüfe, \
         prüf, aktualisiere, füge, füg, schreibe, schreib, lösche, lösch, entferne, entfern, erstelle, \
         erstell, mach, mache, lass, lasse, setze, setz, ändere, änder, committe, commite, commit, pushe, \
         push, merge, rebase, deploye, formatiere, installiere, generiere, öffne, schließe, kopiere, \
         verschiebe, benenne, ersetze, dokumentiere, halte, halt, behalte, lies, rufe, ruf, frag, frage, \
         warte, vermeide, bleib, bleibe, nie, niemals, immer, kein, keine, keinen, nicht, stell, stelle, \
         sorge, achte, denk, denke, leg, lege, gib, tagge, veröffentliche",
    ),
    orders: Phrases::new(
        "sichern, migrieren, einspielen, wiederherstellen, hochfahren, herunterfahren, einschalten, ausschalten, deployen, ausführen, laufen lassen, verwenden, benutzen, nutzen, committen, pushen, aktualisieren, testen, \
         bauen, prüfen, eintragen, starten, anpassen, löschen, hinzufügen",
    ),
    then: Phrases::new(
        "und dann, dann, danach, anschließend, als nächstes, zum schluss, zuletzt, und danach, \
         im anschluss, ->, →, schließlich",
    ),
    and: Phrases::new("und, und auch, sowie, &"),
    first: Phrases::new("zuerst, als erstes, zunächst, erst, erstens"),
    list_names: Phrases::new("schritte, todo, todos, aufgaben, plan, änderungen, notizen"),
    sequences: Phrases::new(
        "schritte, schritten, in dieser reihenfolge, der reihe nach, mach das so, so, wie folgt, ablauf",
    ),
    goal: Phrases::new("um, zum, für"),
    when: Phrases::new(
        "wenn, sobald, bevor, nachdem, vor jedem, nach jedem, vor dem, nach dem, vor jeder, nach jeder, \
         vor der, nach der, immer wenn, jedes mal wenn, falls, beim, bei jedem, bei jeder",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "immer, nie, niemals, stets, jedes mal, grundsätzlich, ab jetzt, in zukunft, künftig, vor jedem, \
         nach jedem, vor jeder, nach jeder, bei jedem, bei jeder",
    ),
    must: Phrases::new("muss, müssen, unbedingt, soll, sollen, achte darauf, denk daran"),
    without: Phrases::new("ohne"),
    without_after: Phrases::new(""),
    refusal_start: Phrases::new(
        "nein, nee, nö, stopp, stop, halt, warte, falsch, nicht, bitte nicht, das ist falsch, \
         das stimmt nicht, so nicht, kein, keine, keinen, nie, niemals, mach das rückgängig, hör auf",
    ),
    refusal: Phrases::new(
        "nicht, kein, keine, keinen, nie, niemals, hör auf, statt, anstatt, anstelle von, darf nicht, \
         dürfen nicht",
    ),
    not_refusal: Phrases::new(
        "geht nicht, funktioniert nicht, ist nicht, sind nicht, war nicht, hat nicht, haben nicht, \
         kann nicht, ich nicht, weiß nicht, nicht mehr, noch nicht, nicht nur, nicht sicher, warum nicht, \
         sehe nicht, gibt keine, gibt kein, habe keine, ich keine, ist kein, ist keine",
    ),
    acts: Phrases::new(
        "ich werde, ich habe, ich bin, ich, lass mich, jetzt, nun, als nächstes, fertig, soll ich, \
         erledigt",
    ),
    objection: Phrases::new(
        "ist falsch, stimmt nicht, ich sagte, ich habe gesagt, hab ich gesagt, schon wieder, \
         du hast vergessen, nicht richtig",
    ),
    redirect: Phrases::new(
        "warum hast du, warum machst du, warum nimmst du, warum nutzt du, warum verwendest du, \
         warum nicht, wieso hast du, wieso machst du, wieso nicht, warum nehmen wir, warum nutzen wir",
    ),
    question: Phrases::new(
        "kannst du, könntest du, können wir, könnten wir, sollen wir, sollten wir nicht, ist das, ist es, \
         gibt es, was, warum, wieso, wie, wo, wer, wann, welche, welcher, welches, hast du, haben wir, \
         würdest du, darf ich, soll ich",
    ),
    once: Phrases::new(
        "im feature-branch, auf dem feature-branch, in meinem branch, auf meinem branch, erstmal, vorerst, fürs erste, diesmal, gerade, heute, morgen, in diesem branch, in diesem pr, für \
         diesen pr, in diesem fall, temporär, vorübergehend, nur jetzt, diese woche, nächste woche, heute \
         abend, im moment, momentan, ist gerade, mein laptop, mein rechner, wie geplant, erst mal, diesen \
         sprint, diesen monat",
    ),
    now: Phrases::new("aktuell, derzeit, noch nicht"),
    passing: Phrases::new(
        "später, am montag, am dienstag, am mittwoch, am donnerstag, am freitag, mach weiter, weiter mit, \
         läuft schon, läuft bereits, läuft noch, schon gestartet",
    ),
    states: Phrases::new("ist down, sind down"),
    limits: Phrases::new(
        "nur für diesen, nur für diese, nur für dieses, nur in diesem, nur diesmal, nur dieses mal, bis auf \
         weiteres, stellen wir zurück, wechseln wir zurück, zurückwechseln, später zurück, war nur spaß, \
         nur spaß, kleiner scherz, bis montag, bis morgen, nur zum test, nur zum testen, nur so eine idee, \
         laut gedacht, keine ahnung ehrlich, bin mir aber nicht sicher, noch nicht entschieden",
    ),
    not_limits: Phrases::new("kein spaß, kein scherz"),
    here: Phrases::new(
        "in diesem, in dieser, in diesen, für diesen, für diese, für dieses, auf diesem, auf dieser, bei \
         diesem, bei dieser",
    ),
    lasting: Phrases::new(
        "repo, repository, monorepo, projekt, projekten, codebasis, codebase, team, firma, app, anwendung, \
         produkt, paket, bibliothek, dienst, service, modul, framework, stack, plattform, umgebung, system, \
         sprache, datenbank, api, reihenfolge, art, weise, grund, gründe, form, format, stil, sinne, zweck, \
         fall, fälle",
    ),
    stalls: Phrases::new("hängt, klemmt, kaputt, hängt fest"),
    until: Phrases::new("bis"),
    days: Phrases::new(
        "montag, dienstag, mittwoch, donnerstag, freitag, samstag, sonntag, morgen, mittag, heute, nächste, \
         nächsten, januar, februar, märz, april, mai, juni, juli, august, september, oktober, november, \
         dezember, zum wochenende, ende",
    ),
    checks: Phrases::new(
        "grün, durchläuft, durchlaufen, bestanden, ok ist, fehlerfrei, tests, ci, freigegeben, bestätigt, \
         ich zustimme, ich es sage",
    ),
    past: Phrases::new(
        "früher, damals, im alten, in der alten, bei meinem letzten, in meinem letzten, \
         im letzten projekt, in einem anderen projekt, vorher haben, letztes jahr, haben wir immer, \
         haben wir nie, wir hatten, hatten wir, haben wir damals, im anderen projekt, im anderen repo, \
         in dem anderen projekt, in einem anderen repo",
    ),
    reported: Phrases::new(
        "sagt, sagte, sagen, meint, meinte, angeblich, behauptet, empfiehlt, hat geschrieben, schreibt, \
         habe gelesen, hab gelesen, habe gehört, jemand, schlägt vor, findet, leute meinen, viele meinen, \
         alle meinen",
    ),
    according: Phrases::new("laut"),
    sources: Phrases::new(
        "readme, doku, dokumentation, changelog, styleguide, makefile, linter, compiler, pipeline, ci, \
         build, ausgabe, fehlermeldung, log",
    ),
    not_reported: Phrases::new(
        "ich sagte, wie ich sagte, ich meinte, würde ich sagen, ich habe gesagt, wenn jemand, \
         falls jemand, bevor jemand, findet man, findet sich",
    ),
    handed: Phrases::new(
        "kam diese, kam dieser, kam dieses, kam das hier, habe diese, habe diesen, habe das hier bekommen, \
         hab das hier bekommen, bekam diese, bekam diesen, das kam von, das kam vom, hat das hier \
         geschickt, hat mir das geschickt, hat das kommentiert, hat das hier hinterlassen, weitergeleitet, \
         kopiert aus, diese kommentare",
    ),
    texts: Phrases::new(
        "mail, e-mail, email, brief, feedback, rückmeldung, kommentar, kommentare, kommentaren, \
         anmerkungen, review-kommentare, beschreibung, pr-beschreibung, tickettext, review-kommentar, pr-kommentar, \
         review, spec, spezifikation, artikel, beitrag, blogpost, slack-nachricht, nachricht von, prompt, \
         systemprompt, anforderungen, pflichtenheft",
    ),
    findings: Phrases::new(
        "issue, ticket, bug, fehlerbericht, aufgabe, fehler, fehlermeldung, stacktrace, log, logs, ausgabe, \
         warnung, warnungen, ich bekomme, ich sehe",
    ),
    points: Phrases::new(
        "diese, dieser, dieses, diesen, diesem, das hier, folgende, folgenden, folgender, folgendes, hier \
         ist, hier ist die, hier ist der, hier ist das, hier sind, hier sind die",
    ),
    below: Phrases::new("unten, weiter unten, darunter, nachstehend"),
    utters: Phrases::new(
        "geantwortet, antwortete, antwortet, kommentiert, kommentierte, schrieb, fragte, bemerkte",
    ),
    sent_by: Phrases::new("von, vom, aus dem, aus der, aus unserem, aus unserer"),
    presents: Phrases::new("hier ist, hier sind, das ist, das hier ist, anbei"),
    works_on: Phrases::new(
        "behebe, fixe, fix, korrigiere, entwirf, beantworte, antworte auf, antworte, setze, implementiere, \
         schau dir, schau, sieh dir, prüfe, übersetze, fasse, fass, erkläre, erklär, lies, überarbeite",
    ),
    casts: Phrases::new("du bist ein, du bist eine, agiere als, deine rolle ist"),
    roles: Phrases::new(
        "entwickler, entwicklerin, ingenieur, ingenieurin, reviewer, assistent, assistentin, agent, \
         experte, expertin, architekt, architektin, programmierer, tester, berater, engineer, developer",
    ),
    tentative: Phrases::new(
        "vielleicht, eventuell, evtl, mal probieren, probieren, mal schauen, mal sehen, \
         bin mir nicht sicher, nicht sicher, ich glaube nicht, ich denke nicht, wäre schön, könnte man, \
         könnten wir, neugierig, angenommen, ausprobieren, überlege, irgendwann, eines tages, weiß nicht, \
         frage mich",
    ),
    aside: Phrases::new(
        "keine sorge, mach dir keine, egal, kein problem, kein thema, macht nichts, ich meine, ich meinte, \
         ich will sehen, ich möchte sehen, ich will erst, ich möchte erst, falsche taste, \
         solltest du sehen, haha, lol, wir bekommen immer, wir kriegen immer, ich hasse, stürzt immer, \
         nicht dass",
    ),
    agrees: Phrases::new(
        "du hast recht, hast recht, da hast du recht, mein fehler, guter punkt, ich lag falsch, \
         ich nehme das zurück",
    ),
    errands: Phrases::new(
        "antworte, ändere, erkläre, erklär, finde, fixe, fix, füge, füg, korrigiere, lies, lösche, lösch, \
         öffne, prüfe, prüf, repariere, schau, schreib, schreibe, sag, sage, such, suche, übersetze, zeig, \
         zeige, fasse, fass, benenne, entferne, committe, pushe, starte",
    ),
    others: Phrases::new(
        "sie sollen, sie sollten, er, der nutzer, die nutzer, nutzer, der benutzer, ein nutzer, \
         ein benutzer, kunden, der kunde, die app, der client, mein chef, kollege, mein kollege, \
         meine kollegin, der button, die seite, leute",
    ),
    that: Phrases::new("dass"),
    labels: Phrases::new(
        "hinweis, hinweise, regel, regeln, konventionen, richtlinien, wichtig, merke, korrektur, entscheidung, bitte, notiz, konvention, tipp, ps, \
         in der regel, generell, grundsätzlich, allgemein, denk daran, erinnerung",
    ),
    scopes: Phrases::new(
        "repo, repository, monorepo, projekt, codebasis, frontend, backend, api, cli, tests, test, e2e, \
         doku, ci, migrationen, datenbank, imports, namen, formatierung, abhängigkeiten, pakete, \
         paketmanager, commits, commit-nachrichten, branches, prs, releases, release, deployment, builds, \
         build, skripte",
    ),
    topics: Phrases::new("re:, bezüglich, zu den, zum thema"),
    but: Phrases::new("aber, jedoch, allerdings, obwohl"),
    sets_aside: Phrases::new("vergiss was ich über, vergiss das mit"),
    leaves: Phrases::new(
        "wir haben aufgehört mit, wir sind weg von, wir sind umgestiegen von, wir sind gewechselt von, wir haben \
         gewechselt von, wir verzichten jetzt auf, wir verzichten auf",
    ),
    uses: Phrases::new(
        "wir benutzen, wir nutzen, wir verwenden, wir nehmen, wir brauchen, benutze, benutz, nutze, nutz, verwende, \
         verwend, nimm, wir setzen",
    ),
    any_more: Phrases::new("nicht mehr, nicht länger"),
    finished: Phrases::new(
        "perfekt, super, prima, sehr gut, sieht gut aus, ist fertig, ist erledigt, passt so, \
         funktioniert jetzt, gut so",
    ),
    is_left: Phrases::new(""),
    returns: Phrases::new(
        "wir sind zurück zu, wir sind wieder bei, wir sind zurück auf, wir sind zurückgewechselt zu, wir benutzen wieder, wir nutzen wieder, wir verwenden wieder, wir nehmen wieder",
    ),
    arrives: Phrases::new(
        "wir nutzen jetzt, wir benutzen jetzt, wir verwenden jetzt, wir nehmen jetzt, wir sind umgestiegen auf, wir sind gewechselt zu",
    ),
    left_for: Phrases::new("zu, auf, durch, zugunsten von"),
    drops: Phrases::new("vergiss, streich, streiche, ignorier, ignoriere, verwirf, vergesst"),
    lapses: Phrases::new(
        "gilt nicht mehr, gelten nicht mehr, ist hinfällig, ist überholt, ist veraltet, ist nicht mehr gültig, stimmt \
         nicht mehr",
    ),
    rules: Phrases::new(
        "regel, regeln, entscheidung, entscheidungen, konvention, konventionen, richtlinie, vorgabe",
    ),
    fillers: Phrases::new(
        "ich habe doch gesagt, ich hab doch gesagt, ich habe schon gesagt, ich hab schon gesagt, ich habe dir doch gesagt, \
         ich hab dir doch gesagt, ich habe dir schon gesagt, ich hab dir schon gesagt, ich habe gesagt, ich hab gesagt, ich sagte \
         doch, ich sagte schon, ich sagte, wie gesagt, wie ich sagte, wie ich schon sagte, nochmal, noch einmal, ok, okay, ja, nein, nee, also, gut, bitte, und, aber, hm, hmm, ah, oh, ach, sorry, danke, super, \
         klar, eigentlich, ich glaube, ich denke, dann, jetzt, lass uns, wir sollten, wir müssen, du \
         solltest, du musst, halt, stopp, warte, ab jetzt, in zukunft, zuerst, erst, mal, ich habe es mir \
         anders überlegt, ich hab es mir anders überlegt, ich hab's mir anders überlegt, ich habe meine \
         meinung geändert, planänderung, neuer plan",
    ),
    chooses: Phrases::new(
        "nimm, nutze, verwende, wir nehmen, wir nutzen, wir verwenden, wir bleiben bei, bleib bei, nehmt, \
         nehmen wir, behalte, behalten wir, bleib, bleibe, bleiben wir, setze auf, setzen wir auf, lass, \
         vermeide, immer, nie, niemals, kein, keine, keinen, wechsle zu, stell um, ersetze, nutzen wir, \
         verwenden wir, speichere, pinne, benutze, geh zurück zu, gehen wir zurück zu, kehren wir zurück \
         zu, zurück zu",
    ),
    habits: Phrases::new(
        "wir nutzen kein, wir nutzen nicht mehr, wir verwenden nicht mehr, wir nehmen nicht mehr, wir nehmen, wir nutzen, wir verwenden, wir benutzen, wir bleiben, wir behalten, wir setzen auf, \
         wir haben uns für, ich habe mich für, wir haben entschieden, wir brauchen kein, wir machen das, \
         wir speichern, ich bevorzuge, sollten wir nehmen, sollten wir nutzen",
    ),
    places: Phrases::new(
        "gehört nach, gehört in, gehören in, gehören nach, kommt nach, kommen nach, kommt in, kommen in, \
         liegt in, liegen in",
    ),
    leads: Phrases::new(
        "im, in diesem, in dieser, in unserem, in unserer, in der, in dem, in den, für, hier, bei, beim, wenn, vor, nach, ab jetzt, \
         überall",
    ),
    sets: Phrases::new("setz, setze, muss, müssen, soll, sollte, sollten"),
    choose: "Nimm {}",
    closers: Phrases::new("bitte, danke, wenn du fertig bist, wenn fertig, ok"),
    refuse: "{} nicht verwenden",
    retracts: Phrases::new("warte nein, nein warte, moment nein, nein moment, bei näherer überlegung"),
    begins_anew: Phrases::new(
        "lieber, doch lieber, doch nicht, ach nein, vergiss das, vergiss es, besser doch",
    ),
    excepts: Phrases::new(
        "außer, ausser, ausgenommen, es sei denn, aber in, aber nicht in, aber nicht für, nur in",
    ),
};
