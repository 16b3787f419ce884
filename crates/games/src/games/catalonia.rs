//! Catalonia by François Tremblay (2010): two players against the bombers, with one shared score, counted in chains of
//! men who defend one another. The rules page is `RULES.md`. The module knows no clock, no bot and no other game.

mod action;
mod bombs;
pub mod chain;
mod drawing;
mod encoding;
mod man;
mod moves;
mod phase;
mod picture;
mod position;
mod rules;
mod sense;

pub use action::{Action, Claim};
pub use man::{Kind, Man, Men, Square, Squares};
pub use phase::{Due, Phase};
pub use position::{Bombs, Catalonia, Options, Scoring};
