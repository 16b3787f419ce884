//! The cross table of all bots, or the partner matrix if all seats share a score.

use maud::{Markup, html};
use uvi_cup::{Standings, percent};

use super::section::{Page, Section};

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let standings = &page.standings;
    if !standings.partners.is_empty() {
        let body = partners(&ranked(&page.standings), &standings.partners);
        let meaning = "The mean score of each bot with each other bot, and with itself on the diagonal. The stronger the colour, \
                       the higher the score.";
        return Section::new("partners", "Partner matrix", meaning, body);
    }
    // With two bots, the duel section has the same figures.
    let wanted = standings.bots.len() > 2 && standings.cross_table.iter().flatten().any(Option::is_some);
    if !wanted {
        return None;
    }
    let meaning = if page.plan.two_sided() {
        "The row's bot against the column's bot: its share of the points, then games won, drawn and lost."
    } else {
        "The row's bot against the column's bot: the share of games in which it had more points (ties count half), then \
         the games with more, equal and fewer points."
    };
    Section::new("cross-table", "Cross table", meaning, cross_table(page))
}

/// The section with the likelihood that one bot is stronger than another.
pub(super) fn superiority(page: &Page<'_>) -> Option<Section> {
    let table = &page.standings.superiority;
    if table.is_empty() {
        return None;
    }
    let cell = |los: f64| (los, percent(los, 1), None);
    let cells = table.iter().map(|row| row.iter().map(|los| los.map(cell)).collect());
    let meaning = "The likelihood, in percent, that the row's bot is stronger than the column's bot, by the ratings. Each \
                   holds for its two bots alone; the ranks beside the ratings hold together.";
    Section::new(
        "superiority",
        "Likelihood of superiority",
        meaning,
        matrix(&ranked(&page.standings), cells.collect(), "over"),
    )
}

fn cross_table(page: &Page<'_>) -> Markup {
    let cell = |counts: [u32; 3]| {
        let [ahead, level, behind] = counts.map(f64::from);
        let score = (ahead + level / 2.0) / (ahead + level + behind).max(1.0);
        let [ahead, level, behind] = counts;
        (score, format!("{score:.2}"), Some(format!("{ahead}\u{2013}{level}\u{2013}{behind}")))
    };
    let cells = page.standings.cross_table.iter().map(|row| row.iter().map(|counts| counts.map(cell)).collect());
    matrix(&ranked(&page.standings), cells.collect(), "against")
}

pub(super) fn ranked(standings: &Standings) -> Vec<(usize, &str)> {
    standings.bots.iter().filter_map(|row| Some((row.rank?, row.name.as_str()))).collect()
}

/// The partner matrix of bots with these ranks and names.
pub(super) fn partners(bots: &[(usize, &str)], partners: &[Vec<Option<f64>>]) -> Markup {
    let means = partners.iter().flatten().flatten().copied();
    let (least, most) =
        means.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), mean| (least.min(mean), most.max(mean)));
    let cell = |mean: f64| {
        let strength = if most > least { (mean - least) / (most - least) } else { 0.5 };
        (strength, format!("{mean:.1}"), None)
    };
    let cells = partners.iter().map(|row| row.iter().map(|mean| mean.map(cell)).collect());
    matrix(bots, cells.collect(), "with")
}

/// The strength of a cell's colour, 0 to 1, its text, and a second line of text.
type Shade = (f64, String, Option<String>);

/// A table with a row and a column for each bot.
fn matrix(bots: &[(usize, &str)], cells: Vec<Vec<Option<Shade>>>, word: &str) -> Markup {
    html! {
        div.wide {
            table.matrix {
                thead { tr {
                    th scope="col" { (word) }
                    @for (rank, name) in bots { th scope="col" title=(name) { (rank) } }
                } }
                tbody {
                    @for ((rank, name), cells) in bots.iter().zip(cells) {
                        tr {
                            th.name scope="row" { (rank) " " (name) }
                            @for cell in cells {
                                @if let Some((strength, value, more)) = cell {
                                    td style={ "--part: " (format!("{:.0}%", 100.0 * strength)) } {
                                        (value)
                                        @if let Some(more) = more { small { (more) } }
                                    }
                                } @else {
                                    td.none { "\u{2013}" }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
