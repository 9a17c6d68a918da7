//! A splitter that cuts a shell line into calls, as far as possible without running it.

use super::Join;
use super::words::is_assignment;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShellCall {
    pub join: Join,
    pub words: Vec<String>,
    /// `<<< 'text'`
    pub fed: Option<String>,
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

/// A text that a shell line feeds to a call.
pub struct HereDocument<'a> {
    /// The line that opens it.
    pub opener: &'a str,
    pub text: String,
    /// Its mark is not quoted, so the shell runs the substitutions in it.
    pub is_expanded: bool,
}

struct HereMark<'a> {
    /// The part of the line that it stands in, up to `;` and `&&`.
    part: &'a str,
    word: String,
    is_quoted: bool,
}

/// The line without its here documents, whose text is data, and these. A mark that is never closed is
/// none.
pub(super) fn here_documents(line: &str) -> (String, Vec<HereDocument<'_>>) {
    let lines: Vec<&str> = line.split_inclusive('\n').collect();
    let (mut kept, mut documents) = (String::with_capacity(line.len()), Vec::new());
    let mut at = 0;
    while let Some(opener) = lines.get(at) {
        kept.push_str(opener);
        at += 1;
        let marks = here_marks(opener);
        let is_only = marks.len() == 1;
        for mark in marks {
            let opener = if is_only { opener } else { mark.part };
            let Some(length) = lines[at..].iter().position(|line| line.trim() == mark.word) else { break };
            let (text, is_expanded) = (lines[at..at + length].concat(), !mark.is_quoted);
            documents.push(HereDocument { opener, text, is_expanded });
            at += length + 1;
        }
    }
    (kept, documents)
}

/// The marks of a line in their order; `<<<` is no mark.
fn here_marks(line: &str) -> Vec<HereMark<'_>> {
    let (mut marks, mut rest) = (Vec::new(), line);
    while let Some((_, after)) = rest.split_once("<<") {
        rest = after.trim_start_matches('<');
        if rest.len() == after.len() {
            let at = line.len() - after.len();
            marks.extend(here_mark(after).map(|mark| HereMark { part: part_at(line, at), ..mark }));
        }
    }
    marks
}

fn part_at(line: &str, at: usize) -> &str {
    let ends = |(place, mark): (usize, &str)| (place, place + mark.len());
    let marks = || line.match_indices(';').chain(line.match_indices("&&")).map(ends);
    let from = marks().map(|(_, behind)| behind).filter(|behind| *behind <= at).max();
    let to = marks().map(|(before, _)| before).filter(|before| *before >= at).min();
    &line[from.unwrap_or(0)..to.unwrap_or(line.len())]
}

fn here_mark(after: &str) -> Option<HereMark<'_>> {
    let after = after.strip_prefix('-').unwrap_or(after).trim_start_matches(' ');
    if let Some(quote) = after.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let (word, _) = after[1..].split_once(quote)?;
        return (!word.is_empty()).then(|| HereMark { part: after, word: word.to_owned(), is_quoted: true });
    }
    let bare = after.trim_start_matches('\\');
    let end = bare.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(bare.len());
    let is_mark = bare.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_mark.then(|| HereMark {
        part: after,
        word: bare[..end].to_owned(),
        is_quoted: bare.len() < after.len(),
    })
}

/// The calls in the substitutions of a text that the shell expands.
pub(super) fn substituted(text: &str) -> Vec<ShellCall> {
    let mut cutter = Cutter::default();
    cutter.look_into(text);
    cutter.within
}

#[derive(Default)]
struct Cutter {
    calls: Vec<ShellCall>,
    words: Vec<String>,
    word: String,
    in_word: bool,
    /// The next word is the target of a redirection.
    redirected: bool,
    /// That target is a text, and the text once it was read.
    is_text: bool,
    fed: Option<String>,
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
            '<' if after.starts_with("<<") => {
                self.is_text = true;
                self.redirection(after)
            }
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
        if !std::mem::take(&mut self.in_word) {
            return;
        }
        if !std::mem::take(&mut self.redirected) {
            self.words.push(word);
        } else if std::mem::take(&mut self.is_text) {
            self.fed = Some(word);
        }
    }

    fn end_call(&mut self, next: Join) {
        self.end_word();
        (self.redirected, self.is_text) = (false, false);
        let (words, fed) = (std::mem::take(&mut self.words), self.fed.take());
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
            self.calls.push(ShellCall { join, words, fed });
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
