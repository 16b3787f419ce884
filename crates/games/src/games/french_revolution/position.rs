//! A position and its text.

use std::fmt;

use crate::{
    board::{
        Side,
        orthodox::{BoardSquare, Man, ManKind, Men, Rights, Squares, attacks, men, rights},
        text::{self, TextResult, after_space, expect, or_dash},
    },
    game::{FieldForm, PositionError, PositionField},
};

/// The option `pawns`: the owner of the pawns that the pawn part moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pawns {
    /// The pawns of the player to act.
    Own,
    /// The pawns of his opponent, as in Avalanche Chess.
    Opponent,
}

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Revolution {
    /// True if pawns promote.
    pub promotion: bool,
    /// The value of the option `pawns`.
    pub pawns: Pawns,
    /// The number of ranks, 8 or 10.
    pub ranks: u8,
    /// True if a player who cannot move scores 1/3 instead of 1/2.
    pub weak_loss: bool,
}

impl Revolution {
    pub(super) fn ranks(&self) -> usize {
        self.ranks.into()
    }

    pub(super) fn area(&self) -> Squares {
        const EIGHT: Squares = Squares::crossing(FILES, FILES);
        if self.ranks == 10 { Squares::ALL } else { EIGHT }
    }

    /// The two middle ranks. Rules page, Protected pawns and Ten ranks: no pawn may be captured there.
    pub(super) fn protected(&self) -> Squares {
        const EIGHT: Squares = Squares::crossing(FILES, &[3, 4]);
        const TEN: Squares = Squares::crossing(FILES, &[4, 5]);
        if self.ranks == 10 { TEN } else { EIGHT }
    }

    /// The rank on which the pawns of a side promote, from 0.
    pub(super) fn last_rank(&self, side: Side) -> usize {
        side.other().home(self.ranks())
    }
}

/// All files, counted from 0.
const FILES: &[usize] = &[0, 1, 2, 3, 4, 5, 6, 7];

/// A part of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// A move of a piece, or castling.
    Piece,
    /// A pawn move; with `pawns opponent`, of a pawn of the opponent.
    Pawn,
}

impl Part {
    words! {
        /// The word of the part in a position.
        pub word: &'static str = Piece => "piece", Pawn => "pawn";
    }
}

/// `part = "piece" / "pawn"`
fn part(input: &str) -> TextResult<'_, Part> {
    expect("the part that is due, piece or pawn", Part::read)(input)
}

/// The end of a game, as it concerns the player to act.
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
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than changed.
    pub(super) end: Option<End>,
}

/// The starts on eight and on ten ranks.
pub(super) const START: &str = "rnbqkbnr/8/8/PPPPPPPP/pppppppp/8/8/RNBQKBNR w KQkq pawn 1";
pub(super) const START_TEN: &str = "rnbqkbnr/8/8/8/PPPPPPPP/pppppppp/8/8/8/RNBQKBNR w KQkq pawn 1";

impl FrenchRevolution {
    /// The men on the board.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// The part that is due.
    pub fn part(&self) -> Part {
        self.part
    }

    pub(super) fn parse(options: &Revolution, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, men) = if options.ranks == 10 { men::<10>(input)? } else { men::<8>(input)? };
            let (input, to_act) = after_space(expect("the side to act, w or b", Side::read))(input)?;
            let (input, rights) = after_space(or_dash(rights))(input)?;
            let (input, part) = after_space(part)(input)?;
            let (input, turn) = after_space(text::turn)(input)?;
            let rights = rights.unwrap_or_default();
            Ok((input, Self { men, to_act, rights, part, turn, options: *options, end: None }))
        })?;
        read.refuse()?;
        read.settle();
        Ok(read)
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    fn refuse(&self) -> Result<(), PositionError> {
        for side in Side::ALL {
            let name = side.name();
            let kings = (self.men.owned(side) & self.men.of(ManKind::King)).len();
            PositionError::unless(kings == 1, format_args!("{name} has {kings} kings, not one"))?;
            let pawns = self.men.owned(side) & self.men.of(ManKind::Pawn);
            let is_last = |pawn: BoardSquare| pawn.rank() == self.options.last_rank(side);
            let fits = !self.options.promotion || !pawns.iter().any(is_last);
            PositionError::unless(fits, format_args!("{name} has a pawn on his last rank"))?;
            if let Some(letter) = self.rights.astray(&self.men, self.options.ranks(), side) {
                return Err(PositionError::refused(format!("castling {letter}: king or rook is not at home")));
            }
        }
        let other = self.to_act.other();
        let fits = self.part == Part::Pawn || !self.men.in_check(other);
        PositionError::unless(fits, format_args!("{} is in check and not to act", other.name()))?;
        // Only a piece part may have given check. Pawns of the option `pawns opponent` never capture the king.
        let fits = self.options.pawns == Pawns::Opponent || !self.in_check_by_pawn(other);
        PositionError::unless(fits, format_args!("{} is in check by a pawn and not to act", other.name()))
    }

    /// True if a pawn attacks the king of this side.
    fn in_check_by_pawn(&self, side: Side) -> bool {
        let attackers = self.men.owned(side.other()) & self.men.of(ManKind::Pawn);
        let from = |king| attacks(Man { side, kind: ManKind::Pawn }, king, self.men.all());
        self.men.king(side).is_some_and(|king| !(from(king) & attackers).is_empty())
    }
}

impl fmt::Display for FrenchRevolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.options.ranks == 10 {
            self.men.write::<10>(f)?
        } else {
            self.men.write::<8>(f)?
        }
        write!(f, " {} {} {} {}", self.to_act.letter(), self.rights, self.part.word(), self.turn)
    }
}

pub(super) const FIELDS: &[PositionField] = fields! {
    "men": FieldForm::Board("h8|h10", &FieldForm::Letter("KQRBNPkqrbnp")) => "as in FEN; ten ranks too",
    "seat": FieldForm::Owner("wb") => "who is to act, `w` or `b`",
    "castling": FieldForm::Letters("KQkq") => "as in FEN, `-` for none",
    "part": FieldForm::Word(&["piece", "pawn"]) => "the part of the turn that is due, `piece` or `pawn`",
    "turn": FieldForm::Number => "from 1, one more after each turn of Black",
};
