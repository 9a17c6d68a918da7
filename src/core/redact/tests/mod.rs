mod cases;
mod properties;
mod samples;
mod told;

use super::Redactor;

fn redactor() -> Redactor {
    Redactor::new(&[]).unwrap()
}

fn redact(text: &str) -> String {
    redactor().redact(text).into_owned()
}
