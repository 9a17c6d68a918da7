//! Maturity in a prompt: the label of each line, and the lines grouped by how far to trust them.

use super::MaturityState;
use crate::core::model::rounding::percent_of;
use crate::core::outcomes::feedback::FeedbackCounts;
use crate::core::text::one_line;

const FEW: u32 = 3;
const ORDER: [(MaturityState, &str); 4] = [
    (MaturityState::Proven, "Proven:"),
    (MaturityState::Established, "Established:"),
    (MaturityState::Candidate, "Candidates:"),
    (MaturityState::Deprecated, "Deprecated:"),
];

pub fn label(state: MaturityState, counts: FeedbackCounts) -> String {
    let total = counts.total();
    let helpful = percent_of(counts.helpful, total);
    let harmful = percent_of(counts.harmful, total);
    let events = if total == 1 { "observation" } else { "observations" };
    match state {
        _ if total < FEW => format!("[LIMITED DATA - {total} {events}]"),
        MaturityState::Candidate => format!("[CANDIDATE - {total} {events}, needs more data]"),
        MaturityState::Established => {
            format!("[ESTABLISHED - {helpful}% helpful, {harmful}% harmful from {total} {events}]")
        }
        MaturityState::Proven => format!("[PROVEN - {helpful}% helpful from {total} {events}]"),
        MaturityState::Deprecated => format!("[DEPRECATED - {harmful}% harmful, avoid using]"),
    }
}

/// One section per state that has lines, most trusted first; empty without lines.
pub fn grouped<'a>(lines: impl IntoIterator<Item = (&'a str, MaturityState, FeedbackCounts)>) -> String {
    let lines: Vec<_> = lines.into_iter().collect();
    let section = |(state, title): (MaturityState, &str)| {
        let of_state = lines.iter().filter(|(_, its, _)| *its == state);
        let listed: Vec<String> = of_state
            .map(|(text, _, counts)| format!("\n- {} {}", one_line(text), label(state, *counts)))
            .collect();
        (!listed.is_empty()).then(|| format!("{title}{}", listed.concat()))
    };
    ORDER.into_iter().filter_map(section).collect::<Vec<_>>().join("\n\n")
}
