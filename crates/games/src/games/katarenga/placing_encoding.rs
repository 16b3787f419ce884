//! The games in which pawns are placed as numbers, for programs that learn.

use super::{
    BattleStations, Cornered, Isolation, Placing, Posting, Rule, Square, Troika,
    encoding::{MOVES, SQUARES, board, moved, number, planes, side},
    words::Stage,
};
use crate::game::{
    Seat,
    encoding::{Draft, Encode, NumberSpan, Planes, share},
};

const PLACES: NumberSpan = NumberSpan { count: SQUARES, actions: "a pawn is placed, `d4`", number: "the square" };

const LAST: &str = "the pawn that was placed last";

/// The numbers of the games in which pawns are only placed.
macro_rules! by_square {
    () => {
        const SPANS: &'static [NumberSpan] = &[PLACES];

        fn number_of(Placing(square): Placing) -> Option<u32> {
            Some(square.index() as u32)
        }

        fn action_at(number: u32) -> Option<Placing> {
            Square::from_index(number as usize).map(Placing)
        }

        fn groups(&self, seat: Seat, mut tell: impl FnMut(usize, u64)) -> bool {
            tell(0, self.free_for(seat).bits() as u64);
            true
        }
    };
}

/// The numbers of the games in which pawns are placed and then move.
macro_rules! by_move_or_square {
    () => {
        const SPANS: &'static [NumberSpan] = &[MOVES, PLACES];

        fn number_of(action: Posting) -> Option<u32> {
            match action {
                Posting::Go(go) => Some(number(go)),
                Posting::Place(square) => Some((SQUARES * SQUARES + square.index()) as u32),
                Posting::Pass => None,
            }
        }

        fn action_at(number: u32) -> Option<Posting> {
            let place = || Square::from_index((number as usize).checked_sub(SQUARES * SQUARES)?);
            moved(number as usize).map(Posting::Go).or_else(|| place().map(Posting::Place))
        }
    };
}

impl Encode for Isolation {
    planes! {
        1 => "everywhere 1 where only pawns of different sides must not reach each other (option `rule`)",
    }
    by_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board, side(seat), planes);
        planes.says(self.rule == Rule::Opposite);
    }
}

impl Encode for Cornered {
    planes! {
        1 => LAST,
        1 => "the squares where a pawn can stand beside the others, occupied or not (option `area`)",
    }
    by_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board, side(seat), planes);
        planes.mark(self.last.map(Square::index));
        planes.mark(self.area().iter().map(Square::index));
    }
}

impl Encode for BattleStations {
    planes! {
        1 => "everywhere 1 while pawns are placed",
    }
    by_move_or_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board, side(seat), planes);
        planes.says(self.stage == Stage::Stations);
    }
}

impl Encode for Troika {
    planes! {
        1 => LAST,
        1 => "everywhere 1 where pawns move after the sixteenth (option `endgame`)",
        1 => "everywhere the number of the move of `maxmoves`; 0 while pawns are placed",
    }
    by_move_or_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board, side(seat), planes);
        planes.mark(self.last.map(Square::index));
        planes.says(self.max_moves.is_some());
        planes.all(share(self.number, self.max_moves.unwrap_or(1)));
    }
}
