//! Pseudo-random numbers and words that are the same in every run.

pub(super) const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Xorshift: enough to look random.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: &str) -> Chance {
        let seed = seed.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Chance(seed | 1)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    pub(super) fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    pub(super) fn word(&mut self, alphabet: &str, length: usize) -> String {
        (0..length).map(|_| char::from(alphabet.as_bytes()[self.below(alphabet.len())])).collect()
    }

    /// Like what a password manager makes: both cases and a digit.
    pub(super) fn password(&mut self, length: usize) -> String {
        loop {
            let word = self.word(ALNUM, length);
            let kinds = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
            if kinds.iter().all(|kind| word.bytes().any(|byte| kind(&byte)))
                && word.starts_with(|c: char| c.is_ascii_alphabetic())
            {
                return word;
            }
        }
    }
}

/// Shannon's bits for each character.
pub(super) fn entropy(word: &str) -> f64 {
    let mut counts = std::collections::BTreeMap::new();
    word.bytes().for_each(|byte| *counts.entry(byte).or_insert(0.0) += 1.0);
    let all = word.len() as f64;
    counts.values().map(|count| -(count / all) * f64::log2(count / all)).sum()
}
