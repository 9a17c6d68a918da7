//! What can be typed. Types only: the doc comments are the help.

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
    /// Take the hooks out of Claude Code's settings
    #[command(after_help = "Example: ingrain disable --dry-run")]
    Disable(Disable),
    /// Show whether all is well and what has been learned
    #[command(after_help = "Example: ingrain status --json")]
    Status(Json),
    /// List what has been learned, most certain first
    #[command(after_help = "Example: ingrain list --type decision --status created")]
    List(List),
    /// Show one observation with its quotes
    #[command(after_help = "Example: ingrain show obs_3f9c2a7b10")]
    Show(Show),
    /// Look at what was learned, and accept, keep, edit or reject it
    #[command(after_help = "Example: ingrain review --accept obs_3f9c2a7b10 ADR-003")]
    Review(Review),
    /// Keep a lesson in your own words, from the next session on
    #[command(after_help = "Example: ingrain remember 'commit messages always in English'")]
    Remember(Remember),
    /// Give up a lesson
    #[command(after_help = "Example: ingrain forget postgres sessions")]
    Forget(Forget),
    /// See and rule on what agents concluded and tried
    #[command(after_help = "Example: ingrain pattern list --state proven")]
    Pattern(Pattern),
    /// See which tools can be trusted, and rule on them
    #[command(after_help = "Example: ingrain policy show")]
    Policy(Policy),
    /// Enforce a rule on tool calls, and see what it would have caught
    #[command(after_help = "Example: ingrain guard add 'git push --force' --level deny")]
    Guard(Guard),
    /// Play past sessions: what would each start have told, and what would it have spared
    #[command(after_help = "Example: ingrain backtest --since 2026-03-01 --html --out backtest.html")]
    Backtest(Backtest),
    /// Print what happened, in figures
    #[command(after_help = "Example: ingrain report --html --out report.html")]
    Report(Report),
    /// Say why something is as it is, in words and numbers
    #[command(after_help = "Example: ingrain why .memory/knowledge/decisions.md#ADR-003")]
    Why(Why),
    /// Show what a session was told, by which hook, at how many tokens
    #[command(after_help = "Example: ingrain told --json")]
    Told(Told),
    /// List what was changed, when and why
    ///
    /// Each line begins with the number that `ingrain undo` takes. One with a `u`, such as u17, was for all projects: a
    /// change of your configuration, or of the hooks in Claude Code's settings.
    #[command(after_help = "Example: ingrain history --since 7d")]
    History(History),
    /// Take back the newest change, or those you name
    #[command(after_help = "Example: ingrain undo --dry-run")]
    Undo(Undo),
    /// Show what became of the project's files, and who changed what
    #[command(after_help = "Example: ingrain diff --since 7d .memory/knowledge")]
    Diff(Diff),
    /// Print what is known about a task that is going to be done
    #[command(after_help = "Example: ingrain context --task 'add rate limits to the API'")]
    Context(TaskContext),
    /// Look at and change settings
    #[command(after_help = "Example: ingrain configure --set max_daily_runs=2")]
    Configure(Configure),
    /// Let this project's configuration and knowledge count
    #[command(after_help = "Example: ingrain trust --dry-run")]
    Trust(Trust),
    /// Learn now from what waits, or from the given transcripts
    #[command(after_help = "Example: ingrain learn --now\n         ingrain learn --dry-run SESSION.jsonl")]
    Learn(Learn),
    /// Learn from sessions that were held before ingrain was here
    #[command(after_help = "Example: ingrain backfill --dry-run")]
    Backfill(Backfill),
    /// Read the decisions and pitfalls of this project
    #[command(after_help = "Example: ingrain knowledge search retry")]
    Knowledge(Knowledge),
    /// See how pieces of work ended, or record one of a pipeline
    #[command(after_help = "Example: ingrain outcome list --result failure")]
    Outcome(Outcome),
    /// Forget all observations, after a backup; files stay
    #[command(after_help = "Example: ingrain clear --dry-run")]
    Clear(Clear),
    /// Drop observations that do not validate, and mask secrets that newer detectors recognise, for good and everywhere
    #[command(after_help = "Example: ingrain purge --dry-run")]
    Purge(Purge),
    /// Print everything that was learned, one observation a line
    #[command(after_help = "Example: ingrain export --out learned.jsonl")]
    Export(Export),
    /// Take over observations from a learning log
    #[command(after_help = "Example: ingrain import .memory/learning-log.jsonl --dry-run")]
    Import(Import),
    /// Prove on this machine that everything works, and say what to do if not
    #[command(after_help = "Example: ingrain doctor --json")]
    Doctor(Json),
    /// Play sample sessions through the whole loop in a temporary project
    #[command(after_help = "Example: ingrain demo --dir /tmp/ingrain-demo")]
    Demo(Demo),
    /// Remove ingrain: hooks, status line, programs, and what it knows
    #[command(after_help = "Example: ingrain uninstall --dry-run")]
    Uninstall(Uninstall),
    /// Show help for ingrain or one of its commands
    #[command(after_help = "Example: ingrain help --all")]
    Help(Help),

    /// Keep the errors of earlier work
    #[command(hide = true, after_help = "Example: ingrain errors list --unresolved")]
    Errors(Errors),
    /// Print what runs taught about tools, as it happens
    #[command(hide = true, after_help = "Example: ingrain events --follow --json")]
    Events(Events),
    /// Give one round of a pipeline: a report, and the verdict on it
    #[command(
        hide = true,
        after_help = "Example: ingrain feedback --adversarial-role judge --validator-role inspector --deliberation review.md --verdict verdict.md"
    )]
    Feedback(Feedback),
    /// Compare the written files with what is on disk
    #[command(hide = true, after_help = "Example: ingrain reconcile --dry-run --json")]
    Reconcile(Change),
    /// Write the files of everything that is ready
    #[command(hide = true, after_help = "Example: ingrain render --json")]
    Render(Change),
    /// Remove knowledge entries of older formats, after a backup
    #[command(
        hide = true,
        after_help = "Example: ingrain migrate-knowledge purge-legacy-knowledge-v2 --dry-run"
    )]
    MigrateKnowledge(MigrateKnowledge),

    /// Print what a shell needs to complete commands
    #[command(hide = true, after_help = "Example: ingrain completions zsh")]
    Completions(Completions),
    /// Write the manual pages into a folder
    #[command(hide = true, after_help = "Example: ingrain man ~/.local/share/man/man1")]
    Man(Man),
    /// Print one line that says what has been learned here
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

/// What nobody types: `help --all` leaves these out too.
pub const INTERNAL: &str = "Called by the editor or by ingrain itself";

#[derive(Debug, Args)]
pub struct Json {
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct MigrateKnowledge {
    /// Which of them; without it, all that were not done yet
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
    /// The observation's id, or its first characters
    pub id: String,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Configure {
    /// Set a key; may be given several times
    #[arg(long, value_name = "KEY=VALUE", conflicts_with_all = ["get", "list"])]
    pub set: Vec<String>,
    /// Print the value of a key that counts here
    #[arg(long, value_name = "KEY", conflicts_with = "list")]
    pub get: Option<String>,
    /// List all keys with the values that count here
    #[arg(long)]
    pub list: bool,
    /// Which file to change
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
    /// Take the trust back
    #[arg(long)]
    pub revoke: bool,
    /// Show what would be trusted, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

#[derive(Debug, Args)]
pub struct Learn {
    /// Do not wait for a full batch or enough text, and try again what failed
    #[arg(long)]
    pub now: bool,
    /// Who turns words into observations, this time
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Show what would be learned, ask nobody for it, and change nothing
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
        /// Upper and lower case are the same
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
    /// List outcomes, the newest first
    #[command(after_help = "Example: ingrain outcome list --limit 50 --json")]
    List(OutcomeList),
    /// Record how a run outside Claude Code ended, as JSON
    #[command(after_help = "Example: ingrain outcome record run.json --criteria type_safe,readable")]
    Record(OutcomeRecord),
    /// Find outcomes that lack what learning needs
    #[command(after_help = "Example: ingrain outcome audit --json")]
    Audit(Json),
}

#[derive(Debug, Args)]
pub struct OutcomeList {
    /// Only this result: success, failure, partial, unknown
    #[arg(long)]
    pub result: Option<RunResult>,
    /// Only of this session
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// At most so many; without it 20, or with `--json` all
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct OutcomeRecord {
    /// A JSON object, or one a line; without it, or with `-`, from stdin
    pub file: Option<PathBuf>,
    /// What the run is evidence for
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub criteria: Vec<String>,
    /// Refuse a record that leaves out adaptersUsed, postExecutionScore, riskLevel or, of a failure, its type
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
    /// Who turns words into observations; the built-in extractor, which is free, unless you name another
    #[arg(long, value_parser = extractor())]
    pub extractor: Option<ExtractorChoice>,
    /// Show what there is and what it would cost, and change nothing
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
    /// Mask one secret of your own, read from stdin or asked for
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
    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct Import {
    /// A learning log, one observation a line
    pub file: PathBuf,
    /// Show what would be taken over, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// Print JSON for scripts
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct BenchHooks {
    /// How often each hook is started
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub rounds: usize,
    /// Also with a tenth and with ten times of what is usual
    #[arg(long)]
    pub growth: bool,
    /// While 64 of a kind run at the same moment, in turns with as many `/bin/true`
    #[arg(long, conflicts_with_all = ["growth", "rounds"])]
    pub load: bool,
    /// On the disk of this folder, and not in memory
    #[arg(long, value_name = "DIR")]
    pub on: Option<PathBuf>,
    /// Time nothing: leave what would be timed in this empty folder, for a profiler
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
    /// List every command, also those that are rarely needed
    #[arg(long, conflicts_with = "command")]
    pub all: bool,
    /// The command to explain
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
    /// The standard input is the lock of the one that waits
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
