//! Tests for values: a secret, as opposed to a name, a type, a reference or a placeholder.
//!
//! People and agents write about passwords far more often than they write one down, and a memory
//! full of false masks teaches nothing. So a value must earn its mask, by its position or by
//! looking random.

use super::random::{has_digit, looks_random};
use crate::core::text::head;

/// Words that make a value a stand-in wherever they occur in it.
const STAND_INS: &str = "bar baz change changeme dummy example fake fixme foo foobar here hidden insert lorem masked \
    mock mocked nil none null omitted placeholder redacted removed replace replaceme sample tbd todo truncated \
    undefined unset your yours";

/// Words that say nothing, so that a value of only these is not a secret: names, types, states and
/// labels.
const HOLLOW: &str = "a access admin any api app auth basic bearer bool boolean bytes client code confirm credential \
    credentials current db default dev disabled enabled env expired false header id in incorrect int invalid is jwt \
    key keys local login missing my name new no not number oauth object of old optional or pass passphrase passwd \
    password prod production pwd refresh required root secret secrets session some staging str string super test \
    testing text the this to token tokens true type unknown user username val valid value varchar void wrong";

/// Words that only occur in sentences.
const GLUE: &str = "and are be by can cannot does for must on was with you";

/// Terms with a digit, which are not chosen passwords.
const TERMS: &str = "aes128 aes256 argon2 argon2id base32 base58 base64 base64url ed25519 es256 float32 float64 hs256 http2 \
    http3 int16 int32 int64 md5 oauth1 oauth2 pbkdf2 rs256 sha1 sha256 sha512 uint16 uint32 uint64 uint8 utf16 utf8 web3 \
    x25519 x509";

/// Suffixes of variables about a password.
const PASSWORD_PARTS: &str = "Confirm Confirmation Field Hash Input Reset Salt Token Value";

const UNITS: &str =
    "bit byte char character day digit hour letter minute month symbol word year zeichen tage";

/// Words that turn a number beside them into a rule.
const LIMITS: &str = "after allow allowed attempt attempts contain contains every exactly expire expires has have least \
    length long longer max maximum min minimum more most need needs only over per than tries under until within";

const FILE_ENDINGS: &str = "env go js json key md pem py rs toml ts tsx txt yaml yml";

pub(super) fn is_one_of(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Longer text is not a stand-in, whatever words it contains.
const LONGEST_STAND_IN: usize = 64;

/// Text in the place of a secret that is not one.
pub(super) fn is_placeholder(value: &str) -> bool {
    is_filler(value) || (value.len() <= LONGEST_STAND_IN && is_stand_in(&value.to_lowercase()))
}

fn is_stand_in(value: &str) -> bool {
    let pieces: Vec<&str> =
        value.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty()).collect();
    let is_made_up = |piece: &str| is_one_of(STAND_INS, piece) || (piece == "test" && !has_digit(value));
    pieces.iter().all(|piece| is_one_of(HOLLOW, piece))
        || pieces.iter().any(|piece| is_made_up(piece))
        || ["changeme", "placeholder", "yourpass", "yourapi", "your_"].iter().any(|word| value.contains(word))
}

/// `xxxx`, `****`, `sk-…`: a shape without content.
pub(super) fn is_filler(value: &str) -> bool {
    let value = head(value, 4 * LONGEST_STAND_IN);
    let solid = value.chars().filter(|c| c.is_alphanumeric()).count();
    let crosses = value.chars().filter(|c| matches!(c, 'x' | 'X')).count();
    value.contains("...")
        || value.contains('…')
        || value.contains("***")
        || (crosses >= 3 && crosses * 2 >= solid)
}

/// A variable, a call, a template, a path or a URL, which says where the secret is.
pub(super) fn is_reference(value: &str, quoted: bool) -> bool {
    let path = ["/", "./", "../", "~/", "@/"].iter().any(|start| value.starts_with(start));
    path || value.contains("://")
        || value.contains(r":\")
        || has_substitution(value)
        || is_file_name(value)
        || (!quoted && is_expression(value))
}

fn is_expression(value: &str) -> bool {
    let pointer = value.strip_prefix(['*', '&']).is_some_and(is_identifier);
    let variable =
        value.strip_prefix('$').is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    pointer || variable || value.contains(['(', '[', '{']) || value.contains("::") || is_member_access(value)
}

fn has_substitution(value: &str) -> bool {
    let inner = value.strip_prefix('$').or_else(|| value.strip_prefix('%').map(|v| v.trim_end_matches('%')));
    inner.is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
        || value.starts_with(['<', '{', '['])
        || value.contains("${")
        || value.contains("$(")
        || value.contains("{{")
        || value.contains("%s")
        || value.contains("$env:")
}

/// `process.env.API_KEY`, `response.data.token`, `user.password`.
fn is_member_access(value: &str) -> bool {
    let value = value.trim_end_matches(['?', '!']);
    value.contains('.') && value.split('.').all(|part| is_identifier(part) && !looks_random(part))
}

fn is_file_name(value: &str) -> bool {
    value
        .rsplit_once('.')
        .is_some_and(|(stem, extension)| !stem.is_empty() && is_one_of(FILE_ENDINGS, extension))
}

fn is_identifier(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && word.bytes().next().is_some_and(|first| !first.is_ascii_digit())
}

/// Whether it looks like a chosen password, rather than a word of the sentence or of the program.
pub(super) fn looks_chosen(value: &str) -> bool {
    let letter = value.chars().any(char::is_alphabetic);
    let plain = value.split(['-', '_', '.']).any(|piece| is_term(piece) || is_made_with_term(piece));
    let spaced = value.contains(char::is_whitespace);
    value.len() >= 6
        && letter
        && (has_digit(value) || has_mark(value))
        && !spaced
        && !plain
        && !is_version(value)
        && !is_variable(value)
}

/// `utf8encoded`
fn is_made_with_term(word: &str) -> bool {
    let made = |rest: &str| rest.len() >= 3 && rest.bytes().all(|byte| byte.is_ascii_lowercase());
    TERMS.split(' ').any(|term| word.strip_prefix(term).is_some_and(made))
}

/// `passwordHash2`
fn is_variable(value: &str) -> bool {
    let kind = value.strip_prefix("password").map(|kind| kind.trim_end_matches(|c: char| c.is_ascii_digit()));
    kind.is_some_and(|kind| is_one_of(PASSWORD_PARTS, kind))
}

pub(super) fn is_term(word: &str) -> bool {
    is_one_of(TERMS, &word.to_lowercase())
}

/// `12-character`, `90days`: the length or age of a password.
pub(super) fn is_measure(value: &str) -> bool {
    let unit = value.trim_start_matches(|c: char| c.is_ascii_digit());
    let unit = unit.strip_prefix('-').unwrap_or(unit).trim_end_matches('s');
    unit.len() < value.len() && is_one_of(UNITS, &unit.to_lowercase())
}

/// `ada@example.org`
pub(super) fn is_address(value: &str) -> bool {
    value.split_once('@').is_some_and(|(who, host)| !who.is_empty() && host.contains('.') && !has_mark(host))
}

fn has_mark(value: &str) -> bool {
    value.bytes().any(|byte| b"!@#$%^&*+?~".contains(&byte))
}

/// `v1.2.3`, `2.0.1-rc3`
fn is_version(value: &str) -> bool {
    let mut numbers = value.trim_start_matches('v').split('.');
    is_number(numbers.next()) && is_number(numbers.next())
}

fn is_number(part: Option<&str>) -> bool {
    part.is_some_and(|part| part.parse::<u32>().is_ok())
}

/// `correct horse battery staple`, `blue horse 77 zebra`: words that form neither a sentence nor a
/// rule for passwords.
pub(super) fn is_word_list(value: &str) -> bool {
    let (numbers, words): (Vec<&str>, Vec<&str>) =
        value.split(' ').partition(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let is_plain = |word: &&str| word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_said = |word: &&str| is_one_of(HOLLOW, word) || is_one_of(GLUE, word);
    let counts = |word: &&str| is_one_of(UNITS, word.trim_end_matches('s')) || is_one_of(LIMITS, word);
    words.len() >= 3
        && words.len() + numbers.len() >= 4
        && words.iter().all(is_plain)
        && !words.iter().any(|word| is_said(word) || (!numbers.is_empty() && counts(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_no_secrets() {
        for value in [
            "xxx",
            "xxxxxxxx",
            "your-api-key",
            "YOUR_TOKEN_HERE",
            "changeme",
            "changeme123",
            "example",
            "****",
            "my-secret",
            "test_token",
            "<token>",
            "string",
            "null",
            "...",
            "REPLACE_ME_1",
            "sk-...",
            "password",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in ["hunter2", "supersecret", "correct-horse-battery", "a1b2c3d4", "letmein", "Tr0ub4dor&3"]
        {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn references_are_no_secrets() {
        for value in [
            "$TOKEN",
            "${TOKEN}",
            "$(gh auth token)",
            "%TOKEN%",
            "{{ token }}",
            "{token}",
            "/run/secrets/db",
            "process.env.API_KEY",
            "getpass()",
            "os.environ['X']",
            "user.password",
            "~/.ssh/id_ed25519",
            "https://example.org/x",
            "Foo::bar",
            "secrets.yaml",
            "this.token!",
        ] {
            assert!(is_reference(value, false), "{value}");
        }
        for value in ["hunter2", "pa$$word1", "a.b1c2d3e4f5", "abc(def"] {
            assert!(!is_reference(value, true), "{value}");
        }
    }
}
