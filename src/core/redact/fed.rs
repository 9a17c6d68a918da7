//! Secrets that are piped, or passed as a here-string, to a program that takes one.

use std::ops::Range;

use super::likely::likely;
use super::value::is_one_of;
use super::words::floor;

pub(super) const HERE: &str = "<<<";

/// Parts of the names and arguments of commands that take a secret.
const TAKERS: [&str; 12] = [
    "pass",
    "crypt",
    "secret",
    "vault",
    "login",
    "auth",
    "token",
    "credential",
    "sudo",
    "unlock",
    "keyring",
    "gpg",
];

/// Programs that read any text.
const READERS: &str = "awk base64 bc cat cut diff egrep fgrep grep head jq less md5sum node od perl python python3 rg ruby sed \
    sha1sum sha256sum sort tail tee tr wc xxd";

const REACH: usize = 160;

/// `start` is the position of the literal: before the program if the value is piped to it,
/// otherwise after it.
pub(super) fn secret(text: &str, start: usize, range: Range<usize>) -> Option<Range<usize>> {
    let command = match text[start..].starts_with(HERE) {
        true => before(text, start),
        false => after(text, range.end)?,
    };
    takes_secret(command).then(|| likely(text, range)).flatten()
}

fn before(text: &str, here: usize) -> &str {
    let nearby = &text[floor(text, here.saturating_sub(REACH))..here];
    nearby.rsplit(is_joint).next().unwrap_or_default()
}

fn after(text: &str, value: usize) -> Option<&str> {
    let nearby = &text[value..floor(text, (value + REACH).min(text.len()))];
    let command = nearby.trim_start_matches(['"', '\'', ' ']).strip_prefix('|')?;
    command.split(is_joint).next()
}

fn is_joint(c: char) -> bool {
    matches!(c, '\n' | '|' | ';' | '&' | '`')
}

fn takes_secret(command: &str) -> bool {
    let program = command.split_whitespace().next().unwrap_or_default();
    !is_one_of(READERS, program) && TAKERS.iter().any(|taker| command.to_lowercase().contains(taker))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_what_it_does() {
        for (command, expected) in [
            ("passwd --stdin bob ", true),
            ("cryptsetup luksOpen /dev/sda x ", true),
            (" vault kv put s/x v=-", true),
            (" gh auth login --with-token", true),
            ("grep token ", false),
            (" jq .access_token", false),
            ("make build ", false),
            ("", false),
        ] {
            assert_eq!(takes_secret(command), expected, "{command}");
        }
    }
}
