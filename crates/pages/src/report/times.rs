//! The section with the thinking times of the bots.

use maud::html;
use uvi_cup::{KnownResults, Times, stats::Estimate};

use super::{
    plot::{Ranges, Scale},
    report_table::ReportTable,
    section::{Page, Section, left_out},
};

const PLOTTED: usize = 60;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let bots = page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), row.times?)));
    let bots: Vec<(&str, Times)> = bots.collect();
    if bots.is_empty() {
        return None;
    }
    let rows = bots.iter().take(PLOTTED).map(|&(name, times)| {
        let [low, high] = games(name, page.progress.held());
        (name, Estimate { value: times.mean_ms, low, high })
    });
    let plot = Ranges {
        what: "Time of a decision",
        x: "milliseconds a decision",
        rows: rows.collect(),
        scale: Scale::Logarithmic,
        middle: None,
    };
    let table = ReportTable::of(&bots)
        .name("bot", |(name, _)| name)
        .number("decisions", |(_, times)| times.decisions)
        .number("mean ms", |(_, times)| format!("{:.2}", times.mean_ms))
        .number("longest ms", |(_, times)| format!("{:.1}", times.longest_ms));
    let body = html! {
        div.pair {
            (plot.svg())
            (table)
        }
    };
    let meaning = "How long a bot took for a decision, as measured by the arbiter. The dot is the mean; the bar runs from \
                   the mean of its fastest game to that of its slowest.";
    Section::new("time", "Time", format!("{meaning}{}", left_out(bots.len(), PLOTTED)), body)
}

/// The mean time per decision of the bot's quickest game and of its slowest game, in milliseconds.
fn games(name: &str, held: &KnownResults) -> [f64; 2] {
    let mut ends = [f64::INFINITY, f64::NEG_INFINITY];
    for game in &held.times {
        let Some(result) = (game.game as usize).checked_sub(1).and_then(|place| held.results.get(place)) else {
            continue;
        };
        for (_, seat) in result.seats.iter().zip(&game.seats).filter(|(other, _)| *other == name) {
            if seat.decisions > 0 {
                let mean = seat.ms / f64::from(seat.decisions);
                ends = [ends[0].min(mean), ends[1].max(mean)];
            }
        }
    }
    ends
}
