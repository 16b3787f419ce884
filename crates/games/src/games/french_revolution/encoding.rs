//! The game as numbers, for programs that learn. The board always has ten ranks here, so that numbers and planes mean
//! the same under all options.

use super::{Action, FrenchRevolution, Part, Pawns};
use crate::{
    board::{
        Side,
        orthodox::{BoardSquare, ManKind, Numbers, Wing},
    },
    game::{
        Seat,
        encoding::{Draft, Encode, NumberSpan, Planes},
    },
};

/// Pawns promote on rank 1, and on rank 8 or 10.
const NUMBERS: Numbers<10> = Numbers { ends: &[[0, 1], [7, 6], [9, 8]] };
const SPANS: [NumberSpan; 2] = NUMBERS.spans(
    "80 · from + to",
    "96 · (0 on rank 1, 1 on rank 8, 2 on rank 10) + 12 · file to + 4 · (file from − file to + 1) + kind (q, r, b, n)",
);

impl Encode for FrenchRevolution {
    const CELLS: [usize; 2] = [10, 8];
    layers! {
        6 => "the seat's own men: king, queen, rook, bishop, knight, pawn",
        6 => "the other's men, likewise",
        4 => "everywhere 1 where the seat may still castle on the king's and on the queen's wing; the same of the \
              other",
        1 => "the squares of the board",
        1 => "everywhere 1 where the pawn part is due",
        1 => "everywhere 1 where the seat is seat 1",
        1 => "everywhere 1 where the seat is to act",
        1 => "everywhere 1 where the pawn part moves the opponent's pawns (option `pawns`)",
        1 => "everywhere 1 where pawns promote (option `promotion`)",
        1 => "everywhere 1 where a player who cannot move has 1/3 (option `stalemate`)",
    }
    const SPANS: &'static [NumberSpan] = &SPANS;

    fn number_of(action: Action) -> Option<u32> {
        NUMBERS.number(action)
    }

    fn action_at(number: u32) -> Option<Action> {
        NUMBERS.man_move(number)
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        let own = Side::of(seat).unwrap_or(Side::White);
        let sides = [own, own.other()];
        let man = |side, kind| (self.men.owned(side) & self.men.of(kind)).iter().map(BoardSquare::index);
        planes.mark_each(sides.into_iter().flat_map(|side| ManKind::ALL.map(|kind| man(side, kind))));
        planes.say_each(sides.into_iter().flat_map(|side| Wing::ALL.map(|wing| self.rights.has(side, wing))));
        planes.mark(self.options.area().iter().map(BoardSquare::index));
        planes.says(self.part == Part::Pawn);
        planes.says(own == Side::White);
        planes.says(own == self.to_act);
        planes.says(self.options.pawns == Pawns::Opponent);
        planes.says(self.options.promotion);
        planes.says(self.options.weak_loss);
    }
}
