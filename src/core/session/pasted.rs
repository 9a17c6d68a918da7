//! Pasted text is not typed text. What a person pasted into a message (code, quotes, documents, logs, diffs, markup,
//! reviews) is somebody else's, and may have been written to be believed; so it is cut out before the message can teach.
//! What the person wrote around it stays.
//!
//! Where a paste ends cannot be told in documents, reviews and markup that is not closed: there everything behind its
//! beginning is taken for pasted. A person's last line is then lost now and then; a stranger's never passes.

mod document;
mod fences;
mod lines;
mod markup;
mod quoted;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::core::text::inert;

/// The message without what was pasted into it. Empty when nothing else is left.
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

/// One line without markup or quotation marks: most of what people type.
fn is_plain(text: &str) -> bool {
    let marks = |c: char| matches!(c, '\n' | '\r' | '<' | '"' | '`' | '~' | '“' | '„' | '«') || !c.is_ascii();
    !text.contains(marks) && !lines::is_foreign(text) && !text.starts_with('>')
}

/// Wide brackets are brackets to whoever reads them.
fn ordinary_brackets(text: &str) -> String {
    text.replace(['＜', '﹤'], "<").replace(['＞', '﹥'], ">")
}
