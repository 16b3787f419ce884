//! Cat Chess by Sergei and Morag Lewis, for two to five players. Each player has three cats on hills of hexagons. Cats
//! challenge one another, and secret choices decide. The rules page is `RULES.md`. The module knows no clock, no bot
//! and no other game.

mod action;
mod cat;
mod challenge;
mod drawing;
mod encoding;
mod gesture;
mod land;
mod legal;
mod moves;
mod phase;
mod picture;
mod position;
mod refusals;
mod rules;
mod sense;
mod setup;
mod sheet;
mod sight;
mod text;
mod turn;

pub use action::{Action, Facings};
pub use cat::{Cat, CatId, Letter, Letters, Place};
pub use land::{Heights, PEAKS, Peaks, land};
pub use phase::{Acted, Deed, Phase};
pub use position::{CatChess, Holding, Options};
pub use sheet::{Cells, Challenge, Counter, Response, Sheet};
