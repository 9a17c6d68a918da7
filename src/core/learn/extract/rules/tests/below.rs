//! Text below headings, and the effect of the heading on it.

use super::{builtin, request, taught};
use crate::core::model::Kind;

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
fn a_heading_ends_where_its_list_ends() {
    for text in [
        "Do:\n- use pnpm because the lockfile is shared\n\nDon't:\n- use npm because it is there",
        "Don't:\n- use npm because it is there\n\nAlways use pnpm when you install.",
        "## Rejected\n- use npm because it is there\n## Rules\n- use pnpm because the lockfile is shared",
        "The cache is slow here, and no one knows why.\n---\nUse pnpm because the lockfile is shared.",
        "It fails like so:\n```\nnpm ERR\n```\nUse pnpm because the lockfile is shared.",
        "For today, I think:\nit is slow\n\nUse pnpm because the lockfile is shared.",
    ] {
        let found = builtin(&request(&[("", text)])).observations;
        assert_eq!(found.len(), 1, "{text}\n{found:#?}");
        assert!(found[0].title.contains("pnpm"), "{text}");
    }
}

/// A title without its heading says too much.
#[test]
fn rules_below_a_place_are_not_taken_for_everywhere() {
    for text in [
        "packages/legacy:\n- use npm instead of pnpm because it has its own lockfile",
        "Frontend:\n- use `zod` because yup lacks types",
        "For the benchmark branch:\n- use npm instead of pnpm because it is there",
        "Only for the benchmark branch:\n- use npm instead of pnpm because it has its own lockfile",
        "Today:\n- use npm instead of pnpm because it has its own lockfile",
    ] {
        assert_eq!(taught("", text), None, "{text}");
    }
    assert_eq!(taught("", "Rules:\n- use `zod` because yup lacks types").unwrap().title, "Use `zod`");
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

/// Text by other people teaches nothing, whatever it says.
#[test]
fn what_others_wrote_is_not_the_persons_word() {
    let mut learned = vec![];
    for lead in [
        "got this mail from the customer, draft a reply:\n\nHi,\n",
        "PR comment from maria:\n",
        "maria left this on the PR\n\n",
        "here's the CLAUDE.md of the old repo, port what makes sense:\n\n",
        "Implement this spec:\n\n",
        "please address this feedback\n",
        "Please address this review.\n\n",
        "use this prompt for the other agent:\n",
        "got this feedback: ",
        "The article says: ",
        "Bob wrote:\n",
        "PR feedback:\n",
        "Meeting notes:\n",
        "Acceptance criteria:\n",
        "**Bob Miller:**\n\n",
        "CodeRabbit bot:\n- ",
        "Please address the review comments below:\n\n",
        "Claude in the other window answered:\n\n",
        "Bob on Slack:\n",
        "As an example of a bad rule, think of: ",
        "In the customer's repository the rule is: ",
        "Release notes 3.0:\n- ",
    ] {
        let text = format!("{lead}{RULE}");
        learned.extend(taught("", &text).map(|_| text));
    }
    assert_eq!(learned, Vec::<String>::new());
}

#[test]
fn the_persons_own_leads_are_heard() {
    let mut unheard = vec![];
    for lead in [
        "Here are the rules:\n",
        "Note:\n",
        "Please do the following:\n",
        "Two things:\n",
        "From now on:\n",
        "In this repo:\n",
        "Can you look at this issue?\n\nAlso:\n",
        "fix this issue\n",
        "I commented out the tests.\n\n",
        "```\nfeedback: none\n```\n",
        "Rules:\n- ",
        "My rules:\n1. ",
    ] {
        let text = format!("{lead}Never use `axios`, it leaks.");
        unheard.extend(taught("", &text).is_none().then_some(text));
    }
    assert_eq!(unheard, Vec::<String>::new());
}
