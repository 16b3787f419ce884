//! How strong each bot is, with its interval: ratings, or where all seats share a score what it adds.

use maud::html;
use uvi_cup::{Figure, Row};

use super::{
    page::{Page, Section},
    plot::{Range, Ranges, Scale},
};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let cooperative = page.plan.variant.cooperative();
    let of = |row: &Row| if cooperative { row.effect } else { row.rating };
    let rows: Vec<(&str, Figure)> =
        page.standings.bots.iter().filter_map(|row| Some((row.name.as_str(), of(row)?))).collect();
    if rows.is_empty() {
        return None;
    }
    let (title, word, x, digits, meaning) = if cooperative {
        let meaning = "By how much the score that all seats share changes when the bot takes a seat from an average \
                       one, as if the parts of all seats added up.";
        ("Effects", "effect", "effect on the shared score", 1, meaning)
    } else {
        let meaning = "Strength among all bots on the scale of Elo, mean 0: a bot that has 400 more comes in before \
                       the other in 10 of 11 games. The model is that of Plackett and Luce, the intervals come from \
                       drawing the blocks again.";
        ("Ratings", "rating", "rating", 0, meaning)
    };
    let ranges = rows.iter().map(|&(name, figure)| Range { name, figure });
    let plot = Ranges { what: title, x, rows: ranges.collect(), scale: Scale::Linear, middle: Some(0.0) };
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
                        @for (name, Figure { value, low, high }) in &rows {
                            tr {
                                td.name { (name) }
                                @for end in [value, low, high] { td.number { (format!("{end:.digits$}")) } }
                            }
                        }
                    }
                }
            }
        }
    };
    Some(Section { id: "ratings", title, meaning: meaning.to_owned(), body })
}
