//! The row of a bot in the table of a game: its fields and its columns.

use schemars::JsonSchema;
use serde::Serialize;

use crate::standings::{
    Cell::{Count, Figure as Interval, Part, Words},
    Column, Figure,
};

/// The figures of a version of a bot in a game of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderRow {
    /// The rank among the bots that play, from 1; left out for others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The number of places that the bot has gained since the end of the day before; left out if it had no rank then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<i64>,
    /// The league of the rank, from 1; left out without leagues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub league: Option<usize>,
    /// The probability that the bot is on its side of the nearest cut between leagues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sure: Option<f64>,
    /// The name of the bot with its version.
    pub name: String,
    /// The strength on the scale of Elo, or the mean score if all seats share one, with its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Figure>,
    /// True if the bot is better than the next one by their blocks together, by a test that may be looked at always.
    pub beats_next: bool,
    /// The bot's mean share of the points of a block, 0 to 1; left out if all seats share a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The whole blocks.
    pub blocks: u32,
    /// The games of these blocks.
    pub games: u64,
    /// The faults in these games.
    pub faults: u64,
    /// The mean time of a decision, in milliseconds; left out if no time is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<f64>,
    /// The state of the bot: `plays`, `gone`, or the reason why it plays no more.
    pub state: String,
}

/// The columns of the table of a game, in order.
pub(super) const LADDER: &[Column<LadderRow>] = &[
    Column::new("rank", Count(|row: &LadderRow| row.rank.map(|rank| rank.to_string()))),
    Column::new("moved", Count(|row: &LadderRow| row.moved.map(|moved| format!("{moved:+}"))))
        .means(1, "places gained since the day before"),
    Column::new("league", Count(|row: &LadderRow| row.league.map(|league| league.to_string())))
        .means(2, "the bots between two cuts of the ranks"),
    Column::new("sure", Part(|row: &LadderRow| row.sure))
        .means(3, "probability that the bot is on the right side of the nearest cut"),
    Column::new("bot", Words(|row: &LadderRow| Some(row.name.clone()))),
    Column::new("strength", Interval(0, |row: &LadderRow| row.strength))
        .means(4, "Elo, 0 for the average bot that plays, or the mean score if all seats share one; holds in 95 of 100 ladders"),
    Column::new("better", Words(|row: &LadderRow| row.beats_next.then(|| "yes".to_owned()))).means(
        5,
        "surely better than the next one in the blocks of the two, by a test with 5 % error that may be looked at always",
    ),
    Column::new("share", Part(|row: &LadderRow| row.share)),
    Column::new("blocks", Count(|row: &LadderRow| Some(row.blocks.to_string()))),
    Column::new("games", Count(|row: &LadderRow| Some(row.games.to_string()))),
    Column::new("faults", Count(|row: &LadderRow| Some(row.faults.to_string()))),
    Column::new("ms", Count(|row: &LadderRow| row.ms.map(|ms| format!("{ms:.1}")))).means(6, "mean time of a decision"),
    Column::new("state", Words(|row: &LadderRow| Some(row.state.clone()))),
];
