//! The game as numbers, for programs that learn.

use super::{Action, Die, Kind, Move, Orwell, Owner, Square, moves::MINIPAX};
use crate::game::{
    Seat,
    encoding::{Draft, Encode, Planes, share},
};

const SQUARES: usize = Square::COUNT;
const MOVES: usize = SQUARES * SQUARES;

impl Encode for Orwell {
    const CELLS: [usize; 2] = [12, 7];
    layers! {
        24 => "men of the seat, of the next one, of the one after: each Berlinpeono up, Berlinpeono down, Dabbabah, \
               Gryphon, Jugyo, Pao, Raja, Maharaja",
        3 => "everywhere 1 for who is to act or to throw: the seat, the next, the one after",
        6 => "everywhere the dice left that show 1 to 6, of two",
        9 => "everywhere 1 for whose man was captured last, by the seat, by the next, by the one after: each the \
              seat's, the next one's, that of the one after",
        3 => "everywhere 1 where vacated: the seat, the next, the one after",
        3 => "everywhere 1 for the seat: 1, 2, 3",
        1 => "everywhere the round of `maxrounds`",
    }
    spans! {
        MOVES => "a move, `c3d4`": "84 · from + to",
        SQUARES * 9 * 4 => "a move with a promotion, `f1e2j`":
            "36 · from + 4 · place of the Minipax square among c2 d2 e2 c6 d6 e6 c10 d10 e10 + kind (d, g, j, p)",
    }

    fn number_of(action: Action) -> Option<u32> {
        let Action::Move(Move { from, to, promotion }) = action else { return None };
        let number = match promotion {
            None => SQUARES * from.index() + to.index(),
            Some(promotion) => {
                let kind = Kind::PROMOTIONS.iter().position(|kind| *kind == promotion)?;
                MOVES + 36 * from.index() + 4 * MINIPAX.iter().position(|square| square == to)? + kind
            }
        };
        Some(number as u32)
    }

    fn action_at(number: u32) -> Option<Action> {
        let number = number as usize;
        let action = match number.checked_sub(MOVES) {
            None => {
                let (from, to) = (Square::from_index(number / SQUARES)?, Square::from_index(number % SQUARES)?);
                Move { from, to, promotion: None }
            }
            Some(rest) => {
                let (from, place) = (Square::from_index(rest / 36)?, rest / 4 % 9);
                Move { from, to: MINIPAX.iter().nth(place)?, promotion: Some(Kind::PROMOTIONS[rest % 4]) }
            }
        };
        Some(Action::Move(action))
    }

    fn observe(&self, seat: Seat, _: &Draft, planes: &mut Planes<'_>) {
        let own = seat.index() % 3;
        let round = [0, 1, 2].map(|step| Owner::ALL[(own + step) % 3]);
        let man = |owner, kind| (self.owned(owner) & self.of(kind)).iter().map(Square::index);
        planes.mark_each(round.into_iter().flat_map(|owner| Kind::ALL.map(|kind| man(owner, kind))));
        planes.say_each(round.map(|owner| owner == self.mover));
        for die in Die::ALL {
            planes.all(self.dice.iter().filter(|&left| left == die).count() as f32 / 2.0);
        }
        planes.say_each(round.into_iter().flat_map(|by| round.map(|whose| self.last[by as usize] == Some(whose))));
        planes.say_each(round.map(|owner| self.vacant.contains(owner.seat())));
        planes.one_of(3, Some(own));
        planes.all(share(self.round, self.max_rounds));
    }
}
