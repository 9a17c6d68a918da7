//! Masking of secrets before anything is stored or sent: this is the only way into the database.
//!
//! Three nets. *Shapes*: tokens that their issuer gives a prefix or a format (`cloud`,
//! `code_hosts`, `models`, `services`, `keys`). *Names*: what announces a secret, in configuration,
//! code and tables (`names`, `places`, `columns`, `manifest`), on command lines (`flags`,
//! `commands`) and in the sentences of many languages (`languages`, `told`, `sayings`).
//! *Randomness*: a word that looks generated and that nothing around it explains (`entropy`).
//!
//! All of them read the text as its reader would: `view` decodes escapes, and `joined` joins what
//! lines and strings broke.
//!
//! A mask is `[redacted:name]`, and the text around it stays readable
//! (`postgres://app:[redacted:url-password]@db`). A memory is only worth having if it can be read,
//! so false masks count as defects, too: hashes, UUIDs, paths, types, references and placeholders
//! stay. So do e-mail addresses, private network addresses and the paths of key files: they open
//! nothing by themselves. Masking twice changes nothing: masks are recognised by their name and
//! left alone.

mod apart;
mod arguments;
mod asked;
mod assigned;
mod cloud;
mod code_hosts;
mod columns;
mod commands;
mod detector;
mod echo;
mod entropy;
mod fed;
mod flags;
mod handed;
mod identifier;
mod joined;
mod keys;
mod languages;
mod likely;
mod literals;
mod manifest;
mod mask;
mod models;
mod names;
mod noise;
mod options;
mod pair;
mod pem;
mod phrase;
mod pin;
mod places;
mod random;
mod rule;
mod sayings;
mod scan;
mod services;
mod stored;
mod template;
mod told;
mod value;
mod view;
mod words;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

pub use detector::{Detector, Sample};
pub use literals::Literals;
pub use mask::is_masked;
use mask::{Masks, mask, merge};
use scan::{Found, SCANNER, Scanner};
pub(crate) use stored::{found, masked};
use view::View;

/// A mask can bring its neighbours into view (it is shorter than what it hides), so masking repeats
/// until nothing is found. Real text needs one round and a check; the limit only matters for
/// constructed text.
const ROUNDS: usize = 64;

/// Shorter secrets occur in other words as well.
const SHORTEST_ECHO: usize = 4;

/// All detectors. If two match, the earlier one names the mask: shapes before places before names.
pub fn detectors() -> impl Iterator<Item = &'static Detector> {
    [
        keys::KEYS,
        cloud::CLOUD,
        code_hosts::CODE_HOSTS,
        services::SERVICES,
        models::MODELS,
        places::PLACES,
        flags::FLAGS,
        names::NAMES,
        commands::COMMANDS,
        sayings::SAYINGS,
        keys::RANDOM,
    ]
    .into_iter()
    .flatten()
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("redact.extra[{index}] `{pattern}` {reason}")]
pub struct RedactError {
    pub index: usize,
    pub pattern: String,
    pub reason: String,
}

/// The table, with the patterns of the person's configuration.
pub struct Redactor {
    table: &'static LazyLock<Scanner>,
    extra: Vec<Regex>,
}

impl Redactor {
    pub fn new(extra: &[String]) -> Result<Redactor, RedactError> {
        let compile = |(index, pattern): (usize, &String)| {
            let refuse = |reason| RedactError { index, pattern: pattern.clone(), reason };
            let regex = Regex::new(pattern).map_err(|error| refuse(complaint(&error)))?;
            if regex.is_match("") { Err(refuse("matches empty text".into())) } else { Ok(regex) }
        };
        let extra = extra.iter().enumerate().map(compile).collect::<Result<_, _>>()?;
        Ok(Redactor { table: &SCANNER, extra })
    }

    /// A redactor with only these patterns. A fuzzer for the code that reads masked sessions would
    /// spend most of its time in the table, which has a fuzzer of its own.
    #[cfg(fuzzing)]
    pub fn without_table(extra: &[String]) -> Result<Redactor, RedactError> {
        Ok(Redactor { table: &scan::EMPTY, ..Redactor::new(extra)? })
    }

    /// The text with every secret masked; unchanged if there is none.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut out = Cow::Borrowed(text);
        for _ in 0..ROUNDS {
            let secrets = self.secrets(&out);
            if secrets.is_empty() {
                break;
            }
            out = Cow::Owned(mask(&out, &secrets));
        }
        out
    }

    /// A program's output without the secrets in its call, which have no label beside them in the
    /// output. `None` if the output contains none.
    pub fn without_echo(&self, call: &str, output: &str) -> Option<String> {
        let mut out = Cow::Borrowed(output);
        for secret in self.secrets(call) {
            let value = &call[secret.range.clone()];
            if value.len() >= SHORTEST_ECHO && out.contains(value) {
                out = Cow::Owned(out.replace(value, &mask::of(&secret)));
            }
        }
        match out {
            Cow::Owned(masked) => Some(masked),
            Cow::Borrowed(_) => None,
        }
    }

    /// Whether `redact` would mask something; masks themselves do not count. `purge` checks every
    /// remaining text with it.
    pub fn has_secret(&self, text: &str) -> bool {
        !self.secrets(text).is_empty()
    }

    /// The matches of the person's own patterns in a text that was not written for them: a file of
    /// ours.
    pub fn found_by_own(&self, text: &str) -> Vec<String> {
        self.extra_secrets(text).into_iter().map(|found| text[found.range].to_owned()).collect()
    }

    /// The person's own patterns are also matched against the undecoded text, for which they were
    /// written.
    fn secrets(&self, text: &str) -> Vec<Found> {
        let view = View::of(text);
        let mut found = self.table.find(&view.text);
        found.extend(self.extra_secrets(&view.text));
        for secret in &mut found {
            secret.range = view.original(secret.range.clone());
        }
        if view.is_decoded() {
            found.extend(self.extra_secrets(text));
        }
        echo::add(text, merge(found))
    }

    fn extra_secrets(&self, text: &str) -> Vec<Found> {
        if self.extra.is_empty() {
            return Vec::new();
        }
        let masks = Masks::of(text);
        let hits = self.extra.iter().flat_map(|regex| regex.find_iter(text));
        hits.flat_map(|hit| masks.outside(hit.range()))
            .map(|range| Found { range, rule: usize::MAX })
            .collect()
    }
}

/// The last line of the regex crate's explanation says what is wrong; the others show the pattern.
fn complaint(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    format!("is not a valid pattern: {}", last.trim_start_matches("error: "))
}
