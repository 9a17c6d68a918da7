//! The key by which two pitfalls are the same.

use crate::core::text;

/// Two pitfalls whose area and issue begin with the same characters are one.
const PITFALL_PREFIX: usize = 40;

/// The key of a pitfall, or `None` if it says too little.
pub fn pitfall_key(area: &str, issue: &str) -> Option<(String, String)> {
    let key = (key_prefix(area), key_prefix(issue));
    (!key.0.is_empty() && !key.1.is_empty()).then_some(key)
}

fn key_prefix(s: &str) -> String {
    text::head(&text::normalise(&text::inert(s)), PITFALL_PREFIX).to_owned()
}
