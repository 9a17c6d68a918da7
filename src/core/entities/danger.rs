//! Detection of text that must not be put into another agent's context, because it could make it
//! fetch, run or obey something. It is careful rather than exact: losing a line costs little.

use std::sync::LazyLock;

use crate::core::entities::commands::programs::{RISKY_OPTIONS, Starts, code_option, installing, starters};
use crate::core::model::word_enum::word_enum;
use crate::core::text::normalise;

const SITES: [&str; 9] = ["com", "net", "org", "io", "dev", "app", "xyz", "info", "ai"];
const OPERATORS: [&str; 9] = ["&&", "||", "$(", "${", " | ", ">>", "> /", "\\x", "!`"];
const PROGRAMS: [&str; 15] = [
    "curl",
    "wget",
    "sudo",
    "rm",
    "eval",
    "ssh",
    "scp",
    "nc",
    "chmod",
    "chown",
    "base64",
    "powershell",
    "iex",
    "dd",
    "mkfs",
];
/// Commands that fetch and run code, or let git run it, as written in normalised text.
static FETCHES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let others = ["pipx", "go install", "git config", "core.hookspath"].map(str::to_owned);
    let phrases = starters(|starts| starts == Starts::Fetched).chain(installing()).chain(others);
    phrases.map(|phrase| format!(" {} ", normalise(&phrase))).collect()
});
#[rustfmt::skip]
const SECOND_PERSON: [&str; 33] = [
    "you", "your", "yours", "yourself", "please", "du", "dich", "dir", "dein", "deine", "musst", "sollst", "darfst", "bitte",
    "tu", "toi", "ton", "vous", "votre", "vos", "dois", "devez", "tú", "usted", "debes", "tienes", "você", "voce", "deves",
    "usted es", "s il", "veuillez", "senhor",
];
/// Languages without spaces have these anywhere in a word.
const SECOND_PERSON_WITHIN: [&str; 7] = ["あなた", "ください", "なさい", "你", "您", "请", "請"];
const TALK_OF_ORDERS: [&str; 9] = [
    "ignore previous",
    "ignore all",
    "ignore the above",
    "disregard",
    "system prompt",
    "instructions",
    "bash c",
    "request interrupted",
    "the user said",
];
/// Findings about a project do not talk about what its people are told.
const BEHIND_BACKS: [&str; 3] = ["the person", "without asking", "report success"];
const SPEAKERS: [&str; 4] = ["system:", "assistant:", "human:", "user:"];

word_enum! {
    /// The reason why a text is not put into another agent's context.
    pub enum Danger ("danger") {
        Address = "holds an address",
        Shell = "holds a shell command",
        Tag = "holds a tag",
        Order = "gives orders to its reader",
    }
}

pub fn danger(text: &str) -> Option<Danger> {
    let words = format!(" {} ", normalise(text));
    let has = |list: &[&str]| list.iter().any(|word| words.contains(&format!(" {word} ")));
    if text.split_whitespace().any(is_address) {
        Some(Danger::Address)
    } else if OPERATORS.iter().any(|operator| text.contains(operator))
        || has(&PROGRAMS)
        || runs_what_follows(&words)
        || disarms(text, "")
    {
        Some(Danger::Shell)
    } else if has_tag(text) || poses_as_ours(text) {
        Some(Danger::Tag)
    } else if has(&SECOND_PERSON) || has(&TALK_OF_ORDERS) || has(&BEHIND_BACKS) || names_a_speaker(text) {
        Some(Danger::Order)
    } else {
        let is_addressed = SECOND_PERSON_WITHIN.iter().any(|word| text.contains(word));
        is_addressed.then_some(Danger::Order)
    }
}

/// The danger in `text` that `said`, the words behind it, does not contain.
pub fn unsupported(text: &str, said: &str) -> Option<Danger> {
    let spoken = said.to_lowercase();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let invented = |word: &str| is_address(word) && !spoken.contains(&bare(word));
    let (words, known) = (format!(" {} ", normalise(text)), format!(" {} ", normalise(said)));
    let adds = |list: &[&str]| {
        let padded = list.iter().map(|word| format!(" {word} "));
        padded.into_iter().any(|word| words.contains(&word) && !known.contains(&word))
    };
    if text.split_whitespace().any(invented) {
        Some(Danger::Address)
    } else if adds(&PROGRAMS) || disarms(text, &spoken) {
        Some(Danger::Shell)
    } else {
        adds(&TALK_OF_ORDERS).then_some(Danger::Order)
    }
}

/// Whether it calls a program that is harmless by name but fetches or runs its arguments.
fn runs_what_follows(words: &str) -> bool {
    let takes_code = |(program, option): (&str, &str)| code_option(program) == Some(option);
    FETCHES.iter().any(|phrase| words.contains(phrase))
        || words.split(' ').zip(words.split(' ').skip(1)).any(takes_code)
}

fn disarms(text: &str, spoken: &str) -> bool {
    let text = text.to_lowercase();
    RISKY_OPTIONS.iter().any(|option| text.contains(option) && !spoken.contains(option))
}

/// `https://…`, `www.…`, `mail@…`, `evil.com/x`.
fn is_address(word: &str) -> bool {
    let lower = word.to_lowercase();
    let host = lower.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.trim_matches(|c: char| !c.is_alphanumeric());
    let is_site = host.rsplit_once('.').is_some_and(|(name, end)| !name.is_empty() && SITES.contains(&end));
    lower.contains("://") || lower.contains("www.") || lower.contains("mailto:") || is_site
}

/// Markup such as `<b>`, `</x` or `<!--`, but not `Vec<String>` or `a < b`.
fn has_tag(text: &str) -> bool {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let is_generic = before.is_alphanumeric() && next.is_ascii_uppercase();
        if c == '<' && !is_generic && (next.is_alphabetic() || matches!(next, '/' | '!' | '?')) {
            return true;
        }
        before = c;
    }
    false
}

/// Text with a heading, or with the fields of one of our entries.
fn poses_as_ours(text: &str) -> bool {
    let lower = text.to_lowercase();
    let fields =
        ["self-learning:", "**status**", "**source**", "=== historical", "=== end", "allowed-tools:"];
    text.trim_start().starts_with('#') || fields.iter().any(|field| lower.contains(field))
}

fn names_a_speaker(text: &str) -> bool {
    let lower = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    SPEAKERS.iter().any(|speaker| lower.starts_with(speaker))
        || lower.split_whitespace().any(|word| SPEAKERS.contains(&word))
}
