//! The messages of the seat link, between the arbiter and a bot (UVI 2).

use std::fmt;

use crate::{Go, Lots, OptionSpec, ScoreText, Text, Value, Word, Words, grammar, word_writer::WordWriter};

/// A message of the arbiter to a bot (UVI 2.2).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToBot {
    /// `uvi <version>`: the first line.
    Uvi(u32),
    /// `setoption name <word> value <value>`.
    SetOption {
        /// The name of the option.
        name: Word,
        /// The new value.
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
        /// All actions since the start position.
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
    /// The variant's word.
    pub variant: Word,
    /// The number of seats.
    pub seats: u32,
    /// The bot's own seat.
    pub seat: u32,
    /// The number from which the bot draws lots. `None` if the arbiter sends none.
    pub lots: Option<Lots>,
    /// The rule options that differ from their defaults.
    pub options: Vec<(Word, Value)>,
}

/// The end of a game: the words after `gameover` and after `over <match>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Over {
    /// The reason: a word of the rules page, a fault, `resign` or `abort`.
    pub reason: Word,
    /// The score; `None` after an abort.
    pub score: Option<ScoreText>,
}

/// A message of a bot to the arbiter (UVI 2.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FromBot {
    /// `id name <text>`.
    IdName(Text),
    /// `id author <text>`.
    IdAuthor(Text),
    /// `option name <word> type …`.
    Option(OptionSpec),
    /// `variant <word>…`: the variants that the bot plays.
    Variant(Words),
    /// `feature <word>…`: the features that the bot wants, `legal` and `history`.
    Feature(Words),
    /// `uviok`: the end of the greeting.
    UviOk,
    /// `readyok`.
    ReadyOk,
    /// `info <text>`.
    Info(Text),
    /// `bestmove <action>…`: at least one action.
    BestMove(Words),
    /// `resign`.
    Resign,
}

impl FromBot {
    /// The first word of each message of a bot.
    pub const VERBS: [&str; 9] =
        ["id", "option", "variant", "feature", "uviok", "readyok", "info", "bestmove", "resign"];

    /// The text of an `info` line, unparsed; `None` for any other line. Avoids the parsing of `info` lines, which are
    /// most lines of a bot. [`Text::new`] makes of this text the same value as parsing.
    ///
    /// ```
    /// use uvi::FromBot;
    ///
    /// assert_eq!(FromBot::info(" info depth 4 "), Some("depth 4"));
    /// assert_eq!(FromBot::info("information"), None);
    /// ```
    pub fn info(line: &str) -> Option<&str> {
        grammar::info(line)
    }
}

impl fmt::Display for ToBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

impl ToBot {
    /// Writes the message as [`Display`](fmt::Display) does. Writing into a `String` is faster this way, without a
    /// formatter.
    ///
    /// # Errors
    /// Any error of `to`.
    pub fn write_to(&self, to: &mut impl fmt::Write) -> fmt::Result {
        let mut line = WordWriter::new(to);
        match self {
            Self::Uvi(version) => line.word("uvi").show(version),
            Self::SetOption { name, value } => line.word("setoption").word("name").word(name).word("value").show(value),
            Self::IsReady => line.word("isready"),
            Self::NewGame(game) => {
                line.word("newgame").word("variant").word(&game.variant);
                line.word("seats").show(game.seats).word("seat").show(game.seat);
                line.pair("lots", game.lots);
                write_options(&mut line, &game.options);
                &mut line
            }
            Self::Position(view) => line.word("position").word(view),
            Self::History { start, moves } => line.word("history").word(start).word("moves").word(moves),
            Self::Legal(actions) => line.word("legal").word(actions),
            Self::Go(go) => {
                line.word("go");
                go.write_to(&mut line);
                &mut line
            }
            Self::Stop => line.word("stop"),
            Self::GameOver(over) => line.word("gameover").show(over),
            Self::Error(text) => line.word("error").word(text),
            Self::Quit => line.word("quit"),
        }
        .finish()
    }
}

/// Writes rule options, each as its name and value.
pub(crate) fn write_options(line: &mut WordWriter<'_, impl fmt::Write>, options: &[(Word, Value)]) {
    for (name, value) in options {
        line.word(name).show(value);
    }
}

/// Writes the words after `gameover`: `reason royals score 1 0 0`.
impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = WordWriter::new(f);
        line.word("reason").word(&self.reason).maybe(self.score.as_ref()).finish()
    }
}

impl fmt::Display for FromBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = WordWriter::new(f);
        match self {
            Self::IdName(text) => line.word("id").word("name").word(text),
            Self::IdAuthor(text) => line.word("id").word("author").word(text),
            Self::Option(option) => line.word("option").show(option),
            Self::Variant(words) => line.word("variant").word(words),
            Self::Feature(words) => line.word("feature").word(words),
            Self::UviOk => line.word("uviok"),
            Self::ReadyOk => line.word("readyok"),
            Self::Info(text) => line.word("info").word(text),
            Self::BestMove(actions) => line.word("bestmove").word(actions),
            Self::Resign => line.word("resign"),
        }
        .finish()
    }
}
