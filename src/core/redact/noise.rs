//! Invented secrets for samples: nothing in this repository looks like a credential until a test
//! runs.

/// A linear congruential generator, which only needs to be repeatable.
pub(super) struct Noise(u64);

impl Noise {
    pub(super) fn new(seed: &str) -> Noise {
        Noise(seed.bytes().fold(0x9E37_79B9, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into())))
    }

    /// Every third character is a digit, so that short pieces look random.
    pub(super) fn word(&mut self, class: u8, length: usize) -> String {
        let alphabet = match class {
            b'b' => "aKbQ3+cXdR7eYf/T9gZhW2jVkU5mPnS4",
            b'd' => "1234567890",
            b'h' | b'H' => "0a1b2c3d4e5f6789",
            b'l' => "a1b2c3d4e5f6g7hjkmnpqrstvwxyz",
            b'u' => "A2B3C4D5E6F7GHJKLMNPQRSTUVWXYZ",
            _ => "aKbQ3cXdR7eYfT9gZhW2jVkU5mPnS4",
        };
        (0..length).map(|at| self.pick(if at % 3 == 2 { "2345678" } else { alphabet })).collect()
    }

    fn pick(&mut self, from: &str) -> char {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        char::from(from.as_bytes()[(self.0 >> 33) as usize % from.len()])
    }

    /// Fills the fields of a template such as `DB_PASSWORD=«{a24}»`.
    pub(super) fn fill(&mut self, template: &str) -> String {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let field = after.split_once('}').and_then(|(field, tail)| {
                let (class, count) = (*field.as_bytes().first()?, field.get(1..)?.parse().ok()?);
                class.is_ascii_alphabetic().then(|| (self.word(class, count), tail))
            });
            match field {
                Some((word, tail)) => {
                    out.push_str(&word);
                    rest = tail;
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out + rest
    }
}
