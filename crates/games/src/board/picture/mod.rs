//! Pictures of boards: where squares lie, how men, marks and words look in the theme of all pictures. It knows no game
//! by name.

mod figure;
mod plan;
mod shape;
mod sheet;

pub use figure::{Figure, class};
pub use plan::Plan;
pub use shape::{Point, Span, arrow, group, note, path, text};
pub use sheet::{WIDTH, sheet};
