//! The board as text.

use super::{Colour, Colours, Pawns};
use crate::{
    board::{Side, drawing},
    game::Style,
};

/// The board with notes beside it. A square shows the letters of its colour and pawn, painted if in colours.
pub(super) fn board(colours: &Colours, pawns: &Pawns, notes: &[String], style: Style) -> Vec<String> {
    let cell = |square| {
        let colour = colours.at(square);
        let text = format!("{}{} ", colour.letter(), pawns.at(square).map_or('.', Side::letter));
        match style {
            Style::Plain => text,
            Style::Colour => drawing::paint(background(colour, pawns.at(square)), &text),
        }
    };
    drawing::draw(3, cell, notes)
}

/// The ANSI colours of a square: bright bold text for a white pawn, else dark text, on the colour of the square.
fn background(colour: Colour, pawn: Option<Side>) -> &'static str {
    let white = pawn == Some(Side::White);
    match (colour, white) {
        (Colour::Red, false) => "30;48;5;167",
        (Colour::Red, true) => "1;97;48;5;167",
        (Colour::Yellow, false) => "30;48;5;178",
        (Colour::Yellow, true) => "1;97;48;5;178",
        (Colour::Green, false) => "30;48;5;71",
        (Colour::Green, true) => "1;97;48;5;71",
        (Colour::Blue, false) => "30;48;5;68",
        (Colour::Blue, true) => "1;97;48;5;68",
    }
}
