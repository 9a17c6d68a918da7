//! Plots as SVG: only shapes and numbers, without scripts or external resources. Colours come from
//! the page.

use std::fmt::Write;

use super::Week;
use super::lessons::Repeats;
use crate::core::model::Time;
use crate::core::model::rounding::fixed;
use crate::core::policy::reliability::Reliability;
use crate::core::text::plural;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 140.0;
/// Room for the numbers above the bars.
const ABOVE: f64 = 16.0;
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
    let mut svg = open(ABOVE + HEIGHT + 18.0, "runs a week, and how many went well");
    for (n, week) in weeks.iter().enumerate() {
        let height = |count: f64| HEIGHT * count / f64::from(most);
        let top = |count: f64| ABOVE + HEIGHT - height(count);
        let good = f64::from(week.counts.success) + 0.5 * f64::from(week.counts.partial);
        let (all, width) = (f64::from(week.counts.total), (step * 0.8).min(WIDEST));
        let x = n as f64 * step + (step - width) / 2.0;
        let title =
            format!("{}: {}, {good} good", week.monday, plural(week.counts.total as usize, "run", "runs"));
        let _ = write!(svg, "<g><title>{title}</title>");
        rect(&mut svg, "all", x, top(all), width, height(all));
        rect(&mut svg, "good", x, top(good), width, height(good));
        if all > 0.0 {
            let (x, y) = (x + width / 2.0, top(all) - 4.0);
            let _ = write!(svg, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="middle">{good}/{all}</text>"#);
        }
        svg.push_str("</g>");
    }
    let (first, last) = (&weeks[0].monday, &weeks[weeks.len() - 1].monday);
    let _ = write!(svg, r#"<text x="0" y="{0:.0}">{first}</text>"#, ABOVE + HEIGHT + 14.0);
    if weeks.len() > 1 {
        let _ = write!(
            svg,
            r#"<text x="{WIDTH:.0}" y="{0:.0}" text-anchor="end">{last}</text>"#,
            ABOVE + HEIGHT + 14.0
        );
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

/// A lesson, and what happened to it when.
pub struct TimelineRow<'a> {
    pub title: &'a str,
    pub first_at: Time,
    /// In the order in which they are drawn.
    pub marks: Vec<(TimelineMark, Time)>,
}

/// One sort of moment, told by its shape as well as by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineMark {
    Said,
    Told,
    Again,
    ToldAgain,
    Learned,
    Caught,
    Wrong,
    Used,
    Refused,
}

impl TimelineRow<'_> {
    pub fn add(&mut self, mark: TimelineMark, times: &[Time]) {
        self.marks.extend(times.iter().map(|at| (mark, *at)));
    }
}

impl TimelineMark {
    const ALL: [TimelineMark; 9] = {
        use TimelineMark::*;
        [Said, Again, Told, ToldAgain, Learned, Caught, Used, Wrong, Refused]
    };

    /// Its class and how it is read.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            TimelineMark::Said => ("said", "said first"),
            TimelineMark::Told => ("told", "would have been told"),
            TimelineMark::Again => ("again", "said again"),
            TimelineMark::ToldAgain => ("covered", "said again, would have been told"),
            TimelineMark::Learned => ("written", "learned"),
            TimelineMark::Caught => ("caught", "would have been caught"),
            TimelineMark::Wrong => ("refused", "told, and spoken or acted against"),
            TimelineMark::Used => ("used", "used"),
            TimelineMark::Refused => ("refused", "refused"),
        }
    }

    /// Around its place, as the page explains it too.
    fn shape(self, x: f64, y: f64) -> String {
        let class = self.words().0;
        let path =
            |from: f64, to: &str| format!(r#"<path class="{class}" d="M{x:.1} {:.1}{to}"/>"#, y + from);
        match self {
            TimelineMark::Told => path(-4.0, "v8"),
            TimelineMark::Learned => {
                let (x, y) = (x - 6.0, y - 6.0);
                format!(r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="12" height="12"/>"#)
            }
            TimelineMark::Caught => path(-6.0, "l5 6l-5 6l-5 -6z"),
            TimelineMark::Used => path(-5.0, "l5 9h-10z"),
            TimelineMark::Wrong | TimelineMark::Refused => path(0.0, "m-4 -4l8 8m0-8l-8 8"),
            TimelineMark::Said | TimelineMark::Again | TimelineMark::ToldAgain => {
                let radius = if self == TimelineMark::Said { 5 } else { 4 };
                format!(r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{radius}"/>"#)
            }
        }
    }
}

/// A line per lesson from its first word to the last moment of any, and below it what the marks that occur mean.
pub fn timeline(rows: &[TimelineRow<'_>], until: Time) -> String {
    let rows = &rows[..rows.len().min(MOST_BARS)];
    let moments = || rows.iter().flat_map(|row| row.marks.iter().map(|(_, at)| *at).chain([row.first_at]));
    let (Some(first), Some(last)) = (moments().min(), moments().max()) else { return String::new() };
    let last = last.max(until);
    let whole = (last - first).num_seconds().max(1) as f64;
    let place = |at: Time| EDGE + (WIDTH - 2.0 * EDGE) * (at - first).num_seconds() as f64 / whole;
    let label = "lessons over time: said, learned, told, said again, caught, used, refused";
    let mut svg = open(rows.len() as f64 * LESSON + 18.0, label);
    for (n, row) in rows.iter().enumerate() {
        let top = n as f64 * LESSON;
        let (y, from) = (top + 26.0, place(row.first_at));
        let title = shortened(row.title, MOST_TITLE);
        let _ = write!(svg, r#"<text x="0" y="{:.1}">{title}</text>"#, top + 14.0);
        rect(&mut svg, "all", from, y - 1.0, place(last) - from, 2.0);
        for (mark, at) in row.marks.iter().chain(&[(TimelineMark::Said, row.first_at)]) {
            let (what, day) = (mark.words().1, at.format("%Y-%m-%d"));
            let _ = write!(svg, "<g><title>{what} on {day}</title>{}</g>", mark.shape(place(*at), y));
        }
    }
    let y = rows.len() as f64 * LESSON + 14.0;
    let (first, last) = (first.format("%Y-%m-%d"), last.format("%Y-%m-%d"));
    let _ = write!(svg, r#"<text class="score" x="0" y="{y:.0}">{first}</text>"#);
    let _ = write!(svg, r#"<text class="score" x="{WIDTH:.0}" y="{y:.0}" text-anchor="end">{last}</text>"#);
    svg + "</svg>" + &key(rows)
}

fn key(rows: &[TimelineRow<'_>]) -> String {
    let occurs = |mark: TimelineMark| {
        mark == TimelineMark::Said || rows.iter().flat_map(|row| &row.marks).any(|(there, _)| *there == mark)
    };
    let mut key = r#"<figcaption class="key">"#.to_owned();
    for mark in TimelineMark::ALL.into_iter().filter(|mark| occurs(*mark)) {
        let _ = write!(
            key,
            r#"<span><svg viewBox="0 0 12 12">{}</svg>{}</span>"#,
            mark.shape(6.0, 6.0),
            mark.words().1
        );
    }
    key + "</figcaption>"
}

/// A bar a week: how often lessons had to be repeated.
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
