//! The games in which pawns move from their start as numbers, for programs that learn.

use super::{
    Colorado, Colour, Congress, Decision, Katarenga, Move, Square, Turned,
    dealt_board::DealtBoard,
    words::{CAMP, Phase, QUIET},
};
use crate::{
    board::Side,
    game::{
        Seat,
        encoding::{Draft, Encode, NumberSpan, Planes, share},
    },
};

pub(super) const SQUARES: usize = Square::COUNT;

pub(super) const MOVES: NumberSpan =
    NumberSpan { count: SQUARES * SQUARES, actions: "a move, `a1a5`", number: "64 · from + to" };

const TURNS: NumberSpan =
    NumberSpan { count: 4, actions: "`turn0`, `turn90`, `turn180`, `turn270`", number: "quarter turns" };

/// The grid of all games, and their layers: first those of the board, then these, each as `count => shows`.
macro_rules! planes {
    ($($count:literal => $shows:expr),+ $(,)?) => {
        const CELLS: [usize; 2] = [8, 8];
        layers! {
            4 => "the squares of each colour: red, yellow, green, blue",
            2 => "the seat's own pawns, the other's pawns",
            1 => "everywhere 1 where the seat is seat 1",
            1 => "everywhere 1 where the seat is to act",
            $($count => $shows),+
        }
    };
}

pub(super) use planes;

pub(super) fn board(board: &DealtBoard, own: Side, planes: &mut Planes<'_>) {
    planes.mark_each(Colour::ALL.map(|colour| board.colours.of(colour).iter().map(Square::index)));
    planes.mark_each([own, own.other()].map(|side| board.pawns.of(side).iter().map(Square::index)));
    planes.says(own == Side::White);
    planes.says(own == board.to_act);
}

pub(super) fn side(seat: Seat) -> Side {
    Side::of(seat).unwrap_or(Side::White)
}

pub(super) fn number(Move { from, to }: Move) -> u32 {
    (SQUARES * from.index() + to.index()) as u32
}

pub(super) fn moved(number: usize) -> Option<Move> {
    let (from, to) = (Square::from_index(number / SQUARES)?, Square::from_index(number % SQUARES)?);
    Some(Move { from, to })
}

impl Encode for Katarenga {
    planes! {
        2 => "everywhere the pawns in camp of 2: the seat's own, the other's",
        2 => "everywhere 1 where the seat has made its first move in play; the same of the other",
        1 => "everywhere 1 while Black chooses his baseline",
        1 => "everywhere the quiet moves of 100",
    }
    const SPANS: &'static [NumberSpan] =
        &[MOVES, NumberSpan { count: SQUARES, actions: "a pawn's way to a camp, `c8camp`", number: "from" }, TURNS];

    fn number_of(action: Decision) -> Option<u32> {
        Some(match action {
            Decision::Go(go) => number(go),
            Decision::Camp(from) => (SQUARES * SQUARES + from.index()) as u32,
            Decision::Turn(turned) => (SQUARES * SQUARES + SQUARES) as u32 + turned.quarters(),
        })
    }

    fn action_at(number: u32) -> Option<Decision> {
        let number = number as usize;
        let Some(rest) = number.checked_sub(SQUARES * SQUARES) else { return moved(number).map(Decision::Go) };
        match Square::from_index(rest) {
            Some(from) => Some(Decision::Camp(from)),
            None => Turned::ALL.get(rest - SQUARES).copied().map(Decision::Turn),
        }
    }

    fn groups(&self, seat: Seat, mut tell: impl FnMut(usize, u64)) -> bool {
        let is_play = self.phase == Phase::Play && self.waits_for(seat);
        if is_play {
            self.field().each_pawn(|from, targets| tell(from.index(), targets.bits() as u64));
            tell(SQUARES, self.camping().bits() as u64);
        }
        is_play
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        let own = side(seat);
        board(&self.board, own, planes);
        for side in [own, own.other()] {
            planes.all(share(self.camps[side].into(), CAMP.into()));
        }
        planes.say_each([own, own.other()].map(|side| self.moved[side]));
        planes.says(self.phase == Phase::Baseline);
        planes.all(share(self.quiet, QUIET));
    }
}

impl Encode for Congress {
    planes! {
        1 => "everywhere 1 where pawns capture (option `capture`)",
        1 => "everywhere the turn of `maxturns`",
    }
    const SPANS: &'static [NumberSpan] = &[MOVES];

    fn number_of(action: Move) -> Option<u32> {
        Some(number(action))
    }

    fn action_at(number: u32) -> Option<Move> {
        moved(number as usize)
    }

    fn groups(&self, seat: Seat, mut tell: impl FnMut(usize, u64)) -> bool {
        if self.waits_for(seat) {
            self.field().each_pawn(|from, targets| tell(from.index(), targets.bits() as u64));
        }
        self.waits_for(seat)
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        board(&self.board, side(seat), planes);
        planes.says(self.capture);
        planes.all(share(self.turn, self.max_turns));
    }
}

impl Encode for Colorado {
    planes! {
        1 => "the pawn that landed on its far bank in the last move",
        2 => "everywhere 1 where the seat has made its first move in play; the same of the other",
        1 => "everywhere 1 while Black chooses his baseline",
        1 => "everywhere the quiet moves of 100",
    }
    const SPANS: &'static [NumberSpan] = &[MOVES, TURNS];

    fn number_of(action: Decision) -> Option<u32> {
        match action {
            Decision::Go(go) => Some(number(go)),
            Decision::Turn(turned) => Some((SQUARES * SQUARES) as u32 + turned.quarters()),
            Decision::Camp(_) => None,
        }
    }

    fn action_at(number: u32) -> Option<Decision> {
        let number = number as usize;
        let turn = || Turned::ALL.get(number.checked_sub(SQUARES * SQUARES)?).copied();
        moved(number).map(Decision::Go).or_else(|| turn().map(Decision::Turn))
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        let own = side(seat);
        board(&self.board, own, planes);
        planes.mark(self.open.map(Square::index));
        planes.say_each([own, own.other()].map(|side| self.moved[side]));
        planes.says(self.phase == Phase::Baseline);
        planes.all(share(self.quiet, QUIET));
    }
}
