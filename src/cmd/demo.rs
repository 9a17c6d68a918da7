//! `ingrain demo`: two weeks of a small project, played through the real hooks in a temporary folder.
//! It doubles as a test of the loop: a step without its expected result ends the demo with an error.

mod days;
pub(super) mod rehearsal;
mod screen;
mod transcript;
mod world;

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::cli;
use crate::core::knowledge::entries;
use crate::core::model::{Kind, Status};
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::os::fsx;
use crate::ui::Ui;
use days::DemoDay;
use screen::DemoScreen;
use world::{DemoRow, DemoWorld};

pub(super) fn run(args: &cli::Demo, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let world = DemoWorld::build(args.dir.as_deref(), ctx)?;
    let mut demo = Demo { world, screen: DemoScreen::new(ui), seen: BTreeMap::new() };
    match demo.play() {
        Ok(()) => Ok(Exit::Ok),
        Err(error) => {
            let kept = demo.world.keep();
            Err(error)
                .hint(format!("the project is kept in `{}`, its log below `.demo/ingrain`", kept.display()))
        }
    }
}

struct Demo<'a> {
    world: DemoWorld,
    screen: DemoScreen<'a>,
    /// Count of each observation when it was last shown.
    seen: BTreeMap<String, u32>,
}

impl Demo<'_> {
    fn play(&mut self) -> Result<()> {
        self.screen.title()?;
        for day in days::LEARNING {
            self.learn(day)?;
        }
        self.remember(&days::REMEMBERING)?;
        let refused = self.delete()?;
        for day in days::INSISTING {
            self.insist(day, &refused)?;
        }
        self.has_learned(&refused)?;
        self.screen.close(self.world.look_around().as_deref())
    }

    /// Plays a session and shows its observations and the artifacts it led to.
    fn learn(&mut self, day: &DemoDay) -> Result<()> {
        let told = self.world.begin(day)?;
        self.screen.day(day, told.person.as_deref())?;
        self.world.finish(day)?;
        let rows = self.world.observations()?;
        let observed: Vec<DemoRow> = rows.into_iter().filter(|row| self.is_news(row)).collect();
        self.screen.observed(&observed)?;
        for row in observed.iter().filter(|row| row.status == Status::Created) {
            self.show_artifact(row)?;
        }
        self.completes(day, &observed)
    }

    /// Seen once more since the last look.
    fn is_news(&mut self, row: &DemoRow) -> bool {
        self.seen.insert(row.id.clone(), row.count) != Some(row.count)
    }

    fn completes(&self, day: &DemoDay, observed: &[DemoRow]) -> Result<()> {
        let is_complete =
            |kind: Kind| observed.iter().any(|row| row.kind == kind && row.status == Status::Created);
        for kind in day.brings {
            ensure!(is_complete(*kind), "{} should have brought a {kind}, and did not", day.name()?);
        }
        Ok(())
    }

    fn show_artifact(&self, row: &DemoRow) -> Result<()> {
        let artifact = row.artifact.as_deref().with_context(|| format!("{} has no file", row.id))?;
        let (path, anchor) = artifact.split_once('#').unwrap_or((artifact, ""));
        let text = fsx::text(&self.world.root().join(path)).with_context(|| format!("no `{path}`"))?;
        self.screen.wrote(path, entry(&text, anchor))
    }

    /// Starts a later session and shows its context.
    fn remember(&mut self, day: &DemoDay) -> Result<()> {
        let told = self.world.begin(day)?;
        self.screen.day(day, told.person.as_deref())?;
        let context = told.model.context("the session was told nothing")?;
        ensure!(
            context.contains("ADR-001") && context.contains("PF-001"),
            "the session was told too little: {context}"
        );
        self.screen.told(&context)?;
        self.world.finish(day)
    }

    /// Deletes the command, as a person would.
    fn delete(&self) -> Result<DemoRow> {
        let command = self.row(|row| row.kind == Kind::Workflow)?;
        let path = command.artifact.as_deref().context("the workflow has no command")?;
        fs::remove_file(self.world.root().join(path))
            .with_context(|| format!("could not delete `{path}`"))?;
        self.screen.deleted(path)?;
        Ok(command)
    }

    /// Plays more sessions; the deleted command must not return.
    fn insist(&mut self, day: &DemoDay, refused: &DemoRow) -> Result<()> {
        let told = self.world.begin(day)?;
        self.screen.day(day, told.person.as_deref())?;
        self.world.finish(day)?;
        let now = self.row(|row| row.id == refused.id)?;
        self.screen.missing(now.status)?;
        self.screen.observed(&[now])?;
        let path = refused.artifact.as_deref().unwrap_or_default();
        ensure!(!self.world.root().join(path).exists(), "`{path}` came back although it was deleted");
        Ok(())
    }

    fn has_learned(&self, refused: &DemoRow) -> Result<()> {
        let now = self.row(|row| row.id == refused.id)?;
        ensure!(
            now.status == Status::Deprecated,
            "the deletion was not understood: {} is {}",
            now.id,
            now.status
        );
        ensure!(
            now.count > refused.count,
            "{} was not seen any more, so nothing could have come back",
            now.id
        );
        Ok(())
    }

    fn row(&self, wanted: impl Fn(&DemoRow) -> bool) -> Result<DemoRow> {
        let mut rows = self.world.observations()?.into_iter();
        rows.find(wanted).context("an observation is gone")
    }
}

/// One entry of a knowledge file, or a whole file that has no entries.
fn entry<'a>(text: &'a str, anchor: &str) -> &'a str {
    let sections = entries::parse(text);
    let section = sections.into_iter().find(|section| section.anchor == anchor);
    section.map_or(text, |section| &text[section.span])
}
