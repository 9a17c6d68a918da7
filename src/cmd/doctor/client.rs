//! Checks of the `claude` program: present, new enough, and with the flags that isolate our calls from
//! the user's sessions.

use std::path::Path;

use super::Check;
use crate::core::config::ExtractorChoice;
use crate::extractor::{self, OLDEST_CLIENT};
use crate::os::ctx::Ctx;
use crate::project::Project;
use crate::project::configuration;

const NAME: &str = "claude";
const WITHOUT: &str = "or learn without a model: `ingrain configure --set extractor=builtin`";

pub(super) fn check(ctx: &Ctx, project: Option<&Project>) -> Check {
    match extractor::find_claude(ctx) {
        Some(program) => inspect(ctx, &program),
        None if wants_model(ctx, project) => Check::problem(
            NAME,
            "`claude` is not on the PATH, so the built-in extractor does its work",
            format!("put `claude` on the PATH, {WITHOUT}"),
        ),
        None => Check::ok(NAME, "not on the PATH; the chosen extractor does not need it"),
    }
}

fn inspect(ctx: &Ctx, program: &Path) -> Check {
    let place = program.display();
    let client = match extractor::inspect_client(ctx, program) {
        Ok(client) => client,
        Err(error) => {
            let found = format!("`{place}` does not answer:  {error:#}");
            return Check::problem(NAME, found, "run `claude --version` and see what it says");
        }
    };
    let version = client.version;
    if version < OLDEST_CLIENT {
        let found = format!("`{place}` is {version}; the oldest supported version is {OLDEST_CLIENT}");
        return Check::problem(NAME, found, "run `claude update`");
    }
    if !client.missing.is_empty() {
        let found = format!("`{place}` is {version} and does not know {}", client.missing.join(", "));
        return Check::problem(NAME, found, format!("update ingrain, {WITHOUT}"));
    }
    Check::ok(NAME, format!("`{place}` is {version} and knows the flags that are needed"))
}

/// Did the person agree to use a model?
fn wants_model(ctx: &Ctx, project: Option<&Project>) -> bool {
    let loaded =
        project.map_or_else(|| configuration::of_user(ctx), |project| configuration::load(ctx, project));
    loaded.is_ok_and(|loaded| {
        let config = loaded.config;
        config.consent && matches!(config.extractor, ExtractorChoice::Auto | ExtractorChoice::Claude)
    })
}
