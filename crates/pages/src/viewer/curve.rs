//! Plots of scores through a game: the shared score, or the evaluations that the bots reported.

use maud::{Markup, html};
use uvi_match::record::Record;

use super::{players::Players, replay_steps::ReplayStep};

/// The size of a drawing in user units; the page stretches it.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 150.0;
/// At each end of the value axis, one value in this many may lie outside the plot: some bots report extreme values.
const BEYOND: usize = 50;

/// The values of a seat, or of all seats together, each with the number of its step.
struct CurveLine<'a> {
    name: &'a str,
    seat: usize,
    points: Vec<(usize, f64)>,
}

pub(super) fn curves(players: &Players, steps: &[ReplayStep<'_>]) -> Vec<Markup> {
    let mut all = Vec::new();
    let shared = shared(steps);
    if !shared.points.is_empty() {
        all.push(drawing("The score that all share, after each turn.", &[shared], steps.len(), true));
    }
    let said = said(players, steps);
    if !said.is_empty() {
        let meaning = "How each bot rated its own position when it moved, in its own units.";
        all.push(drawing(meaning, &said, steps.len(), false));
    }
    all
}

fn shared<'a>(steps: &[ReplayStep<'_>]) -> CurveLine<'a> {
    let notes = steps.iter().enumerate().flat_map(|(number, step)| step.notes.iter().map(move |note| (number, note)));
    let total = |note: &Record| if let Record::Score(score) = note { Some(f64::from(score.total)) } else { None };
    let points = notes.filter_map(|(number, note)| Some((number, total(note)?)));
    CurveLine { name: "all", seat: 1, points: points.collect() }
}

fn said<'a>(players: &'a Players, steps: &[ReplayStep<'_>]) -> Vec<CurveLine<'a>> {
    let mut lines: Vec<CurveLine<'_>> =
        (1..).zip(players.names()).map(|(seat, name)| CurveLine { name, seat, points: Vec::new() }).collect();
    for (number, step) in steps.iter().enumerate() {
        if let Some(action) = step.action()
            && let Some(score) = action.info.as_ref().and_then(|info| info.said())
            && let Some(line) = (action.seat as usize).checked_sub(1).and_then(|index| lines.get_mut(index))
        {
            line.points.push((number, score));
        }
    }
    lines.retain(|line| !line.points.is_empty());
    lines
}

fn drawing(meaning: &str, lines: &[CurveLine<'_>], steps: usize, from_zero: bool) -> Markup {
    let mut values: Vec<f64> = lines.iter().flat_map(|line| line.points.iter().map(|(_, value)| *value)).collect();
    values.sort_by(f64::total_cmp);
    let margin = values.len() / BEYOND;
    let low = if from_zero { 0.0 } else { values[margin] };
    let high = values[values.len() - 1 - margin].max(low + 1.0);
    let height = |value: f64| HEIGHT * (1.0 - (value.clamp(low, high) - low) / (high - low));
    let place = |step: usize| WIDTH * step as f64 / (steps.max(2) - 1) as f64;
    html! {
        figure.curve {
            p.meaning { (meaning) @if margin > 0 { " The highest and lowest values are cut off." } }
            div.frame {
                span.high { (figure(high)) }
                span.low { (figure(low)) }
                svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } preserveAspectRatio="none" role="img" aria-label=(meaning) {
                    @if low < 0.0 && high > 0.0 { path.zero d={ "M0 " (height(0.0)) "H" (WIDTH) } {} }
                    @for line in lines {
                        path class={ "line seat-" (line.seat) } d=(outline(line, place, height)) {}
                    }
                    path.now d={ "M0 0V" (HEIGHT) } {}
                }
            }
            @if lines.len() > 1 {
                figcaption { @for line in lines { span class={ "key seat-" (line.seat) } { bdi { (line.name) } } } }
            }
        }
    }
}

/// A path of steps: each value holds until the next.
fn outline(line: &CurveLine<'_>, place: impl Fn(usize) -> f64, height: impl Fn(f64) -> f64) -> String {
    let mut outline = String::new();
    for (number, (step, value)) in line.points.iter().enumerate() {
        let (x, y) = (place(*step), height(*value));
        outline += &if number == 0 { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") };
    }
    outline + &format!("H{WIDTH}")
}

/// A value as text: no decimals if it is whole or at least 10, else two.
fn figure(value: f64) -> String {
    if value.abs() >= 10.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}
