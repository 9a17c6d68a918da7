//! Sentences that share words with a topic and want something else.

use super::*;

#[test]
fn talk_about_the_product_teaches_nothing() {
    for sentence in [
        "the confirmation text on the checkout page is too long",
        "make the header shorter",
        "the table has too many columns, make it simpler",
        "the description of the product is too long",
        "users say the form is too complicated",
        "the comments of a user should be deleted with his account",
        "remove the comment field from the form",
        "show the commit message in one line in the list",
        "the plan page should list the premium plan first",
        "log the user out after an hour",
        "rename the file to utils.ts",
        "keep the cache in sync with the database",
        "the two dialogs should look the same",
        "the name of the customer is missing",
        "the app hangs when i click save",
        "add a test account for qa",
        "the review of the customer is not saved",
        "amounts are shown in cents, not in euros",
        "the times on the page are wrong",
        "the ticket number is missing in the list",
        "link the ticket in the email",
        "wait for the response before the next request",
        "no confirmation dialog please",
        "the password is shown in the form",
        "please add a dark mode toggle",
        "this feature is part of the premium plan only",
        "split the name into first and last name",
        "the api answers in english",
        "the answer of the api is too long",
        "keep the sidebar short",
        "american users see the wrong date",
        "show one question at a time",
        "the deploy button does nothing",
        "reviewers can approve or reject a submission",
        "the agent replies twice to the customer",
        "drafts should be saved automatically",
        "the staging banner is shown on production",
        "has the migration run?",
        "is there a backup?",
        "can hooks be skipped?",
        "the summary of the article is too short",
        "a comment needs at least ten characters",
        "show the notes of the customer in the list",
    ] {
        assert_eq!(topics(sentence), BTreeSet::new(), "{sentence:?}");
    }
}

#[test]
fn plain_orders_for_now_teach_nothing() {
    for sentence in [
        "push it",
        "close the issue",
        "create an issue for the login bug",
        "post it as a comment",
        "run the tests",
        "search the codebase for usages of foo",
        "replace all occurrences of foo with bar",
        "show me how the parser works",
        "show me how you do on the benchmark",
        "give me the list of endpoints",
        "use option b",
        "leave the header alone",
        "put the logo next to the title",
        "move the button into the header",
        "why did you delete the paragraph?",
        "look at this screenshot",
        "try it again with another input",
        "i see another issue that keeps coming back",
        "make a team of three agents, one of them a devil's advocate",
        "i opened a pr, have a look",
        "go on",
        "continue",
        "just do it",
    ] {
        assert_eq!(topics(sentence), BTreeSet::new(), "{sentence:?}");
    }
}

/// Neighbouring topics divide what people say among them.
#[test]
fn a_ready_sentence_says_no_more_than_the_person_did() {
    for (sentence, expected) in [
        ("that commit message is far too long", &["commit-messages-short"][..]),
        ("commit messages in one line please", &["commit-messages-one-line"]),
        ("say in the commit message why", &["commit-message-why"]),
        ("look at previous commits for the message style", &["commit-messages"]),
        ("use conventional commits", &["conventional-commits"]),
        ("your answers are too long", &["answer-short"]),
        ("the readme text is too long", &["plain-writing"]),
        ("that function is too long", &["split-files"]),
        ("always run black before you commit", &["run-formatter"]),
        ("please run eslint before you commit", &["run-linter"]),
        ("never push unless i asked for it", &["no-push-unasked"]),
        ("squash the commits before merging", &["squash-merge"]),
        ("one commit per subject", &["group-commits"]),
        ("commit after every step", &["commit-each-step"]),
        ("no merge commits please", &["rebase-not-merge"]),
        ("put the ticket number in the commit message", &["ticket-in-commits"]),
        ("link the jira issue in the commit", &["ticket-in-commits"]),
        ("branch names start with the ticket number", &["ticket-in-branches"]),
        ("ask before you install a new package", &["ask-before-dependencies"]),
        ("no new dependencies please", &["few-dependencies"]),
        ("don't touch existing migrations", &["no-edited-migrations"]),
        ("always commit the lockfile", &["commit-lockfile"]),
        ("don't use sudo", &["no-sudo"]),
        ("which one would you recommend?", &["recommend-option"]),
        ("only run the tests of the file you changed", &["tests-sparingly"]),
        ("wait for my ok after each step", &["wait-after-each-step"]),
        ("comments in english please", &["code-in-english"]),
        ("don't use any in typescript", &["no-any"]),
        ("changelog entries are too technical", &["changelog-for-users"]),
    ] {
        let expected: BTreeSet<String> = expected.iter().map(|it| (*it).to_owned()).collect();
        assert_eq!(topics(sentence), expected, "{sentence:?}");
    }
}
