//! The page of one review item: type, reason, score with its parts, quotes, and the artifact as it is
//! or would be.

use anyhow::Result;
use similar::{ChangeTag, TextDiff};

use crate::cmd::account;
use crate::cmd::guard::call_lines;
use crate::core::model::{Observation, Status};
use crate::core::review::page::{LineStyle, ReviewPage};
use crate::core::review::{ReviewItem, ReviewSubject};
use crate::core::text;
use crate::os::clock;
use crate::project::artifacts;
use crate::store;
use crate::worker::file::draft::Draft;
use crate::worker::memory::Memory;
use crate::worker::policy_state;
use crate::worker::ruling::found_text;
use crate::worker::ruling::guard::{self, CallHistory};
use crate::worker::visibility::{self, Asked};

impl Memory<'_> {
    pub fn page(&self, item: &ReviewItem) -> Result<ReviewPage> {
        let mut page = ReviewPage::default();
        page.line(LineStyle::Title, "", &text::one_line(&item.title));
        for why in &item.why {
            page.line(LineStyle::Why, "", &why.sentence());
        }
        match &item.subject {
            ReviewSubject::Observation(id) => {
                if let Some(observation) = store::observations::get(self.db, id)? {
                    self.about(&observation, &mut page)?;
                }
            }
            ReviewSubject::Tool(adapter) => self.about_tool(adapter, &mut page)?,
            ReviewSubject::FoundText(name) => self.about_text(name, &mut page)?,
            ReviewSubject::Guard(id) => self.about_guard(id, &mut page)?,
            ReviewSubject::Proposal(_) => {
                page.section("in", &item.place.iter().cloned().collect::<Vec<_>>());
            }
        }
        Ok(page)
    }

    fn about(&self, o: &Observation, page: &mut ReviewPage) -> Result<()> {
        // Without an artifact there are no results.
        let told = |heading: &str| heading != account::FARED || o.status == Status::Created;
        for (heading, reasons) in account::of_observation(*self, o)?.iter().filter(|(h, _)| told(h)) {
            page.section(heading, reasons);
        }
        if let Some(by) = &o.review_state.merged_into {
            page.section("merged", &[format!("into {by}")]);
        }
        self.artifact(o, page)
    }

    fn about_tool(&self, adapter: &str, page: &mut ReviewPage) -> Result<()> {
        let state = policy_state::current(self.db, self.config, self.now)?;
        let Some(known) = state.reliability.get(adapter) else { return Ok(()) };
        let figures = [
            format!(
                "reliability {} over {}",
                known.reliability_score,
                text::plural(known.runs as usize, "run", "runs")
            ),
            format!(
                "success rate {:.2}, {:.2} retries on average",
                known.success_rate, known.average_retries
            ),
            format!("quality of the work it was used in {:.2}", known.quality),
            format!("last used on {}", clock::day(known.last_run)),
        ];
        page.section("score", &figures);
        let failures = state.patterns.values().filter(|pattern| pattern.adapter_id == adapter);
        let failures: Vec<String> =
            failures.map(|p| format!("{} {}×", p.failure_type, p.occurrences)).collect();
        page.section("failures", &failures);
        Ok(())
    }

    fn about_guard(&self, id: &str, page: &mut ReviewPage) -> Result<()> {
        let Some(guard) = guard::find(self.db, id)? else { return Ok(()) };
        let replay = CallHistory::read(self.db)?.replay(&guard);
        page.section("rule", &[format!("{} ({})", guard.reason(), clock::day(guard.said_at))]);
        page.section("lesson", &guard.observation.iter().cloned().collect::<Vec<_>>());
        page.section("calls", &call_lines(&replay));
        let levels = [
            "tell: the model reads the rule beside the call's result",
            "ask: you are asked before the call; a second attempt passes",
            "deny: the call is not made",
        ];
        page.section("levels", &levels.map(str::to_owned));
        Ok(())
    }

    /// Adds the whole text, so that people can read what they accept.
    fn about_text(&self, name: &str, page: &mut ReviewPage) -> Result<()> {
        let all = visibility::unknown(self.project, Some(self.db), Asked::Open)?;
        let found = all.iter().find(|found| found_text::name(found).as_deref() == Some(name));
        if let Some(found) = found {
            heading(page, &format!("stands in {}", found.path));
            diff(page, "", &artifacts::text_of(&self.project.root, found).unwrap_or_default());
        }
        Ok(())
    }

    /// Adds the artifact as it is, and as ingrain would write it.
    fn artifact(&self, o: &Observation, page: &mut ReviewPage) -> Result<()> {
        let row = store::artifacts::get(self.db, &o.id)?;
        let standing = row.as_ref().and_then(|row| artifacts::artifact(&self.project.root, row));
        match (row, standing) {
            (Some(row), Some(standing)) => {
                let draft = self.ours(o, &row.path, row.anchor.as_deref(), row.rendered_at);
                let edited = if row.edited { ", with your changes" } else { "" };
                heading(page, &format!("stands in {}{edited}", row.place()));
                // A changed Status line alone is not shown as a diff.
                let ours = if row.edited { draft } else { standing.clone() };
                diff(page, &ours, &standing);
            }
            (Some(row), None) => heading(page, &format!("not found: {}", row.place())),
            (None, _) if o.status == Status::Deprecated => heading(page, "not in the project"),
            (None, _) => {
                let Draft { path, anchor, text, .. } = self.draft(o)?;
                let place = anchor.map_or_else(|| path.clone(), |anchor| format!("{path}#{anchor}"));
                heading(page, &format!("would be written to {place}"));
                diff(page, "", &text);
            }
        }
        Ok(())
    }

    /// The text as rendered, before edits.
    fn ours(
        &self,
        o: &Observation,
        path: &str,
        anchor: Option<&str>,
        at: crate::core::model::Time,
    ) -> String {
        use crate::core::knowledge::render;
        let name = anchor.unwrap_or_else(|| render::name_of(o.kind(), path));
        render::render(o, name, at)
    }
}

fn heading(page: &mut ReviewPage, words: &str) {
    page.gap();
    page.line(LineStyle::Heading, "", words);
}

fn diff(page: &mut ReviewPage, before: &str, after: &str) {
    let (before, after) = (before.trim_end(), after.trim_end());
    for change in TextDiff::from_lines(before, after).iter_all_changes() {
        let (tone, lead) = match change.tag() {
            ChangeTag::Delete => (LineStyle::Removed, "- "),
            ChangeTag::Insert => (LineStyle::Added, "+ "),
            ChangeTag::Equal => (LineStyle::Plain, "  "),
        };
        page.line(tone, lead, change.value().trim_end_matches(['\r', '\n']));
    }
}
