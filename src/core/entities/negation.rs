//! The stance of a sentence towards a thing that it names. "Use pnpm, not npm" is for one and
//! against the other; a rule that only counts negations would read it as the opposite of "use
//! pnpm".

use std::collections::BTreeSet;

use super::keys::words_as_keys;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    For,
    Against,
}

/// The number of words that a negation reaches: "do not ever use the plain X".
const REACH: usize = 5;
/// A word that does not shorten the reach: "don't ever" reaches as far as "don't".
const STRESS: &str = "ever";
/// "instead of the X".
const CONTRAST_REACH: usize = 2;

/// `don` and `shouldn` are the remains of "don't" and "shouldn't".
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "none", "without", "avoid", "stop", "skip", "omit", "cannot", "don", "dont", "shouldn", "mustn",
];
/// "Never commit before X" asks for X.
const UNTIL: &[&str] = &["before", "until", "unless"];
/// After one of these words a negation asks for what it names.
const ASKING: &[&str] = &["forget", "hesitate", "only", "just", "worry"];
/// Pairs of words that contrast one thing with another.
const CONTRASTS: &[(&str, &str)] = &[("instead", "of"), ("rather", "than"), ("no", "longer")];
/// "Switch from X to Y" is against X.
const LEAVING: &[&str] = &["switch", "switching", "move", "moving", "migrate", "migrating", "change"];
/// "Prefer Y over X" is against X, too.
const PREFERRING: &[&str] = &["prefer", "choose", "pick", "use", "take", "want", "chose", "picked"];
const BREAKS: &[&str] = &["but"];

/// The keys that a text names, with its stance on each.
pub fn stances<'k>(text: &str, keys: impl IntoIterator<Item = &'k String>) -> Vec<(&'k String, Stance)> {
    let named: Vec<(&String, Vec<String>)> = keys.into_iter().map(|key| (key, words_as_keys(key))).collect();
    let clauses = clauses(text);
    named.iter().filter_map(|(key, words)| Some((*key, stance_on(words, &clauses, &named)?))).collect()
}

/// The stance on one key; `None` if the text does not name it.
pub fn stance(text: &str, key: &str, named: &BTreeSet<String>) -> Option<Stance> {
    stances(text, named).into_iter().find(|(named, _)| *named == key).map(|(_, stance)| stance)
}

/// `npm` is not named where `npm install` is.
fn stance_on(key: &[String], clauses: &[Vec<String>], named: &[(&String, Vec<String>)]) -> Option<Stance> {
    let longer = || named.iter().map(|(_, words)| words).filter(|other| other.len() > key.len());
    let mut stance = None;
    for clause in clauses {
        for at in places(clause, key) {
            if longer().any(|other| covers(clause, other, at, key.len())) {
                continue;
            }
            if is_refused(&clause[..at]) {
                return Some(Stance::Against);
            }
            stance = Some(Stance::For);
        }
    }
    stance
}

pub fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word)
}

/// "Don't push before the tests pass" and "push after the tests" want the same.
pub fn waits_for_something(word: &str) -> bool {
    UNTIL.contains(&word)
}

/// Whether the text refuses anything at all.
pub fn refuses(text: &str) -> bool {
    clauses(text).iter().any(|clause| is_negated(clause, clause.len()))
}

/// A mark ends a clause if a space follows; the marks in `src/a.rs` and `--a,b` do not.
pub fn clauses(text: &str) -> Vec<Vec<String>> {
    let marked = text.replace('\n', ", ");
    let mut clauses = vec![String::new()];
    for piece in marked.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if BREAKS.contains(&word.to_lowercase().as_str()) {
            clauses.push(String::new());
        } else if let Some(clause) = clauses.last_mut() {
            clause.push_str(piece);
            clause.push(' ');
        }
        if word.ends_with([',', ';', ':', '.', '!', '?', '–', '—']) {
            clauses.push(String::new());
        }
    }
    clauses.iter().map(|clause| words_as_keys(clause)).collect()
}

fn places(clause: &[String], key: &[String]) -> Vec<usize> {
    let starts = clause.windows(key.len().max(1)).enumerate();
    starts.filter(|(_, window)| !key.is_empty() && *window == key).map(|(at, _)| at).collect()
}

fn covers(clause: &[String], longer: &[String], at: usize, length: usize) -> bool {
    places(clause, longer).into_iter().any(|start| start <= at && at + length <= start + longer.len())
}

fn is_refused(before: &[String]) -> bool {
    let near = &before[before.len().saturating_sub(CONTRAST_REACH + 1)..];
    let contrasts = |pair: &[String]| CONTRASTS.iter().any(|(a, b)| pair[0] == *a && pair[1] == *b);
    let has = |words: &[&str]| before.iter().any(|word| words.contains(&word.as_str()));
    let led_by = |lead: &str| before.last().is_some_and(|word| word == lead);
    is_negated(before, REACH)
        || near.windows(2).any(contrasts)
        || (has(LEAVING) && led_by("from"))
        || (has(PREFERRING) && led_by("over"))
}

/// Two negations cancel each other: "never without X".
fn is_negated(before: &[String], reach: usize) -> bool {
    let before: Vec<&str> = before.iter().map(String::as_str).filter(|word| *word != STRESS).collect();
    let near = &before[before.len().saturating_sub(reach)..];
    // In "don't forget", the word after the negation reverses its meaning.
    let asks = |at: usize| near[at + 1..].iter().take(2).any(|word| ASKING.contains(word));
    let denials: Vec<usize> = (0..near.len()).filter(|at| is_negation(near[*at]) && !asks(*at)).collect();
    let until = denials.first().is_some_and(|at| near[*at..].iter().any(|word| UNTIL.contains(word)));
    denials.len() % 2 == 1 && !until
}

#[cfg(test)]
mod tests {
    use super::Stance::{Against, For};
    use super::*;

    #[test]
    fn what_a_sentence_wants_of_each_thing() {
        let named = BTreeSet::from(["pnpm", "npm", "npm install", "pytest -x"].map(str::to_owned));
        for (text, pnpm, npm) in [
            ("Use pnpm for installs", Some(For), None),
            ("Use pnpm, not npm", Some(For), Some(Against)),
            ("No, use pnpm", Some(For), None),
            ("Don't use npm any more", None, Some(Against)),
            ("use npm instead", None, Some(For)),
            ("Use pnpm instead of npm", Some(For), Some(Against)),
            ("instead of npm use pnpm", Some(For), Some(Against)),
            ("do not use npm but pnpm", Some(For), Some(Against)),
            ("Switch from npm to pnpm", Some(For), Some(Against)),
            ("we no longer use npm here", None, Some(Against)),
            ("never run npm install here, pnpm knows the workspace", Some(For), None),
            ("don't forget to run pnpm", Some(For), None),
            ("not only npm", None, Some(For)),
            ("We prefer pnpm over npm", Some(For), Some(Against)),
            ("Look over npm once more", None, Some(For)),
            ("it must stop, so use npm", None, Some(For)),
            ("never commit before pnpm is through", Some(For), None),
            ("Never install without pnpm", Some(For), None),
        ] {
            assert_eq!([stance(text, "pnpm", &named), stance(text, "npm", &named)], [pnpm, npm], "{text}");
        }
        assert_eq!(stance("run pytest -x, it must stop", "pytest -x", &named), Some(For));
        assert_eq!(stance("don't run pytest -x", "pytest -x", &named), Some(Against));
    }

    #[test]
    fn a_refusal_is_heard() {
        for (text, expected) in
            [("commit it", false), ("never commit it", true), ("don't forget it", false), ("No", true)]
        {
            assert_eq!(refuses(text), expected, "{text}");
        }
    }
}
