//! In which script a text is written, which tells the language or leaves few of them.

#[derive(Debug, PartialEq)]
pub(super) enum Script {
    Latin,
    Kana,
    Han,
    Other,
}

impl Script {
    /// A few foreign words do not change the script of a text, and code is always Latin: so Latin needs a clear
    /// majority only against scripts that use no Latin letters for code words.
    pub(super) fn of(text: &str) -> Script {
        let count = |is_in: fn(char) -> bool| text.chars().filter(|c| is_in(*c)).count();
        let (latin, kana, han) = (count(is_latin), count(is_kana), count(is_han));
        let other = text.chars().filter(|c| c.is_alphabetic()).count() - latin - kana - han;
        if other > latin && other > kana + han {
            Script::Other
        } else if (kana + han) * 5 < latin {
            Script::Latin
        } else if kana > 0 {
            Script::Kana
        } else {
            Script::Han
        }
    }
}

fn is_latin(c: char) -> bool {
    c.is_alphabetic() && c < '\u{370}'
}

fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}')
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_decides_first() {
        for (text, script) in [
            ("run cargo test", Script::Latin),
            ("run `cargo test` for 日本", Script::Latin),
            ("npmではなくpnpm", Script::Kana),
            ("不要用npm，用pnpm", Script::Han),
            ("запусти cargo тесты перед коммитом", Script::Other),
        ] {
            assert_eq!(Script::of(text), script, "{text}");
        }
    }
}
