//! What something written is worth: how often it was used, and how many errors it speaks to.

use std::collections::BTreeSet;

/// Shorter keys stand in too many messages.
const SHORTEST_KEY: usize = 4;

/// The messages of errors, as keys are looked for in them.
pub struct Messages(Vec<String>);

impl Messages {
    pub fn of<'a>(messages: impl IntoIterator<Item = &'a str>) -> Messages {
        Messages(messages.into_iter().map(str::to_lowercase).collect())
    }

    /// How many of them name something that the artifact is about.
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
