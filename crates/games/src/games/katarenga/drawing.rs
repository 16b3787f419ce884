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
            // Bright bold text for a white pawn, else dark text, on the colour of the square.
            let ink = if pawn == Some(Side::White) { "1;97" } else { "30" };
            drawing::paint(style, &format!("{ink};48;5;{}", colour.terminal()), &text)
        };
        drawing::draw(3, cell, notes)
    }
}

impl Colour {
    facts! {
        /// The number of the colour in a terminal.
        terminal: u8 = Red => 167, Yellow => 178, Green => 71, Blue => 68;
    }
}
