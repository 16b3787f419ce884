//! The tournament as a page sees it.

use serde::Serialize;

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TournamentView {
    /// The name of the folder; for a ladder, with that of its round.
    pub folder: String,
    /// The reason why a file of the folder cannot be read; `None` if all can.
    pub trouble: Option<String>,
    pub variant: String,
    pub finished: u64,
    /// The number of all games; `None` if results decide it.
    pub total: Option<u64>,
    /// True if a sequential test may end the tournament before all games are played.
    pub ends_early: bool,
    /// The course of the sequential test, as `arbiter report --live` writes it.
    pub test: Option<serde_json::Value>,
    /// The expected time to the end, in milliseconds; `None` if unknown or if no game runs.
    pub left: Option<u64>,
    /// The bots, sorted by their share of points, highest first.
    pub standings: Vec<StandingEntry>,
    /// The number of running games, shown or not.
    pub running: usize,
    pub boards: Vec<RunningGame>,
    pub latest: Vec<GameEntry>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingEntry {
    pub name: String,
    pub games: u64,
    /// The points; in a cooperative game, the sum of the scores.
    pub points: f64,
    pub faults: u64,
    /// The points and games against each bot, in the order of the standings. Of two seats a win is 1 and a draw 1/2.
    pub against: Vec<(f64, u64)>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunningGame {
    pub game: u64,
    pub picture: String,
    pub seats: Vec<RunningSeat>,
    pub plies: usize,
    pub last: Vec<RunningMove>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunningMove {
    /// The number of the row in the list of moves; `None` for setup.
    pub number: Option<u32>,
    pub seat: u32,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunningSeat {
    pub name: String,
    /// The time left after the last decision, in milliseconds.
    pub left: Option<u64>,
    /// The last score that the bot gave its own position.
    pub score: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameEntry {
    pub game: u64,
    pub seats: Vec<String>,
    pub score: Vec<String>,
    pub reason: String,
}
