//! How orders begin or end in other languages. We learn from English only, but an agent's order is refused in any of these.

const OPENINGS: &str = "\
    abra abre achte activa active actualiza adiciona adicione agrega ajoute ajoutez aktualisiere aktualisieren \
    anpassen apaga apague aplica aplique applique arrête asegúrate ative attends atualiza atualize ausführen \
    ausschalten avisa avise añade baixe bau baue bauen behalte benachrichtige benenne benutze benutzen bleib bleibe \
    borra cambia carga carregue changez charge cierra coloca coloque commita commite commitea committe committen \
    comprueba confira copia copie corre corrige corrija crea cria crie crée créez deixe deja demande denk denke \
    deploye deployen desactiva desative descarga desligue despliega documenta documente dokumentiere drena déplace \
    déploie désactive einschalten einspielen eintragen ejecuta elimina enciende enlève entfern entferne entraîne \
    entrena ersetze erstell erstelle escala escale escreva escreve escribe espera espere evita evite executa execute \
    exporta exporte exportiere exécute exécutez fahre fais faites faz faça feche ferme formate formatea formatiere \
    frag frage fusiona fusionne füg füge führ führe garde gardez gardons genera generiere gere gib génère halt halte \
    haz herunterfahren hinzufügen hochfahren immer importa importe importiere instala instale installe installiere \
    jamais kein keine keinen kopiere lade lance lancez lanza lass lasse lee leere leg lege leia lies ligue lis lösch \
    lösche löschen löse mach mache mantenha mantém mantén mescle mets mettez migra migre migriere migrieren modifica \
    modifie modifique mova muda mude mueve n'utilise n'utilisez ne nicht nie niemals nimm no notifica notifie \
    notifique nunca nutz nutze nutzen não ouvre para pare pausiere pense pergunte pon pousse prefiere prefira \
    pregunta prueba préfère préférez préviens prüf prüfe prüfen publica publie publique pushe pushen quita \
    rafraîchis recarga recarregue recharge redémarre reemplaza refresca regenera regenere reinicia reinicie relance \
    remova remplace renombra renomeie renomme resolva respalda restaura restaure resuelve retire revisa roda rode \
    rota rotiere ruf rufe régénère résous sauvegarde schalte schließe schreib schreibe sempre setz setze sichere \
    sichern siempre skaliere sorge spiel spiele starte starten stell stelle stoppe suba sube substitua supprime \
    supprimez tagge testa teste testen testez toujours trainiere treine télécharge usa usem usemos usen utilise \
    utilisez utilisons verifica verifique vermeide verschiebe verwende verwenden veröffentliche vérifie vérifiez \
    warte wende wiederherstellen änder ändere écris écrivez évite évitez öffne";
const OPENINGS_UNSPACED: [&str; 46] = [
    "不要",
    "使用",
    "保持",
    "修改",
    "先",
    "先运行",
    "关闭",
    "写",
    "创建",
    "删除",
    "别",
    "加上",
    "发布",
    "合并",
    "始终",
    "安装",
    "必须",
    "总是",
    "打开",
    "执行",
    "推送",
    "提交",
    "改",
    "改用",
    "新建",
    "更新",
    "构建",
    "格式化",
    "检查",
    "测试",
    "添加",
    "生成",
    "用",
    "确保",
    "禁止",
    "移除",
    "统一",
    "编写",
    "记得",
    "请",
    "跑",
    "跑一下",
    "运行",
    "避免",
    "部署",
    "重新生成",
];
const ENDINGS_UNSPACED: [&str; 19] = [
    "お願い",
    "ください",
    "して",
    "してください",
    "しない",
    "しましょう",
    "すること",
    "てください",
    "ないで",
    "ましょう",
    "コミット",
    "テスト",
    "プッシュ",
    "使う",
    "使って",
    "実行",
    "更新",
    "禁止",
    "走らせ",
];

/// `text` in lower case.
pub(super) fn is_foreign_order(text: &str) -> bool {
    let first = text.split(|c: char| !c.is_alphabetic() && c != '-').next().unwrap_or_default();
    (!first.is_empty() && OPENINGS.split(' ').any(|known| known == first))
        || OPENINGS_UNSPACED.iter().any(|opening| text.starts_with(opening))
        || ENDINGS_UNSPACED.iter().any(|ending| text.contains(ending))
}
