//! How strong each bot is, with its interval: ratings, or where all seats share a score what it adds.

use maud::html;
use uvi_cup::{BotRow, Figure};

use super::{
    page::{Page, Section},
    plot::{Range, Ranges, Scale},
};

/// How many bots are drawn.
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
    let body = html! {
        div.pair {
            (plot.svg())
            div.wide {
                table.sortable {
                    thead { tr {
                        th scope="col" { "bot" }
                        th.number scope="col" { (word) }
                        th.number scope="col" { "from" }
                        th.number scope="col" { "to" }
                    } }
                    tbody {
                        @for (name, figure) in &rows {
                            tr {
                                td.name { (name) }
                                @for end in figure.ends(digits) { td.number { (end) } }
                            }
                        }
                    }
                }
            }
        }
    };
    let more = if rows.len() > PLOTTED { format!(" The plot shows the first {PLOTTED} bots.") } else { String::new() };
    Some(Section { id: "ratings", title, meaning: format!("{meaning}{more}"), body })
}
