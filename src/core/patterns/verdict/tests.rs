use proptest::prelude::*;

use super::*;
use crate::core::model::samples::at;
use crate::core::patterns::pattern::Category;

fn pattern(content: &str) -> Pattern {
    Pattern::new("auditor", content, Category::Observation, at(0))
}

#[test]
fn a_block_is_a_fence_or_a_comment() {
    let body = r#"{"verdict": "pass", "issues": [{"id": "A1", "summary": "x", "location": "a.rs:1"}], "false_positives": ["A1", {"summary": "y"}, 7, ""]}"#;
    for text in [
        format!("Report.\n```verdict-json\n{body}\n```\nEnd."),
        format!("Report.\n<!-- verdict-json {body} -->"),
        format!("Report.\n<!-- team:verdict-json\n{body}\n-->\n"),
    ] {
        let found = find(&text).unwrap();
        assert!(found.passed);
        assert_eq!(
            found.issues[0],
            Issue { id: "A1".into(), summary: "x".into(), location: "a.rs:1".into() }
        );
        assert_eq!(found.false_positives, ["A1", "y", "7", "\"\""]);
    }
}

#[test]
fn the_last_readable_block_counts() {
    let text = "```verdict-json\n{\"verdict\":\"PASS\"}\n```\n```verdict-json\n{\"verdict\":\"FAIL\",\"issues\":[\"late\"]}\n```\n\
                ```verdict-json\n{broken\n```\nThe `verdict-json` block is above.";
    let found = find(text).unwrap();
    assert!(!found.passed);
    assert_eq!(found.issues[0].summary, "late");
}

#[test]
fn what_cannot_be_read_says_nothing() {
    for text in [
        "",
        "verdict-json",
        "```verdict-json\n{\"verdict\":\"MAYBE\"}\n```",
        "```verdict-json\n{\"issues\":[]}\n```",
        "```verdict-json\n[1]\n```",
        "```verdict-json\n{\"verdict\":\"PASS\"}",
    ] {
        assert_eq!(find(text), None, "{text}");
    }
}

#[test]
fn an_id_means_its_summary() {
    let own = [Issue { id: "A1".into(), summary: "token is logged".into(), location: String::new() }];
    let other = [Issue { id: "A2".into(), summary: String::new(), location: String::new() }];
    let lists: [&[Issue]; 2] = [&own, &other];
    for (entry, expected) in [("a1", "token is logged"), ("A2", "A2"), ("free text", "free text")] {
        assert_eq!(meaning(entry, &lists), expected);
    }
}

#[test]
fn exactly_one_pattern_is_meant() {
    let report = "- The token in `src/auth.rs` is logged in plain text\n\
                  - The session in `src/auth.rs` never expires after logout\n\
                  - The cache in `src/cache.rs` grows without any bound\n";
    let patterns = [
        pattern("The token in `src/auth.rs` is logged in plain text"),
        pattern("The session in `src/auth.rs` never expires after logout"),
        pattern("The cache in `src/cache.rs` grows without any bound"),
        pattern("The index in `src/db.rs` is never used by the planner"),
    ];
    for (entry, expected) in [
        ("token in src/auth.rs is logged", Some(0)),
        ("finding: the cache in `src/cache.rs` grows without any bound, wrong", Some(2)),
        ("session never expires in auth", Some(1)),
        // Two match, none matches, too short to match anything, and not in this report.
        ("in `src/auth.rs`", None),
        ("the printer jams on paper", None),
        ("cache", None),
        ("The index in `src/db.rs` is never used by the planner", None),
    ] {
        let found: Vec<&str> = meant(entry, report, &patterns).iter().map(|p| p.content.as_str()).collect();
        let expected: Vec<&str> = expected.iter().map(|n: &usize| patterns[*n].content.as_str()).collect();
        assert_eq!(found, expected, "{entry}");
    }
}

#[test]
fn a_line_that_two_roles_have_is_one() {
    let line = "The cache in `src/cache.rs` grows without any bound";
    let nearly = "The cache in `src/cache.rs` grows without a bound";
    for other in [line, nearly] {
        let patterns = [pattern(line), Pattern { role: "x:judge".into(), ..pattern(other) }];
        assert_eq!(meant(line, &format!("- {line}\n"), &patterns).len(), 2, "{other}");
    }
}

proptest! {
    #[test]
    fn no_text_is_too_strange(text in "(?s).{0,200}", body in "[{}\\[\\]\":a-z, ]{0,60}") {
        find(&text);
        find(&format!("```verdict-json\n{body}\n```"));
        prop_assert!(meant(&text, &body, &[]).is_empty());
    }
}
