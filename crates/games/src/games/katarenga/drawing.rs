//! The board as text.

use super::{Colour, dealt_board::DealtBoard};
use crate::{
    board::{Side, drawing},
    game::Style,
};

impl DealtBoard {
    /// The board with notes beside it. A square shows the letters of its colour and pawn, painted if in colours.
    pub(super) fn lines(&self, notes: &[String], style: Style) -> Vec<String> {
        let cell = |square| {
            let (colour, pawn) = (self.colours.at(square), self.pawns.at(square));
            let text = format!("{}{} ", colour.letter(), pawn.map_or('.', Side::letter));
            match style {
                Style::Plain => text,
                Style::Colour => drawing::paint(background(colour, pawn), &text),
            }
        };
        drawing::draw(3, cell, notes)
    }
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
