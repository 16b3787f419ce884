//! The messages of the seat link: what the arbiter says to a bot, and what a bot says to the arbiter (section 2).

use crate::{Go, OptionSpec, Score, Text, Value, Word, Words};

/// What the arbiter says to a bot (section 2.1).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ToBot {
    /// `uvi <version>`: the first line.
    Uvi(u32),
    /// `setoption name <word> value <value>`.
    SetOption {
        /// The option.
        name: Word,
        /// What it is set to.
        value: Value,
    },
    /// `isready`.
    IsReady,
    /// `newgame …`.
    NewGame(NewGame),
    /// `position <view>`.
    Position(Words),
    /// `history <view> moves <action>…`.
    History {
        /// The start position, as this seat may see it.
        start: Words,
        /// All that has happened since.
        moves: Words,
    },
    /// `legal <action>…`.
    Legal(Words),
    /// `go …`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `gameover …`.
    GameOver(Over),
    /// `error <text>`.
    Error(Text),
    /// `quit`.
    Quit,
}

/// The words of `newgame`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NewGame {
    /// Which variant.
    pub variant: Word,
    /// How many seats.
    pub seats: u32,
    /// Which one is yours.
    pub seat: u32,
    /// The rule options that differ from their defaults.
    pub options: Vec<(Word, Value)>,
}

/// How a game ended: the words after `gameover` and after `over <match>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Over {
    /// Why it ended: a word of the rules page, a fault, `resign` or `abort`.
    pub reason: Word,
    /// The score; none after an abort.
    pub score: Option<Score>,
}

/// What a bot says to the arbiter (section 2.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FromBot {
    /// `id name <text>`.
    IdName(Text),
    /// `id author <text>`.
    IdAuthor(Text),
    /// `option name <word> type …`.
    Option(OptionSpec),
    /// `variant <word>…`: the variants it plays.
    Variant(Words),
    /// `feature <word>…`: what it wants, `legal` and `history`.
    Feature(Words),
    /// `uviok`: the end of its greeting.
    UviOk,
    /// `readyok`.
    ReadyOk,
    /// `info <text>`.
    Info(Text),
    /// `bestmove <action>…`: at least one.
    BestMove(Words),
    /// `resign`.
    Resign,
}
