//! The table of configuration keys, which defines the typed `Config`, its defaults, validation,
//! `configure --list` and the documentation.

use std::collections::BTreeMap;

use serde::Serialize;

use super::keys::ConfigKey;
use super::rule::KeyRule;
use super::{ExtractorChoice, Promotion};
use crate::core::config::Thresholds;

macro_rules! table {
    (
        $( $key:ident: $type:ty = $default:expr, $rule:expr, $about:literal; )*
        $(
            [$group:ident: $Group:ident]
            $( $sub:ident: $sub_type:ty = $sub_default:expr, $sub_rule:expr, $sub_about:literal; )*
        )*
        // A type of another module, which has its own defaults.
        $(
            <$field:ident: $Field:ty>
            $( $part:ident.$leaf:ident: $leaf_rule:expr, $leaf_about:literal; )*
        )*
    ) => {
        #[derive(Clone, Debug, PartialEq, Serialize)]
        pub struct Config {
            $( #[doc = $about] pub $key: $type, )*
            $( pub $group: $Group, )*
            $( pub $field: $Field, )*
        }

        impl Default for Config {
            fn default() -> Config {
                Config { $( $key: $default, )* $( $group: $Group::default(), )* $( $field: <$Field>::default(), )* }
            }
        }

        $(
            #[derive(Clone, Debug, PartialEq, Serialize)]
            pub struct $Group { $( #[doc = $sub_about] pub $sub: $sub_type, )* }

            impl Default for $Group {
                fn default() -> $Group {
                    $Group { $( $sub: $sub_default, )* }
                }
            }
        )*

        pub static KEYS: &[ConfigKey] = &[
            $( ConfigKey {
                name: stringify!($key),
                rule: $rule,
                about: $about,
                get: |c| &c.$key,
                at: |c| &mut c.$key,
            }, )*
            $( $( ConfigKey {
                name: concat!(stringify!($group), ".", stringify!($sub)),
                rule: $sub_rule,
                about: $sub_about,
                get: |c| &c.$group.$sub,
                at: |c| &mut c.$group.$sub,
            }, )* )*
            $( $( ConfigKey {
                name: concat!(stringify!($field), ".", stringify!($part), ".", stringify!($leaf)),
                rule: $leaf_rule,
                about: $leaf_about,
                get: |c| &c.$field.$part.$leaf,
                at: |c| &mut c.$field.$part.$leaf,
            }, )* )*
        ];
    };
}

/// The editor shows only a preview of anything longer than 10,000 characters.
const TOKENS: KeyRule = KeyRule::whole(0, 2_500);
/// From just above what a rejected artifact can still reach (0.95 × 0.3) to what repetition can
/// reach.
const REACHABLE: KeyRule = KeyRule::number(0.3, 0.95);

table! {
    extractor: ExtractorChoice = ExtractorChoice::Auto, KeyRule::one_of(&ExtractorChoice::WORDS).protects().asked(),
        "what turns words into observations; auto is claude once you agreed, else builtin";
    consent: bool = false, KeyRule::FLAG.user_only(),
        "you agreed that redacted excerpts of sessions are sent to Claude";
    extractor_command: Vec<String> = vec![], KeyRule::WORDS,
        "program and arguments that extractor command runs";
    model: String = "sonnet".to_owned(), KeyRule::WORD.asked(), "model that extractor claude asks for";
    batch_size: u32 = 3, KeyRule::whole(1, 20).asked(), "sessions that make a batch";
    batch_size_large: u32 = 5, KeyRule::whole(1, 20), "sessions that make a batch once there is much to compare with";
    large_from: u32 = 15, KeyRule::whole(0, 10_000), "observations from which on batches are large";
    max_daily_runs: u32 = 5, KeyRule::whole(0, 50).protects().asked(), "calls of a model on one day";
    max_usd_per_day: f64 = 1.0, KeyRule::number(0.0, 1000.0).protects().asked(), "dollars that a model may cost on one day";
    timeout_s: u32 = 300, KeyRule::whole(1, 3600), "seconds after which an extractor is ended";
    debug: bool = false, KeyRule::FLAG.asked(), "write more to the log";
    promotion: Promotion = Promotion::Auto, KeyRule::one_of(&Promotion::WORDS).asked(),
        "auto writes what is ready to the project, inbox waits until you accept it";
    share: bool = false, KeyRule::FLAG.asked(), "let knowledge, commands and skills be committed";
    learn_headless: bool = false, KeyRule::FLAG.user_only(), "learn from the prompts of scripts too";
    exclude: Vec<String> = vec![], KeyRule::FOLDERS.user_only().protects(), "projects that are never learned from";
    everywhere: Vec<String> = vec![], KeyRule::WORDS.user_only(),
        "lessons that sessions of all projects are told; `remember --everywhere` adds to it";

    [redact: Redact]
    extra: Vec<String> = vec![], KeyRule::PATTERNS.protects(), "further secrets to mask";

    [inject: Inject]
    start_tokens: u32 = 800, TOKENS, "tokens a session may start with";
    role_tokens: u32 = 500, TOKENS, "tokens a subagent may start with";
    adversarial_tokens: u32 = 800, TOKENS, "tokens an adversarial subagent may start with";
    prompt_tokens: u32 = 120, TOKENS, "tokens that may be added to a prompt";
    min_score: f64 = 0.1, KeyRule::SHARE, "score below which a pattern is left out";
    min_room: u32 = 80, TOKENS, "tokens of room below which nothing is added";
    no_index_roles: Vec<String> = vec![], KeyRule::WORDS, "subagents that get no knowledge index";

    [roles: Roles]
    adversarial: Vec<String> = words(&["auditor", "judge", "sentinel"]), KeyRule::WORDS,
        "subagents that look for faults";
    validators: BTreeMap<String, String> =
        pairs(&[("auditor", "curator"), ("judge", "inspector"), ("sentinel", "lens")]), KeyRule::PAIRS,
        "which role checks what an adversarial subagent found";
    heavy: Vec<String> = words(&["sentinel", "inspector"]), KeyRule::WORDS, "subagents whose mistakes weigh more";

    [learning: Learning]
    half_life_days: u32 = 90, KeyRule::whole(1, 3650), "days after which feedback counts half";
    min_feedback: u32 = 3, KeyRule::whole(1, 1000), "feedback below which nothing is concluded";
    max_harmful_ratio: f64 = 0.3, KeyRule::SHARE, "harmful share above which a criterion is dropped";
    fast_ms: u32 = 300_000, KeyRule::whole(1, 86_400_000), "milliseconds below which work was fast";
    slow_ms: u32 = 1_800_000, KeyRule::whole(1, 86_400_000), "milliseconds above which work was slow";
    max_errors_for_helpful: u32 = 2, KeyRule::whole(0, 1000), "errors above which work was bad";

    [anti_pattern: AntiPattern]
    min_observations: u32 = 3, KeyRule::whole(1, 1000), "uses below which a pattern is not turned into a warning";
    failure_ratio: f64 = 0.6, KeyRule::SHARE, "share of failures from which on it is turned into a warning";
    prefix: String = "AVOID: ".to_owned(), KeyRule::TEXT, "how an anti-pattern begins";

    [maturity: Maturity]
    min_feedback: u32 = 3, KeyRule::whole(1, 1000), "feedback from which on a pattern is established";
    min_helpful: u32 = 5, KeyRule::whole(1, 1000), "helpful feedback from which on a pattern is proven";
    max_harmful: f64 = 0.15, KeyRule::SHARE, "harmful share below which a pattern is proven";
    deprecation: f64 = 0.3, KeyRule::SHARE, "harmful share above which a pattern is deprecated";
    half_life_days: u32 = 90, KeyRule::whole(1, 3650), "days after which feedback counts half";

    [policy: Policy]
    initial: f64 = 0.55, KeyRule::SHARE, "confidence in a failure pattern at first sight";
    max: f64 = 0.95, KeyRule::SHARE, "highest confidence in a failure pattern";
    step: f64 = 0.05, KeyRule::SHARE, "confidence that every further failure adds";
    weights: [f64; 3] = [0.6, 0.2, 0.2], KeyRule::three(0.0, 1.0), "share of success, retries and quality in reliability";
    risk: [f64; 3] = [1.4, 1.0, 0.9], KeyRule::three(0.0, 10.0), "risk of an unreliable, a usual and a reliable tool";
    approve_below: f64 = 0.75, KeyRule::SHARE, "reliability below which you are asked";
    occurrences: u32 = 3, KeyRule::whole(1, 1000), "failures of one kind from which on you are asked";
    min_runs: u32 = 3, KeyRule::whole(1, 1000), "runs below which nothing is concluded";
    stale_days: u32 = 30, KeyRule::whole(1, 3650), "days after which an overlay is pointed out";

    <thresholds: Thresholds>
    workflow.required: KeyRule::whole(1, 100), "sessions that make a workflow certain";
    workflow.spread_days: KeyRule::whole(0, 365), "days between its first and its last sighting";
    workflow.promote: REACHABLE, "confidence from which on it is written to the project";
    procedural.required: KeyRule::whole(1, 100), "sessions that make a procedural certain";
    procedural.spread_days: KeyRule::whole(0, 365), "days between its first and its last sighting";
    procedural.promote: REACHABLE, "confidence from which on it is written to the project";
    decision.required: KeyRule::whole(1, 100), "sessions that make a decision certain";
    decision.spread_days: KeyRule::whole(0, 365), "days between its first and its last sighting";
    decision.promote: REACHABLE, "confidence from which on it is written to the project";
    pitfall.required: KeyRule::whole(1, 100), "sessions that make a pitfall certain";
    pitfall.spread_days: KeyRule::whole(0, 365), "days between its first and its last sighting";
    pitfall.promote: REACHABLE, "confidence from which on it is written to the project";
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn pairs(list: &[(&str, &str)]) -> BTreeMap<String, String> {
    list.iter().map(|(of, is)| ((*of).to_owned(), (*is).to_owned())).collect()
}
