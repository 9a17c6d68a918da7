//! Prompts addressed to ingrain itself: "remember: …", "forget: …", `/ingrain:status`. The prompt's
//! hook runs `ingrain` with the words found here, without a shell.

/// Openings of prompts that say what to keep, and what to forget.
const REMEMBER: [&str; 7] = ["remember", "merke", "merke dir", "merk dir", "retiens", "recuerda", "lembre"];
const FORGET: [&str; 5] = ["forget", "vergiss", "oublie", "olvida", "esqueça"];

/// The prefix of our commands in the client.
const SLASH: &str = "/ingrain:";
const EVERYWHERE: &str = "--everywhere";
/// The words are a whole prompt that may not be meant for ingrain.
pub const LOOSELY: &str = "--loosely";
const COLONS: [char; 2] = [':', '：'];

/// Vague nouns of informal orders: "forget the postgres thing".
const THINGS: [&str; 18] = [
    "thing",
    "things",
    "rule",
    "rules",
    "lesson",
    "decision",
    "convention",
    "entry",
    "note",
    "advice",
    "preference",
    "pitfall",
    "workflow",
    "adr",
    "pf",
    "idea",
    "policy",
    "guideline",
];
/// Openings of the replacement: "we go with mysql now".
const INSTEAD: [&str; 14] = [
    "we use",
    "we go with",
    "we're using",
    "we are using",
    "we switched",
    "we moved",
    "we're going with",
    "we are going with",
    "we went with",
    "we'll use",
    "we will use",
    "from now on",
    "we do it",
    "we decided",
];
/// How a prompt begins that may tell something to keep, and may be about the work at hand.
const LOOSE: [&str; 9] = [
    "remember this: ",
    "remember that: ",
    "remember that ",
    "remember to ",
    "always remember that ",
    "always remember to ",
    "keep in mind that ",
    "from now on, ",
    "from now on ",
];
/// A longer one is a task.
const MOST_LOOSE_WORDS: usize = 24;
/// One of these soon follows "remember that", unless it points at a thing: "remember that bug".
#[rustfmt::skip]
const STATES: [&str; 26] = [
    "is", "are", "isn't", "aren't", "has", "have", "must", "should", "need", "needs", "use", "uses", "go", "goes", "live",
    "lives", "belong", "belongs", "mean", "means", "can", "cannot", "can't", "don't", "never", "always",
];
const STATED_WITHIN: usize = 5;
/// Whose habits a statement is about: "remember that we deploy on fridays", but not "that we deployed".
const OURS: [&str; 3] = ["we", "our", "i"];
/// Words about the work of that day.
#[rustfmt::skip]
const OF_THE_DAY: [&str; 12] = [
    "was", "were", "did", "today", "tomorrow", "yesterday", "tonight", "later", "earlier", "done", "finish", "finished",
];
/// A longer subject is no lesson's name.
const MOST_LAPSED_WORDS: usize = 6;
/// A lesson that does not hold any more: "the redis decision is outdated".
const LAPSED: [&str; 12] = [
    " does not hold any more",
    " does not hold anymore",
    " doesn't hold any more",
    " doesn't hold anymore",
    " no longer holds",
    " no longer applies",
    " does not apply any more",
    " doesn't apply any more",
    " doesn't apply anymore",
    " is outdated",
    " is obsolete",
    " is void",
];

/// "Forget it" gives up an attempt, not a lesson.
const PRONOUNS: [&str; 14] = [
    "it",
    "this",
    "that",
    "everything",
    "all",
    "me",
    "him",
    "her",
    "them",
    "these",
    "those",
    "what",
    "you",
    "i",
];
const CLAUSE_ENDS: [char; 7] = [',', '.', ';', ':', '–', '—', '\n'];

/// The arguments for `ingrain`, if the prompt is addressed to it.
pub fn command(prompt: &str) -> Option<Vec<String>> {
    let prompt = prompt.trim();
    if let Some(said) = prompt.strip_prefix(SLASH) {
        return slash(said);
    }
    // Most prompts end here.
    let first = prompt.chars().next()?.to_ascii_lowercase();
    if !"rmlfvoeui`takp".contains(first) {
        return None;
    }
    if let Some(numbers) = undo(prompt) {
        return Some([vec!["undo".to_owned()], numbers].concat());
    }
    if let Some(said) = REMEMBER.iter().find_map(|lead| behind_colon(prompt, lead)) {
        return Some(remember(&paragraph(&said)));
    }
    if let Some(said) = FORGET.iter().find_map(|lead| behind_colon(prompt, lead)) {
        return Some(arguments(&["forget"], &paragraph(&said)));
    }
    if loosely(prompt).is_some() {
        return Some(arguments(&["forget", LOOSELY], &paragraph(prompt)));
    }
    to_keep(prompt).map(|_| arguments(&["remember", LOOSELY], &paragraph(prompt)))
}

/// The lesson of a prompt that may be one: "remember that dates are utc", "from now on use pnpm".
pub fn to_keep(prompt: &str) -> Option<String> {
    let said = paragraph(behind(prompt, "please ").unwrap_or(prompt));
    let lead = LOOSE.iter().find(|lead| behind(&said, lead).is_some())?;
    let rest = said.get(lead.len()..)?.trim();
    let lower = rest.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    let is_ours = OURS.contains(words.first()?) && words.get(1).is_some_and(|word| !word.ends_with("ed"));
    let states = is_ours || words.iter().take(STATED_WITHIN).any(|word| STATES.contains(word));
    let is_statement = states || !lead.ends_with("that ");
    let is_of_the_day = words.iter().any(|word| OF_THE_DAY.contains(word));
    let is_short = words.len() > 1 && words.len() <= MOST_LOOSE_WORDS && !rest.contains(['?', '\n']);
    (is_statement && is_short && !is_of_the_day).then(|| rest.to_owned())
}

/// What an informal order revokes, and its replacement, if any. "Forget it, try X" revokes nothing.
pub fn loosely(prompt: &str) -> Option<(String, String)> {
    let (given_up, next) = lapsed(prompt).or_else(|| set_aside(prompt))?;
    let words: Vec<String> = given_up.split_whitespace().map(str::to_lowercase).collect();
    let names_thing = words.iter().any(|word| THINGS.contains(&word.as_str()) || is_entry(word));
    let instead = replacement(next);
    let is_pronoun = words.first().is_none_or(|word| words.len() == 1 && PRONOUNS.contains(&word.as_str()));
    ((names_thing || !instead.is_empty()) && !is_pronoun).then(|| (given_up.to_owned(), instead.to_owned()))
}

/// The first clause of "the postgres thing, we use mysql now", and its replacement, if any.
pub fn given_up(said: &str) -> (&str, &str) {
    let (first, next) = clauses(behind(said, "about ").unwrap_or(said));
    (first, replacement(next))
}

fn replacement(next: &str) -> &str {
    let lower = next.to_lowercase();
    let is_one = INSTEAD.iter().any(|cue| lower.starts_with(cue) || lower.contains(&format!(" {cue} ")));
    if is_one { next } else { "" }
}

/// "Forget about postgres, we use mysql now": the thing, and what follows.
fn set_aside(prompt: &str) -> Option<(&str, &str)> {
    let rest = FORGET.iter().find_map(|lead| behind(prompt, lead))?.strip_prefix(' ')?;
    Some(clauses(behind(rest, "about").map_or(rest, str::trim_start)))
}

/// "The postgres rule is outdated, we use mysql now".
fn lapsed(prompt: &str) -> Option<(&str, &str)> {
    let (first, next) = clauses(prompt);
    let lower = first.to_ascii_lowercase();
    let end = LAPSED.iter().find_map(|said| lower.find(said))?;
    let mut words = lower[..end].split_whitespace();
    let is_short = words.clone().count() <= MOST_LAPSED_WORDS;
    let is_named = is_short && words.any(|word| THINGS.contains(&word) || is_entry(word));
    is_named.then(|| (first[..end].trim(), next))
}

fn clauses(said: &str) -> (&str, &str) {
    let end = said.find(CLAUSE_ENDS).unwrap_or(said.len());
    (said[..end].trim(), said[end..].trim_start_matches(CLAUSE_ENDS).trim())
}

fn is_entry(word: &str) -> bool {
    ["adr-", "pf-"].iter().any(|prefix| word.starts_with(prefix))
}

fn slash(said: &str) -> Option<Vec<String>> {
    let (command, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
    let rest = rest.trim();
    match command {
        "status" => Some(vec!["status".to_owned()]),
        "review" => Some(review(rest)),
        "why" => Some(arguments(&["why"], rest)),
        "forget" => Some(arguments(&["forget"], rest)),
        "remember" => Some(remember(rest)),
        "undo" => Some([vec!["undo".to_owned()], names(rest)].concat()),
        "off-record" => {
            Some(arguments(&["off-record"], rest.get(..3).filter(|_| rest == "off").unwrap_or_default()))
        }
        _ => None,
    }
}

fn remember(said: &str) -> Vec<String> {
    match everywhere(said) {
        Some(rest) => arguments(&["remember", EVERYWHERE], rest),
        None => arguments(&["remember"], said),
    }
}

/// What holds in all projects: "everywhere: be brief". "--everywhere" counts at either end; within a sentence it is one of
/// its words.
pub fn everywhere(said: &str) -> Option<&str> {
    let said = said.trim();
    let option = said.strip_prefix(EVERYWHERE).filter(|rest| !rest.starts_with(char::is_alphanumeric));
    let word = || behind(said, EVERYWHERE.trim_start_matches('-'))?.trim_start().strip_prefix(COLONS);
    let before = || said.strip_suffix(EVERYWHERE).filter(|rest| rest.ends_with(char::is_whitespace));
    let rest = option.or_else(word).or_else(before)?;
    Some(rest.trim_start().trim_start_matches(COLONS).trim())
}

/// "accept obs_1 obs_2"; anything else shows the list.
fn review(said: &str) -> Vec<String> {
    let mut words = said.split_whitespace().map(|word| word.trim_matches([',', '`', '.']));
    let ruling = match words.next().map(|word| word.trim_start_matches('-').to_lowercase()).as_deref() {
        Some("accept") => "--accept",
        Some("reject") => "--reject",
        Some("keep") => "--keep",
        _ => return vec!["review".to_owned(), "--list".to_owned()],
    };
    let ids = names(&words.collect::<Vec<_>>().join(" "));
    if ids.is_empty() {
        return vec!["review".to_owned(), "--list".to_owned()];
    }
    [vec!["review".to_owned(), ruling.to_owned()], ids].concat()
}

/// Ids and numbers; no option is one.
fn names(said: &str) -> Vec<String> {
    let is_name = |word: &&str| {
        let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-:".contains(c));
        !word.is_empty() && !word.starts_with('-') && is_plain
    };
    let words = said.split_whitespace().map(|word| word.trim_matches([',', '`', '.']));
    words.filter(is_name).map(str::to_owned).collect()
}

/// "undo: 15" and "ingrain undo u2". Only if that is the whole prompt: talk about an undo is none.
fn undo(prompt: &str) -> Option<Vec<String>> {
    let prompt = prompt.trim_matches('`');
    let said = behind_colon(prompt, "undo").or_else(|| behind(prompt, "ingrain undo ").map(str::to_owned))?;
    let is_number = |word: &&str| {
        let digits = word.strip_prefix('u').unwrap_or(word);
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    let words: Vec<&str> = said.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let is_it = !words.is_empty() && words.iter().all(is_number);
    is_it.then(|| words.into_iter().map(str::to_owned).collect())
}

/// After `--` nothing is an option.
fn arguments(command: &[&str], said: &str) -> Vec<String> {
    let mut words: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
    let said = said.trim();
    if !said.is_empty() {
        words.extend(["--".to_owned(), said.to_owned()]);
    }
    words
}

/// An option before the colon belongs to what follows: "remember --everywhere: no emojis".
fn behind_colon(prompt: &str, lead: &str) -> Option<String> {
    let rest = behind(prompt, lead)?.trim_start_matches(' ');
    if let Some(said) = rest.strip_prefix(COLONS) {
        return Some(said.to_owned());
    }
    let said = rest.strip_prefix(EVERYWHERE)?.trim_start_matches(' ').strip_prefix(COLONS)?;
    Some(format!("{EVERYWHERE} {}", said.trim_start()))
}

/// Ignores case.
fn behind<'a>(prompt: &'a str, lead: &str) -> Option<&'a str> {
    let start = prompt.get(..lead.len())?;
    let is_it = start.eq_ignore_ascii_case(lead);
    is_it.then(|| &prompt[lead.len()..])
}

/// Text after an empty line is about something else.
fn paragraph(said: &str) -> String {
    let lines = said.trim().lines().take_while(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

/// The rest of a prompt that spoke to ingrain first. A slash command takes the whole prompt.
pub fn rest(prompt: &str) -> String {
    if prompt.trim().starts_with(SLASH) {
        return String::new();
    }
    let lines = prompt.trim().lines().skip_while(|line| !line.trim().is_empty());
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_for_ingrain_and_what_is_not() {
        for (prompt, words) in [
            ("remember: use pnpm", "remember|--|use pnpm"),
            ("Remember : use pnpm\n\nnow fix the bug", "remember|--|use pnpm"),
            ("remember: --everywhere x", "remember|--everywhere|--|x"),
            ("remember: --everywhere: x", "remember|--everywhere|--|x"),
            ("remember: everywhere: answer in german", "remember|--everywhere|--|answer in german"),
            ("remember: Everywhere : be brief", "remember|--everywhere|--|be brief"),
            ("remember: everywhere we use tabs", "remember|--|everywhere we use tabs"),
            ("remember: be brief --everywhere", "remember|--everywhere|--|be brief"),
            ("remember --everywhere: no emojis", "remember|--everywhere|--|no emojis"),
            ("remember: --everywhere\n\nfix it", "remember|--everywhere"),
            ("remember: the flag --everywhere is ours", "remember|--|the flag --everywhere is ours"),
            ("merk dir: nur englisch", "remember|--|nur englisch"),
            ("forget: postgres", "forget|--|postgres"),
            ("/ingrain:remember don't use `npm`; $(x)", "remember|--|don't use `npm`; $(x)"),
            ("/ingrain:remember --everywhere be brief", "remember|--everywhere|--|be brief"),
            ("/ingrain:remember be brief --everywhere", "remember|--everywhere|--|be brief"),
            ("/ingrain:remember", "remember"),
            ("/ingrain:forget ADR-001", "forget|--|ADR-001"),
            ("/ingrain:status", "status"),
            ("undo: 15", "undo|15"),
            ("Undo: u2", "undo|u2"),
            ("ingrain undo 15", "undo|15"),
            ("`ingrain undo 15`", "undo|15"),
            ("/ingrain:undo", "undo"),
            ("/ingrain:undo 3, u4 --since 1d", "undo|3|u4|1d"),
            ("/ingrain:why ADR-001", "why|--|ADR-001"),
            ("/ingrain:why --json", "why|--|--json"),
            ("/ingrain:review", "review|--list"),
            ("/ingrain:review accept obs_1, obs_2", "review|--accept|obs_1|obs_2"),
            ("/ingrain:review reject --accept p1", "review|--reject|p1"),
            ("/ingrain:review what is new?", "review|--list"),
            ("/ingrain:off-record", "off-record"),
            ("/ingrain:off-record off", "off-record|--|off"),
            ("/ingrain:off-record please", "off-record"),
            ("remember that dates are utc", "remember|--loosely|--|remember that dates are utc"),
            ("Please remember to use tabs", "remember|--loosely|--|Please remember to use tabs"),
            ("from now on use pnpm", "remember|--loosely|--|from now on use pnpm"),
            (
                "please remember that we deploy on fridays only, because ops is there",
                "remember|--loosely|--|please remember that we deploy on fridays only, because ops is there",
            ),
            (
                "remember this: we deploy with helm",
                "remember|--loosely|--|remember this: we deploy with helm",
            ),
            (
                "the redis decision does not hold any more",
                "forget|--loosely|--|the redis decision does not hold any more",
            ),
            ("ADR-003 is outdated", "forget|--loosely|--|ADR-003 is outdated"),
            (
                "forget the postgres thing, we go with mysql now",
                "forget|--loosely|--|forget the postgres thing, we go with mysql now",
            ),
        ] {
            assert_eq!(command(prompt).map(|words| words.join("|")).as_deref(), Some(words), "{prompt}");
        }
        for prompt in [
            "fix the bug",
            "forget it, try X",
            "forget that, we use mysql",
            "forget the tests, just push",
            "forget about it",
            "forgetting is fine: x",
            "remember the milk",
            "remember that bug we fixed?",
            "remember that bug in the parser",
            "remember that the build was red yesterday",
            "remember that we changed the parser",
            "remember to push when you are done",
            "the readme is outdated",
            "the tests fail, that rule is obsolete",
            "undo: the last commit",
            "undo 15 lines",
            "ingrain undo 15 did not work",
            "ingrain undo",
            "do you remember: x",
            "/ingrain:trust",
            "remembering: x",
            "",
        ] {
            assert_eq!(command(prompt), None, "{prompt}");
        }
    }

    #[test]
    fn a_loose_order_gives_up_one_thing_for_another() {
        for (prompt, given_up, instead) in [
            ("forget the redis rule", "the redis rule", ""),
            (
                "Forget about postgres, we use mysql now because of the host",
                "postgres",
                "we use mysql now because of the host",
            ),
            ("forget ADR-003. run the tests", "ADR-003", ""),
            ("The redis decision does not hold any more", "The redis decision", ""),
            ("the redis rule is outdated, we use sqlite now", "the redis rule", "we use sqlite now"),
        ] {
            assert_eq!(loosely(prompt), Some((given_up.to_owned(), instead.to_owned())), "{prompt}");
        }
    }
}
