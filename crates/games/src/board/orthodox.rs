//! The parts that all orthodox chess games share, on eight files and up to ten ranks: men, attacks, checks, castling,
//! and notation. The module knows no turn and no game. A game with fewer than ten ranks leaves the upper ranks empty.

mod castling;
mod drawing;
mod man;
mod men;
mod notation;
mod numbers;
mod san;

pub use castling::{KING_FILE, RIGHTS, Rights, Wing, rights, told_rights};
pub use drawing::{board, picture};
pub use man::{Man, ManKind};
pub use men::{BoardSquare, Men, Squares, attacks, men};
pub use notation::{ManMove, man_move};
pub use numbers::Numbers;
pub use san::{
    CASTLING_SIGNS, DASHES, WrittenMove, ZEROS, promotion, sign, told_apart, written_castling, written_move,
};
