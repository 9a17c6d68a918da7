//! Tests for generated text. Entropy alone is not enough: identifiers and paths have as much of it
//! as passwords. They do not have letters and digits that keep alternating, or pairs of letters
//! that never occur in words.

/// For each letter, those that often follow it in words and identifiers: 300 pairs, which are 97 %
/// of all pairs in such words and 44 % of all possible pairs.
const FOLLOWERS: [&str; 26] = [
    "bcdfgiklmnprstuvwy",
    "abcdefilorstu",
    "acefhiklorstuy",
    "abcdefgilorsu",
    "abcdefghilmnopqrstuvwxy",
    "abdefilortuy",
    "aeghilnorsu",
    "aeimortuy",
    "abcdefglmnoprstvxz",
    "eou",
    "aeis",
    "acdeilopstuvy",
    "abeilmopsu",
    "acdefgiklmnorstuvy",
    "abcdfgiklmnoprstuvw",
    "aehiloprstu",
    "u",
    "abcdefgiklmnoprstuvy",
    "acehiklmopstuwy",
    "acehilmorstuy",
    "abcdefgilmnprst",
    "aeio",
    "aehinors",
    "ceipt",
    "eilmnps",
    "aei",
];

/// Whether it looks generated: letters and digits keep alternating, or it is hex, or it cannot be
/// pronounced.
pub(super) fn looks_random(value: &str) -> bool {
    let (switches, odd) = (switches(value), odd_letters(value));
    let disordered = odd >= 2 || (odd == 1 && switches >= 2);
    value.len() >= 8
        && (is_mixed_hex(value) || switches >= 3 || is_unspeakable(value) || (disordered && has_digit(value)))
        && !is_moment(value)
}

/// Letters whose case no word explains: a small one or a capital among others, as in `vo119BSIGk`.
fn odd_letters(value: &str) -> usize {
    let bytes = value.as_bytes();
    let is_odd = |at: usize| {
        let (before, after) = (at.checked_sub(1).map(|at| bytes[at]), bytes.get(at + 1));
        match bytes[at] {
            byte if byte.is_ascii_lowercase() => {
                before.is_some_and(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
                    && after.is_none_or(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            }
            byte if byte.is_ascii_uppercase() => {
                before.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
                    && after.is_none_or(|byte| byte.is_ascii_digit())
            }
            _ => false,
        }
    };
    (0..bytes.len()).filter(|at| is_odd(*at)).count()
}

fn is_mixed_hex(value: &str) -> bool {
    value.len() >= 16
        && value.split('-').all(is_hex)
        && has_digit(value)
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The number of changes between letters and digits; short parts of a name (`k8s`, `v2`) do not
/// count.
pub(super) fn switches(value: &str) -> usize {
    let parts = value.split(['-', '_', '.', '/', ':']).filter(|part| part.len() >= 5);
    parts.map(|part| part.as_bytes().windows(2).filter(|pair| is_switch(pair)).count()).sum()
}

fn is_switch(pair: &[u8]) -> bool {
    (pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic())
        || (pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
}

/// The number of letter pairs that no word has, and the number of all pairs. A pair across the
/// start of a word (`getUser`) does not count.
pub(super) fn rare_pairs(value: &str) -> (usize, usize) {
    let bytes = value.as_bytes();
    let (mut rare, mut pairs) = (0, 0);
    for (at, pair) in bytes.windows(2).enumerate() {
        if !pair[0].is_ascii_alphabetic() || !pair[1].is_ascii_alphabetic() {
            continue;
        }
        let hump = pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        let in_word = bytes.get(at + 2).is_none_or(|next| next.is_ascii_lowercase());
        if hump && in_word && at > 0 && bytes[at - 1].is_ascii_alphabetic() {
            continue;
        }
        let followers = FOLLOWERS[usize::from(pair[0].to_ascii_lowercase() - b'a')];
        pairs += 1;
        rare += usize::from(hump || !followers.as_bytes().contains(&pair[1].to_ascii_lowercase()));
    }
    (rare, pairs)
}

/// Only, or nearly only, letters that form no words.
fn is_unspeakable(value: &str) -> bool {
    let (rare, pairs) = rare_pairs(value);
    rare >= 3 && rare * 3 >= pairs && pairs * 2 >= value.len() && bits_per_char(value) > 2.5
}

/// An id, unless it is the value of a credential.
pub(super) fn is_uuid(value: &str) -> bool {
    let groups = value.split('-').map(|group| if is_hex(group) { group.len() } else { 0 });
    groups.eq([8, 4, 4, 4, 12])
}

fn is_hex(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `2024-05-01T10:20:30Z`
pub(super) fn is_moment(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[..4].iter().all(u8::is_ascii_digit)
}

/// Random beyond doubt, as required of a word among the arguments of a command. Hashes and ids are
/// not.
pub(super) fn is_high_entropy(word: &str) -> bool {
    let kinds = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
    let has_all = kinds.iter().all(|kind| word.bytes().any(|byte| kind(&byte)));
    let speakable = word.split('/').all(|part| part.len() < 12 || switches(part) < 3);
    word.len() >= 20
        && has_all
        && switches(word) >= 4
        && bits_per_char(word) > 3.6
        && !speakable
        && !is_moment(word)
}

/// The Shannon entropy of the characters, in bits.
pub(super) fn bits_per_char(value: &str) -> f64 {
    let mut counts = [0u32; 256];
    value.bytes().for_each(|byte| counts[usize::from(byte)] += 1);
    let total = value.len() as f64;
    counts.iter().filter(|&&n| n > 0).map(|&n| f64::from(n) / total).map(|p| -p * p.log2()).sum()
}

pub(super) fn has_digit(value: &str) -> bool {
    value.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn randomness_is_told_from_words() {
        for value in [
            "a1b2c3d4",
            "3f2a9c1e77b04d1f",
            "s3cr3tvalue",
            "dGhrcyBwcyBzIHRlc3QgcXdydHpwc2RmZw",
            "qzXvbKwTRfjLpm",
        ] {
            assert!(looks_random(value), "{value}");
        }
        for value in [
            "identifier",
            "my-k8s-secret-v2",
            "access_token_v2",
            "my-service-prod-2",
            "2024-05-01T10:20:30Z",
            "getUserByEmailAddress",
            "CommonPrefixTest",
            "postgresqlClientPool",
            "utf8",
            "aaaaaaaa",
        ] {
            assert!(!looks_random(value), "{value}");
        }
    }

    #[test]
    fn hashes_and_paths_are_not_high_entropy() {
        for word in [
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "123e4567-e89b-12d3-a456-426614174000",
            "src/core/redact/value2/Some4File",
            "packages/client-v2/src/Auth2Provider/index",
            "CLAUDE_CODE_MAX_OUTPUT_TOKENS_2",
            "useInfiniteScrollWithToken2",
        ] {
            assert!(!is_high_entropy(word), "{word}");
        }
        assert!(is_high_entropy("aB3dE5fG7hJ9kL2mN4pQ"));
    }
}
