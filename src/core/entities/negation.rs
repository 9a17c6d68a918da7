//! Whether a sentence is for or against a thing that it names. "Use pnpm, not npm" is for one and against the other, and
//! a rule that only counts negations would take it for the opposite of "use pnpm".

use std::collections::BTreeSet;

use super::keys::words_as_keys;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance {
    For,
    Against,
}

/// A negation reaches so many words: "do not ever use the plain X".
const REACH: usize = 5;
/// "don't ever" reaches as far as "don't".
const STRESS: &str = "ever";
/// "instead of the X".
const CONTRAST_REACH: usize = 2;

/// `don` and `shouldn` are what is left of don't and shouldn't.
#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "none", "without", "avoid", "stop", "skip", "omit", "cannot", "don", "dont", "shouldn", "mustn",
    "nicht", "nie", "niemals", "kein", "keine", "keinen", "ohne", "pas", "jamais", "sans", "nunca", "sin", "não", "nao",
    "sem", "non", "mai", "senza", "niet", "geen", "nooit",
    "vermeide", "vermeiden", "évite", "évitez", "éviter", "evita", "evitar", "evite", "evitare", "vermijd",
];
/// Languages without spaces put them anywhere in a word.
const UNSPACED: &[&str] = &["不要", "不用", "不再", "不能", "别", "別", "勿", "禁止", "避免"];
const UNSPACED_BEHIND: &[&str] = &["ない", "ません", "やめ", "禁止", "避け", "않", "말고", "마세요", "금지"];
/// "never commit before X" asks for X.
const UNTIL: &[&str] = &["before", "until", "unless", "bevor", "bis", "avant", "antes", "prima", "voordat"];
/// Behind these a negation asks for what it names.
const ASKING: &[&str] = &["forget", "hesitate", "only", "just", "worry", "vergiss", "vergessen", "nur"];
/// Two words that set one thing against another.
const CONTRASTS: &[(&str, &str)] = &[
    ("instead", "of"),
    ("rather", "than"),
    ("no", "longer"),
    ("lieu", "de"),
    ("lieu", "d"),
    ("vez", "de"),
    ("lugar", "de"),
    ("plaats", "van"),
    ("invece", "di"),
];
const CONTRAST_WORDS: &[&str] = &["statt", "anstatt", "anstelle"];
/// "switch from X to Y" leaves X.
const LEAVING: &[&str] = &["switch", "switching", "move", "moving", "migrate", "migrating", "change"];
/// "prefer Y over X" as well.
const PREFERRING: &[&str] = &["prefer", "choose", "pick", "use", "take", "want", "chose", "picked"];
/// In some languages the negation may follow what it denies.
const BEHIND: &[&str] = &["nicht", "pas", "niet"];
const BREAKS: &[&str] = &["but", "sondern", "mais", "sino", "mas", "maar"];

/// The keys that a text names, with what it wants of each.
pub fn stances<'k>(text: &str, keys: impl IntoIterator<Item = &'k String>) -> Vec<(&'k String, Stance)> {
    let named: Vec<(&String, Vec<String>)> = keys.into_iter().map(|key| (key, words_as_keys(key))).collect();
    let clauses = clauses(text);
    named.iter().filter_map(|(key, words)| Some((*key, stance_on(words, &clauses, &named)?))).collect()
}

/// `None` where the key is not named.
pub fn stance(text: &str, key: &str, named: &BTreeSet<String>) -> Option<Stance> {
    stances(text, named).into_iter().find(|(named, _)| *named == key).map(|(_, stance)| stance)
}

/// `npm` does not stand where `npm install` does.
fn stance_on(key: &[String], clauses: &[Vec<String>], named: &[(&String, Vec<String>)]) -> Option<Stance> {
    let longer = || named.iter().map(|(_, words)| words).filter(|other| other.len() > key.len());
    let mut stance = None;
    for clause in clauses {
        for at in places(clause, key) {
            if longer().any(|other| covers(clause, other, at, key.len())) {
                continue;
            }
            let (before, after) = (&clause[..at], &clause[at + key.len()..]);
            if is_refused(before) || is_refused_behind(after, named) {
                return Some(Stance::Against);
            }
            stance = Some(Stance::For);
        }
    }
    stance
}

pub fn is_negation(word: &str) -> bool {
    NEGATIONS.contains(&word) || UNSPACED.iter().any(|part| word.contains(part))
}

/// "don't push before the tests pass" and "push after the tests" want the same.
pub fn waits_for_something(word: &str) -> bool {
    UNTIL.contains(&word)
}

/// "but", "sondern": what follows is set against what stands before.
pub fn sets_against(word: &str) -> bool {
    BREAKS.contains(&word)
}

/// Whether anything at all is refused.
pub fn refuses(text: &str) -> bool {
    clauses(text).iter().any(|clause| is_negated(clause, clause.len()))
}

/// Marks that end a clause are followed by space; those in `src/a.rs` and `--a,b` are not.
pub fn clauses(text: &str) -> Vec<Vec<String>> {
    let marked = text.replace(['，', '、', '。', '；', '！', '\n'], ", ");
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
        || near.iter().any(|word| CONTRAST_WORDS.contains(&word.as_str()))
        || (has(LEAVING) && led_by("from"))
        || (has(PREFERRING) && led_by("over"))
}

/// Two negations are none: "never without X".
fn is_negated(before: &[String], reach: usize) -> bool {
    let before: Vec<&str> = before.iter().map(String::as_str).filter(|word| *word != STRESS).collect();
    let near = &before[before.len().saturating_sub(reach)..];
    // "don't forget": what follows the negation tells what it means.
    let asks = |at: usize| near[at + 1..].iter().take(2).any(|word| ASKING.contains(word));
    let denials: Vec<usize> = (0..near.len()).filter(|at| is_negation(near[*at]) && !asks(*at)).collect();
    let has = |word: &str| near.contains(&word);
    let no_more = denials.is_empty() && has("plus") && (has("n") || has("ne"));
    let until = denials.first().is_some_and(|at| near[*at..].iter().any(|word| UNTIL.contains(word)));
    no_more || (denials.len() % 2 == 1 && !until)
}

fn is_refused_behind(after: &[String], named: &[(&String, Vec<String>)]) -> bool {
    let is_unspaced = |word: &String| UNSPACED_BEHIND.iter().any(|part| word.contains(part));
    let denies = |at: &usize| BEHIND.contains(&after[*at].as_str()) || is_unspaced(&after[*at]);
    // 「mainにpushしないで」: what is done to it stands between.
    let is_target = after.first().is_some_and(|word| word.starts_with(['に', 'へ']));
    let far = (is_target && after.get(2).is_some_and(is_unspaced)).then_some(2);
    let denial = (0..after.len().min(2)).find(denies).or(far);
    let is_next =
        |at: usize| named.iter().any(|(_, key)| !key.is_empty() && after.get(at + 1) == key.first());
    denial.is_some_and(|at| !is_next(at))
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
            ("pnpmを使ってnpmは使わないで", Some(For), Some(Against)),
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
            ("Benutze npm nicht mehr", None, Some(Against)),
            ("Benutze pnpm nicht npm", Some(For), Some(Against)),
            ("pnpm statt npm", Some(For), Some(Against)),
            ("n'utilise pas npm, utilise pnpm", Some(For), Some(Against)),
            ("Usa pnpm en vez de npm", Some(For), Some(Against)),
            ("We prefer pnpm over npm", Some(For), Some(Against)),
            ("Look over npm once more", None, Some(For)),
            ("it must stop, so use npm", None, Some(For)),
            ("never commit before pnpm is through", Some(For), None),
            ("Never install without pnpm", Some(For), None),
            ("不要用 `npm`，用 `pnpm`", Some(For), Some(Against)),
            ("别用npm，用pnpm", Some(For), Some(Against)),
            ("npmは使わないで、pnpmを使って", Some(For), Some(Against)),
            ("N'utilise plus npm", None, Some(Against)),
            ("Evita npm, usa pnpm", Some(For), Some(Against)),
            ("Vermeide npm", None, Some(Against)),
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
