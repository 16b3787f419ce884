//! The page of a ladder: the tables, the last games, and every bot with its versions, games and faults.

use std::collections::BTreeSet;

use maud::{Markup, PreEscaped, html};
use uvi_cup::{BotRow, Column, DayTable, GameList, Ladder, LadderTable, RoundGame, Standings, without_version};

use super::{
    games::score,
    meetings::{partners, ranked},
    page::{POLICY, SCRIPT, STYLE},
    plot::{Ranges, Scale},
    report_table::{ReportTable, legend},
    strengths::StrengthCourse,
};
use crate::document::document;

const PLOTTED: usize = 60;

/// The link to the log of a game. `None` if the log is packed or missing.
type LogLink<'a> = &'a dyn Fn(&RoundGame) -> Option<String>;

/// The facts that the page of a ladder tells.
#[derive(Debug)]
pub struct LadderFacts<'a> {
    /// The name of the ladder.
    pub name: &'a str,
    /// The tables.
    pub table: &'a LadderTable,
    /// The ladder, for its last games.
    pub ladder: &'a Ladder,
    /// The tables of the last days, the present one included.
    pub days: &'a [(&'a str, &'a DayTable)],
}

/// The page of a ladder.
pub fn ladder_html(facts: &LadderFacts<'_>, link: LogLink<'_>) -> String {
    let LadderFacts { name, table, ladder, days } = *facts;
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
                            .name("bot", |row| bot(&row.name, without_version(&row.name)))
                            .number("strength", |row| row.strength.plus_minus(0)))
                    }
                }
                @for (game, standings) in &table.games {
                    section id=(game) {
                        h2 { (game) }
                        div.pair { (strengths(standings).svg()) (game_table(standings)) }
                        (legend(&standings.columns()))
                        @if let Some(course) = StrengthCourse::of(game, days) {
                            h3 { "Strengths by day" }
                            p.meaning {
                                "The strength of each bot at the end of each day, with its interval. The first ten have names, the \
                                 others are grey."
                            }
                            (course.markup())
                        }
                        @if !standings.partners.is_empty() {
                            h3 { "Partner matrix" }
                            p.meaning { "The mean score of each bot with each other bot, and with itself on the diagonal." }
                            (partners(&ranked(standings), &standings.partners))
                        }
                    }
                }
                section id="last" {
                    h2 { "Last games" }
                    (games_table(&ladder.last.all().games().collect::<Vec<_>>(), link))
                }
                section id="faults" {
                    h2 { "Last faults" }
                    (faults(ladder.last.all(), link, None))
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
    table.games.values().flat_map(|standings| &standings.bots).map(|row| without_version(&row.name)).collect()
}

/// A bot: its versions in every game, its last games and faults.
fn bot_section(bot: &str, table: &LadderTable, ladder: &Ladder, link: LogLink<'_>) -> Markup {
    let versions = table.games.iter().filter_map(|(game, standings)| {
        let is_own = |row: &&BotRow| without_version(&row.name) == bot;
        let rows: Vec<&BotRow> = standings.bots.iter().filter(is_own).collect();
        (!rows.is_empty()).then(|| (game, rows, standings.columns()))
    });
    let list = ladder.last.of_bot(bot);
    html! {
        details {
            summary { (bot) }
            // A link to something inside opens it.
            div id=(anchor(bot).trim_start_matches('#')) {
                @for (game, rows, columns) in versions {
                    h3 { (game) }
                    (version_table(&rows, columns))
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

/// The name of a bot, which leads to its section, and has its version as a hint.
fn bot(name: &str, shown: &str) -> Markup {
    html! { a href=(anchor(name)) title=(name) { (shown) } }
}

fn game_table(standings: &Standings) -> ReportTable<'_, BotRow> {
    ReportTable::of(&standings.bots)
        .columns(standings.columns())
        .shown_as("bot", |row| bot(&row.name, row.shown.as_ref().unwrap_or(&row.name)))
}

fn version_table<'a>(rows: &'a [&'a BotRow], columns: Vec<&'static Column<BotRow>>) -> ReportTable<'a, &'a BotRow> {
    columns.into_iter().fold(ReportTable::of(rows), |table, column| match column.is_number() {
        true => table.number(column.title, |row| column.shown(row)),
        false => table.name(column.title, |row| column.shown(row)),
    })
}

/// The plot of the bots that play.
fn strengths(standings: &Standings) -> Ranges<'_> {
    let rows = standings
        .bots
        .iter()
        .filter_map(|row| Some((without_version(&row.name), row.rank.and_then(|_| row.strength())?)));
    Ranges { what: "Strengths", x: "strength", rows: rows.take(PLOTTED).collect(), scale: Scale::Linear, middle: None }
}

/// The games of a list with a fault, with the lines that show them again: the faults of this bot, or the first ones.
fn faults(list: &GameList, link: LogLink<'_>, bot: Option<&str>) -> Markup {
    let games: Vec<&RoundGame> = list.faults().collect();
    html! {
        @if games.is_empty() { p.meaning { "There was no fault in the last games." } }
        @else {
            p.meaning { "The commands work in the folder of this page." }
            (games_table(&games, link).list("again", move |game| {
                let name = |seat: u32| game.result.bot_at(seat).map(without_version);
                let fault = game.result.faults.iter().find(|fault| bot.is_none() || name(fault.seat) == bot);
                let seat = fault.map_or(1, |fault| fault.seat);
                let command = link(game).map(|log| format!("arbiter rerun {log} {seat}"));
                html! { @if let Some(command) = command { code { (command) } } }
            }))
        }
    }
}

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
                Some(format!("{}: {}", without_version(game.result.bot_at(fault.seat)?), fault.fault))
            });
            faults.collect::<Vec<_>>().join(", ")
        })
}
