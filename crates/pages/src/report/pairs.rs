//! The section with all pairs of bots that met: Elo, likelihood of superiority, and pentanomial.

use maud::html;
use uvi_cup::PAIR;

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

/// The maximum number of listed pairs.
const LISTED: usize = 500;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let pairs = &page.standings.pairs;
    if pairs.is_empty() {
        return None;
    }
    let body = html! {
        details open[pairs.len() <= 28] {
            summary { (pairs.len()) " pairs" }
            (ReportTable::of(&pairs[..pairs.len().min(LISTED)]).columns(PAIR))
        }
    };
    let mut meaning =
        "Elo of the first bot against the other, from their blocks alone, with the 95 % interval; and the \
                       likelihood that the first is stronger. With two seats, also how many pairs of games gave the \
                       first 0, ½, 1, 1½ and 2 points."
            .to_owned();
    if pairs.len() > LISTED {
        meaning.push_str(&format!(" Only the first {LISTED} are listed; arbiter tournament --pairs writes all."));
    }
    Section::new("pairs", "Pairs", meaning, body)
}
