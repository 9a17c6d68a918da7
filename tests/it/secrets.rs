//! A measurement of `core::redact`: how many secrets are masked, and how much else.
//!
//! The samples are made from the published rules of gitleaks where those are at hand, else from our own
//! table.

mod chance;
mod forms;
mod harmless;
mod rules;
mod sentences;

use std::collections::BTreeMap;

use chance::Chance;
use forms::{PREFIXES, SYNTAXES};
use ingrain::core::redact::{Redactor, detectors};
use rules::Sample;

use crate::skipped;

/// Of a hundred of each kind, so many at least.
const LEAST: f64 = 98.0;
/// So much of a secret in one piece is a leak.
const PIECE: usize = 8;

/// Counts for each group, with what was missed.
struct Count {
    redactor: Redactor,
    groups: BTreeMap<&'static str, (usize, usize)>,
    missed: Vec<String>,
}

impl Count {
    fn new() -> Count {
        Count { redactor: Redactor::new(&[]).unwrap(), groups: BTreeMap::new(), missed: Vec::new() }
    }

    fn add(&mut self, group: &'static str, what: &str, text: &str, secret: &str) {
        let out = self.redactor.redact(text);
        let masked = out.contains("[redacted:") && !leaks(&out, secret);
        let (good, all) = self.groups.entry(group).or_default();
        *good += usize::from(masked);
        *all += 1;
        if !masked {
            self.missed.push(format!("{group} {what}: {text:?} gives {out:?}"));
        }
        assert_eq!(self.redactor.redact(&out), out, "masked twice: {text}");
    }

    fn holds(self) {
        for line in self.missed.iter().take(missed_to_show()) {
            eprintln!("missed {line}");
        }
        for (group, (good, all)) in &self.groups {
            eprintln!("{group}: {good} of {all} masked");
        }
        for (group, (good, all)) in self.groups {
            assert!(good as f64 * 100.0 >= all as f64 * LEAST, "{group}: {good} of {all}");
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the test's own environment, not the program's")]
fn missed_to_show() -> usize {
    std::env::var("INGRAIN_MISSED").ok().and_then(|count| count.parse().ok()).unwrap_or(20)
}

/// A piece of the secret is there, in whatever way it was broken.
fn leaks(out: &str, secret: &str) -> bool {
    let core: String = secret.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    let text = out.replace("[redacted:", " ");
    let piece = PIECE.min(core.len());
    // What every secret of the kind begins with tells nothing.
    let random = core.len().saturating_sub(core.len() * 3 / 4);
    (random..=core.len() - piece).any(|at| text.contains(&core[at..at + piece]))
}

fn samples() -> Vec<Sample> {
    rules::samples().unwrap_or_else(|| {
        skipped::say(
            "secrets as gitleaks knows them: ../shared/secrets is not there, our own table is tried instead",
        );
        let own = detectors().map(|detector| (detector.name, detector.sample()));
        own.map(|(rule, s)| Sample { rule: rule.into(), text: s.text(), secret: s.secret }).collect()
    })
}

/// A rule's first word, which is whose secret it is.
fn service(sample: &Sample) -> &str {
    sample.rule.split('-').next().unwrap_or_default()
}

fn is_one_word(sample: &Sample) -> bool {
    !sample.secret.contains(|c: char| !c.is_ascii_graphic() || "\"'`\\<>|,".contains(c))
}

#[test]
fn every_rule_is_known() {
    let mut count = Count::new();
    for sample in samples() {
        count.add("bare", &sample.rule, &sample.text, &sample.secret);
        let said = format!("please use {} for this", sample.text);
        count.add("in a line", &sample.rule, &said, &sample.secret);
    }
    count.holds();
}

#[test]
fn a_label_is_read_in_every_syntax() {
    let mut count = Count::new();
    for sample in samples().iter().filter(|sample| is_one_word(sample)) {
        for form in SYNTAXES {
            let text = forms::filled(form, service(sample), &sample.secret);
            count.add("labelled", &sample.rule, &text, &sample.secret);
        }
    }
    count.holds();
}

#[test]
fn line_breaks_hide_nothing() {
    let mut count = Count::new();
    for sample in samples().iter().filter(|sample| is_one_word(sample)) {
        for text in forms::wrapped(sample) {
            count.add("wrapped", &sample.rule, &text, &sample.secret);
        }
        for prefix in PREFIXES {
            let text = forms::prefixed(sample, prefix);
            count.add("behind prefixes", &sample.rule, &text, &sample.secret);
        }
    }
    count.holds();
}

#[test]
fn escapes_and_concatenation_hide_nothing() {
    let mut count = Count::new();
    let mut chance = Chance::new("escapes");
    for sample in samples().iter().filter(|sample| is_one_word(sample)) {
        for text in forms::escaped(sample, &mut chance) {
            count.add("escaped", &sample.rule, &text, &sample.secret);
        }
        for text in forms::concatenated(service(sample), &sample.secret) {
            count.add("concatenated", &sample.rule, &text, &sample.secret);
        }
    }
    count.holds();
}

#[test]
fn a_secret_is_told_in_thirty_languages() {
    let mut count = Count::new();
    let mut chance = Chance::new("languages");
    let samples: Vec<Sample> = samples().into_iter().filter(is_one_word).collect();
    for (language, sentences) in sentences::SENTENCES {
        for sentence in *sentences {
            for length in [10, 12, 16, 20] {
                let secret = chance.password(length);
                count.add("password in a sentence", language, &sentence.replace("{s}", &secret), &secret);
            }
            for _ in 0..6 {
                let Sample { rule, secret, .. } = &samples[chance.below(samples.len())];
                count.add("rule in a sentence", rule, &sentence.replace("{s}", secret), secret);
            }
        }
    }
    count.holds();
}

#[test]
fn a_secret_is_seen_where_it_stands_by_nature() {
    let mut count = Count::new();
    let mut chance = Chance::new("places");
    for place in sentences::PLACES {
        for length in [10, 12, 16, 24, 40] {
            let secret = chance.password(length);
            count.add("natural places", place, &place.replace("{s}", &secret), &secret);
        }
    }
    count.holds();
}

#[test]
fn a_random_word_is_a_secret_by_itself() {
    let mut count = Count::new();
    let mut chance = Chance::new("random");
    for length in 20..60 {
        let secret = chance.password(length);
        for text in ["take {s} for it", "here: `{s}`", "x({s})\n", "{s}"] {
            count.add("random words", "", &text.replace("{s}", &secret), &secret);
        }
    }
    count.holds();
}

/// The words of a wallet, as people write them down.
#[test]
fn a_seed_phrase_is_masked() {
    const WORDS: &str = "abandon ability absent acoustic adjust alcohol amused anchor balcony banana barrel bicycle blanket \
        bronze cactus candy canyon carbon cereal cherry cinnamon clever coconut copper cradle cruise danger debris \
        dinosaur dolphin donkey eagle elbow ember erosion exotic fabric falcon fiction flavor fossil galaxy garlic \
        ginger glimpse gravity hamster harvest hollow hybrid icon impulse inhale jaguar jungle kangaroo kidney ladder \
        laptop lizard magnet marble mosquito napkin nephew obscure oyster paddle panther pencil puzzle quantum rabbit \
        raccoon ribbon salmon scorpion siren spatial sponge sunset tattoo tiger tornado trumpet tunnel umbrella \
        uphold vacuum velvet violin walnut whisper wisdom wrestle zebra zone";
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut count = Count::new();
    let mut chance = Chance::new("phrases");
    for length in [12, 15, 18, 21, 24] {
        for text in ["{s}", "my seed phrase is {s}", "recovery: \"{s}\"", "wallet\n{s}\ndone", "MNEMONIC={s}"]
        {
            let phrase: Vec<&str> = (0..length).map(|_| chance.pick(&words)).collect();
            // A list of words may be of anything, where nothing says more.
            let glues = if text == "{s}" { &[" "][..] } else { &[" ", ", ", "\n", " \n  "] };
            for glue in glues {
                let text = text.replace("{s}", &phrase.join(glue));
                let out = count.redactor.redact(&text).into_owned();
                let left = phrase.iter().filter(|word| out.contains(**word)).count();
                count.add("seed phrases", glue, &text, if left < 3 { "00000000" } else { phrase[0] });
            }
        }
    }
    count.holds();
}

#[test]
fn a_private_key_is_masked_in_every_form() {
    const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut count = Count::new();
    let mut chance = Chance::new("keys");
    for kind in ["RSA ", "", "EC ", "OPENSSH ", "ENCRYPTED ", "DSA ", "PGP "] {
        let block = if kind == "PGP " { " BLOCK" } else { "" };
        let body: Vec<String> = (0..6).map(|_| chance.word(BASE64, 64)).collect();
        let (begin, end) = (
            format!("-----BEGIN {kind}PRIVATE KEY{block}-----"),
            format!("-----END {kind}PRIVATE KEY{block}-----"),
        );
        let lines: Vec<&str> = [begin.as_str()]
            .into_iter()
            .chain(body.iter().map(String::as_str))
            .chain([end.as_str()])
            .collect();
        let whole = lines.join("\n");
        let mut forms = vec![
            whole.clone(),
            lines[..4].join("\n"),
            lines[..4].join("\n") + "\n\nand then some words",
            lines.join(" "),
            lines.join("\r\n"),
            lines.join("\\n"),
            lines.join("\\\\n"),
            format!("{{\"private_key\": \"{}\\n\"}}", lines.join("\\n")),
            lines.iter().map(|line| format!("\"{line}\\n\" +\n")).collect(),
            lines.iter().map(|line| format!("'{line}',\n")).collect(),
            lines.iter().map(|line| format!("\"{line}\\n\"\n    ")).collect(),
            format!("key: |\n  {}\n", lines.join("\n  ")),
            lines.join("\n\n"),
            whole.replace(' ', "+").replace('\n', "%0A"),
            whole.replace(' ', "%20").replace('\n', "%0D%0A").replace('+', "%2B").replace('/', "%2F"),
            base64(whole.as_bytes()),
            lines.join("&#10;"),
            lines.join("<br>"),
        ];
        forms.extend(
            PREFIXES
                .iter()
                .map(|prefix| lines.iter().map(|line| format!("{prefix}{line}\n")).collect::<String>()),
        );
        let numbered = lines.iter().enumerate().map(|(at, line)| format!("{:6}→{line}\n", at + 1));
        forms.push(numbered.collect());
        forms.extend([format!("> {}", lines[..5].join("\n> ")), format!("# {}", lines[..3].join("\n# "))]);
        for form in forms {
            for line in [&body[0], &body[1]] {
                let line = if form.contains(line.as_str()) { line.clone() } else { base64(whole.as_bytes()) };
                count.add("private keys", kind, &form, &line);
            }
        }
    }
    count.holds();
}

fn base64(bytes: &[u8]) -> String {
    const BASE64: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quads = bytes.chunks(3).map(|chunk| {
        let bits =
            chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digit = |at: usize| char::from(BASE64[(bits >> (18 - 6 * at)) as usize & 63]);
        (0..4).map(|at| if at <= chunk.len() { digit(at) } else { '=' }).collect::<String>()
    });
    quads.collect()
}

#[test]
fn nothing_else_is_masked() {
    let redactor = Redactor::new(&[]).unwrap();
    let masked: Vec<String> = harmless::HARMLESS
        .iter()
        .filter(|text| redactor.has_secret(text))
        .map(|text| format!("{text} gives {}", redactor.redact(text)))
        .collect();
    eprintln!("{} of {} harmless texts masked", masked.len(), harmless::HARMLESS.len());
    assert!(masked.is_empty(), "{}", masked.join("\n"));
}
