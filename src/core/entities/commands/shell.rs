//! A splitter that cuts a shell line into calls, as far as possible without running it.

use super::Join;
use super::words::is_assignment;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShellCall {
    pub join: Join,
    pub words: Vec<String>,
}

/// The most nested substitutions to follow. Real lines have fewer, and a hostile line could have
/// any number.
const DEEPEST: usize = 6;

pub(super) fn calls(line: &str) -> Vec<ShellCall> {
    cut(&here_documents(line).0, 0)
}

fn cut(line: &str, depth: usize) -> Vec<ShellCall> {
    let mut cutter = Cutter { depth, ..Cutter::default() };
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        rest = cutter.take(c, rest);
    }
    cutter.end_call(Join::Then);
    cutter.calls
}

/// The line without its here documents, whose text is data, and these, each with the line that opens it. A mark that is
/// never closed is none.
pub(super) fn here_documents(line: &str) -> (String, Vec<(&str, String)>) {
    let lines: Vec<&str> = line.split_inclusive('\n').collect();
    let (mut kept, mut documents) = (String::with_capacity(line.len()), Vec::new());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        kept.push_str(line);
        at += 1;
        let end = here_mark(line).and_then(|mark| lines[at..].iter().position(|line| line.trim() == mark));
        if let Some(length) = end {
            documents.push((*line, lines[at..at + length].concat()));
            at += length + 1;
        }
    }
    (kept, documents)
}

fn here_mark(line: &str) -> Option<&str> {
    let (_, after) = line.split_once("<<")?;
    let after = after.strip_prefix('-').unwrap_or(after).trim_start_matches(['\\', '\'', '"', ' ']);
    let end = after.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(after.len());
    let mark = &after[..end];
    mark.starts_with(|c: char| c.is_alphabetic() || c == '_').then_some(mark)
}

#[derive(Default)]
struct Cutter {
    calls: Vec<ShellCall>,
    words: Vec<String>,
    word: String,
    in_word: bool,
    /// The next word is the target of a redirection.
    redirected: bool,
    join: Option<Join>,
    /// Calls inside substitutions of the current call.
    within: Vec<ShellCall>,
    depth: usize,
}

impl Cutter {
    /// Consumes the token that begins with `c`, and returns the rest.
    fn take<'a>(&mut self, c: char, rest: &'a str) -> &'a str {
        let after = &rest[c.len_utf8()..];
        match c {
            '\\' => self.escaped(after),
            '\'' | '"' | '`' => self.quoted(c, after),
            '$' if after.starts_with('(') => {
                let length = 1 + length_of_group(after);
                self.look_into(&rest[..length]);
                self.raw(rest, length)
            }
            ' ' | '\t' | '\r' => self.separated(after),
            '#' if !self.in_word => after.find('\n').map_or("", |end| &after[end..]),
            '>' | '<' => self.redirection(after),
            '&' if after.starts_with('>') => after,
            '&' => self.operator(after, '&', Join::Then, Join::And),
            '|' => self.operator(after, '|', Join::Pipe, Join::Or),
            ';' | '\n' | '(' | ')' => {
                self.end_call(Join::Then);
                after
            }
            _ => self.raw(rest, c.len_utf8()),
        }
    }

    fn raw<'a>(&mut self, rest: &'a str, length: usize) -> &'a str {
        self.word.push_str(&rest[..length]);
        self.in_word = true;
        &rest[length..]
    }

    fn escaped<'a>(&mut self, after: &'a str) -> &'a str {
        match after.chars().next() {
            Some('\n') => &after[1..],
            Some(c) => self.raw(after, c.len_utf8()),
            None => "",
        }
    }

    fn quoted<'a>(&mut self, quote: char, after: &'a str) -> &'a str {
        let length = length_until(after, quote);
        let inside = &after[..length];
        match quote {
            '"' => self.look_into(inside),
            '`' => self.substituted(inside),
            _ => {}
        }
        self.raw(inside, inside.len());
        after[length..].strip_prefix(quote).unwrap_or_default()
    }

    /// Looks for substitutions in a text that the shell expands.
    fn look_into(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = rest.find(['\\', '$', '`']) {
            let (sign, after) = (rest.as_bytes()[at], &rest[at + 1..]);
            let length = match sign {
                b'\\' => after.chars().next().map_or(0, char::len_utf8),
                b'$' if after.starts_with('(') => {
                    let length = length_of_group(after);
                    // Two parentheses are arithmetic.
                    if !after.starts_with("((") {
                        let inside = &after[1..length];
                        self.substituted(inside.strip_suffix(')').unwrap_or(inside));
                    }
                    length
                }
                b'`' => {
                    let length = length_until(after, '`');
                    self.substituted(&after[..length]);
                    (length + 1).min(after.len())
                }
                _ => 0,
            };
            rest = &after[length..];
        }
    }

    fn substituted(&mut self, line: &str) {
        if self.depth < DEEPEST {
            self.within.extend(cut(line, self.depth + 1));
        }
    }

    fn separated<'a>(&mut self, after: &'a str) -> &'a str {
        self.end_word();
        after
    }

    /// In `2>&1`, `> file` and `<<EOF`, neither the number nor the target is a word of the call.
    fn redirection<'a>(&mut self, after: &'a str) -> &'a str {
        if self.word.bytes().all(|b| b.is_ascii_digit()) {
            self.word.clear();
            self.in_word = false;
        }
        self.end_word();
        self.redirected = true;
        after.trim_start_matches(['>', '<', '&', '|', '-']).trim_start_matches([' ', '\t'])
    }

    /// An operator of one or two identical signs.
    fn operator<'a>(&mut self, after: &'a str, sign: char, one: Join, two: Join) -> &'a str {
        match after.strip_prefix(sign) {
            Some(after) => {
                self.end_call(two);
                after
            }
            None => {
                self.end_call(one);
                if sign == '|' { after.trim_start_matches('&') } else { after }
            }
        }
    }

    fn end_word(&mut self) {
        let word = std::mem::take(&mut self.word);
        if std::mem::take(&mut self.in_word) && !std::mem::take(&mut self.redirected) {
            self.words.push(word);
        }
    }

    fn end_call(&mut self, next: Join) {
        self.end_word();
        self.redirected = false;
        let words = std::mem::take(&mut self.words);
        if words.is_empty() {
            // After `&&` at the end of a line, the line break adds nothing.
            self.join = self.join.filter(|_| next == Join::Then).or(Some(next));
            return;
        }
        let join = self.join.replace(next).unwrap_or(Join::Then);
        let mut within = std::mem::take(&mut self.within);
        // `out=$(…)` runs nothing itself; its exit status is that of the substitution.
        if words.iter().all(|word| is_assignment(word)) {
            within.iter_mut().take(1).for_each(|call| call.join = join);
            self.calls.append(&mut within);
        } else {
            self.calls.extend(within.into_iter().map(|call| ShellCall { join: Join::Within, ..call }));
            self.calls.push(ShellCall { join, words });
        }
    }
}

/// The length of a quotation, including the substitutions in it.
fn length_until(text: &str, quote: char) -> usize {
    closing(text, vec![quote]).unwrap_or(text.len())
}

/// The length of `(…)`.
fn length_of_group(text: &str) -> usize {
    closing(&text[1..], vec![')']).map_or(text.len(), |end| end + 2)
}

/// The position at which the outermost open quotation or group is closed.
fn closing(text: &str, mut open: Vec<char>) -> Option<usize> {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let inside = *open.last()?;
        if c == inside {
            open.pop();
            if open.is_empty() {
                return Some(at);
            }
            continue;
        }
        match (inside, c) {
            ('\'', _) => {}
            (_, '\\') => drop(chars.next()),
            ('"', '$') if chars.peek().is_some_and(|(_, c)| *c == '(') => {
                chars.next();
                open.push(')');
            }
            (')', '\'' | '"' | '`') => open.push(c),
            (')', '(') => open.push(')'),
            _ => {}
        }
    }
    None
}
