//! The review screen as text, a pure function of its content and the terminal's size. It fits any size.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use unicode_width::UnicodeWidthStr;

use crate::core::review::page::{LineStyle, ReviewPage, cut, wrap};
use crate::core::review::screen::{Mode, ReviewScreen};
use crate::core::review::{ReviewAction, ReviewItem, ReviewSubject};
use crate::core::text;

/// Lines outside of the page: title and rule above, message and keys below.
const FRAME: u16 = 4;
/// Below this the page needs every line.
const LEAST_HEIGHT: u16 = 7;
/// Longer lines are hard to read.
const MOST_WIDTH: u16 = 110;

const HELP: [(&str, &str); 7] = [
    ("a", "accept: written now, before the thresholds, and it stays"),
    ("r", "reject: taken away, and never learned again"),
    ("k", "keep: it stays as it is; this is not asked again until something changes"),
    ("e", "edit in $VISUAL or $EDITOR: your version counts from then on"),
    ("m", "merge with another that says the same"),
    ("d", "deprecate: out of use, kept in the history"),
    ("t", "restore what was given up, or write again what vanished"),
];
/// The same letters, where a guard is shown.
const GUARD_HELP: [(&str, &str); 5] = [
    ("k", "keep: its level stays; this is not asked again until something changes"),
    ("t", "tell: the call is made, and the model reads the rule beside its result"),
    ("a", "ask: you are asked before the call; a second attempt passes"),
    ("d", "deny: the call is not made, and the model reads why"),
    ("x", "drop: it does nothing, and is not proposed again"),
];
const HELP_ON_ALL: [(&str, &str); 3] = [
    ("s", "skip, also → or n; ← or p goes back"),
    ("u", "undo the last ruling of this review"),
    ("A R K D T S", "the same for all that are left of this type and reason"),
];
const GUARD_HELP_ON_ALL: [(&str, &str); 3] =
    [HELP_ON_ALL[0], HELP_ON_ALL[1], ("K T A D X S", "the same for all guards that are left")];
const HELP_ON_KEYS: [(&str, &str); 5] = [
    ("↑ ↓ space", "read on; Home and End jump"),
    ("?", "this page"),
    ("q", "leave; what was ruled is done, the rest waits"),
    ("", ""),
    ("", "Nothing is locked while you think."),
];

/// Lines of a page that are visible at once.
pub fn step(height: u16) -> usize {
    usize::from(if height < LEAST_HEIGHT { height.saturating_sub(1) } else { height - FRAME }).max(1)
}

/// Draws the screen and limits the scroll position to the page.
pub fn draw(screen: &mut ReviewScreen, colour: bool, buffer: &mut Buffer) {
    let area = buffer.area;
    if area.width == 0 || area.height == 0 {
        return;
    }
    let mut canvas = Canvas { buffer, area, colour };
    let body = body(screen, usize::from(area.width.saturating_sub(2).min(MOST_WIDTH)).max(1));
    let step = step(area.height);
    let last = body.len().saturating_sub(step);
    let from = match &screen.mode {
        Mode::Reading | Mode::Confirming(..) => {
            screen.scroll = screen.scroll.min(last);
            screen.scroll
        }
        // The chosen line stays visible.
        Mode::Choosing { at, .. } => (at + 4).saturating_sub(step).min(last),
        Mode::Help => 0,
    };
    let top = if area.height < LEAST_HEIGHT { 0 } else { 2 };
    for (row, (tone, line)) in (top..).zip(body.iter().skip(from).take(step)) {
        canvas.put(1, row, line, canvas.style(*tone));
    }
    if top > 0 {
        canvas.header(screen);
        canvas.notice(screen, from, step, body.len());
    }
    canvas.keys(screen);
}

fn body(screen: &ReviewScreen, width: usize) -> Vec<(LineStyle, String)> {
    match &screen.mode {
        Mode::Help => help(screen, width),
        Mode::Choosing { twins, at } => {
            let mut rows = vec![
                (LineStyle::Title, "Merge with which one?".to_owned()),
                (LineStyle::Plain, String::new()),
            ];
            for (n, twin) in twins.iter().enumerate() {
                let (mark, tone) = if n == *at { ("› ", LineStyle::Why) } else { ("  ", LineStyle::Plain) };
                rows.push((tone, cut(&format!("{mark}{}", text::one_line(&twin.label)), width)));
            }
            rows
        }
        Mode::Reading | Mode::Confirming(..) => match (&screen.page, screen.item()) {
            (Some(page), Some(_)) => page.fitted(width),
            (None, Some(_)) => Vec::new(),
            (_, None) => end(screen).fitted(width),
        },
    }
}

fn help(screen: &ReviewScreen, width: usize) -> Vec<(LineStyle, String)> {
    let column = 13;
    let mut lines = Vec::new();
    let is_guard = screen.item().is_some_and(|item| matches!(item.subject, ReviewSubject::Guard(_)));
    let (rulings, on_all) = match is_guard {
        true => (&GUARD_HELP[..], &GUARD_HELP_ON_ALL),
        false => (&HELP[..], &HELP_ON_ALL),
    };
    for (key, about) in [rulings, on_all, &HELP_ON_KEYS].concat() {
        let pieces = wrap(about, width.saturating_sub(column).max(8));
        for (n, piece) in pieces.into_iter().enumerate() {
            let key = if n == 0 { key } else { "" };
            let gap = " ".repeat(column - key.width());
            lines.push((LineStyle::Plain, cut(format!("{key}{gap}{piece}").trim_end(), width)));
        }
    }
    lines
}

/// The last page.
fn end(screen: &ReviewScreen) -> ReviewPage {
    let mut page = ReviewPage::default();
    let open = screen.done.iter().filter(|done| done.is_none()).count();
    let title = match (screen.items.len(), open) {
        (0, _) => "Nothing to review.".to_owned(),
        (_, 0) => "That was all.".to_owned(),
        (_, 1) => "That was the last; 1 is left as it was.".to_owned(),
        (_, open) => format!("That was the last; {open} are left as they were."),
    };
    page.line(LineStyle::Title, "", &title);
    let ruled: Vec<String> = screen.tally().iter().map(|(word, count)| format!("{count} {word}")).collect();
    page.section("what you ruled", &ruled);
    page
}

struct Canvas<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    colour: bool,
}

impl Canvas<'_> {
    fn style(&self, tone: LineStyle) -> Style {
        let plain = Style::new();
        let tinted = |colour: Color| if self.colour { plain.fg(colour) } else { plain };
        match tone {
            LineStyle::Title => plain.add_modifier(Modifier::BOLD),
            LineStyle::Heading => tinted(Color::Cyan).add_modifier(Modifier::BOLD),
            LineStyle::Why => tinted(Color::Yellow),
            LineStyle::Plain => plain,
            LineStyle::Faint => plain.add_modifier(Modifier::DIM),
            LineStyle::Added => tinted(Color::Green),
            LineStyle::Removed => tinted(Color::Red),
        }
    }

    fn put(&mut self, x: u16, y: u16, text: &str, style: Style) {
        let room = usize::from(self.area.width.saturating_sub(x));
        if y < self.area.height && room > 0 {
            self.buffer.set_stringn(self.area.x + x, self.area.y + y, text, room, style);
        }
    }

    /// Draws right-aligned text if it fits beside `taken` columns and a gap.
    fn put_right(&mut self, y: u16, taken: usize, text: &str, style: Style) {
        let room = usize::from(self.area.width).saturating_sub(taken + 4);
        if text.width() <= room {
            let x = usize::from(self.area.width) - 1 - text.width();
            self.put(x as u16, y, text, style);
        }
    }

    fn header(&mut self, screen: &ReviewScreen) {
        let place = if screen.item().is_some() {
            format!("{}/{}", screen.at + 1, screen.items.len())
        } else {
            "end".to_owned()
        };
        let left = match screen.item() {
            Some(item) => format!("review {place} · {}", what(item)),
            None => format!("review {place}"),
        };
        self.put(1, 0, &left, self.style(LineStyle::Title));
        let right = if screen.rooms.is_empty() { subject(screen) } else { rooms(screen) };
        self.put_right(0, left.width(), &right, self.style(LineStyle::Faint));
        self.rule(1);
    }

    fn rule(&mut self, y: u16) {
        self.put(0, y, &"─".repeat(usize::from(self.area.width)), self.style(LineStyle::Faint));
    }

    /// The line above the keys: a question, the last result, or the visible part of the page.
    fn notice(&mut self, screen: &ReviewScreen, from: usize, step: usize, length: usize) {
        let y = self.area.height - 2;
        self.rule(y);
        if let Mode::Confirming(action, items) = &screen.mode {
            let like = screen.item().map_or(String::new(), |item| {
                let why = item.why.first().map_or("", |why| why.word());
                format!("{}, {}", item.what(), why.replace('_', " "))
            });
            let question =
                format!(" {} all {} like this one ({like})? y means yes ", action.as_str(), items.len());
            self.put(
                1,
                y,
                &cut(&question, usize::from(self.area.width.saturating_sub(2))),
                self.style(LineStyle::Why),
            );
        } else if let Some(message) = &screen.message {
            let message = format!(" {} ", text::one_line(message));
            self.put(
                1,
                y,
                &cut(&message, usize::from(self.area.width.saturating_sub(2))),
                self.style(LineStyle::Why),
            );
        } else if length > step {
            let shown = format!(" {}–{} of {length} ", from + 1, (from + step).min(length));
            self.put_right(y, 0, &shown, self.style(LineStyle::Faint));
        }
    }

    fn keys(&mut self, screen: &ReviewScreen) {
        let keys = match &screen.mode {
            Mode::Help => vec![("any key", "back")],
            Mode::Confirming(..) => vec![("y", "yes"), ("any other key", "no")],
            Mode::Choosing { .. } => vec![("↑ ↓", "choose"), ("Enter", "merge"), ("Esc", "back")],
            Mode::Reading => reading_keys(screen),
        };
        let width = usize::from(self.area.width).saturating_sub(2);
        let whole: Vec<String> = keys.iter().map(|(key, word)| format!("{key} {word}")).collect();
        let line = whole.join("  ");
        let letters: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        let line = if line.width() <= width { line } else { cut(&letters.join(" "), width) };
        self.put(1, self.area.height - 1, &line, self.style(LineStyle::Faint));
    }
}

fn what(item: &ReviewItem) -> String {
    let status = item.status.map_or(String::new(), |status| format!(", {status}"));
    format!("{}{status}", item.what())
}

fn subject(screen: &ReviewScreen) -> String {
    let Some(item) = screen.item() else { return String::new() };
    let done = screen.done.get(screen.at).copied().flatten();
    done.map_or_else(|| item.subject.id().to_owned(), |done| format!("{}, {done}", item.subject.id()))
}

fn rooms(screen: &ReviewScreen) -> String {
    let mut rooms = Vec::new();
    for room in &screen.rooms {
        let full = if room.active >= room.most { "" } else { ", there is room" };
        rooms.push(format!("{} {}/{}{full}", room.file, room.active, room.most));
    }
    rooms.join("  ")
}

fn reading_keys(screen: &ReviewScreen) -> Vec<(&'static str, &'static str)> {
    let offered = screen.item().map_or(&[][..], ReviewItem::offers);
    let mut keys: Vec<(&str, &str)> =
        ReviewAction::ALL.iter().filter(|a| offered.contains(a)).map(|a| (a.letter(), a.as_str())).collect();
    if screen.item().is_some() {
        keys.push(("s", "skip"));
    }
    keys.extend([("u", "undo"), ("?", "help"), ("q", "quit")]);
    keys
}

#[cfg(test)]
mod tests;
