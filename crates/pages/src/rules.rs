//! The rules page of a game, written in Markdown, as text and as an HTML page. The module knows no game, no
//! terminal and no file.

mod figure;
mod html;
mod markdown;
mod text;

pub use figure::{RulesFigure, RulesFigureError, figures};
pub use html::html;
pub use markdown::{for_players, section};
pub use text::text;
