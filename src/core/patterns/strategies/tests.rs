use super::*;

/// The published detectors, whose words match anywhere.
const PUBLISHED: [(&str, &str); 12] = [
    ("Split by file type", r"split(?:ting)?\s+by\s+file\s+type"),
    ("Split by component", r"split(?:ting)?\s+by\s+component"),
    ("Split by layer (UI/logic/data)", r"split(?:ting)?\s+by\s+layer"),
    ("Split by feature", r"split(?:ting)?\s+by\s+feature"),
    ("One file per subtask", r"one\s+file\s+per\s+(?:sub)?task"),
    ("Handle shared types first", r"shared\s+types?\s+first"),
    ("Separate API routes", r"api\s+(?:routes?)?\s+separate"),
    ("Tests alongside implementation", r"tests?\s+(?:with|alongside)\s+(?:code|implementation)"),
    ("Tests in separate subtask", r"tests?\s+(?:in\s+)?separate\s+(?:sub)?task"),
    ("Maximize parallelization", r"parallel(?:ize)?\s+(?:all|everything)"),
    ("Sequential execution order", r"sequential\s+(?:order|execution)"),
    ("Respect dependency chain", r"dependency\s+(?:chain|order)"),
];

fn published(text: &str) -> Vec<&'static str> {
    let all = compiled(&PUBLISHED, |words| format!("(?i){words}"));
    all.iter().filter(|(_, regex)| regex.is_match(text)).map(|(label, _)| *label).collect()
}

#[test]
fn every_detector_compiles_and_finds_its_own_words() {
    for (text, label) in [
        ("split by file type", "Split by file type"),
        ("splitting by component", "Split by component"),
        ("split by layer", "Split by layer (UI/logic/data)"),
        ("split by feature", "Split by feature"),
        ("one file per task", "One file per subtask"),
        ("shared types first", "Handle shared types first"),
        ("API routes separate", "Separate API routes"),
        ("tests alongside implementation", "Tests alongside implementation"),
        ("tests in separate subtask", "Tests in separate subtask"),
        ("parallelize everything", "Maximize parallelization"),
        ("sequential execution", "Sequential execution order"),
        ("dependency order", "Respect dependency chain"),
    ] {
        assert_eq!(published(text), [label]);
        assert_eq!(detect(text), [label]);
    }
    assert_eq!((PUBLISHED.len(), CORRECTED.len()), (12, 12));
}

#[test]
fn the_published_vectors() {
    for (text, expected) in [
        (
            "We'll split by file type, one file per subtask",
            &["Split by file type", "One file per subtask"][..],
        ),
        ("One file per subtask; split by file type", &["Split by file type", "One file per subtask"]),
        ("SPLIT BY FILE TYPE", &["Split by file type"]),
        ("Splitting by file type", &["Split by file type"]),
        ("random gibberish text", &[]),
    ] {
        assert_eq!(published(text), expected);
        assert_eq!(detect(text), expected);
    }
}

/// Each row is a defect of the published detectors: what they see, and what is meant.
#[test]
fn what_is_meant_is_not_always_what_is_written() {
    for (text, seen, meant) in [
        ("don't split by file type", &["Split by file type"][..], &[][..]),
        (
            "Never split by layer, split by feature",
            &["Split by layer (UI/logic/data)", "Split by feature"],
            &["Split by feature"],
        ),
        (
            "split by feature instead of splitting by layer",
            &["Split by layer (UI/logic/data)", "Split by feature"],
            &["Split by feature"],
        ),
        ("AVOID: One file per subtask", &["One file per subtask"], &[]),
        ("It is not fast but split by feature works", &["Split by feature"], &["Split by feature"]),
        ("contests with code", &["Tests alongside implementation"], &[]),
        ("API separate", &[], &["Separate API routes"]),
        ("separate API routes", &[], &["Separate API routes"]),
        ("parallelizing all of it", &[], &["Maximize parallelization"]),
        (
            "We won’t split by component. Later we split by component.",
            &["Split by component"],
            &["Split by component"],
        ),
    ] {
        assert_eq!(published(text), seen, "{text}");
        assert_eq!(detect(text), meant, "{text}");
    }
}
