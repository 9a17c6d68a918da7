//! `docs/json.md` against what the commands really print.

use std::collections::BTreeMap;

use serde_json::{Deserializer, Value};

use super::help::every_command;
use super::life::{lived_in, runs};
use super::words;
use crate::world::World;

const DOCUMENT: &str = include_str!("../../../docs/json.md");
const ROUND: &str =
    "--adversarial-role judge --validator-role inspector --deliberation report.md --verdict verdict.md";
const FINDING: &str = "`fill` in src/cache.rs reads the clock twice";

/// Commands of one shape.
struct Shape<'a> {
    commands: Vec<&'a str>,
    /// The sentence below the heading.
    form: &'a str,
    /// The path of each field, its types, and its meaning.
    fields: Vec<(&'a str, &'a str, &'a str)>,
}

fn shapes() -> Vec<Shape<'static>> {
    DOCUMENT.split("\n### ").skip(1).map(shape).collect()
}

fn shape(section: &'static str) -> Shape<'static> {
    let (heading, rest) = section.split_once('\n').unwrap();
    let form = rest.trim_start().lines().next().unwrap();
    let rows = rest.lines().filter(|line| line.starts_with("| `"));
    Shape { commands: heading.split('`').skip(1).step_by(2).collect(), form, fields: rows.map(row).collect() }
}

fn row(line: &'static str) -> (&'static str, &'static str, &'static str) {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    assert_eq!(cells.len(), 5, "{line}");
    (cells[1].trim_matches('`'), cells[2], cells[3])
}

/// A world in which every command has something to print, with what stands for the words in capitals.
fn populated() -> (World, BTreeMap<&'static str, String>) {
    let world = lived_in();
    world.write("runs.jsonl", &runs());
    world.write("report.md", &format!("# Review\n\n- {FINDING}\n"));
    let verdict = serde_json::json!({"verdict": "FAIL", "issues": [], "false_positives": [FINDING]});
    world.write("verdict.md", &verdict.to_string());
    world.write("learned.jsonl", &world.run(&["export"]).ok().stdout);
    let patterns = world.run(&["pattern", "list", "--text", "file type", "--json"]).ok().json();
    let stands_for = [
        ("ID", "ADR-001".to_owned()),
        ("PATTERN", patterns[0]["id"].as_str().unwrap().to_owned()),
        ("GUARD", "g1".to_owned()),
        ("LINE", "'git push -f'".to_owned()),
        ("MATCHER", "'git pull'".to_owned()),
        ("TEXT", "'keep the tide tables in sqlite'".to_owned()),
        ("WORDS", "tide tables".to_owned()),
        ("WORD", "sqlite".to_owned()),
        ("KEY=VALUE", "batch_size=4".to_owned()),
        ("FILE", "learned.jsonl".to_owned()),
        ("RUNS", "runs.jsonl".to_owned()),
        ("ROUND", ROUND.to_owned()),
        ("TRANSCRIPT", "../home/.claude/projects/-project/tides-0.jsonl".to_owned()),
    ];
    (world, stands_for.into())
}

fn printed(world: &World, command: &str, stands_for: &BTreeMap<&str, String>) -> Vec<Value> {
    let word = |word: &str| stands_for.get(word).cloned().unwrap_or_else(|| word.to_owned());
    let line = command.split(' ').map(word).collect::<Vec<_>>().join(" ") + " --json";
    let answer = world.run(&words(&line).iter().map(String::as_str).collect::<Vec<_>>());
    let documents = Deserializer::from_str(&answer.stdout).into_iter::<Value>();
    documents
        .map(|document| document.unwrap_or_else(|e| panic!("{line}: {e} in {}", answer.whole())))
        .collect()
}

/// The objects that a command prints, in the form that is documented for it.
fn objects(command: &str, form: &str, documents: Vec<Value>) -> Vec<Value> {
    let is_array = form.starts_with("An array") || form.contains(&format!("`{command}` prints an array"));
    match &documents[..] {
        _ if form.starts_with("One object per line") => documents,
        [Value::Array(all)] if is_array => all.clone(),
        [one] if !is_array && form.starts_with("One object") => vec![one.clone()],
        other => panic!("{command} is not “{form}”: {other:?}"),
    }
}

#[test]
fn every_json_is_as_documented() {
    let (world, stands_for) = populated();
    let shapes = shapes();
    for shape in &shapes {
        for command in &shape.commands {
            let objects = objects(command, shape.form, printed(&world, command, &stands_for));
            let fields = known(&shapes, shape, "");
            if fields.is_empty() {
                assert!(shape.form.contains("configuration.md"), "{command} has no fields");
                continue;
            }
            let faults: Vec<String> = objects.iter().flat_map(|one| faults(one, "", &fields)).collect();
            assert!(faults.is_empty(), "{command}: {faults:#?}");
        }
    }
}

#[test]
fn every_command_with_json_is_documented() {
    let world = World::new();
    let documented: Vec<&str> = shapes().iter().flat_map(|shape| shape.commands.clone()).collect();
    let is_documented = |name: &str| {
        documented.iter().any(|known| {
            known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
    };
    for name in every_command(&world) {
        let words: Vec<&str> = name.split(' ').chain(["--help"]).collect();
        let has_json = world.run(&words).ok().stdout.contains(" --json ");
        assert!(!has_json || is_documented(&name), "`{name} --json` is not in docs/json.md");
    }
}

/// The fields of a shape by their paths, with those that it shares with others.
fn known(shapes: &[Shape<'_>], shape: &Shape<'_>, below: &str) -> BTreeMap<String, String> {
    let mut known = BTreeMap::new();
    for (path, types, meaning) in &shape.fields {
        let Some(path) = path.strip_prefix(below) else { continue };
        known.insert(path.trim_start_matches('.').to_owned(), (*types).to_owned());
        let Some((of, from)) = meaning.split_once(" as `").and_then(|(_, words)| words.split_once("` of `"))
        else {
            continue;
        };
        let from = from.split('`').next().unwrap();
        let other = shapes.iter().find(|other| other.commands.contains(&from));
        let other = other.unwrap_or_else(|| panic!("{path}: {from} is not documented"));
        let of = if of == "[]" { "" } else { of };
        let list = if types.starts_with("array") { "[]" } else { "" };
        for (path_there, types) in self::known(shapes, other, of) {
            known.insert(format!("{}{list}.{path_there}", path.trim_end_matches('?')), types);
        }
    }
    known
}

/// What an object has and the document does not, or the other way round.
fn faults(object: &Value, at: &str, fields: &BTreeMap<String, String>) -> Vec<String> {
    let Value::Object(object) = object else { return vec![] };
    let mut faults = Vec::new();
    let here: Vec<(&str, bool, &str)> =
        fields.iter().filter_map(|(path, types)| own(path, types, at)).collect();
    for (name, is_optional, _) in &here {
        if !is_optional && !object.contains_key(*name) {
            faults.push(format!("no {at}{name}"));
        }
    }
    for (name, value) in object {
        let Some((_, _, types)) = here.iter().find(|(known, ..)| known == name) else {
            faults.push(format!("undocumented: {at}{name}"));
            continue;
        };
        if !types.split(" or ").any(|one| one == type_of(value)) {
            faults.push(format!("{at}{name} is {value}, not {types}"));
        }
        faults.extend(below(value, &format!("{at}{name}"), fields));
    }
    faults
}

/// Elements of arrays are documented at the first level; objects where the document goes into them.
fn below(value: &Value, at: &str, fields: &BTreeMap<String, String>) -> Vec<String> {
    let has = |prefix: &str| fields.keys().any(|path| path.starts_with(prefix));
    let (elements, inside) = (format!("{at}[]."), format!("{at}."));
    match value {
        Value::Array(all) if has(&elements) => {
            all.iter().flat_map(|one| faults(one, &elements, fields)).collect()
        }
        Value::Object(_) if has(&inside) => faults(value, &inside, fields),
        _ => vec![],
    }
}

/// The name of a field that stands directly at this place, and whether it may be missing.
fn own<'a>(path: &'a str, types: &'a str, at: &str) -> Option<(&'a str, bool, &'a str)> {
    let name = path.strip_prefix(at)?;
    let is_own = !name.is_empty() && !name.contains(['.', '[']);
    is_own.then(|| (name.trim_end_matches('?'), name.ends_with('?'), types))
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
