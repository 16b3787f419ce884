//! The games in which pawns are placed as numbers, for programs that learn.

use super::{
    BattleStations, Cornered, Isolation, Placing, Posting, Rule, Square, Troika,
    encoding::{BOARD, CELLS, MOVES, SQUARES, board, moved, number, side},
    words::Stage,
};
use crate::game::{
    Seat,
    encoding::{Draft, Encode, Layer, NumberSpan, Planes, share},
};

const PLACES: NumberSpan = NumberSpan { count: SQUARES, actions: "a pawn is placed, `d4`", number: "the square" };

const LAST: Layer = Layer { count: 1, shows: "the pawn that was placed last" };

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

        fn each_number(&self, seat: Seat, _: &Draft, _: &mut Vec<Placing>, mut tell: impl FnMut(u32)) {
            self.free_for(seat).iter().for_each(|square| tell(square.index() as u32));
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
    const CELLS: [usize; 2] = CELLS;
    const LAYERS: &'static [Layer] = &[
        BOARD[0],
        BOARD[1],
        BOARD[2],
        BOARD[3],
        Layer {
            count: 1,
            shows: "everywhere 1 where only pawns of different sides must not reach each other (option `rule`)",
        },
    ];
    by_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board.colours, &self.board.pawns, side(seat), self.board.to_act, planes);
        planes.says(self.rule == Rule::Opposite);
    }
}

impl Encode for Cornered {
    const CELLS: [usize; 2] = CELLS;
    const LAYERS: &'static [Layer] = &[
        BOARD[0],
        BOARD[1],
        BOARD[2],
        BOARD[3],
        LAST,
        Layer {
            count: 1,
            shows: "the squares where a pawn can stand beside the others, occupied or not (option `area`)",
        },
    ];
    by_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board.colours, &self.board.pawns, side(seat), self.board.to_act, planes);
        planes.mark(self.last.map(Square::index));
        planes.mark(self.area().iter().map(Square::index));
    }
}

impl Encode for BattleStations {
    const CELLS: [usize; 2] = CELLS;
    const LAYERS: &'static [Layer] =
        &[BOARD[0], BOARD[1], BOARD[2], BOARD[3], Layer { count: 1, shows: "everywhere 1 while pawns are placed" }];
    by_move_or_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board.colours, &self.board.pawns, side(seat), self.board.to_act, planes);
        planes.says(self.stage == Stage::Stations);
    }
}

impl Encode for Troika {
    const CELLS: [usize; 2] = CELLS;
    const LAYERS: &'static [Layer] = &[
        BOARD[0],
        BOARD[1],
        BOARD[2],
        BOARD[3],
        LAST,
        Layer { count: 1, shows: "everywhere 1 where pawns move after the sixteenth (option `endgame`)" },
        Layer { count: 1, shows: "everywhere the number of the move of `maxmoves`; 0 while pawns are placed" },
    ];
    by_move_or_square!();

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board.colours, &self.board.pawns, side(seat), self.board.to_act, planes);
        planes.mark(self.last.map(Square::index));
        planes.says(self.max_moves.is_some());
        planes.all(share(self.number, self.max_moves.unwrap_or(1)));
    }
}
