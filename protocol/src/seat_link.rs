//! The messages of the seat link, between the arbiter and a bot (UVI 2).

use std::fmt;

use crate::{
    Go, Lots, OptionSpec, ScoreText, Text, Value, Word, Words, WriteProblemError,
    grammar::is_reserved,
    word_writer::{WordWriter, messages, shown},
};

/// A message of the arbiter to a bot (UVI 2.2).
#[expect(missing_docs, reason = "the line of each message names its fields")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToBot {
    /// `uvi <version>`: the first line.
    Uvi(u32),
    /// `setoption name <word> value <value>`.
    SetOption { name: Word, value: Value },
    /// `isready`.
    IsReady,
    /// `newgame …`.
    NewGame(NewGame),
    /// `position <view>`.
    Position(Words),
    /// `history <view> moves <action>…`: the start position as this seat may see it, and all actions since.
    History { start: Words, moves: Words },
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

messages!(ToBot, FromBot);
shown!(Over);

impl ToBot {
    fn words(&self, line: &mut WordWriter<'_, impl fmt::Write>) {
        match self {
            Self::Uvi(version) => line.verb("uvi").show(version),
            Self::SetOption { name, value } => {
                line.verb("setoption").word("name").word(name).word("value").value("value", value)
            }
            Self::IsReady => line.verb("isready"),
            Self::NewGame(game) => {
                line.verb("newgame").word("variant").word(&game.variant);
                line.word("seats").show(game.seats).word("seat").show(game.seat);
                line.pair("lots", game.lots).options(&game.options, is_reserved)
            }
            Self::Position(view) => line.verb("position").some("position", view),
            Self::History { start, moves } => line.verb("history").start(start).word("moves").word(moves),
            Self::Legal(actions) => line.verb("legal").word(actions),
            Self::Go(go) => go.words(line.verb("go")),
            Self::Stop => line.verb("stop"),
            Self::GameOver(over) => over.words(line.verb("gameover")),
            Self::Error(text) => line.verb("error").text("text", text),
            Self::Quit => line.verb("quit"),
        };
    }
}

impl FromBot {
    /// The first word of each message of a bot.
    pub const VERBS: [&str; 9] =
        ["id", "option", "variant", "feature", "uviok", "readyok", "info", "bestmove", "resign"];

    fn words(&self, line: &mut WordWriter<'_, impl fmt::Write>) {
        match self {
            Self::IdName(text) => line.verb("id").word("name").text("text", text),
            Self::IdAuthor(text) => line.verb("id").word("author").text("text", text),
            Self::Option(option) => option.words(line.verb("option")),
            Self::Variant(words) => line.verb("variant").some("words", words),
            Self::Feature(words) => line.verb("feature").some("words", words),
            Self::UviOk => line.verb("uviok"),
            Self::ReadyOk => line.verb("readyok"),
            Self::Info(text) => line.verb("info").text("text", text),
            Self::BestMove(actions) => line.verb("bestmove").some("actions", actions),
            Self::Resign => line.verb("resign"),
        };
    }
}

impl Over {
    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        let is_empty = matches!(&self.score, Some(ScoreText::Each(points)) if points.is_empty());
        line.expect(!is_empty, "score", WriteProblemError::Empty("points"));
        line.word("reason").word(&self.reason).maybe(self.score.as_ref())
    }
}
