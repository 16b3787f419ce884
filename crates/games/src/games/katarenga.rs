//! The games for Katarenga's board, all by David Parlett (2017): the colours of the board decide how a pawn moves. Each
//! game has a rules page: `RULES.md` is that of Katarenga, and the others have it in a folder of their name.
//!
//! The games share the board ([`Colours`]), the deal of its quarterboards, and the moves of a pawn
//! ([`Colours::reach`]). Each game has its own file; `play.rs` is that of Katarenga.

mod action;
mod battle_stations;
mod colorado;
mod colours;
mod congress;
mod cornered;
mod deal;
mod dealt_board;
mod drawing;
mod encoding;
mod isolation;
mod moves;
mod options;
mod pawns;
mod picture;
mod placing_encoding;
mod play;
mod sense;
mod sight;
mod troika;
mod words;

pub use action::{Decision, Move, Placing, Posting, Turned};
pub use battle_stations::{BattleStations, BattleStationsOptions};
pub use colorado::{Colorado, ColoradoOptions};
pub use colours::{Colour, Colours};
pub use congress::{Congress, CongressOptions};
pub use cornered::{Area, Cornered, CorneredOptions};
pub use deal::{Quarter, deal};
pub use isolation::{Isolation, IsolationOptions, Rule};
pub use options::{Baseline, Scoring};
pub use pawns::{Pawns, Square, Squares};
pub use play::{Katarenga, KatarengaOptions};
pub use troika::{Troika, TroikaOptions};
