use super::language::Language;
use super::phrases::Phrases;

pub(super) static PORTUGUESE: Language = Language {
    common: Phrases::new(
        "o, os, as, um, uma, e, é, não, que, em, de, para, com, por, sempre, nunca, porque, depois, \
         quando, antes, mas, isso, este, esta, usa, use, usar, do, da, dos, das, no, na, ao, você, deve, \
         devemos, se, como, está, estão, então, mais, também, rode, roda, cada, vez, fazer, primeiro, \
         usamos, estamos, temos, nós, aqui, já, sua, seu, meu, minha, vamos, faça, pelo, pela, em vez",
    ),
    first_person: Phrases::new(
        "eu, nós, meu, minha, meus, nosso, nossa, quero, queremos, acho, temos, devemos, usamos, preciso, \
         a gente",
    ),
    we: Phrases::new("nós, a gente"),
    because: Phrases::new(
        "porque, já que, pois, visto que, dado que, uma vez que, devido a, o motivo é, a razão é, motivo:, \
         por causa",
    ),
    so_that: Phrases::new(
        "para que, para evitar, para não, senão, caso contrário, assim evitamos, assim não, a fim de, \
         de modo que",
    ),
    because_after: Phrases::new(""),
    not_because: Phrases::new("pois é, pois sim, pois não"),
    intent: Phrases::new(
        "vamos, devemos, deveríamos, temos que, precisamos, queremos, quero, prefiro, usamos, não usamos, \
         deve, devem, tem que, não use, não usar, nunca, sempre, em vez de, ao invés de, no lugar de, \
         melhor, use, usa, mantenha, mantém, por favor, não",
    ),
    imperatives: Phrases::new(
        "restaure, migre, escale, aplique, carregue, recarregue, treine, resolva, notifique, avise, ligue, desligue, ative, desative, \
         reinicie, exporte, importe, baixe, use, usa, usem, rode, roda, execute, executa, adicione, adiciona, coloque, coloca, faça, faz, \
         verifique, verifica, confira, teste, testa, commite, commita, commit, faça commit, suba, push, \
         dê push, faça push, mescle, rebase, apague, apaga, remova, remove, crie, cria, escreva, escreve, \
         mantenha, mantém, mude, muda, modifique, renomeie, mova, copie, substitua, gere, regenere, \
         instale, instala, publique, formate, leia, abra, feche, evite, evita, prefira, não, nunca, \
         sempre, atualize, atualiza, documente, corrija, pergunte, espere, pare, deixe",
    ),
    orders: Phrases::new(""),
    then: Phrases::new(
        "e depois, depois, em seguida, e então, então, a seguir, por fim, por último, finalmente, ->, →, \
         no final",
    ),
    and: Phrases::new("e, e também, além disso, &"),
    first: Phrases::new("primeiro, em primeiro lugar, antes de tudo, comece por"),
    list_names: Phrases::new("passos, todo, tarefas, plano, mudanças, notas"),
    sequences: Phrases::new(
        "passos, nesta ordem, em ordem, faça isto, faça isso, faça assim, como segue, procedimento",
    ),
    goal: Phrases::new("para, a fim de"),
    when: Phrases::new(
        "quando, sempre que, toda vez que, cada vez que, antes de, depois de, após, se, assim que, \
         para cada, antes de cada, depois de cada, ao",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "sempre, nunca, jamais, toda vez, cada vez, a partir de agora, de agora em diante, antes de cada, \
         depois de cada",
    ),
    must: Phrases::new("tem que, deve, devem, obrigatório, certifique-se, lembre, neste repo, neste projeto"),
    without: Phrases::new("sem"),
    without_after: Phrases::new(""),
    refusal_start: Phrases::new(
        "não, pare, para, espera, espere, errado, nunca, isso não, isso está errado, assim não, não use, \
         de novo",
    ),
    refusal: Phrases::new(
        "não use, não usar, não usamos, não faça, não mexa, não edite, não modifique, não execute, \
         não rode, não se deve, não deve, nunca, pare de, em vez de, ao invés de, no lugar de, não",
    ),
    not_refusal: Phrases::new(
        "não funciona, não vejo, não sei, não está, não há, não tem, não é, não são, por que não, \
         ainda não, não consigo, se não, não foi",
    ),
    acts: Phrases::new("vou, eu vou, adicionei, agora, deixe-me, pronto, feito, quer que, instalei, criei"),
    objection: Phrases::new("está errado, não está certo, eu disse, já disse, você esqueceu, não é assim"),
    redirect: Phrases::new(
        "por que você, por que está, por que não usa, por que não, por que não usamos, porque você está",
    ),
    question: Phrases::new(
        "você pode, pode, poderia, podemos, poderíamos, o que, por que, como, onde, quando é, qual, quais, \
         quem, existe, tem como, é possível, devemos, será que, tem algum",
    ),
    once: Phrases::new(
        "por enquanto, por agora, desta vez, dessa vez, hoje, amanhã, nesta branch, neste branch, neste pr, \
         para este pr, neste caso, temporariamente, esta semana, essa semana, semana que vem, hoje à noite, \
         no momento, neste momento, meu notebook, minha máquina, como planejado, este sprint, esta sprint, \
         este mês",
    ),
    now: Phrases::new("atualmente, ainda não"),
    passing: Phrases::new(
        "mais tarde, na segunda, na terça, na quarta, na quinta, na sexta, continue, continua, siga com, \
         já está rodando, já está em execução, já roda",
    ),
    states: Phrases::new("está fora, está caído"),
    limits: Phrases::new(
        "só para esta, só para essa, só para este, só para esse, apenas para esta, apenas para este, só \
         desta vez, só dessa vez, depois voltamos, voltamos depois, é brincadeira, brincadeira, até \
         segunda, até amanhã, só para ver, só uma ideia, sem ideia na verdade, mas não tenho certeza, ainda \
         não decidi",
    ),
    not_limits: Phrases::new("não é brincadeira, brincadeira sobre"),
    here: Phrases::new(
        "neste, nesta, nestes, nestas, nesse, nessa, para este, para esta, para esse, para essa",
    ),
    lasting: Phrases::new(
        "repo, repositório, monorepo, projeto, projetos, código, time, equipe, empresa, app, aplicação, \
         produto, pacote, biblioteca, serviço, módulo, framework, plataforma, ambiente, sistema, linguagem, \
         banco, api, ordem, sentido, razão, tipo, estilo, formato, caso, casos",
    ),
    stalls: Phrases::new("trava, está travado, está travada, está quebrado, está quebrada"),
    until: Phrases::new("até que, até"),
    days: Phrases::new(
        "segunda, terça, quarta, quinta, sexta, sábado, domingo, amanhã, meio-dia, janeiro, fevereiro, \
         março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, o fim, o final",
    ),
    checks: Phrases::new(
        "passe, passem, passar, passarem, verde, verdes, limpo, aprovado, testes, ci, confirme, diga",
    ),
    past: Phrases::new(
        "antes usávamos, antigamente, na época, no antigo, no velho, no meu último, no meu antigo, \
         em outro projeto, no ano passado, usávamos, usava, costumávamos, tínhamos, anteriormente, \
         no outro projeto, no outro repo, em outro repo",
    ),
    reported: Phrases::new(
        "disse, disseram, diz, dizem, parece que, supostamente, afirma, recomenda, sugere, eu li, li que, \
         ouvi, alguém, escreveu, escreve, acha que",
    ),
    according: Phrases::new("segundo, de acordo com"),
    sources: Phrases::new(
        "readme, documentação, changelog, guia, guia de estilo, makefile, linter, compilador, pipeline, \
         ci, build, saída, erro, mensagem",
    ),
    not_reported: Phrases::new(
        "eu disse, já disse, como disse, eu já disse, se alguém, quando alguém, o segundo, um segundo, \
         no segundo, do segundo, ao segundo, em segundo, segundo passo, por segundo, cada segundo",
    ),
    handed: Phrases::new(
        "recebi isto, recebi isso, recebi este, recebi esse, recebi esta, recebi essa, recebemos isto, \
         recebemos este, recebemos esse, chegou este, chegou esse, deixou isto, deixou isso, deixou este, \
         me enviou isto, me enviou isso, me mandou isso, postou isso, copiado de, copiado do, estes \
         comentários, esses comentários",
    ),
    texts: Phrases::new(
        "email, e-mail, mail, carta, feedback, comentário, comentários, observações, \
         descrição, comentário do pr, revisão, spec, especificação, \
         artigo, post, mensagem de, mensagem do, mensagem da, mensagem do slack, prompt, requisitos",
    ),
    findings: Phrases::new(
        "issue, ticket, bug, tarefa, erro, erros, mensagem de erro, stack trace, log, logs, saída, aviso, \
         recebo, vejo",
    ),
    points: Phrases::new(
        "este, esta, estes, estas, esse, essa, esses, essas, isto, isso, o seguinte, a seguinte, aqui está, \
         aqui está o, aqui está a, aqui vai, aqui vai o, aqui vai a, segue, segue o, segue a",
    ),
    below: Phrases::new("abaixo, mais abaixo, embaixo, a seguir"),
    utters: Phrases::new("respondeu, comentou, perguntou, respondido, comentado"),
    sent_by: Phrases::new("de, do, da"),
    presents: Phrases::new("aqui está, aqui vai, segue, este é, esta é"),
    works_on: Phrases::new(
        "conserte, corrija, corrige, rascunhe, redija, responda a, responda ao, responda, implemente, \
         implementa, olhe, veja, revise, traduza, resuma, explique, leia, analise",
    ),
    casts: Phrases::new("você é um, você é uma, aja como, atue como, seu papel é"),
    roles: Phrases::new(
        "engenheiro, engenheira, desenvolvedor, desenvolvedora, revisor, revisora, assistente, agente, \
         especialista, arquiteto, arquiteta, programador, programadora, testador, consultor",
    ),
    tentative: Phrases::new(
        "talvez, e se, não acho, não tenho certeza, vamos tentar, vamos testar, tente, experimentar, \
         curioso, curiosa, imagina, suponha, seria legal, seria bom, poderíamos, um dia, se deveríamos, \
         talvez devêssemos",
    ),
    aside: Phrases::new(
        "não se preocupe, não tem problema, sem problema, deixa pra lá, tanto faz, eu quis dizer, \
         quis dizer, quero ver, gostaria de ver, tecla errada, haha, kkk, lol, sempre dá, odeio",
    ),
    agrees: Phrases::new(
        "você tem razão, tem razão, você está certo, meu erro, foi mal, bom ponto, eu errei, me enganei, \
         retiro o que",
    ),
    errands: Phrases::new(
        "abra, adicione, adiciona, apague, arrume, busque, compare, confira, conserte, corrija, corrige, \
         crie, descreva, diga, encontre, escreva, escreve, explique, leia, liste, mostre, mostra, olhe, \
         procure, remova, renomeie, resuma, revise, traduza, veja, verifique",
    ),
    others: Phrases::new(
        "eles, elas, ele, ela, o usuário, os usuários, um usuário, os clientes, o cliente, o app, \
         a aplicação, meu chefe, meu colega, minha colega, as pessoas, o botão",
    ),
    that: Phrases::new("que"),
    labels: Phrases::new(
        "nota, regra, regras, convenções, importante, lembrete, correção, decisão, convenção, ps, observação, em geral, \
         via de regra, por padrão, lembre-se, lembra",
    ),
    scopes: Phrases::new(
        "repo, repositório, monorepo, projeto, frontend, backend, api, cli, testes, e2e, documentação, ci, \
         migrações, banco de dados, imports, nomes, formatação, dependências, pacotes, commits, branches, \
         prs, releases, release, deploy, build, scripts",
    ),
    topics: Phrases::new("re:, quanto a, quanto aos, em relação a, sobre"),
    but: Phrases::new("mas, porém, no entanto, embora, exceto"),
    sets_aside: Phrases::new(
        "esqueça o que eu disse sobre, esquece o que eu disse sobre, esqueça o que eu disse do",
    ),
    leaves: Phrases::new(
        "não usamos mais, não utilizamos mais, já não usamos, já não utilizamos, não use mais, paramos de usar, deixamos \
         de usar, abandonamos, migramos de, migramos do, mudamos de, mudamos do, trocamos, substituímos",
    ),
    uses: Phrases::new(""),
    any_more: Phrases::new(""),
    finished: Phrases::new(""),
    is_left: Phrases::new(""),
    returns: Phrases::new("voltamos para o, voltamos para, voltamos a usar, voltamos ao, usamos de novo"),
    arrives: Phrases::new(
        "mudamos para o, mudamos para, migramos para o, migramos para, passamos a usar o, passamos a usar, agora usamos o, agora usamos",
    ),
    left_for: Phrases::new("para, para o, pelo, pela, por, em favor de"),
    drops: Phrases::new("esqueça, esquece, ignore, ignora, descarte, descarta, elimine"),
    lapses: Phrases::new(
        "não se aplica mais, já não se aplica, não vale mais, já não vale, não é mais válida, está obsoleta, está \
         obsoleto",
    ),
    rules: Phrases::new("regra, regras, decisão, decisões, convenção, norma"),
    fillers: Phrases::new(
        "já te disse, já te disse para, eu já disse, já falei, como eu disse, como já disse, ok, sim, não, bom, bem, então, e, mas, por favor, obrigado, obrigada, ótimo, perfeito, acho que, \
         agora, espera, espere, na verdade, devemos, deveríamos, temos que, precisamos, vamos, primeiro, a \
         partir de agora, de agora em diante, lembre-se, já disse, eu disse, mudei de ideia, mudamos de \
         ideia, mudança de planos, mudança de plano",
    ),
    chooses: Phrases::new(
        "use, usa, usamos, vamos usar, vamos com, ficamos com, usem, usar, mantenha, mantém, mantemos, \
         fique com, fica com, escolha, prefira, preferimos, mude para, troque para, passe para, evite, \
         evita, nunca, sempre, não use, não usar, não usamos, deixe, guarde, substitua, voltemos para, \
         volte para, voltar para, voltamos para",
    ),
    habits: Phrases::new(
        "não usamos mais, usamos, não usamos, usaremos, mantemos, ficamos com, preferimos, prefiro, escolhemos, decidimos, \
         decidi",
    ),
    places: Phrases::new("vai em, vão em, fica em, ficam em, vai para, vão para, deve ir em, devem ir em"),
    leads: Phrases::new(
        "neste, nesta, no nosso, na nossa, para, aqui, com, quando, antes de, depois de, \
         a partir de agora, em todos",
    ),
    sets: Phrases::new("deve ser, devem ser, tem que ser, precisa ser, defina"),
    choose: "Usar {}",
    closers: Phrases::new("por favor, obrigado, obrigada, quando terminar"),
    refuse: "Não usar {}",
    retracts: Phrases::new("espera não, não espera, espere não, pensando bem, pensando melhor"),
    begins_anew: Phrases::new("melhor, na verdade, esquece isso, esqueça isso, aliás"),
    excepts: Phrases::new("exceto, salvo, a não ser, menos em, mas em, mas não em, mas não para"),
};
