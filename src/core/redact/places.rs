//! Places that hold a secret, whatever it looks like: URLs, headers, configuration files.

use super::detector::{Detector, How, Judge, context};
use super::{columns, manifest};

pub(super) static PLACES: &[Detector] = &[
    context(
        "url-password",
        Judge::Place,
        &["://"],
        r#"://[^\s/?#@:\[\]"'`<>]{0,100}:([^\s/"'`<>]{4,200}|[^\s0-9/"'`<>][^\s@"'`<>]{3,200})@[A-Za-z0-9\[]"#,
        "postgres://app:«{a20}»@db.internal:5432/main",
    ),
    context(
        "url-token",
        Judge::Random,
        &["://"],
        r#"://([A-Za-z0-9_-]{20,200})(?::x-oauth-basic)?@[A-Za-z0-9]"#,
        "https://«{a40}»@git.example/team/app.git",
    ),
    context(
        "bearer-token",
        Judge::Likely,
        &["bearer "],
        "(?i)bearer +([A-Za-z0-9._~+/-]{8,}=*)",
        "Authorization: Bearer «{a40}»",
    ),
    context(
        "basic-auth",
        Judge::Likely,
        &[": basic ", "'basic ", "\"basic ", "`basic "],
        "(?i).{1,2}basic +([A-Za-z0-9+/]{8,}={0,2})",
        "Authorization: Basic «{b36}»",
    ),
    context(
        "authorization-header",
        Judge::Likely,
        &["authorization"],
        r#"(?i)authorization["'`\]]{0,2}\s*[:=,]\s*["'`]?(?:[A-Za-z0-9-]{2,20}\s+)?([^\s"'`,;]{12,})"#,
        "Proxy-Authorization: ApiKey «{a40}»",
    ),
    context(
        "cookie",
        Judge::Place,
        &["cookie:"],
        r#"(?i)cookie: ?[A-Za-z0-9_.-]{1,80}=([^\s"'`;]{10,}(?:; ?[A-Za-z0-9_.-]{1,80}=[^\s"'`;]{10,})*)"#,
        "Set-Cookie: sid=«{a40}»; Path=/; HttpOnly",
    ),
    context(
        "session-cookie",
        Judge::Random,
        &["sessionid=", "session_id=", "phpsessid=", "jsessionid=", "connect.sid=", "session=", "sid="],
        r"(?i)(?:session_?id|phpsessid|jsessionid|connect\.sid|session|sid)=([A-Za-z0-9%._+/-]{24,})",
        "curl --cookie sessionid=«{a32}» https://app.example",
    ),
    context(
        "url-key",
        Judge::Likely,
        &["?key=", "&key=", "?sig=", "&sig=", "?auth=", "&auth=", "?pass=", "&pass="],
        r#"(?i)[?&](?:key|sig|auth|pass)=([^\s"'`&#<>;,]{8,})"#,
        "curl 'https://api.example/v1?key=«{a20}»'",
    ),
    context(
        "oracle-url-password",
        Judge::Place,
        &["jdbc:oracle:"],
        r#"jdbc:oracle:[a-z0-9]{2,10}:[^\s"'`/@:]+/([^\s"'`/@]{3,})@"#,
        "jdbc:oracle:thin:scott/«{a20}»@db:1521:main",
    ),
    context(
        "netrc-password",
        Judge::Place,
        &["machine "],
        r"machine\s+(?:\S+\.\S+|localhost)\s+login\s+\S+\s+password\s+(\S{3,})",
        "machine api.example login ci password «{a20}»",
    ),
    // `host:port:database:user:password`
    context(
        "pgpass",
        Judge::Place,
        &[":5432:", ":5433:", ":6432:", ":*:"],
        r#":(?:\d+|\*):[^\s:]+:[^\s:]+:([^\s:"'`]{4,})"#,
        "db.example:5432:shop:ada:«{a20}»",
    ),
    context(
        "sql-password",
        Judge::Place,
        &["identified by", "with password", "encrypted password"],
        r#"(?i)(?:identified by|(?:with|encrypted) password)(?: password)? +'([^\s']{4,})'"#,
        "CREATE USER app IDENTIFIED BY '«{a20}»';",
    ),
    context(
        "sql-set-password",
        Judge::Likely,
        &[
            "password '",
            "password for ",
            "password = password(",
            "password=password(",
            "password('",
            "identified by \"",
        ],
        r#"(?i)(?:password|identified by )(?: for [^\s=]+)?(?: ?= ?(?:password)?)? ?\(?["']([^\s"']{4,})["']"#,
        "SET PASSWORD FOR ada = '«{a20}»';",
    ),
    // A name and a password as the arguments of a call.
    context(
        "call-auth",
        Judge::Likely,
        &["auth=(", "auth = (", "auth("],
        r#"(?i)auth ?=? ?\( ?["'][^"'\s]+["'], ?["']([^"'\s]{4,})["']"#,
        "requests.get(url, auth=('ada', '«{a20}»'))",
    ),
    Detector {
        name: "kubernetes-secret",
        how: How::At {
            literals: &["kind: secret", "kind:secret", "kind: \"secret", "kind: 'secret"],
            find: manifest::values,
        },
        sample: "kind: Secret\ndata:\n  dsn: «{b24}»\n",
    },
    Detector {
        name: "listed-secret",
        how: How::At {
            literals: &["password", "passwd", "pwd", "pass", "token", "secret", "key", "passphrase"],
            find: columns::cells,
        },
        sample: "user,password\nada,«{a20}»\n",
    },
    context(
        "ini-credentials",
        Judge::Place,
        &["user id=", "uid=", "username=", "user="],
        r#"(?i)(?:user ?id|uid|user(?:name)?)=[^;&\s]+;\s*(?:password|pwd)\s*=\s*([^;"'\s]+)"#,
        "Server=db;Database=shop;User Id=app;Password=«{a20}»;Encrypt=yes",
    ),
];
