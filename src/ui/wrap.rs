//! Wrapping of lines for a terminal: broken between words, with a hanging indent. A word longer than a
//! line stays whole, so that a path can be copied.

use unicode_width::UnicodeWidthChar;

/// Narrower lines cannot be read anyway.
const LEAST_WIDTH: usize = 20;
/// A continuation keeps at least this share of the line for its text.
const MOST_INDENT: f64 = 0.6;

/// Wraps every line of a text.
pub fn wrapped(text: &str, width: usize) -> String {
    let width = width.max(LEAST_WIDTH);
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, width)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if visible(line) <= width {
        return line.to_owned();
    }
    let indent = indent(line, width);
    let mut out = String::new();
    let mut used = 0;
    for (gap, word) in words(line) {
        let (space, length) = (gap.len(), visible(word));
        // A word that fits a line but not the indented one reduces the indent.
        let room = if length <= width { indent.min(width - length) } else { indent };
        let fits = used + space + length <= width;
        match (fits, out.is_empty()) {
            (true, _) => out.push_str(gap),
            (false, true) => out.push_str(&" ".repeat(space.min(room))),
            (false, false) if used > room => {
                out.push('\n');
                out.push_str(&" ".repeat(room));
            }
            (false, false) => out.push_str(gap),
        }
        out.push_str(word);
        used = visible(out.rsplit('\n').next().unwrap_or_default());
    }
    out
}

/// The start of the last column, or slightly more than the line's own indent.
fn indent(line: &str, width: usize) -> usize {
    let most = (width as f64 * MOST_INDENT) as usize;
    let begins = line.len() - line.trim_start_matches(' ').len();
    let (mut at, mut column) = (0, begins);
    for (gap, word) in words(line) {
        at += gap.len();
        if gap.len() >= 2 && at <= most {
            column = at;
        }
        at += visible(word);
    }
    if column == begins { (begins + 2).min(most) } else { column }
}

/// Each word with the blanks before it.
fn words(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let gap = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[gap..].find(' ').map_or(rest.len(), |at| gap + at);
        let found = (&rest[..gap], &rest[gap..end]);
        rest = &rest[end..];
        Some(found)
    })
}

/// Columns on the screen; colours take none.
fn visible(text: &str) -> usize {
    console::strip_ansi_codes(text).chars().filter_map(UnicodeWidthChar::width).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_break_between_words_and_go_on_below_their_text() {
        for (line, width, expected) in [
            ("short", 40, "short"),
            ("one two three four five six", 20, "one two three four\n  five six"),
            ("health  the hooks are no longer there", 24, "health  the hooks are no\n        longer there"),
            ("    deep in the text it goes on", 20, "    deep in the text\n      it goes on"),
            ("a  b  c", 20, "a  b  c"),
            ("          a/path/of/17/words x", 20, "  a/path/of/17/words\n            x"),
            ("name      a/path/of/17/words", 20, "name\n  a/path/of/17/words"),
            (
                "see /a/very/long/path/that/is/one/word ok",
                20,
                "see\n  /a/very/long/path/that/is/one/word\n  ok",
            ),
            ("日本語 日本語 日本語 日本語", 20, "日本語 日本語 日本語\n  日本語"),
        ] {
            assert_eq!(wrapped(line, width), expected, "{line}");
        }
        assert_eq!(wrapped("a\n\nb", 20), "a\n\nb");
    }

    proptest! {
        #[test]
        fn nothing_but_blanks_is_changed(text in "[a-z日 ]{0,120}", width in 0usize..60) {
            let squeezed = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let found = wrapped(&text, width);
            prop_assert_eq!(squeezed(&found), squeezed(&text));
            let longest = squeezed(&text).iter().map(|word| visible(word)).max().unwrap_or(0);
            let width = width.max(LEAST_WIDTH);
            let most = width.max((width as f64 * MOST_INDENT) as usize + longest);
            prop_assert!(found.lines().all(|line| visible(line.trim_end()) <= most), "{found:?}");
        }
    }
}
