//! Mentions in error messages: how many errors name something that an artifact is about.

use std::collections::BTreeSet;

/// Shorter keys occur in too many messages.
const SHORTEST_KEY: usize = 4;

/// Error messages in lower case, like the keys.
pub struct Messages(Vec<String>);

impl Messages {
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a str>) -> Messages {
        Messages(messages.into_iter().map(str::to_lowercase).collect())
    }

    /// The number of messages that name something the artifact is about.
    pub fn naming(&self, keys: &BTreeSet<String>) -> u32 {
        let keys: Vec<&String> = keys.iter().filter(|key| key.len() >= SHORTEST_KEY).collect();
        let names = |message: &&String| keys.iter().any(|key| message.contains(*key));
        self.0.iter().filter(names).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_named_is_spoken_to() {
        let keys = BTreeSet::from(["errcheck".to_owned(), "go".to_owned()]);
        let messages = Messages::of(["x.go:3: Errcheck: value not checked", "go vet failed", "timeout"]);
        assert_eq!(messages.naming(&keys), 1);
        assert_eq!(messages.naming(&BTreeSet::new()), 0);
    }
}
