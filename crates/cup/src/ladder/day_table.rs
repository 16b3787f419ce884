//! The tables of a day, as far as later days ask for them: the ranks and the strengths of bots.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::stats::Estimate;

/// The tables at the end of a day, read from their JSON.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct DayTable {
    games: BTreeMap<String, DayStandings>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct DayStandings {
    bots: Vec<DayRow>,
}

/// A bot in the table of a day.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct DayRow {
    /// The name of the bot with its version.
    pub name: String,
    /// The rank; `None` if the bot does not play.
    pub rank: Option<usize>,
    rating: Option<Estimate>,
    mean_score: Option<Estimate>,
}

impl DayTable {
    /// The most days before the present one that pages show.
    pub const MOST: usize = 200;

    /// The names of the games.
    pub fn games(&self) -> impl Iterator<Item = &String> {
        self.games.keys()
    }

    /// The rows of a game in the order of its table; none if the ladder did not have the game.
    pub fn rows(&self, game: &str) -> &[DayRow] {
        self.games.get(game).map_or(&[], |standings| &standings.bots)
    }
}

impl DayRow {
    /// The figure by which the ladder ranked the bot. `None` if its interval has no end on a side.
    pub fn strength(&self) -> Option<Estimate> {
        self.rating.or(self.mean_score).filter(|figure| !figure.is_open())
    }

    /// True if the strength is a mean score, which all seats share.
    pub fn is_shared(&self) -> bool {
        self.rating.is_none() && self.mean_score.is_some()
    }
}
