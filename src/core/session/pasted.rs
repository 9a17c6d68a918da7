//! Removal of pasted text from messages. Text that a person pasted (code, quotes, documents, logs,
//! diffs, markup, reviews) is somebody else's, and may have been written to be believed, so it is
//! removed before the message can teach. The person's words around it stay.
//!
//! The end of a paste cannot be found in documents, reviews and unclosed markup: there everything
//! after the beginning counts as pasted. A person's last line is lost now and then; a stranger's
//! never passes.

mod document;
mod fences;
mod lines;
mod markup;
mod quoted;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::core::text::inert;

/// The message without pasted text. Empty if nothing else is left.
pub fn own_words(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let text = ordinary_brackets(&inert(text));
    let text = fences::without(&text);
    let text = markup::without(&text);
    let text = document::without(&text);
    let text = lines::without(&text);
    let text = quoted::without(&text);
    Cow::Owned(text.trim().to_owned())
}

/// One line without markup or quotation marks, as most messages are.
fn is_plain(text: &str) -> bool {
    let marks = |c: char| matches!(c, '\n' | '\r' | '<' | '"' | '`' | '~' | '“' | '„' | '«') || !c.is_ascii();
    !text.contains(marks) && !lines::is_foreign(text) && !text.starts_with('>')
}

/// Full-width brackets in their ordinary form, which readers take them for.
fn ordinary_brackets(text: &str) -> String {
    text.replace(['＜', '﹤'], "<").replace(['＞', '﹥'], ">")
}
