//! The position, and its text.

use std::fmt;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::one_of,
    combinator::{map_opt, value},
};

use super::{
    Kind, Man, Men, Rights, Square, Squares,
    orthodox::{KING_FILE, RIGHTS},
};
use crate::{
    board::{
        self, Side,
        text::{self, Parsed, expect, space, wrong},
    },
    game::PositionError,
};

/// Whose pawns the pawn part moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pawns {
    /// The mover's.
    Own,
    /// The opponent's, in the Avalanche fashion.
    Opponent,
}

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Revolution {
    /// Whether pawns promote.
    pub promotion: bool,
    /// Whose pawns the pawn part moves.
    pub pawns: Pawns,
    /// How many ranks the board has, 8 or 10.
    pub ranks: u8,
    /// Whether a player who cannot move has 1/3 rather than 1/2.
    pub weak_loss: bool,
}

impl Revolution {
    pub(super) fn ranks(&self) -> usize {
        self.ranks.into()
    }

    /// The squares of the board.
    pub(super) fn area(&self) -> Squares {
        const EIGHT: Squares = ranks(0, 8);
        if self.ranks == 10 { Squares::ALL } else { EIGHT }
    }

    /// Rules page, Protected pawns and Ten ranks: a pawn of either colour on one of the two middle ranks may not be captured.
    pub(super) fn protected(&self) -> Squares {
        const EIGHT: Squares = ranks(3, 5);
        const TEN: Squares = ranks(4, 6);
        if self.ranks == 10 { TEN } else { EIGHT }
    }

    /// The rank where the pawns of a side promote.
    pub(super) fn last_rank(&self, side: Side) -> usize {
        side.other().home(self.ranks())
    }
}

/// The squares of these ranks, counted from 0, the last one left out.
const fn ranks(first: usize, end: usize) -> Squares {
    let mut squares = Squares::EMPTY;
    let mut index = 8 * first;
    while index < 8 * end {
        if let Some(square) = Square::from_index(index) {
            squares.insert(square);
        }
        index += 1;
    }
    squares
}

/// Which part of a turn is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// A piece, or castling.
    Piece,
    /// A pawn.
    Pawn,
}

/// How a game ended, for the player who is to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum End {
    Checkmate,
    Stalemate,
}

/// A position of French Revolution Chess.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FrenchRevolution {
    pub(super) men: Men,
    pub(super) to_act: Side,
    pub(super) rights: Rights,
    pub(super) part: Part,
    pub(super) turn: u32,
    pub(super) options: Revolution,
    /// How it ended. It follows from the rest, and is kept since it is asked for more often than it changes.
    pub(super) end: Option<End>,
}

/// The start on eight ranks, and on ten.
pub(super) const START: &str = "rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR w KQkq pawn 1";
pub(super) const START_TEN: &str = "rnbqkbnr/8/8/8/PPPPPPPP/pppppppp/8/8/8/RNBQKBNR w KQkq pawn 1";

impl FrenchRevolution {
    /// The men on the board.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Which part of a turn is due.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Reads a position.
    pub(super) fn parse(options: &Revolution, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, men) = if options.ranks == 10 { men::<10>(input)? } else { men::<8>(input)? };
            let (input, _) = space(input)?;
            let side = alt((value(Side::White, tag("w")), value(Side::Black, tag("b"))));
            let (input, to_act) = expect("the side to act, w or b", side)(input)?;
            let (input, _) = space(input)?;
            let (input, rights) = rights(input)?;
            let (input, _) = space(input)?;
            let part = alt((value(Part::Piece, tag("piece")), value(Part::Pawn, tag("pawn"))));
            let (input, part) = expect("the part that is due, piece or pawn", part)(input)?;
            let (input, _) = space(input)?;
            let (input, turn) = turn(input)?;
            Ok((input, Self { men, to_act, rights, part, turn, options: *options, end: None }))
        })?;
        read.refuse()?;
        read.settle();
        Ok(read)
    }

    /// Rules page, Position: what `setposition` refuses.
    fn refuse(&self) -> Result<(), PositionError> {
        let refused = |text: String| Err(PositionError::Refused(text.into()));
        for side in Side::ALL {
            let kings = (self.men.of(side) & self.men.kind(Kind::King)).len();
            if kings != 1 {
                return refused(format!("{} has {kings} kings, not one", side.name()));
            }
            let pawns = self.men.of(side) & self.men.kind(Kind::Pawn);
            if self.options.promotion && pawns.iter().any(|pawn| pawn.rank() == self.options.last_rank(side)) {
                return refused(format!("{} has a pawn on his last rank", side.name()));
            }
            for (_, wing, letter) in RIGHTS.into_iter().filter(|(owner, ..)| *owner == side) {
                let [rook, ..] = wing.files();
                let at_home = |file, kind| {
                    let home = Square::new(file, side.home(self.options.ranks()));
                    home.and_then(|home| self.men.at(home)) == Some(Man { side, kind })
                };
                if self.rights.has(side, wing) && !(at_home(KING_FILE, Kind::King) && at_home(rook, Kind::Rook)) {
                    return refused(format!("castling {letter}: king or rook is not at home"));
                }
            }
        }
        if self.part == Part::Piece && self.men.in_check(self.to_act.other()) {
            return refused(format!("{} is in check and not to act", self.to_act.other().name()));
        }
        Ok(())
    }
}

/// `board = rank *("/" rank)` as in FEN
fn men<const RANKS: usize>(input: &str) -> Parsed<'_, Men> {
    let mut men = Men::default();
    let man = |letter: char| {
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        Some(Man { side, kind })
    };
    let (rest, ()) = text::men(
        input,
        "a man, one of KQRBNP or kqrbnp, or a digit for empty squares",
        |input| map_opt(one_of("KQRBNPkqrbnp"), man).parse(input),
        |square: board::Square<8, RANKS>, man| {
            // Squares are counted rank by rank, so that both boards count alike.
            men.put(Square::from_index(square.index()).expect("the larger board has every square"), man);
        },
    )?;
    Ok((rest, men))
}

/// `rights = "-" / ["K"] ["Q"] ["k"] ["q"]`, not empty
fn rights(input: &str) -> Parsed<'_, Rights> {
    let mut rights = Rights::default();
    if let Some(rest) = input.strip_prefix('-') {
        return Ok((rest, rights));
    }
    let mut rest = input;
    for (side, wing, letter) in RIGHTS {
        if let Some(after) = rest.strip_prefix(letter) {
            rights.give(side, wing);
            rest = after;
        }
    }
    if rest.len() == input.len() {
        Err(wrong(input, "the rights to castle, such as KQkq, or -"))
    } else {
        Ok((rest, rights))
    }
}

/// `turn = number`, from 1
fn turn(input: &str) -> Parsed<'_, u32> {
    match text::number(input) {
        Ok((rest, turn)) if turn > 0 => Ok((rest, turn)),
        _ => Err(wrong(input, "the turn, from 1")),
    }
}

fn write_men<const RANKS: usize>(men: &Men, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    text::write_men(f, |square: board::Square<8, RANKS>| {
        let man = Square::from_index(square.index()).and_then(|square| men.at(square))?;
        let mut letter = arrayvec::ArrayString::<1>::new();
        letter.push(man.letter());
        Some(letter)
    })
}

impl fmt::Display for FrenchRevolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.options.ranks == 10 {
            write_men::<10>(&self.men, f)?
        } else {
            write_men::<8>(&self.men, f)?
        }
        let part = match self.part {
            Part::Piece => "piece",
            Part::Pawn => "pawn",
        };
        write!(f, " {} {} {part} {}", self.to_act.letter(), self.rights, self.turn)
    }
}
