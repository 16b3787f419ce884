//! Geometry that games share: squares, sets, rays and leaps on flat and cylindrical boards; hexagons; the men of
//! orthodox chess; text and pictures. The module knows no game by name and no turn.

#[macro_use]
mod facts;
#[macro_use]
mod men;

pub mod drawing;
pub mod hex;
mod leaps;
mod line;
#[macro_use]
pub mod orthodox;
pub mod picture;
mod rays;
mod set;
mod side;
mod square;
pub mod text;

pub use leaps::{KING, KNIGHT, Leaps, Offset, PAWN, leaps};
pub use line::BoardLine;
pub use rays::{Direction, Rays};
pub use set::{Iter, SquareSet};
pub use side::{BySide, Side, seat};
pub use square::{Square, Wrap, square};

/// The maximum number of squares of a board.
pub const MAX_SQUARES: usize = 128;
