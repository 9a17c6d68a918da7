//! Version and capabilities of the installed `claude`, as it reports them.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};

use super::claude;
use crate::os::ctx::Ctx;
use crate::os::process;

/// The oldest that the real-client tests run with.
pub const OLDEST: Version = Version(2, 0, 64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version(u32, u32, u32);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Client {
    pub version: Version,
    /// Flags without which a call of ours could disturb the person's sessions.
    pub missing: Vec<&'static str>,
}

pub fn inspect(ctx: &Ctx, program: &Path) -> Result<Client> {
    let ask = claude::command(ctx, program, &["--version".into()]);
    let answer = process::run(ask, Vec::new(), Duration::from_secs(30))?;
    let said = String::from_utf8_lossy(&answer.stdout).into_owned();
    let version = Version::parse(&said)
        .with_context(|| format!("`{} --version` names no version", program.display()))?;
    let help = claude::help(ctx, program)?;
    Ok(Client { version, missing: claude::missing_flags(&help) })
}

impl Version {
    /// The first word that looks like one: `2.1.325 (Claude Code)`.
    fn parse(text: &str) -> Option<Version> {
        text.split_whitespace().find_map(|word| {
            let mut numbers = word.split(['.', '-', '+']).map(|part| part.parse().ok());
            Some(Version(numbers.next()??, numbers.next()??, numbers.next()??))
        })
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_and_compared_as_numbers() {
        for (text, version) in [
            ("2.1.325 (Claude Code)\n", Some(Version(2, 1, 325))),
            ("warning: old\n2.0.64 (Claude Code)", Some(Version(2, 0, 64))),
            ("3.0.0-beta.1", Some(Version(3, 0, 0))),
            ("Claude Code", None),
            ("2.1", None),
            ("", None),
        ] {
            assert_eq!(Version::parse(text), version, "{text:?}");
        }
        assert!(Version(2, 0, 9) < OLDEST && Version(2, 1, 0) > OLDEST && Version(10, 0, 0) > OLDEST);
    }
}
