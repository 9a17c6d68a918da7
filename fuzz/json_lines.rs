//! A mutator that changes one thing in lines of JSON and keeps them valid. Random changes would break
//! nearly every line.

use fastrand::Rng;
use libfuzzer_sys::fuzzer_mutate;
use serde_json::{Value, json};

/// Limit of growth per change.
const ROOM: usize = 256;

/// Overwrites the input by the changed one and returns its length.
pub fn change(data: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut rng = Rng::with_seed(seed.into());
    let changed = if rng.u8(..16) == 0 { None } else { changed(&data[..size], &mut rng) };
    match changed.filter(|changed| changed.len() <= most) {
        Some(changed) => {
            data[..changed.len()].copy_from_slice(&changed);
            changed.len()
        }
        None => fuzzer_mutate(data, size, most),
    }
}

fn changed(data: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
    let mut lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').collect();
    let (at, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    let line: String;
    match rng.u8(..12) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at]),
        2 => lines.swap(at, other),
        _ => {
            line = with_change(lines[at], lines[other], rng)?;
            lines[at] = line.as_bytes();
        }
    }
    Some(lines.join(&b'\n'))
}

fn with_change(line: &[u8], other: &[u8], rng: &mut Rng) -> Option<String> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    if rng.bool() {
        let text = any_text(&mut value, rng)?;
        *text = altered(text);
        return Some(value.to_string());
    }
    let place = rng.choice(places(&value))?;
    let place = value.pointer_mut(&place)?;
    match rng.u8(..8) {
        0 => *place = sample(rng),
        1 => *place = part_of(other, rng)?,
        2 => thin_out(place, rng),
        _ => alter(place, rng),
    }
    Some(value.to_string())
}

/// Picks long texts more often: prose and program output are parsed most closely, and most texts of a line are ids and
/// times.
fn any_text<'v>(value: &'v mut Value, rng: &mut Rng) -> Option<&'v mut String> {
    let mut all = vec![];
    texts(value, &mut all);
    let mut left = rng.usize(..all.iter().map(|text| text.len() + 1).sum::<usize>().max(1));
    all.into_iter().find(|text| {
        let is_here = left <= text.len();
        left = left.saturating_sub(text.len() + 1);
        is_here
    })
}

fn texts<'v>(value: &'v mut Value, all: &mut Vec<&'v mut String>) {
    match value {
        Value::String(text) => all.push(text),
        Value::Array(inner) => inner.iter_mut().for_each(|one| texts(one, all)),
        Value::Object(inner) => inner.values_mut().for_each(|one| texts(one, all)),
        _ => {}
    }
}

/// The pointers to everything in it.
fn places(value: &Value) -> Vec<String> {
    let below = |name: &str, value: &Value| {
        let name = name.replace('~', "~0").replace('/', "~1");
        places(value).into_iter().map(move |place| format!("/{name}{place}")).collect::<Vec<_>>()
    };
    let inner: Vec<String> = match value {
        Value::Array(all) => all.iter().enumerate().flat_map(|(at, one)| below(&at.to_string(), one)).collect(),
        Value::Object(all) => all.iter().flat_map(|(name, one)| below(name, one)).collect(),
        _ => vec![],
    };
    [String::new()].into_iter().chain(inner).collect()
}

fn sample(rng: &mut Rng) -> Value {
    let all = [json!(null), json!(true), json!(-1), json!(1.5), json!(u64::MAX), json!(""), json!("text"), json!([]), json!({}), json!(["text", {}])];
    rng.choice(all).unwrap_or_default()
}

fn part_of(line: &[u8], rng: &mut Rng) -> Option<Value> {
    let value: Value = serde_json::from_slice(line).ok()?;
    value.pointer(&rng.choice(places(&value))?).cloned()
}

fn thin_out(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Array(all) if !all.is_empty() => drop(all.remove(rng.usize(..all.len()))),
        Value::Object(all) => {
            let name = rng.choice(all.keys().cloned().collect::<Vec<_>>());
            name.and_then(|name| all.remove(&name));
        }
        other => *other = json!(null),
    }
}

fn alter(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::String(text) => *text = altered(text),
        Value::Bool(is) => *is = !*is,
        Value::Array(all) if !all.is_empty() => all.push(all[rng.usize(..all.len())].clone()),
        other => *other = sample(rng),
    }
}

fn altered(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(text.len() + ROOM, 0);
    let most = bytes.len();
    let size = fuzzer_mutate(&mut bytes, text.len(), most);
    String::from_utf8_lossy(&bytes[..size]).into_owned()
}
