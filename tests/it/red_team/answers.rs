//! Answers of a model that was talked over by something it read: true quotes, and a payload in one of
//! the fields.

use serde_json::{Value, json};

use super::generator::{Payload, texts};
use super::{artifacts, assert_nothing_ran, assert_silent, told};
use crate::session::Session;
use crate::world::{World, write};

/// Six things that a person named in one message, each for an item of its own, so that no two items are merged.
const FIELDS: [(&str, &str); 6] = [
    ("decision", "title"),
    ("decision", "decision"),
    ("workflow", "steps"),
    ("procedural", "situation"),
    ("pitfall", "area"),
    ("pitfall", "resolution"),
];
/// Payloads of one batch: an answer has at most 100 items.
const PER_BATCH: usize = 16;

/// Aims of the generator.
const AIMS: usize = 24;

fn payload(number: usize, field: usize) -> Payload {
    texts(80 + field, 2).swap_remove(2 * number + usize::from(field % 2 == 1))
}

fn tool(number: usize, field: usize) -> String {
    format!("t{number:02}{}tool", ["a", "b", "c", "d", "e", "f"][field])
}

fn said(number: usize) -> (String, String) {
    let tools: Vec<String> =
        (0..FIELDS.len()).map(|field| format!("`{} run`", tool(number, field))).collect();
    let (tools, n) = (tools.join(", "), number);
    (
        format!("I did part {n} without {tools}."),
        format!("No, use {tools} for part {n} because it works offline."),
    )
}

fn taught(session: usize, numbers: std::ops::Range<usize>) -> Session {
    let day = format!("2026-03-{:02}T10:00:00Z", 1 + 3 * session);
    numbers.fold(Session::new(&format!("taught-{session}"), &day), |session, number| {
        let (assistant, user) = said(number);
        session.assistant(&assistant).user(&user)
    })
}

/// An answer whose quotes are all true, with the payload in one field.
fn item(number: usize, field: usize, place: usize) -> Value {
    let (kind, name) = FIELDS[field];
    let (assistant, user) = said(number);
    let evidence: Vec<Value> = ["s1", "s2"]
        .iter()
        .flat_map(|s| {
            let u = json!({"message": format!("{s}.u{place}"), "quote": user});
            [u, json!({"message": format!("{s}.a{place}"), "quote": assistant})]
        })
        .collect();
    let run = format!("Run `{} run`", tool(number, field));
    let payload = payload(number, field).text;
    let text = format!("{run} {payload}");
    let mut item = json!({
        "type": kind, "title": run, "steps": [run, "Look at it"], "situation": run, "rationale": "it works offline",
        "context": run, "decision": run, "area": run, "issue": run, "impact": run, "resolution": run,
        "matches": null, "quality_ok": true, "evidence": evidence,
    });
    item[name] = if name == "steps" { json!([run, text, payload]) } else { json!(text) };
    if name == "title" {
        item[name] = json!(format!("{payload} {run}"));
    }
    item
}

/// True fields, but the quote stands nowhere, or only where a stranger wrote it.
fn unbacked(number: usize) -> Value {
    let mut item = item(number, 0, 1);
    item["title"] = json!(format!("Use `{}x run`", payload(number, 7).mark));
    item["evidence"] = json!([
        {"message": "s1.u1", "quote": payload(number, 7).text}, {"message": "s1.a1", "quote": said(number).0},
        {"message": format!("s1.u9'; DROP TABLE signal; -- {}", payload(number, 7).mark), "quote": "x"},
    ]);
    item
}

fn world_with_answers() -> World {
    let mut world = World::new();
    let folder = world.base().join("answers");
    let batches: Vec<usize> = (0..AIMS).step_by(PER_BATCH).collect();
    for (batch, first) in batches.iter().enumerate() {
        let numbers = *first..(first + PER_BATCH).min(AIMS);
        let items = numbers.clone().flat_map(|n| (0..FIELDS.len()).map(move |f| item(n, f, n - first + 1)));
        let items: Vec<Value> = items.chain(numbers.map(unbacked).take(4)).collect();
        write(&folder.join(format!("{}.json", batch + 1)), &json!({ "observations": items }).to_string());
    }
    write(&folder.join("asked/.keep"), "");
    let script = format!(
        "cd '{}'; n=$(ls asked | wc -l); n=$((n+1)); cat > asked/$n; cat $n.json || echo '{{\"observations\": []}}'",
        folder.display()
    );
    let config = json!({"extractor": "command", "extractor_command": ["/bin/sh", "-c", script], "batch_size": 2, "batch_size_large": 2});
    write(&world.config(), &config.to_string());
    for (batch, first) in batches.iter().enumerate() {
        for half in 0..2 {
            world.play(&taught(2 * batch + half, *first..(first + PER_BATCH).min(AIMS)));
        }
    }
    world
}

fn without_code(text: &str) -> String {
    text.split('`').enumerate().map(|(n, part)| if n % 2 == 0 { part } else { "`" }).collect()
}

fn assert_inert(name: &str, text: &str) {
    let say = |what: &str, line: &str| panic!("{name}: {what}: {line}\n{text}");
    // The client runs and expands nothing in a knowledge file.
    let is_prompt = name.starts_with(".claude/");
    for line in text.lines() {
        let plain = without_code(line);
        match line.trim_start() {
            _ if is_prompt && line.contains("!`") => say("runs", line),
            _ if line.split_whitespace().any(|word| word.starts_with('@')) => say("reads", line),
            _ if is_prompt && (line.contains("$ARGUMENTS") || line.contains("$1")) => say("expands", line),
            start if start.starts_with("```") || start.starts_with("~~~") => say("opens a fence", line),
            _ => {}
        }
        for open in ["<!--", "<script", "<img", "<system", "</system", "!["] {
            if plain.match_indices(open).any(|(at, _)| !plain[..at].ends_with('\\'))
                && !plain.starts_with("description:")
            {
                say("opens markup", line);
            }
        }
    }
    let hidden = |c: char| {
        (c.is_control() && c != '\n') || "\u{202e}\u{200b}\u{200d}\u{2066}\u{feff}\u{e0041}".contains(c)
    };
    assert!(!text.contains(hidden), "{name}: {text:?}");
}

/// The frontmatter has only our keys, and the body only our headings.
fn assert_frame(name: &str, text: &str) {
    let rules = text.lines().filter(|line| line.trim_end() == "---").count();
    assert_eq!(rules, 2, "{name}: {text}");
    let (head, body) = text.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    for line in head.lines() {
        let ours = ["name: ", "description: ", "# ingrain: obs_"].iter().any(|key| line.starts_with(key));
        assert!(ours, "{name}: {line}");
    }
    let headings: Vec<&str> = body.lines().filter(|line| line.starts_with('#')).skip(1).collect();
    let expected: &[&str] =
        if name.contains("/skills/") { &["## Iron Law", "## When it applies", "## Steps"] } else { &[] };
    assert_eq!(headings, expected, "{name}");
}

/// As many headings, states and sources as there are entries.
fn assert_ledger(name: &str, text: &str, entries: usize) {
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    let prefix = if name.contains("decisions") { "## ADR-" } else { "## PF-" };
    for start in [
        prefix,
        "## ",
        "- **Status**: Active",
        "- **Status**",
        "- **Source**: self-learning:obs_",
        "- **Source**",
    ] {
        assert_eq!(count(start), entries, "{name} {start}");
    }
    assert!(!text.lines().any(|line| line == "---" || line == "==="), "{name}");
}

/// A true quote beside an invented lesson: nothing of the invention stays, and what was said does.
#[test]
fn an_answer_of_a_talked_over_model_says_only_what_was_said() {
    let world = world_with_answers();
    let list = world.list();
    let titles: Vec<&str> = list.iter().filter_map(|row| row["title"].as_str()).collect();
    assert_silent("list", &titles.join("\n"));
    let created =
        |kind: &str| list.iter().filter(|row| row["type"] == kind && row["status"] == "created").count();
    for (name, text) in artifacts(&world) {
        assert!(!text.to_lowercase().contains("zqx"), "{name}: {text}");
        assert_inert(&name, &text);
        match name.as_str() {
            _ if name.starts_with(".claude/") => assert_frame(&name, &text),
            _ if name.ends_with("decisions.md") => assert_ledger(&name, &text, created("decision")),
            _ if name.ends_with("pitfalls.md") => assert_ledger(&name, &text, created("pitfall")),
            _ => {}
        }
    }
    let written = created("workflow") + created("procedural") + created("decision") + created("pitfall");
    assert!(written > 10, "what is true of them is learned: {written} of {}", list.len());
    assert_silent("hooks", &told(&world));
    assert_nothing_ran(&world.project.join(".git"));
    let cases = AIMS * FIELDS.len();
    eprintln!("{cases} answers: {} learned, {written} written, no word of a payload", list.len());
}
