//! The rules page of a game, in Markdown, as text and as HTML. The module knows no game, terminal or file.

mod figure;
mod html;
mod markdown;
mod text;

pub use figure::{RulesFigure, RulesFigureError, figures};
pub use html::html;
pub use markdown::{for_players, section};
pub use text::text;
