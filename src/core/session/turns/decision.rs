//! A person's decisions in the client's dialogs. The client writes such decisions into tool
//! results, where a hostile file or server can print the same words; so they count only in the
//! shape that the client alone gives them: the right tool, its error flag, and a matching
//! `toolUseResult`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::Denial;
use crate::core::session::client_words as client;
use crate::core::session::transcript::{Content, ContentBlock, Text, TranscriptLine};
use crate::core::text::{ellipsis, fold_space};

/// A question is context for its answer; it must not push the answer out of a signal.
const QUESTION: usize = 300;

/// A tool's result with everything that can back it.
pub(super) struct QuestionAnswer<'a> {
    pub entry: &'a TranscriptLine<'a>,
    pub is_error: bool,
    pub text: Cow<'a, str>,
    pub tool: &'a str,
    /// The plan that the call proposed.
    pub plan: &'a str,
}

impl<'a> QuestionAnswer<'a> {
    pub(super) fn new(
        entry: &'a TranscriptLine<'a>,
        block: &'a ContentBlock<'a>,
        tool: &'a str,
        plan: &'a str,
    ) -> Self {
        let mut texts = block.content.texts();
        let mut text = Cow::Borrowed(texts.next().unwrap_or_default());
        texts.for_each(|more| text.to_mut().extend(["\n", more]));
        QuestionAnswer { entry, is_error: block.is_error, text, tool, plan }
    }

    pub(super) fn denial(&self) -> Option<Denial> {
        match self.entry.tool_denial_kind.as_deref() {
            Some(client::DENIED_BY_PERSON) => Some(self.refusal()),
            Some(client::DENIED_BY_INTERRUPT) => Some(Denial::Person),
            Some(_) => Some(Denial::Client),
            None => self.denial_by_words(),
        }
    }

    fn denial_by_words(&self) -> Option<Denial> {
        if !self.is_error || !self.is_written_by_client() {
            return None;
        }
        if self.text.starts_with(client::REJECTED) {
            Some(self.refusal())
        } else if client::STOPPED_BY_PERSON.iter().any(|words| self.text.starts_with(words)) {
            Some(Denial::Person)
        } else if client::is_denied_by_rule(&self.text) || self.is_command_without_end() {
            Some(Denial::Client)
        } else {
            None
        }
    }

    /// The words of a hook, a classifier or a safety check. Whatever is reported of a command
    /// without an exit code, it did not run.
    fn is_command_without_end(&self) -> bool {
        let said_elsewhere = || {
            self.text.starts_with(client::CALL_ERROR)
                || self.text.lines().any(|line| client::INTERRUPTS.contains(&line.trim()))
        };
        self.tool == client::SHELL && !self.text.starts_with(client::EXIT_CODE) && !said_elsewhere()
    }

    /// Only edits can be changed before they run, so only they are checked.
    pub(super) fn is_changed_by_person(&self) -> bool {
        client::EDIT_TOOLS.contains(&self.tool) && self.entry.result_has(client::CHANGED_BY_PERSON)
    }

    fn refusal(&self) -> Denial {
        let silent = self.text.strip_prefix(client::REJECTED);
        let silent = silent.is_some_and(|rest| rest.starts_with(client::REJECTED_SILENTLY));
        if silent && self.tool == client::PLAN_TOOL { Denial::PlanClosed } else { Denial::Person }
    }

    /// Whether only the client could have produced this error text.
    fn is_written_by_client(&self) -> bool {
        let result = self.entry.tool_use_result::<Text<'_>>();
        match result.as_deref() {
            Some(client::REJECTED_RESULT) => true,
            Some(result) => {
                result.strip_prefix(client::ERROR_PREFIX) == Some(&*self.text)
                    && !client::error_text_is_foreign(self.tool, self.entry.version.as_deref())
            }
            None => false,
        }
    }

    /// The person's decision in words.
    pub(super) fn decision(&self) -> Option<String> {
        match (self.tool, self.is_error) {
            (_, true) => self.reason().map(str::to_owned),
            (client::ASK_TOOL, false) => self.answers(),
            (client::PLAN_TOOL, false) => self.approved_plan(),
            _ => None,
        }
    }

    /// The person's reason for refusing the call.
    fn reason(&self) -> Option<&str> {
        let by_person = match self.entry.tool_denial_kind.as_deref() {
            Some(kind) => kind == client::DENIED_BY_PERSON,
            None => self.is_written_by_client(),
        };
        let said = self.text.strip_prefix(client::REJECTED)?.strip_prefix(client::REJECTED_SAYING)?;
        let said = said.split_once(client::REJECTION_ADVICE).map_or(said, |(said, _)| said).trim();
        let canned = client::CANNED_REASONS.iter().any(|words| said.starts_with(words));
        (by_person && !canned && !said.is_empty()).then_some(said)
    }

    fn answers(&self) -> Option<String> {
        let answered: Answered<'_> = self.entry.tool_use_result()?;
        let lines: Vec<String> = answered.questions.iter().filter_map(|asked| answered.line(asked)).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn approved_plan(&self) -> Option<String> {
        let approved: Approved<'_> = self.entry.tool_use_result()?;
        let by_person = client::PLAN_APPROVED.iter().any(|words| self.text.starts_with(words));
        let plan = approved.plan.as_deref().unwrap_or(self.plan);
        plan_gist(plan).filter(|_| by_person && !approved.is_agent)
    }
}

#[derive(Deserialize)]
struct Answered<'a> {
    #[serde(borrow)]
    questions: Vec<Question<'a>>,
    answers: BTreeMap<String, Content<'a>>,
    #[serde(default)]
    annotations: BTreeMap<String, Annotation<'a>>,
}

#[derive(Deserialize)]
struct Question<'a> {
    #[serde(borrow)]
    question: Text<'a>,
    #[serde(default)]
    options: Vec<Choice<'a>>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow, default)]
    label: Text<'a>,
}

impl Question<'_> {
    /// Whether an answer is made of the labels that the assistant offered.
    fn offered(&self, answer: &str) -> bool {
        let is_label = |text: &str| self.options.iter().any(|choice| &*choice.label == text.trim());
        is_label(answer) || answer.split(", ").all(is_label)
    }
}

#[derive(Deserialize)]
struct Annotation<'a> {
    #[serde(borrow)]
    notes: Option<Text<'a>>,
}

impl Answered<'_> {
    fn line(&self, asked: &Question<'_>) -> Option<String> {
        let question = &*asked.question;
        let answer = self.answers.get(question).map(|answer| answer.texts().collect::<Vec<_>>().join(", "));
        let notes = self.annotations.get(question).and_then(|annotation| annotation.notes.as_deref());
        let mut said: Vec<String> = [answer.as_deref(), notes].into_iter().flatten().map(in_lines).collect();
        said.dedup();
        said.retain(|words| !words.is_empty());
        let arrow = if answer.is_some_and(|answer| asked.offered(&answer)) { '⇒' } else { '→' };
        let first_line = question.lines().map(fold_space).find(|line| !line.is_empty()).unwrap_or_default();
        (!said.is_empty()).then(|| format!("{} {arrow} {}", as_question(&first_line), said.join("; ")))
    }
}

/// Ends with the mark by which `learn::extract::dialog` tells the assistant's question from the
/// person's answer.
fn as_question(asked: &str) -> String {
    let question = ellipsis(&asked.replace(['→', '⇒'], "->"), QUESTION);
    if question.ends_with(['?', '…']) {
        return question;
    }
    format!("{}?", question.trim_end_matches(['.', ':', '!', ';', ' ']))
}

/// Lines stay lines until secrets are masked: a password on its own line is hard to find in a
/// sentence.
fn in_lines(text: &str) -> String {
    text.lines().map(fold_space).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Approved<'a> {
    #[serde(borrow)]
    plan: Option<Text<'a>>,
    is_agent: bool,
}

/// A plan's title and purpose. The steps are the agent's, and hold for one task only.
fn plan_gist(plan: &str) -> Option<String> {
    let title = plan.lines().find_map(heading_text).unwrap_or_default();
    let mut purpose = Vec::new();
    let mut wanted = false;
    for line in plan.lines() {
        match heading_text(line) {
            Some(heading) => wanted = is_purpose(&heading),
            None if wanted && !line.trim().is_empty() => purpose.push(line.trim()),
            None => {}
        }
    }
    let title = title.trim_start_matches("Plan:").trim();
    (!purpose.is_empty()).then(|| format!("Approved plan: {title}\n{}", purpose.join("\n")))
}

fn heading_text(line: &str) -> Option<String> {
    line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_owned())
}

fn is_purpose(heading: &str) -> bool {
    let heading = heading.to_lowercase();
    ["context", "goal", "goals"].iter().any(|word| heading.trim_end_matches(':') == *word)
}
