//! A row of the table of detectors, and the samples that test it.

/// One kind of secret: how it is noticed, what it looks like, and what must hold besides.
pub struct Detector {
    pub name: &'static str,
    /// The shape, read from a literal on. A group marks what is masked; without one it is the whole match. One that is named
    /// `gap` is what may not be long.
    pub pattern: &'static str,
    /// Strings one of which every such secret contains, in any case: no pattern is tried without one.
    pub literals: &'static [&'static str],
    pub(super) sample: &'static str,
    /// How many bytes of the secret stand before the literal.
    pub(super) lead: usize,
    pub(super) left: Left,
    pub(super) judge: Judge,
}

/// What may stand before the match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// No letter and no digit: otherwise it is the middle of some longer word.
    Edge,
    Digit,
    /// A name, as a word of its own.
    Name,
    Anything,
}

/// What must hold besides the shape.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// Nothing: nobody but the issuer writes this shape. Fillers (`ghp_xxxx`) still stay.
    Shape,
    /// The place says that it is a secret; only placeholders and references (`$TOKEN`) stay.
    Place,
    /// A program is handed it by an option, and no other program stands between them.
    Handed,
    /// A number that opens something.
    Pin,
    /// The place is a hint: the value must look random too.
    Random,
    /// `name = value`, where short and wordy values count.
    Password,
    /// `name = value`, where a wordy value is more likely a name or a type.
    Credential,
    /// A sentence that tells a password.
    Told,
    /// The place is a hint: the value must be like no word or name.
    Unmistakable,
    /// The place is made for secrets, though others stand there too: the value must be random or like no word or name.
    Likely,
    /// What follows are the arguments of a command that takes a secret.
    Argument,
    /// A program that takes a secret reads it.
    Fed,
    /// The answer to a question for a secret.
    Asked,
    /// `name:password`
    Pair,
    /// A random word in the same sentence as a word like "token".
    Nearby,
}

/// A secret known by its own shape.
pub(super) const fn token(
    name: &'static str,
    literals: &'static [&'static str],
    pattern: &'static str,
    sample: &'static str,
) -> Detector {
    Detector { name, pattern, literals, sample, lead: 0, left: Left::Edge, judge: Judge::Shape }
}

/// A secret known by what stands around it.
pub(super) const fn context(
    name: &'static str,
    judge: Judge,
    literals: &'static [&'static str],
    pattern: &'static str,
    sample: &'static str,
) -> Detector {
    Detector { name, pattern, literals, sample, lead: 0, left: Left::Anything, judge }
}

impl Detector {
    pub(super) const fn lead(self, lead: usize) -> Detector {
        Detector { lead, ..self }
    }

    pub(super) const fn after_digit(self) -> Detector {
        Detector { left: Left::Digit, ..self }
    }

    pub(super) const fn after_name(self) -> Detector {
        Detector { left: Left::Name, ..self }
    }

    pub(super) const fn at_edge(self) -> Detector {
        Detector { left: Left::Edge, ..self }
    }

    pub(super) const fn judged(self, judge: Judge) -> Detector {
        Detector { judge, ..self }
    }

    /// A text with such a secret in it. It is made up here and now: nothing in this repository looks like
    /// anyone's credential.
    pub fn sample(&self) -> Sample {
        let text = expand(self.sample, self.name);
        match text.split_once('«').and_then(|(before, rest)| Some((before, rest.split_once('»')?))) {
            Some((before, (secret, after))) => {
                Sample { before: before.into(), secret: secret.into(), after: after.into() }
            }
            None => Sample { before: String::new(), secret: text, after: String::new() },
        }
    }
}

/// An invented secret with its surroundings.
pub struct Sample {
    pub before: String,
    pub secret: String,
    pub after: String,
}

impl Sample {
    pub fn text(&self) -> String {
        format!("{}{}{}", self.before, self.secret, self.after)
    }
}

/// Fills `{a36}` with 36 letters and digits, `{h8}` hex, `{u8}` upper case, `{l8}` lower case, `{d8}` digits,
/// `{b8}` base64; the same for the same seed.
fn expand(template: &str, seed: &str) -> String {
    let mut noise = Noise::new(seed);
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        match field(after) {
            Some((alphabet, count, tail)) => {
                out.extend((0..count).map(|i| noise.pick(alphabet, i)));
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

fn field(text: &str) -> Option<(&'static str, usize, &str)> {
    let (inside, tail) = text.split_once('}')?;
    let alphabet = match inside.get(..1)? {
        "a" => "aKbQ3cXdR7eYfT9gZhW2jVkU5mPnS4",
        "b" => "aKbQ3+cXdR7eYf/T9gZhW2jVkU5mPnS4",
        "h" => "0a1b2c3d4e5f6789",
        "l" => "a1b2c3d4e5f6g7hjkmnpqrstvwxyz",
        "u" => "A2B3C4D5E6F7GHJKLMNPQRSTUVWXYZ",
        "d" => "1234567890",
        _ => return None,
    };
    Some((alphabet, inside[1..].parse().ok()?, tail))
}

/// A plain linear congruential generator: repeatable, and no more is asked of it.
struct Noise(u64);

impl Noise {
    fn new(seed: &str) -> Noise {
        Noise(seed.bytes().fold(0x9E37_79B9, |state, byte| state.wrapping_mul(31).wrapping_add(byte.into())))
    }

    /// Every third character is a digit or comes from the front of the alphabet, so that short pieces look random.
    fn pick(&mut self, alphabet: &str, position: usize) -> char {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let digits = "2345678";
        let from = if position % 3 == 2 { digits } else { alphabet };
        char::from(from.as_bytes()[(self.0 >> 33) as usize % from.len()])
    }
}
