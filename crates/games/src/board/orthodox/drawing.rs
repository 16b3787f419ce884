//! Men and squares as text for people.

use super::Man;
use crate::{
    board::{Side, drawing::paint},
    game::Style,
};

/// A square with what stands there: White's men upper case, Black's lower case.
pub fn cell(man: Option<Man>, light: bool, style: Style) -> String {
    let text = format!(" {} ", man.map_or('.', |man| man.letter()));
    match style {
        Style::Plain => text,
        Style::Colour => paint(colour(man.is_some_and(|man| man.side == Side::White), light), &text),
    }
}

/// White men bright and bold, black ones black, on light and dark squares between.
fn colour(white: bool, light: bool) -> &'static str {
    match (white, light) {
        (true, true) => "1;97;48;5;109",
        (true, false) => "1;97;48;5;66",
        (false, true) => "30;48;5;109",
        (false, false) => "30;48;5;66",
    }
}
