//! A position and its text.

use std::fmt::{self, Write};

use nom::{Parser, combinator::map_opt};

use super::{
    Dice, Kind, Man, Owner, Square, Squares,
    dice::dice,
    moves::{Field, Men},
};
use crate::{
    board::text::{self, TextResult, after_space, expect, or_dash, wrong},
    game::{FieldForm, PositionError, PositionField, SeatSet},
};

/// The start: rules page, Position.
pub(super) const START: &str = "7/1bububDbubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/7/1rururDruru1/rGrJrPrRrPrJrG/1rdrdrDrdrd1/7/\
    1wuwuwDwuwu1/wGwJwPwRwPwJwG/1wdwdwDwdwd1 1 - --- 1 -";

/// A position of Orwell Chess.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Orwell {
    pub(super) men: Men,
    /// The player who is to throw or to move, or who ended the game by a capture.
    pub(super) mover: Owner,
    pub(super) dice: Dice,
    /// The owner of the man that each player captured last.
    pub(super) last: [Option<Owner>; 3],
    pub(super) round: u32,
    pub(super) vacant: SeatSet,
    /// The option `maxrounds`.
    pub(super) max_rounds: u32,
    /// True if dice are left and none of them moves a man. Derived from the other fields; stored for speed.
    pub(super) stuck: bool,
}

impl Orwell {
    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men.at(square)
    }

    /// The squares of an owner's men.
    pub fn owned(&self, owner: Owner) -> Squares {
        self.men.owned(owner)
    }

    /// The squares of all men of a kind.
    pub fn of(&self, kind: Kind) -> Squares {
        self.men.of(kind)
    }

    /// The round, from 1.
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// The board as the player to act sees it.
    pub(super) fn field(&self) -> Field<'_> {
        Field::new(&self.men, self.mover, self.last[self.mover as usize])
    }

    /// Updates the derived field `stuck`.
    pub(super) fn settle(&mut self) {
        self.stuck = !self.dice.is_empty() && self.end().is_none() && !self.field().can_move(&self.dice);
    }

    pub(super) fn parse(max_rounds: u32, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, men) = men(input)?;
            let (input, mover) =
                after_space(expect("the seat to act, 1, 2 or 3", map_opt(text::seat(3), Owner::at)))(input)?;
            let (input, dice) = after_space(or_dash(dice))(input)?;
            let (input, last) = after_space(last)(input)?;
            let (input, round) = after_space(text::number_in(1.., "the round, from 1"))(input)?;
            let (input, vacant) =
                after_space(|input| text::seats(input, 3, "the seats vacated, ascending, such as 2, or -"))(input)?;
            let dice = dice.unwrap_or_default();
            Ok((input, Self { men, mover, dice, last, round, vacant, max_rounds, stuck: false }))
        })?;
        read.refuse()?;
        read.settle();
        Ok(read)
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Refused positions.
    fn refuse(&self) -> Result<(), PositionError> {
        PositionError::unless(self.men.royals().len() == 3, "there are always exactly three royals")?;
        // Rules page, Refused positions: a player may have no man if his only man was captured last. That capture ended
        // the game, and the final position must be readable.
        let without =
            |&owner: &Owner| self.men.owned(owner).is_empty() && self.last[self.mover as usize] != Some(owner);
        if let Some(owner) = Owner::ALL.into_iter().find(without) {
            return Err(PositionError::refused(format!("{} has no man", owner.name())));
        }
        PositionError::unless(!self.vacant.contains(self.mover.seat()), "the seat to act is vacated")
    }
}

/// `man = owner kind`, `owner = "w" / "r" / "b"`, `kind = "u" / "d" / "D" / "G" / "J" / "P" / "R" / "M"`
fn men(input: &str) -> TextResult<'_, Men> {
    text::men(
        input,
        "a man such as wu or rD, or a digit for empty squares",
        |input| (Owner::read, Kind::read).parse(input),
        |men: &mut Men, square, (owner, kind)| men.put(square, Man { owner, kind }),
    )
}

/// `last = 3("w" / "r" / "b" / "-")`; no player has his own letter
fn last(input: &str) -> TextResult<'_, [Option<Owner>; 3]> {
    let mut last = [None; 3];
    let mut rest = input;
    for player in Owner::ALL {
        let (after, owner) = expect("w, r or b, or -, for each of the last captures", or_dash(Owner::read))(rest)?;
        if owner == Some(player) {
            return Err(wrong(rest, "whose man he captured, never his own letter"));
        }
        last[player as usize] = owner;
        rest = after;
    }
    Ok((rest, last))
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.owner.letter(), self.kind.letter())
    }
}

impl fmt::Display for Orwell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men = self.men.by_square();
        let letters = |Man { owner, kind }| [owner.letter(), kind.letter()];
        text::write_men(f, |square: Square| men[square.index()].map(letters))?;
        write!(f, " {} {} ", self.mover.seat(), self.dice)?;
        self.last.iter().try_for_each(|last| f.write_char(last.map_or('-', Owner::letter)))?;
        write!(f, " {} {}", self.round, text::written_seats(self.vacant))
    }
}

const MAN: FieldForm =
    FieldForm::Record("Man", "", &[("owner", FieldForm::Owner("wrb")), ("kind", FieldForm::Letter("DGJPRMud"))]);

pub(super) const FIELDS: &[PositionField] = fields! {
    "men": FieldForm::Board("g12", &MAN) =>
        "ranks 12 down to 1 with `/` between; a digit is a number of empty squares, a man is the letter of its owner, \
        `w`, `r` or `b`, and that of its kind: `D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` Maharaja, \
        `u` or `d` a Berlinpeono that goes up or down",
    "seat": FieldForm::Seat(3) => "the seat to act, `1` to `3`",
    "dice": FieldForm::List("", &FieldForm::Digit(6)) =>
        "the dice that are left, ascending, such as `13` or `5`; `-` before the throw",
    "last": FieldForm::Each(3, &FieldForm::Maybe(&FieldForm::Owner("wrb"))) =>
        "three characters, for White, Red and Black in this order: the letter (`w`, `r`, `b`) of the owner of the man \
        that this player captured last, `-` for none yet. `r-w`: White last captured a man of Red, Red nothing, Black \
        a man of White",
    "round": FieldForm::Number => "from 1",
    "vacant": FieldForm::List("", &FieldForm::Seat(3)) => "the seats that were vacated, ascending, or `-`",
};
