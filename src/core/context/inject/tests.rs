use proptest::prelude::*;

use super::*;
use crate::core::text::tokens::CLIENT_MAX_CHARS;

fn entry(anchor: &str, title: &str) -> IndexEntry {
    IndexEntry { anchor: anchor.into(), title: title.into(), status: "Active".into(), area: None }
}

fn parts(news: &[&str], entries: &[IndexEntry]) -> Parts {
    let index = Index {
        entries: entries.to_vec(),
        decisions_path: "/p/decisions.md".into(),
        pitfalls_path: "/p/pitfalls.md".into(),
    };
    Parts { news: news.iter().map(|s| (*s).to_owned()).collect(), index, ..Parts::default() }
}

#[test]
fn news_come_before_the_index_and_blocks_after_it() {
    let mut parts = parts(&["the command /self-learning:release"], &[entry("ADR-001", "Use Result")]);
    parts.blocks.push(Block {
        title: "## Errors".into(),
        lines: vec![InjectedLine::from("one".to_owned())],
        max_share: 0.2,
    });
    let text = compose(&parts, Budget { tokens: 800, min_room: 80 }).unwrap();
    let at = |needle: &str| text.find(needle).unwrap_or_else(|| panic!("{needle} in {text}"));
    assert!(at("release") < at("ADR-001") && at("ADR-001") < at("## Errors\n- one"));
}

#[test]
fn only_lines_that_found_room_were_shown() {
    let parts = Parts { blocks: vec![block("Lines", 9, 0.1)], ..Parts::default() };
    let text = compose(&parts, Budget { tokens: 80, min_room: 80 }).unwrap();
    assert_eq!(shown(&parts, &text), ["Lines0", "Lines1", "Lines2", "Lines3"], "{text}");
}

fn block(title: &str, lines: usize, max_share: f64) -> Block {
    let line =
        |n: usize| InjectedLine::of(&format!("{title}{n}"), format!("{title} {n:02} {}", "x".repeat(59)));
    Block { title: title.into(), lines: (0..lines).map(line).collect(), max_share }
}

/// The number of lines shown of each block, and the budget that is left.
fn told(blocks: Vec<Block>, concluded: usize) -> ([usize; 3], usize) {
    let concluded: Vec<String> =
        (0..concluded).map(|n| format!("conclusion {n} {}", "x".repeat(150))).collect();
    let notes = Notes { summary: None, ..notes(&concluded) };
    let parts = Parts { blocks, notes, ..Parts::default() };
    let text = compose(&parts, Budget { tokens: 800, min_room: 80 }).unwrap();
    let shown = shown(&parts, &text);
    let of = |name: &str| shown.iter().filter(|subject| subject.starts_with(name)).count();
    (["warn", "err", "pat_"].map(of), 800 - tokens(&text))
}

#[test]
fn what_others_leave_is_filled_in_the_same_order() {
    for (warnings, errors, concluded, expected) in [
        (31, 0, 0, [31, 0, 0]),
        (60, 0, 0, [45, 0, 0]),
        (60, 2, 0, [43, 2, 0]),
        (5, 60, 0, [5, 41, 0]),
        (60, 60, 0, [36, 9, 0]),
        (60, 60, 2, [28, 9, 2]),
        (60, 60, 90, [11, 9, 9]),
        (2, 2, 2, [2, 2, 2]),
    ] {
        let blocks = vec![block("warn", warnings, 0.25), block("err", errors, 0.2)];
        let (shown, left) = told(blocks, concluded);
        assert_eq!(shown, expected, "{warnings} {errors} {concluded}");
        let is_cut = shown != [warnings, errors, concluded];
        assert!(!is_cut || left < 40, "{left} tokens are left: {warnings} {errors} {concluded}");
    }
}

fn notes(lines: &[String]) -> Notes {
    let line = |(n, text): (usize, &String)| {
        InjectedLine::of(&format!("pat_{n}"), format!("- judge: \"{}\"", one_line(text)))
    };
    let summary = lines.iter().map(|text| format!("- {}", crate::core::text::head(&one_line(text), 9)));
    let summary = Some(summary.collect::<Vec<_>>().join("\n")).filter(|summary| !summary.is_empty());
    Notes {
        role: "judge".into(),
        lines: lines.iter().enumerate().map(line).collect(),
        summary,
        ..Notes::default()
    }
}

#[test]
fn a_role_is_told_its_notes_and_then_the_index() {
    let few = notes(&["the parser drops empty lines".into()]);
    let index = parts(&[], &[entry("ADR-001", "Use Result")]).index;
    let text = compose_role(&few, &index, Budget { tokens: 500, min_room: 80 }).unwrap();
    let at = |needle: &str| text.find(needle).unwrap_or_else(|| panic!("{needle} in {text}"));
    assert!(text.starts_with("=== HISTORICAL PATTERNS (judge) ===\n"), "{text}");
    assert!(at("the parser drops") < at("ADR-001"));
    assert_eq!(few.shown(&text).collect::<Vec<_>>(), ["pat_0"]);
    let only_index = compose_role(&Notes::default(), &index, Budget { tokens: 500, min_room: 80 }).unwrap();
    assert!(only_index.starts_with(INDEX_TITLE), "{only_index}");
}

#[test]
fn a_summary_shows_as_many_as_have_room() {
    let long: Vec<String> = (10..40).map(|n| format!("{n} {}", "x".repeat(190))).collect();
    let many = notes(&long);
    let told = |tokens: usize| {
        let text = compose_role(&many, &Index::default(), Budget { tokens, min_room: 80 }).unwrap();
        many.shown(&text).count()
    };
    assert_eq!((told(1800), told(200), told(100)), (30, 30, 18));
}

#[test]
fn nothing_to_tell_is_nothing_told() {
    assert_eq!(compose(&Parts::default(), Budget { tokens: 800, min_room: 80 }), None);
    let parts = parts(&["news"], &[]);
    assert_eq!(compose(&parts, Budget { tokens: 79, min_room: 80 }), None);
    assert!(compose(&parts, Budget { tokens: 80, min_room: 80 }).is_some());
}

#[test]
fn news_that_do_not_fit_are_counted() {
    let many: Vec<String> =
        (0..50).map(|n| format!("the skill number-{n}, learned from three sessions")).collect();
    let text =
        compose(&Parts { news: many, ..Parts::default() }, Budget { tokens: 800, min_room: 80 }).unwrap();
    let shown = text.lines().filter(|line| line.contains("number-")).count();
    assert!(text.ends_with(&format!("- … {} more", 50 - shown)) && tokens(&text) <= NEWS_TOKENS, "{text}");
}

#[test]
fn the_index_takes_half_at_most() {
    let entries: Vec<IndexEntry> =
        (1..=200).map(|n| entry(&format!("ADR-{n:03}"), "A decision with a title of some length")).collect();
    let text = compose(&parts(&[], &entries), Budget { tokens: 800, min_room: 80 }).unwrap();
    assert!(
        tokens(&text) <= 400 && text.contains(" of 200):") && text.contains("more in /p/decisions.md"),
        "{text}"
    );
}

#[test]
fn a_resumed_session_hears_only_what_changed() {
    let before = parts(
        &["old news"],
        &[entry("ADR-001", "Kept"), entry("ADR-002", "Dropped"), entry("PF-001", "Edited")],
    );
    let known = known(&before);
    assert_eq!(compose_resumed(&before, &known, Budget { tokens: 800, min_room: 80 }), None);
    let now = parts(
        &["old news", "fresh news"],
        &[entry("ADR-001", "Kept"), entry("PF-001", "Edited since"), entry("PF-002", "Added")],
    );
    let text = compose_resumed(&now, &known, Budget { tokens: 800, min_room: 80 }).unwrap();
    for expected in ["fresh news", "ADR-002 is no longer active: Dropped", "Edited since", "PF-002"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!text.contains("old news") && !text.contains("Kept"), "{text}");
}

proptest! {
    #[test]
    fn no_budget_is_ever_exceeded(
        news in prop::collection::vec(".{0,200}", 0..20),
        titles in prop::collection::vec(".{0,90}", 0..60),
        lines in prop::collection::vec(".{0,300}", 0..30),
        shares in prop::collection::vec(-0.5f64..1.5, 0..4),
        tokens_allowed in 0usize..6_000,
        min_room in 0usize..200,
    ) {
        let entries = titles.iter().enumerate().map(|(n, t)| entry(&format!("PF-{n:03}"), &one_line(t))).collect();
        let index = Index { entries, decisions_path: "/d".into(), pitfalls_path: "/p/ö".into() };
        let blocks = shares.iter().map(|max_share| Block { title: "B".into(), lines: lines.iter().cloned().map(InjectedLine::from).collect(), max_share: *max_share });
        let parts = Parts { news, index, blocks: blocks.collect(), notes: notes(&lines), ..Parts::default() };
        let budget = Budget { tokens: tokens_allowed, min_room };
        let texts = [
            compose(&parts, budget),
            compose_resumed(&parts, &BTreeSet::new(), budget),
            compose_role(&parts.notes, &parts.index, budget),
        ];
        for text in texts.into_iter().flatten() {
            prop_assert!(tokens(&text) <= tokens_allowed && text.chars().count() <= CLIENT_MAX_CHARS);
        }
        prop_assert_eq!(compose_resumed(&parts, &known(&parts), budget), None);
    }
}
