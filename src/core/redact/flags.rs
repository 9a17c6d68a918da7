//! Command lines that hand a password to a program: its place among the options says that it is one.

use super::detector::{Detector, Judge, context};

/// A word, or several in quotes; no option.
macro_rules! value {
    () => {
        r#"(?:"([^\s"`,:][^"\n]{2,})"|'([^\s'`,:][^'\n]{2,})'|["']?([^\s"'`-][^\s"'`]{2,}))"#
    };
}

/// Right behind its option it may begin with a dash.
macro_rules! glued {
    () => {
        r#"(?:"([^\s"`,:][^"\n]{2,})"|'([^\s'`,:][^'\n]{2,})'|([^\s"'`][^\s"'`]{2,}))"#
    };
}

/// The options of a program up to the one that takes the secret, and the secret. Another command begins behind `&&`, but a
/// URL may hold a single `&`.
macro_rules! after {
    ($program:literal, $option:literal) => {
        after!($program, $option, value!())
    };
    ($program:literal, $option:literal, $value:expr) => {
        concat!("(?:", $program, r")(?P<gap>(?:[^\n|;`&]|&[^&\s])*?)\s(?:", $option, ")", $value)
    };
}

/// A name, a mark and the secret; either the secret may be in quotes or all of it. `$first` is what no secret begins with.
macro_rules! login {
    ($mark:literal, $first:literal) => {
        concat!(
            r#"(?:"[^\s:%"'`]+"#,
            $mark,
            r#"([^\s"`"#,
            $first,
            r#"][^"\n]{2,})""#,
            r#"|'[^\s:%"'`]+"#,
            $mark,
            r#"([^\s'`"#,
            $first,
            r#"][^'\n]{2,})'"#,
            r#"|["']?[^\s:%"'`]+"#,
            $mark,
            r#"(?:"([^\s"`"#,
            $first,
            r#"][^"\n]{2,})""#,
            r#"|'([^\s'`"#,
            $first,
            r#"][^'\n]{2,})'|([^\s"'`"#,
            $first,
            r#"][^\s"'`]{2,})))"#,
        )
    };
}

/// `sudo` that reads its password from where it is piped.
macro_rules! sudo {
    () => {
        r"sudo +(?:-\S+ +(?:[^-\s]\S* +)?)*?(?:-[A-Za-z]*S|--stdin)\b"
    };
}

pub(super) static FLAGS: &[Detector] = &[
    context(
        "curl-user",
        Judge::Handed,
        &["curl "],
        concat!(r"curl(?P<gap>(?:[^\n|;&]|&[^&\s])*?)\s(?:-u|-U|--user|--proxy-user)[ =]?", login!(":", "")),
        "curl -s -u deploy:«{a20}» https://api.example/v1",
    ),
    context(
        "http-auth",
        Judge::Place,
        &["--auth ", "--auth=", "http -a ", "https -a "],
        concat!("(?:--auth[ =]|https? -a )", login!(":", "/")),
        "http --auth deploy:«{a20}» api.example/v1",
    ),
    context(
        "sshpass",
        Judge::Place,
        &["sshpass "],
        concat!(r#"sshpass(?: +-v| +-P *(?:"[^"\n]*"|'[^'\n]*'|\S+))* +-p *"#, value!()),
        "sshpass -p «{a20}» ssh root@host",
    ),
    context(
        "ssh-key-passphrase",
        Judge::Handed,
        &["ssh-keygen "],
        after!("ssh-keygen", "-[NP] *"),
        "ssh-keygen -t ed25519 -N «{a20}» -f k",
    ),
    context(
        "login-flag",
        Judge::Handed,
        &[" login "],
        after!(" login", "(?:-p|--password)[ =]"),
        "docker login -u ci -p «{a20}» registry.example",
    ),
    context(
        "mysql-password",
        Judge::Handed,
        &["mysql", "mariadb"],
        after!("(?:mysql|mariadb)(?:dump|admin)?`?", "-p", glued!()),
        "mysqldump -u root -p«{a20}» shop",
    ),
    context(
        "redis-cli-password",
        Judge::Handed,
        &["redis-cli "],
        after!("redis-cli", "-a *|--pass[ =]"),
        "redis-cli -h cache -a «{a20}» ping",
    ),
    context(
        "sqlcmd-password",
        Judge::Handed,
        &["sqlcmd ", "osql ", "isql ", "ipmitool "],
        after!("sqlcmd|[io]sql|ipmitool", "-P *"),
        "sqlcmd -S db -U sa -P «{a20}» -Q x",
    )
    .at_edge(),
    // A port is no password.
    context(
        "mongo-password",
        Judge::Handed,
        &["mongosh ", "mongodump ", "mongorestore ", "mongoexport ", "mongoimport ", "cqlsh "],
        concat!(
            r#"(?:mongo[a-z]{2,7}|cqlsh)(?P<gap>(?:[^\n|;`&]|&[^&\s])*?)\s-p[ =]?(?:"([^\s"`,:][^"\n]{2,})""#,
            r#"|'([^\s'`,:][^'\n]{2,})'|["']?([^\s"'`-]*[A-Za-z][^\s"'`]{2,}))"#,
        ),
        "mongosh -u root -p «{a20}» admin",
    )
    .at_edge(),
    context(
        "ldap-password",
        Judge::Handed,
        &[
            "ldapsearch ",
            "ldapmodify ",
            "ldapadd ",
            "ldapdelete ",
            "ldappasswd ",
            "ldapwhoami ",
            "dsconf ",
            "dsidm ",
        ],
        after!("ldap[a-z]{3,6}|dsconf|dsidm", "-w *"),
        "ldapsearch -x -D cn=admin -w «{a20}» uid=ada",
    ),
    context(
        "smb-password",
        Judge::Place,
        &["smbclient ", "rpcclient "],
        concat!(r"(?:smb|rpc)client(?P<gap>(?:[^\n|;`&]|&[^&\s])*?)\s(?:-U|--user)[ =]?", login!("%", "")),
        "smbclient -U ada%«zebra{a17}» //srv/share",
    ),
    // What it runs there is one of its options, with semicolons.
    context(
        "lftp-password",
        Judge::Place,
        &["lftp "],
        concat!(r"lftp[^\n`]{0,160}?\s(?:-u|--user)[ =]?", login!(",", "")),
        "lftp -u ada,«zebra{a17}» sftp.example",
    )
    .at_edge(),
    // `net use Z: \\srv\share /user:ada password`, in either order; `*` asks for it. `CORP\nick` looks like an escape.
    context(
        "net-use-password",
        Judge::Handed,
        &["net use ", "net.exe use "],
        concat!(
            r#"(?i)net(?:\.exe)? use (?:[a-z*]: +)?["']?\\[^\s"']+["']?"#,
            r#"(?: +/user:(?-i:[A-Z][A-Z0-9.-]*)[\n\r\t\x0c][^\s/"']+| +/[^\s"']+)*"#,
            r#" +["']?([^\s"'`/*][^\s"'`]{2,})"#,
        ),
        r"net use Z: \\srv\share /user:ada «{a20}»",
    )
    .at_edge(),
    context(
        "rabbitmq-password",
        Judge::Handed,
        &["rabbitmqctl "],
        after!("rabbitmqctl", r#"(?:add_user|change_password|authenticate_user) +["']?[^\s"'`-][^\s"'`]*["']? +"#),
        "rabbitmqctl add_user ada «{a20}»",
    ),
    context(
        "freerdp-password",
        Judge::Handed,
        &["freerdp"],
        after!("freerdp[0-9]?", "/p:", glued!()),
        "xfreerdp /v:srv /u:ada /p:«{a20}»",
    ),
    context(
        "client-password",
        Judge::Handed,
        &["cypher-shell ", "smbmap ", "rdesktop "],
        after!("cypher-shell|smbmap|rdesktop", "-p[ =]"),
        "cypher-shell -u neo4j -p «{a20}»",
    )
    .at_edge(),
    // The name of the place, its URL, the user, the secret.
    context(
        "minio-secret",
        Judge::Handed,
        &["mc alias set ", "mc config host add "],
        concat!(r"mc (?:alias set|config host add)(?: +[^\s,-][^\s,]*){3} +", value!()),
        "mc alias set s3 https://s3.example ada «{a20}»",
    )
    .at_edge(),
    context(
        "archive-password",
        Judge::Handed,
        &["7z ", "7za ", "7zz ", "rar ", "unrar "],
        after!("7z[az]?|(?:un)?rar", "-h?p", glued!()),
        "7z a -p«{a20}» backup.7z data",
    )
    .at_edge(),
    context(
        "zip-password",
        Judge::Handed,
        &["zip ", "unzip "],
        after!("(?:un)?zip", "-[a-z]*P *|--password[ =]"),
        "unzip -P «{a20}» backup.zip",
    )
    .at_edge(),
    context(
        "keytool-password",
        Judge::Handed,
        &["keytool ", "jarsigner "],
        after!("keytool|jarsigner", "-(?:src|dest|new)?(?:(?:store|key)pass|new) +"),
        "keytool -list -keystore a.jks -storepass «{a20}»",
    ),
    context(
        "mqtt-password",
        Judge::Handed,
        &["mosquitto_pub ", "mosquitto_sub ", "mosquitto_rr "],
        after!("mosquitto_[a-z]{2,3}", "-P *|--pw +"),
        "mosquitto_pub -h broker -u ada -P «{a20}» -t x -m y",
    ),
    // `user/password@database`; without a database, what it logs in as, runs or works on has to follow, or the password has a
    // digit.
    context(
        "oracle-password",
        Judge::Place,
        &["sqlplus ", "expdp ", "impdp ", "sqlldr "],
        concat!(
            r#"(?:sqlplus|expdp|impdp|sqlldr)(?: +-\S+(?: +[0-9.]+)?)* +["']?[^\s/"'`@.-]+/["']?(?:"#,
            r#"([^\s"'`@/]{3,})["']?(?:@| +as +sys| +@| +[A-Za-z_]+=)"#,
            r#"|([^\s"'`@/.]*[0-9][^\s"'`@/.]*)(?:["'`\s]|\.\s|\.?$))"#,
        ),
        "sqlplus -s scott/«{a20}»@db @load.sql",
    ),
    // With `-n` there is no file before the name.
    context(
        "htpasswd",
        Judge::Place,
        &["htpasswd "],
        concat!(
            r#"htpasswd(?: +-\w+)*? +-(?:\w*n\w*b\w*|\w*b\w*n\w*)(?: +-\w+)* +[^\s"'`-][^\s"'`]* +["']?([^\s"'`]{3,})"#,
            r#"|htpasswd(?: +-\w+)*? +-\w*b\w*(?: +-\w+)*(?: +[^\s"'`-][^\s"'`]*){2} +["']?([^\s"'`]{3,})"#,
        ),
        "htpasswd -cb .htpasswd ada «{a20}»",
    ),
    context(
        "openssl-key",
        Judge::Handed,
        &["openssl "],
        after!("openssl", r#"-[kK] +|-pass(?:in|out)? +["']?pass:"#),
        "openssl enc -aes-256-cbc -k «{a20}» -in a",
    ),
    context(
        "openssl-pass",
        Judge::Random,
        &["pass:"],
        r#"pass:([^\s"'`]{6,})"#,
        "apksigner sign --ks k.jks --ks-pass pass:«{a20}» a.apk",
    ),
    context(
        "password-command",
        Judge::Place,
        &["password-command", "password-file"],
        r#"password-(?:command|file)[ =]["'`]?(?:<\()?(?:echo|printf) +(?:-n +)?["']?([^\s"'`)]{3,})"#,
        "restic --password-command 'echo «{a20}»' backup",
    ),
    context(
        "piped-password",
        Judge::Place,
        &["echo ", "printf "],
        concat!(
            r#"(?:echo|printf) +(?:-\w+ +)*(?:["']?%s\s?(?:\\n)?["']? +)?"#,
            value!(),
            r#"["']? *\| *(?:"#,
            sudo!(),
            r"|[a-z]+ [^\n|;`]{0,120}--password-stdin)",
        ),
        "echo «{a20}» | docker login -u ci --password-stdin",
    ),
    context(
        "here-password",
        Judge::Place,
        &["sudo -"],
        concat!(sudo!(), r"[^\n|;`<]{0,160}<<< *", value!()),
        "sudo -S apt update <<< «{a20}»",
    ),
    context(
        "pin",
        Judge::Pin,
        &["pin ", "pin: ", "pin=", "pin-code ", "pincode "],
        r"(?i)pin(?:[ -]?code)?(?:(?: is|:|=| ist) ?([0-9]{4,8})|[ -]?code ([0-9]{4,8})| ([0-9]{4,6}))(?:[^\w.:-]|[.:]\s|[.:]?$)",
        "the pin is «{d8}» for the door",
    )
    .at_edge(),
];
