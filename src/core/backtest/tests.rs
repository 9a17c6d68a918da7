use super::*;
use crate::core::entities::call_tokens::CallTokens;
use crate::core::guards::guard::GuardLevel;
use crate::core::learn::structure::{AskedCall, CallEnd, CallSeen, Fact};
use crate::core::model::samples::{at, observation, said};
use crate::core::model::{Kind, Quality, Status};

const DAY: i64 = 86_400;

/// Sessions of an hour, on these days.
fn sessions(days: &[i64]) -> Vec<PlayedSession> {
    let one = |(n, day): (usize, &i64)| PlayedSession {
        id: format!("s{n}"),
        began: at(day * DAY),
        ended: at(day * DAY + 3_600),
    };
    days.iter().enumerate().map(one).collect()
}

/// A lesson that was said in these sessions.
fn lesson(kind: Kind, id: &str, title: &str, days: &[(usize, i64)]) -> Observation {
    let quotes =
        days.iter().map(|(n, day)| said(&format!("s{n}"), &format!("{id}-{n}"), title, day * DAY + 60));
    let evidence: Vec<_> = quotes.collect();
    Observation {
        quality: Quality {
            attested: true,
            concrete: true,
            rationale: true,
            both_sides: true,
            ..Quality::default()
        },
        status: Status::Created,
        count: days.len() as u32,
        sessions: evidence.iter().map(|e| e.session.clone()).collect(),
        first_seen: evidence.first().map(|e| e.at).unwrap(),
        last_seen: evidence.last().map(|e| e.at).unwrap(),
        evidence,
        ..observation(kind, id, title)
    }
}

struct Past {
    sessions: Vec<PlayedSession>,
    observations: Vec<Observation>,
    calls: Vec<FactSighting>,
    guards: Vec<Guard>,
    revocations: Vec<Revocation>,
    since: Option<Time>,
}

impl Past {
    fn of(sessions: Vec<PlayedSession>, observations: Vec<Observation>) -> Past {
        let (calls, guards, revocations) = (vec![], vec![], vec![]);
        Past { sessions, observations, calls, guards, revocations, since: None }
    }

    fn play(&self) -> Backtest {
        play(BacktestInput {
            sessions: self.sessions.clone(),
            observations: &self.observations,
            rulings: BTreeMap::new(),
            facts: vec![],
            calls: self.calls.clone(),
            work_ends: &WorkEnds::new(),
            guards: &self.guards,
            revocations: self.revocations.clone(),
            anchors: BTreeMap::new(),
            root: "/p",
            config: &Config::default(),
            since: self.since,
        })
    }
}

fn found<'a>(played: &'a Backtest, id: &str) -> &'a PlayedLesson {
    played.lessons.iter().find(|lesson| lesson.id == id).unwrap()
}

const RULE: &str = "Keep error messages short and in plain English";

#[test]
fn a_lesson_is_told_once_said_and_written_when_it_is_ready() {
    let days = [(0, 0), (1, 3), (3, 9), (4, 12)];
    let rule = lesson(Kind::Procedural, "obs_1", RULE, &days);
    let played = Past::of(sessions(&[0, 3, 6, 9, 12, 15]), vec![rule]).play();
    let lesson = found(&played, "obs_1");
    assert_eq!(lesson.told, [3, 6, 9, 12, 15].map(|day| at(day * DAY)));
    let again: Vec<_> =
        lesson.again.iter().map(|one| (one.session.as_str(), one.told, one.written)).collect();
    assert_eq!(again, [("s1", true, false), ("s3", true, false), ("s4", true, true)]);
    assert_eq!(lesson.learned_at, Some(at(9 * DAY + 3_600)), "three sessions over five days");
    let repeats = &played.sums.repeats;
    assert_eq!((repeats.sessions, repeats.times, repeats.told, repeats.written), (3, 3, 3, 1));
    assert_eq!((repeats.told_mean, repeats.written_mean), (Some(1.0), Some(0.333)));
    assert_eq!(played.sums.starts, 6);
}

#[test]
fn two_lessons_of_one_session_are_one_session() {
    let rules = ["obs_1", "obs_2"].map(|id| lesson(Kind::Procedural, id, RULE, &[(0, 0), (1, 3), (2, 6)]));
    let repeats = Past::of(sessions(&[0, 3, 6]), rules.to_vec()).play().sums.repeats;
    assert_eq!((repeats.lessons, repeats.sessions, repeats.times), (2, 2, 4));
}

#[test]
fn a_session_knows_only_what_was_over() {
    let mut sessions = sessions(&[0, 0, 5]);
    sessions[1].began = at(60);
    sessions[2].ended = sessions[2].began;
    let rule = lesson(Kind::Decision, "obs_1", "Use `sqlite` for the cache", &[(0, 0), (1, 0), (2, 5)]);
    let played = Past::of(sessions, vec![rule]).play();
    let again: Vec<_> = found(&played, "obs_1").again.iter().map(|one| (one.told, one.written)).collect();
    assert_eq!(again, [(false, false), (true, true)], "side by side, and of a single moment");
}

#[test]
fn what_was_said_before_since_is_known_and_not_counted() {
    let rule = lesson(Kind::Procedural, "obs_1", RULE, &[(0, 0), (1, 3), (2, 6)]);
    let mut past = Past::of(sessions(&[0, 3, 6]), vec![rule]);
    past.since = Some(at(6 * DAY));
    let played = past.play();
    assert_eq!((played.sums.starts, played.sums.repeats.sessions, played.sums.repeats.told), (1, 1, 1));
    assert_eq!((played.from, played.until), (Some(at(6 * DAY)), Some(at(6 * DAY))));
}

#[test]
fn what_is_told_and_then_contradicted_is_a_wrong_telling() {
    let old = lesson(Kind::Decision, "obs_old", "Use `pnpm` for installs", &[(0, 0), (1, 3)]);
    let mut past = Past::of(sessions(&[0, 3, 6, 9]), vec![old.clone()]);
    let quote = "We don't use pnpm any more".to_owned();
    past.revocations =
        vec![Revocation { session: "s2".into(), turn: "t".into(), at: at(6 * DAY + 9), quote }];
    let played = past.play();
    let lesson_of = found(&played, "obs_old");
    assert_eq!(lesson_of.told, [3, 6].map(|day| at(day * DAY)), "told no more");
    assert_eq!(lesson_of.wrong.len(), 1);
    assert_eq!((lesson_of.wrong[0].session.as_str(), played.sums.wrong_tellings), ("s2", 1));

    let newer = lesson(Kind::Decision, "obs_new", "Use `npm` for installs, not `pnpm`", &[(2, 6), (3, 9)]);
    let played = Past::of(sessions(&[0, 3, 6, 9, 12]), vec![old, newer]).play();
    let wrong: Vec<&str> = found(&played, "obs_old").wrong.iter().map(|one| one.session.as_str()).collect();
    assert_eq!(wrong, ["s2", "s3"], "until the newer one is ready");
    assert!(!found(&played, "obs_old").told.contains(&at(12 * DAY)));
}

#[test]
fn guards_catch_what_came_after_they_could_be_set() {
    let call = |session: &str, day: i64, ended, asked| {
        let calls = CallTokens::of_line("npm install", &|_| None);
        let fact = Fact::Called(CallSeen { calls, ended, asked, work: String::new() });
        let (session, turn) = (session.to_owned(), format!("{session}-call"));
        FactSighting { fact, session, turn, at: at(day * DAY + 30) }
    };
    let rule = lesson(Kind::Procedural, "obs_1", "Use pnpm instead of npm", &[(0, 0)]);
    let mut past = Past::of(sessions(&[0, 3, 6, 9]), vec![rule]);
    past.calls = vec![
        call("s0", 0, CallEnd::Failed, vec![]),
        call("s1", 3, CallEnd::Failed, vec![]),
        call("s2", 6, CallEnd::Passed, vec![AskedCall { place: 0, options: vec![] }]),
    ];
    let played = past.play();
    let caught = played.sums.caught;
    assert_eq!((caught.calls, caught.confirmed, caught.contradicted), (2, 1, 1));
    let wrong = &found(&played, "obs_1").wrong;
    assert_eq!(wrong[0].why, "you asked for `npm install`");

    past.guards = vec![Guard {
        id: "g1".into(),
        matcher: "npm".parse().unwrap(),
        level: GuardLevel::Dropped,
        rule: String::new(),
        said_at: at(0),
        observation: None,
        set_at: Some(at(0)),
    }];
    assert_eq!(past.play().sums.caught.calls, 0, "a guard that was dropped catches nothing");
}

#[test]
fn nothing_is_said_of_nothing() {
    let played = Past::of(vec![], vec![]).play();
    assert_eq!(played.head(), "No session was there to be played.");
    assert!(played.lessons.is_empty() && played.best_lines().is_empty());
}

#[test]
fn the_page_escapes_what_it_shows() {
    let rule =
        lesson(Kind::Procedural, "obs_1", "Keep <script>x</script> out of all pages", &[(0, 0), (1, 3)]);
    let page = html(&Past::of(sessions(&[0, 3]), vec![rule]).play(), "a<b>").unwrap();
    assert!(!page.contains("<script") && !page.contains("a<b>") && !page.contains("://"), "{page}");
    assert!(page.contains("class=\"covered\"") && page.contains(LABEL));
}
