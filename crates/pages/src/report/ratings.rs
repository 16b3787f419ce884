//! The section with the strength of each bot and its interval: ratings, or the effect of a bot on a shared score.

use maud::html;
use uvi_cup::{BotRow, Figure};

use super::{
    plot::{Range, Ranges, Scale},
    report_table::ReportTable,
    section::{Page, Section, left_out},
};

/// The maximum number of plotted bots.
const PLOTTED: usize = 60;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let cooperative = page.plan.variant.cooperative();
    let of = |row: &BotRow| if cooperative { row.effect } else { row.rating };
    let rows: Vec<(&str, Figure)> =
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
                       ratings that the bot's blocks do not contradict; an unknown end is ∞.";
        ("Ratings", "rating", "rating", 0, meaning)
    };
    let anchor = page.standings.anchor.as_ref().map(|&(_, elo)| elo);
    let middle = Some(anchor.unwrap_or(0.0));
    let ranges = rows.iter().take(PLOTTED).map(|&(name, figure)| Range { name, figure });
    let plot = Ranges { what: title, x, rows: ranges.collect(), scale: Scale::Linear, middle };
    let ends: Vec<(&str, [String; 3])> = rows.iter().map(|&(name, figure)| (name, figure.ends(digits))).collect();
    let table = ReportTable::of(&ends)
        .name("bot", |(name, _)| name)
        .number(word, |(_, [value, ..])| value)
        .number("from", |(_, [_, low, _])| low)
        .number("to", |(_, [.., high])| high);
    let body = html! {
        div.pair {
            (plot.svg())
            (table)
        }
    };
    Section::new("ratings", title, format!("{meaning}{}", left_out(rows.len(), PLOTTED)), body)
}
