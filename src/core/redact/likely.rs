//! Tests for single words that may be passwords. If only its position hints at one, a word must be
//! unlike any word, name or number.

use std::ops::Range;

use super::assigned::cut;
use super::random::{has_digit, is_uuid, looks_random};
use super::value::{
    is_address, is_measure, is_one_of, is_placeholder, is_reference, is_term, is_word_list, looks_chosen,
};

/// Prefixes of services' ids, which open nothing.
const IDS: &str = "acct agent asst batch call ch chatcmpl cus dpl evt file job msg msgbatch pi price prj prod req \
    resp run session srvtoolu sub task team thread toolu txn user";

/// A value in a position that only hints at a password.
pub(super) fn unmistakable(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    secret(text, range, |value| is_unmistakable(value) && !is_id(value))
}

/// A value in a position for secrets where other values occur, too.
pub(super) fn likely(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    secret(text, range, |value| is_likely(value) && !is_uuid(value))
}

fn secret(text: &str, range: Range<usize>, holds: fn(&str) -> bool) -> Option<Range<usize>> {
    let value = cut(&text[range.clone()]);
    (holds(value) && !is_hollow(value, false)).then(|| range.start..range.start + value.len())
}

pub(super) fn is_likely(value: &str) -> bool {
    (looks_random(value) || is_unmistakable(value)) && !is_id(value)
}

/// `toolu_01LrVzZCWcA7J66syeBpm44a`
pub(super) fn is_id(value: &str) -> bool {
    value.split_once(['_', '-']).is_some_and(|(kind, _)| is_one_of(IDS, kind))
}

pub(super) fn is_hollow(value: &str, quoted: bool) -> bool {
    is_placeholder(value) || is_reference(value, quoted) || is_measure(value)
}

/// A mark at its end belongs to the sentence.
pub(super) fn is_chosen(value: &str, quoted: bool) -> bool {
    let code = value.len() >= 6 && value.bytes().all(|byte| byte.is_ascii_digit());
    code || if quoted {
        looks_chosen(value) || is_word_list(value)
    } else {
        looks_chosen(value.trim_end_matches(['!', '?']))
    }
}

/// Neither a word, an identifier nor a name: letters with a year, a number or marks among them, or
/// random.
pub(super) fn is_unmistakable(value: &str) -> bool {
    let value = value.trim_end_matches(['!', '?']);
    let letters = value.chars().take_while(|c| c.is_alphabetic()).count();
    let after = value.chars().skip(letters);
    let digits = after.clone().take_while(char::is_ascii_digit).count();
    let tail = after.skip(digits).count();
    let numbered =
        letters >= 3 && (digits >= 3 || (digits == 2 && letters >= 5) || (digits > 0 && tail >= 4));
    let marked = value.contains(['!', '$', '%', '^', '*', '?', '~']) && has_digit(value);
    value.len() >= 8
        && is_chosen(value, false)
        && !is_name_like(value)
        && (numbered || marked || looks_random(value))
}

/// `reset2fa-flow`, `user_pw2`, `OAuth2PasswordBearer`, `ada@example.org`, `ADR-001`
pub(super) fn is_name_like(value: &str) -> bool {
    let stem = value.trim_start_matches(char::is_alphabetic).trim_start_matches(|c: char| c.is_ascii_digit());
    let jointed = value.contains(['_', '-', '/', '=', '.', '(', '#', ':', '+']) && !looks_random(value);
    jointed || is_term(&value[..value.len() - stem.len()]) || is_address(value) || value.starts_with('@')
}
