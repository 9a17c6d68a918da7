//! What stands below a heading, and what the heading makes of it.

use super::{builtin, request, taught};
use crate::core::model::{Details, Kind};

const RULE: &str = "Use bun, not pnpm, because it is faster.";

fn learned_below(headings: &[&'static str], below: &[&str]) -> Vec<String> {
    let texts = headings.iter().flat_map(|heading| below.iter().map(|form| form.replace("{h}", heading)));
    let found = texts.filter(|text| taught("I'll run `pnpm install` now.", text).is_some());
    found.collect()
}

#[test]
fn what_stands_below_a_refusing_heading_teaches_nothing() {
    let lists = [
        format!("{{h}}\n- {RULE}\n- Rename files at random."),
        format!("{{h}}\n1. {RULE}\n2. Always use `yarn` when you install."),
        format!("- {{h}}\n  - {RULE}\n  - Never use `axios`."),
        format!("please update docs/x.md. {{h}}\n- {RULE}"),
    ];
    let forms: Vec<&str> = lists.iter().map(String::as_str).collect();
    let colons = [
        "Don't:",
        "Things I do NOT want:",
        "Avoid:",
        "Wrong:",
        "We rejected the following:",
        "Old rules (no longer valid):",
        "Open questions:",
        "Maybe later:",
        "Bob's list:",
        "Option B:",
        "Test inputs:",
        "What the linter complains about:",
        "**Anti-patterns:**",
        "Verworfen:",
    ];
    assert_eq!(learned_below(&colons, &forms), Vec::<String>::new());
    let plain = format!("please update docs/x.md.\n\n{{h}}\n{RULE}\n");
    assert_eq!(learned_below(&colons, &[&plain]), Vec::<String>::new());
    let titles = [
        "## Rejected",
        "## Alternatives considered",
        "### Non-goals",
        "### Expected behaviour",
        "# Don't",
        "DON'T",
    ];
    assert_eq!(learned_below(&titles, &forms[..2]), Vec::<String>::new());
    let nested = format!("## Rejected\n\n### Testing\n{RULE}\n\nRules:\n- {RULE}");
    assert_eq!(taught("", &nested), None);
}

#[test]
fn what_stands_below_in_the_words_of_another_language() {
    for text in [] {
        assert_eq!(taught("", text), None, "{text}");
    }
}

#[test]
fn a_heading_ends_where_its_list_ends() {
    for text in [
        "Do:\n- use pnpm because the lockfile is shared\n\nDon't:\n- use npm because it is there",
        "Don't:\n- use npm because it is there\n\nAlways use pnpm when you install.",
        "## Rejected\n- use npm because it is there\n## Rules\n- use pnpm because the lockfile is shared",
        "The cache is slow here, and nobody knows why.\n---\nUse pnpm because the lockfile is shared.",
        "It fails like so:\n```\nnpm ERR\n```\nUse pnpm because the lockfile is shared.",
        "For today, I think:\nit is slow\n\nUse pnpm because the lockfile is shared.",
    ] {
        let found = builtin(&request(&[("", text)])).observations;
        assert_eq!(found.len(), 1, "{text}\n{found:#?}");
        assert!(found[0].title.contains("pnpm"), "{text}");
    }
}

#[test]
fn where_it_holds_is_told_with_it() {
    for (text, title) in [
        (
            "packages/legacy:\n- use npm instead of pnpm because it has its own lockfile",
            "packages/legacy: Use npm instead of pnpm",
        ),
        ("Frontend:\n- use `zod` because yup lacks types", "Frontend: Use `zod`"),
        (
            "For the benchmark branch:\n- use npm instead of pnpm because it is there",
            "For the benchmark branch: Use npm instead of pnpm",
        ),
        ("Rules:\n- use `zod` because yup lacks types", "Use `zod`"),
    ] {
        let item = taught("", text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(item.title, title, "{text}");
        let Details::Decision { decision, .. } = item.details else { panic!("{text}") };
        assert_eq!(decision, title, "{text}");
    }
    for text in [
        "Only for the benchmark branch:\n- use npm instead of pnpm because it has its own lockfile",
        "Today:\n- use npm instead of pnpm because it has its own lockfile",
    ] {
        assert_eq!(taught("", text), None, "{text}");
    }
    let item = taught("", "Frontend:\n- when you parse, use `zod`").unwrap();
    let Details::Procedural { situation, .. } = item.details else { panic!() };
    assert_eq!(situation, "Frontend: When you parse");
}

#[test]
fn a_sequence_below_a_refusing_heading_is_none() {
    let steps = "1. run `make check`\n2. bump the version in Cargo.toml\n3. `git tag` it and push";
    for heading in [
        "What not to do in a release:",
        "How Bob broke prod yesterday:",
        "What went wrong:",
        "Don't:",
        "Bob's way to release:",
    ] {
        assert_eq!(taught("", &format!("{heading}\n{steps}")), None, "{heading}");
    }
    for heading in
        ["How to release:", "Nightly backup:", "When you release:", "Release:", "If the tests do not pass:"]
    {
        let found = taught("", &format!("{heading}\n{steps}")).map(|item| item.details.kind());
        assert_eq!(found, Some(Kind::Workflow), "{heading}");
    }
    let named = "Nightly backup:\n1. Use bun, not pnpm, because it is faster.\n2. Never use `axios`.";
    assert_eq!(taught("", named), None, "a name is no rule's heading");
}
