//! `ingrain pattern query`: ranks the patterns that a role would be shown in a situation, with the
//! scores. Patterns that are held back are listed with the reason.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::Serialize;

use super::list::{self, PatternRow};
use crate::cli;
use crate::cmd::place;
use crate::core::config::Config;
use crate::core::entities::keys::{keys_of, name_path};
use crate::core::outcomes::maturity::MaturityState;
use crate::core::patterns::lines::{self, Refusal};
use crate::core::patterns::pattern::{Category, Context, Lifecycle};
use crate::core::patterns::roles;
use crate::core::patterns::roles::role_of;
use crate::core::patterns::score;
use crate::core::text;
use crate::core::text::similarity::{Grams, similarity};
use crate::os::ctx::Ctx;
use crate::os::error::Exit;
use crate::project::configuration;
use crate::project::git;
use crate::store;
use crate::ui::{self, Ui};

#[derive(Serialize)]
struct Hit {
    id: String,
    role: String,
    content: String,
    category: Category,
    lifecycle: Lifecycle,
    maturity: MaturityState,
    /// Between 0 and 1; includes similarity if there was a text.
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<f64>,
    /// Sort key: the score before it is capped at 1, and maturity.
    rank: f64,
    tag: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_back: Option<Refusal>,
}

pub(super) fn run(args: &cli::PatternQuery, ctx: &Ctx, ui: &Ui) -> Result<Exit> {
    let mut hits = hits(args, ctx)?;
    hits.sort_unstable_by(|a, b| b.rank.total_cmp(&a.rank).then_with(|| a.id.cmp(&b.id)));
    hits.truncate(args.limit);
    if args.json {
        ui.json(&hits)?;
    } else if hits.is_empty() {
        ui.talk("no patterns");
    } else {
        ui.data(&table(&hits))?;
    }
    Ok(Exit::Ok)
}

fn hits(args: &cli::PatternQuery, ctx: &Ctx) -> Result<Vec<Hit>> {
    let Some((project, store)) = place::memory(ctx)? else { return Ok(Vec::new()) };
    let config = configuration::load(ctx, &project)?.config;
    let mut contexts = store::contexts::all(store.read())?;
    let sessions = store::patterns::session_counts(store.read())?;
    let branch = git::branch(&project.root);
    let files = args.files.iter().flat_map(|file| in_project(file, &project.root, ctx));
    let question = Question::new(args, branch, files.collect(), &config);
    let mut hits = Vec::new();
    for row in list::rows(ctx)?.into_iter().filter(|row| question.is_about(row)) {
        let mut learned = contexts.remove(&row.pattern.id).unwrap_or_default();
        learned.labels.extend(row.pattern.tags.iter().cloned());
        // What a line names is its context, too, whether or not it was changed when the line was learned.
        let keys = keys_of(&row.pattern.content);
        let named = question.situation.paths.iter().filter(|path| name_path(&keys, path));
        learned.paths.extend(named.cloned());
        learned.labels = learned.labels.iter().map(|label| label.to_lowercase()).collect();
        let seen_in = sessions.get(&row.pattern.id).copied().unwrap_or(0);
        hits.extend(question.hit(row, &learned, seen_in, ctx));
    }
    Ok(hits)
}

/// A file as patterns name it, by the folder that the person is in and by that of the project.
fn in_project(file: &str, root: &Path, ctx: &Ctx) -> BTreeSet<String> {
    let file = text::one_line(file);
    let plain = Path::new(&file).strip_prefix(".").unwrap_or(Path::new(&file));
    let paths = [ctx.cwd.join(plain), root.join(plain)];
    let inside = paths.iter().filter_map(|path| path.strip_prefix(root).ok());
    // Made of its parts anew, so that `src//a.rs` and `src/./a.rs` are `src/a.rs`.
    let spelled = inside.map(|path| path.components().collect::<PathBuf>());
    spelled.map(|path| path.to_string_lossy().into_owned()).collect()
}

struct Question {
    role: String,
    /// Roles whose patterns this one may borrow.
    lenders: Vec<String>,
    situation: Context,
    words: Option<Grams>,
    least: f64,
}

impl Question {
    fn new(
        args: &cli::PatternQuery,
        branch: Option<String>,
        paths: BTreeSet<String>,
        config: &Config,
    ) -> Question {
        let role = role_of(&args.role);
        let mut labels = Context::labels_of(branch.as_deref().unwrap_or_default());
        labels.extend(args.labels.iter().map(|label| text::one_line(label).to_lowercase()));
        let phases = args.phase.clone().into_iter().collect();
        let situation = Context { labels, phases, branches: branch.into_iter().collect(), paths };
        Question {
            lenders: roles::lenders(&role, &config.roles),
            role,
            situation,
            words: args.text.as_deref().map(Grams::of),
            least: config.inject.min_score,
        }
    }

    fn is_about(&self, row: &PatternRow) -> bool {
        let turn = roles::turn(&self.role, &role_of(&row.pattern.role), &self.lenders);
        !row.pattern.is_negative() && turn.is_some()
    }

    /// `None` if it scores too low.
    fn hit(&self, row: PatternRow, learned: &Context, sessions: usize, ctx: &Ctx) -> Option<Hit> {
        let PatternRow { pattern, maturity, .. } = row;
        let own = score::worth(&pattern, learned.overlaps(&self.situation), ctx.now);
        let likeness = self.words.as_ref().map(|words| similarity(words, &Grams::of(&pattern.content)));
        let score = score::score(own, likeness);
        let rank = score::rank(own, likeness, maturity.state, self.least)?;
        Some(Hit {
            tag: lines::tag(&pattern, own),
            held_back: lines::refusal(&pattern, sessions),
            id: pattern.id,
            role: pattern.role,
            content: pattern.content,
            category: pattern.category,
            lifecycle: pattern.lifecycle,
            maturity: maturity.state,
            score,
            similarity: likeness,
            rank,
        })
    }
}

fn table(hits: &[Hit]) -> String {
    let cells: Vec<[String; 5]> = hits
        .iter()
        .map(|hit| {
            [
                format!("{:.2}", hit.rank),
                hit.id.clone(),
                hit.role.clone(),
                list::record(&hit.tag, hit.held_back),
                ui::inert(&hit.content),
            ]
        })
        .collect();
    ui::columns(&cells)
}
