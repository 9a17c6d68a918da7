//! The subject of a sentence. "Cache in src/a.rs is stale" begins with a word that could be an
//! order, but says something about a thing. The verb of that thing tells them apart; without one,
//! the sentence counts as an order.

/// Words that begin orders and are also nouns. "Upload", "push" or "execute" are left out, because
/// a sentence with one of them could be an order.
#[rustfmt::skip]
const THINGS: [&str; 45] = [
    "archive", "build", "bundle", "cache", "call", "change", "check", "document", "download", "edit", "export", "fetch", "fix", "format",
    "import", "link", "lint", "log", "mock", "name", "open", "pass", "pin", "print", "quote", "read", "release", "report",
    "reset", "return", "review", "set", "show", "split", "stage", "start", "store", "switch", "sync", "tag", "test", "track",
    "update", "use", "write",
];
/// Adjectives that make a statement about work a request: "test runs in src/a.rs are required".
const DUTIES: [&str; 8] = ["required", "necessary", "mandatory", "needed", "allowed", "fine", "ok", "okay"];
const BEING: [&str; 4] = ["is", "are", "was", "be"];
/// After a verb they begin its object.
#[rustfmt::skip]
const DETERMINERS: [&str; 26] = [
    "the", "a", "an", "all", "every", "each", "any", "this", "that", "these", "those", "it", "them", "its", "our", "my", "his",
    "her", "their", "no", "both", "everything", "anything", "nothing", "everybody", "me",
];
#[rustfmt::skip]
const FINITE: [&str; 67] = [
    "is", "are", "was", "were", "has", "have", "had", "does", "did", "can", "cannot", "can't", "could", "will", "won't", "would",
    "may", "might", "must", "should", "shall", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "doesn't", "don't",
    "didn't", "shouldn't", "needs", "fails", "failed", "matters", "misses", "loses", "depends", "lacks", "leads", "causes",
    "relies", "ignores", "swallows", "requires", "expects", "assumes", "contains", "holds", "happens", "hides", "leaks",
    "breaks", "crashes", "panics", "fail", "matter", "depend", "lack", "rely", "require", "expect", "assume", "contain", "lose",
    "happen", "do",
];
const PREPOSITIONS: [&str; 18] = [
    "in", "of", "for", "from", "at", "by", "between", "inside", "within", "under", "to", "into", "with",
    "on", "during", "through", "across", "without",
];
/// Words that may stand between a thing and its verb.
const ADVERBS: [&str; 10] =
    ["never", "always", "often", "sometimes", "still", "also", "silently", "only", "rarely", "twice"];
/// Words that begin a subordinate clause.
#[rustfmt::skip]
const SUBORDINATES: [&str; 25] = [
    "what", "which", "who", "that", "because", "since", "so", "if", "when", "while", "before", "after", "until", "unless", "then", "where",
    "as", "whenever", "we", "i", "you", "they", "he", "she", "it",
];
pub(super) fn is_about_a_thing(text: &str) -> bool {
    let words = words(text);
    let [first, rest @ ..] = &words[..] else { return false };
    let end = rest.iter().position(|word| is_in(&SUBORDINATES, word)).unwrap_or(rest.len());
    let Some(second) = rest[..end].first() else { return false };
    let is_bidden = !(is_in(&THINGS, first) || names_part_of_a_place(rest)) || is_in(&DETERMINERS, second);
    let is_asked_for = words.windows(2).any(|pair| is_in(&BEING, &pair[0]) && is_in(&DUTIES, &pair[1]));
    !is_bidden && !is_asked_for && has_verb(&rest[..end])
}

/// "Delete endpoint in src/api.rs misses …": a noun in a place with a verb is a thing, whatever its
/// name. "Upload credentials from …" and "push changes to …" say where to, and "credentials … is"
/// has another subject.
fn names_part_of_a_place(rest: &[String]) -> bool {
    let [thing, place, name, verb, ..] = rest else { return false };
    let is_singular = matches!(verb.as_str(), "is" | "was" | "has");
    let agrees = thing.ends_with('s') != (is_singular || verb.ends_with('s'));
    is_in(&["in", "of", "at"], place) && is_name(name) && !is_name(thing) && agrees && verb != "matters"
}

/// A name may be that of the thing or the object of an order; then the verb has to follow directly.
fn has_verb(clause: &[String]) -> bool {
    if is_name(&clause[0]) {
        return clause.get(1).is_some_and(|word| is_in(&FINITE, word));
    }
    (0..clause.len()).any(|at| is_in(&FINITE, &clause[at]) || is_verb_of_a_place(clause, at))
}

/// "… in src/a.rs leaks", "… of `open` repeat the token".
fn is_verb_of_a_place(clause: &[String], at: usize) -> bool {
    let word = &clause[at];
    let before = clause[..at].iter().rposition(|word| !is_in(&ADVERBS, word));
    let Some(place) = before.filter(|&place| place > 0 && is_name(&clause[place])) else { return false };
    let is_led_to = is_in(&PREPOSITIONS, &clause[place - 1]) || clause[place - 1] == "and";
    let others = [&PREPOSITIONS[..], &ADVERBS, &DETERMINERS, &["and", "or"]];
    let is_other = is_name(word) || others.iter().any(|list| is_in(list, word));
    let ends_like_one = word.ends_with('s') && !word.ends_with("ss");
    let has_object = clause.get(at + 1).is_some_and(|next| is_in(&DETERMINERS, next));
    is_led_to && !is_other && (ends_like_one || has_object)
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// A path or code.
fn is_name(word: &str) -> bool {
    word.starts_with('`') || word.contains(['/', '.', '_', '('])
}

/// The words up to the first mark; code is one word.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in text.split('`').enumerate() {
        if nth % 2 == 1 {
            words.push(format!("`{part}`"));
            continue;
        }
        for word in part.split_whitespace() {
            let bare = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            words.extend((!bare.is_empty()).then_some(bare));
            if word.ends_with([',', ';', ':', '.', '!', '?', '–', '—']) {
                return words;
            }
        }
    }
    words
}
