//! What something written is worth: how often it was used, and how many errors it speaks to.

use std::collections::BTreeSet;

/// Shorter keys stand in too many messages.
const SHORTEST_KEY: usize = 4;

/// How many of the error messages name something that the artifact is about.
pub fn errors_spoken_to<'a>(keys: &BTreeSet<String>, messages: impl IntoIterator<Item = &'a str>) -> u32 {
    let keys: Vec<&str> = keys.iter().map(String::as_str).filter(|key| key.len() >= SHORTEST_KEY).collect();
    let names = |message: &&str| {
        let message = message.to_lowercase();
        keys.iter().any(|key| message.contains(key))
    };
    messages.into_iter().filter(names).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_is_spoken_to() {
        let keys = BTreeSet::from(["errcheck".to_owned(), "go".to_owned()]);
        let messages = ["x.go:3: Errcheck: value not checked", "go vet failed", "timeout"];
        assert_eq!(errors_spoken_to(&keys, messages), 1);
        assert_eq!(errors_spoken_to(&BTreeSet::new(), messages), 0);
    }
}
