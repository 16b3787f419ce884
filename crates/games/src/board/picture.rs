//! Pictures of boards: the layout of squares, and the look of men, marks and words in the common theme. Knows no game.

mod glyph;
mod layout;
mod shape;
mod sheet;

pub use glyph::{Glyph, class};
pub use layout::Layout;
pub use shape::{Point, arrow, group, named, note, path, places, text};
pub use sheet::{WIDTH, sheet};
