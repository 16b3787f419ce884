//! The section with the strength of each bot and its interval: ratings, or the effect of a bot on a shared score.

use maud::html;
use uvi_cup::{BotRow, stats::Estimate};

use super::{
    plot::{Ranges, Scale},
    report_table::{ReportTable, legend},
    section::{Page, Section, left_out},
};

const PLOTTED: usize = 60;

/// The columns of the standings that stand beside the ratings.
pub(super) const OF_RATINGS: [&str; 2] = ["ranks", "group"];

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let cooperative = page.plan.variant.cooperative();
    let of = move |row: &BotRow| if cooperative { row.effect } else { row.rating };
    let rows: Vec<(&str, Estimate)> =
        page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), of(row)?))).collect();
    if rows.is_empty() {
        return None;
    }
    let (title, word, x, digits, meaning) = if cooperative {
        let meaning = "By how much the shared score changes when the bot takes a seat from an average \
                       one, assuming that the effects of all seats add up.";
        ("Effects", "effect", "effect on the shared score", 1, meaning)
    } else {
        let meaning = "Strength among all bots on the Elo scale: a bot with 400 more gets ten times as much of \
                       the points. The model is Luce's, in which a game is one choice. An interval contains all \
                       ratings that the bot's blocks do not contradict; an unknown end is ∞, and its bar runs to the \
                       edge. The rating is then ?, because the games do not say how far away it is.";
        ("Ratings", "rating", "rating", 0, meaning)
    };
    let anchor = page.standings.anchor.as_ref().map(|&(_, elo)| elo);
    let middle = Some(anchor.unwrap_or(0.0));
    let ranges = rows.iter().take(PLOTTED).copied().collect();
    let plot = Ranges { what: title, x, rows: ranges, scale: Scale::Linear, middle };
    // Beside an open end, the value follows from the prior and not from the games.
    let value = move |row: &BotRow| match of(row) {
        Some(figure) if figure.is_open() => "?".to_owned(),
        Some(figure) => figure.ends(digits)[0].clone(),
        None => String::new(),
    };
    let end =
        |place: usize| move |row: &BotRow| of(row).map(|figure| figure.ends(digits)[place].clone()).unwrap_or_default();
    let columns = page.standings.columns().into_iter().filter(|column| OF_RATINGS.contains(&column.title));
    let columns: Vec<_> = columns.collect();
    let table = ReportTable::of(&page.standings.bots)
        .name("bot", |row| &row.name)
        .number(word, value)
        .number("from", end(1))
        .number("to", end(2))
        .columns(columns.iter().copied());
    let body = html! {
        div.pair {
            (plot.svg())
            (table)
        }
        @if !columns.is_empty() { (legend(&columns)) }
    };
    Section::new("ratings", title, format!("{meaning}{}", left_out(rows.len(), PLOTTED)), body)
}
