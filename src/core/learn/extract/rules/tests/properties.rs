use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn assert_true_and_tidy(request: &Request) -> Result<(), TestCaseError> {
    let pairs = request.dialog_pairs.iter();
    let texts: BTreeMap<&str, &str> = pairs
        .flat_map(|pair| [&pair.assistant, &pair.user])
        .chain(&request.user_signals)
        .map(|message| (message.id.as_str(), message.text.as_str()))
        .collect();
    for item in builtin(request).observations {
        prop_assert!(!item.title.is_empty() && item.title.chars().count() <= 80, "{}", item.title);
        prop_assert!(!item.title.ends_with(['.', ',', ':', ';', '!']), "{}", item.title);
        prop_assert!(!item.evidence.is_empty());
        for quote in item.evidence {
            prop_assert!(texts[quote.message.as_str()].contains(&quote.quote));
        }
    }
    Ok(())
}

const WORDS: &str = "(no|don't|use|npm|`pnpm`|because|when|you|run|cargo fmt|then|commit|always|,|\\.|\n|1\\.|é|\\?|src/a.rs| |not|I'll|stop)";

proptest! {
    #[test]
    fn every_quote_is_in_its_message_and_every_title_tidy(
        assistant in prop::collection::vec(WORDS, 0..12),
        user in prop::collection::vec(WORDS, 0..25),
    ) {
        assert_true_and_tidy(&request(&[(&assistant.join(" "), &user.join(" "))]))?;
        assert_true_and_tidy(&request(&[(&assistant.concat(), &user.concat())]))?;
    }

    #[test]
    fn arbitrary_text_never_panics(assistant in "(?s).{0,120}", user in "(?s).{0,200}") {
        assert_true_and_tidy(&request(&[(&assistant, &user)]))?;
    }
}
