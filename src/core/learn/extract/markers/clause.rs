//! From what somebody typed to a line that reads well on its own.

use super::english;
use super::label::scope;
use super::leading::leading_place;
use super::phrases::{Phrases, fold_case};
use crate::core::entities::keys::{acts_of, as_typed, is_known_tool, keys_of};
use crate::core::text::head;

const MOST_TITLE_CHARS: usize = 80;
const MARKS: [char; 14] = [',', ';', ':', '.', '!', '-', '–', '—', '…', '、', '。', '，', '！', '：'];
/// A dot or a dash may open `.env` or `--no-verify`.
const LEADING_MARKS: [char; 10] = [',', ';', ':', '!', '…', '、', '。', '，', '！', '：'];

const RETRACTION_ENDS: [char; 6] = [',', ';', ':', '—', '，', '：'];
const MOST_RETRACTED_WORDS: usize = 5;

/// Without what is said before and after the point; verbatim otherwise.
pub(super) fn point(clause: &str) -> &str {
    let mut rest = trimmed(clause);
    while let Some(shorter) = without_opening(rest).or_else(|| without_closing(rest)) {
        rest = shorter;
    }
    rest
}

fn without_opening(text: &str) -> Option<&str> {
    let opening =
        filler_at_start(text).or_else(|| label_at_start(text)).or_else(|| retraction_at_start(text))?;
    let rest = trimmed(&text[opening..]);
    (!rest.is_empty()).then_some(rest)
}

fn without_closing(text: &str) -> Option<&str> {
    let rest = trimmed(&text[..english::CLOSERS.at_end(&fold_case(text))?]);
    (!rest.is_empty()).then_some(rest)
}

fn trimmed(clause: &str) -> &str {
    let clause = clause.trim_start_matches(|c: char| c.is_whitespace() || LEADING_MARKS.contains(&c));
    let dashes = ["- ", "– ", "— ", "* "];
    let clause = dashes.iter().find_map(|dash| clause.strip_prefix(dash)).unwrap_or(clause);
    clause.trim_end_matches(|c: char| c.is_whitespace() || MARKS.contains(&c)).trim_start()
}

/// "no, use pnpm" loses its "no"; "no emojis" must not.
fn filler_at_start(text: &str) -> Option<usize> {
    let lower = fold_case(text);
    let length = english::FILLERS.at_start(&lower)?;
    let refuses = english::REFUSAL_START.has(&lower[..length]);
    let is_set_off = lower[length..].trim_start().starts_with(MARKS);
    (!refuses || is_set_off).then_some(length)
}

/// "Rule: use pnpm" loses its "rule".
fn label_at_start(text: &str) -> Option<usize> {
    let length = english::LABELS.at_start(&fold_case(text))?;
    text[length..].trim_start().starts_with([':', '：']).then_some(length)
}

/// "Forget what I said about Redis, use SQLite" loses what is taken back.
fn retraction_at_start(text: &str) -> Option<usize> {
    let about = english::SETS_ASIDE.at_start(&fold_case(text))?;
    let length = text[about..].find(RETRACTION_ENDS)?;
    let words = text[about..about + length].split_whitespace().count();
    (words <= MOST_RETRACTED_WORDS).then_some(about + length)
}

/// The point as a line of its own.
pub(super) fn tidy(clause: &str) -> String {
    as_line(point(clause))
}

/// One line, a capital first, no final mark, files without a mention's `@`.
pub(super) fn as_line(clause: &str) -> String {
    let words = trimmed(clause).split_whitespace().map(without_mention);
    capitalised(&words.collect::<Vec<_>>().join(" "))
}

/// `@CHANGELOG.md` is that file; `@scope/package` keeps its name.
fn without_mention(word: &str) -> &str {
    word.strip_prefix('@').filter(|name| !name.is_empty() && !name.contains('/')).unwrap_or(word)
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first_word = text.split_whitespace().next().unwrap_or_default();
    match chars.next() {
        Some(first) if first.is_lowercase() && keys_of(first_word).is_empty() => {
            first.to_uppercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}

/// At most 80 characters, cut where a clause or at least a word ends, and never inside of code.
pub(super) fn title(clause: &str) -> String {
    let whole = tidy(clause);
    if whole.chars().count() <= MOST_TITLE_CHARS {
        return whole;
    }
    let kept = without_open_code(head(&whole, MOST_TITLE_CHARS));
    let comma = kept.rfind([',', ';', '(', '、', '，']).filter(|end| *end > kept.len() / 2);
    let clause_end = comma.or_else(|| joint(kept)).filter(|end| *end > kept.len() / 3);
    let word_end = kept.rfind(char::is_whitespace).unwrap_or(kept.len());
    let cut = trimmed(without_open_code(&kept[..clause_end.unwrap_or(word_end)]));
    if clause_end.is_some() { cut } else { without_loose_end(cut) }.to_owned()
}

/// Where the last step begins, which is not whole.
fn joint(kept: &str) -> Option<usize> {
    let lower = fold_case(kept);
    let joints = [&english::THEN, &english::AND].into_iter().flat_map(|table| table.find_all(&lower));
    let last = joints.map(|place| place.start).max()?;
    // "and then" is one joint.
    Some(english::AND.at_end(lower[..last].trim_end()).unwrap_or(last))
}

fn without_open_code(text: &str) -> &str {
    match text.rfind('`') {
        Some(last) if text.matches('`').count() % 2 == 1 => &text[..last],
        _ => text,
    }
}

/// A line does not stop at "and the".
fn without_loose_end(text: &str) -> &str {
    let mut text = text;
    while let Some((rest, last)) = text.rsplit_once(char::is_whitespace) {
        if !is_loose(&fold_case(last)) {
            break;
        }
        text = trimmed(rest);
    }
    text
}

fn is_loose(word: &str) -> bool {
    let is_small = word.chars().count() <= 4 && english::COMMON.has(word);
    is_small || english::AND.has(word)
}

/// Does the clause tell somebody to do something?
pub(super) fn is_order(clause: &str) -> bool {
    let point = fold_case(point(clause));
    english::IMPERATIVES.at_start(&point).is_some() || is_command(&point)
}

/// Does it ask for one piece of work?
pub(super) fn is_errand(clause: &str) -> bool {
    english::ERRANDS.at_start(&fold_case(point(clause))).is_some()
}

/// The clause is a command, perhaps with what it works on; "cargo test is too slow" tells something about one.
pub(super) fn is_command(lower: &str) -> bool {
    let bare = lower.trim_start_matches('`');
    let is_span = |rest: &str| TELLING.at_start(rest.trim_start()).is_none();
    let span = lower.strip_prefix('`').and_then(|code| code.split_once('`'));
    if span.is_some_and(|(code, rest)| is_span(rest) && !acts_of(&format!("`{code}`")).is_empty()) {
        return true;
    }
    keys_of(lower).iter().filter(|key| key.contains(' ')).any(|key| {
        let rest = bare.strip_prefix(as_typed(key, bare).as_str());
        rest.is_some_and(|rest| TELLING.at_start(rest.trim_start_matches('`').trim_start()).is_none())
    })
}

/// From where the clause says what to do or how things are done: its beginning, or behind "in this repo".
pub(super) fn spoken(clause: &str) -> Option<&str> {
    let point = point(clause);
    if opens(point) {
        return Some(point);
    }
    if let Some((_, said)) = scope(point).or_else(|| leading_place(point)) {
        return spoken(said);
    }
    english::LEADS.at_start(&fold_case(point))?;
    let mut starts = point.match_indices(' ').map(|(at, _)| trimmed(&point[at..]));
    starts.find(|rest| opens(rest))
}

pub(super) fn opens(text: &str) -> bool {
    let lower = fold_case(text);
    let tables = [
        &english::IMPERATIVES,
        &english::CHOOSES,
        &english::HABITS,
        &english::INTENT,
        &english::REFUSAL,
        &english::ALWAYS,
        &english::ARRIVES,
    ];
    tables.into_iter().any(|table| table.at_start(&lower).is_some())
}

/// "We switched to bun". What nobody knows may as well be a branch or an office.
pub(super) fn arrives(text: &str) -> bool {
    english::ARRIVES.at_start(&fold_case(text)).is_some_and(|length| {
        let name = text[length..].split_whitespace().next().unwrap_or_default();
        is_known_tool(name.trim_matches(|c: char| !c.is_alphanumeric()))
    })
}

/// Something concrete, and beside it only small words: no verb.
pub(super) fn only_names(clause: &str) -> bool {
    let mut rest = fold_case(clause);
    let keys = keys_of(clause);
    for key in keys.iter().rev() {
        rest = rest.replace(key.as_str(), " ");
    }
    let mut words = rest.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    !keys.is_empty()
        && words.all(|word| word.len() <= 2 || english::COMMON.has(word) || !keys_of(word).is_empty())
}

/// What follows a command in a sentence about it.
pub(super) static TELLING: Phrases = Phrases::new(
    "always, is, was, are, isn't, wasn't, fails, failed, takes, took, does, doesn't, didn't, has, hasn't, needs, works, broke, \
     breaks, gives, says, said, shows, prints, can, can't, will, won't, should, must, may, might, again fails, ist, hat, \
     geht, läuft, est, a échoué, échoue, es, está, falla, é, falhou, falha",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_stands_alone() {
        for (clause, expected) in [
            ("ok, I think we should use pnpm.", "Use pnpm"),
            ("no, please use pnpm!", "Use pnpm"),
            ("no emojis in commits", "No emojis in commits"),
            ("please don't use unwrap()", "Don't use unwrap()"),
            ("stop using npm", "Stop using npm"),
            ("`make gen` first", "`make gen` first"),
            ("getAgent() is  wrong", "getAgent() is wrong"),
            ("ok", "Ok"),
            ("commit and update @CHANGELOG.md please, when you're done", "Commit and update CHANGELOG.md"),
            ("install @scope/package", "Install @scope/package"),
            ("Rule: never use npm", "Never use npm"),
            ("the rule is: never use npm", "The rule is: never use npm"),
            ("I changed my mind: use sqlite", "Use sqlite"),
            ("Change of plan, use sqlite", "Use sqlite"),
            ("Forget what I said about Redis, use sqlite", "Use sqlite"),
            ("forget what I said about Redis", "Forget what I said about Redis"),
            ("  ", ""),
        ] {
            assert_eq!(tidy(clause), expected, "{clause}");
        }
    }

    #[test]
    fn titles_are_cut_where_a_clause_or_word_ends() {
        let long =
            "use the typed checkpoint id in every command, so that nobody has to guess which string it was";
        assert_eq!(title(long), "Use the typed checkpoint id in every command");
        let words = "run the whole integration suite with the race detector on every branch and the";
        assert!(title(&format!("{words} next one too")).ends_with("on every branch"));
        let code = "src/generated/api.ts is generated, edit schema.graphql instead and run `pnpm codegen`";
        assert!(title(code).ends_with("edit schema.graphql instead"));
    }

    #[test]
    fn orders_are_recognised() {
        for clause in [
            "run the tests",
            "please use pnpm",
            "cargo clippy",
            "`mise run lint`",
            "`git tag` it",
            "npm run build",
            "we should keep it",
        ] {
            assert!(is_order(clause), "{clause}");
        }
        for clause in ["the tests fail", "pnpm is fine", "it works", "cargo test is too slow"] {
            assert!(!is_order(clause), "{clause}");
        }
    }
}
