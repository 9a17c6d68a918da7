//! Plots as SVG: only shapes and numbers, without scripts or external resources. Colours come from
//! the page.

use std::fmt::Write;

use super::Week;
use super::lessons::{self, Lesson, Repeats};
use crate::core::model::Time;
use crate::core::model::rounding::fixed;
use crate::core::policy::reliability::Reliability;
use crate::core::text::plural;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 140.0;
const BAR: f64 = 22.0;
/// The height of a lesson's title and its line.
const LESSON: f64 = 38.0;
/// Room for half a mark.
const EDGE: f64 = 6.0;
/// The characters that fit into the width.
const MOST_TITLE: usize = 54;
const LOW: f64 = 70.0;
const WIDEST: f64 = 40.0;
/// More bars than this are not readable on a phone.
const MOST_BARS: usize = 12;

/// One bar per week: its height is the number of runs, its filled part those that went well.
pub(super) fn weeks(weeks: &[Week]) -> String {
    let most = weeks.iter().map(|week| week.counts.total).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let step = WIDTH / weeks.len() as f64;
    let mut svg = open(HEIGHT + 18.0, "runs a week, and how many went well");
    for (n, week) in weeks.iter().enumerate() {
        let height = |count: f64| HEIGHT * count / f64::from(most);
        let good = f64::from(week.counts.success) + 0.5 * f64::from(week.counts.partial);
        let (x, width) = (n as f64 * step + step * 0.1, step * 0.8);
        let title =
            format!("{}: {}, {good} good", week.monday, plural(week.counts.total as usize, "run", "runs"));
        let _ = write!(svg, "<g><title>{title}</title>");
        rect(
            &mut svg,
            "all",
            x,
            HEIGHT - height(f64::from(week.counts.total)),
            width,
            height(f64::from(week.counts.total)),
        );
        rect(&mut svg, "good", x, HEIGHT - height(good), width, height(good));
        svg.push_str("</g>");
    }
    let (first, last) = (&weeks[0].monday, &weeks[weeks.len() - 1].monday);
    let _ = write!(svg, r#"<text x="0" y="{0:.0}">{first}</text>"#, HEIGHT + 14.0);
    if weeks.len() > 1 {
        let _ =
            write!(svg, r#"<text x="{WIDTH:.0}" y="{0:.0}" text-anchor="end">{last}</text>"#, HEIGHT + 14.0);
    }
    svg + "</svg>"
}

/// One line per tool, most used first.
pub(super) fn scores(all: &[Reliability]) -> String {
    let mut known: Vec<&Reliability> = all.iter().collect();
    known.sort_unstable_by(|a, b| b.runs.cmp(&a.runs).then_with(|| a.adapter_id.cmp(&b.adapter_id)));
    known.truncate(MOST_BARS);
    if known.is_empty() {
        return String::new();
    }
    let mut svg = open(known.len() as f64 * BAR, "reliability of the tools used most");
    for (n, tool) in known.iter().enumerate() {
        let (y, room) = (n as f64 * BAR, WIDTH * 0.6);
        let _ = write!(svg, r#"<text x="0" y="{:.1}">{}</text>"#, y + BAR * 0.7, escaped(&tool.adapter_id));
        rect(&mut svg, "all", WIDTH * 0.4, y + 4.0, room, BAR - 8.0);
        rect(&mut svg, "good", WIDTH * 0.4, y + 4.0, room * tool.reliability_score, BAR - 8.0);
        let times = plural(tool.runs as usize, "use", "uses");
        let score = format!("{} in {times}", fixed(tool.reliability_score, 2));
        let (x, y) = (WIDTH * 0.4 - 8.0, y + BAR * 0.7);
        let _ = write!(svg, r#"<text class="score" x="{x:.1}" y="{y:.1}" text-anchor="end">{score}</text>"#);
    }
    svg + "</svg>"
}

/// One line per lesson from its first words to today: when it was said, said again, written, used
/// and rejected.
pub(super) fn timeline(lessons: &[Lesson], now: Time) -> String {
    let shown = &lessons[..lessons.len().min(MOST_BARS)];
    let Some((first, last)) = lessons::span(shown, now) else { return String::new() };
    let whole = (last - first).num_seconds().max(1) as f64;
    let place = |at: Time| EDGE + (WIDTH - 2.0 * EDGE) * (at - first).num_seconds() as f64 / whole;
    let mut svg = open(
        shown.len() as f64 * LESSON + 18.0,
        "lessons over time: said, said again, written, used, refused",
    );
    for (n, lesson) in shown.iter().enumerate() {
        let top = n as f64 * LESSON;
        let y = top + 26.0;
        let title = shortened(&lesson.title, MOST_TITLE);
        let _ = write!(svg, r#"<text x="0" y="{:.1}">{title}</text>"#, top + 14.0);
        rect(&mut svg, "all", place(lesson.first_at), y - 1.0, place(last) - place(lesson.first_at), 2.0);
        mark(&mut svg, "said", place(lesson.first_at), y, lesson.first_at, "said first");
        lesson.said_again.iter().for_each(|at| mark(&mut svg, "again", place(*at), y, *at, "said again"));
        lesson.written_at.iter().for_each(|at| mark(&mut svg, "written", place(*at), y, *at, "written"));
        lesson.used.iter().for_each(|at| mark(&mut svg, "used", place(*at), y, *at, "used"));
        lesson.refused_at.iter().for_each(|at| mark(&mut svg, "refused", place(*at), y, *at, "refused"));
    }
    let y = shown.len() as f64 * LESSON + 14.0;
    let (first, last) = (first.format("%Y-%m-%d"), last.format("%Y-%m-%d"));
    let _ = write!(svg, r#"<text class="score" x="0" y="{y:.0}">{first}</text>"#);
    let _ = write!(svg, r#"<text class="score" x="{WIDTH:.0}" y="{y:.0}" text-anchor="end">{last}</text>"#);
    svg + "</svg>"
}

/// One moment of a lesson, shown by shape as well as by colour.
fn mark(svg: &mut String, class: &str, x: f64, y: f64, at: Time, what: &str) {
    let title = format!("{what} on {}", at.format("%Y-%m-%d"));
    let shape = match class {
        "written" => {
            format!(r#"<rect class="written" x="{:.1}" y="{:.1}" width="12" height="12"/>"#, x - 6.0, y - 6.0)
        }
        "used" => {
            format!(r#"<path class="used" d="M{x:.1} {:.1}l5 9h-10z"/>"#, y - 5.0)
        }
        "refused" => {
            format!(r#"<path class="refused" d="M{:.1} {:.1}l8 8m0-8l-8 8"/>"#, x - 4.0, y - 4.0)
        }
        dot => {
            let radius = if dot == "said" { 5 } else { 4 };
            format!(r#"<circle class="{dot}" cx="{x:.1}" cy="{y:.1}" r="{radius}"/>"#)
        }
    };
    let _ = write!(svg, "<g><title>{title}</title>{shape}</g>");
}

/// One bar per week: how often lessons had to be repeated.
pub(super) fn repeats(weeks: &[Repeats]) -> String {
    let most = weeks.iter().map(|week| week.times).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let step = WIDTH / weeks.len() as f64;
    let mut svg = open(LOW + 34.0, "times a lesson was said again, by week");
    for (n, week) in weeks.iter().enumerate() {
        let height = LOW * f64::from(week.times) / f64::from(most);
        let width = (step * 0.8).min(WIDEST);
        let x = n as f64 * step + (step - width) / 2.0;
        let times = plural(week.times as usize, "time", "times");
        let _ = write!(svg, "<g><title>week of {}: {times}</title>", week.monday);
        rect(&mut svg, "again", x, 16.0 + LOW - height, width, height);
        if week.times > 0 {
            let (x, y) = (x + width / 2.0, 12.0 + LOW - height);
            let _ = write!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{}</text>"#, week.times);
        }
        svg.push_str("</g>");
    }
    let (first, last) = (&weeks[0].monday, &weeks[weeks.len() - 1].monday);
    let y = LOW + 30.0;
    let _ = write!(svg, r#"<text class="score" x="0" y="{y:.0}">{first}</text>"#);
    if weeks.len() > 1 {
        let _ =
            write!(svg, r#"<text class="score" x="{WIDTH:.0}" y="{y:.0}" text-anchor="end">{last}</text>"#);
    }
    svg + "</svg>"
}

fn open(height: f64, label: &str) -> String {
    format!(r#"<svg viewBox="0 0 {WIDTH:.0} {height:.0}" role="img" aria-label="{label}">"#)
}

fn rect(svg: &mut String, class: &str, x: f64, y: f64, width: f64, height: f64) {
    let _ = write!(
        svg,
        r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="2"/>"#
    );
}

/// Transcripts choose the names of tools, so they are escaped.
fn escaped(text: &str) -> String {
    shortened(text, 20)
}

fn shortened(text: &str, most: usize) -> String {
    let short = crate::core::text::ellipsis(&crate::core::text::one_line(text), most);
    short.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
