//! The board as a picture.

use svg::node::element::Element;

use super::{Colour, Square, action::camp_of, dealt_board::DealtBoard};
use crate::{
    board::{
        BySide, Side,
        picture::{Glyph, Layout, Point, class, named, path, sheet, text},
    },
    game::Picture,
};

const SIDE: f64 = 40.0;

/// The height of a row of camp places, above or below the board.
const CAMPS: f64 = 36.0;

impl DealtBoard {
    /// The coloured board, with the sign of a pawn's move on each square, and the pawns. `camps` has the number of each
    /// side's pawns in camp if the game has camps, `notes` what stands below the board, and `last` the origin (if any)
    /// and target of each of the last actions.
    pub(super) fn picture(
        &self,
        camps: Option<BySide<u8>>,
        title: &str,
        notes: &[String],
        last: impl Iterator<Item = (Option<Square>, Square)>,
    ) -> Picture {
        let row = if camps.is_some() { CAMPS } else { 0.0 };
        let layout = Layout::<8, 8> { corner: Point::new(20.0, 8.0 + row), side: SIDE };
        let mut picture = sheet(title, notes, layout.corner.y + layout.height() + 20.0 + row * 1.15);
        for colour in Colour::ALL {
            let squares = self.colours.of(colour);
            picture.push(layout.squares(&format!("square {}", colour.paint()), squares.iter()));
            // Dark lines are hard to see on blue.
            let class = if colour == Colour::Blue { "sign bright" } else { "sign" };
            picture.push(path(class, squares.iter().map(|to| sign(colour, layout.centre(to))).collect::<String>()));
        }
        picture.push(layout.edge());
        picture.extend(layout.names());
        for (from, to) in last {
            match from {
                Some(from) => picture.extend(layout.moved(from, to)),
                None => picture.extend(layout.frame(to)),
            }
        }
        picture.push(layout.places());
        for side in Side::ALL {
            for square in self.pawns.of(side).iter() {
                picture.push(named(square, pawn(side, layout.centre(square), &square.to_string())));
            }
            if let Some(camps) = camps {
                camp(&mut picture, &layout, side, camps[side]);
            }
        }
        picture
    }
}

fn pawn(side: Side, at: Point, place: &str) -> Element {
    Glyph::PAWN.man(class(side), at + Point::new(0.0, 1.0), format!("{} pawn {place}", side.name()))
}

/// The two places of the camp that a side's pawns go to, with pawns: beyond the corners of the opponent's baseline.
fn camp(picture: &mut Picture, layout: &Layout<8, 8>, side: Side, count: u8) {
    let y = match side {
        Side::White => layout.corner.y - CAMPS / 2.0 - 2.0,
        Side::Black => layout.corner.y + layout.height() + 20.0 + CAMPS / 2.0,
    };
    picture.push(text(
        "faint",
        Point::new(layout.corner.x + layout.width() / 2.0, y),
        format!("{}\u{2019}s camp", side.other().name()),
    ));
    for (place, file) in [0.0, 7.0].into_iter().enumerate() {
        let at = Point::new(layout.place(file, 0.0).x, y);
        let ring = format!("M{}a17 17 0 1 0 34 0a17 17 0 1 0-34 0z", at - Point::new(17.0, 0.0));
        picture.push(named(camp_of(side), path("dark", ring)));
        if place < usize::from(count) {
            picture.push(named(camp_of(side), pawn(side, at, "in camp")));
        }
    }
}

impl Colour {
    facts! {
        paint: &'static str = Red => "vermilion", Yellow => "yellow", Green => "green", Blue => "blue";
        /// The lines of the sign: the rook has a cross, the bishop a saltire, the knight a hook, the king a ring.
        lines: &'static str = Red => "m-4.5 0h9m-4.5-4.5v9", Yellow => "m-3.5-3.5l7 7m-7 0l7-7", Green => "m-2 4.5v-8h5",
            Blue => "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0";
    }
}

/// The sign of a pawn's move from this colour, in the upper left corner of the square.
fn sign(colour: Colour, square: Point) -> String {
    let at = square - Point::new(SIDE / 2.0 - 8.0, SIDE / 2.0 - 8.0);
    format!("M{at}{}", colour.lines())
}
