//! Shared geometry: squares and their names, sets of squares, rays and leaps on boards of any width and height, flat or
//! rolled to a cylinder. It knows no game by name, no man and no turn.

mod leaps;
mod rays;
mod set;
mod square;
pub mod text;

pub use leaps::{Leaps, Offset, leaps};
pub use rays::{Direction, Rays};
pub use set::{Iter, SquareSet};
pub use square::{Square, Wrap, square};

/// The greatest number of squares that a board can have.
pub const MAX_SQUARES: usize = 128;
