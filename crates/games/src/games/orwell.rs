//! Orwell Chess by Glenn E. Overby II (2002): three players, a cylinder of 7×12 squares, two dice. The rules page is
//! `RULES.md`. The module knows no clock, no bot and no other game.

mod action;
mod dice;
mod drawing;
mod encoding;
mod man;
mod moves;
mod picture;
mod position;
mod rules;
mod sense;

pub use action::{Action, Move};
pub use dice::{Dice, Die};
pub use man::{Kind, Man, Owner, Square, Squares};
pub use position::Orwell;
