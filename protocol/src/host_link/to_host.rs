//! The messages of the arbiter to a host (UVI 4.3).

use std::{borrow::Cow, fmt};

use crate::{
    Digest, ErrorCode, Fault, Go, OptionSpec, Over, Text, Value, Word, Words, WriteProblemError,
    word_writer::{WordWriter, messages},
};

/// A message of the arbiter to a host (UVI 4.3). `name` is the name of a match, and `seat` the number of a seat.
#[expect(missing_docs, reason = "the line of each message names its fields")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ToHost {
    /// `id name <text>`.
    IdName(Text),
    /// `id author <text>`.
    IdAuthor(Text),
    /// `variant name <word> seats <n>… title <text>`.
    Variant { name: Word, seats: Vec<u32>, title: Text },
    /// `option variant <word> name <word> type …`.
    Option { variant: Word, option: OptionSpec },
    /// `about <variant> <key> <text>`.
    About { variant: Word, key: Word, text: Text },
    /// `uviok`.
    UviOk,
    /// `readyok`.
    ReadyOk,
    /// `created <match>`.
    Created(Word),
    /// `ready <match> <n> name <text>`.
    Ready { name: Word, seat: u32, bot: Text },
    /// `started <match> commitment <hex> position <position>`.
    Started { name: Word, commitment: Digest, position: Words },
    /// `chance <match> <action>`.
    Chance { name: Word, action: Word },
    /// `played <match> <n> <action> time <ms> text <text>`.
    Played { name: Word, seat: u32, action: Word, time: u64, text: Text },
    /// `score <match> turn <n> points <n> total <n> chain <square>…`.
    Score { name: Word, turn: u32, points: u32, total: u32, chain: Words },
    /// `turn <match> <n> [<the words of go>]`: the host seat must decide.
    Turn { name: Word, seat: u32, go: Go },
    /// `info <match> <n> <text>`.
    Info { name: Word, seat: u32, text: Text },
    /// `fault <match> <n> <word> <text>`: what was expected, and what came.
    Fault { name: Word, seat: u32, fault: Fault, text: Text },
    /// `try <match> <n> <word> left <n> time <ms> text <text>`: a refused answer, and the retries left in this game.
    Try { name: Word, seat: u32, fault: Fault, left: u32, time: u64, text: Text },
    /// `vacated <match> <n> reason <word>`: a fault's word or `resign`.
    Vacated { name: Word, seat: u32, reason: Word },
    /// `undone <match> <plies> to <n>`: the decisions taken back, and the actions and chance events that remain.
    Undone { name: Word, plies: u32, to: u32 },
    /// `over <match> reason <word> …`.
    Over { name: Word, over: Over },
    /// `board <match> <text>`; a line without text ends the board. The text is written after exactly one space, and its
    /// leading spaces matter. [`ToHost::board`] makes one of any text.
    Board { name: Word, line: String },
    /// `legal <match> <n> <action>…`.
    Legal { name: Word, seat: u32, actions: Words },
    /// `places <match> <n> <action> [at <place>]… [word <word> <value>]… text <text>`: the places by their
    /// names in the picture for that seat, the words with their meaning for people.
    Places { name: Word, seat: u32, action: Word, at: Vec<Word>, words: Vec<(Word, Value)>, text: Text },
    /// `picture <match> <svg>`.
    Picture { name: Word, svg: Text },
    /// `position <match> <position>`: the full one, or the view of the seat in the request.
    Position { name: Word, position: Words },
    /// `history <match> <position> moves <action>…`.
    History { name: Word, start: Words, moves: Words },
    /// `error <code> <text>`. The text begins with `line <n>` if a line of the host caused the error.
    Error { code: ErrorCode, text: Text },
}

messages!(ToHost);

impl ToHost {
    /// A line of a board, without the spaces at its end.
    pub fn board(name: Word, line: &str) -> Self {
        Self::Board { name, line: board_text(line).into_owned() }
    }

    fn words(&self, line: &mut WordWriter<'_, impl fmt::Write>) {
        match self {
            Self::IdName(text) => line.verb("id").word("name").text("text", text),
            Self::IdAuthor(text) => line.verb("id").word("author").text("text", text),
            Self::Variant { name, seats, title } => {
                line.verb("variant").word("name").word(name).word("seats");
                line.expect(!seats.is_empty(), "seats", WriteProblemError::Empty("a number"));
                for number in seats {
                    line.show(number);
                }
                line.word("title").text("title", title)
            }
            Self::Option { variant, option } => option.words(line.verb("option").word("variant").word(variant)),
            Self::About { variant, key, text } => line.verb("about").word(variant).word(key).text("text", text),
            Self::UviOk => line.verb("uviok"),
            Self::ReadyOk => line.verb("readyok"),
            Self::Created(name) => line.verb("created").word(name),
            Self::Ready { name, seat, bot } => line.verb("ready").word(name).show(seat).word("name").text("name", bot),
            Self::Started { name, commitment, position } => {
                line.verb("started").word(name).word("commitment").show(commitment);
                line.word("position").some("position", position)
            }
            Self::Chance { name, action } => line.verb("chance").word(name).word(action),
            Self::Played { name, seat, action, time, text } => {
                line.verb("played").word(name).show(seat).word(action);
                line.word("time").show(time).word("text").text("text", text)
            }
            Self::Score { name, turn, points, total, chain } => {
                line.verb("score").word(name).word("turn").show(turn).word("points").show(points);
                line.word("total").show(total).word("chain").word(chain)
            }
            Self::Turn { name, seat, go } => go.words(line.verb("turn").word(name).show(seat)),
            Self::Info { name, seat, text } => line.verb("info").word(name).show(seat).text("text", text),
            Self::Fault { name, seat, fault, text } => {
                line.verb("fault").word(name).show(seat).word(fault.word()).text("text", text)
            }
            Self::Try { name, seat, fault, left, time, text } => {
                line.verb("try").word(name).show(seat).word(fault.word()).word("left").show(left);
                line.word("time").show(time).word("text").text("text", text)
            }
            Self::Vacated { name, seat, reason } => {
                line.verb("vacated").word(name).show(seat).word("reason").word(reason)
            }
            Self::Undone { name, plies, to } => line.verb("undone").word(name).show(plies).word("to").show(to),
            Self::Over { name, over } => over.words(line.verb("over").word(name)),
            Self::Board { name, line: text } => {
                let unfit = WriteProblemError::Unfit("a line without line ends, and without spaces at its end");
                line.verb("board").word(name).expect(board_text(text) == *text, "text", unfit);
                line.text("text", board_text(text))
            }
            Self::Places { name, seat, action, at, words, text } => {
                line.verb("places").word(name).show(seat).word(action);
                for place in at {
                    line.word("at").word(place);
                }
                for (word, meaning) in words {
                    line.word("word").word(word).value("words", meaning);
                }
                line.word("text").text("text", text)
            }
            Self::Picture { name, svg } => line.verb("picture").word(name).some_text("svg", svg, "a picture"),
            Self::Legal { name, seat, actions } => line.verb("legal").word(name).show(seat).word(actions),
            Self::Position { name, position } => line.verb("position").word(name).some("position", position),
            Self::History { name, start, moves } => {
                line.verb("history").word(name).start(start).word("moves").word(moves)
            }
            Self::Error { code, text } => line.verb("error").word(code.word()).text("text", text),
        };
    }
}

/// The text of a board line, trimmed on the right, with spaces in place of line ends.
fn board_text(text: &str) -> Cow<'_, str> {
    let text = text.trim_end_matches([' ', '\t', '\n', '\r']);
    if text.contains(['\n', '\r']) { Cow::Owned(text.replace(['\n', '\r'], " ")) } else { Cow::Borrowed(text) }
}
