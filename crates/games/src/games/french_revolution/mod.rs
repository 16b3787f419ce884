//! French Revolution Chess by Hans Bodlaender (2000): orthodox men, two parts a turn, a piece and then a pawn. Its
//! rules page is `RULES.md`. `orthodox` has men, attacks and castling as any orthodox chess has them, on
//! boards of 8 and 10 ranks, and knows nothing of turns of two parts.

mod action;
mod drawing;
mod orthodox;
mod parts;
mod picture;
mod position;
mod rules;
mod san;

pub use action::Action;
pub use orthodox::{Kind, Man, Men, Rights, Square, Squares, Wing, attacks};
pub use position::{FrenchRevolution, Part, Pawns, Revolution};
