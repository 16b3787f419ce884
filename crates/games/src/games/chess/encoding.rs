//! The game as numbers, for programs that learn. Repetitions are counted since the last irreversible move.

use super::{Action, Chess, Square, options::Draws};
use crate::{
    board::{
        Side,
        orthodox::{ManKind, Numbers, Wing},
    },
    game::{
        Seat,
        encoding::{Draft, Encode, NumberSpan, Planes, share},
    },
};

const NUMBERS: Numbers<8> = Numbers { ends: &[[0, 1], [7, 6]] };
const SPANS: [NumberSpan; 2] = NUMBERS.spans(
    "64 · from + to",
    "96 · (0 on rank 1, 1 on rank 8) + 12 · file to + 4 · (file from − file to + 1) + kind (q, r, b, n)",
);

impl Encode for Chess {
    const CELLS: [usize; 2] = [8, 8];
    layers! {
        6 => "the seat's own men: king, queen, rook, bishop, knight, pawn",
        6 => "the other's men, likewise",
        4 => "the rook with which the seat may still castle on the king's and on the queen's wing; the same of the \
              other",
        1 => "the square that a pawn has just passed, if a capture in passing is legal",
        1 => "everywhere 1 where the seat is seat 1",
        1 => "everywhere 1 where the seat is to act",
        1 => "everywhere the moves of 100 since the last capture or move of a pawn",
        1 => "everywhere how often the position was there before, of 2",
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
        let men = |side| ManKind::ALL.map(|kind| self.men.own(side, kind).map(Square::index));
        planes.mark_each(sides.into_iter().flat_map(men));
        let rooks = |side| Wing::ALL.map(|wing| self.rights.rook(side, wing).map(Square::index));
        planes.mark_each(sides.into_iter().flat_map(rooks));
        planes.mark(self.passed.map(Square::index));
        planes.says(own == Side::White);
        planes.says(own == self.to_act);
        planes.all(share(self.quiet, Draws::Automatic.quiet()));
        planes.all(share(self.times_before(), 2));
    }
}
