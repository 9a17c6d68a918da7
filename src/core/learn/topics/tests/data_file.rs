//! What holds for every topic of the data file.

use super::*;

/// Words of titles that refuse something themselves, or name a contrast.
const CONTRASTS: [&str; 14] = [
    "not", "no", "never", "nothing", "without", "out", "off", "only", "instead", "before", "than", "avoid",
    "leave", "else",
];

fn bodies() -> impl Iterator<Item = (String, Vec<&'static str>)> {
    let mut topics: Vec<(String, Vec<&str>)> = vec![];
    for (section, line) in sections(FILES[0]) {
        match (section.strip_prefix("topic "), topics.last_mut()) {
            (Some(id), _) if line.is_empty() => topics.push((id.to_owned(), vec![])),
            (Some(_), Some((_, lines))) => lines.push(line),
            _ => {}
        }
    }
    topics.into_iter()
}

#[test]
fn every_topic_has_its_fields_and_no_others() {
    let known = [
        "kind",
        "names",
        "habit",
        "missing",
        "generic",
        "title",
        "when",
        "opposite",
        "issue",
        "checks",
        "do",
        "one-of",
        "say",
        "complaint",
        "not",
        "against",
    ];
    for (id, lines) in bodies() {
        let field = |line: &&str| line.split(' ').next().unwrap_or_default().to_owned();
        let fields: Vec<String> = lines.iter().map(field).collect();
        let count = |name: &str| fields.iter().filter(|it| *it == name).count();
        assert!(fields.iter().all(|it| known.contains(&it.as_str())), "{id}: {fields:?}");
        assert!([count("title"), count("when"), count("kind")] == [1, 1, 1], "{id}");
        assert!(count("do") > 0 && count("say") + count("complaint") + count("one-of") > 0, "{id}");
    }
}

#[test]
fn no_phrase_is_both_an_ask_and_a_complaint_or_stands_twice() {
    for (id, lines) in bodies() {
        let phrases = lines.iter().filter_map(|line| {
            let (field, phrase) = line.split_once(' ')?;
            matches!(field, "say" | "complaint").then_some(phrase)
        });
        let mut seen = BTreeSet::new();
        for phrase in phrases {
            assert!(seen.insert(phrase), "{id}: {phrase}");
        }
    }
}

/// "Do not add tests …" never asks for tests, and what a topic itself says is not against it.
#[test]
fn a_title_speaks_for_its_topic_and_its_negation_does_not() {
    for topic in languages().iter().flat_map(|language| &language.topics) {
        let title = topic.title.replace(NAME, "Sonnet");
        let against = spoken_against(&title);
        assert!(!against.contains(&format!("{KEY}{}", topic.id)), "{title:?} is against itself");
        let negated = format!("do not {}{}", title[..1].to_lowercase(), &title[1..]);
        let is_plain =
            !title.contains([';', ',']) && !title.to_lowercase().split(' ').any(|it| CONTRASTS.contains(&it));
        assert!(!is_plain || !topics(&negated).contains(&topic.id), "{negated:?} asks for {}", topic.id);
    }
}

/// A topic that refuses something carries the refusal in its phrases: it is not found without one.
#[test]
fn the_thing_that_a_topic_refuses_is_no_wish_for_the_refusal() {
    for (sentence, topic) in [
        ("use mocks for the mail server", "no-mocks"),
        ("add some emojis to the readme", "no-emojis"),
        ("use em dashes here", "no-em-dashes"),
        ("leave a comment there", "fewer-comments"),
        ("install it globally", "no-global-installs"),
        ("run it with sudo", "no-sudo"),
        ("push the branch to origin", "no-push-unasked"),
        ("open a pr", "no-pull-request-unasked"),
        ("add the dependency", "few-dependencies"),
        ("add a summary of the changes", "no-recap"),
        ("edit the migration", "no-edited-migrations"),
        ("force push it", "no-history-rewrite"),
        ("run the whole test suite", "tests-sparingly"),
        ("skip the hook this once", "no-skipped-hooks"),
        ("query the prod database", "no-production"),
        ("any type is fine", "no-any"),
        ("catch the error", "errors-visible"),
    ] {
        assert!(!topics(sentence).contains(topic), "{sentence:?}");
    }
}
