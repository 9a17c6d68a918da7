use proptest::prelude::*;

use super::*;
use crate::core::knowledge::reconcile::content_hash;

const TWO: &str = "# Decisions\n\nA sentence.\n\n\
## ADR-001: Use Result types\n\n- **Date**: 2026-04-10\n- **Status**: Active\n- **Context**: c\n- **Source**: self-learning:obs_1\n\n\
## ADR-002: Keep hooks small\n\n- **Date**: 2026-04-11\n- **Status**: Accepted\n- **Source**: self-learning:obs_2\n";

fn anchors(file: &str) -> Vec<String> {
    parse(file).into_iter().map(|s| s.anchor).collect()
}

fn status_of(file: &str, anchor: &str) -> Option<String> {
    find(&parse(file), anchor, None).and_then(|s| s.status.clone())
}

#[test]
fn what_is_written_into_a_status_line_is_read_there() {
    for (status, standing) in [
        (NewEntryStatus::Active, EntryStatus::Active),
        (NewEntryStatus::Deprecated, EntryStatus::Deprecated),
        (NewEntryStatus::MergedInto("ADR-002"), EntryStatus::Deprecated),
        (NewEntryStatus::SupersededBy("ADR-002"), EntryStatus::Superseded),
    ] {
        assert_eq!(EntryStatus::read(&status.to_string()), standing);
    }
}

#[test]
fn reads_what_render_writes() {
    let sections = parse(TWO);
    assert_eq!(sections.len(), 2);
    let first = &sections[0];
    assert_eq!(
        (first.anchor.as_str(), first.number, first.title.as_str()),
        ("ADR-001", 1, "Use Result types")
    );
    assert_eq!(first.status.as_deref(), Some("Active"));
    assert_eq!(first.source.as_deref(), Some("obs_1"));
    assert!(first.text(TWO).starts_with("## ADR-001") && first.text(TWO).trim_end().ends_with("obs_1"));
}

#[test]
fn reads_headings_as_people_write_them() {
    for (heading, expected) in [
        ("## ADR-001: T", Some(("ADR-001", "T"))),
        ("### ADR-001: T", Some(("ADR-001", "T"))),
        ("##ADR-1: T", Some(("ADR-001", "T"))),
        ("  ## adr-1 - T", Some(("ADR-001", "T"))),
        ("## [ADR-001] T", Some(("ADR-001", "T"))),
        ("## **ADR-001**: T", Some(("ADR-001", "T"))),
        ("## ADR-001: T ##", Some(("ADR-001", "T"))),
        ("## ADR-001: C#", Some(("ADR-001", "C#"))),
        ("## ADR-001: `x` is slow", Some(("ADR-001", "`x` is slow"))),
        ("## ADR-001", Some(("ADR-001", ""))),
        ("## PF-1234: T", Some(("PF-1234", "T"))),
        ("## ADR-001b: T", None),
        ("## ADR-: T", None),
        ("## ADR-4294967295: T", None),
        ("## ADR-99999999999999999999: T", None),
        ("    ## ADR-001: T", None),
        ("ADR-001: T", None),
        ("####### ADR-001: T", None),
        ("## About ADR-001: T", None),
        ("## GUIDE-001: T", None),
    ] {
        let found = parse(heading).into_iter().next().map(|s| (s.anchor, s.title));
        assert_eq!(found, expected.map(|(a, t)| (a.to_owned(), t.to_owned())), "{heading}");
    }
}

#[test]
fn entries_in_fences_and_comments_are_not_entries() {
    let file = "## ADR-001: A\n\n```md\n## ADR-002: B\n```\n~~~~\n```\n## ADR-003: C\n~~~\n~~~~\n<!--\n## ADR-004: D\n-->\n## ADR-005: E\n";
    assert_eq!(anchors(file), ["ADR-001", "ADR-005"]);
    assert_eq!(next_number(file, Ledger::Decisions, 0), 6);
    let commented = "## ADR-001: A\n<!--\n## ADR-009: D\n-->\n";
    assert_eq!(next_number(commented, Ledger::Decisions, 0), 10, "a commented entry keeps its number");
}

#[test]
fn an_unclosed_fence_hides_nothing() {
    let file = "## ADR-001: A\n```\ncode\n## ADR-002: B\n<!-- note\n## ADR-003: C\n";
    assert_eq!(anchors(file), ["ADR-001", "ADR-002", "ADR-003"]);
}

#[test]
fn a_status_never_bleeds_from_the_next_entry() {
    let file = "## ADR-001: A\n\ntext\n\n## Notes\n- **Status**: Deprecated\n\n## ADR-002: B\n- **Status**: Superseded by ADR-003\n";
    assert_eq!(status_of(file, "ADR-001"), None);
    assert_eq!(status_of(file, "ADR-002").as_deref(), Some("Superseded by ADR-003"));
}

#[test]
fn reads_fields_as_people_write_them() {
    for line in [
        "- **Status**: Active",
        "* **Status:** Active",
        "**Status**: Active",
        "Status: Active",
        "- status:  Active  ",
    ] {
        let file = format!("## PF-001: T\n\n{line}\n");
        assert_eq!(status_of(&file, "PF-001").as_deref(), Some("Active"), "{line}");
    }
    let wrapped = "## PF-001: T\r\n- **Area**: src/hook,\r\n  the doors\r\n- **Issue**: x\r\n";
    assert_eq!(parse(wrapped)[0].area.as_deref(), Some("src/hook, the doors"));
    let fenced = "## PF-001: T\n```\n- **Status**: Deprecated\n```\n";
    assert_eq!(status_of(fenced, "PF-001"), None);
}

#[test]
fn knows_what_a_status_means() {
    for (status, standing, active) in [
        ("Active", EntryStatus::Active, true),
        ("accepted", EntryStatus::Accepted, true),
        ("Deprecated", EntryStatus::Deprecated, false),
        ("**Deprecated** (2026)", EntryStatus::Deprecated, false),
        ("Superseded by ADR-004", EntryStatus::Superseded, false),
        ("Not deprecated", EntryStatus::Unknown, true),
        ("", EntryStatus::Unknown, true),
    ] {
        assert_eq!(EntryStatus::read(status), standing, "{status}");
        assert_eq!(standing.is_active(), active);
    }
}

#[test]
fn appends_without_touching_a_byte() {
    for (existing, joined) in [
        ("# D\n", "# D\n\n## X\n"),
        ("# D\n\n", "# D\n\n## X\n"),
        ("# D", "# D\n\n## X\n"),
        ("# D\r\n", "# D\r\n\r\n## X\r\n"),
        ("# D\r\ntail", "# D\r\ntail\r\n\r\n## X\r\n"),
    ] {
        assert_eq!(append(Some(existing), Ledger::Decisions, "## X\n"), joined, "{existing:?}");
    }
    let fresh = append(None, Ledger::Pitfalls, "## PF-001: T\n");
    assert!(fresh.starts_with("# Pitfalls\n\n") && fresh.ends_with(".\n\n## PF-001: T\n"), "{fresh}");
    assert!(!fresh.lines().nth(2).unwrap().contains(char::is_numeric), "no count that goes stale");
    assert_eq!(append(Some("\n"), Ledger::Pitfalls, "## PF-001: T\n"), format!("\n{fresh}"));
}

#[test]
fn a_new_status_changes_one_line() {
    let changed = set_status(TWO, "ADR-001", "Superseded by ADR-002").unwrap();
    assert_eq!(changed, TWO.replacen("Active", "Superseded by ADR-002", 1));
    let crlf = TWO.replace('\n', "\r\n");
    let changed = set_status(&crlf, "ADR-002", "Deprecated").unwrap();
    assert_eq!(changed, crlf.replacen("Accepted", "Deprecated", 1));
    assert_eq!(set_status(TWO, "ADR-003", "Deprecated"), None);
    let short = "## PF-001: T\n**Status:**\n";
    assert_eq!(set_status(short, "PF-001", "Active").unwrap(), "## PF-001: T\n**Status:** Active\n");
}

#[test]
fn a_missing_status_is_added_below_the_bullets() {
    for (file, expected) in [
        (
            "## PF-001: T\n\n- **Area**: a\n  wrapped\n- **Issue**: i\n\nprose\n\n## PF-002: U\n- **Status**: Active\n",
            "## PF-001: T\n\n- **Area**: a\n  wrapped\n- **Issue**: i\n- **Status**: Deprecated\n\nprose\n\n## PF-002: U\n- **Status**: Active\n",
        ),
        (
            "## PF-001: T\n- a\n<!--\nhidden\n-->\n",
            "## PF-001: T\n- a\n- **Status**: Deprecated\n<!--\nhidden\n-->\n",
        ),
        ("## PF-001: T\nprose", "## PF-001: T\n\n- **Status**: Deprecated\n\nprose"),
        ("## PF-001: T", "## PF-001: T\n\n- **Status**: Deprecated\n"),
        ("## PF-001: T\r\n- a", "## PF-001: T\r\n- a\r\n- **Status**: Deprecated\r\n"),
    ] {
        let changed = set_status(file, "PF-001", "Deprecated").unwrap();
        assert_eq!(changed, expected);
        assert_eq!(status_of(&changed, "PF-001").as_deref(), Some("Deprecated"));
    }
}

#[test]
fn of_two_entries_with_one_id_the_right_one_is_found() {
    let file = "## PF-001: person\n\n## PF-001: A\n- **Source**: self-learning:obs_a\n\n## PF-001: B\n- **Source**: self-learning:obs_b\n";
    let sections = parse(file);
    assert_eq!(find(&sections, "PF-001", Some("obs_b")).unwrap().title, "B");
    assert_eq!(find(&sections, "PF-001", Some("obs_z")).unwrap().title, "A");
    assert_eq!(find(&sections[..1], "PF-001", Some("obs_b")).unwrap().title, "person");
    assert!(find(&sections, "PF-0011", None).is_none());
}

#[test]
fn numbers_are_never_given_twice() {
    assert_eq!(next_number("", Ledger::Decisions, 0), 1);
    assert_eq!(next_number(TWO, Ledger::Decisions, 0), 3);
    assert_eq!(next_number(TWO, Ledger::Pitfalls, 0), 1);
    let newest_deleted = &TWO[..parse(TWO)[1].span.start];
    assert_eq!(next_number(newest_deleted, Ledger::Decisions, 2), 3);
    assert_eq!(next_number("## ADR-1234: x", Ledger::Decisions, 2), 1235);
}

#[test]
fn a_hash_is_of_the_section_alone() {
    let section = "## ADR-003: C\n\n- **Status**: Active\n";
    let hash = content_hash(section);
    let file = append(Some(TWO), Ledger::Decisions, section);
    let longer = append(Some(&file), Ledger::Decisions, "## ADR-004: D\n");
    for file in [&file, &longer, &longer.replace('\n', "\r\n"), &format!("{longer}\n# Part two\n")] {
        let found = parse(file).into_iter().find(|s| s.number == 3).unwrap();
        assert_eq!(content_hash(found.text(file)), hash);
    }
    assert_ne!(content_hash(&section.replace("Active", "Deprecated")), hash);
}

#[test]
fn the_same_pitfall_is_found_again() {
    let area = "src/hook/session_start.rs and everything that it calls";
    let file = format!(
        "## PF-007: T\n- **Area**: {area}\n- **Issue**: Regexes, on a hook's path!\n- **Status**: Deprecated\n"
    );
    let sections = parse(&file);
    let duplicate =
        |area: &str, issue: &str| duplicate_pitfall(&sections, area, issue).map(|s| s.anchor.clone());
    assert_eq!(duplicate(area, "regexes on a hook s PATH").as_deref(), Some("PF-007"));
    assert_eq!(duplicate(&format!("{area} too"), "regexes on a hook's path").as_deref(), Some("PF-007"));
    assert_eq!(duplicate("elsewhere", "regexes on a hook's path"), None);
    assert_eq!(pitfall_key("", "issue"), None, "nothing said is not the same thing said");
    assert_eq!(pitfall_key("…", "issue"), None);
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "## (ADR|PF)-[0-9]{1,4}:? [a-z#`]{0,9}",
        "- \\*\\*(Status|Area|Issue|Source)\\*\\*: ?[a-zA-Z:_]{0,12}",
        "(```|~~~|<!--|-->|#|##|-)?[a-zé \t]{0,9}",
        Just("Status: x".to_owned()),
    ]
}

fn any_file() -> impl Strategy<Value = String> {
    (prop::collection::vec((any_line(), prop_oneof![Just("\n"), Just("\r\n")]), 0..20), any::<bool>())
        .prop_map(|(lines, ends)| {
            let text: String = lines.iter().flat_map(|(line, eol)| [line.as_str(), eol]).collect();
            if ends { text } else { text.trim_end_matches(['\n', '\r']).to_owned() }
        })
}

proptest! {
    #[test]
    fn sections_are_parts_of_the_file_in_order(file in any_file()) {
        let mut last = 0;
        for section in parse(&file) {
            prop_assert!(section.span.start >= last && section.span.end <= file.len());
            prop_assert!(section.text(&file).contains('#'));
            last = section.span.end;
        }
    }

    #[test]
    fn an_appended_entry_is_read_back_and_the_rest_stays(file in any_file()) {
        let number = next_number(&file, Ledger::Decisions, 0);
        let section = format!("## ADR-{number:03}: New\n\n- **Status**: Active\n- **Source**: self-learning:obs_n\n");
        let longer = append(Some(&file), Ledger::Decisions, &section);
        prop_assert!(longer.starts_with(&file));
        let before = parse(&file);
        let after = parse(&longer);
        prop_assert_eq!(after.len(), before.len() + 1);
        let new = after.last().unwrap();
        prop_assert_eq!(new.number, number);
        prop_assert_eq!(content_hash(new.text(&longer)), content_hash(&section));
        for (a, b) in before.iter().zip(&after) {
            prop_assert_eq!(content_hash(a.text(&file)), content_hash(b.text(&longer)));
        }
    }

    #[test]
    fn a_status_once_set_is_read_back_and_set_again_without_change(file in any_file()) {
        for section in parse(&file) {
            let changed = set_status(&file, &section.anchor, "Deprecated").unwrap();
            let target = find(&parse(&changed), &section.anchor, None).unwrap().clone();
            prop_assert_eq!(target.standing(), EntryStatus::Deprecated);
            prop_assert_eq!(set_status(&changed, &section.anchor, "Deprecated").unwrap(), changed);
        }
    }
}

#[test]
fn a_decision_that_another_memory_recorded_is_found_by_its_heading() {
    let more = |text: &str| format!("{TWO}\n{text}");
    let entry = |anchor: &str, title: &str, status: &str, source: &str| {
        format!("## {anchor}: {title}\n\n- **Status**: {status}\n- **Source**: self-learning:{source}\n")
    };
    for (file, title, expected) in [
        (TWO.to_owned(), "use  `Result` types", Some("ADR-001")),
        (TWO.to_owned(), "Use other types", None),
        (TWO.to_owned(), "", None),
        (more(&entry("ADR-003", "Ship", "Active", "obs_3")), "Ship", Some("ADR-003")),
        (more(&entry("ADR-003", "Ship", "Deprecated", "obs_3")), "Ship", None),
        (more(&entry("ADR-003", "Ship", "Active", "manual_3")), "Ship", None),
        (more(&entry("ADR-003", "Use Result types", "Active", "obs_3")), "Use Result types", None),
        (more(&entry("ADR-001", "Ship", "Active", "obs_3")), "Ship", None),
        (more("## ADR-003: Ship\n\nBy hand.\n"), "Ship", None),
    ] {
        let sections = parse(&file);
        let found = duplicate_decision(&sections, title).map(|section| section.anchor.as_str());
        assert_eq!(found, expected, "{title}\n{file}");
    }
}
