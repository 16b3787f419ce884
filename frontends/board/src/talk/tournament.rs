//! The tournament as a page sees it.

use serde::Serialize;

/// The state of a tournament.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TournamentView {
    /// The name of the folder; for a ladder, with that of its round.
    pub folder: String,
    /// The reason why a file of the folder cannot be read; `None` if all can.
    pub trouble: Option<String>,
    /// The word of the variant.
    pub variant: String,
    /// The number of finished games.
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
    /// The running games that are shown.
    pub boards: Vec<RunningGame>,
    /// The latest finished games, newest first.
    pub latest: Vec<GameEntry>,
}

/// The result of a bot so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingEntry {
    /// The name in the tournament file.
    pub name: String,
    /// The number of games played.
    pub games: u64,
    /// The points; in a cooperative game, the sum of the scores.
    pub points: f64,
    /// The number of faults.
    pub faults: u64,
    /// The points and games against each bot, in the order of the standings. Of two seats a win is 1 and a draw 1/2.
    pub against: Vec<(f64, u64)>,
}

/// A running game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunningGame {
    /// The number of the game.
    pub game: u64,
    /// The picture, an SVG document.
    pub picture: String,
    /// The seats in the order of play.
    pub seats: Vec<RunningSeat>,
    /// The number of actions and chance events.
    pub plies: usize,
    /// The last actions, oldest first.
    pub last: Vec<RunningMove>,
}

/// An action of a running game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RunningMove {
    /// The number of the row in the list of moves; `None` for setup.
    pub number: Option<u32>,
    /// The seat that acted.
    pub seat: u32,
    /// The action as people write it.
    pub text: String,
}

/// A seat of a running game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunningSeat {
    /// The name in the tournament file.
    pub name: String,
    /// The time left after the last decision, in milliseconds.
    pub left: Option<u64>,
    /// The last score that the bot gave its own position.
    pub score: Option<f64>,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameEntry {
    /// The number of the game.
    pub game: u64,
    /// The names of the players.
    pub seats: Vec<String>,
    /// The points of each seat, or the shared score.
    pub score: Vec<String>,
    /// The reason of the end.
    pub reason: String,
}
