//! Links from the report to logs and replays.

use std::fmt::Debug;

use maud::{Markup, html};
use uvi_cup::GameResult;

/// The links of a page, as URLs relative to the page's place.
pub trait PageLinks: Debug {
    /// The URL of a game's log; `None` if there is no log.
    fn log(&self, game: &GameResult) -> Option<String>;

    /// The path of a game's log from the folder of the page, as a word for a shell; `None` if there is no log.
    fn log_path(&self, game: &GameResult) -> Option<String>;

    /// The URL of a game's replay, which shows the game move by move; `None` if there is none.
    fn replay(&self, game: &GameResult) -> Option<String>;
}

/// The number of a game with a link to its log, and a link to its replay if there is one.
pub(super) fn link(links: &dyn PageLinks, result: &GameResult) -> Markup {
    html! { (number(links, result)) @if links.replay(result).is_some() { " " (replay(links, result)) } }
}

pub(super) fn number(links: &dyn PageLinks, result: &GameResult) -> Markup {
    html! { @if let Some(log) = links.log(result) { a href=(log) { (result.game) } } @else { (result.game) } }
}

/// A link to the replay of a game. Empty if there is none.
pub(super) fn replay(links: &dyn PageLinks, result: &GameResult) -> Markup {
    html! {
        @if let Some(replay) = links.replay(result) {
            a href=(replay) aria-label={ "replay of game " (result.game) } { "▶" }
        }
    }
}
