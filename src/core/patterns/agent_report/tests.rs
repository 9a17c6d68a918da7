use proptest::prelude::*;

use super::*;

fn contents(report: &str) -> Vec<String> {
    conclusions(report).into_iter().map(|conclusion| conclusion.content).collect()
}

#[test]
fn bullets_and_sentences_that_name_something() {
    let report = "\
# Review of src/auth.rs

I looked at `src/auth.rs` and its tests first.
The token in `src/auth.rs` is compared with `==`. That is fine otherwise.

- **Must fix**: `verify_token` never checks the expiry, so old tokens pass
- Looks good overall and reads well
1. The retry in `src/http.rs` leads to a second charge because the key is not sent
* short `x`

| file | verdict |
|---|---|
```rust
let always = must_never_be_read(src/main.rs);
```
Should `src/auth.rs` use constant time?
Findings in `src/auth.rs`:
";
    assert_eq!(
        contents(report),
        [
            "Must fix: `verify_token` never checks the expiry, so old tokens pass",
            "The retry in `src/http.rs` leads to a second charge because the key is not sent",
            "The token in `src/auth.rs` is compared with `==`.",
        ]
    );
}

/// A verb or a denial makes a statement of three words.
#[test]
fn terse_findings_are_conclusions() {
    for line in [
        "`verify_token` never checks the expiry (src/auth.rs:14)",
        "src/auth.rs:14: `verify_token` never checks expiry",
        "`verify_token` lets expired tokens through (src/auth.rs)",
        "`verify_token` (src/auth.rs) doesn't check expiry",
    ] {
        assert_eq!(contents(&format!("- {line}")), [line]);
    }
}

/// A report lists more than it concludes.
#[test]
fn a_listing_is_no_conclusion() {
    for line in [
        "- `lib/web/live/pane_list.ex` (90 lines)",
        "- File: `manual_commit_rewind.go:893-897`",
        "- Location: src/cli/root.go (lines 44-46)",
        "- Function: `commitWithMetadata()`",
        "- `cmd/entire/root.go` - main entry point",
        "- `--fresh`: Forces a new task",
        "agentId: ab462ed (for resuming to continue this agent's work if needed)",
        "- The handler in /home/dev/app/src/main.rs reads the clock twice in one call",
    ] {
        assert_eq!(contents(line), Vec::<String>::new(), "{line}");
    }
    assert_eq!(contents("- `src/設定.rs` は設定ファイルを読む前に検証しない").len(), 1);
}

#[test]
fn categories() {
    for (content, expected) in [
        ("`parse` must check its input", Category::Rule),
        ("Never call `parse` twice because it blocks", Category::Rule),
        ("`parse` blocks because it reads", Category::Causal),
        ("A full disk leads to a lost row", Category::Causal),
        ("`mustache` renders the page", Category::Observation),
    ] {
        assert_eq!(category(content), expected, "{content}");
    }
}

#[test]
fn near_duplicates_are_one() {
    let report = "- The parser in `src/lex.rs` drops the last newline of a file\n\
                  - the parser in `src/lex.rs` drops the last newline of a file!\n\
                  - The parser in `src/lex.rs` drops the last newline of every file\n\
                  - The printer in `src/out.rs` adds a blank line at the end\n";
    assert_eq!(contents(report).len(), 2);
}

#[test]
fn known_lines_find_the_most_similar() {
    let mut known = KnownLines::default();
    known.add("a", "one two three four five six seven eight nine");
    known.add("b", "one two three four five six seven eight nine ten");
    assert_eq!(known.find("ten nine eight seven six five four three two one"), Some("b"));
    assert_eq!(known.find("one two three"), None);
    assert_eq!(known.find(""), None);
}

#[test]
fn a_long_bullet_is_cut_into_sentences() {
    let tail = "and more of it ".repeat(12);
    let report =
        format!("- `src/a.rs` opens the file twice in one call. Then it goes on with `src/b.rs` {tail}.");
    let found = contents(&report);
    assert_eq!(found[0], "`src/a.rs` opens the file twice in one call.");
    assert!(found.iter().all(|line| line.chars().count() <= MOST_CHARS));
}

proptest! {
    #[test]
    fn every_line_keeps_the_bounds(report in "(?s)[-*#`|. a-z/\\n]{0,400}") {
        for line in contents(&report) {
            prop_assert!((LEAST_CHARS..=MOST_CHARS).contains(&line.chars().count()));
            prop_assert!(!line.contains('\n'));
        }
    }
}
