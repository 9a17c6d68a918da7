//! Plots as SVG: shapes and numbers only, no script and nothing from outside. Colours come from the page.

use std::fmt::Write;

use super::Week;
use crate::core::model::rounding::fixed;
use crate::core::policy::reliability::Reliability;
use crate::core::text::plural;

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 140.0;
const BAR: f64 = 22.0;
/// More bars than this are not readable on a phone.
const MOST_BARS: usize = 12;

/// A bar a week: as high as it had runs, filled as far as they went well.
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

/// A line per tool, the most used first.
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
        let score =
            format!("{} of {}", fixed(tool.reliability_score, 2), plural(tool.runs as usize, "run", "runs"));
        let (x, y) = (WIDTH * 0.4 - 8.0, y + BAR * 0.7);
        let _ = write!(svg, r#"<text class="score" x="{x:.1}" y="{y:.1}" text-anchor="end">{score}</text>"#);
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

/// A tool's name is what a transcript said it is.
fn escaped(text: &str) -> String {
    let short = crate::core::text::ellipsis(text, 20);
    short.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
