//! The section with the lengths of games and the reasons of their ends.

use maud::html;
use uvi_cup::GameResult;

use super::{
    links::link,
    plot::{Bar, Bars},
    report_table::ReportTable,
    section::{Page, Section, fact},
};

const BARS: u32 = 30;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let results = &page.progress.held().results;
    let mut lengths: Vec<u32> = results.iter().map(|result| result.decisions).collect();
    lengths.sort_unstable();
    let shortest: &GameResult = results.iter().min_by_key(|result| result.decisions)?;
    let longest = results.iter().rev().max_by_key(|result| result.decisions)?;
    let mean = lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / lengths.len() as f64;
    let middle = lengths.len() / 2;
    let median = f64::from(lengths[(lengths.len() - 1) / 2]) / 2.0 + f64::from(lengths[middle]) / 2.0;
    let plot = Bars { what: "Games by length", x: "decisions", y: "games", bars: histogram(&lengths) };
    let reasons: Vec<_> = page.standings.reasons.iter().collect();
    let ends = ReportTable::of(&reasons)
        .words("end", |(reason, _)| reason)
        .number("games", |(_, count)| count)
        .number("share", |(_, count)| format!("{:.1} %", 100.0 * f64::from(**count) / results.len() as f64));
    let extreme = |game: &GameResult| html! { (game.decisions) " in game " (link(page.facts.links, game)) };
    let body = html! {
        div.pair {
            (plot.svg())
            dl.figures {
                (fact("Mean", format!("{mean:.1}")))
                (fact("Median", median))
                (fact("Shortest", extreme(shortest)))
                (fact("Longest", extreme(longest)))
            }
        }
        h3 { "Ends" }
        p.meaning { "The reasons why games ended, in the words of the rules." }
        (ends)
    };
    let meaning = "How many decisions the bots made in a game, all seats together. All finished games count.";
    Section::new("length", "Length", meaning, body)
}

/// A histogram with ranges of equal width. `lengths` is ascending.
fn histogram(lengths: &[u32]) -> Vec<Bar> {
    let (Some(&least), Some(&most)) = (lengths.first(), lengths.last()) else { return Vec::new() };
    let width = (most - least) / BARS + 1;
    let bar = |number: u32| {
        let from = least + number * width;
        let below = |end: u64| lengths.partition_point(|&length| u64::from(length) < end);
        let count = below(u64::from(from) + u64::from(width)) - below(from.into());
        // Bars begin and end half-way between whole numbers, so that the bar of a single number is centred on it.
        let edge = f64::from(from) - 0.5;
        Bar { from: edge, to: edge + f64::from(width), count: count as u32 }
    };
    (0..=(most - least) / width).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(lengths: &[u32], expected: &[(f64, f64, u32)]) {
        let bars: Vec<_> = histogram(lengths).iter().map(|bar| (bar.from, bar.to, bar.count)).collect();
        assert_eq!(bars, expected);
    }

    #[test]
    fn every_length_is_in_one_bar() {
        check(&[], &[]);
        check(&[7, 7], &[(6.5, 7.5, 2)]);
        check(&[1, 2, 2, 4], &[(0.5, 1.5, 1), (1.5, 2.5, 2), (2.5, 3.5, 0), (3.5, 4.5, 1)]);
    }

    #[test]
    fn there_are_few_bars_whatever_the_lengths() {
        for most in [29, 30, 31, 59, 60, 1000, u32::MAX] {
            let bars = histogram(&[0, 1, most]);
            assert!(
                bars.len() <= BARS as usize && bars.iter().map(|bar| bar.count).sum::<u32>() == 3,
                "{most}: {bars:?}"
            );
            assert!(bars.last().is_some_and(|bar| bar.count > 0));
        }
    }
}
