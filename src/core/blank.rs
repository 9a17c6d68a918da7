//! What a workflow leaves open, because it is another one every time: `<version>`, `<path>`. A text that holds a blank
//! says how something is done, and no longer how it was done once.

use super::word_enum::word_enum;

word_enum! {
    pub enum Blank ("blank") {
        Version = "version",
        Date = "date",
        Ticket = "ticket",
        Path = "path",
        Address = "address",
        Number = "number",
        Name = "name",
    }
}

impl Blank {
    /// As it stands in a text.
    pub fn mark(self) -> String {
        format!("<{self}>")
    }

    /// The blank that is all of this text.
    pub fn read(text: &str) -> Option<Blank> {
        text.strip_prefix('<')?.strip_suffix('>')?.parse().ok()
    }

    /// The blank that this text begins with.
    pub fn at_start(text: &str) -> Option<Blank> {
        text.strip_prefix('<')?.split_once('>')?.0.parse().ok()
    }
}

/// Those that a text holds, in the order in which they come up.
pub fn blanks(text: &str) -> Vec<Blank> {
    let mut found = Vec::new();
    for blank in text.match_indices('<').filter_map(|(at, _)| Blank::at_start(&text[at..])) {
        if !found.contains(&blank) {
            found.push(blank);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_found_where_they_stand() {
        for (text, expected) in [
            ("tag v<version> of <path>, then <version>", vec![Blank::Version, Blank::Path]),
            ("`git checkout <name>`", vec![Blank::Name]),
            ("Vec<u8> and a < b > c, <b>version</b>", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(blanks(text), expected, "{text}");
        }
        assert_eq!(Blank::read("<date>"), Some(Blank::Date));
        assert_eq!(Blank::read("v<date>"), None);
    }
}
