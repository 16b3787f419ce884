//! Draws squares and men as text for a terminal.

use super::Man;
use crate::{
    board::{Side, drawing::paint},
    game::Style,
};

/// Draws a square with its man: White's letters in upper case, Black's in lower case.
pub fn cell(man: Option<Man>, light: bool, style: Style) -> String {
    let text = format!(" {} ", man.map_or('.', |man| man.letter()));
    match style {
        Style::Plain => text,
        Style::Colour => paint(colour(man.is_some_and(|man| man.side == Side::White), light), &text),
    }
}

/// The numbers of the escape sequence: bold white for White, black for Black. The squares contrast with both.
fn colour(white: bool, light: bool) -> &'static str {
    match (white, light) {
        (true, true) => "1;97;48;5;109",
        (true, false) => "1;97;48;5;66",
        (false, true) => "30;48;5;109",
        (false, false) => "30;48;5;66",
    }
}
