//! The rules page of a game, which is Markdown, as lines of text and as one page of HTML that loads nothing. It knows no
//! game, no terminal and no file.

mod html;
mod markdown;
mod text;

pub use html::html;
pub use text::text;
