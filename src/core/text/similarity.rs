//! Similarity of two texts, without a model.
//!
//! Words are compared by the groups of three letters they are made of: agents never inflect or
//! compound a word twice in the same way ("retries", "retrying", "retry loop"), and not every
//! language puts spaces between words. With the cosine of the two sets, a short line can resemble a
//! long question. The table in the tests shows where whole words fail.

use super::normalise;

/// The distinct letter groups of a text, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grams(Vec<[char; 3]>);

impl Grams {
    pub fn of(text: &str) -> Grams {
        let mut grams: Vec<[char; 3]> = normalise(text).split(' ').flat_map(of_word).collect();
        grams.sort_unstable();
        grams.dedup();
        Grams(grams)
    }
}

/// The ends of a word count, too: ` re`, `ret`, `etr`, `try`, `ry `.
fn of_word(word: &str) -> Vec<[char; 3]> {
    if word.is_empty() {
        return vec![];
    }
    let padded: Vec<char> = std::iter::once(' ').chain(word.chars()).chain([' ']).collect();
    padded.windows(3).map(|gram| [gram[0], gram[1], gram[2]]).collect()
}

/// Shared groups over the geometric mean of both counts, from 0 to 1. A text without words
/// resembles nothing.
pub fn similarity(a: &Grams, b: &Grams) -> f64 {
    let scale = (a.0.len() as f64 * b.0.len() as f64).sqrt();
    if scale > 0.0 { shared(&a.0, &b.0) as f64 / scale } else { 0.0 }
}

fn shared(a: &[[char; 3]], b: &[[char; 3]]) -> usize {
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, count) = (i + 1, j + 1, count + 1),
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::text::words::Words;

    fn alike(a: &str, b: &str) -> f64 {
        similarity(&Grams::of(a), &Grams::of(b))
    }

    /// A question, the line it is about, and one it is not about.
    const TABLE: [(&str, &str, &str); 8] = [
        ("retrying requests", "the client must retry a request once", "the layout must wrap on a phone"),
        ("parser tokenization", "tokenizer drops trailing newline", "migrations run in one transaction"),
        (
            "authenticate users",
            "authentication loses the user session",
            "the cache is rebuilt on every start",
        ),
        ("Fehlermeldungen", "die Fehlermeldung nennt keine Datei", "der Test läuft ohne Netz"),
        ("設定ファイルの読み込み", "設定ファイルを読む前に検証する", "画面の色を変える"),
        ("sqlite locking", "SQLite locks the database while the worker writes", "render the index first"),
        (
            "why does the login page hang after a timeout of the session store in production",
            "session store timeout must be handled",
            "page footer must be centred in the layout",
        ),
        (
            "fix failing test in src/auth.rs",
            "src/auth.rs: expiry is never checked",
            "src/pay.rs: charge is retried",
        ),
    ];

    /// Letter groups tell all eight apart, clearly; whole words only three.
    #[test]
    fn what_it_is_about_comes_first() {
        for (question, about, other) in TABLE {
            let (near, far) = (alike(question, about), alike(question, other));
            assert!(near > 1.5 * far && near > 0.3, "{question}: {near:.2} against {far:.2}");
        }
        let by_words = |a: &str, b: &str| Words::of(a).similarity(&Words::of(b));
        let told_apart = TABLE
            .iter()
            .filter(|(question, about, other)| by_words(question, about) > by_words(question, other));
        assert_eq!(told_apart.count(), 3);
    }

    #[test]
    fn ends() {
        assert_eq!(alike("run the tests", "Run the TESTS!"), 1.0);
        assert_eq!(alike("", ""), 0.0);
        assert_eq!(alike("abc", "xyz"), 0.0);
    }

    proptest! {
        #[test]
        fn a_share_and_the_same_both_ways(a in "\\PC{0,60}", b in "\\PC{0,60}") {
            let found = alike(&a, &b);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&found));
            prop_assert_eq!(found, alike(&b, &a));
        }
    }
}
