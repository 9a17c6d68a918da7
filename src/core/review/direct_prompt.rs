//! Prompts addressed to ingrain itself: "remember: …", "forget: …", `/ingrain:status`. The prompt's
//! hook runs `ingrain` with the words found here, without a shell.

mod loose;
#[cfg(test)]
mod tests;

pub use loose::{given_up, is_order_to_forget, loosely, to_keep};

/// Openings of prompts that say what to keep, and what to forget.
const REMEMBER: [&str; 7] = ["remember", "merke", "merke dir", "merk dir", "retiens", "recuerda", "lembre"];
const FORGET: [&str; 5] = ["forget", "vergiss", "oublie", "olvida", "esqueça"];

/// The prefix of our commands in the client.
const SLASH: &str = "/ingrain:";
const EVERYWHERE: &str = "--everywhere";
/// The words are a whole prompt that may not be meant for ingrain.
pub const LOOSELY: &str = "--loosely";
const COLONS: [char; 2] = [':', '：'];
const CLAUSE_ENDS: [char; 7] = [',', '.', ';', ':', '–', '—', '\n'];
/// Words before an order that say nothing: "ok, please remember: …".
const POLITE: [&str; 12] =
    ["please", "pls", "ok", "okay", "oh", "and", "also", "so", "hey", "well", "actually", "bitte"];
const MOST_POLITE: usize = 3;

/// The arguments for `ingrain`, if the prompt is addressed to it.
pub fn command(prompt: &str) -> Option<Vec<String>> {
    let prompt = prompt.trim();
    if let Some(said) = prompt.strip_prefix(SLASH) {
        return slash(said);
    }
    // Most prompts end here.
    let first = prompt.chars().next()?.to_ascii_lowercase();
    if !"rmlfvoeui`takpshwb".contains(first) {
        return None;
    }
    let asked = polite(prompt);
    if let Some(numbers) = undo(asked) {
        return Some([vec!["undo".to_owned()], numbers].concat());
    }
    if let Some(said) = REMEMBER.iter().find_map(|lead| behind_colon(asked, lead)) {
        return Some(remember(loose::lesson(&paragraph(&said))));
    }
    if let Some(said) = FORGET.iter().find_map(|lead| behind_colon(asked, lead)) {
        return Some(arguments(&["forget"], &paragraph(&said)));
    }
    if loosely(prompt).is_some() {
        return Some(arguments(&["forget", LOOSELY], &paragraph(prompt)));
    }
    to_keep(prompt).map(|_| arguments(&["remember", LOOSELY], &paragraph(prompt)))
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

/// "undo: 15" and "ingrain undo u2"; "undo:" alone means what was done last. Only if that is the whole prompt: talk
/// about an undo is none.
fn undo(prompt: &str) -> Option<Vec<String>> {
    let prompt = prompt.trim_matches('`');
    let direct = behind_colon(prompt, "undo");
    let may_be_empty = direct.is_some();
    let said = direct.or_else(|| behind(prompt, "ingrain undo ").map(str::to_owned))?;
    let is_number = |word: &&str| {
        let digits = word.strip_prefix('u').unwrap_or(word);
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    let words: Vec<&str> = said.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let is_it = (may_be_empty || !words.is_empty()) && words.iter().all(is_number);
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

/// An option before the colon belongs to what follows: "remember --everywhere: no emojis", "remember everywhere: be brief".
fn behind_colon(prompt: &str, lead: &str) -> Option<String> {
    let rest = behind(prompt, lead)?.trim_start_matches(' ');
    if let Some(said) = rest.strip_prefix(COLONS) {
        return Some(said.to_owned());
    }
    let word = EVERYWHERE.trim_start_matches('-');
    let option = rest.strip_prefix(EVERYWHERE).or_else(|| behind(rest, word))?;
    let said = option.trim_start_matches(' ').strip_prefix(COLONS)?;
    Some(format!("{EVERYWHERE} {}", said.trim_start()))
}

/// The prompt without "ok, please" before it.
fn polite(prompt: &str) -> &str {
    let mut rest = prompt.trim();
    for _ in 0..MOST_POLITE {
        let ends = |c: char| c == ' ' || c == ',';
        let next = POLITE.iter().find_map(|word| behind(rest, word).filter(|rest| rest.starts_with(ends)));
        let Some(next) = next else { break };
        rest = next.trim_start_matches(ends);
    }
    rest
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

/// The rest of a prompt that spoke to ingrain first: an order behind the lesson, and what follows an empty line. A slash
/// command takes the whole prompt.
pub fn rest(prompt: &str) -> String {
    if prompt.trim().starts_with(SLASH) {
        return String::new();
    }
    let first = paragraph(prompt);
    let is_lesson = REMEMBER.iter().any(|lead| behind_colon(polite(&first), lead).is_some());
    let errand = if is_lesson { &first[loose::lesson(&first).len()..] } else { "" };
    let lines = prompt.trim().lines().skip_while(|line| !line.trim().is_empty());
    let others = lines.collect::<Vec<_>>().join("\n");
    format!("{}{others}", errand.trim_start_matches(CLAUSE_ENDS)).trim().to_owned()
}
