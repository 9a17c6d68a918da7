//! Every detector's sample, in every disguise that a transcript gives it.

use std::collections::BTreeSet;

use super::super::{Detector, Sample, detectors};
use super::redact;

const MASK: &str = "[redacted:";

/// No 8 characters of the secret are left, and a mask is in its place.
fn assert_gone(detector: &Detector, way: &str, text: &str, secret: &str) {
    let out = redact(text);
    let unmasked = detectors().fold(out.clone(), |rest, d| rest.replace(&format!("{MASK}{}]", d.name), " "));
    let left: Vec<&str> = (8..=secret.len())
        .filter_map(|end| secret.get(end - 8..end))
        .filter(|piece| unmasked.contains(piece))
        .collect();
    assert!(out.contains(MASK) && left.is_empty(), "{} {way}: left {left:?}\n{text}\n{out}", detector.name);
    assert_eq!(redact(&out), out, "{} {way} is not stable", detector.name);
}

fn json_escaped(text: &str) -> String {
    let quoted = serde_json::to_string(text).unwrap();
    quoted[1..quoted.len() - 1].replace('/', r"\/").replace('&', r"\u0026").replace('=', r"\u003d")
}

fn percent_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

#[test]
fn the_table_is_long_and_its_names_are_unique() {
    let names: Vec<_> = detectors().map(|detector| detector.name).collect();
    eprintln!("{} detectors", names.len());
    assert!(names.len() >= 150, "{}", names.len());
    assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    assert!(
        names
            .iter()
            .all(|name| { name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') })
    );
}

#[test]
fn every_sample_is_masked_bare_under_its_own_name() {
    for detector in detectors() {
        let sample = detector.sample();
        let masked = format!("{}[redacted:{}]{}", sample.before, detector.name, sample.after);
        assert_eq!(redact(&sample.text()), masked);
    }
}

#[test]
fn every_sample_is_masked_in_prose() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        for (way, text) in [
            ("sentence", format!("Please use {before}{secret}{after} when you deploy, thanks.")),
            ("code span", format!("run it with `{before}{secret}{after}`; then stop")),
            ("own line", format!("like this:\n\n{before}{secret}{after}\n\nand go on")),
            ("brackets", format!("(see {before}{secret}{after})")),
            ("tag", format!("<command-args>{before}{secret}{after}</command-args>")),
            ("non-ascii", format!("así: {before}{secret}{after} – größer")),
        ] {
            assert_gone(detector, way, &text, &secret);
        }
    }
}

/// Questions, titles and errors are joined on one line before secrets are looked for.
#[test]
fn every_sample_is_masked_when_its_lines_are_one() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        let text = format!("Where to keep {before}{secret}{after} then?");
        let line: Vec<&str> = text.split_whitespace().collect();
        assert_gone(detector, "one line", &line.join(" "), &secret);
    }
}

#[test]
fn every_sample_is_masked_in_escaped_json() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        let message = format!("first\n{before}{secret}{after}\n\"last\" a/b&c");
        let once = format!(r#"{{"content":"{}"}}"#, json_escaped(&message));
        assert_gone(detector, "escaped", &once, &json_escaped(&secret));
        let twice = format!(r#"{{"line":"{}"}}"#, json_escaped(&once));
        assert_gone(detector, "escaped twice", &twice, &json_escaped(&json_escaped(&secret)));
    }
}

#[test]
fn every_sample_is_masked_when_a_line_break_splits_it() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        let (front, back) = secret.split_at(secret.len() / 2);
        for (way, broken) in
            [("break", "\n"), ("indented", "\n    "), ("escape", r"\n"), ("deep escape", r"\\n")]
        {
            let text = format!("it was {before}{front}{broken}{back}{after} and more");
            assert_gone(detector, way, &text, front);
            assert_gone(detector, way, &text, back);
        }
    }
}

/// A character in the middle of the secret itself is written as an escape.
#[test]
fn every_sample_is_masked_when_an_escape_splits_it() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        let middle = secret.len() / 2;
        let code = secret.as_bytes()[middle];
        for (way, escape) in [
            ("json", format!(r"\u{code:04x}")),
            ("deep json", format!(r"\\u{code:04X}")),
            ("javascript", format!(r"\x{code:02x}")),
            ("url", format!("%{code:02X}")),
        ] {
            let (front, back) = (&secret[..middle], &secret[middle + 1..]);
            let text = format!(r#"{{"command":"run {before}{front}{escape}{back}{after} now\n"}}"#);
            assert_gone(detector, way, &text, front);
            assert_gone(detector, way, &text, back);
        }
    }
}

#[test]
fn every_sample_is_masked_in_a_url() {
    for detector in detectors() {
        let Sample { before, secret, after } = detector.sample();
        let encoded = percent_encoded(&format!("{before}{secret}{after}"));
        let text = format!("https://app.example/callback?state={encoded}&next=home");
        assert_gone(detector, "encoded", &text, &percent_encoded(&secret));
        if before.is_empty() && !secret.contains(char::is_whitespace) {
            assert_gone(detector, "query", &format!("https://app.example/x?v={secret}&n=1"), &secret);
            assert_gone(detector, "path", &format!("https://app.example/x/{secret}/y"), &secret);
            let user = percent_encoded(&secret);
            assert_gone(detector, "user", &format!("git clone https://ci:{user}@git.example/a.git"), &user);
            assert_gone(detector, "fragment", &format!("https://app.example/x#t={secret}"), &secret);
        }
    }
}
