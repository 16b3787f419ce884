//! French Revolution Chess by Hans Bodlaender (2000): orthodox men, and two parts a turn, a piece and then a pawn. The
//! rules page is `RULES.md`. Men, attacks and castling are those of `board::orthodox`.

mod action;
mod drawing;
mod encoding;
mod fields;
mod parts;
mod picture;
mod position;
mod rules;
mod san;
mod sense;

pub use action::Action;
pub use position::{FrenchRevolution, Part, Pawns, Revolution};
