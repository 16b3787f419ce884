//! The messages between a page and the board: JSON, one object per message.

mod tournament;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use uvi::{MovePlace, TurnRules};

pub use self::tournament::{GameEntry, RunningGame, RunningMove, RunningSeat, StandingEntry, TournamentView};

/// A message from a page.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PageRequest {
    /// The first message, sent once: presents the key.
    Hello {
        /// The key from the page's link.
        key: String,
    },
    /// Makes a table. Owner only.
    Make(TableOrder),
    /// Opens a table. Owner only.
    Open {
        /// The name of the table.
        table: String,
    },
    /// Removes a finished table from the list. Its log stays. Owner only.
    Remove {
        /// The name of the table.
        table: String,
    },
    /// Begins another game of the table's players, in which each has the next seat. Owner only.
    Again,
    /// Leaves the table for the list of tables.
    Leave,
    /// Shows the board as a seat may see it.
    Look {
        /// The seat, one of the page's own.
        seat: u32,
    },
    /// Plays an action.
    Play {
        /// The seat that acts.
        seat: u32,
        /// The action.
        action: String,
    },
    /// Resigns.
    Resign {
        /// The seat that resigns.
        seat: u32,
    },
    /// Takes back the last decision of this page, and all actions after it.
    Undo,
    /// Asks a bot to analyse the position.
    Analyse {
        /// The name of the bot.
        bot: String,
        /// The seat whose view is analysed.
        #[serde(default)]
        seat: Option<u32>,
    },
    /// Asks the analysing bot for its answer now.
    Hush,
    /// Aborts the match.
    Stop,
    /// Shows or hides the output of bots.
    Debug {
        /// True to show the output.
        on: bool,
    },
    /// Requests a page of the tournament.
    Page {
        /// The game to replay; the report if missing.
        #[serde(default)]
        game: Option<u64>,
    },
    /// Opens a game of the tournament, running or finished.
    Watch {
        /// The number of the game.
        game: u64,
    },
    /// Requests the board of the table as it was.
    Past {
        /// The number of actions and chance events on that board.
        plies: usize,
    },
    /// Requests a document of the table.
    Fetch {
        /// The kind of document.
        what: Paper,
    },
}

/// A document of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// The log, in JSON Lines.
    Log,
    /// The page that replays the log.
    Replay,
    /// The rules of the variant.
    Rules,
}

/// An order for a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableOrder {
    /// The variant's word.
    pub variant: String,
    /// The players of the seats, in order.
    pub seats: Vec<SeatOrder>,
    /// The rule options to set.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; drawn by default.
    #[serde(default)]
    pub seed: Option<String>,
    /// The start position; the variant's start by default.
    #[serde(default)]
    pub position: Option<String>,
    /// The time limits of all seats.
    #[serde(default)]
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
        /// The player's name.
        #[serde(default)]
        name: String,
    },
    /// A person with a link of their own.
    Link {
        /// The player's name.
        #[serde(default)]
        name: String,
    },
    /// A bot from the list.
    Bot {
        /// The name in the list.
        name: String,
    },
}

/// Time limits, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeLimits {
    /// The time for each decision.
    #[serde(default)]
    pub movetime: Option<u64>,
    /// The initial time on the clock.
    #[serde(default)]
    pub time: Option<u64>,
    /// The increment after each decision.
    #[serde(default)]
    pub inc: Option<u64>,
    /// The overrun that is forgiven.
    #[serde(default)]
    pub margin: Option<u64>,
    /// True if the limits also hold for people.
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
    /// The list of variants, bots and tables.
    Hall {
        /// All variants that the arbiter knows.
        variants: Vec<VariantEntry>,
        /// All bots that the board may start.
        bots: Vec<Seatable>,
        /// All tables.
        tables: Vec<TableEntry>,
    },
    /// The words of people about the games, by the word of the variant.
    Words {
        /// The words of every variant of which the arbiter says something.
        variants: BTreeMap<String, VariantWords>,
    },
    /// The state of the tournament.
    Course(Box<TournamentView>),
    /// The strengths of a ladder's bots by day.
    Strengths {
        /// The plot as HTML; `None` if there is none.
        plot: Option<String>,
    },
    /// The board of a table in the list.
    Picture {
        /// The name of the table.
        table: String,
        /// The picture, an SVG document.
        picture: String,
    },
    /// A table, as this page may see it.
    Table(Box<View>),
    /// The board of the table as it was.
    Past {
        /// The number of actions and chance events on that board.
        plies: usize,
        /// The picture, an SVG document.
        picture: String,
    },
    /// A document is ready.
    Paper {
        /// `log`, `replay` or `rules`.
        what: &'static str,
        /// The path to fetch the document from, valid for a minute.
        path: String,
    },
    /// The request was refused.
    Refused {
        /// The reason.
        text: String,
    },
    /// The page is refused or sent away, and should not reconnect.
    Closed {
        /// The reason.
        text: String,
    },
}

/// A variant in the form for a new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VariantEntry {
    /// The variant's word in the protocol.
    pub word: String,
    /// The title for people.
    pub title: String,
    /// The possible numbers of seats.
    pub seats: Vec<u32>,
    /// The rule options.
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

/// A rule option in the form for a new table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleOption {
    /// The name, as in `newmatch`.
    pub name: String,
    /// `spin`, `combo`, `check` or `string`.
    pub kind: &'static str,
    /// The value if none is set.
    pub default: String,
    /// The values of a `combo`.
    pub values: Vec<String>,
    /// The minimum of a `spin`.
    pub min: Option<i64>,
    /// The maximum of a `spin`.
    pub max: Option<i64>,
    /// The explanation; empty if there is none.
    pub about: String,
}

/// A bot in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seatable {
    /// The name for people.
    pub name: String,
    /// The variants that the bot plays; `None` if unknown.
    pub variants: Option<Vec<String>>,
    /// The strength, from 1, among the listed bots that are one program; `None` for other bots.
    pub level: Option<u8>,
}

/// A table in the list of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableEntry {
    /// The name of the table.
    pub id: String,
    /// The word of the variant.
    pub variant: String,
    /// The title of the variant.
    pub title: String,
    /// The names of the players.
    pub names: Vec<String>,
    /// The status, as in [`View::status`].
    pub status: &'static str,
    /// The number of actions played.
    pub plies: usize,
}

/// A table, as a page may see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The name of the table.
    pub id: String,
    /// The title of the variant.
    pub title: String,
    /// The word of the variant.
    pub variant: String,
    /// The number of the tournament's game; `None` for a table of this board.
    pub game: Option<u64>,
    /// The rule options that are set.
    pub options: BTreeMap<String, String>,
    /// `starting`, `running`, `over` or `failed`.
    pub status: &'static str,
    /// True if the page has the owner's key.
    pub owner: bool,
    /// All seats.
    pub seats: Vec<SeatView>,
    /// The time since the last event, in milliseconds, while only bots think.
    pub waited: Option<u64>,
    /// The seat whose view the page shows; `None` for the spectators' view.
    pub look: Option<u32>,
    /// The picture; `None` if the page already has it.
    pub picture: Option<String>,
    /// The legal actions of the shown seat, empty if the seat is not to act; `None` if the page already has them.
    pub legal: Option<Vec<ActionEntry>>,
    /// The number of actions.
    pub plies: usize,
    /// The index of the first action in `moves`; the page has the earlier ones.
    pub from: usize,
    /// The actions from index `from` on.
    pub moves: Vec<Move>,
    /// The end of the match; `None` while it runs.
    pub over: Option<MatchEnd>,
    /// Errors, for people.
    pub notices: Vec<String>,
    /// True if actions may be taken back.
    pub takeback: bool,
    /// True if the same players can begin another game.
    pub again: bool,
    /// True if the output of bots is shown.
    pub debug: bool,
    /// The links for other people, shown to the owner only.
    pub links: Vec<Share>,
    /// The analysis of the position, shown to the owner who asked for it.
    pub advice: Option<AdviceOrder>,
}

/// The analysis of a position by a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AdviceOrder {
    /// The name of the bot.
    pub bot: String,
    /// True while the bot thinks.
    pub runs: bool,
    /// The last output of the bot for each seat to act: number of the seat and text.
    pub says: Vec<(u32, String)>,
    /// The action that the bot would play, for each seat.
    pub would: Vec<(u32, String)>,
    /// The error, if the analysis failed.
    pub wrong: Option<String>,
}

/// A link to give to a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The person's name.
    pub name: String,
    /// The secret part of the link, after `#`.
    pub key: String,
}

/// A seat as a page may see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatView {
    /// The number, from 1.
    pub n: u32,
    /// The player's name.
    pub name: String,
    /// True if the player is a bot.
    pub bot: bool,
    /// True if the page may act for the seat.
    pub mine: bool,
    /// True if the seat must decide now.
    pub asked: bool,
    /// The time left on the clock when the message was sent, in milliseconds.
    pub left: Option<u64>,
    /// The time on the clock at the start of the game, in milliseconds.
    pub full: Option<u64>,
    /// True if the clock runs.
    pub runs: bool,
    /// True if the seat has left.
    pub gone: bool,
    /// The last output of the bot; empty if it is not shown.
    pub says: String,
    /// The last score that the bot gave its own position.
    pub score: Option<f64>,
    /// The last depth of search that the bot reported.
    pub depth: Option<f64>,
}

/// A legal action with its gesture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ActionEntry {
    /// The action as a word of the protocol.
    pub action: String,
    /// The places to click.
    pub at: Vec<String>,
    /// The words to choose after the places, each with its meaning.
    pub words: Vec<(String, String)>,
    /// The action as people write it.
    pub text: String,
}

/// An event in the list of moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Move {
    /// The seat that acted; `None` for chance and other events.
    pub seat: Option<u32>,
    /// The event in words.
    pub text: String,
    /// The time used, in milliseconds.
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

/// The end of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MatchEnd {
    /// The word of the reason.
    pub reason: String,
    /// The points of each seat; `None` after an abort.
    pub points: Option<Vec<String>>,
    /// The shared score of a cooperative game.
    pub shared: Option<String>,
}
