//! A row of the table of detectors, and the samples that test it.

use std::ops::Range;

use super::noise::Noise;
use super::template::Template;

/// One kind of secret: how it is found, and what it looks like.
pub struct Detector {
    pub name: &'static str,
    pub(super) how: How,
    /// The secret is between «», with digits and letters for `{a24}`.
    pub(super) sample: &'static str,
}

/// The way in which a secret is found.
pub(super) enum How {
    /// By its own shape: templates separated by spaces. If `unsure`, it must also look random.
    Shape { forms: &'static str, unsure: bool },
    /// By its surroundings: a pattern that is tried where one of the literals occurs.
    Place { literals: &'static [&'static str], pattern: &'static str, left: Left, judge: Judge },
    /// By one of these words in its name: `api_key` in any spelling. A word that begins with `_`
    /// has to follow another word.
    Name { words: &'static str, announces: Announces },
    /// By an option of one of these programs, and the mark before it in the option's value.
    Option { programs: &'static [&'static str], options: &'static str, mark: &'static str },
    /// In a sentence, by a noun for passwords or keys in any language.
    Said { keys: bool },
    /// By a function of its own, at one of the literals.
    At { literals: &'static [&'static str], find: fn(&str, usize) -> Vec<Range<usize>> },
    /// By a function of its own that reads the whole text.
    Everywhere(fn(&str) -> Vec<Range<usize>>),
}

/// What a name says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Announces {
    /// Chosen by people: short and wordy values count.
    Password,
    /// The word has other meanings, too: a plain word as value does not count.
    Chosen,
    /// Generated: a wordy value is a name or a type.
    Credential,
    /// The name has other meanings, too: the value has to look random.
    Perhaps,
    /// A service that issues credentials: whatever else the name says, the value has to look
    /// random.
    Service,
}

/// The text that may precede the match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// Neither a letter nor a digit: otherwise it is the middle of a longer word.
    Edge,
    /// A name, as a separate word.
    Name,
    Anything,
}

/// A condition besides the pattern.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The position alone makes it a secret; only placeholders and references (`$TOKEN`) stay.
    Place,
    /// A program takes it by an option, and no other program is between them.
    Handed,
    /// A number that opens something.
    Pin,
    /// The position is a hint: the value must look random, too.
    Random,
    /// The position is a hint: the value must be unlike any word or name.
    Unmistakable,
    /// The position is for secrets, but other values occur there, too: the value must be random or
    /// unlike any word or name.
    Likely,
    /// The match is followed by the arguments of a command that takes a secret.
    Argument,
    /// A program that takes a secret reads it.
    Fed,
    /// The answer to a question for a secret.
    Asked,
    /// `name:password`
    Pair,
}

/// A secret recognised by its own shape.
pub(super) const fn token(name: &'static str, forms: &'static str) -> Detector {
    Detector { name, how: How::Shape { forms, unsure: false }, sample: "" }
}

/// A shape that other things have, too.
pub(super) const fn unsure(name: &'static str, forms: &'static str) -> Detector {
    Detector { name, how: How::Shape { forms, unsure: true }, sample: "" }
}

/// A secret recognised by its surroundings.
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

    /// A text with such a secret, generated when it is asked for.
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
