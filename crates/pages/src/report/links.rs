//! Where a page leads to.

use std::fmt::Debug;

use uvi_cup::GameResult;

/// Where a page leads to, as URLs that are good where the page lies.
pub trait Links: Debug {
    /// The log of a game; `None` if there is none.
    fn log(&self, game: &GameResult) -> Option<String>;

    /// The page on which a game can be seen move by move; `None` if there is none.
    fn replay(&self, game: &GameResult) -> Option<String>;
}
