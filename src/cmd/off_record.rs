//! `/ingrain:off-record`: takes the session in which it is typed off the record. It teaches nothing and
//! is not kept.

use anyhow::{Context, Result};

use super::place;
use crate::cli;
use crate::core::text::safe_name;
use crate::hook::off_record;
use crate::os::ctx::Ctx;
use crate::os::error::{Exit, Hint};
use crate::ui::Ui;

pub(super) fn run(args: &cli::OffRecord, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let session = ctx.env.agent_session.as_ref().map(|session| safe_name(session));
    let session =
        session.context("no session is running here").hint("type `/ingrain:off-record` in the session")?;
    let project = place::project(ctx)?;
    if args.switch.as_deref() == Some("off") {
        off_record::end(&project, &session)?;
        ui.data("on record again: this session is learned from when it ends")?;
        return Ok(Exit::Ok);
    }
    off_record::begin(&project, &session)?;
    ui.data("off the record: this session teaches nothing and is not kept; `/ingrain:off-record off` takes it back")?;
    Ok(Exit::Ok)
}
