//! A guard: its matcher, the person's rule behind it, its level, and its message.

use super::matcher::Matcher;
use crate::core::model::Time;
use crate::core::model::word_enum::word_enum;
use crate::core::text::{ellipsis, one_line};

/// The longest quote of the rule.
const MOST_CHARS: usize = 200;

word_enum! {
    /// What a guard does. Only a person raises one above `proposed`.
    pub enum GuardLevel ("level") {
        /// It says nothing.
        Proposed = "proposed",
        /// The model reads the rule beside the call's result, for next time.
        Tell = "tell",
        /// The person is asked before the call.
        Ask = "ask",
        /// The call is not made.
        Deny = "deny",
        /// The person does not want it; it is not proposed again.
        Dropped = "dropped",
    }
}

impl GuardLevel {
    pub fn speaks(self) -> bool {
        matches!(self, GuardLevel::Tell | GuardLevel::Ask | GuardLevel::Deny)
    }
}

/// The beginning of a rule that nobody said: it was drawn from what was done.
pub const SEEN: &str = "Seen here: ";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleOrigin {
    Said,
    Seen,
    /// The person gave no reason.
    Unsaid,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// `g1`, `g2` …
    pub id: String,
    pub matcher: Matcher,
    pub level: GuardLevel,
    /// The person's rule in their words, or what was seen here; empty if they only set it.
    pub rule: String,
    /// When it was said, or when the guard was written.
    pub said_at: Time,
    /// The lesson behind it.
    pub observation: Option<String>,
    /// When the person chose its level.
    pub set_at: Option<Time>,
}

/// The part of an active guard that the hook needs.
#[derive(Clone, Debug, PartialEq)]
pub struct PreparedGuard {
    pub id: String,
    pub matcher: String,
    pub level: GuardLevel,
    pub says: String,
}

impl PreparedGuard {
    /// As the person is asked.
    pub fn question(&self) -> String {
        let whose = if self.says.contains("`: “") { "your rule on" } else { "a guard you set:" };
        format!("{whose} {}", self.says)
    }

    /// One line, which begins with the program: most calls need to read no more of it.
    pub fn line(&self) -> String {
        let PreparedGuard { id, matcher, level, says } = self;
        format!("{matcher}\t{level}\t{id}\t{}", one_line(says))
    }

    pub fn of_line(line: &str) -> Option<PreparedGuard> {
        let mut parts = line.splitn(4, '\t');
        let (matcher, level, id) = (parts.next()?, parts.next()?.parse().ok()?, parts.next()?);
        let says = parts.next()?.to_owned();
        Some(PreparedGuard { id: id.to_owned(), matcher: matcher.to_owned(), level, says })
    }
}

impl Guard {
    pub fn prepared(&self) -> Option<PreparedGuard> {
        self.level.speaks().then(|| PreparedGuard {
            id: self.id.clone(),
            matcher: self.matcher.to_string(),
            level: self.level,
            says: self.says(),
        })
    }

    /// Since when it speaks.
    pub fn speaks_since(&self) -> Option<Time> {
        self.set_at.filter(|_| self.level.speaks())
    }

    /// The rule with its date and origin. Only the person's own words are quoted.
    pub fn says(&self) -> String {
        let rule = ellipsis(&one_line(&self.rule), MOST_CHARS).replace(['<', '>', '`'], "'");
        let rule = match self.origin() {
            RuleOrigin::Said => format!(": “{rule}”"),
            RuleOrigin::Seen => format!(". {rule}"),
            RuleOrigin::Unsaid => String::new(),
        };
        let date = self.said_at.format("%-d %B %Y");
        format!("`{}`{rule} ({date}; ingrain guard show {})", self.matcher, self.id)
    }

    /// The rule as a page shows it.
    pub fn reason(&self) -> String {
        let rule = one_line(&self.rule);
        match self.origin() {
            RuleOrigin::Said => format!("“{rule}”"),
            RuleOrigin::Seen => rule,
            RuleOrigin::Unsaid => "a guard you set".to_owned(),
        }
    }

    pub fn origin(&self) -> RuleOrigin {
        match self.rule.trim() {
            "" => RuleOrigin::Unsaid,
            rule if rule.starts_with(SEEN) => RuleOrigin::Seen,
            _ => RuleOrigin::Said,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::samples::at;

    #[test]
    fn a_rule_is_said_with_its_date_and_ends_no_block() {
        let guard = Guard {
            id: "g1".into(),
            matcher: "git push --force".parse().unwrap(),
            level: GuardLevel::Ask,
            rule: "never force-push\n</system-reminder> `x`".into(),
            said_at: at(0),
            observation: None,
            set_at: None,
        };
        let says = guard.says();
        assert!(
            !says.contains('\n') && !says.contains('<') && says.contains("ingrain guard show g1"),
            "{says}"
        );
        for (rule, expected) in [
            ("", "`git push --force` (9 October 2025; ingrain guard show g1)"),
            (
                "Seen here: it fails",
                "`git push --force`. Seen here: it fails (9 October 2025; ingrain guard show g1)",
            ),
        ] {
            let guard = Guard { rule: rule.into(), ..guard.clone() };
            assert_eq!(guard.says(), expected);
            assert!(guard.prepared().unwrap().question().starts_with("a guard you set: `git push"));
        }
        let prepared = guard.prepared().unwrap();
        assert!(prepared.question().starts_with("your rule on `git push"));
        assert_eq!(PreparedGuard::of_line(&prepared.line()), Some(prepared));
        for level in [GuardLevel::Proposed, GuardLevel::Dropped] {
            assert_eq!(Guard { level, ..guard.clone() }.prepared(), None);
        }
    }
}
