//! The section with the results of each opening, in games of two seats.

use std::cmp::Ordering;

use indexmap::IndexMap;
use maud::html;
use uvi_cup::GameResult;

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

const LISTED: usize = 500;

/// The name of an opening, with the games from it that seat 1 won, that were drawn, and that seat 1 lost.
type OpeningRow<'a> = (&'a str, [u32; 3]);

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let rows = rows(&page.progress.held().results);
    if rows.is_empty() {
        return None;
    }
    let body = html! {
        details open[rows.len() <= 28] {
            summary { (rows.len()) " openings" }
            (ReportTable::of(&rows[..rows.len().min(LISTED)])
                .name("opening", |(name, _)| name)
                .number("won by seat 1", |(_, games)| games[0])
                .number("drawn", |(_, games)| games[1])
                .number("won by seat 2", |(_, games)| games[2])
                .number("share of seat 1", |(_, games)| format!("{:.3}", share(games))))
        }
    };
    let mut meaning =
        "The games from each opening, whichever bot sat where: an opening that one seat nearly always wins, or \
                       that is nearly always drawn, tells little of the bots. All finished games count."
            .to_owned();
    if rows.len() > LISTED {
        meaning.push_str(&format!(" Only the first {LISTED} are listed."));
    }
    Section::new("openings", "Openings", meaning, body)
}

/// The part of the points that seat 1 got.
fn share(games: &[u32; 3]) -> f64 {
    let [won, drawn, lost] = games.map(f64::from);
    (won + drawn / 2.0) / (won + drawn + lost)
}

/// The openings in the order in which they were first played.
fn rows(results: &[GameResult]) -> Vec<OpeningRow<'_>> {
    let mut rows: IndexMap<&str, [u32; 3]> = IndexMap::new();
    for result in results {
        let (Some(name), Some([one, other])) = (result.opening.as_deref(), result.score.as_deref()) else { continue };
        rows.entry(name).or_default()[match f64::from(*one).total_cmp(&f64::from(*other)) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        }] += 1;
    }
    rows.into_iter().collect()
}
