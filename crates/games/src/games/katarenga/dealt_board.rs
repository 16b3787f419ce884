//! The part of a position that all games have: the colours, the pawns, and the side to act.

use std::fmt;

use nom::Parser;

use super::{Colours, Move, Pawns, Posting, Square, Squares, Turned, colours::colours, moves::Field, pawns::pawns};
use crate::{
    board::{
        Side, seat,
        text::{TextResult, after_space},
    },
    game::{Actor, IllegalError, PositionError, Seat, SeatSet, Seed, Turn},
};

/// The number of a side's pawns.
pub(super) const PAWNS: usize = 8;

/// A board with its pawns, and the side to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct DealtBoard {
    pub(super) colours: Colours,
    pub(super) pawns: Pawns,
    pub(super) to_act: Side,
}

impl DealtBoard {
    /// An empty board on which White acts first. The option `board` has the colours, or else the seed deals them.
    pub(super) fn empty(colours: Option<&Colours>, seed: &Seed) -> Self {
        Self { colours: Colours::start(colours, seed), pawns: Pawns::default(), to_act: Side::White }
    }

    /// `board = colours SP pawns SP seat`, the words with which the positions of all games begin
    pub(super) fn read(input: &str) -> TextResult<'_, Self> {
        let words = (colours, after_space(pawns), after_space(seat));
        words.map(|(colours, pawns, to_act)| Self { colours, pawns, to_act }).parse(input)
    }

    /// The squares that a pawn on `from` reaches. Rules page, Pawn moves.
    #[inline]
    pub(super) fn reach(&self, from: Square) -> Squares {
        self.colours.reach(from, self.pawns.all())
    }

    /// The pawns of the side to act.
    #[inline]
    pub(super) fn own(&self) -> Squares {
        self.pawns.of(self.to_act)
    }

    /// The pawns of the side that is not to act.
    pub(super) fn theirs(&self) -> Squares {
        self.pawns.of(self.to_act.other())
    }

    pub(super) fn seat(&self) -> Seat {
        self.to_act.seat()
    }

    /// The turn of the side to act.
    pub(super) fn seats(&self) -> Turn {
        Turn::Seats(SeatSet::only(self.seat()))
    }

    /// Returns an error unless this actor is to act in a game that is not over.
    pub(super) fn check(&self, actor: Actor, is_over: bool) -> Result<(), IllegalError> {
        if actor == Actor::Seat(self.seat()) && !is_over { Ok(()) } else { Err(IllegalError::NotToAct) }
    }

    /// Places a pawn of the side to act. Then the other side is to act.
    pub(super) fn put(&mut self, square: Square) {
        self.pawns.put(square, self.to_act);
        self.to_act = self.to_act.other();
    }

    /// Moves a pawn of the side to act, and captures a pawn on the target. Then the other side is to act.
    pub(super) fn go(&mut self, Move { from, to }: Move) {
        self.pawns.go(self.to_act, from, to);
        self.to_act = self.to_act.other();
    }

    /// Turns the colours under the pawns. Then the other side is to act.
    pub(super) fn turn(&mut self, by: Turned) {
        self.colours = self.colours.turned(by);
        self.to_act = self.to_act.other();
    }

    /// Plays an action. Then the other side is to act.
    pub(super) fn act(&mut self, action: Posting) {
        match action {
            Posting::Place(square) => self.put(square),
            Posting::Go(go) => self.go(go),
            Posting::Pass => self.to_act = self.to_act.other(),
        }
    }

    /// The first note of a picture: who is to do what, or how the game has ended.
    pub(super) fn note(&self, turn: Turn, does: &str) -> String {
        match turn {
            Turn::Over(outcome) => format!("over: {outcome}"),
            Turn::Chance | Turn::Seats(_) => format!("{} is to {does}", self.to_act.name()),
        }
    }

    /// The note with the number of pawns that each side has still to place.
    pub(super) fn still_to_place(&self) -> String {
        let [white, black] = Side::ALL.map(|side| PAWNS.saturating_sub(self.pawns.of(side).len()));
        format!("still to place: White {white}, Black {black}")
    }

    /// The field of the side to act, on which the pawns on `safe` may not be captured, for this reason.
    pub(super) fn field(&self, safe: Squares, why: &'static str) -> Field<'_> {
        Field { board: self, safe, why }
    }

    /// Refuses more than eight pawns of a side.
    pub(super) fn refuse_many(&self) -> Result<(), PositionError> {
        Side::ALL.into_iter().try_for_each(|side| {
            let fits = self.pawns.of(side).len() <= PAWNS;
            PositionError::unless(fits, format_args!("{} has more than eight pawns", side.name()))
        })
    }

    /// Refuses numbers of pawns that do not come about if the sides place them in turn, White first.
    pub(super) fn refuse_out_of_turn(&self) -> Result<(), PositionError> {
        let [white, black] = Side::ALL.map(|side| self.pawns.of(side).len());
        let (fits, mover) = (white == black + usize::from(self.to_act == Side::Black), self.to_act.name());
        PositionError::unless(fits, format_args!("White has {white} pawns and Black {black} while {mover} is to act"))
    }

    /// Refuses a square that cannot be that of the pawn placed last, a pawn of the side that is not to act.
    pub(super) fn refuse_last(&self, last: Option<Square>) -> Result<(), PositionError> {
        let Some(square) = last else {
            return PositionError::unless(
                self.pawns.all().is_empty(),
                "there are pawns, and none that was placed last",
            );
        };
        let (fits, name) = (self.theirs().contains(square), self.to_act.other().name());
        PositionError::unless(fits, format_args!("{name} has no pawn on {square}, where the last one was placed"))
    }
}

/// The methods that show the actions of a game, the board of one without camps, and the turn of one that stores its end.
macro_rules! views {
    (actions) => {
        const COLOURS: &'static [&'static str] = &["White", "Black"];

        fn describe(&self, _: $crate::game::Actor, action: Self::Action) -> String {
            $crate::games::katarenga::action::PawnAction::describe(action, &self.board.pawns)
        }

        fn gesture(&self, _: $crate::game::Seat, action: Self::Action) -> $crate::game::Gesture {
            $crate::games::katarenga::action::PawnAction::gesture(action, self.board.to_act)
        }
    };
    (ended) => {
        views!();

        fn turn(&self) -> $crate::game::Turn {
            self.end.map_or_else(|| self.board.seats(), options::over)
        }
    };
    () => {
        views!(actions);

        fn board(&self, style: $crate::game::Style) -> Vec<String> {
            self.board.lines(&self.notes(), style)
        }

        fn picture(&self, last: &[($crate::game::Actor, Self::Action)]) -> $crate::game::Picture {
            let last = last.iter().map(|(_, action)| *action);
            let places = last.filter_map($crate::games::katarenga::action::PawnAction::places);
            self.board.picture(None, Self::TITLE, &self.notes(), places)
        }
    };
}

pub(super) use views;

impl fmt::Display for DealtBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.colours, self.pawns, self.seat())
    }
}
