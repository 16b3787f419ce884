//! A position and its text: FEN, and the moves since the last irreversible move.

use std::fmt;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{one_of, u32 as number},
    combinator::{map, map_opt, value},
    error::Error,
};

use super::{
    Action, Square,
    castling::{self, Rights},
    end::End,
    men::Men,
    past,
    set::Set,
};
use crate::{
    board::{
        Side,
        orthodox::{Man, ManKind},
        square,
        text::{self, TextResult, after_space, expect, wrong},
    },
    game::PositionError,
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
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than it
    /// changes.
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

    /// Reads a position: `board SP side SP rights SP passed [SP quiet SP turn [SP past]]`. FEN and the first four words
    /// of EPD are positions too.
    pub(super) fn parse(shuffled: bool, position: &str) -> Result<Self, PositionError> {
        let (mut read, past) = text::read(position, |input| {
            let (input, men) = board(input)?;
            let side = alt((value(Side::White, tag("w")), value(Side::Black, tag("b"))));
            let (input, to_act) = after_space(expect("the side to move, w or b", side))(input)?;
            let (input, rights) = after_space(|input| castling::rights(input, &men, shuffled))(input)?;
            let (input, passed) = after_space(passed)(input)?;
            let mut read =
                Self { men, to_act, rights, passed, quiet: 0, turn: 1, past: Vec::new(), shuffled, end: None };
            if input.is_empty() {
                return Ok((input, (read, Vec::new())));
            }
            let (input, quiet) =
                after_space(expect("the moves since the last capture or move of a pawn", number))(input)?;
            let (input, turn) = after_space(turn)(input)?;
            (read.quiet, read.turn) = (quiet, turn);
            if input.is_empty() {
                return Ok((input, (read, Vec::new())));
            }
            let (input, past) = after_space(past::past)(input)?;
            Ok((input, (read, past)))
        })?;
        read.refuse()?;
        if !read.can_pass() {
            read.passed = None;
        }
        if past.is_empty() {
            read.settle();
            return Ok(read);
        }
        read.with_past(&past)
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    pub(super) fn refuse(&self) -> Result<(), PositionError> {
        let refused = |text: String| Err(PositionError::Refused(text.into()));
        for side in Side::ALL {
            let kings = self.count(side, ManKind::King);
            if kings != 1 {
                return refused(format!("{} has {kings} kings, not one", side.name()));
            }
            let (men, pawns) = (self.men.of(side).len(), self.count(side, ManKind::Pawn));
            if men > MOST.0 || pawns > MOST.1 {
                return refused(format!("{} has {men} men, {pawns} of them pawns", side.name()));
            }
        }
        let ends = Set::rank(0) | Set::rank(7);
        if let Some(pawn) = (self.men.kind(ManKind::Pawn) & ends).next() {
            return refused(format!("a pawn stands on {pawn}"));
        }
        if self.men.in_check(self.to_act.other()) {
            return refused(format!("{} is in check and not to move", self.to_act.other().name()));
        }
        if let Some(passed) = self.passed {
            let jumper = self.to_act.other();
            let (before, after) = (Set::only(passed).forward(self.to_act), Set::only(passed).forward(jumper));
            let rank = if jumper == Side::White { 2 } else { 5 };
            let jumped = (self.men.own(jumper, ManKind::Pawn) & after) == after;
            // The two-step move was the last, so no quiet move came after it.
            if self.quiet > 0
                || passed.rank() != rank
                || !jumped
                || !((Set::only(passed) | before) & self.men.all()).is_empty()
            {
                return refused(format!("no pawn can just have passed {passed}"));
            }
        }
        Ok(())
    }
}

/// `board = rank 7*7("/" rank)` as in FEN
fn board(input: &str) -> TextResult<'_, Men> {
    let mut men = Men::default();
    let (rest, ()) = text::men(
        input,
        "a man, one of KQRBNP or kqrbnp, or a digit for empty squares",
        |input| map_opt(one_of("KQRBNPkqrbnp"), Man::of).parse(input),
        |square: Square, man| men.toggle(square, man),
    )?;
    Ok((rest, men))
}

/// `passed = "-" / square`
fn passed(input: &str) -> TextResult<'_, Option<Square>> {
    let passed = alt((value(None, tag("-")), map(square, Some)));
    expect("the square that a pawn has just passed, or -", passed)(input)
}

/// `turn = number`, from 1
fn turn(input: &str) -> TextResult<'_, u32> {
    match number::<_, Error<_>>(input) {
        Ok((rest, turn)) if turn > 0 => Ok((rest, turn)),
        _ => Err(wrong(input, "the turn, from 1")),
    }
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
        self.write_board(&mut text);
        text.push(' ');
        text.push(self.to_act.letter());
        text.push(' ');
        self.rights.write(&mut text, self.shuffled);
        text.push(' ');
        match self.passed {
            Some(passed) => write_name(&mut text, passed),
            None => text.push('-'),
        }
        for number in [self.quiet, self.turn] {
            text.push(' ');
            text.push_str(itoa::Buffer::new().format(number));
        }
        text.push(' ');
        past::write(&mut text, &self.past);
        text
    }

    /// Writes the ranks from the last to the first, with a digit for each run of empty squares.
    fn write_board(&self, text: &mut String) {
        let occupied = self.men.all();
        for rank in (0..8).rev() {
            let mut from = 8 * rank;
            for square in occupied & Set::rank(rank) {
                write_gap(text, square.index() - from);
                text.extend(self.men.at(square).map(Man::letter));
                from = square.index() + 1;
            }
            write_gap(text, 8 * rank + 8 - from);
            if rank > 0 {
                text.push('/');
            }
        }
    }
}

fn write_gap(text: &mut String, squares: usize) {
    if squares > 0 {
        text.push(char::from(b'0' + squares as u8));
    }
}

pub(super) fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file() as u8)
}

pub(super) fn write_name(text: &mut String, square: Square) {
    text.push(file_letter(square));
    text.push(char::from(b'1' + square.rank() as u8));
}

/// Bytes that suffice for all words before `past`: 71 characters of men, 4 rights, two numbers.
const LONGEST_FEN: usize = 112;

/// Bytes of a move of `past` with its comma.
const LONGEST_PAST: usize = 6;
