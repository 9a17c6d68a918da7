//! Gates: the question before a call to something that keeps failing here. A gate only asks;
//! allowing and denying are up to the person.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::overlay::Overlay;
use super::overlay_rules::risk;
use crate::core::model::Time;
use crate::core::model::outcome::RiskLevel;
use crate::core::session::tool_call::runs_anything;
use crate::core::text::{ellipsis, one_line};

/// The most characters of a reason or a fix.
const MOST_CHARS: usize = 240;

/// The question before an adapter is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gate {
    pub require_approval: bool,
    pub risk_multiplier: f64,
    pub reason: String,
    /// What helped when it failed before, or a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The adapter's name in the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Checked by the hook, because time passes without anything being prepared anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks_until: Option<Time>,
}

impl Gate {
    pub fn of(overlay: &Overlay, advice: Option<String>) -> Gate {
        let (require_approval, risk_multiplier) = (overlay.require_approval, overlay.risk_multiplier);
        let (reason, asks_until) = (overlay.reason.clone(), overlay.asks_until);
        Gate { require_approval, risk_multiplier, reason, advice, name: None, asks_until }
    }

    /// The same gate under a name of our own, because strangers choose the names of adapters.
    pub fn called(self, adapter: &str, name: &str) -> Gate {
        let told = |text: String| text.replace(adapter, name);
        Gate { name: Some(name.to_owned()), reason: told(self.reason), advice: self.advice.map(told), ..self }
    }

    fn holds(&self, now: Time) -> bool {
        self.require_approval && self.asks_until.is_none_or(|until| now < until)
    }
}

/// The gates of a call's adapters that have to ask.
pub fn asked<'a>(
    adapters: &'a [String],
    gates: &'a BTreeMap<String, Gate>,
    now: Time,
) -> Vec<(&'a str, &'a Gate)> {
    let gated = adapters.iter().filter_map(|adapter| Some((adapter.as_str(), gates.get(adapter)?)));
    gated.filter(|(adapter, gate)| asks(adapter, gate.holds(now)) == Asks::Yes).collect()
}

/// Whether a gate asks before an adapter, if gates are enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    Yes,
    No,
    /// Never asks, whatever its record.
    Never,
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Asks::Yes => "yes",
            Asks::No => "no",
            Asks::Never => "never",
        })
    }
}

pub fn asks(adapter: &str, require_approval: bool) -> Asks {
    match require_approval {
        _ if runs_anything(adapter) => Asks::Never,
        true => Asks::Yes,
        false => Asks::No,
    }
}

/// The known facts about each adapter.
pub fn facts(asked: &[(&str, &Gate)], level: RiskLevel) -> String {
    let one = |(adapter, gate): &(&str, &Gate)| {
        let advice = gate.advice.as_deref().map(|advice| format!("; {}", short(advice)));
        let risk = risk(level, gate.risk_multiplier);
        let name = gate.name.as_deref().unwrap_or(adapter);
        format!(
            "{name}: {}; risk of this call {risk} ({level}){}",
            short(&gate.reason),
            advice.unwrap_or_default()
        )
    };
    asked.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn short(text: &str) -> String {
    ellipsis(&one_line(text), MOST_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    fn gate(require_approval: bool) -> Gate {
        let reason = "reliability 0.41 over 7 runs".to_owned();
        Gate {
            require_approval,
            risk_multiplier: 1.4,
            reason,
            advice: Some("known fix: gh auth\nlogin".into()),
            name: None,
            asks_until: None,
        }
    }

    #[test]
    fn only_what_requires_approval_and_is_no_interpreter_is_asked_about() {
        let ids = [
            "bash:gh",
            "bash:jq",
            "bash:python3.12",
            "bash:bash",
            "bash",
            "mcp:github",
            "bash:bun",
            "bash:shfmt",
        ];
        let gates: BTreeMap<String, Gate> =
            ids.iter().map(|id| ((*id).to_owned(), gate(*id != "bash:jq"))).collect();
        let adapters: Vec<String> =
            ids.iter().map(|id| (*id).to_owned()).chain(["edit".to_owned()]).collect();
        let found: Vec<&str> =
            asked(&adapters, &gates, at(0)).into_iter().map(|(adapter, _)| adapter).collect();
        assert_eq!(found, ["bash:gh", "mcp:github", "bash:shfmt"]);
    }

    #[test]
    fn a_gate_stops_asking_by_itself() {
        for (asks_until, is_asked) in [(None, true), (Some(at(11)), true), (Some(at(10)), false)] {
            let gates = BTreeMap::from([("bash:gh".to_owned(), Gate { asks_until, ..gate(true) })]);
            assert_eq!(
                !asked(&["bash:gh".to_owned()], &gates, at(10)).is_empty(),
                is_asked,
                "{asks_until:?}"
            );
        }
    }

    #[test]
    fn facts_are_one_line_each() {
        let gate = gate(true);
        assert_eq!(
            facts(
                &[("bash:gh", &gate), ("bash:git", &Gate { advice: None, ..gate.clone() })],
                RiskLevel::High
            ),
            "bash:gh: reliability 0.41 over 7 runs; risk of this call 1.05 (high); known fix: gh auth login\n\
             bash:git: reliability 0.41 over 7 runs; risk of this call 1.05 (high)"
        );
    }
}
