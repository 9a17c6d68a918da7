//! Tests for pins: a number that a person keeps secret, as opposed to that of a board, a port or a
//! version.

use std::ops::Range;

use super::value::is_one_of;
use super::words::floor;

const OWNERS: &str = "my the your our his her their mein meine dein deine der die unser unsere ihr ihre mi tu su el mon ton votre \
    le meu seu";

/// Things that a pin opens, and other hints that it does.
const LOCKED: &str = "account alarm app bank banking card código codigo credit customer debit device door gate key keypad laptop \
    lock locker login phone safe security sim unlock user voicemail vpn";

/// Other things with pins.
const OTHERS: &str = "adc analog board breakpoint bus cs dependency digital gpio i2c interrupt led nightly output package port \
    pwm release reset rx spi toolchain tx uart version";

const LONG: usize = 6;
/// The part of the line around it that is read.
const NEARBY: usize = 60;

/// `pin` is the position of the word, and `digits` that of the number.
pub(super) fn opens_something(text: &str, pin: usize, digits: Range<usize>) -> bool {
    let label = &text[pin..digits.start];
    let before = words(text[floor(text, pin.saturating_sub(NEARBY))..pin].rsplit('\n').next());
    let after =
        words(text[digits.end..floor(text, (digits.end + NEARBY).min(text.len()))].split('\n').next());
    let is_of = |list: &str, word: &String| is_one_of(list, word);
    if before.last().is_some_and(|word| is_of(OTHERS, word)) || is_day(&text[digits.clone()]) {
        return false;
    }
    // No board has a pin with this many digits, and a round number is a count.
    let is_long = digits.len() >= LONG && !text[digits.clone()].ends_with("000");
    let is_code = label.trim_end().ends_with(['e', 'E']);
    let is_owned = before.iter().rev().take(2).any(|word| is_of(OWNERS, word));
    let is_locked = before.iter().chain(&after).any(|word| is_of(LOCKED, word));
    // Four digits with no word between may just as well be a year.
    let may_be_kept = !label.trim_end().ends_with(['n', 'N']) || !is_year(&text[digits]);
    label.starts_with("PIN") || is_long || is_code || ((is_owned || is_locked) && may_be_kept)
}

fn is_year(digits: &str) -> bool {
    digits.parse::<u32>().is_ok_and(|number| (1990..=2099).contains(&number))
}

fn words(line: Option<&str>) -> Vec<String> {
    let words = line.unwrap_or_default().split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// `20240131`
fn is_day(digits: &str) -> bool {
    let number = |range: Range<usize>| digits.get(range).and_then(|part| part.parse::<u32>().ok());
    let is_between =
        |range: Range<usize>, least, most| number(range).is_some_and(|n| (least..=most).contains(&n));
    digits.len() == 8 && is_between(0..4, 1990, 2099) && is_between(4..6, 1, 12) && is_between(6..8, 1, 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_opens_something() {
        for (text, expected) in [
            ("The PIN is 4839", true),
            ("PIN: 4839", true),
            ("use pin 483920 with it", true),
            ("my card pin: 4839", true),
            ("pin: 4839 for the alarm", true),
            ("the PIN 4839", true),
            ("die PIN 4839", true),
            ("the pin 4839", true),
            ("código pin 4839", true),
            ("pincode 4839", true),
            ("use pin 4839 here", false),
            ("bump the pin 2024", false),
            ("the board pin 4839", false),
            ("pin: 8080", false),
            ("pin: 483920", true),
            ("pin=120000", false),
            ("pin: 1000000 iterations", false),
            ("pin=483920", true),
            ("pin code: 483920", true),
            ("pin is 483920", true),
            ("unlock it with pin: 4839", true),
            ("GPIO PIN: 1234", false),
            ("the led pin is 1234", false),
            ("nightly pin is 20240101", false),
            ("the rust pin is 20240101", false),
            ("door and alarm\npin: 8080", false),
        ] {
            let pin = text.to_lowercase().find("pin").unwrap();
            let start = text.find(|c: char| c.is_ascii_digit()).unwrap();
            let end = text.rfind(|c: char| c.is_ascii_digit()).unwrap() + 1;
            assert_eq!(opens_something(text, pin, start..end), expected, "{text}");
        }
    }
}
