//! A row of the table of detectors, and the samples that test it.

use std::ops::Range;

use super::noise::Noise;
use super::template::Template;

/// One kind of secret: how it is noticed, and what it looks like.
pub struct Detector {
    pub name: &'static str,
    pub(super) how: How,
    /// The secret stands between «», with digits and letters for `{a24}`.
    pub(super) sample: &'static str,
}

/// How a secret is found.
pub(super) enum How {
    /// By its own shape: templates, set apart by spaces. Where `unsure`, it has to look random besides.
    Shape { forms: &'static str, unsure: bool },
    /// By what stands around it: a pattern, tried where one of the literals stands.
    Place { literals: &'static [&'static str], pattern: &'static str, left: Left, judge: Judge },
    /// By one of these words in its name: `api_key` in any spelling. What begins with `_` has to follow another word.
    Name { words: &'static str, announces: Announces },
    /// By an option of one of these programs, and the mark before it in what the option takes.
    Option { programs: &'static [&'static str], options: &'static str, mark: &'static str },
    /// In a sentence, by what a password or a key is called in any language.
    Said { keys: bool },
    /// By a function of its own, at one of the literals.
    At { literals: &'static [&'static str], find: fn(&str, usize) -> Vec<Range<usize>> },
    /// By a function of its own that reads the whole text.
    Everywhere(fn(&str) -> Vec<Range<usize>>),
}

/// What a name says of its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Announces {
    /// People choose it: short and wordy values count.
    Password,
    /// The word means other things, too: people choose no plain word.
    Chosen,
    /// A generator made it: a wordy value is a name or a type.
    Credential,
    /// The name means other things, too: the value has to look random.
    Perhaps,
    /// It is a service that gives credentials: whatever else the name says, the value has to look random.
    Service,
}

/// What may stand before the match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// No letter and no digit: otherwise it is the middle of some longer word.
    Edge,
    /// A name, as a word of its own.
    Name,
    Anything,
}

/// What must hold besides the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The place says that it is a secret; only placeholders and references (`$TOKEN`) stay.
    Place,
    /// A program is handed it by an option, and no other program stands between them.
    Handed,
    /// A number that opens something.
    Pin,
    /// The place is a hint: the value must look random too.
    Random,
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
}

/// A secret known by its own shape.
pub(super) const fn token(name: &'static str, forms: &'static str) -> Detector {
    Detector { name, how: How::Shape { forms, unsure: false }, sample: "" }
}

/// A shape that other things have, too.
pub(super) const fn unsure(name: &'static str, forms: &'static str) -> Detector {
    Detector { name, how: How::Shape { forms, unsure: true }, sample: "" }
}

/// A secret known by what stands around it.
pub(super) const fn context(
    name: &'static str,
    judge: Judge,
    literals: &'static [&'static str],
    pattern: &'static str,
    sample: &'static str,
) -> Detector {
    Detector { name, how: How::Place { literals, pattern, left: Left::Anything, judge }, sample }
}

impl Detector {
    pub(super) const fn after(self, left: Left) -> Detector {
        match self.how {
            How::Place { literals, pattern, judge, .. } => {
                Detector { how: How::Place { literals, pattern, left, judge }, ..self }
            }
            _ => self,
        }
    }

    /// A text with such a secret in it, made up here and now.
    pub fn sample(&self) -> Sample {
        let mut noise = Noise::new(self.name);
        let text = match self.how {
            How::Shape { forms, .. } => {
                let first = forms.split(' ').next().and_then(Template::parse);
                first.map(|template| template.sample(&mut noise)).unwrap_or_default()
            }
            _ => noise.fill(self.sample),
        };
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
