//! The page of a ladder: the tables, and the games of the last rounds.

use maud::{PreEscaped, html};
use uvi_cup::{FinishedRound, GameResult, LadderRow, LadderTable};

use super::{
    page::{POLICY, SCRIPT, STYLE},
    plot::{Range, Ranges, Scale},
    report_table::ReportTable,
};
use crate::document::document;

/// The maximum number of plotted bots.
const PLOTTED: usize = 60;

/// The page of a ladder. `last` has the last rounds, whose games link to their logs, with the oldest round first. The page
/// stands in the folder of the ladder.
pub fn ladder_html(table: &LadderTable, last: &[FinishedRound]) -> String {
    let games: Vec<(&FinishedRound, &GameResult)> =
        last.iter().rev().flat_map(|round| round.results.iter().rev().map(move |result| (round, result))).collect();
    let bad: Vec<(&FinishedRound, &GameResult)> =
        games.iter().copied().filter(|(_, result)| !result.faults.is_empty()).collect();
    let body = html! {
        body {
            header {
                h1 { "Ladder" }
                nav aria-label="Sections" {
                    @if !table.overall.is_empty() { a href="#overall" { "All games" } " " }
                    @for game in table.games.keys() { a href={ "#" (game) } { (game) } " " }
                    a href="#last" { "Last games" } " "
                    a href="#faults" { "Last faults" }
                }
            }
            main {
                @if !table.overall.is_empty() {
                    section id="overall" {
                        h2 { "All games" }
                        p.meaning { "The mean of the ratings in all games; each game weighs the same." }
                        (ReportTable::of(&table.overall)
                            .number("rank", |row| row.rank)
                            .name("bot", |row| &row.name)
                            .number("strength", |row| row.strength.plus_minus(0)))
                    }
                }
                @for (game, rows) in &table.games {
                    section id=(game) {
                        h2 { (game) }
                        div.pair {
                            (strengths(rows).svg())
                            (ReportTable::of(rows).columns(LadderTable::columns(rows)))
                        }
                    }
                }
                section id="last" {
                    h2 { "Last games" }
                    (games_table(&games))
                }
                section id="faults" {
                    h2 { "Last faults" }
                    @if bad.is_empty() { p.meaning { "No bot was at fault in the last games." } }
                    @else { (games_table(&bad)) }
                }
            }
            footer { p { "Made by arbiter " (env!("CARGO_PKG_VERSION")) "; the same as data: " a href="table.json" { "table.json" } "." } }
            script { (PreEscaped(SCRIPT)) }
        }
    };
    document("Ladder", POLICY, STYLE, &body)
}

/// The plot of the bots that play.
fn strengths(rows: &[LadderRow]) -> Ranges<'_> {
    let rows = rows.iter().filter_map(|row| Some(Range { name: &row.name, figure: row.rank.and(row.strength)? }));
    Ranges { what: "Strengths", x: "strength", rows: rows.take(PLOTTED).collect(), scale: Scale::Linear, middle: None }
}

/// A table of games with links to their logs.
fn games_table<'a>(
    games: &'a [(&'a FinishedRound, &'a GameResult)],
) -> ReportTable<'a, (&'a FinishedRound, &'a GameResult)> {
    ReportTable::of(games)
        .number("round", |(round, _)| round.round)
        .words("game", |(round, result)| {
            let log = format!("rounds/{:06}-{}/{}", round.round, round.game, result.log);
            html! { a href=(log) { (round.game) " " (result.game) } }
        })
        .list("score", |(_, result)| {
            let points = result.score.iter().flatten().map(ToString::to_string);
            let scores: Vec<String> = match result.shared {
                Some(shared) => vec![format!("{}: {shared}", result.seats.join(", "))],
                None => result.seats.iter().zip(points).map(|(name, points)| format!("{name} {points}")).collect(),
            };
            html! { (scores.join(", ")) }
        })
        .words("end", |(_, result)| &result.reason)
        .list("faults", |(_, result)| {
            let faults = result.faults.iter().filter_map(|fault| {
                let name = result.seats.get((fault.seat as usize).checked_sub(1)?)?;
                Some(format!("{name}: {}", fault.fault))
            });
            html! { (faults.collect::<Vec<_>>().join(", ")) }
        })
}
