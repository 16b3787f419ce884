//! The section with all pairs of bots that met: Elo, likelihood of superiority, and pentanomial.

use std::collections::BTreeMap;

use maud::html;
use uvi_cup::{
    PAIR, PairRow,
    stats::{Estimate, score_of_elo},
};

use super::{
    report_table::ReportTable,
    section::{Page, Section},
};

const LISTED: usize = 500;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let pairs = &page.standings.pairs;
    if pairs.is_empty() {
        return None;
    }
    let ratings: BTreeMap<&str, Estimate> =
        page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), row.rating?))).collect();
    let mut table = ReportTable::of(&pairs[..pairs.len().min(LISTED)]).columns(PAIR);
    let has_residuals = page.plan.two_sided() && pairs.iter().any(|pair| residual(pair, &ratings).is_some());
    if has_residuals {
        let shown = |residual: f64| format!("{residual:+.3}");
        table = table.number("residual", move |pair| residual(pair, &ratings).map(shown).unwrap_or_default());
    }
    let body = html! {
        details open[pairs.len() <= 28] {
            summary { (pairs.len()) " pairs" }
            (table)
        }
    };
    let mut meaning =
        "Elo of the first bot against the other, from their blocks alone, with the 95 % interval; and the \
                       likelihood that the first is stronger. With two seats, also how many pairs of games gave the \
                       first 0, ½, 1, 1½ and 2 points."
            .to_owned();
    if has_residuals {
        meaning.push_str(
            " The residual is the first bot's share of the points less the share that the ratings expect: far from 0, one \
             of the two bots suits the other more than its rating tells.",
        );
    }
    if pairs.len() > LISTED {
        meaning.push_str(&format!(" Only the first {LISTED} are listed; arbiter tournament --pairs writes all."));
    }
    Section::new("pairs", "Pairs", meaning, body)
}

/// The first bot's share of the points of a pair less that expected by the ratings. `None` if one has an open end.
fn residual(pair: &PairRow, ratings: &BTreeMap<&str, Estimate>) -> Option<f64> {
    let rating = |name: &str| Some(ratings.get(name).filter(|rating| !rating.is_open())?.value);
    let [won, drawn, lost] = pair.games.map(f64::from);
    let share = (won + drawn / 2.0) / (won + drawn + lost);
    Some(share - score_of_elo(rating(&pair.first)? - rating(&pair.second)?))
}
