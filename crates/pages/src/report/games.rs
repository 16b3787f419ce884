//! All games, with the way to their logs and replays.

use maud::{Markup, html};
use uvi_cup::GameResult;

use super::{
    head,
    page::{Page, Section},
};

/// How many games are listed.
const LISTED: usize = 2000;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let results = &page.progress.held().results;
    if results.is_empty() {
        return None;
    }
    let openings = !page.plan.openings.is_empty();
    let replays = results.iter().take(LISTED).any(|result| page.links.replay(result).is_some());
    let body = html! {
        details {
            summary { (head::games(results.len().min(LISTED) as u32)) }
            div.wide {
                table.sortable {
                    thead { tr {
                        th.number scope="col" { "game" }
                        th.number scope="col" { "block" }
                        th.number scope="col" { "round" }
                        @if openings { th scope="col" { "opening" } }
                        th scope="col" { "score" }
                        th scope="col" { "end" }
                        th.number scope="col" { "decisions" }
                        @if replays { th scope="col" { "replay" } }
                    } }
                    tbody { @for result in results.iter().take(LISTED) { (row(page, result, openings, replays)) } }
                }
            }
        }
    };
    let mut meaning =
        "Every finished game: the bots in seat order, with their scores. The number links to the game's log. \
                       To print a log, run arbiter show; to check it, run arbiter verify."
            .to_owned();
    if results.len() > LISTED {
        meaning.push_str(&format!(" Only the first {LISTED} are listed; results.jsonl has all."));
    }
    Some(Section { id: "games", title: "Games", meaning, body })
}

fn row(page: &Page<'_>, result: &GameResult, openings: bool, replays: bool) -> Markup {
    html! {
        tr {
            td.number { (number(page, result)) }
            td.number { (result.block) }
            td.number { (result.round) }
            @if openings { td { (result.opening.as_deref().unwrap_or_default()) } }
            td.name { (score(result)) }
            td { (result.reason) }
            td.number { (result.decisions) }
            @if replays { td { (replay(page, result)) } }
        }
    }
}

/// `a 1, b 0`, or `a, b: 51` where the score is shared.
fn score(result: &GameResult) -> String {
    match (&result.score, result.shared) {
        (_, Some(shared)) => format!("{}: {shared}", result.seats.join(", ")),
        (score, None) => {
            let scores = result.seats.iter().zip(score.iter().flatten());
            scores.map(|(name, points)| format!("{name} {points}")).collect::<Vec<_>>().join(", ")
        }
    }
}

/// The number of a game, which leads to its log, and the way to its replay where there is one.
pub(super) fn link(page: &Page<'_>, result: &GameResult) -> Markup {
    html! { (number(page, result)) @if page.links.replay(result).is_some() { " " (replay(page, result)) } }
}

fn number(page: &Page<'_>, result: &GameResult) -> Markup {
    match page.links.log(result) {
        Some(log) => html! { a href=(log) { (result.game) } },
        None => html! { (result.game) },
    }
}

fn replay(page: &Page<'_>, result: &GameResult) -> Markup {
    match page.links.replay(result) {
        Some(replay) => html! { a href=(replay) aria-label={ "replay of game " (result.game) } { "▶" } },
        None => html! {},
    }
}
