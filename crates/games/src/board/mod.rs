//! Shared geometry: squares and their names, sets of squares, rays and leaps on boards of any width and height, flat or
//! rolled to a cylinder, and how they are written and drawn; hexagons; orthodox men. It knows no game by name and no turn.

pub mod drawing;
pub mod hex;
mod leaps;
pub mod orthodox;
pub mod picture;
mod rays;
mod set;
mod side;
mod square;
pub mod text;

pub use leaps::{KING, KNIGHT, Leaps, Offset, leaps};
pub use rays::{Direction, Rays};
pub use set::{Iter, SquareSet};
pub use side::{BySide, Side, seat};
pub use square::{Square, Wrap, square};

/// The greatest number of squares that a board can have.
pub const MAX_SQUARES: usize = 128;
