//! What a person sent without having said it: logs, diffs, reviews and other pasted text. Lines of output are left
//! out; a message that is mostly somebody else's is not read at all.

use super::chat::is_chat_head;
use super::english;
use super::label::MOST_NAME_WORDS;
use super::phrases::{Phrases, fold_case};
use super::sentence::sentences;
use crate::core::learn::extract::dialog;
use crate::core::session::client_words::after_attachments;

/// Longer text without "I" or "we" is hardly ever written by hand.
const LONGEST_IMPERSONAL: usize = 300;

/// How lines begin that stand above a letter.
#[rustfmt::skip]
const LETTER_HEADS: &[&str] = &[
    "from:", "subject:", "sent:", "fwd:", "-----original", "von:", "betreff:", "gesendet:",
    "objet :", "objet:", "asunto:", "enviado:", "assunto:", "发件人", "主题：", "件名", "差出人",
];

/// Such a line may as well be a person's own: "Re: the tests, …". Two of them are a letter's.
const SHORT_HEADS: &[&str] = &["to:", "cc:", "re:", "an:", "de :"];

/// How lines of terminals, compilers, diffs and loggers begin.
const OUTPUT_STARTS: &[&str] = &[
    "@@",
    "+++",
    "---",
    "diff --git",
    "⏺",
    "⎿",
    "│",
    "├",
    "└",
    "╭",
    "╰",
    "❯",
    "➜",
    "$ ",
    "# ",
    "> ",
    ">>",
    "✓",
    "✗",
    "✔",
    "✖",
    "⨯",
    "error:",
    "error[",
    "warning:",
    "warn ",
    "info ",
    "fail ",
    "pass ",
    "panic:",
    "fatal:",
    "traceback",
    "file \"",
    "npm err!",
    "exit code",
    "{",
    "}",
    "[",
    "|",
    "<",
    "//",
    "/*",
    "*/",
    "===",
    "***",
];

pub(super) fn is_pasted(text: &str) -> bool {
    let text = after_attachments(text);
    let lower = fold_case(text);
    let impersonal = text.chars().count() > LONGEST_IMPERSONAL && !english::FIRST_PERSON.occur_in(&lower);
    impersonal
        || lower.starts_with('{')
        || dialog::is_plan(text)
        || casts_a_role(&lower)
        || is_letter(&lower)
        || is_signed(&lower)
        || text.lines().any(is_chat_head)
}

/// `From: Bob`; `To: Ann` above `Cc: Bob`.
fn is_letter(lower: &str) -> bool {
    let stands = |head: &&&str| lower.lines().any(|line| line.trim_start().starts_with(**head));
    LETTER_HEADS.iter().any(|head| stands(&head)) || SHORT_HEADS.iter().filter(stands).count() > 1
}

/// "Hi Anna," above, and "best regards" and a name below. Whoever writes to the agent does not sign.
fn is_signed(lower: &str) -> bool {
    let lines: Vec<&str> = lower.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let greets = |line: &&str| {
        GREETINGS.at_start(line).is_some() && line.split_whitespace().count() <= MOST_GREETING_WORDS
    };
    let signs = |pair: &[&str]| {
        let farewell = pair[0].trim_end_matches([',', '!', '.']);
        FAREWELLS.has(farewell) && pair[1].split_whitespace().count() <= MOST_NAME_WORDS
    };
    lines.first().is_some_and(greets) && lines.windows(2).any(signs)
}

const MOST_GREETING_WORDS: usize = 4;
static GREETINGS: Phrases = Phrases::new(
    "hi, hello, dear, hey, good morning, hallo, liebe, lieber, guten tag, guten morgen, moin, bonjour, salut, cher, chère, hola, querido, querida, \
     buenos días, estimado, estimada, olá, oi, caro, cara, prezado, prezada, 你好, 您好",
);
static FAREWELLS: Phrases = Phrases::new(
    "best regards, kind regards, regards, best, best wishes, cheers, sincerely, yours, many thanks, thanks and regards, viele grüße, liebe \
     grüße, beste grüße, mit freundlichen grüßen, freundliche grüße, grüße, gruß, lg, vg, mfg, cordialement, bien à toi, bien à vous, bonne journée, \
     à bientôt, saludos, un saludo, saludos cordiales, atentamente, abraços, atenciosamente, cumprimentos, 此致, 祝好, よろしくお願いいたします, 敬具",
);

/// "You are a senior engineer. Always …": a prompt for some model, and no word about the project.
fn casts_a_role(lower: &str) -> bool {
    let first = sentences(lower.trim_start().lines().next().unwrap_or_default()).into_iter().next();
    first.is_some_and(|first| {
        english::CASTS.at_start(&first.lower).is_some() && english::ROLES.occur_in(&first.lower)
    })
}

/// The lines that a person may have written.
pub(super) fn written_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut in_fence = false;
    text.lines().map(after_attachments).filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_fence ^= is_fence;
        !in_fence && !is_fence && !is_output(line)
    })
}

pub(super) fn is_output(line: &str) -> bool {
    let line = line.trim_start();
    let lower = fold_case(line);
    OUTPUT_STARTS.iter().any(|start| lower.starts_with(start))
        || (line.starts_with("at ") && line.trim_end().ends_with(')'))
        || is_diff_line(line)
        || dialog::is_answer(line)
        || starts_with_place(line)
        || starts_with_time(line)
}

/// `+ added` and `-\tremoved`, but not the `- item` of a list.
fn is_diff_line(line: &str) -> bool {
    line.starts_with('+') || line.starts_with("-  ") || line.starts_with("-\t")
}

/// `src/main.rs:12:3: …`
fn starts_with_place(line: &str) -> bool {
    let place = line.split_whitespace().next().unwrap_or_default();
    let mut parts = place.split(':');
    let file = parts.next().unwrap_or_default();
    let number = parts.next().unwrap_or_default();
    file.contains('.') && !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

/// `2026-01-06T10:00:00 …`, `10:00:00 …`
fn starts_with_time(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let digits = word.chars().filter(char::is_ascii_digit).count();
    digits >= 4
        && word.starts_with(|c: char| c.is_ascii_digit())
        && word.contains([':', '-'])
        && word.chars().all(|c| c.is_ascii_digit() || ":-.,TZ".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_is_left_out() {
        for line in [
            "+ let x = 1;",
            "-\tlet x = 2;",
            "@@ -1,2 +1,2 @@",
            "  at foo (bar.js:1:2)",
            "src/main.rs:12:3: unused",
            "2026-01-06T10:00:00Z started",
            "10:00:01 tick",
            "error[E0502]: cannot borrow",
            "> quoted",
            "[App] ready",
            "| a | b |",
            "Which database? → Use sqlite and then commit",
            "{\"a\": 1}",
        ] {
            assert!(is_output(line), "{line}");
        }
        for line in [
            "- keep the grouping",
            "run cargo fmt",
            "at least two",
            "1. commit",
            "no, use pnpm",
            "fails since 2026",
        ] {
            assert!(!is_output(line), "{line}");
        }
    }

    #[test]
    fn letters_and_chats_are_others() {
        for text in [
            "From: Bob\nnever use `eval`",
            "To: Ann\nCc: Bob\nnever use `eval`",
            "bob 10:31\nnever use `eval`",
            "Bob Miller  10:31 AM\nnever use `eval`",
            "[10:31] bob:\nnever use `eval`",
            "bob42 10:31\nnever use `eval`",
            "bob_miller 10:31\nnever use `eval`",
            "alice — Today at 10:31\nnever use `eval`",
            "Bob Miller  Yesterday at 10:31 PM\nnever use `eval`",
            "bob commented 2 hours ago\nnever use `eval`",
            "bob left a comment 3 days ago\nnever use `eval`",
            "Bob Miller — 2h ago\nnever use `eval`",
            "bob reviewed an hour ago\nnever use `eval`",
            "You are a senior engineer. Never use `eval`.",
        ] {
            assert!(is_pasted(text), "{text}");
        }
        for text in [
            "Always use `make db`.\ndocker run -p 80:80 nginx",
            "Always use `make db`.\ndocker run -p 8:30 nginx",
            "Always use `make db`.\nwe meet at 10:30",
            "Always use `make db`.\nit broke 2 days ago",
            "Always use `make db`.\nBob broke it 2 days ago",
            "Always use `make db`.\nstandup today at 10:30",
            "Always use `make db`.\nDeploy Today at 10:30",
            "Re: the tests, always run `make test`",
            "You are a bit quick. Always run `make test`",
            "Always run `make test` before a code review",
        ] {
            assert!(!is_pasted(text), "{text}");
        }
    }

    #[test]
    fn fenced_code_is_left_out() {
        let lines: Vec<_> = written_lines("use this:\n```rust\nfn main() {}\n```\nthen commit").collect();
        assert_eq!(lines, ["use this:", "then commit"]);
    }

    #[test]
    fn what_is_said_beside_an_attachment_is_a_persons() {
        for (prompt, said) in [
            ("[Image #1] use redis", vec![" use redis"]),
            ("[Image #1] [Image #2]\n[Pasted text #1 +3 lines] use redis", vec!["", " use redis"]),
            ("[Image #1]no, use redis", vec!["no, use redis"]),
            ("[App] ready", vec![]),
            ("[Image #1", vec![]),
        ] {
            assert_eq!(written_lines(prompt).collect::<Vec<_>>(), said, "{prompt}");
        }
    }

    #[test]
    fn long_text_without_a_person_is_pasted() {
        let review = "The function silently returns an empty result. Consider logging it. ".repeat(6);
        assert!(is_pasted(&review));
        assert!(!is_pasted(&format!("{review} I agree, we should.")));
        assert!(is_pasted("Approved plan: x\nWe should always use `uv`"));
        assert!(!is_pasted("use pnpm"));
    }
}
