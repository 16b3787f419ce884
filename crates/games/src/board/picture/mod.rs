//! Pictures of boards: where squares lie, how men, marks and words look in the theme of all pictures. It knows no game
//! by name.

mod glyph;
mod layout;
mod shape;
mod sheet;

pub use glyph::{Glyph, class};
pub use layout::Layout;
pub use shape::{Point, Span, arrow, group, named, note, path, places, text};
pub use sheet::{WIDTH, sheet};
