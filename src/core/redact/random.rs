//! Does this look like something a generator made? Entropy alone cannot tell: identifiers and paths have as much
//! of it as passwords. What they do not have is letters and digits that keep changing places.

/// Like something a generator made: letters and digits keep changing places, or it is hex, or it has no vowels.
pub(super) fn looks_random(value: &str) -> bool {
    value.len() >= 8
        && (is_mixed_hex(value) || switches(value) >= 3 || is_unspeakable(value))
        && !is_moment(value)
}

fn is_mixed_hex(value: &str) -> bool {
    value.len() >= 16
        && value.split('-').all(is_hex)
        && has_digit(value)
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// How often a letter follows a digit or a digit a letter; short parts of a name (`k8s`, `v2`) say nothing.
fn switches(value: &str) -> usize {
    let is_switch = |pair: &[u8]| {
        (pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic())
            || (pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    let parts = value.split(['-', '_', '.', '/', ':']).filter(|part| part.len() >= 5);
    parts.map(|part| part.as_bytes().windows(2).filter(|pair| is_switch(pair)).count()).sum()
}

fn is_unspeakable(value: &str) -> bool {
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let vowels = value.bytes().filter(|byte| b"aeiouyAEIOUY".contains(byte)).count();
    let cases =
        value.bytes().any(|b| b.is_ascii_lowercase()) && value.bytes().any(|b| b.is_ascii_uppercase());
    value.len() >= 20
        && cases
        && letters * 2 > value.len()
        && vowels * 4 < letters
        && bits_per_char(value) > 3.5
}

/// An id, unless it is the very value of a credential.
pub(super) fn is_uuid(value: &str) -> bool {
    let groups = value.split('-').map(|group| if is_hex(group) { group.len() } else { 0 });
    groups.eq([8, 4, 4, 4, 12])
}

fn is_hex(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// `2024-05-01T10:20:30Z`
fn is_moment(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-' && bytes[..4].iter().all(u8::is_ascii_digit)
}

/// Random beyond doubt: what is asked of a word that merely stands near "token". Hashes and ids are not.
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

/// Shannon entropy of the characters, in bits.
fn bits_per_char(value: &str) -> f64 {
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
        for value in ["a1b2c3d4", "3f2a9c1e77b04d1f", "s3cr3tvalue", "dGhrcyBwcyBzIHRlc3QgcXdydHpwc2RmZw"] {
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
