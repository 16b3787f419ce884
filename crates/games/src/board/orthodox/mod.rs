//! What any orthodox chess has, on eight files and up to ten ranks: men, what they attack, which checks they give, how
//! they castle, and how all this is written. It knows no turn and no game. On a board of fewer ranks the squares above are
//! left out by whoever asks.

mod castling;
mod man;
mod men;
mod san;

pub use castling::{KING_FILE, RIGHTS, Rights, Wing, rights};
pub use man::{Kind, Man};
pub use men::{Men, Square, Squares, attacks, men};
pub use san::told_apart;
