use super::language::Language;
use super::phrases::Phrases;

pub(super) static SPANISH: Language = Language {
    common: Phrases::new(
        "el, la, los, las, un, una, y, es, no, que, en, de, para, con, por, siempre, nunca, porque, luego, \
         después, cuando, antes, pero, esto, eso, usa, usar, hay, debemos, se, del, al, lo, si, como, \
         está, están, sino, así, más, también, ejecuta, cada, vez, hagas, hazlo, hacer, primero, entonces, \
         usamos, estamos, tenemos, nosotros, aquí, ya, su, mi, este, esta, ¿",
    ),
    first_person: Phrases::new(
        "yo, nosotros, mi, mis, me, nos, nuestro, nuestra, quiero, queremos, creo, tenemos, debemos, \
         usamos, necesito",
    ),
    we: Phrases::new("nosotros"),
    because: Phrases::new(
        "porque, ya que, puesto que, dado que, debido a, la razón es, la razón:, razón:, pues",
    ),
    so_that: Phrases::new(
        "para que, para evitar, para no, de lo contrario, si no, así evitamos, así no, con el fin de, \
         de modo que, a fin de",
    ),
    because_after: Phrases::new(""),
    not_because: Phrases::new("si no hay, si no existe, si no está, pues sí, pues no, pues bien"),
    intent: Phrases::new(
        "vamos a, debemos, deberíamos, hay que, no hay que, tenemos que, queremos, quiero, prefiero, \
         usamos, no usamos, debes, deberías, debe, deben, tiene que, no uses, no usar, nunca, siempre, \
         en lugar de, en vez de, mejor, usa, usemos, mantén, mantengamos, por favor, no",
    ),
    imperatives: Phrases::new(
        "respalda, restaura, migra, escala, rota, aplica, drena, entrena, carga, recarga, refresca, resuelve, notifica, avisa, enciende, apaga, \
         activa, desactiva, reinicia, exporta, importa, descarga, usa, usen, usemos, ejecuta, corre, lanza, añade, agrega, pon, haz, comprueba, verifica, revisa, \
         prueba, commitea, commit, haz commit, sube, push, haz push, fusiona, rebase, borra, elimina, \
         quita, crea, escribe, mantén, cambia, modifica, renombra, mueve, copia, reemplaza, genera, \
         regenera, instala, despliega, publica, formatea, lee, abre, cierra, evita, prefiere, no, no uses, \
         nunca, siempre, actualiza, documenta, corrige, pregunta, espera, para, deja, asegúrate",
    ),
    orders: Phrases::new(""),
    then: Phrases::new(
        "y luego, luego, después, y después, a continuación, entonces, por último, finalmente, ->, →, \
         al final",
    ),
    and: Phrases::new("y, y también, además, &"),
    first: Phrases::new("primero, en primer lugar, antes que nada, empieza por"),
    list_names: Phrases::new("pasos, todo, tareas, plan, cambios, notas"),
    sequences: Phrases::new("pasos, en este orden, en orden, haz esto, hazlo así, como sigue, procedimiento"),
    goal: Phrases::new("para, a fin de"),
    when: Phrases::new(
        "cuando, siempre que, cada vez que, antes de, después de, tras, si, en cuanto, para cada, \
         antes de cada, después de cada, al",
    ),
    when_after: Phrases::new(""),
    always: Phrases::new(
        "siempre, nunca, jamás, cada vez, a partir de ahora, de ahora en adelante, antes de cada, \
         después de cada",
    ),
    must: Phrases::new(
        "hay que, debe, deben, obligatorio, asegúrate, recuerda, en este repo, en este proyecto",
    ),
    without: Phrases::new("sin"),
    without_after: Phrases::new(""),
    refusal_start: Phrases::new(
        "no, para, espera, mal, incorrecto, nunca, eso no, eso está mal, así no, no uses, deja de, \
         detente, otra vez",
    ),
    refusal: Phrases::new(
        "no uses, no usar, no usamos, no hagas, no toques, no edites, no modifiques, no ejecutes, no lo, \
         no se debe, no debes, nunca, deja de, en lugar de, en vez de, no",
    ),
    not_refusal: Phrases::new(
        "no funciona, no se ve, no veo, no sé, no hay, no está, no es, no son, por qué no, no estoy, \
         todavía no, aún no, no me, no tiene, no puedo, si no",
    ),
    acts: Phrases::new(
        "voy a, he, he añadido, ahora, déjame, listo, hecho, quieres que, procedo a, instalé, añadí",
    ),
    objection: Phrases::new("está mal, no es correcto, te dije, ya te dije, olvidaste, no es así"),
    redirect: Phrases::new(
        "por qué usas, por qué estás, por qué no usas, por qué no, por qué has, por qué hiciste, \
         por qué no usamos",
    ),
    question: Phrases::new(
        "puedes, podrías, podemos, podríamos, qué, por qué, cómo, dónde, cuándo, cuál, cuáles, quién, \
         hay alguna, es posible, deberíamos, tenemos que, has, existe",
    ),
    once: Phrases::new(
        "en la rama de la feature, en la rama feature, en mi rama, por ahora, de momento, esta vez, hoy, mañana, luego vemos, en esta rama, en este pr, para este pr, \
         en este caso, temporalmente, esta semana, la próxima semana, esta noche, en este momento, mi \
         portátil, mi máquina, como estaba previsto, este sprint, este mes",
    ),
    now: Phrases::new("actualmente, todavía no, aún no"),
    passing: Phrases::new(
        "más tarde, el lunes, el martes, el miércoles, el jueves, el viernes, continúa, sigue con, \
         sigue así, ya está corriendo, ya está en marcha, ya está funcionando, ya corre",
    ),
    states: Phrases::new("está caído, está caída"),
    limits: Phrases::new(
        "solo para esta, sólo para esta, solo para este, sólo para este, solo esta vez, sólo esta vez, ya \
         lo cambiaremos, volveremos a, lo revertimos, es broma, era broma, hasta el lunes, hasta mañana, \
         solo para ver, solo una idea, ni idea la verdad, pero no estoy seguro, aún no lo he decidido",
    ),
    not_limits: Phrases::new("no es broma, es broma lo"),
    here: Phrases::new("en este, en esta, en estos, en estas, para este, para esta, para estos, para estas"),
    lasting: Phrases::new(
        "repo, repositorio, monorepo, proyecto, proyectos, código, equipo, empresa, app, aplicación, \
         producto, paquete, biblioteca, servicio, módulo, framework, plataforma, entorno, sistema, \
         lenguaje, base, api, orden, sentido, razón, tipo, estilo, formato, caso, casos",
    ),
    stalls: Phrases::new("se cuelga, está colgado, está colgada, está roto, está rota"),
    until: Phrases::new("hasta que, hasta"),
    days: Phrases::new(
        "lunes, martes, miércoles, jueves, viernes, sábado, domingo, mañana, mediodía, enero, febrero, \
         marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, el fin, \
         finales",
    ),
    checks: Phrases::new(
        "pase, pasen, pasa, pasan, verde, verdes, limpio, aprobado, tests, pruebas, ci, confirme, diga",
    ),
    past: Phrases::new(
        "antes usábamos, antes se, en aquel entonces, en el antiguo, en el viejo, en mi anterior, \
         en mi último, en otro proyecto, el año pasado, usábamos, usaba, solíamos, teníamos, \
         anteriormente, en el otro proyecto, en el otro repo, en otro repo",
    ),
    reported: Phrases::new(
        "dice, dicen, dijo, dijeron, al parecer, supuestamente, afirma, recomienda, sugiere, leí, \
         he leído, oí, he oído, alguien, escribió, escribe, piensa que, opina",
    ),
    according: Phrases::new("según"),
    sources: Phrases::new(
        "readme, documentación, changelog, guía, guía de estilo, makefile, linter, compilador, pipeline, \
         ci, build, salida, error, mensaje",
    ),
    not_reported: Phrases::new(
        "ya dije, como dije, yo dije, te dije, si alguien, cuando alguien, según el caso, según sea, \
         según corresponda",
    ),
    handed: Phrases::new(
        "recibí esto, recibí este, recibí esta, recibimos esto, recibimos este, he recibido este, he \
         recibido esta, he recibido esto, me llegó esto, me llegó este, llegó este, llegó esta, dejó esto, \
         dejó este, me envió esto, nos envió esto, me mandó esto, publicó esto, copiado de, estos \
         comentarios",
    ),
    texts: Phrases::new(
        "correo, email, mail, carta, feedback, comentario, comentarios, observaciones, \
         descripción, comentario del pr, revisión, spec, \
         especificación, artículo, entrada de blog, mensaje de, mensaje de slack, prompt, requisitos",
    ),
    findings: Phrases::new(
        "issue, ticket, bug, incidencia, tarea, error, errores, mensaje de error, traza, log, logs, salida, \
         advertencia, me sale, veo",
    ),
    points: Phrases::new(
        "este, esta, estos, estas, esto, lo siguiente, el siguiente, la siguiente, aquí está, aquí está el, \
         aquí está la, aquí tienes, aquí tienes el, aquí tienes la, aquí va, aquí va el, aquí va la",
    ),
    below: Phrases::new("abajo, más abajo, debajo, a continuación"),
    utters: Phrases::new("respondió, contestó, comentó, preguntó, respondido, comentado"),
    sent_by: Phrases::new("de, del"),
    presents: Phrases::new("aquí está, aquí tienes, aquí va, este es, esta es"),
    works_on: Phrases::new(
        "arregla, corrige, redacta, responde a, responde, contesta a, contesta, implementa, mira, revisa, \
         traduce, resume, explica, lee, analiza",
    ),
    casts: Phrases::new("eres un, eres una, actúa como, tu rol es"),
    roles: Phrases::new(
        "ingeniero, ingeniera, desarrollador, desarrolladora, revisor, revisora, asistente, agente, \
         experto, experta, arquitecto, arquitecta, programador, programadora, tester, consultor",
    ),
    tentative: Phrases::new(
        "quizás, quizá, tal vez, y si, no creo, no estoy seguro, no estoy segura, probemos, prueba a, \
         a ver, curiosidad, imagina, supongamos, estaría bien, podríamos, algún día, si deberíamos, \
         quizás deberíamos",
    ),
    aside: Phrases::new(
        "no te preocupes, no pasa nada, no importa, da igual, quise decir, quiero decir, quería decir, \
         quiero ver, me gustaría ver, tecla equivocada, jaja, lol, siempre nos, siempre me sale, odio",
    ),
    agrees: Phrases::new(
        "tienes razón, tiene razón, mi error, buen punto, me equivoqué, lo retiro, culpa mía",
    ),
    errands: Phrases::new(
        "abre, añade, agrega, arregla, borra, busca, cambia, compara, comprueba, corrige, crea, describe, \
         dime, elimina, encuentra, escribe, explica, lee, lista, mira, muestra, muéstrame, pon esto, \
         quita, renombra, repara, resume, revisa, traduce, verifica, sube",
    ),
    others: Phrases::new(
        "ellos, ellas, él, ella, el usuario, los usuarios, un usuario, los clientes, el cliente, la app, \
         la aplicación, mi jefe, mi compañero, mi compañera, la gente, el botón",
    ),
    that: Phrases::new("que"),
    labels: Phrases::new(
        "nota, regla, reglas, normas, convenciones, importante, recordatorio, corrección, decisión, convención, ps, en general, \
         por regla general, por defecto, recuerda, norma",
    ),
    scopes: Phrases::new(
        "repo, repositorio, monorepo, proyecto, frontend, backend, api, cli, tests, pruebas, e2e, \
         documentación, ci, migraciones, base de datos, imports, nombres, formato, dependencias, paquetes, \
         commits, ramas, prs, releases, release, despliegue, build, scripts",
    ),
    topics: Phrases::new("re:, en cuanto a, respecto a, sobre"),
    but: Phrases::new("pero, sin embargo, aunque, salvo"),
    sets_aside: Phrases::new("olvida lo que dije de, olvida lo que dije sobre, olvida lo que te dije de"),
    leaves: Phrases::new(
        "ya no usamos, ya no utilizamos, ya no uses, ya no necesitamos, dejamos de usar, hemos dejado de usar, \
         abandonamos, hemos abandonado, pasamos de, hemos pasado de, migramos de, hemos migrado de, reemplazamos, \
         sustituimos",
    ),
    uses: Phrases::new("no uses, no usamos, no utilices"),
    any_more: Phrases::new("más, nunca más"),
    finished: Phrases::new("perfecto, genial, excelente, muy bien, está listo, está terminado, ya funciona"),
    is_left: Phrases::new(""),
    returns: Phrases::new("volvimos a, hemos vuelto a, volvemos a usar, usamos de nuevo, usamos otra vez"),
    arrives: Phrases::new(
        "cambiamos a, hemos cambiado a, nos cambiamos a, migramos a, hemos migrado a, pasamos a, hemos pasado a, ahora usamos",
    ),
    left_for: Phrases::new("a, por, con, en favor de"),
    drops: Phrases::new("olvida, ignora, descarta, elimina, olvídate de"),
    lapses: Phrases::new(
        "ya no aplica, ya no se aplica, ya no vale, ya no es válida, ya no es válido, está obsoleta, está obsoleto, quedó \
         obsoleta",
    ),
    rules: Phrases::new("regla, reglas, decisión, decisiones, convención, norma"),
    fillers: Phrases::new(
        "ya te dije, ya te dije que, te dije que, ya te lo dije, te he dicho que, ya te he dicho que, ya te he dicho, ya dije, como dije, como ya dije, ok, vale, sí, no, bueno, bien, entonces, y, pero, por favor, gracias, genial, perfecto, creo que, \
         pienso que, ahora, espera, para, en realidad, debemos, deberíamos, tenemos que, hay que, debes, \
         vamos a, primero, a partir de ahora, de ahora en adelante, recuerda, te dije, he cambiado de \
         opinión, cambié de opinión, cambiamos de opinión, cambio de planes, cambio de plan",
    ),
    chooses: Phrases::new(
        "usa, usemos, usamos, vamos con, elijamos, nos quedamos con, usad, usar, mantén, mantengamos, \
         quédate con, quedémonos con, elige, prefiere, preferimos, cambia a, pasa a, pasemos a, evita, \
         evitemos, nunca, siempre, no uses, no usar, no usamos, deja, guarda, reemplaza, volvamos a, \
         regresemos a, regresa a",
    ),
    habits: Phrases::new(
        "ya no usamos, usamos, no usamos, usaremos, mantenemos, nos quedamos con, preferimos, prefiero, elegimos, \
         hemos elegido, hemos decidido, decidimos, decidí, he decidido",
    ),
    places: Phrases::new("va en, van en, vive en, viven en, debe ir en, deben ir en, pertenece a"),
    leads: Phrases::new(
        "en este, en esta, en nuestro, en los, para, aquí, con, cuando, antes de, después de, \
         a partir de ahora, en todas",
    ),
    sets: Phrases::new("debe ser, deben ser, tiene que ser, pon, fija"),
    choose: "Usar {}",
    closers: Phrases::new("por favor, gracias, cuando termines"),
    refuse: "No usar {}",
    retracts: Phrases::new("espera no, no espera, pensándolo bien"),
    begins_anew: Phrases::new("mejor, en realidad, olvida eso, olvídalo, más bien"),
    excepts: Phrases::new("excepto, salvo, a menos que, menos en, pero en, pero no en, pero no para"),
};
