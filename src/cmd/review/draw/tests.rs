use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::core::model::review_state::FlagFacts;
use crate::core::model::samples::at;
use crate::core::model::{Kind, ReviewReason, Status};
use crate::core::review::screen::{KeyPress, Room, Twin};
use crate::core::review::{ReviewItemReason, ReviewSubject};

fn item(id: &str, kind: Option<Kind>, status: Option<Status>, why: Vec<ReviewItemReason>) -> ReviewItem {
    ReviewItem {
        subject: match kind {
            Some(_) => ReviewSubject::Observation(id.to_owned()),
            None => ReviewSubject::Tool(id.to_owned()),
        },
        kind,
        title: id.to_owned(),
        status,
        confidence: 0.66,
        why,
        place: None,
        last_seen: at(0),
        stands: status == Some(Status::Created),
        stamp: String::new(),
    }
}

fn page(title: &str, why: &str) -> ReviewPage {
    let mut page = ReviewPage::default();
    page.line(LineStyle::Title, "", title);
    page.line(LineStyle::Why, "", why);
    page.section(
        "score",
        &[
            "confidence 0.66, enough for 0.60: seen in 2 of 3 sessions".to_owned(),
            "3 days between first and last sighting, enough for 3".to_owned(),
            "verified: what backs it was found".to_owned(),
        ],
    );
    page.section(
        "quotes",
        &["2026-03-02 in 6f1c2a9e, user: “To release: first run `pnpm lint`, then run `pnpm test`, then run \
           `pnpm publish`. And please never skip the tests, no matter who asks.”"
            .to_owned()],
    );
    page.gap();
    page.line(LineStyle::Heading, "", "would be written to .claude/commands/self-learning/to-release.md");
    for line in [
        "---",
        "description: \"Use when the task is: To release.\"",
        "---",
        "",
        "# To release",
        "",
        "1. Run `pnpm lint`",
        "2. Run `pnpm test`",
        "3. Run `pnpm publish`",
    ] {
        page.line(LineStyle::Added, "+ ", line);
    }
    page
}

fn waiting() -> ReviewScreen {
    let workflow =
        |id: &str| item(id, Some(Kind::Workflow), Some(Status::Ready), vec![ReviewItemReason::Waiting]);
    let mut screen = ReviewScreen::new(
        vec![workflow("obs_dbc66623d0"), workflow("obs_0a1b2c3d4e"), workflow("obs_77")],
        vec![],
    );
    screen.page = Some(page("To release", &ReviewItemReason::Waiting.sentence()));
    screen
}

fn created(why: ReviewItemReason, page: ReviewPage) -> ReviewScreen {
    let one = item("obs_bfe10db251", Some(Kind::Decision), Some(Status::Created), vec![why]);
    let mut screen = ReviewScreen::new(vec![one], vec![]);
    screen.page = Some(page);
    screen
}

fn picture(screen: &mut ReviewScreen, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(screen, true, frame.buffer_mut())).unwrap();
    text_of(terminal.backend().buffer())
}

/// The visible text; a wide character takes two columns.
fn text_of(buffer: &Buffer) -> String {
    let mut lines = String::new();
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            lines.push_str(symbol);
            x += symbol.width().max(1) as u16;
        }
        lines = format!("{}\n", lines.trim_end());
    }
    lines
}

#[test]
fn what_waits_at_both_sizes() {
    insta::assert_snapshot!("waiting_80x24", picture(&mut waiting(), 80, 24));
    insta::assert_snapshot!("waiting_120x40", picture(&mut waiting(), 120, 40));
}

#[test]
fn the_rest_of_a_long_page_is_reached() {
    let mut screen = waiting();
    screen.press(KeyPress::End, step(24));
    insta::assert_snapshot!("waiting_end_80x24", picture(&mut screen, 80, 24));
    assert!(screen.scroll < 100, "brought back to what there is");
}

#[test]
fn what_is_stale_and_was_edited() {
    let gone = ReviewItemReason::Flagged(
        ReviewReason::StaleReference,
        FlagFacts::named(["src/cache.rs".to_owned()]),
    );
    let mut page = page("Use `sqlite` for the cache", &gone.sentence());
    page.0.truncate(8);
    page.gap();
    page.line(LineStyle::Heading, "", "stands in .memory/knowledge/decisions.md#ADR-001, with your changes");
    page.line(LineStyle::Plain, "  ", "## ADR-001: Use `sqlite` for the cache");
    page.line(LineStyle::Removed, "- ", "- **Consequences**: The tool has to work offline");
    page.line(LineStyle::Added, "+ ", "- **Consequences**: The tool has to work offline, see src/cache.rs");
    let mut screen = created(gone, page);
    screen.message = Some("kept obs_0a1b2c3d4e".to_owned());
    insta::assert_snapshot!("stale_80x24", picture(&mut screen, 80, 24));
    insta::assert_snapshot!("stale_120x40", picture(&mut screen, 120, 40));
}

#[test]
fn a_tool_a_question_help_and_the_end() {
    let why = ReviewItemReason::Reliable { score: 0.962, runs: 41 };
    let mut page = ReviewPage::default();
    page.line(LineStyle::Title, "", "bash:cargo works reliably");
    page.line(LineStyle::Why, "", &why.sentence());
    page.section("score", &["success rate 0.95, 0.10 retries on average".to_owned()]);
    let mut screen = ReviewScreen::new(vec![item("bash:cargo", None, None, vec![why])], vec![]);
    screen.page = Some(page);
    insta::assert_snapshot!("tool_80x24", picture(&mut screen, 80, 24));
    screen.press(KeyPress::Char('?'), 1);
    insta::assert_snapshot!("help_80x24", picture(&mut screen, 80, 24));
    screen.press(KeyPress::Escape, 1);
    screen.ruled(&[0], "accepted", "accepted bash:cargo".to_owned());
    insta::assert_snapshot!("end_80x24", picture(&mut screen, 80, 24));
    let mut asking = waiting();
    asking.press(KeyPress::Char('A'), 1);
    insta::assert_snapshot!("confirm_80x24", picture(&mut asking, 80, 24));
}

#[test]
fn one_of_many_to_merge_with() {
    let mut screen = waiting();
    let twin = |n: usize| Twin { id: format!("obs_{n}"), label: format!("obs_{n}  created  Release {n}") };
    screen.offer((0..30).map(twin).collect());
    for _ in 0..25 {
        screen.press(KeyPress::Down, 1);
    }
    insta::assert_snapshot!("merge_80x24", picture(&mut screen, 80, 24));
}

#[test]
fn a_file_that_is_full() {
    let why = ReviewItemReason::Room { uses: 0 };
    let mut screen = created(why.clone(), page("Use `redis` for the queue", &why.sentence()));
    screen.rooms = vec![Room { file: "decisions.md", active: 104, most: 100 }];
    insta::assert_snapshot!("capacity_80x24", picture(&mut screen, 80, 24));
    screen.rooms[0].active = 99;
    assert!(picture(&mut screen, 80, 24).contains("99/100, there is room"));
}

#[test]
fn wide_and_right_to_left_text_stays_in_its_place() {
    let mut page = page("リリース手順：必ず `pnpm test` を実行する 🚀", "new and ready");
    page.section(
        "quotes",
        &["2026-03-02 in s, user: “תמיד להריץ את הבדיקות לפני פרסום, בלי יוצא מן הכלל, גם אם זה לוקח זמן”"
            .to_owned()],
    );
    page.line(
        LineStyle::Added,
        "+ ",
        "テストを実行してから公開する。ロックファイルが壊れるため、npm は使わない。必ず pnpm を使うこと。",
    );
    let mut screen = waiting();
    screen.page = Some(page);
    screen.press(KeyPress::End, step(24));
    insta::assert_snapshot!("wide_80x24", picture(&mut screen, 80, 24));
    screen.press(KeyPress::Home, step(24));
    insta::assert_snapshot!("wide_120x40", picture(&mut screen, 120, 40));
}

#[test]
fn no_terminal_is_too_small() {
    for width in 0..=40 {
        for height in 0..=12 {
            for mode in 0..4 {
                let mut screen = waiting();
                match mode {
                    1 => drop(screen.press(KeyPress::Char('?'), 1)),
                    2 => drop(screen.press(KeyPress::Char('A'), 1)),
                    3 => screen.offer(vec![Twin { id: "x".to_owned(), label: "日本語".to_owned() }]),
                    _ => {}
                }
                picture(&mut screen, width, height);
            }
        }
    }
    insta::assert_snapshot!("tiny_30x8", picture(&mut waiting(), 30, 8));
}

#[test]
fn without_colour_there_is_none() {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    draw(&mut waiting(), false, &mut buffer);
    assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let mut coloured = Buffer::empty(Rect::new(0, 0, 80, 24));
    draw(&mut waiting(), true, &mut coloured);
    assert!(coloured.content.iter().any(|cell| cell.fg != Color::Reset));
}
