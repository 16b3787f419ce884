//! Where a page leads to.

use std::fmt::Debug;

use maud::{Markup, html};
use uvi_cup::GameResult;

/// Where a page leads to, as URLs that are good where the page lies.
pub trait Links: Debug {
    /// The log of a game; `None` if there is none.
    fn log(&self, game: &GameResult) -> Option<String>;

    /// The page on which a game can be seen move by move; `None` if there is none.
    fn replay(&self, game: &GameResult) -> Option<String>;
}

/// The number of a game, which leads to its log, and the way to its replay if there is one.
pub(super) fn link(links: &dyn Links, result: &GameResult) -> Markup {
    html! { (number(links, result)) @if links.replay(result).is_some() { " " (replay(links, result)) } }
}

/// The number of a game, which leads to its log.
pub(super) fn number(links: &dyn Links, result: &GameResult) -> Markup {
    html! { @if let Some(log) = links.log(result) { a href=(log) { (result.game) } } @else { (result.game) } }
}

/// The way to the replay of a game. Empty if there is none.
pub(super) fn replay(links: &dyn Links, result: &GameResult) -> Markup {
    html! {
        @if let Some(replay) = links.replay(result) {
            a href=(replay) aria-label={ "replay of game " (result.game) } { "▶" }
        }
    }
}
