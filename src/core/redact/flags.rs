//! Command lines that pass a password to a program, recognised by its position among the options or
//! arguments.

use super::detector::{Detector, How, Judge, Left, context};

/// A word, or several in quotes, that is not an option.
macro_rules! value {
    () => {
        r#"(?:"([^\s"`,:][^"\n]{2,})"|'([^\s'`,:][^'\n]{2,})'|["']?([^\s"'`-][^\s"'`]{2,}))"#
    };
}

/// `sudo` that reads its password from a pipe.
macro_rules! sudo {
    () => {
        r"sudo +(?:-\S+ +(?:[^-\s]\S* +)?)*?(?:-[A-Za-z]*S|--stdin)\b"
    };
}

const fn flag(
    name: &'static str,
    programs: &'static [&'static str],
    options: &'static str,
    mark: &'static str,
    sample: &'static str,
) -> Detector {
    Detector { name, how: How::Option { programs, options, mark }, sample }
}

const MONGO: &[&str] = &["mongosh", "mongodump", "mongorestore", "mongoexport", "mongoimport", "cqlsh"];
const MYSQL: &[&str] = &["mysql", "mysqldump", "mysqladmin", "mariadb", "mariadb-dump", "mariadb-admin"];
const LDAP: &[&str] =
    &["ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldappasswd", "ldapwhoami", "dsconf", "dsidm"];
const STORES: &str =
    "-storepass -keypass -new -srcstorepass -deststorepass -srckeypass -destkeypass -newpass";

/// `options` in the syntax of `options.rs`: with `*` the secret may be attached, with `+` it has to
/// be.
pub(super) static FLAGS: &[Detector] = &[
    flag("curl-user", &["curl"], "-u* -U* --user --proxy-user", ":", "curl -s -u deploy:«{a20}» https://api.example/v1"),
    flag("http-auth", &["http", "https", "xh"], "-a --auth", ":", "http --auth deploy:«{a20}» api.example/v1"),
    // The command after it may have its own `-p`.
    context(
        "sshpass",
        Judge::Place,
        &["sshpass "],
        concat!(r#"sshpass(?: +-v| +-P *(?:"[^"\n]*"|'[^'\n]*'|\S+))* +-p *"#, value!()),
        "sshpass -p «{a20}» ssh root@host",
    ),
    flag("ssh-key-passphrase", &["ssh-keygen"], "-N* -P*", "", "ssh-keygen -t ed25519 -N «{a20}» -f k"),
    flag("login-flag", &["login"], "-p", "", "docker login -u ci -p «{a20}» registry.example"),
    flag("mysql-password", MYSQL, "-p+", "", "mysqldump -u root -p«{a20}» shop"),
    flag("redis-cli-password", &["redis-cli"], "-a* --pass", "", "redis-cli -h cache -a «{a20}» ping"),
    flag("sqlcmd-password", &["sqlcmd", "osql", "isql", "ipmitool"], "-P*", "", "sqlcmd -S db -U sa -P «{a20}» -Q x"),
    flag("mongo-password", MONGO, "-p*", "", "mongosh -u root -p «{a20}» admin"),
    flag("ldap-password", LDAP, "-w*", "", "ldapsearch -x -D cn=admin -w «{a20}» uid=ada"),
    flag("smb-password", &["smbclient", "rpcclient"], "-U* --user", "%", "smbclient -U ada%«zebra{a17}» //srv/share"),
    flag("lftp-password", &["lftp"], "-u* --user", ",", "lftp -u ada,«zebra{a17}» sftp.example"),
    flag("freerdp-password", &["xfreerdp", "wlfreerdp", "xfreerdp3"], "/p:+", "", "xfreerdp /v:srv /u:ada /p:«{a20}»"),
    flag("client-password", &["cypher-shell", "smbmap", "rdesktop"], "-p", "", "cypher-shell -u neo4j -p «{a20}»"),
    flag("archive-password", &["7z", "7za", "7zz", "rar", "unrar"], "-p+ -hp+", "", "7z a -p«{a20}» backup.7z data"),
    flag("zip-password", &["zip", "unzip"], "-P* --password", "", "unzip -P «{a20}» backup.zip"),
    flag("keytool-password", &["keytool", "jarsigner"], STORES, "", "keytool -list -keystore a.jks -storepass «{a20}»"),
    flag(
        "mqtt-password",
        &["mosquitto_pub", "mosquitto_sub", "mosquitto_rr"],
        "-P* --pw",
        "",
        "mosquitto_pub -h broker -u ada -P «{a20}» -t x -m y",
    ),
    flag("openssl-key", &["openssl"], "-k -K -pass -passin -passout", "", "openssl enc -aes-256-cbc -k «{a20}» -in a"),
    flag("curl-cookie", &["curl"], "-b* --cookie", "=", "curl -b 'sid=«{a20}»' https://app.example"),
    // `net use Z: \\srv\share /user:ada password`, in either order; `*` asks for it. `CORP\nick`
    // looks like an escape.
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
    .after(Left::Edge),
    context(
        "rabbitmq-password",
        Judge::Handed,
        &["rabbitmqctl "],
        concat!(
            r#"rabbitmqctl [^\n|;`]{0,80}?(?:add_user|change_password|authenticate_user) +["']?[^\s"'`-][^\s"'`]*["']? +"#,
            value!()
        ),
        "rabbitmqctl add_user ada «{a20}»",
    ),
    // The alias, the URL, the user, the secret.
    context(
        "minio-secret",
        Judge::Handed,
        &["mc alias set ", "mc config host add "],
        concat!(r"mc (?:alias set|config host add)(?: +[^\s,-][^\s,]*){3} +", value!()),
        "mc alias set s3 https://s3.example ada «{a20}»",
    )
    .after(Left::Edge),
    // `user/password@database`; without a database, a role, a command or a script has to follow, or
    // the password must have a digit.
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
    .after(Left::Edge),
];
