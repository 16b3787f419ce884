//! What bots did wrong, and in which games.

use std::collections::BTreeMap;

use maud::html;
use uvi_cup::GameResult;

use super::{
    games::link,
    head,
    page::{Page, Section},
};

/// How many games are named for each fault of a bot.
const NAMED: usize = 40;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let results = &page.progress.held().results;
    let mut games: BTreeMap<(&str, &str), Vec<&GameResult>> = BTreeMap::new();
    for result in results {
        for fault in &result.faults {
            if let Some(name) = (fault.seat as usize).checked_sub(1).and_then(|seat| result.seats.get(seat)) {
                games.entry((name, fault.fault.word())).or_default().push(result);
            }
        }
    }
    let meaning = if games.is_empty() {
        format!("No bot was at fault in {}.", head::games(results.len() as u32))
    } else {
        "The faults of each bot by kind, and their games. A game with several such faults is listed several times. \
         All finished games count."
            .to_owned()
    };
    // In the order of the standings.
    let rows = page.standings.bots.iter().flat_map(|row| {
        games.iter().filter(move |((name, _), _)| *name == row.name).map(|((name, fault), games)| (name, fault, games))
    });
    let body = html! {
        @if !games.is_empty() {
            div.wide {
                table.sortable {
                    thead { tr {
                        th scope="col" { "bot" }
                        th scope="col" { "fault" }
                        th.number scope="col" { "times" }
                        th scope="col" { "in games" }
                    } }
                    tbody {
                        @for (name, fault, games) in rows {
                            tr {
                                td.name { (name) }
                                td { code { (fault) } }
                                td.number { (games.len()) }
                                td.list {
                                    @for game in games.iter().take(NAMED) { (link(page, game)) " " }
                                    @if games.len() > NAMED { "and " (games.len() - NAMED) " more" }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    Some(Section { id: "faults", title: "Faults", meaning, body })
}
