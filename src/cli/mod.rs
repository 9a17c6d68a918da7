//! The command line as clap types. Doc comments are the help texts.

mod direct;
mod guard;
mod past;
mod policy;
mod results;
mod review;
mod setup;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::core::config::ExtractorChoice;
use crate::core::knowledge::legacy::LegacySweep;
use crate::core::model::outcome::RunResult;
use crate::core::model::{Kind, Status};

pub use direct::*;
pub use guard::*;
pub use past::*;
pub use policy::*;
pub use results::*;
pub use review::*;
pub use setup::*;

/// Learn from the Claude Code sessions you already have
#[derive(Debug, Parser)]
#[command(
    name = "ingrain",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Run `ingrain help --all` for every command, `ingrain help COMMAND` for one."
)]
pub struct Cli {
    /// Work on the project of this folder instead of the current one
    #[arg(long, global = true, value_name = "DIR")]
    pub project: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Register the hooks in Claude Code's settings
    #[command(after_help = "Example: ingrain enable --extractor builtin --dry-run")]
    Enable(Enable),
    /// Remove the hooks from Claude Code's settings
    #[command(after_help = "Example: ingrain disable --dry-run")]
    Disable(Disable),
    /// Show whether everything works and what was learned
    #[command(after_help = "Example: ingrain status --json")]
    Status(Json),
    /// List what was learned, highest confidence first
    #[command(after_help = "Example: ingrain list --type decision --status created")]
    List(List),
    /// Show one observation with its quotes
    #[command(after_help = "Example: ingrain show obs_3f9c2a7b10")]
    Show(Show),
    /// Review what was learned: accept, keep, edit or reject it
    #[command(after_help = "Example: ingrain review --accept obs_3f9c2a7b10 ADR-003")]
    Review(Review),
    /// Record a lesson in your own words
    #[command(after_help = "Example: ingrain remember 'commit messages always in English'")]
    Remember(Remember),
    /// Give up a lesson
    #[command(after_help = "Example: ingrain forget postgres sessions")]
    Forget(Forget),
    /// Show what agents concluded and tried, and rule on it
    #[command(after_help = "Example: ingrain pattern list --state proven")]
    Pattern(Pattern),
    /// Show which tools are reliable, and rule on them
    #[command(after_help = "Example: ingrain policy show")]
    Policy(Policy),
    /// Enforce rules on tool calls
    #[command(after_help = "Example: ingrain guard add 'git push --force' --level deny")]
    Guard(Guard),
    /// Play past sessions: what each start would have told and spared
    #[command(after_help = "Example: ingrain backtest --since 2026-03-01 --html --out backtest.html")]
    Backtest(Backtest),
    /// Print figures about what was learned, how work ended and what it cost
    #[command(after_help = "Example: ingrain report --html --out report.html")]
    Report(Report),
    /// Explain an item: its quotes, its score and what it waits for
    #[command(after_help = "Example: ingrain why .memory/knowledge/decisions.md#ADR-003")]
    Why(Why),
    /// Show what a session was told, by which hook, and its cost in tokens
    #[command(after_help = "Example: ingrain told --json")]
    Told(Told),
    /// List changes with their time and cause
    ///
    /// Each line begins with the number that `ingrain undo` takes. A number with a `u`, such as u17, is a change for
    /// all projects: of your configuration, or of the hooks in Claude Code's settings.
    #[command(after_help = "Example: ingrain history --since 7d")]
    History(History),
    /// Undo the newest change, or those you name
    #[command(after_help = "Example: ingrain undo --dry-run")]
    Undo(Undo),
    /// Show how the project's files changed, and who changed them
    #[command(after_help = "Example: ingrain diff --since 7d .memory/knowledge")]
    Diff(Diff),
    /// Print what is known about a task
    #[command(after_help = "Example: ingrain context --task 'add rate limits to the API'")]
    Context(TaskContext),
    /// Show and change settings
    #[command(after_help = "Example: ingrain configure --set max_daily_runs=2")]
    Configure(Configure),
    /// Trust this project's configuration and knowledge
    #[command(after_help = "Example: ingrain trust --dry-run")]
    Trust(Trust),
    /// Learn now from pending sessions, or from the given transcripts
    #[command(after_help = "Example: ingrain learn --now\n         ingrain learn --dry-run SESSION.jsonl")]
    Learn(Learn),
    /// Learn from sessions from before ingrain was installed
    #[command(after_help = "Example: ingrain backfill --dry-run")]
    Backfill(Backfill),
    /// Show the decisions and pitfalls of this project
    #[command(after_help = "Example: ingrain knowledge search retry")]
    Knowledge(Knowledge),
    /// List outcomes of work, or record one of a pipeline
    #[command(after_help = "Example: ingrain outcome list --result failure")]
    Outcome(Outcome),
    /// Forget all observations, after a backup; files stay
    #[command(after_help = "Example: ingrain clear --dry-run")]
    Clear(Clear),
    /// Drop invalid observations, and mask secrets that newer detectors recognise, everywhere
    #[command(after_help = "Example: ingrain purge --dry-run")]
    Purge(Purge),
    /// Print all observations as JSON lines
    #[command(after_help = "Example: ingrain export --out learned.jsonl")]
    Export(Export),
    /// Add observations from a learning log
    #[command(after_help = "Example: ingrain import .memory/learning-log.jsonl --dry-run")]
    Import(Import),
    /// Test the whole loop on this machine, and say how to fix what fails
    #[command(after_help = "Example: ingrain doctor --json")]
    Doctor(Json),
    /// Play sample sessions through the whole loop in a temporary project
    #[command(after_help = "Example: ingrain demo --dir /tmp/ingrain-demo")]
    Demo(Demo),
    /// Remove ingrain: hooks, status line, programs and its data
    #[command(after_help = "Example: ingrain uninstall --dry-run")]
    Uninstall(Uninstall),
    /// Show help for ingrain or one of its commands
    #[command(after_help = "Example: ingrain help --all")]
    Help(Help),

    /// Record, list and resolve errors of earlier work
    #[command(hide = true, after_help = "Example: ingrain errors list --unresolved")]
    Errors(Errors),
    /// Print what runs taught about tools, as a stream of events
    #[command(hide = true, after_help = "Example: ingrain events --follow --json")]
    Events(Events),
    /// Record a report of a pipeline and the verdict on it
    #[command(
        hide = true,
        after_help = "Example: ingrain feedback --adversarial-role judge --validator-role inspector --deliberation review.md --verdict verdict.md"
    )]
    Feedback(Feedback),
    /// Compare the written files with what is on disk
    #[command(hide = true, after_help = "Example: ingrain reconcile --dry-run --json")]
    Reconcile(Change),
    /// Write the files of all ready observations
    #[command(hide = true, after_help = "Example: ingrain render --json")]
    Render(Change),
    /// Remove knowledge entries of older formats, after a backup
    #[command(
        hide = true,
        after_help = "Example: ingrain migrate-knowledge purge-legacy-knowledge-v2 --dry-run"
    )]
    MigrateKnowledge(MigrateKnowledge),

    /// Print shell completions
    #[command(hide = true, after_help = "Example: ingrain completions zsh")]
    Completions(Completions),
    /// Write the manual pages into a folder
    #[command(hide = true, after_help = "Example: ingrain man ~/.local/share/man/man1")]
    Man(Man),
    /// Print one line about what was learned here
    #[command(hide = true, after_help = "Example: ingrain hud --project ~/work/shop")]
    Hud(Json),
    /// Time the hooks on this machine, as multiples of starting `/bin/true`
    #[command(hide = true, after_help = "Example: ingrain bench-hooks --growth")]
    BenchHooks(BenchHooks),

    #[command(hide = true, about = INTERNAL)]
    OffRecord(OffRecord),
    #[command(hide = true, about = INTERNAL)]
    Hook(Hook),
    #[command(hide = true, about = INTERNAL)]
    Installed,
    #[command(hide = true, about = INTERNAL)]
    Statusline(Statusline),
    #[command(hide = true, about = INTERNAL)]
    Worker(Worker),
}

/// Commands that people do not type: `help --all` leaves these out too.
pub const INTERNAL: &str = "Called by the editor or by ingrain itself";

#[derive(Debug, Args)]
pub struct Json {
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MigrateKnowledge {
    /// Migrations to run [default: all that have not run yet]
    #[arg(value_name = "MIGRATION", value_parser = migrations())]
    pub migrations: Vec<LegacySweep>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct List {
    /// Only this type: workflow, procedural, decision, pitfall
    #[arg(long = "type", value_name = "TYPE")]
    pub kind: Option<Kind>,
    /// Only this status: observing, ready, created, deprecated
    #[arg(long)]
    pub status: Option<Status>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Show {
    /// Observation id or its first characters, or an entry (ADR-003)
    pub id: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Configure {
    /// Set a key; may be repeated
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["get", "list"])]
    pub set: Vec<String>,
    /// Print the effective value of a key
    #[arg(long, value_name = "KEY", conflicts_with = "list")]
    pub get: Option<String>,
    /// List all keys with their effective values
    #[arg(long)]
    pub list: bool,
    /// Configuration file to change
    #[arg(long, value_enum, default_value_t = ConfigScope::User)]
    pub scope: ConfigScope,
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConfigScope {
    User,
    Project,
}

#[derive(Debug, Args)]
pub struct Trust {
    /// Withdraw trust
    #[arg(long)]
    pub revoke: bool,
    /// Show what would be trusted, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Learn {
    /// Do not wait for a full batch or enough text, and retry what failed
    #[arg(long)]
    pub now: bool,
    /// Extractor to use this time
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Show what would be learned; call no extractor and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
    /// Transcripts to learn from
    #[arg(value_name = "TRANSCRIPT")]
    pub transcripts: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Knowledge {
    #[command(subcommand)]
    pub command: KnowledgeCommand,
}

#[derive(Debug, Subcommand)]
pub enum KnowledgeCommand {
    /// Print the index as sessions get it
    #[command(after_help = "Example: ingrain knowledge index")]
    Index(Json),
    /// Print one entry
    #[command(after_help = "Example: ingrain knowledge show ADR-001")]
    Show {
        /// ADR-NNN or PF-NNN
        id: String,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
    },
    /// Find entries that contain all of the words
    #[command(after_help = "Example: ingrain knowledge search database retry")]
    Search {
        /// Word to find, in any case
        #[arg(required = true, value_name = "WORD")]
        words: Vec<String>,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
pub struct Outcome {
    #[command(subcommand)]
    pub command: OutcomeCommand,
}

#[derive(Debug, Subcommand)]
pub enum OutcomeCommand {
    /// List outcomes, newest first
    #[command(after_help = "Example: ingrain outcome list --limit 50 --json")]
    List(OutcomeList),
    /// Record how a run outside Claude Code ended, as JSON
    #[command(after_help = "Example: ingrain outcome record run.json --criteria type_safe,readable")]
    Record(OutcomeRecord),
    /// Find outcomes without the fields that learning needs
    #[command(after_help = "Example: ingrain outcome audit --json")]
    Audit(Json),
}

#[derive(Debug, Args)]
pub struct OutcomeList {
    /// Only this result: success, failure, partial, unknown
    #[arg(long)]
    pub result: Option<RunResult>,
    /// Only this session
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Maximum rows [default: 20; with --json: all]
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct OutcomeRecord {
    /// File with a JSON object, or one per line; `-` for stdin [default: -]
    pub file: Option<PathBuf>,
    /// Criteria that the run is evidence for
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub criteria: Vec<String>,
    /// Reject records without adaptersUsed, postExecutionScore, riskLevel or, for a failure, its type
    #[arg(long)]
    pub strict: bool,
    /// Check the outcome, and record nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Backfill {
    /// Extractor to use [default: builtin, which is free]
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Show the sessions and the cost, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Clear {
    /// Do not ask
    #[arg(long)]
    pub yes: bool,
    /// Show what would be forgotten, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Purge {
    /// Mask one given secret, read from a prompt or stdin
    #[arg(long)]
    pub secret: bool,
    #[command(flatten)]
    pub change: Change,
}

#[derive(Debug, Args)]
pub struct Export {
    #[command(flatten)]
    pub output: Output,
}

/// Where a page or a list goes.
#[derive(Debug, Args)]
pub struct Output {
    /// Write to this file instead of printing
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "out")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct Import {
    /// Learning log, one observation per line
    pub file: PathBuf,
    /// Show what would be added, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BenchHooks {
    /// Number of starts per hook
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub rounds: usize,
    /// Also with a tenth and ten times of the usual data
    #[arg(long)]
    pub growth: bool,
    /// Start 64 at once, in turns with as many `/bin/true`
    #[arg(long, conflicts_with_all = ["growth", "rounds"])]
    pub load: bool,
    /// Use the disk of this folder instead of memory
    #[arg(long, value_name = "DIR")]
    pub on: Option<PathBuf>,
    /// Measure nothing; leave the programs and data in this empty folder, for a profiler
    #[arg(long, value_name = "DIR", conflicts_with_all = ["growth", "load", "on", "json"])]
    pub keep: Option<PathBuf>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Demo {
    /// Keep the project in this folder
    #[arg(long)]
    pub dir: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Help {
    /// List every command, including rare ones
    #[arg(long, conflicts_with = "command")]
    pub all: bool,
    /// Command to explain
    pub command: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Change {
    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Hook {
    pub event: String,
}

#[derive(Debug, Args)]
pub struct Worker {
    #[arg(long)]
    pub root: PathBuf,
    /// Standard input is the lock of the waiting worker
    #[arg(long)]
    pub in_turn: bool,
}

fn migrations() -> impl TypedValueParser<Value = LegacySweep> {
    let unknown = |name: String| format!("there is no migration `{name}`");
    PossibleValuesParser::new(LegacySweep::ALL.map(LegacySweep::name))
        .try_map(move |name| LegacySweep::named(&name).ok_or_else(|| unknown(name)))
}

fn extractor() -> impl TypedValueParser<Value = ExtractorChoice> {
    PossibleValuesParser::new(ExtractorChoice::WORDS).try_map(|word| serde_json::from_value(word.into()))
}
