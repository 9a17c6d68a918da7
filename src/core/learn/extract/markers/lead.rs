//! Where a message stops being the person's: a line that hands over what somebody else wrote. All behind it is material to
//! work on.

use super::language;
use super::language::is_english;
use std::ops::Range;

use super::chat::BOTS;
use super::clause::{is_order, point};
use super::english;
use super::label::{is_name, is_own_label};
use super::phrases::{Phrases, fold_case};
use super::sentence::{bulleted_item, numbered_item, sentences};
use crate::core::entities::keys::{keys_of, names_only_paths};

/// Between "this" and "mail": "this angry mail".
const MOST_WORDS_BETWEEN: usize = 1;
/// Between "comment" and "below": "the comment of Marie is below".
const MOST_WORDS_TO_BELOW: usize = 3;
/// "PR feedback:", "customer mail:".
const MOST_HEADING_WORDS: usize = 3;
const COLONS: [char; 2] = [':', '：'];
const STOPS: [char; 6] = ['.', '!', '?', '。', '！', '？'];

/// How the output of machines begins that is pasted without a word.
const MACHINE_HEADS: [&str; 2] = ["traceback (most recent", "operation stopped by hook"];

/// The message up to the text of others, with the line that hands it over.
pub(super) fn own_part(text: &str) -> &str {
    let mut in_fence = false;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        in_fence ^= line.trim_start().starts_with("```");
        let end = start + line.len();
        if !in_fence && let Some(kept) = handed_over_or_named(line, &text[end..]) {
            return &text[..start + kept];
        }
        start = end;
    }
    text
}

/// What a line in another language announces is none of ours.
fn handed_over_or_named(line: &str, behind: &str) -> Option<usize> {
    let is_unread = line.trim_end().ends_with(COLONS) && !is_english(line);
    handed_over(line, behind).or_else(|| (is_unread || is_name_above(line, behind)).then_some(line.len()))
}

/// How much of the line is the person's, when others follow.
fn handed_over(line: &str, behind: &str) -> Option<usize> {
    let lower = fold_case(line);
    if MACHINE_HEADS.iter().any(|head| lower.trim_start().starts_with(head)) {
        return Some(0);
    }
    let hands_over = |lead: Lead| lead.is_handing_over() && !OWN_TASKS.has(&lead.lower);
    let inside = colons(line).find(|colon| hands_over(Lead::before(&line[..*colon])));
    inside.or_else(|| closes_with_lead(line, behind).then_some(line.len()))
}

/// The colons that text follows in the same line.
fn colons(line: &str) -> impl Iterator<Item = usize> {
    let colons = line.match_indices(COLONS).map(|(at, colon)| at + colon.len());
    colons.filter(|end| {
        let is_free = line[*end..].starts_with(char::is_whitespace) || line[..*end].ends_with('：');
        is_free && !line[*end..].trim().is_empty()
    })
}

fn closes_with_lead(line: &str, behind: &str) -> bool {
    let line = line.trim().trim_matches('*');
    let lead = Lead::before(line);
    let is_set_apart = behind.starts_with(['\n', '\r']);
    if line.is_empty() || behind.trim().is_empty() {
        return false;
    }
    if line.ends_with(COLONS) {
        return lead.is_handing_over();
    }
    let is_open = !line.ends_with(STOPS);
    lead.is_free()
        && ((lead.hands_text() && (is_open || is_set_apart))
            || (lead.names_author() && is_open && is_set_apart)
            || (lead.points_at(&english::FINDINGS) && is_set_apart && has_head(behind)))
}

/// "Title: flaky cache", "Hi,": neither a sentence nor an order, and more below it.
fn has_head(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_head = |line: &str| !line.ends_with(STOPS) && !is_order(line);
    lines.next().is_some_and(is_head) && lines.next().is_some()
}

/// "CodeRabbit:" and a text below it. A single word tells no language of its own.
fn is_name_above(line: &str, behind: &str) -> bool {
    let name = line.trim().trim_matches('*').strip_suffix(COLONS);
    let has_text = !behind.trim().is_empty() && !begins_list(behind);
    has_text && name.is_some_and(|name| is_name(name.trim()))
}

/// What stands above a list is its heading.
fn begins_list(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| numbered_item(line).or_else(|| bulleted_item(line)).is_some())
}

/// What others keep or say, when it stands above a text.
static HEADINGS: Phrases = Phrases::new(
    "meeting notes, standup notes, call notes, retro notes, sprint notes, meeting minutes, notion, notion page, notion doc, \
     wiki, wiki page, confluence, confluence page, google doc, acceptance criteria, user story, teammate, team mate, coworker, \
     colleague, besprechungsnotizen, protokoll, akzeptanzkriterien, kollege, kollegin, notes de réunion, critères \
     d'acceptation, collègue, acta, notas de la reunión, criterios de aceptación, compañero, notas da reunião, critérios de \
     aceitação, colega",
);

/// A word that says what the person is at: "Bug: the list is empty. …"
static OWN_TASKS: Phrases = Phrases::new("bug, task, issue, aufgabe, fehler, tarea, tarefa");

/// What the person remarked themselves.
static OWN_REMARKS: Phrases = Phrases::new(
    "i commented, i already commented, i left a comment, i left comments, i answered, i already answered, i replied, \
     my comment, my comments, my remarks, my answer, our comments, mein kommentar, meine kommentare, meine anmerkungen, \
     mes commentaires, mes remarques, mis comentarios, meus comentários",
);

/// The last sentence before a text.
struct Lead {
    lower: String,
}

impl Lead {
    fn before(text: &str) -> Self {
        let last = sentences(text).last().map(|sentence| sentence.text).unwrap_or_default();
        Lead { lower: fold_case(point(last)) }
    }

    fn is_handing_over(&self) -> bool {
        language::reports(&self.lower)
            || (self.is_free()
                && (self.hands_text()
                    || self.names_author()
                    || self.points_at(&english::FINDINGS)
                    || self.names(&english::FINDINGS)
                    || self.names(&english::TEXTS)
                    || self.names(&HEADINGS)
                    || self.is_taken_from()
                    || self.names_bot()
                    || english::UTTERS.at_end(&self.lower).is_some()
                    || self.orders_work_on_it()
                    || self.presents_a_file()))
    }

    /// "When you get this error:", "to answer a mail:" and "always answer this review so:" say how something is done.
    fn is_free(&self) -> bool {
        !is_own_label(&self.lower)
            && !english::ALWAYS.occur_in(&self.lower)
            && !OWN_REMARKS.occur_in(&self.lower)
    }

    /// "Maria left this on the PR", "please address this feedback".
    fn hands_text(&self) -> bool {
        english::HANDED.occur_in(&self.lower) || self.points_at(&english::TEXTS)
    }

    /// "this angry mail", "the comments below".
    fn points_at(&self, things: &Phrases) -> bool {
        self.is_near(&english::POINTS, things) || self.is_below(things)
    }

    /// "Our rules are below" announces the person's own.
    fn is_below(&self, things: &Phrases) -> bool {
        let Some(below) = english::BELOW.at_end(&self.lower) else { return false };
        let leads_there = |thing: &Range<usize>| {
            self.lower.get(thing.end..below).is_some_and(|between| is_short(between, MOST_WORDS_TO_BELOW))
        };
        things.find_all(&self.lower).iter().any(leads_there) && !english::LABELS.occur_in(&self.lower)
    }

    /// "PR comment from Maria".
    fn names_author(&self) -> bool {
        [&english::TEXTS, &english::FINDINGS]
            .into_iter()
            .any(|things| self.is_near(things, &english::SENT_BY))
    }

    fn is_near(&self, before: &Phrases, behind: &Phrases) -> bool {
        let behind = behind.find_all(&self.lower);
        let touches = |from: usize, to: usize| {
            self.lower.get(from..to).is_some_and(|between| is_short(between, MOST_WORDS_BETWEEN))
        };
        let before = before.find_all(&self.lower);
        before.iter().any(|first| behind.iter().any(|second| touches(first.end, second.start)))
    }

    /// "This is from the rules of another repo", "from the style guide". "From now on" is the person's.
    fn is_taken_from(&self) -> bool {
        let presented =
            english::PRESENTS.at_start(&self.lower).map(|length| self.lower[length..].trim_start());
        let taken = |text: &str| english::SENT_BY.at_start(text).is_some();
        let is_document = || {
            [&english::TEXTS, &english::SOURCES, &HEADINGS]
                .into_iter()
                .any(|table| table.at_end(&self.lower).is_some())
        };
        presented.is_some_and(taken) || (taken(&self.lower) && is_document())
    }

    /// "PR feedback", "ticket ABC-12". "Code comments" are a part of the project.
    fn names(&self, things: &Phrases) -> bool {
        let has_number = |word: &str| word.contains(|c: char| c.is_ascii_digit());
        let heading = match self.lower.trim_end().rsplit_once(' ') {
            Some((heading, number)) if has_number(number) => heading,
            _ => self.lower.trim_end(),
        };
        self.is_heading() && things.at_end(heading).is_some() && english::SCOPES.at_end(heading).is_none()
    }

    fn names_bot(&self) -> bool {
        self.is_heading() && BOTS.occur_in(&self.lower)
    }

    fn is_heading(&self) -> bool {
        self.lower.split_whitespace().count() <= MOST_HEADING_WORDS
    }

    /// "Fix this one", "reply to the following", "address the review comments".
    fn orders_work_on_it(&self) -> bool {
        let verb = english::WORKS_ON.at_start(&self.lower);
        verb.is_some_and(|length| {
            english::POINTS.at_start(self.lower[length..].trim_start()).is_some()
                || english::TEXTS.at_end(&self.lower).is_some_and(|text| text >= length)
        })
    }

    /// "Here's the CLAUDE.md of the old repo".
    fn presents_a_file(&self) -> bool {
        let Some(length) = english::PRESENTS.at_start(&self.lower) else { return false };
        let presented = &self.lower[length..];
        !keys_of(presented).is_empty() && names_only_paths(presented)
    }
}

fn is_short(between: &str, most_words: usize) -> bool {
    between.split_whitespace().count() <= most_words && !between.contains([',', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: &str = "Never use `axios`, because it leaks.";

    fn own(text: &str) -> &str {
        own_part(text)
    }

    #[test]
    fn a_lead_hands_over_what_follows() {
        for lead in [
            "got this mail from the customer, draft a reply:\n\nHi,\n",
            "PR comment from maria:\n",
            "PR comment from maria\n\n",
            "maria left this on the PR\n\n",
            "here's the CLAUDE.md of the old repo, port what makes sense:\n\n",
            "Can you look at this issue?\n\nTitle: flaky cache\n",
            "fix this one:\n\n#412 Cache is lost\n",
            "Implement this spec:\n\n",
            "Implement this spec\n\n",
            "please address this feedback\n",
            "Please address this review.\n\n",
            "use this prompt for the other agent:\n",
            "got this feedback: ",
            "The article says: ",
            "Bob wrote:\n",
            "PR feedback:\n",
            "I get:\n",
            "I ran the tests. The following errors came up, this error: ",
            "Traceback (most recent call last):\n",
            "Diese Mail kam vom Kunden:\n\n",
            "Setze diese Spezifikation um:\n",
            "Bob hat geschrieben:\n",
            "Recebi este email do cliente:\n\n",
            "CodeRabbit:\n\n",
            "Meeting notes:\n",
            "Standup notes:\n",
            "Notion page:\n",
            "Confluence:\n",
            "Confluence: ",
            "Teammate:\n",
            "From the style guide:\n",
            "this is from the cursor rules of another repo:\n",
            "Acceptance criteria:\n",
            "Del wiki:\n",
            "Ticket ABC-12:\n",
            "Bug:\n",
            "**Bob Miller:**\n\n",
            "CodeRabbit bot:\n- ",
            "the coderabbit bot commented on the PR\n\n",
            "Please address the review comments below:\n\n",
            "Please address the review comments:\n",
            "Reviewer comments:\n",
            "Fix the comments below.\n\n",
            "PR description:\n",
            "JIRA ticket text:\n\n",
            "Slack thread:\n\n",
            "Bob on Slack:\n",
            "Support ticket #123:\n",
            "bob left a comment:\n",
            "Claude in the other window answered:\n\n",
            "The customer's requirements are below.\n\n",
        ] {
            let text = format!("{lead}{RULE}");
            assert!(!own(&text).contains(RULE), "{text}");
        }
    }

    #[test]
    fn what_the_person_says_is_kept() {
        for lead in [
            "",
            "to release do this:\n1. run `make test`\n",
            "When you get this error:\n",
            "Always answer this review so:\n",
            "Here are the rules:\n",
            "Here's how we work:\n\n",
            "Note:\n",
            "Remember this for every review:\n",
            "Commit messages:\n",
            "Keep the following in mind:\n",
            "Follow these steps:\n",
            "As the README says, to release do this:\n1. run `make test`\n",
            "The linter says this:\n",
            "Can you look at this issue?\n\n",
            "Fix this bug.\n\n",
            "fix this issue\n",
            "Fix the comment from Tom in src/a.ts\n",
            "```\nfeedback: none\n```\n",
            "Frontend: ",
            "Backend:\n",
            "Rules:\n",
            "In this repo:\n",
            "Release:\n",
            "Two things:\n",
            "Code comments:\n",
            "From now on:\n",
            "From here on:\n",
            "Bug: the list is empty. ",
            "Task: fix the list. ",
            "Notes:\n",
            "My notes:\n",
            "Style guide:\n",
            "Style:\n- ",
            "Our rules for a review are below:\n",
            "I commented out the tests.\n\n",
            "Put the button below.\n\n",
            "Behebe diesen Fehler.\n\n",
        ] {
            let text = format!("{lead}{RULE}");
            assert_eq!(own(&text), text);
        }
        let both = format!("{RULE}\nBob wrote:\nalways use `axios`");
        assert_eq!(own(&both), format!("{RULE}\nBob wrote:\n"));
    }
}
