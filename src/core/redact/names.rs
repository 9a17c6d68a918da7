//! Names that announce a secret: what is assigned to them is judged by `assigned`.

use super::detector::{Detector, Judge, context};
use super::nouns::{either, literals, nouns};

/// The word, what may follow it in the name (`PASSWORD_PROD`), the link and the value, quoted or not.
macro_rules! assigns {
    ($word:expr) => {
        concat!(
            "(?i)(?:", $word, ")",
            "(?:s|[_-]?(?:key|value|base64|b64|prod|production|dev|staging|test|live|local|main|new|old|[0-9]{1,3}))*",
            r#"["'`]{0,2}\]?"#,
            r"(?:\s?:\s?&?[A-Za-z0-9_:<>]{2,40}\s?=\s?|\s{0,4}(?:=>|:=|={1,3}|!==?|[:：])\s{0,4}|\s(?:is|was|to|ist|est|es)\s?:?\s|\s{1,4})",
            r#"(?:"([^"\n]{4,})"|'([^'\n]{4,})'|`([^`\n]{4,})`|([^\s"'`,;&|<>]{4,}))"#,
        )
    };
}

/// Of the Russian noun.
macro_rules! ending {
    () => {
        "[а-я]{0,2}"
    };
}

pub(super) static NAMES: &[Detector] = &[
    context(
        "password",
        Judge::Password,
        nouns!(literals plain "pwd"),
        assigns!(nouns!(either plain "pwd")),
        "DB_PASSWORD=«{a24}»",
    ),
    context("short-password", Judge::Password, &["_pass"], assigns!("_pass"), "SMTP_PASS: \"«{a24}»\""),
    context("pw", Judge::Password, &["pw:", "pw=", "pw is"], assigns!("pw"), "pw: «{a24}»").at_edge(),
    context("pass", Judge::Password, &["pass:"], assigns!("pass"), "smtp:\n  pass: «{a24}»").at_edge(),
    context(
        "passphrase",
        Judge::Password,
        nouns!(literals phrase),
        assigns!(nouns!(either phrase)),
        "--passphrase «{a24}»",
    ),
    context(
        "worded-password",
        Judge::Password,
        nouns!(literals foreign),
        assigns!(concat!(nouns!(either foreign), ending!())),
        "das Passwort ist: Passwort: «{a24}»",
    ),
    // `pwd` in a sentence is a command far more often.
    context(
        "told-password",
        Judge::Told,
        nouns!(literals plain phrase foreign "pw "),
        concat!("(?i)", nouns!(either plain phrase foreign "pw"), ending!(), r"s?([^\n]{0,160})"),
        "the root password for the db should be «{a24}»",
    ),
    // Words that mean other things far more often.
    context(
        "told-credential",
        Judge::Unmistakable,
        &[
            "user ",
            "username ",
            "secret is ",
            "credentials",
            "zugangsdaten",
            "log in",
            "login as ",
            "login with ",
            "sign in",
            "dich mit ",
            "dich als ",
            "ssh ",
            "sudo ",
        ],
        concat!(
            r"(?i)(?:user(?:name)?\s[\w.@-]+,?\s(?:(?:and|with|und|mit)\s)?pass\s|secret\sis\s|",
            r"(?:credentials|zugangsdaten)(?:\s(?:are|sind))?:?\s[\w.@-]+(?:\s?[/:]\s?|\s(?:and|und)\s)|",
            r"(?:(?:log|sign) ?in(?:to)?(?:\s[^\s,.]+){0,4}?\s(?:with|as|using)|dich\s(?:mit|als))\s[\w.@-]+",
            r"(?:\s?[/:]\s?|\s(?:and|with|using|und|mit)\s)|",
            r"(?:ssh|sudo)\s[^\n|;]{1,80}?\s(?:and|then|und)\s(?:type|enter|tippe|gib)\s(?:in\s)?)",
            r#"["'`]?([^\s"'`,;]{8,})"#,
        ),
        "user app and pass «{a24}»",
    ),
    context(
        "client-secret",
        Judge::Password,
        &["client_secret", "client-secret", "clientsecret", "consumer_secret", "app_secret", "appsecret"],
        assigns!("client[_-]?secret|consumer_secret|app_?secret"),
        "client_secret=«{a32}»&grant_type=client_credentials",
    ),
    context(
        "signing-secret",
        Judge::Password,
        &[
            "signing_secret",
            "signingsecret",
            "webhook_secret",
            "webhooksecret",
            "jwt_secret",
            "jwtsecret",
            "session_secret",
            "cookie_secret",
        ],
        assigns!("signing_?secret|webhook_?secret|jwt_?secret|(?:session|cookie)_secret"),
        "JWT_SECRET='«{a32}»'",
    ),
    context("secret", Judge::Credential, &["secret"], assigns!("secret"), "secret: «{a32}»"),
    context(
        "access-token",
        Judge::Credential,
        &["access_token", "access-token", "accesstoken", "auth_token", "auth-token", "authtoken"],
        assigns!("(?:access|auth)[_-]?token"),
        "{\"access_token\": \"«{a32}»\"}",
    ),
    context(
        "refresh-token",
        Judge::Credential,
        &["refresh_token", "refresh-token", "refreshtoken"],
        assigns!("refresh[_-]?token"),
        "refresh_token=«{a32}»",
    ),
    context("token", Judge::Credential, &["token"], assigns!("token"), "--token «{a32}»"),
    context(
        "api-key",
        Judge::Credential,
        &["api_key", "api-key", "apikey", "api key", "api_secret", "apisecret", "api-secret"],
        assigns!("api[_ -]?(?:key|secret)"),
        "x-api-key: «{a32}»",
    ),
    context(
        "access-key",
        Judge::Credential,
        &[
            "access_key",
            "access-key",
            "accesskey",
            "account_key",
            "service_key",
            "storage_key",
            "deploy_key",
            "auth_key",
        ],
        assigns!("access[_-]?key|(?:account|service|storage|deploy|auth)_key"),
        "ACCESS_KEY=«{a32}»",
    ),
    context(
        "private-key-value",
        Judge::Credential,
        &["private_key", "private-key", "private key", "privatekey", "secret_key", "secret-key", "secretkey"],
        assigns!("(?:private|secret)[_ -]?key"),
        "privateKey: '«{h64}»'",
    ),
    context(
        "encryption-key",
        Judge::Credential,
        &[
            "encryption_key",
            "encryptionkey",
            "signing_key",
            "signingkey",
            "master_key",
            "masterkey",
            "license_key",
        ],
        assigns!("(?:encryption|signing|master)_?key|license_key"),
        "ENCRYPTION_KEY=«{b43}=»",
    ),
    context(
        "credential",
        Judge::Credential,
        &["credential", "creds"],
        assigns!("credential|creds"),
        "credentials = \"«{a32}»\"",
    ),
];
