//! The section with the faults of the bots and their games.

use std::collections::BTreeMap;

use maud::html;
use uvi_cup::{GameResult, counted};

use super::{
    links::link,
    report_table::ReportTable,
    section::{Page, Section},
};

/// The maximum number of games listed for each fault of a bot.
const NAMED: usize = 40;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let results = &page.progress.held().results;
    let mut games: BTreeMap<(&str, &str), Vec<&GameResult>> = BTreeMap::new();
    for result in results {
        for fault in &result.faults {
            if let Some(name) = result.bot_at(fault.seat) {
                games.entry((name, fault.fault.word())).or_default().push(result);
            }
        }
    }
    if games.is_empty() {
        let meaning = format!("No bot was at fault in {}.", counted(results.len() as u32, "game"));
        return Section::new("faults", "Faults", meaning, html! {});
    }
    // Sorted like the standings.
    let bots = page.standings.bots.iter();
    let rows: Vec<_> = bots.flat_map(|row| games.iter().filter(move |((name, _), _)| *name == row.name)).collect();
    let table = ReportTable::of(&rows)
        .name("bot", |((name, _), _)| name)
        .words("fault", |((_, fault), _)| html! { code { (fault) } })
        .number("times", |(_, games)| games.len())
        .words("again", |((name, fault), games)| {
            let is_it = |game: &GameResult, seat: u32| game.bot_at(seat) == Some(name);
            let found = games.iter().find_map(|game| Some((game, page.facts.links.log_path(game)?)));
            let found = found.and_then(|(game, log)| {
                let found = game.faults.iter().find(|found| found.fault.word() == *fault && is_it(game, found.seat));
                found.map(|found| format!("arbiter rerun {log} {}", found.seat))
            });
            html! { @if let Some(command) = found { code { (command) } } }
        })
        .list("in games", |(_, games)| {
            html! {
                @for game in games.iter().take(NAMED) { (link(page.facts.links, game)) " " }
                @if games.len() > NAMED { "and " (games.len() - NAMED) " more" }
            }
        });
    let meaning = "The faults of each bot by kind, and their games. A game with several such faults is listed several times. \
                   All finished games count. The command shows the fault of the first kept log again; run it in \
                   the folder of this page. A bot that is named by a relative path must be there.";
    Section::new("faults", "Faults", meaning, html! { (table) })
}
