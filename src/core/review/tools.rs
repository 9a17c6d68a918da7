//! Questions about reliable tools, which only a person may declare less risky.

use super::list::ReviewItemReason;
use crate::core::config::Policy;
use crate::core::policy::overlay::is_trusted;
use crate::core::policy::overlay_rules::ToolRuling;

/// With fewer runs a tool is merely lucky, and people would not answer a question about every tool.
const ENOUGH_RUNS: u32 = 20;

/// The question to ask about a tool, unless it was answered. The client's own tools are never
/// gated, so there is nothing to ask about them.
pub fn question(
    adapter: &str,
    score: f64,
    runs: u32,
    order: Option<&ToolRuling>,
    rules: &Policy,
) -> Option<ReviewItemReason> {
    let is_own = !adapter.contains(':');
    let due = !is_own && is_trusted(score, rules) && runs >= ENOUGH_RUNS && !order.is_some_and(is_answered);
    due.then_some(ReviewItemReason::Reliable { score, runs })
}

fn is_answered(order: &ToolRuling) -> bool {
    order.accepted_at.is_some() || order.declined_at.is_some() || order.pin.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;
    use crate::core::policy::overlay_rules::ToolDecision;

    #[test]
    fn asked_once_about_what_has_proved_itself() {
        let accepted = ToolRuling::default().after(&ToolDecision::Accept, at(0));
        let declined = ToolRuling::default().after(&ToolDecision::Decline, at(0));
        for (score, runs, order, asked) in [
            (0.95, 20, None, true),
            (0.95, 19, None, false),
            (0.9, 99, None, false),
            (0.95, 20, Some(&ToolRuling::default()), true),
            (0.95, 20, Some(&accepted), false),
            (0.95, 20, Some(&declined), false),
        ] {
            let asks = |adapter| question(adapter, score, runs, order, &Policy::default()).is_some();
            assert_eq!(asks("bash:cargo"), asked, "{score} {runs}");
            assert!(!asks("read"), "the client's own");
        }
    }
}
