//! The rules of gitleaks, and a text that each of them finds.

use std::fs;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, Hir, HirKind};

use super::chance::{ALNUM, Chance, entropy};

/// A text with a secret in it.
#[derive(Clone)]
pub(super) struct Sample {
    pub(super) rule: String,
    pub(super) text: String,
    pub(super) secret: String,
}

struct Rule {
    id: String,
    regex: String,
    entropy: f64,
}

/// A sample of each rule that has a pattern, if the rule set is there.
pub(super) fn samples() -> Option<Vec<Sample>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/secrets/gitleaks.toml");
    let text = fs::read_to_string(path).ok()?;
    Some(rules(&text).iter().map(sample).collect())
}

/// Only what is asked of it here: the file has a table for each rule, and one line for each of its fields.
fn rules(toml: &str) -> Vec<Rule> {
    let field = |block: &str, name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
        Some(line.trim_matches(['\'', '"']).to_owned())
    };
    let blocks = toml.split("[[rules]]").skip(1);
    blocks
        .filter_map(|block| {
            let entropy = field(block, "entropy").map_or(0.0, |bits| bits.parse().unwrap());
            Some(Rule { id: field(block, "id")?, regex: field(block, "regex")?, entropy })
        })
        .collect()
}

fn sample(rule: &Rule) -> Sample {
    // Names are rarely in mixed case: where any case is allowed, one case is used.
    let regex = ["(?i:", "(?-i:", "(?i)"].iter().fold(rule.regex.clone(), |regex, flag| {
        regex.replace(flag, if flag.ends_with(':') { "(?:" } else { "" })
    });
    let mut parser = ParserBuilder::new();
    let hir = parser.unicode(false).utf8(false).build().parse(&regex).expect(&rule.id);
    let mut chance = Chance::new(&rule.id);
    for _ in 0..10_000 {
        let mut made = Made { text: String::new(), secret: None, chance: &mut chance };
        made.write(&hir);
        let secret = made.secret.unwrap_or_else(|| made.text.clone());
        if entropy(&secret) >= rule.entropy && looks_real(&secret) {
            let secret = secret.trim_matches('"').to_owned();
            return Sample { rule: rule.id.clone(), text: made.text, secret };
        }
    }
    panic!("no sample for {}", rule.id)
}

/// No generator makes twenty characters without a digit where digits are allowed; a test with such a value tests luck.
fn looks_real(secret: &str) -> bool {
    let mixed = secret.bytes().any(|byte| byte.is_ascii_digit());
    let lettered = secret.starts_with("hf_") || secret.starts_with("api_org_");
    let begins = secret.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '"'));
    let empty = ["\"\"", "''", "}}"].iter().any(|end| secret.ends_with(end));
    (mixed || lettered || secret.starts_with("bedrock")) && begins && !empty
}

struct Made<'c> {
    text: String,
    secret: Option<String>,
    chance: &'c mut Chance,
}

impl Made<'_> {
    fn write(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text += std::str::from_utf8(&literal.0).unwrap(),
            HirKind::Class(class) => {
                // A point that stands for any character was meant as a point.
                let all = characters(class);
                let c = if all.len() > ALNUM.len() + 1 { ".".to_owned() } else { self.chance.word(&all, 1) };
                self.text += &c;
            }
            HirKind::Repetition(repetition) => self.repeat(repetition),
            HirKind::Capture(capture) => {
                let start = self.text.len();
                self.write(&capture.sub);
                let length = self.text.len() - start;
                if length >= 8 && self.secret.as_ref().is_none_or(|known| known.len() < length) {
                    self.secret = Some(self.text[start..].to_owned());
                }
            }
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.write(part)),
            HirKind::Alternation(parts) => {
                let part = self.chance.below(parts.len());
                self.write(&parts[part]);
            }
        }
    }

    /// Space, quotes and the rest of a name as people write them; everything else as often as it may be, or a little more.
    fn repeat(&mut self, repetition: &regex_syntax::hir::Repetition) {
        let most = repetition.max.unwrap_or(u32::MAX);
        if let HirKind::Class(class) = repetition.sub.kind() {
            let all = characters(class);
            let natural: Option<&[&str]> = match (repetition.min, all.contains(' '), all.contains('w'), most)
            {
                (0, true, false, 3) => Some(&["", " ", "\""]),
                (0, true, false, _) => Some(&["", " ", " \"", "'"]),
                (0, true, true, 20) => Some(&["", "_key", "_token", "-secret", "ApiKey", "_API_TOKEN"]),
                (0, false, true, 50) => Some(&["", "MY_", "my-", "app."]),
                (0, true, true, _) => Some(&[" ", " -s ", " -X POST "]),
                _ => None,
            };
            if let Some(natural) = natural {
                self.text += self.chance.pick(natural);
                return;
            }
            let spread = (most - repetition.min).min(12) as usize + 1;
            let count = repetition.min.max(1.min(most)) as usize + self.chance.below(spread);
            let count = if repetition.min == 0 { count } else { count.max(repetition.min as usize) };
            let word = self.chance.word(&all, count.min(most as usize));
            self.text += &word;
            return;
        }
        let count = if repetition.min == 0 { self.chance.below(2) as u32 } else { repetition.min };
        (0..count).for_each(|_| self.write(&repetition.sub));
    }
}

/// What a class allows; of one that allows nearly everything, letters and digits.
fn characters(class: &Class) -> String {
    let holds = |byte: u8| match class {
        Class::Bytes(class) => class.iter().any(|range| (range.start()..=range.end()).contains(&byte)),
        Class::Unicode(class) => {
            class.iter().any(|range| (range.start()..=range.end()).contains(&char::from(byte)))
        }
    };
    // No token has a backslash, though some classes allow it for the sake of escapes.
    let all: String = (b' '..=b'~').filter(|&byte| holds(byte) && byte != b'\\').map(char::from).collect();
    match all.len() {
        0 => "\n".to_owned(),
        1..80 => all,
        _ => format!("{ALNUM} w"),
    }
}
