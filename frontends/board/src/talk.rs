//! The messages between a page and the board: JSON, one object per message.

mod tournament;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uvi::{MovePlace, TurnRules};

pub use self::tournament::{GameEntry, RunningGame, RunningMove, RunningSeat, StandingEntry, TournamentView};
use crate::bots::ListedBot;

/// A message from a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PageRequest {
    /// The first message, sent once: presents the key.
    Hello { key: String },
    /// Makes a table. Owner only.
    Make(TableOrder),
    /// Opens a table by its name. Owner only.
    Open { table: String },
    /// Removes a finished table from the list. Its log stays. Owner only.
    Remove { table: String },
    /// Begins another game of the table's players, in which each has the next seat. Owner only.
    Again,
    /// Leaves the table for the list of tables. Owner only.
    Leave,
    /// Shows the board as a seat, one of the page's own, may see it.
    Look { seat: u32 },
    /// Decides for a seat of the page's own, by one action or several.
    Play { seat: u32, action: String },
    /// Gives the game up for a seat of the page's own.
    Resign { seat: u32 },
    /// Takes back the last decision of this page, and all actions after it.
    Undo,
    /// Asks a bot to analyse the position, as a seat sees it. Owner only.
    Analyse { bot: String, seat: Option<u32> },
    /// Asks the analysing bot for its answer now. Owner only.
    Hush,
    /// Ends the game of the table. Owner only.
    Stop,
    /// Shows or hides the output of bots. Owner only.
    Debug { on: bool },
    /// Requests the report of the tournament. Owner only.
    Report,
    /// Opens a game of the tournament, running or finished. Owner only.
    Watch { game: u64 },
    /// Requests the board of the table as it was after so many actions and chance events.
    Past { plies: usize },
    /// Requests a document about the table.
    Fetch { what: Paper },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    Log,
    Replay,
    Rules,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOrder {
    pub variant: String,
    pub seats: Vec<SeatOrder>,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; drawn by default.
    pub seed: Option<String>,
    /// The start position; the variant's start by default.
    pub position: Option<String>,
    pub clock: Option<TimeLimits>,
    /// True if people may take actions back.
    #[serde(default)]
    pub takeback: bool,
}

/// The player of a seat at a new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatOrder {
    /// A person at the page that makes the table.
    Here {
        #[serde(default)]
        name: String,
    },
    Link {
        #[serde(default)]
        name: String,
    },
    Bot {
        name: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeLimits {
    pub movetime: Option<u64>,
    pub time: Option<u64>,
    pub inc: Option<u64>,
    /// The overrun that is forgiven.
    pub margin: Option<u64>,
    #[serde(default = "yes")]
    pub people: bool,
}

fn yes() -> bool {
    true
}

/// A message from the board.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum PageMessage {
    /// The variants that the arbiter knows, the bots that the board may start, and all tables.
    Hall { variants: Vec<VariantEntry>, bots: Vec<ListedBot>, tables: Vec<TableEntry> },
    /// The words of people about the games, by the word of each variant of which the arbiter says something.
    Words { variants: BTreeMap<String, VariantWords> },
    /// The state of the tournament.
    Course(Box<TournamentView>),
    /// The plot of the strengths of a ladder's bots by day, as HTML; `None` if there is none.
    Strengths { plot: Option<String> },
    /// The board of a table in the list, as SVG.
    Picture { table: String, picture: String },
    /// A table, as this page may see it.
    Table(Box<View>),
    /// The board of the table as it was after so many actions and chance events, as SVG.
    Past { plies: usize, picture: String },
    /// A document (`log`, `replay`, `report` or `rules`) can be fetched from this path for an hour.
    Paper { what: &'static str, path: String },
    /// A request of the page was refused.
    Refused { text: String },
    /// The page is refused or sent away, and should not reconnect.
    Closed { text: String },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantEntry {
    /// The variant's word in the protocol.
    pub word: String,
    pub title: String,
    pub seats: Vec<u32>,
    pub options: Vec<RuleOption>,
}

/// The words of people about a game, as the arbiter tells them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct VariantWords {
    /// The texts of each key of the lines `about`, in order.
    #[serde(flatten)]
    pub told: BTreeMap<String, Vec<String>>,
    /// The rows of the list of moves.
    #[serde(skip)]
    pub rules: TurnRules,
}

impl VariantWords {
    /// Adds the text of a line `about`.
    pub fn hear(&mut self, key: &str, text: &str) {
        if key == "row" {
            self.rules.hear(text);
        } else {
            self.told.entry(key.to_owned()).or_default().push(text.to_owned());
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleOption {
    pub name: String,
    /// `spin`, `combo`, `check` or `string`.
    pub kind: &'static str,
    pub default: String,
    pub values: Vec<String>,
    pub min: Option<i64>,
    pub max: Option<i64>,
    /// The explanation; empty if there is none.
    pub about: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableStage {
    #[default]
    Starting,
    Running,
    Over,
    Failed,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableEntry {
    pub id: String,
    pub variant: String,
    pub title: String,
    pub names: Vec<String>,
    pub status: TableStage,
    pub plies: usize,
}

/// A table, as a page may see it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct View {
    pub id: String,
    pub title: String,
    pub variant: String,
    /// The number of the tournament's game; `None` for a table of this board.
    pub game: Option<u64>,
    pub options: BTreeMap<String, String>,
    pub status: TableStage,
    /// True if the page has the owner's key.
    pub owner: bool,
    pub seats: Vec<SeatView>,
    /// The time since the last event, in milliseconds, while only bots think.
    pub waited: Option<u64>,
    /// The seat whose view the page shows; `None` for the spectators' view.
    pub look: Option<u32>,
    /// True while several seats of the page choose at the same time, in secret, and at least one has not chosen.
    pub secret: bool,
    /// The picture; `None` if the page already has it, or the match could not be resumed.
    pub picture: Option<String>,
    /// The legal actions of the shown seat, empty if the seat is not to act; `None` if the page already has them.
    pub legal: Option<Vec<ActionEntry>>,
    pub plies: usize,
    /// The index of the first action in `moves`; the page has the earlier ones.
    pub from: usize,
    /// The actions from index `from` on.
    pub moves: Vec<Move>,
    /// The end of the match; `None` while it runs.
    pub over: Option<MatchEnd>,
    pub notices: Vec<String>,
    pub takeback: bool,
    /// True if the same players can begin another game.
    pub again: bool,
    pub debug: bool,
    /// The links for other people, shown to the owner only.
    pub links: Vec<Share>,
    /// The analysis of the position, shown to the owner who asked for it.
    pub advice: Option<AdviceOrder>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdviceOrder {
    pub bot: String,
    pub runs: bool,
    /// The last output of the bot for each seat to act: number of the seat and text.
    pub says: Vec<(u32, String)>,
    pub would: Vec<(u32, String)>,
    pub wrong: Option<String>,
}

/// A link to give to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Share {
    pub name: String,
    /// The secret part of the link, after `#`.
    pub key: String,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatView {
    pub n: u32,
    pub name: String,
    pub bot: bool,
    /// True if the page may act for the seat.
    pub mine: bool,
    /// True if the seat must decide now.
    pub asked: bool,
    /// The time left on the clock when the message was sent, in milliseconds.
    pub left: Option<u64>,
    /// The time on the clock at the start of the game, in milliseconds.
    pub full: Option<u64>,
    pub runs: bool,
    pub gone: bool,
    /// The last output of the bot; empty if it is not shown.
    pub says: String,
    /// The last score that the bot gave its own position.
    pub score: Option<f64>,
    /// The last depth of search that the bot reported.
    pub depth: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActionEntry {
    /// The action as a word of the protocol.
    pub action: String,
    pub at: Vec<String>,
    /// The words to choose after the places, each with its meaning.
    pub words: Vec<(String, String)>,
    pub text: String,
}

/// An event in the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Move {
    /// The seat that acted; `None` for chance and other events.
    pub seat: Option<u32>,
    pub text: String,
    pub time: Option<u64>,
    /// True for an action or a chance event, after which there is another board.
    pub counts: bool,
    /// The place in the list of moves; `None` for an event that is no action, and for chance before a turn.
    pub place: Option<MovePlace>,
    /// The time left on the seat's clock after the action, in milliseconds.
    pub left: Option<u64>,
    /// The score that the seat's bot gave its own position before the action.
    pub score: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchEnd {
    pub reason: String,
    /// The points of each seat; `None` after an abort.
    pub points: Option<Vec<String>>,
    pub shared: Option<String>,
}
