use proptest::prelude::*;

use super::*;
use crate::core::model::samples::at;
use crate::core::model::{Kind, Status};
use crate::core::review::{ReviewItemReason, ReviewSubject};

fn item(id: &str, kind: Kind, status: Status) -> ReviewItem {
    ReviewItem {
        subject: ReviewSubject::Observation(id.to_owned()),
        kind: Some(kind),
        title: id.to_owned(),
        status: Some(status),
        confidence: 0.5,
        why: vec![ReviewItemReason::Waiting],
        place: None,
        last_seen: at(0),
        stands: status == Status::Created,
        stamp: String::new(),
    }
}

fn screen() -> ReviewScreen {
    let items = vec![
        item("a", Kind::Workflow, Status::Ready),
        item("b", Kind::Workflow, Status::Ready),
        item("c", Kind::Decision, Status::Ready),
        item("d", Kind::Workflow, Status::Created),
    ];
    ReviewScreen::new(items, Vec::new())
}

fn typed(screen: &mut ReviewScreen, keys: &str) -> Effect {
    keys.chars().map(|c| screen.press(KeyPress::Char(c), 10)).last().unwrap_or(Effect::Nothing)
}

#[test]
fn a_letter_is_a_ruling_on_what_is_shown() {
    for (letter, effect) in [
        ('a', Effect::Rule(ReviewAction::Accept, vec![0])),
        ('r', Effect::Rule(ReviewAction::Reject, vec![0])),
        ('e', Effect::Edit(0)),
        ('m', Effect::FindTwins(0)),
        ('u', Effect::Undo),
        ('q', Effect::Quit),
        ('k', Effect::Nothing),
        ('t', Effect::Nothing),
        ('x', Effect::Nothing),
    ] {
        let mut screen = screen();
        assert_eq!(typed(&mut screen, &letter.to_string()), effect, "{letter}");
        assert_eq!(screen.message.is_some(), matches!(letter, 'k' | 't' | 'x'), "{letter}");
    }
}

#[test]
fn a_capital_is_for_all_of_the_kind_and_asks_once() {
    let mut screen = screen();
    assert_eq!(typed(&mut screen, "A"), Effect::Nothing);
    assert_eq!(screen.mode, Mode::Confirming(ReviewAction::Accept, vec![0, 1]));
    assert_eq!(typed(&mut screen, "n"), Effect::Nothing);
    assert_eq!(screen.mode, Mode::Reading);
    assert_eq!(typed(&mut screen, "Ay"), Effect::Rule(ReviewAction::Accept, vec![0, 1]));
    screen.ruled(&[0, 1], "accepted", "fine".to_owned());
    assert_eq!((screen.at, screen.tally()), (2, vec![("accepted", 2)]));
    assert_eq!(typed(&mut screen, "A"), Effect::Rule(ReviewAction::Accept, vec![2]), "there is only one");
}

#[test]
fn going_on_and_back_and_to_the_end() {
    let mut screen = screen();
    typed(&mut screen, "ss");
    assert_eq!(screen.at, 2);
    screen.press(KeyPress::Left, 10);
    assert_eq!(screen.at, 1);
    typed(&mut screen, "S");
    assert_eq!(screen.at, 2, "the other workflows that wait are skipped");
    typed(&mut screen, "sss");
    assert_eq!((screen.at, screen.item().is_none()), (4, true));
    assert_eq!(typed(&mut screen, "a"), Effect::Nothing);
    screen.reopened(&[1], "back".to_owned());
    assert_eq!(screen.at, 1);
}

#[test]
fn one_of_many_is_chosen_with_arrows() {
    let mut screen = screen();
    screen.offer(Vec::new());
    assert!(screen.message.is_some() && screen.mode == Mode::Reading);
    let twin = |id: &str| Twin { id: id.to_owned(), label: id.to_owned() };
    screen.offer(vec![twin("x"), twin("y")]);
    screen.press(KeyPress::Down, 1);
    screen.press(KeyPress::Down, 1);
    assert_eq!(screen.press(KeyPress::Enter, 1), Effect::Merge { item: 0, other: "y".to_owned() });
    screen.offer(vec![twin("x")]);
    assert_eq!((screen.press(KeyPress::Escape, 1), screen.mode), (Effect::Nothing, Mode::Reading));
}

proptest! {
    #[test]
    fn no_key_leads_astray(keys in proptest::collection::vec(0u32..0x180, 0..60)) {
        let mut screen = screen();
        for key in keys {
            let key = match key {
                0x100 => KeyPress::Up, 0x101 => KeyPress::Down, 0x102 => KeyPress::Left, 0x103 => KeyPress::Right, 0x104 => KeyPress::Enter,
                0x105 => KeyPress::Escape, 0x106 => KeyPress::PageDown, 0x107 => KeyPress::PageUp, 0x108 => KeyPress::End,
                other => KeyPress::Char(char::from_u32(other).unwrap_or('a')),
            };
            match screen.press(key, 7) {
                Effect::Rule(action, items) => {
                    prop_assert!(items.iter().all(|n| screen.items[*n].offers().contains(&action)));
                    screen.ruled(&items, "done", String::new());
                }
                Effect::FindTwins(_) => screen.offer(vec![Twin { id: "x".to_owned(), label: String::new() }]),
                Effect::Undo => screen.reopened(&[0], String::new()),
                _ => {}
            }
            prop_assert!(screen.at <= screen.items.len());
        }
    }
}
