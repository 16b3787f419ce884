//! What a page and the board say to each other: JSON, a message each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a page says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wish {
    /// Who it is: first of all, and once.
    Hello {
        /// The key of its link.
        key: String,
    },
    /// A new table, for who holds the board's own key.
    Make(Order),
    /// To sit down at a table, for who holds the board's own key.
    Open {
        /// Its name.
        table: String,
    },
    /// To leave the table for the list of all.
    Leave,
    /// To see the board as this seat may.
    Look {
        /// The seat, one of the page's own.
        seat: u32,
    },
    /// An action.
    Play {
        /// The seat that acts.
        seat: u32,
        /// What it does.
        action: String,
    },
    /// To give up.
    Resign {
        /// Who.
        seat: u32,
    },
    /// To take actions back, to the last decision of this page.
    Undo,
    /// To ask a bot about the position.
    Analyse {
        /// Its name.
        bot: String,
        /// As which seat the page looks.
        #[serde(default)]
        seat: Option<u32>,
    },
    /// To have that bot answer.
    Hush,
    /// To break the match off.
    Stop,
    /// Whether what bots say is shown.
    Debug {
        /// Whether it is.
        on: bool,
    },
    /// A page of the tournament that is looked on at.
    Page {
        /// The game that is to be replayed; the report by default.
        #[serde(default)]
        game: Option<u64>,
    },
    /// The log, or the page that replays it.
    Fetch {
        /// Which of them.
        what: Paper,
    },
}

/// What can be had of a match beside the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// As JSON Lines.
    Log,
    /// The page that replays it.
    Replay,
    /// The rules of its variant.
    Rules,
}

/// A table that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The variant's word.
    pub variant: String,
    /// Who sits where.
    pub seats: Vec<Sitter>,
    /// The rule options that are set.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; drawn by default.
    #[serde(default)]
    pub seed: Option<String>,
    /// Where it starts; where the variant does if it is left out.
    #[serde(default)]
    pub position: Option<String>,
    /// The limits of all seats.
    #[serde(default)]
    pub clock: Option<Limits>,
    /// Whether people may take actions back.
    #[serde(default)]
    pub takeback: bool,
}

/// Who gets a seat of a new table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sitter {
    /// Somebody at the page that makes the table.
    Here {
        /// What they are called.
        #[serde(default)]
        name: String,
    },
    /// Somebody who gets a link of their own.
    Link {
        /// What they are called.
        #[serde(default)]
        name: String,
    },
    /// A bot of the list.
    Bot {
        /// Its name there.
        name: String,
    },
}

/// Times, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// For each decision.
    #[serde(default)]
    pub movetime: Option<u64>,
    /// On the clock.
    #[serde(default)]
    pub time: Option<u64>,
    /// After each decision.
    #[serde(default)]
    pub inc: Option<u64>,
    /// Whether they hold for people too.
    #[serde(default = "yes")]
    pub people: bool,
}

fn yes() -> bool {
    true
}

/// What the board says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Said {
    /// The list of all: what can be played, by whom, and which tables there are.
    Hall {
        /// All that this arbiter knows.
        variants: Vec<Variant>,
        /// All that the board may start.
        bots: Vec<Seatable>,
        /// Each table.
        tables: Vec<Entry>,
    },
    /// How the tournament stands that is looked on at.
    Course(Box<Course>),
    /// A table, as this page may see it.
    Table(Box<View>),
    /// A paper is ready.
    Paper {
        /// `log`, `replay` or `rules`.
        what: &'static str,
        /// Where it can be had, for a minute.
        path: String,
    },
    /// What was wished cannot be.
    Refused {
        /// Why.
        text: String,
    },
    /// The page is not let in, or sent away; it need not come again.
    Closed {
        /// Why.
        text: String,
    },
}

/// A variant as the form for a new table shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// Its word for the link.
    pub word: String,
    /// What it is called.
    pub title: String,
    /// How many seats it can have.
    pub seats: Vec<u32>,
    /// Its rule options.
    pub options: Vec<RuleOption>,
}

/// A rule option, as a form shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleOption {
    /// As `newmatch` has it.
    pub name: String,
    /// `spin`, `combo`, `check` or `string`.
    pub kind: &'static str,
    /// The value where none is set.
    pub default: String,
    /// The values of a `combo`.
    pub values: Vec<String>,
    /// The least value of a `spin`.
    pub min: Option<i64>,
    /// The greatest value of a `spin`.
    pub max: Option<i64>,
}

/// A bot of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Seatable {
    /// What people call it.
    pub name: String,
    /// What it plays; any variant where it has not said.
    pub variants: Option<Vec<String>>,
}

/// A table in the list of all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its name.
    pub id: String,
    /// The title of its variant.
    pub title: String,
    /// Who sits there.
    pub names: Vec<String>,
    /// How it stands.
    pub status: &'static str,
    /// How many actions were played.
    pub plies: usize,
}

/// A table, as a page may see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// Its name.
    pub id: String,
    /// The title of its variant.
    pub title: String,
    /// The word of its variant.
    pub variant: String,
    /// The rule options that are set.
    pub options: BTreeMap<String, String>,
    /// `starting`, `running`, `over` or `failed`.
    pub status: &'static str,
    /// Whether the page holds the board's own key.
    pub owner: bool,
    /// Everybody.
    pub seats: Vec<SeatView>,
    /// As which seat the page looks; nobody's where it has no seat.
    pub look: Option<u32>,
    /// The picture; none if the page has it already.
    pub picture: Option<String>,
    /// What the seat that looks may do, empty if it is not asked; none if the page has it already.
    pub legal: Option<Vec<Choice>>,
    /// How many actions there are.
    pub plies: usize,
    /// Which action is the first of those that follow: what was before, the page has.
    pub from: usize,
    /// The actions.
    pub moves: Vec<Move>,
    /// How it ended.
    pub over: Option<Ended>,
    /// What went wrong.
    pub notices: Vec<String>,
    /// Whether actions may be taken back.
    pub takeback: bool,
    /// Whether what bots say is shown.
    pub debug: bool,
    /// The links of the others, for who has made the table: the words after `#`.
    pub links: Vec<Share>,
    /// What a bot says about the position, for who has made the table and has asked one.
    pub advice: Option<Advice>,
}

/// A bot that is asked about a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// Its name.
    pub bot: String,
    /// Whether it thinks.
    pub runs: bool,
    /// What it has said last, for each seat that is to act.
    pub says: Vec<(u32, String)>,
    /// What it would do, for each seat.
    pub would: Vec<(u32, String)>,
    /// What went wrong.
    pub wrong: Option<String>,
}

/// A link to give to somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Who is to use it.
    pub name: String,
    /// The secret part of the link.
    pub key: String,
}

/// A seat as one page may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Its number.
    pub n: u32,
    /// Who sits there.
    pub name: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether the page may act for it.
    pub mine: bool,
    /// Whether it must decide now.
    pub asked: bool,
    /// What is left on its clock, in milliseconds, when this was said.
    pub left: Option<u64>,
    /// Whether that clock runs.
    pub runs: bool,
    /// Whether it has left.
    pub gone: bool,
    /// What its bot has said last, where that is shown.
    pub says: String,
}

/// An action that may be played, as the rules take it apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The word for the link.
    pub action: String,
    /// Its places.
    pub at: Vec<String>,
    /// Its other words, each with its meaning.
    pub words: Vec<(String, String)>,
    /// The action as people write it.
    pub text: String,
}

/// Something that has happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Who did it; nobody for chance and the like.
    pub seat: Option<u32>,
    /// In words.
    pub text: String,
    /// How long it took, in milliseconds.
    pub time: Option<u64>,
}

/// How a match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ended {
    /// The word of the reason.
    pub reason: String,
    /// The points of each seat; none after an abort.
    pub points: Option<Vec<String>>,
    /// The points of all together, in a cooperative game.
    pub shared: Option<String>,
}

/// How a tournament stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Course {
    /// Its path, as the board was given it.
    pub folder: String,
    /// How many games have a result.
    pub finished: u64,
    /// Each bot, the one with the greatest share of its points first.
    pub standings: Vec<Standing>,
    /// Games that are played now.
    pub boards: Vec<Board>,
    /// The games that ended last, the latest first.
    pub latest: Vec<Result>,
}

/// What a bot has come to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// As the tournament file has it.
    pub name: String,
    /// How many games it has played.
    pub games: u64,
    /// Its points; of a cooperative game, the sum of the scores.
    pub points: f64,
}

/// A game that is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Board {
    /// Its number.
    pub game: u64,
    /// Its picture, an SVG document.
    pub picture: String,
}

/// A game that has ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Result {
    /// Its number.
    pub game: u64,
    /// Who sat there.
    pub seats: Vec<String>,
    /// What each has got, or what all have got together.
    pub score: Vec<String>,
    /// Why it ended.
    pub reason: String,
}
