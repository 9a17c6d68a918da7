use super::*;
use crate::core::learn::merge::Supersession;

fn choice(decision: &str, session: &str, seconds: i64) -> Candidate {
    let title = format!("Decided: {decision}");
    Candidate {
        details: Details::Decision {
            context: String::new(),
            decision: decision.into(),
            rationale: "because".into(),
        },
        keys: keys(&["lockfile"]),
        evidence: vec![said(session, &format!("{session}.t"), decision, seconds)],
        ..candidate(Kind::Decision, &title, session)
    }
}

pub(super) fn settled(mut all: Vec<Observation>) -> Vec<Observation> {
    for observation in &mut all {
        if let Some(status) = advance(observation, &Thresholds::default()) {
            observation.status = status;
        }
    }
    for Supersession { older, newer } in supersessions(&all) {
        let older = all.iter_mut().find(|o| o.id == older).unwrap();
        older.superseded_by = Some(newer);
    }
    all
}

pub(super) fn standing(all: &[Observation]) -> Vec<&str> {
    let stands = |o: &&Observation| o.status == Status::Ready && o.superseded_by.is_none();
    all.iter().filter(stands).map(|o| o.title.as_str()).collect()
}

#[test]
fn the_same_choice_is_one_more_sighting() {
    for (first, second, same) in [
        ("commit the lockfile", "Commit the lockfile!", true),
        ("commit the lockfile with every change", "commit the lockfile with each change", true),
        ("commit the lockfile", "do not commit the lockfile", false),
        ("never commit the lockfile", "always commit the lockfile", false),
        ("keep the lockfile for 30 days", "keep the lockfile for 90 days", false),
        ("commit the lockfile", "generate it in the pipeline", false),
    ] {
        let all = after(&[], &[choice(first, "s1", 0), choice(second, "s2", DAY)]);
        assert_eq!(all.len() == 1, same, "{first} / {second}");
    }
}

#[test]
fn another_option_in_the_same_sentence_is_another_choice() {
    let with = |tool: &str, session: &str| Candidate {
        keys: keys(&["lockfile", tool]),
        ..choice(&format!("use {tool} to write the lockfile"), session, 0)
    };
    assert_eq!(after(&[], &[with("pnpm", "s1"), with("npm", "s2")]).len(), 2);
    assert_eq!(after(&[], &[with("pnpm", "s1"), with("pnpm", "s2")]).len(), 1);
}

#[test]
fn a_newer_choice_replaces_the_older_one_when_it_is_ready_itself() {
    let old = [choice("commit the lockfile", "s1", 0), choice("commit the lockfile", "s2", DAY)];
    let all = settled(after(&[], &old));
    assert_eq!(standing(&all), ["Decided: commit the lockfile"]);
    let all = settled(after(&all, &[choice("ignore it in git", "s3", 2 * DAY)]));
    assert_eq!(standing(&all), ["Decided: commit the lockfile"], "one sighting replaces nothing");
    let all = settled(after(&all, &[choice("ignore it in git", "s4", 3 * DAY)]));
    assert_eq!(standing(&all), ["Decided: ignore it in git"]);
    assert_eq!(all[0].superseded_by.as_ref(), Some(&all[1].id));
    assert!(supersessions(&all).is_empty(), "nothing is replaced twice");
}

#[test]
fn an_older_choice_that_becomes_ready_late_replaces_nothing() {
    let new = [choice("ignore it in git", "s3", 20 * DAY), choice("ignore it in git", "s4", 30 * DAY)];
    let all = settled(after(&[], &new));
    let backfilled = [choice("commit the lockfile", "s1", 0), choice("commit the lockfile", "s2", DAY)];
    let all = settled(after(&all, &backfilled));
    assert_eq!(standing(&all), ["Decided: ignore it in git"]);
}

#[test]
fn a_choice_taken_back_is_a_new_decision() {
    let said = |text: &str, n: i64| choice(text, &format!("s{n}"), n * DAY);
    let mut all = Vec::new();
    for (text, day) in [("commit it", 1), ("commit it", 2), ("ignore it in git", 3), ("ignore it in git", 4)]
    {
        all = settled(after(&all, &[said(text, day)]));
    }
    let all = settled(after(&all, &[said("commit it", 5)]));
    assert_eq!((all.len(), all[0].count), (3, 2));
    let backfilled = Candidate {
        evidence: vec![crate::core::model::samples::said("s0", "old", "commit it", 0)],
        ..said("commit it", 0)
    };
    assert_eq!(after(&all, &[backfilled])[0].count, 3, "what was said before belongs to the old one");
    let all = settled(after(&all, &[said("commit it", 6)]));
    assert_eq!(all.len(), 3);
    assert_eq!((all[1].superseded_by.as_ref(), standing(&all).len()), (Some(&all[2].id), 1));
}

#[test]
fn a_named_decision_for_something_else_is_a_rival() {
    let known = after(&[], &[Candidate { keys: keys(&["pnpm"]), ..choice("use pnpm", "s1", 0) }]);
    let id = known[0].id.clone();
    let same = Candidate {
        matches: Some(id.clone()),
        keys: keys(&["pnpm"]),
        ..choice("pnpm installs everything here", "s2", 1)
    };
    assert_eq!(after(&known, &[same]).len(), 1, "the extractor knows better than words do");
    let other = Candidate { matches: Some(id), keys: keys(&["npm"]), ..choice("use npm", "s2", 1) };
    let all = after(&known, &[other]);
    assert_eq!((all.len(), &all[1].keys), (2, &keys(&["npm", "pnpm"])));
}

#[test]
fn deprecated_and_unsettled_decisions_neither_replace_nor_are_replaced() {
    let mut all = after(&[], &[choice("commit it", "s1", 0), choice("ignore it in git", "s2", DAY)]);
    for (first, second, expected) in [
        (Status::Created, Status::Observing, 0),
        (Status::Deprecated, Status::Created, 0),
        (Status::Created, Status::Deprecated, 0),
        (Status::Created, Status::Ready, 1),
    ] {
        (all[0].status, all[1].status) = (first, second);
        assert_eq!(supersessions(&all).len(), expected, "{first} {second}");
    }
}

/// A decision as the markers find it: its title is what was chosen, and its keys are what defines
/// it.
fn decided(decision: &str, rationale: &str, day: i64) -> Candidate {
    let details =
        Details::Decision { context: String::new(), decision: decision.into(), rationale: rationale.into() };
    let session = format!("s{day}");
    Candidate {
        keys: crate::core::entities::keys::defining(decision, &details),
        details,
        evidence: vec![said(&session, &format!("{session}.t"), decision, day * DAY)],
        ..candidate(Kind::Decision, decision, &session)
    }
}

#[test]
fn an_option_in_other_words_is_the_same_and_in_another_matter_it_is_not() {
    for (first, second, same) in [
        ("Use sqlite", "I'd stick with sqlite", true),
        ("Use sqlite", "We should go with sqlite for the store", true),
        ("Use pnpm", "Use pnpm, not npm", true),
        ("Never use npm", "Don't use npm here", true),
        ("Use sqlite for the test fixtures", "Use sqlite for the analytics export", false),
        ("Use sqlite for the cache", "Use sqlite for the queue", false),
        ("Use redis for the sessions", "Run redis with appendonly on", false),
        ("Use docker for the tests", "Use docker compose for the preview", false),
        ("Use pnpm for installs", "Don't use pnpm any more", false),
        ("Use redis", "Restart redis after the deploy", false),
    ] {
        let all = after(&[], &[decided(first, "because", 1), decided(second, "because", 2)]);
        assert_eq!(all.len() == 1, same, "{first} / {second}");
    }
}

#[test]
fn only_what_excludes_the_older_one_replaces_it() {
    for (first, second, reason, replaced) in [
        ("Use pnpm for installs", "Use bun for installs", "because pnpm breaks on the new lockfile", true),
        ("Use Postgres for the queue", "Use Redis for the queue", "because Postgres polling is slow", true),
        ("Use vitest for tests", "Use playwright for tests", "because cypress is flaky", false),
        ("Use pnpm for installs", "Use bun instead of pnpm for installs", "it is faster", true),
        ("Use pnpm for installs", "Don't use pnpm any more", "it breaks on the lockfile", true),
        ("Use pnpm for installs", "Switch from pnpm to bun", "it breaks", true),
        (
            "Don't use `moment` for the calendar",
            "Use `moment` for the calendar",
            "luxon has no plurals",
            true,
        ),
        ("Don't use `moment`", "Use `moment` for the calendar", "because luxon has no plural rules", false),
        ("Use redis", "Don't restart redis by hand", "it loses the queue", false),
        ("Use redis", "Don't use redis for the job queue", "it loses jobs", false),
        ("Use sqlite for the cache", "Back up the sqlite file every night", "the disk is old", false),
        ("Use sqlite for the cache", "Keep sqlite in WAL mode", "readers block otherwise", false),
        ("Use redis for the sessions", "Run redis with appendonly on", "we lost jobs", false),
        ("Use redis for the sessions", "Don't use redis for the job queue", "it loses jobs", false),
        ("Keep `pool_size` at 20", "Keep `pool_size` at 50", "we have more users", true),
        ("Use docker for the preview", "Don't use docker for the preview", "it eats the memory", true),
        ("Use docker for the preview", "Use podman for the preview", "because docker needs root", true),
        ("Set the width to 80 in `.prettierrc`", "Set the indent to 4 in `.prettierrc`", "we like it", false),
        (
            "Set the width to 80 in `.prettierrc`",
            "Set the width to 100 in `.prettierrc`",
            "screens are wide",
            true,
        ),
        ("Run 2 replicas for the `api` deployment", "Give 512 MB to the `api` deployment", "it swaps", false),
        (
            "Enable `strict` in the server tsconfig",
            "Disable `strict` in the legacy tsconfig",
            "old code",
            false,
        ),
        (
            "Use `jest` for the api tests",
            "Use `vitest` for the web tests",
            "because `jest` is slow there",
            false,
        ),
        ("We use `pnpm`", "We use `npm` over `pnpm`", "CI has none", true),
        ("We use `pnpm`", "We use `npm`", "CI has no pnpm", true),
        ("We use `redis`", "We use `sidekiq`", "it works with redis", false),
        ("Commit `yarn.lock`", "Ignore `yarn.lock` in git", "it conflicts all the time", true),
    ] {
        let said = [(first, "because", 1), (first, "because", 2), (second, reason, 3), (second, reason, 4)];
        let candidates: Vec<Candidate> =
            said.iter().map(|(text, why, day)| decided(text, why, *day)).collect();
        let all = settled(after(&[], &candidates));
        let expected: &[&str] = if replaced { &[second] } else { &[first, second] };
        assert_eq!(standing(&all), expected, "{first} / {second}");
    }
}

fn corrected(title: &str, key: &str, day: i64) -> Candidate {
    let session = format!("s{day}");
    let details = Details::Pitfall {
        area: key.into(),
        issue: format!("`{key}` was run, or was about to be, and the person stepped in"),
        impact: String::new(),
        resolution: title.into(),
    };
    Candidate {
        keys: keys(&[key]),
        details,
        evidence: vec![said(&session, &format!("{session}.t"), title, day * DAY)],
        ..candidate(Kind::Pitfall, title, &session)
    }
}

#[test]
fn the_opposite_correction_confirms_nothing_and_replaces_the_first() {
    for (key, against, again, for_it) in [
        (
            "make shots",
            "Don't run `make shots`",
            "never run `make shots` here",
            "Run `make shots`, the page needs it",
        ),
        (
            "npm",
            "Don't use `npm` here, use `pnpm` instead",
            "Don't use `npm` here, use `pnpm` instead",
            "Don't use `pnpm` here, use `npm` instead",
        ),
    ] {
        let all = settled(after(&[], &[corrected(against, key, 1), corrected(for_it, key, 2)]));
        assert_eq!((all.len(), standing(&all)), (2, vec![]), "one each");
        let all = settled(after(&all, &[corrected(again, key, 3)]));
        assert_eq!(standing(&all), [against]);
        let all = settled(after(&all, &[corrected(for_it, key, 4)]));
        assert_eq!(standing(&all), [for_it]);
    }
}

#[test]
fn a_correction_replaces_the_decision_that_it_denies_and_nothing_beside_it() {
    let decision =
        [decided("Use `npm` for the installs", "r", 1), decided("Use `npm` for the installs", "r", 2)];
    for (title, replaced) in [
        ("Don't use `npm` for the installs, use `pnpm` instead", true),
        ("Don't use `npm`", true),
        ("Don't use `npm` for the release notes", false),
    ] {
        let all = after(&[], &decision);
        let all = settled(after(&all, &[corrected(title, "npm", 3), corrected(title, "npm", 4)]));
        assert_eq!(standing(&all).len(), if replaced { 1 } else { 2 }, "{title}");
    }
}

#[test]
fn the_newest_answer_to_a_question_stands() {
    let answered = |question: &str, answer: &str, day: i64| {
        let session = format!("s{day}");
        let details =
            Details::Decision { context: question.into(), decision: answer.into(), rationale: String::new() };
        Candidate {
            details,
            keys: keys(&[answer]),
            evidence: vec![said(&session, &format!("{session}.t"), answer, day * DAY)],
            quality: Quality { attested: true, structural: true, ..Quality::default() },
            ..candidate(Kind::Decision, &format!("{answer}, {question}"), &session)
        }
    };
    for (first, second, is_replaced) in [
        ("Which database for the sessions?", "Which database for the sessions?", true),
        ("Which database for the sessions?", "Which database for the jobs?", false),
        ("Which library should we use?", "Which library should we use?", false),
        ("The sessions need a database", "The sessions need a database", false),
    ] {
        let said = [(first, "sqlite", 1), (first, "sqlite", 2), (second, "redis", 3), (second, "redis", 4)];
        let said = said.map(|(question, answer, day)| answered(question, answer, day));
        let all = settled(after(&[], &said));
        assert_eq!(standing(&all).len(), if is_replaced { 1 } else { 2 }, "{first} / {second}");
    }
}

#[test]
fn never_does_not_count_for_always() {
    let habit = |title: &str, day: i64| {
        let session = format!("s{day}");
        Candidate {
            keys: keys(&["pnpm lint"]),
            evidence: vec![said(&session, &format!("{session}.t"), title, day * DAY)],
            ..candidate(Kind::Procedural, title, &session)
        }
    };
    let always = "Always run `pnpm lint` before a commit";
    let all = after(&[], &[habit(always, 1), habit(always, 2)]);
    let all = after(&all, &[habit("Never run `pnpm lint` before a commit", 9)]);
    let counts: Vec<u32> = all.iter().map(|o| o.count).collect();
    assert_eq!(counts, [2, 1]);
    assert!(all[0].reviews.contains(&ReviewReason::Diverging), "somebody has to look at it");
    let all = after(&all, &[habit("Don't commit before you ran `pnpm lint`", 10)]);
    assert_eq!(all[0].count, 3);
}

/// With another verb and another reason it is the same choice, and in another matter it is another
/// one.
#[test]
fn a_refused_choice_is_known_again_and_another_one_is_not() {
    let about_sqlite = |title: &str, session: &str| Candidate {
        keys: keys(&["sqlite"]),
        ..candidate(Kind::Decision, title, session)
    };
    let first = about_sqlite("Keep the cache in sqlite, because I don't want a second server", "s0");
    let mut refused = after(&[], &[first]);
    (refused[0].status, refused[0].penalty) = (Status::Deprecated, 0.3);
    for (title, is_again) in [
        ("We store cached things in sqlite since one more server is a burden", true),
        ("Put the cache into sqlite", true),
        ("Use sqlite for the job queue", false),
        ("Vacuum the sqlite file every night", false),
        ("Use sqlite in WAL mode", false),
    ] {
        let all = after(&refused, &[about_sqlite(title, "s1")]);
        assert_eq!(all.len() == 1, is_again, "{title}");
    }
}

/// What a person says directly takes the place of its opposite, and of nothing else.
#[test]
fn opposites_are_about_the_same_matter() {
    let told = |id: &str, words: &str| {
        let lesson = crate::core::learn::direct::lesson(words).unwrap();
        Observation { details: lesson.details, ..observation(Kind::Decision, id, &lesson.title) }
    };
    for (one, other, expected) in [
        ("never push to main", "always push to main", true),
        ("we use tabs", "we use spaces", true),
        ("always squash commits", "never squash commits", true),
        ("don't use emojis", "use emojis", true),
        ("never edit dist", "always edit the docs", false),
        ("never push to main", "always push to staging", false),
        ("never commit secrets", "commit often", false),
        ("use tabs in makefiles", "never use tabs in python", false),
        ("we use pnpm for installs", "we use pnpm for tests", false),
        ("run the linter before you push", "run the tests after you push", false),
    ] {
        assert_eq!(are_opposites(&told("a", one), &told("b", other)), expected, "{one} | {other}");
    }
}
