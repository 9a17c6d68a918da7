//! Command lines that hand a password to a program: its place among the options says that it is one.

use super::detector::{Detector, Judge, context};

/// The options of a program up to the one that takes the secret, and the secret, which is no option itself.
macro_rules! after {
    ($program:literal, $option:literal) => {
        concat!("(?:", $program, r#")[^\n|;`]{0,160}?\s(?:"#, $option, r#")["']?([^\s"'`-][^\s"'`]{2,199})"#)
    };
}

pub(super) static FLAGS: &[Detector] = &[
    context(
        "curl-user",
        Judge::Place,
        &["curl "],
        r#"curl[^\n|;]{0,200}?\s(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"']{1,80}:([^\s"'`]{3,200})"#,
        "curl -s -u deploy:«{a20}» https://api.example/v1",
    ),
    context(
        "http-auth",
        Judge::Place,
        &["--auth ", "--auth=", "http -a ", "https -a "],
        r#"(?:--auth[ =]|https? -a )["']?[^\s:"'`]{1,80}:([^\s"'`/][^\s"'`]{2,199})"#,
        "http --auth deploy:«{a20}» api.example/v1",
    ),
    context(
        "sshpass",
        Judge::Place,
        &["sshpass "],
        after!("sshpass", "-p *"),
        "sshpass -p «{a20}» ssh root@host",
    ),
    context(
        "ssh-key-passphrase",
        Judge::Place,
        &["ssh-keygen "],
        r#"ssh-keygen[^\n|;]{0,120}?\s-[NP] *["']?([^\s"'`]{4,200})"#,
        "ssh-keygen -t ed25519 -N «{a20}» -f k",
    ),
    context(
        "login-flag",
        Judge::Place,
        &[" login "],
        r#" login[^\n|;]{0,120}?\s(?:-p|--password)[ =]["']?([^\s"'`]{4,200})"#,
        "docker login -u ci -p «{a20}» registry.example",
    ),
    context(
        "mysql-password",
        Judge::Place,
        &["mysql", "mariadb"],
        r#"(?:mysql|mariadb)(?:dump|admin)?[^\n|;]{0,120}?\s-p["']?([^\s"'`]{4,200})"#,
        "mysqldump -u root -p«{a20}» shop",
    ),
    context(
        "redis-cli-password",
        Judge::Place,
        &["redis-cli "],
        after!("redis-cli", "(?:-a|--pass)[ =]"),
        "redis-cli -h cache -a «{a20}» ping",
    ),
    context(
        "sqlcmd-password",
        Judge::Place,
        &["sqlcmd ", "osql ", "ipmitool "],
        after!("sqlcmd|osql|ipmitool", "-P *"),
        "sqlcmd -S db -U sa -P «{a20}» -Q x",
    )
    .at_edge(),
    // A port is no password.
    context(
        "mongo-password",
        Judge::Place,
        &["mongosh ", "mongodump ", "mongorestore ", "mongoexport ", "mongoimport ", "cqlsh "],
        r#"(?:mongo[a-z]{2,7}|cqlsh)[^\n|;`]{0,160}?\s-p[ =]?["']?([^\s"'`-]*[A-Za-z][^\s"'`]{2,199})"#,
        "mongosh -u root -p «{a20}» admin",
    )
    .at_edge(),
    context(
        "ldap-password",
        Judge::Place,
        &["ldapsearch ", "ldapmodify ", "ldapadd ", "ldapdelete ", "ldappasswd ", "ldapwhoami "],
        after!("ldap[a-z]{3,6}", "-w *"),
        "ldapsearch -x -D cn=admin -w «{a20}» uid=ada",
    ),
    context(
        "smb-password",
        Judge::Place,
        &["smbclient ", "rpcclient "],
        r#"(?:smb|rpc)client[^\n|;`]{0,120}?\s(?:-U|--user)[ =]?["']?[^\s%"'`]{1,80}%([^\s"'`]{3,200})"#,
        "smbclient -U ada%«zebra{a17}» //srv/share",
    ),
    context(
        "archive-password",
        Judge::Place,
        &["7z ", "7za ", "7zz ", "rar ", "unrar "],
        after!("7z[az]?|(?:un)?rar", "-h?p"),
        "7z a -p«{a20}» backup.7z data",
    )
    .at_edge(),
    context(
        "zip-password",
        Judge::Place,
        &["zip "],
        after!("zip", "-[a-z]*P +|--password[ =]"),
        "unzip -P «{a20}» backup.zip",
    ),
    // With `-n` there is no file before the name.
    context(
        "htpasswd",
        Judge::Place,
        &["htpasswd "],
        concat!(
            r#"htpasswd(?: +-\w+)*? +-(?:\w*n\w*b\w*|\w*b\w*n\w*)(?: +-\w+)* +[^\s"'`-][^\s"'`]* +["']?([^\s"'`]{3,200})"#,
            r#"|htpasswd(?: +-\w+)*? +-\w*b\w*(?: +-\w+)*(?: +[^\s"'`-][^\s"'`]*){2} +["']?([^\s"'`]{3,200})"#,
        ),
        "htpasswd -cb .htpasswd ada «{a20}»",
    ),
    context(
        "openssl-key",
        Judge::Place,
        &["openssl "],
        after!("openssl", r#"-[kK] +|-pass(?:in|out)? +["']?pass:"#),
        "openssl enc -aes-256-cbc -k «{a20}» -in a",
    ),
    context(
        "openssl-pass",
        Judge::Random,
        &["pass:"],
        r#"pass:([^\s"'`]{6,200})"#,
        "apksigner sign --ks k.jks --ks-pass pass:«{a20}» a.apk",
    ),
    context(
        "password-command",
        Judge::Place,
        &["password-command"],
        r#"password-command[ =]["'`]?(?:echo|printf) +(?:-n +)?["']?([^\s"'`]{3,200})"#,
        "restic --password-command 'echo «{a20}»' backup",
    ),
    context(
        "piped-password",
        Judge::Place,
        &["echo "],
        r#"echo +(?:-n +)?["']?([^\s"'`]{3,200})["']? *\| *(?:sudo +-S|[a-z]+ [^\n|;`]{0,120}--password-stdin)"#,
        "echo «{a20}» | docker login -u ci --password-stdin",
    ),
    // Four digits alone are a year or a port.
    context(
        "pin",
        Judge::Place,
        &["pin ", "pin: ", "pin=", "pin-code "],
        r"(?i)pin(?:[ -]?code)?(?:(?: is|:|=| ist) ?([0-9]{4,8})| ([0-9]{6}))(?:[^\w.:-]|[.:]\s|[.:]?$)",
        "the pin is «{d8}» for the door",
    )
    .at_edge(),
];
