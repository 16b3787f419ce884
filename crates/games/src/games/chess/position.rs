//! A position and its text: FEN, and the moves since the last irreversible move.

use std::fmt;

use nom::{Parser, branch::alt, bytes::complete::tag, character::complete::u32 as number, combinator::value};

use super::{
    Action, Square,
    castling::{self, Rights},
    end::End,
    men::Men,
    options::{ChessOptions, Draws},
    past,
    set::Set,
};
use crate::{
    board::{
        Side,
        orthodox::{Man, ManKind, each_man},
        square,
        text::{self, BoardTextError, TextResult, after_space, expect, or_dash},
    },
    game::{FieldForm, PositionError, PositionField},
};

/// A position of chess.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Chess {
    pub(super) men: Men,
    pub(super) to_act: Side,
    pub(super) rights: Rights,
    /// The square that a pawn has just passed by two steps. `None` if no capture in passing is legal.
    pub(super) passed: Option<Square>,
    /// The number of moves of both sides since the last capture or pawn move.
    pub(super) quiet: u32,
    pub(super) turn: u32,
    /// The moves since the last irreversible move. The earlier positions follow from them, to find repetitions.
    pub(super) past: Vec<Action>,
    /// The option `start shuffled`: castling is written as king takes rook, and rights by files.
    pub(super) shuffled: bool,
    pub(super) draws: Draws,
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than changed.
    pub(super) end: Option<End>,
}

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";

/// The most men of a side, and the most pawns.
const MOST: (usize, usize) = (16, 8);

impl Chess {
    /// The man on a square.
    pub fn at(&self, square: Square) -> Option<Man> {
        self.men.at(square)
    }

    /// The number of men of a kind that a side has.
    pub fn count(&self, side: Side, kind: ManKind) -> usize {
        self.men.own(side, kind).len()
    }

    /// Returns true if the king of a side is attacked.
    pub fn in_check(&self, side: Side) -> bool {
        self.men.in_check(side)
    }

    /// Reads a position: `board [SP side [SP rights [SP passed [SP quiet [SP turn [SP past]]]]]]`. FEN is a position, and
    /// so are the words of EPD before its operations.
    pub(super) fn parse(options: ChessOptions, position: &str) -> Result<Self, PositionError> {
        let ChessOptions { shuffled, draws } = options;
        let (mut read, past) = text::read(position, |input| {
            let (input, men) = board(input)?;
            let (input, to_act) = or_missing(Side::White, expect("the side to move, w or b", Side::read))(input)?;
            let rights = |input| castling::rights(input, &men, shuffled);
            let (input, rights) = or_missing(None, or_dash(rights))(input)?;
            let (input, passed) = or_missing(None, passed)(input)?;
            let (input, quiet) = or_missing(0, count("the moves since the last capture or move of a pawn"))(input)?;
            let (input, turn) = or_missing(1, count("the turn"))(input)?;
            let (input, past) = or_missing(None, or_dash(past::past))(input)?;
            let (rights, turn) = (rights.unwrap_or_default(), turn.max(1));
            let read = Self { men, to_act, rights, passed, quiet, turn, past: Vec::new(), shuffled, draws, end: None };
            Ok((input, (read, past)))
        })?;
        read.refuse()?;
        if read.was_passed() && read.can_pass() {
            // The two-step move was the last, so no quiet move came after it.
            read.quiet = 0;
        } else {
            read.passed = None;
        }
        match past {
            Some(past) => read.with_past(&past),
            None => {
                read.settle();
                Ok(read)
            }
        }
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    pub(super) fn refuse(&self) -> Result<(), PositionError> {
        for side in Side::ALL {
            let (kings, name) = (self.count(side, ManKind::King), side.name());
            PositionError::unless(kings == 1, format_args!("{name} has {kings} kings, not one"))?;
            let (men, pawns) = (self.men.of(side).len(), self.count(side, ManKind::Pawn));
            let fits = men <= MOST.0 && pawns <= MOST.1;
            PositionError::unless(fits, format_args!("{name} has {men} men, {pawns} of them pawns"))?;
        }
        let ends = Set::rank(0) | Set::rank(7);
        if let Some(pawn) = (self.men.kind(ManKind::Pawn) & ends).next() {
            return Err(PositionError::refused(format!("a pawn stands on {pawn}")));
        }
        let (other, is_safe) = (self.to_act.other(), !self.men.in_check(self.to_act.other()));
        PositionError::unless(is_safe, format_args!("{} is in check and not to move", other.name()))
    }

    /// Returns true if a pawn can just have passed the square `passed`.
    fn was_passed(&self) -> bool {
        let Some(passed) = self.passed else { return false };
        let jumper = self.to_act.other();
        let (before, after) = (Set::only(passed).forward(self.to_act), Set::only(passed).forward(jumper));
        let rank = if jumper == Side::White { 2 } else { 5 };
        let jumped = (self.men.own(jumper, ManKind::Pawn) & after) == after;
        passed.rank() == rank && jumped && ((Set::only(passed) | before) & self.men.all()).is_empty()
    }
}

/// The next word of a position, or `missing` at the end of the text.
fn or_missing<'a, T>(
    missing: T,
    parser: impl Parser<&'a str, Output = T, Error = BoardTextError<'a>>,
) -> impl FnOnce(&'a str) -> TextResult<'a, T> {
    move |input| if input.is_empty() { Ok((input, missing)) } else { after_space(parser)(input) }
}

/// `board = rank 7*7("/" rank)` as in FEN
fn board(input: &str) -> TextResult<'_, Men> {
    each_man(input, Men::toggle)
}

/// `passed = "-" / square`
fn passed(input: &str) -> TextResult<'_, Option<Square>> {
    expect("the square that a pawn has just passed, or -", or_dash(square))(input)
}

/// `count = number / "-"`; `-` is 0
fn count<'a>(expected: &'static str) -> impl FnMut(&'a str) -> TextResult<'a, u32> {
    expect(expected, alt((number, value(0, tag("-")))))
}

impl fmt::Display for Chess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Chess {
    /// The position as text. It is written for every decision, so it takes only one allocation.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(LONGEST_FEN + self.past.len() * LONGEST_PAST);
        self.write(&mut text).expect("a String takes any text");
        text
    }

    fn write(&self, text: &mut String) -> fmt::Result {
        let occupied = self.men.all();
        text::write_men(text, |square| {
            let man = if occupied.contains(square) { self.men.at(square) } else { None };
            man.map(|man| [man.letter()])
        })?;
        text.push(' ');
        text.push(self.to_act.letter());
        text.push(' ');
        self.rights.write(text, self.shuffled);
        text.push(' ');
        match self.passed {
            Some(passed) => passed.write(text)?,
            None => text.push('-'),
        }
        for number in [self.quiet, self.turn] {
            text.push(' ');
            text.push_str(itoa::Buffer::new().format(number));
        }
        text.push(' ');
        past::write(text, &self.past)
    }
}

/// Bytes that suffice for all words before `past`: 71 characters of men, 4 rights, two numbers.
const LONGEST_FEN: usize = 112;

/// Bytes of a move of `past` with its comma.
const LONGEST_PAST: usize = 6;

pub(super) const FIELDS: &[PositionField] = fields! {
    "men": FieldForm::Board("h8", &FieldForm::Letter("KQRBNPkqrbnp")) => "as in FEN",
    "seat": FieldForm::Owner("wb") => "who is to move, `w` or `b`",
    "castling": FieldForm::Letters("KQkqABCDEFGHabcdefgh") =>
        "as in FEN, `-` for none; with `start shuffled` the files of the rooks, such as `HAha`",
    "passed": FieldForm::Maybe(&FieldForm::Square("h8")) =>
        "the square that a pawn has just passed, if a capture in passing is legal; `-` otherwise",
    "quiet": FieldForm::Number => "moves of both sides since the last capture or move of a pawn",
    "turn": FieldForm::Number => "from 1, one more after each move of Black",
    "past": FieldForm::List(",", &FieldForm::Move("h8")) =>
        "the moves since the last irreversible one, such as `g1f3,g8f6`; `-` for none",
};
