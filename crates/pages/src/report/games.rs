//! The section with all games and links to their logs and replays.

use maud::html;
use uvi_cup::{GameResult, counted};

use super::{
    links::{number, replay},
    report_table::ReportTable,
    section::{Page, Section},
};

const LISTED: usize = 2000;

pub(super) fn section(page: &Page<'_>) -> Option<Section> {
    let results = &page.progress.held().results;
    if results.is_empty() {
        return None;
    }
    let links = page.facts.links;
    let listed = &results[..results.len().min(LISTED)];
    let mut table = ReportTable::of(listed)
        .number("game", |result| number(links, result))
        .number("block", |result| result.block)
        .number("round", |result| result.round);
    if !page.plan.openings.is_empty() {
        table = table.words("opening", |result| result.opening.as_deref().unwrap_or_default());
    }
    table = table.name("score", score).words("end", |result| &result.reason);
    table = table.number("decisions", |result| result.decisions);
    if listed.iter().any(|result| links.replay(result).is_some()) {
        table = table.words("replay", |result| replay(links, result));
    }
    let body = html! { details { summary { (counted(listed.len() as u32, "game")) } (table) } };
    let mut meaning =
        "Every finished game: the bots in seat order, with their scores. The number links to the game's log. \
                       To print a log, run arbiter show; to check it, run arbiter verify."
            .to_owned();
    if results.len() > LISTED {
        meaning.push_str(&format!(" Only the first {LISTED} are listed; results.jsonl has all."));
    }
    Section::new("games", "Games", meaning, body)
}

/// The score as text: `a 1, b 0`, or `a, b: 51` if the score is shared.
pub(super) fn score(result: &GameResult) -> String {
    match (&result.score, result.shared) {
        (_, Some(shared)) => format!("{}: {shared}", result.seats.join(", ")),
        (score, None) => {
            let scores = result.seats.iter().zip(score.iter().flatten());
            scores.map(|(name, points)| format!("{name} {points}")).collect::<Vec<_>>().join(", ")
        }
    }
}
