//! Sentences and lines that state a secret without the noun and link that `told` reads.

use super::detector::{Detector, Judge, Left, context};

macro_rules! value {
    () => {
        r#"["'`(]?([^\s"'`,;]{8,})"#
    };
}

pub(super) static SAYINGS: &[Detector] = &[
    context(
        "told-pass",
        Judge::Unmistakable,
        &["and pass ", "with pass ", "use pass ", ", pass ", "und pass ", "mit pass "],
        concat!("(?i)(?:and|with|use|,|und|mit) pass ", value!()),
        "the code 493021 and pass «{a20}»",
    ),
    context(
        "told-login",
        Judge::Unmistakable,
        &["login with ", "log in with ", "login using ", "log in using ", "sign in with ", "sign in using "],
        concat!("(?i)(?:log|sign) ?in (?:with|using) ", value!()),
        "sign in using «{a20}» there",
    ),
    context(
        "listed-credential",
        Judge::Unmistakable,
        &["credentials", "creds", "zugangsdaten", "login data"],
        concat!(
            r"(?i)(?:credentials|creds|zugangsdaten|login data)[^\n]{0,60}:[ \t]*\r?\n(?:[^\n]{0,80}\n){0,3}?[ \t*-]*",
            r#"["'`]?([^\s"'`,;]*[0-9][^\s"'`,;]*)["'`]?[ \t]*(?:\r?\n|$)"#,
            // A dialog joined on one line.
            r"|(?i)(?:credentials|creds|zugangsdaten|login data)[^\n:]{0,60}:\s+(?:user(?:name)?|login|name|benutzer)",
            r"\s?[:=]\s?[^\s,;]+[\s,;]+",
            value!(),
        ),
        "The credentials for the sandbox are:\nuser: ada\n«{a20}»\n",
    ),
    context(
        "answered-secret",
        Judge::Asked,
        &["? → ", "？ → ", "… → "],
        r#"(?:\?|？|…) → ["'`]?([^\s"'`,;]{4,})"#,
        "Which password should it use? → «{a20}»",
    ),
    context(
        "header-secret",
        Judge::Likely,
        &["-h ", "-h=", "-h\"", "-h'", "--header"],
        r#"(?:-H|--header)[ =]{0,4}["'](?i:[a-z-]*(?:key|token|auth|secret)[a-z-]*): ?([^\s"']{8,})"#,
        "curl -H 'Key: «{a16}»' https://api.example",
    ),
    context(
        "named-password",
        Judge::Pair,
        &[":"],
        r#":([A-Za-z0-9][^\s:/"'`,;=(){}\[\]<>|&@]{7,63})(?:[\s"'`)\]&,;<@]|$)"#,
        "it is ada:«{a20}»",
    )
    .after(Left::Name),
];
