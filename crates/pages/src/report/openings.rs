//! The section with the results of each opening, in games of two seats.

use std::{cmp::Ordering, collections::BTreeMap};

use maud::html;
use uvi_cup::GameResult;
use uvi_games::game::Points;

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

/// The maximum number of listed openings.
const LISTED: usize = 500;

/// The results of the games from an opening, as seat 1 sees them.
struct OpeningRow<'a> {
    name: &'a str,
    /// The games that seat 1 won, that were drawn, and that seat 1 lost.
    games: [u32; 3],
}

impl OpeningRow<'_> {
    /// The part of the points that seat 1 got.
    fn share(&self) -> f64 {
        let [won, drawn, lost] = self.games.map(f64::from);
        (won + drawn / 2.0) / (won + drawn + lost)
    }
}

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let rows = rows(&page.progress.held().results);
    if rows.is_empty() {
        return None;
    }
    let body = html! {
        details open[rows.len() <= 28] {
            summary { (rows.len()) " openings" }
            (ReportTable::of(&rows[..rows.len().min(LISTED)])
                .name("opening", |row| row.name)
                .number("won by seat 1", |row| row.games[0])
                .number("drawn", |row| row.games[1])
                .number("won by seat 2", |row| row.games[2])
                .number("share of seat 1", |row| format!("{:.3}", row.share())))
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

/// The openings in the order in which they were first played.
fn rows(results: &[GameResult]) -> Vec<OpeningRow<'_>> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rows: Vec<OpeningRow<'_>> = Vec::new();
    for result in results {
        let (Some(name), Some([one, other])) = (result.opening.as_deref(), result.score.as_deref()) else { continue };
        let place = *places.entry(name).or_insert(rows.len());
        if place == rows.len() {
            rows.push(OpeningRow { name, games: [0; 3] });
        }
        let worth = |points: &Points, by: &Points| u64::from(points.numerator()) * u64::from(by.denominator());
        rows[place].games[match worth(one, other).cmp(&worth(other, one)) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        }] += 1;
    }
    rows
}
