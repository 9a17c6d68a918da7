//! The English words by which reports and orders about finished work are recognised, sorted by what they do in a
//! sentence. Sentences themselves are hardly ever worded alike.

pub(super) const PRONOUNS: &[&str] =
    &["it", "that", "this", "these", "those", "they", "everything", "something"];
pub(super) const NOBODY: &[&str] = &["nothing", "none"];
#[rustfmt::skip]
pub(super) const DETERMINERS: &[&str] = &[
    "the", "your", "our", "my", "all", "some", "both", "half", "most", "many", "two", "three",
    "several", "new", "old", "existing", "unit", "integration", "that", "this", "these", "those",
];
/// What work leaves behind and people run.
#[rustfmt::skip]
pub(super) const THINGS: &[&str] = &[
    "build", "test", "tests", "suite", "ci", "pipeline", "workflow", "check", "checks", "lint",
    "linter", "typecheck", "compiler", "app", "application", "code", "server", "page", "site",
    "program", "script", "command", "change", "changes", "fix", "output", "result", "results",
    "deploy", "deployment", "migration", "hook", "one", "ones",
];
#[rustfmt::skip]
pub(super) const ADVERBS: &[&str] = &[
    "now", "still", "just", "also", "always", "even", "actually", "again", "completely", "totally",
    "really", "suddenly", "all", "currently", "then", "quite", "fully", "yet", "here", "already",
    "finally", "both", "immediately", "simply", "only", "partly",
];
#[rustfmt::skip]
pub(super) const LINKS: &[&str] = &[
    "is", "are", "was", "were", "s", "re", "looks", "look", "seems", "seem", "went", "goes", "go",
    "got", "gets", "stays", "stay", "turned", "remains", "became",
];
#[rustfmt::skip]
pub(super) const DENIES: &[&str] = &[
    "not", "isnt", "arent", "wasnt", "dont", "doesnt", "didnt", "wont", "cant", "cannot", "couldnt",
    "never",
];
/// Before the "t" of "don't".
#[rustfmt::skip]
pub(super) const BEFORE_T: &[&str] =
    &["isn", "aren", "wasn", "weren", "don", "doesn", "didn", "won", "can", "couldn", "hasn", "haven"];
pub(super) const HELPERS: &[&str] = &["do", "does", "did", "can", "could", "will", "has", "have"];
#[rustfmt::skip]
pub(super) const GOOD: &[&str] = &[
    "correct", "right", "working", "passing", "compiling", "building", "running", "true", "green",
    "fixed", "good", "fine", "ok", "okay", "perfect", "great", "solved", "resolved",
];
#[rustfmt::skip]
pub(super) const DOES_WELL: &[&str] = &[
    "work", "works", "worked", "pass", "passes", "passed", "compile", "compiles", "build", "builds",
    "start", "starts", "succeed", "succeeds", "run", "runs", "load", "loads", "help", "helped",
];
#[rustfmt::skip]
pub(super) const BAD: &[&str] = &[
    "red", "broken", "failing", "wrong", "incorrect", "crashing", "down", "dead", "unusable",
    "worse", "buggy", "hanging", "stuck", "erroring",
];
#[rustfmt::skip]
pub(super) const DOES_BADLY: &[&str] = &[
    "crash", "crashes", "crashed", "breaks", "broke", "fails", "failed", "errors", "panics",
    "panicked", "hangs", "freezes", "segfaults", "throws", "explodes",
];
/// Of several: "the tests fail", but "make it fail".
pub(super) const DO_BADLY: &[&str] = &["fail", "break", "hang", "freeze", "panic", "error", "throw"];
#[rustfmt::skip]
pub(super) const TOOK_BACK: &[&[&str]] = &[
    &["reverted"], &["undid"], &["undone"], &["rolled", "back"], &["discarded"], &["backed", "out"], &["threw", "away"], &["reset"],
];
pub(super) const BEFORE_TOOK: &[&str] = &["ve", "d", "have", "had", "to", "went", "ahead", "and"];
#[rustfmt::skip]
pub(super) const WHAT_WAS_DONE: &[&str] = &[
    "your", "that", "this", "it", "them", "those", "these", "everything", "all", "change",
    "changes", "commit", "commits", "edit", "edits", "last",
];

/// Helpers of a statement: "doesn't compile", but "don't run it" orders. Each may stand before a "t".
#[rustfmt::skip]
pub(super) const STATES_NOT: &[&str] = &["doesn", "doesnt", "didn", "didnt", "isn", "isnt", "wasn", "wasnt", "won", "wont"];
/// What the work was meant to do to the trouble.
pub(super) const HELPS: &[&str] = &["fix", "fixes", "fixed", "help", "helps", "solve", "resolve"];
/// What work was meant to remove.
#[rustfmt::skip]
pub(super) const TROUBLES: &[&str] = &[
    "bug", "bugs", "problem", "problems", "issue", "issues", "error", "errors", "failure", "failures", "crash", "exception",
    "warning", "warnings", "regression", "leak", "flicker", "mistake", "symptom",
];
/// After "the same": "the same thing happens".
pub(super) const OUTCOMES: &[&str] =
    &["thing", "result", "results", "output", "behaviour", "behavior", "story", "outcome"];
/// "The same error when …" reports, "the same error type" does not.
#[rustfmt::skip]
pub(super) const AFTER_THE_SAME: &[&str] = &[
    "again", "as", "when", "still", "now", "here", "after", "happens", "happened", "persists", "remains", "occurs", "even",
    "every", "and", "with", "on", "message",
];
#[rustfmt::skip]
pub(super) const BEFORE_THE_SAME: &[&str] = &[
    "i", "we", "m", "im", "am", "re", "it", "its", "s", "is", "that", "thats", "get", "gets", "got", "getting", "see", "seeing",
    "have", "having", "the", "exact", "exactly", "there", "very", "much", "pretty", "run", "into", "shows", "gives", "me",
];
/// "It is still there".
#[rustfmt::skip]
pub(super) const REMAINS: &[&str] = &[
    "there", "present", "visible", "happening", "happens", "occurs", "occurring", "exists", "same", "unfixed", "unsolved",
];
pub(super) const PERSISTS: &[&str] = &["persists", "remains", "reappeared", "returned"];
/// After "still", these name a wish or a judgement, not the trouble itself.
#[rustfmt::skip]
pub(super) const MILD: &[&str] = &[
    "needs", "lacks", "has", "seems", "looks", "feels", "wants", "misses", "is", "was", "does", "makes", "missing", "lacking", "needing", "being",
    "pending", "wondering", "thinking", "as",
];
/// A clause with one of these before "still" tells how it is to be, or asks.
pub(super) const UNCERTAIN: &[&str] = &[
    "should", "must", "would", "could", "might", "may", "sure", "ensure", "whether", "unless", "want",
    "please", "we",
];
/// A clause that begins with one of these asks for a look.
pub(super) const LOOKS: &[&str] = &["check", "verify", "confirm", "test", "see", "look"];
pub(super) const CHANGED: &[&str] = &["changed", "changes", "happened", "happens", "improved", "different"];
/// After "no": "no effect".
pub(super) const EFFECTS: &[&str] = &["effect", "difference", "improvement", "luck"];
pub(super) const MENDED: &[&str] = &[
    "fix",
    "fixed",
    "correct",
    "corrected",
    "repair",
    "repaired",
    "redo",
    "redid",
    "clean",
    "cleaned",
    "finish",
    "finished",
];
pub(super) const BY_HAND: &[&str] = &["myself", "ourselves", "manually", "hand"];
/// In what a program said.
pub(super) const FAILURE_WORDS: &[&str] = &[
    "cannot",
    "error",
    "errors",
    "failed",
    "failure",
    "denied",
    "undefined",
    "exception",
    "panic",
    "invalid",
    "traceback",
    "refused",
];
/// What opens a line that a program printed about its own failure.
#[rustfmt::skip]
pub(super) const PRINTED: &[&str] = &[
    "error:", "error[", "[error]", "fatal:", "panic:", "traceback (", "uncaught ", "exception:", "typeerror:", "referenceerror:",
    "syntaxerror:", "valueerror:", "importerror:", "assertionerror:", "npm err!", "fail:", "failed:",
];

/// What may stand before an order: "can you please just undo that".
#[rustfmt::skip]
pub(super) const POLITE: &[&str] = &[
    "please", "pls", "can", "could", "would", "will", "you", "we", "i", "let", "lets", "s", "us", "need", "want", "should", "have", "think",
    "to", "just", "now", "actually", "then", "ok", "okay", "no", "nope", "yes", "yeah", "hm", "hmm", "sorry", "better",
    "simply", "and", "so", "d", "like", "ll", "git", "first", "nevermind", "wait", "i'd",
];
/// Orders that need no further word.
pub(super) const UNDOES: &[&[&str]] =
    &[&["revert"], &["undo"], &["rollback"], &["roll", "back"], &["back", "out"], &["unwind"]];
/// Orders that take something back only with a word for how it was, or for what was done.
#[rustfmt::skip]
pub(super) const RETURNS: &[&[&str]] = &[
    &["restore"], &["reinstate"], &["go", "back", "to"], &["back", "to"], &["return", "to"], &["switch", "back", "to"], &["discard"],
    &["throw", "away"], &["bring", "back"], &["take", "back"], &["reset", "to"],
];
/// "Put the old one back".
pub(super) const MOVES: &[&str] = &["put", "roll", "bring", "change", "take", "switch", "turn"];
#[rustfmt::skip]
pub(super) const WHAT_WAS: &[&str] = &[
    "old", "previous", "original", "former", "earlier", "last", "before", "how", "what", "where",
];
/// A proposal is to be carried out.
#[rustfmt::skip]
pub(super) const CARRIES_OUT: &[&[&str]] = &[
    &["proceed"], &["do", "it"], &["do", "that"], &["do", "this"], &["do", "both"], &["do", "all"], &["go", "ahead"], &["go", "for"],
    &["make", "it", "so"],
];
/// The same, if what follows is the proposal: "implement this", but not "implement a login".
pub(super) const CARRIES_OUT_WHAT: &[&str] = &["implement", "apply", "start", "begin"];
pub(super) const PROPOSED: &[&str] = &[
    "it",
    "this",
    "that",
    "these",
    "them",
    "all",
    "both",
    "option",
    "options",
    "now",
    "with",
    "implementation",
];
/// To the agent's own question.
pub(super) const YES: &[&str] = &["yes", "yeah", "yep", "sure", "ok", "okay", "please", "do", "y"];
