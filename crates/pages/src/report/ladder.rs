//! The page of a ladder: the tables, the last games, and every bot with its versions, games and faults.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use uvi_cup::{GameList, Ladder, LadderRow, LadderTable, RoundGame, without_version};

use super::{
    games::score,
    meetings::partners,
    page::{POLICY, SCRIPT, STYLE},
    plot::{Range, Ranges, Scale},
    report_table::{ReportTable, legend},
};
use crate::document::document;

/// The maximum number of plotted bots.
const PLOTTED: usize = 60;

/// The link to the log of a game. `None` if the log is packed or missing.
type LogLink<'a> = &'a dyn Fn(&RoundGame) -> Option<String>;

/// The number of digits of a version that a table shows.
const DIGITS: usize = 6;

/// The page of the ladder with this name, by its tables and last games.
pub fn ladder_html(name: &str, table: &LadderTable, ladder: &Ladder, link: LogLink<'_>) -> String {
    let body = html! {
        body {
            header {
                h1 { "Ladder " (name) }
                nav aria-label="Sections" {
                    @if !table.overall.is_empty() { a href="#overall" { "All games" } " " }
                    @for game in table.games.keys() { a href={ "#" (game) } { (game) } " " }
                    a href="#last" { "Last games" } " "
                    a href="#faults" { "Last faults" } " "
                    a href="#bots" { "Bots" }
                }
            }
            main {
                @if !table.overall.is_empty() {
                    section id="overall" {
                        h2 { "All games" }
                        p.meaning { "The mean of the ratings in all games; each game weighs the same." }
                        (ReportTable::of(&table.overall)
                            .number("rank", |row| row.rank)
                            .name("bot", |row| bot(&row.name))
                            .number("strength", |row| row.strength.plus_minus(0)))
                    }
                }
                @for (game, rows) in &table.games {
                    section id=(game) {
                        h2 { (game) }
                        div.pair { (strengths(rows).svg()) (game_table(rows)) }
                        (legend(&LadderTable::columns(rows)))
                        @if let Some(scores) = table.partners.get(game).filter(|scores| scores.len() > 1) {
                            h3 { "Partner matrix" }
                            p.meaning { "The mean score of each bot with each other bot, and with itself on the diagonal." }
                            (partners(&ranked(rows), scores))
                        }
                    }
                }
                section id="last" {
                    h2 { "Last games" }
                    (games_table(&ladder.last().games().collect::<Vec<_>>(), link))
                }
                section id="faults" {
                    h2 { "Last faults" }
                    (faults(ladder.last(), link, None))
                }
                section id="bots" {
                    h2 { "Bots" }
                    @for text in &table.refused { p.meaning { (text) } }
                    @for name in bots(table) { (bot_section(name, table, ladder, link)) }
                }
            }
            footer { p { "Made by arbiter " (env!("CARGO_PKG_VERSION")) "; the same as data: " a href="table.json" { "table.json" } "." } }
            script { (PreEscaped(SCRIPT)) }
        }
    };
    document(&format!("Ladder {name}"), POLICY, STYLE, &body)
}

/// The names of all bots, without versions.
fn bots(table: &LadderTable) -> BTreeSet<&str> {
    table.games.values().flatten().map(|row| without_version(&row.name)).collect()
}

/// A bot: its versions in every game, its last games and faults.
fn bot_section(bot: &str, table: &LadderTable, ladder: &Ladder, link: LogLink<'_>) -> Markup {
    let versions = table.games.iter().filter_map(|(game, rows)| {
        let rows: Vec<&LadderRow> = rows.iter().filter(|row| without_version(&row.name) == bot).collect();
        (!rows.is_empty()).then_some((game, rows))
    });
    let list = ladder.last_of(bot);
    html! {
        details {
            summary { (bot) }
            // A link to something inside opens it.
            div id=(anchor(bot).trim_start_matches('#')) {
                @for (game, rows) in versions {
                    h3 { (game) }
                    (version_table(&rows))
                }
                @if let Some(list) = list {
                    h3 { "Last games" }
                    (games_table(&list.games().collect::<Vec<_>>(), link))
                    h3 { "Last faults" }
                    (faults(list, link, Some(bot)))
                }
            }
        }
    }
}

/// The link to the section of a bot.
fn anchor(name: &str) -> String {
    format!("#bot-{}", without_version(name))
}

/// The name of a bot, which leads to its section, and the first digits of its version.
fn bot(name: &str) -> Markup {
    let short = without_version(name);
    let version: String = name[short.len()..].chars().take(1 + DIGITS).collect();
    html! { a href=(anchor(name)) title=(name) { (short) " " small { (version) } } }
}

fn ranked(rows: &[LadderRow]) -> Vec<(usize, &str)> {
    rows.iter().filter_map(|row| Some((row.rank?, row.name.as_str()))).collect()
}

fn game_table(rows: &[LadderRow]) -> ReportTable<'_, LadderRow> {
    ReportTable::of(rows).columns(LadderTable::columns(rows)).shown_as("bot", |row| bot(&row.name))
}

fn version_table<'a>(rows: &'a [&'a LadderRow]) -> ReportTable<'a, &'a LadderRow> {
    let columns = LadderTable::columns(rows.iter().copied());
    columns.into_iter().fold(ReportTable::of(rows), |table, column| match column.is_number() {
        true => table.number(column.title, |row| column.shown(row)),
        false => table.name(column.title, |row| column.shown(row)),
    })
}

/// The plot of the bots that play.
fn strengths(rows: &[LadderRow]) -> Ranges<'_> {
    let rows = rows
        .iter()
        .filter_map(|row| Some(Range { name: without_version(&row.name), figure: row.rank.and(row.strength)? }));
    Ranges { what: "Strengths", x: "strength", rows: rows.take(PLOTTED).collect(), scale: Scale::Linear, middle: None }
}

/// The games of a list in which there was a fault, with the lines that show them again: the faults of this bot, or the
/// first ones.
fn faults(list: &GameList, link: LogLink<'_>, bot: Option<&str>) -> Markup {
    let games: Vec<&RoundGame> = list.faults().collect();
    html! {
        @if games.is_empty() { p.meaning { "There was no fault in the last games." } }
        @else {
            p.meaning { "The commands work in the folder of this page." }
            (games_table(&games, link).list("again", move |game| {
                let name = |seat: u32| game.result.seats.get(seat as usize - 1).map(|name| without_version(name));
                let fault = game.result.faults.iter().find(|fault| bot.is_none() || name(fault.seat) == bot);
                let seat = fault.map_or(1, |fault| fault.seat);
                let command = link(game).map(|log| format!("arbiter rerun {log} {seat}"));
                html! { @if let Some(command) = command { code { (command) } } }
            }))
        }
    }
}

/// A table of games with links to their logs.
fn games_table<'a>(games: &'a [&'a RoundGame], link: LogLink<'a>) -> ReportTable<'a, &'a RoundGame> {
    ReportTable::of(games)
        .number("round", |game| game.round)
        .words("game", move |game| {
            let name = html! { (game.game) " " (game.result.game) };
            html! { @if let Some(log) = link(game) { a href=(log) { (name) } } @else { (name) } }
        })
        .list("score", |game| score(&game.result))
        .words("end", |game| &game.result.reason)
        .list("faults", |game| {
            let faults = game.result.faults.iter().filter_map(|fault| {
                let name = game.result.seats.get((fault.seat as usize).checked_sub(1)?)?;
                Some(format!("{name}: {}", fault.fault))
            });
            faults.collect::<Vec<_>>().join(", ")
        })
}
