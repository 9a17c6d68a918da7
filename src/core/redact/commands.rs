//! Commands that take a secret, whatever the program: recognised by their verbs, their options and
//! what they read.

use super::detector::{Detector, Judge, context};

macro_rules! value {
    () => {
        r#"["']?([^\s"'`,;-][^\s"'`,;]{7,})"#
    };
}

/// A user's name before a password, as `chpasswd` reads it.
macro_rules! named {
    () => {
        r"(?:[\w.@-]+:)?"
    };
}

/// Parts of names that announce a secret.
macro_rules! announced {
    () => {
        "(?:token|secret|pass|pwd|auth|key|cred)"
    };
}

pub(super) static COMMANDS: &[Detector] = &[
    context(
        "user-and-password",
        Judge::Likely,
        &[" -u ", " -U ", " --user ", " --username "],
        concat!(
            r"(?i) (?:-u|--user(?:name)?) +[^\s|;`&]+(?: +[^\n|;`&]{1,80}?)?? +(?:-[pw]|--pass\w{0,8})[ =]?",
            value!()
        ),
        "twine upload -u __token__ -p «{a20}»",
    ),
    context(
        "secrets-set",
        Judge::Place,
        &["secrets set ", "secret set "],
        r#"secrets? set +(?:-\S+ +)*(?:\w+=\[redacted:[a-z-]+\] +)*["']?[A-Za-z_]\w*=["']?([^\s"'`]{4,})"#,
        "fly secrets set DB_URL=«{a20}»",
    ),
    context(
        "secret-set",
        Judge::Likely,
        &["secrets set ", "secret set ", "secret put "],
        concat!(r#"secrets? (?:set|put) +["']?[A-Za-z][\w:.-]*["']? +(?:(?:-b|--body)[ =]?)?"#, value!()),
        "gh secret set DEPLOY --body «{a20}»",
    ),
    context(
        "config-set",
        Judge::Likely,
        &["config set ", "configure set ", "config:set ", "poetry config ", "git config "],
        concat!(
            r#"(?i)(?:poetry |git )?config(?:ure|:set)?(?: set| --\w+)* +["']?[^\s=]*?"#,
            announced!(),
            r"[^\s=]*(?: +|=)",
            value!()
        ),
        "npm config set //registry.example/:_authToken «{a20}»",
    ),
    context(
        "from-literal",
        Judge::Likely,
        &["--from-literal"],
        concat!(r#"--from-literal[= ]["']?[\w.-]+="#, value!()),
        "kubectl create secret generic s --from-literal=dsn=«{a20}»",
    ),
    context(
        "command-secret",
        Judge::Argument,
        &[
            " login ",
            " auth ",
            " unlock ",
            " obscure ",
            "wpa_passphrase ",
            "encrypt_string ",
            "configure set ",
            "mysqladmin ",
        ],
        concat!(
            r#"(?: login| auth| unlock| obscure|wpa_passphrase +(?:"[^"\n]*"|'[^'\n]*'|\S+)|encrypt_string"#,
            r"|configure set +\S+|mysqladmin(?: +-\S+(?: +[^\s-]\S*)?)*? +password) +([^\n|;`]{8,200})",
        ),
        "snyk auth «{a20}»",
    ),
    context(
        "piped-secret",
        Judge::Fed,
        &["echo ", "printf "],
        concat!(
            r#"(?:echo|printf) +(?:-\w+ +)*(?:["']?%s\s?(?:\\n)?["']? +)?["']?"#,
            named!(),
            value!(),
            r#"["']? *\|"#,
        ),
        "printf '%s' «{a20}» | vault kv put kv/app key=-",
    ),
    context(
        "typed-for",
        Judge::Likely,
        &["expect -c ", "sops --set ", "sops set "],
        concat!(
            r#"(?:expect -c[^\n]{1,200}?\bsend +(?:-- +)?|sops (?:--)?set[^\n`|;]{1,120}?\] *'? +)\\?"#,
            value!()
        ),
        "expect -c 'spawn su; send «{a20}»'",
    ),
    context(
        "here-secret",
        Judge::Fed,
        &["<<<"],
        concat!(r#"<<< *["']?"#, named!(), value!()),
        "passwd --stdin ada <<< «{a20}»",
    ),
];
