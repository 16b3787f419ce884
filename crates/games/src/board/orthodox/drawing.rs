//! Draws boards with men, as text for a terminal and as pictures.

use svg::node::element::Element;

use super::Man;
use crate::{
    board::{
        Side, Square,
        drawing::{self, paint},
        picture::{Layout, Point, class, named, sheet},
    },
    game::{Picture, Style},
};

/// The board as text with notes beside it. White's men are upper case, Black's lower case.
pub fn board<const RANKS: usize>(
    man: impl Fn(Square<8, RANKS>) -> Option<Man>,
    notes: &[String],
    style: Style,
) -> Vec<String> {
    let drawn = |square: Square<8, RANKS>| cell(man(square), (square.file() + square.rank()) % 2 == 1, style);
    drawing::draw(3, drawn, notes)
}

/// The board as a picture, with the notes below, and these moves marked. `ground` is painted on the empty board.
pub fn picture<const RANKS: usize>(
    title: &str,
    notes: &[String],
    man: impl Fn(Square<8, RANKS>) -> Option<Man>,
    moves: impl IntoIterator<Item = (Square<8, RANKS>, Square<8, RANKS>)>,
    ground: impl FnOnce(&Layout<8, RANKS>) -> Option<Element>,
) -> Picture {
    let layout = Layout { corner: Point::new(20.0, 8.0), side: 40.0 };
    let mut picture = sheet(title, notes, layout.corner.y + layout.height() + 20.0);
    picture.extend(layout.chequers());
    picture.push(layout.edge());
    picture.extend(layout.names());
    picture.extend(ground(&layout));
    for (from, to) in moves {
        picture.extend(layout.moved(from, to));
    }
    picture.push(layout.places());
    for square in Square::all() {
        if let Some(man) = man(square) {
            let name = format!("{} {} {square}", man.side.name(), man.kind.name());
            picture.push(named(square, man.kind.glyph().man(class(man.side), layout.centre(square), name)));
        }
    }
    picture
}

/// Draws a square with its man.
fn cell(man: Option<Man>, light: bool, style: Style) -> String {
    // Bold white for White, black for Black. The squares contrast with both.
    let ink = if man.is_some_and(|man| man.side == Side::White) { "1;97" } else { "30" };
    let ground = if light { 109 } else { 66 };
    paint(style, &format!("{ink};48;5;{ground}"), &format!(" {} ", man.map_or('.', Man::letter)))
}
