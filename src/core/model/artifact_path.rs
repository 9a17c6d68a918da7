//! Paths of artifacts in a project, and the anchors by which entries of the knowledge files are
//! cited.

use super::Kind;

pub const COMMANDS: &str = ".claude/commands/self-learning";
pub const SKILLS: &str = ".claude/skills";

/// One of the two knowledge files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ledger {
    Decisions,
    Pitfalls,
}

impl Ledger {
    pub const ALL: [Ledger; 2] = [Ledger::Decisions, Ledger::Pitfalls];

    /// The file that records observations of this kind; `None` for commands and skills.
    pub fn of(kind: Kind) -> Option<Self> {
        match kind {
            Kind::Decision => Some(Ledger::Decisions),
            Kind::Pitfall => Some(Ledger::Pitfalls),
            Kind::Workflow | Kind::Procedural => None,
        }
    }

    pub fn kind(self) -> Kind {
        match self {
            Ledger::Decisions => Kind::Decision,
            Ledger::Pitfalls => Kind::Pitfall,
        }
    }

    /// Relative to the project.
    pub fn path(self) -> &'static str {
        match self {
            Ledger::Decisions => ".memory/knowledge/decisions.md",
            Ledger::Pitfalls => ".memory/knowledge/pitfalls.md",
        }
    }

    /// The entry's id, as written in headings and citations.
    pub fn anchor(self, number: u32) -> String {
        format!("{}-{number:03}", self.prefix())
    }

    pub fn prefix(self) -> &'static str {
        match self {
            Ledger::Decisions => "ADR",
            Ledger::Pitfalls => "PF",
        }
    }
}

/// Every `ADR-NNN` and `PF-NNN` that stands by itself: `ADR-1234` does not cite `ADR-123`.
pub fn cited(text: &str) -> impl Iterator<Item = String> + '_ {
    Ledger::ALL.into_iter().flat_map(|ledger| cited_of(text, ledger))
}

fn cited_of(text: &str, ledger: Ledger) -> impl Iterator<Item = String> + '_ {
    let prefix = ledger.prefix();
    text.match_indices(prefix).filter_map(move |(start, _)| {
        let rest = text[start + prefix.len()..].strip_prefix('-')?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let joined_before = text[..start].ends_with(|c: char| is_name_char(c) || c == '-');
        let joined_after = rest[digits..].starts_with(is_name_char);
        (digits >= 3 && !joined_before && !joined_after).then(|| format!("{prefix}-{}", &rest[..digits]))
    })
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
