//! The parts that all orthodox chess games share, on eight files and up to ten ranks: men, attacks, checks, castling,
//! and notation. The module knows no turn and no game. A game with fewer than ten ranks leaves the upper ranks empty.

mod castling;
mod drawing;
mod man;
mod men;
mod notation;
mod numbers;
mod san;

pub use castling::{KING_FILE, Rights, Wing, rights, told_rights};
pub use drawing::{board, picture};
pub use man::{Man, ManKind};
pub use men::{BoardSquare, Men, Squares, attacks, each_man, men};
pub use notation::{ManMove, man_move};
pub use numbers::Numbers;
pub use san::{CASTLING_SIGNS, DASHES, WrittenMove, ZEROS, promotion, sign, told_move, written_castling, written_move};

/// The methods of a [`Game`](crate::game::Game) that list and check its moves and show its board. The game has `men`,
/// `to_act`, `end`, `outcome`, `list` and `allows`, and the modules `san` and `drawing`.
macro_rules! orthodox_views {
    () => {
        const COLOURS: &'static [&'static str] = &["White", "Black"];

        fn turn(&self) -> $crate::game::Turn {
            match self.end {
                Some(end) => $crate::game::Turn::Over(self.outcome(end)),
                None => $crate::game::Turn::Seats($crate::game::SeatSet::only(self.to_act.seat())),
            }
        }

        fn check(&self, actor: $crate::game::Actor, action: Self::Action) -> Result<(), $crate::game::IllegalError> {
            if self.end.is_some() || actor != $crate::game::Actor::Seat(self.to_act.seat()) {
                return Err($crate::game::IllegalError::NotToAct);
            }
            self.allows(action)
        }

        fn legal(&self, seat: $crate::game::Seat, actions: &mut Vec<Self::Action>) {
            if self.end.is_none() && seat == self.to_act.seat() {
                self.list(actions);
            }
        }

        fn describe(&self, _: $crate::game::Actor, action: Self::Action) -> String {
            san::describe(self, action)
        }

        fn gain(&self, action: Self::Action) -> $crate::game::Gain {
            let worth = $crate::board::orthodox::ManKind::worth;
            let taken = self.men.at(action.to).map_or(0, |man| worth(man.kind));
            $crate::game::Gain { taken, promoted: action.promotion.map_or(0, worth) }
        }

        fn gesture(&self, _: $crate::game::Seat, action: Self::Action) -> $crate::game::Gesture {
            action.gesture()
        }

        fn board(&self, style: $crate::game::Style) -> Vec<String> {
            drawing::board(self, style)
        }

        fn picture(&self, last: &[($crate::game::Actor, Self::Action)]) -> $crate::game::Picture {
            drawing::picture(self, Self::TITLE, last)
        }
    };
}
