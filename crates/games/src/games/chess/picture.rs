//! The board as a picture.

use super::{Action, Chess, Square, drawing::notes};
use crate::{
    board::picture::{Layout, Point, class, named, sheet},
    game::{Actor, Picture},
};

/// The board, with the notes below.
pub(super) fn picture(position: &Chess, title: &str, last: &[(Actor, Action)]) -> Picture {
    let layout = Layout::<8, 8> { corner: Point::new(20.0, 8.0), side: 40.0 };
    let mut picture = sheet(title, &notes(position), layout.corner.y + layout.height() + 20.0);
    picture.extend(layout.chequers());
    picture.push(layout.edge());
    picture.extend(layout.names());
    for (_, action) in last {
        picture.extend(layout.moved(action.from, action.to));
    }
    picture.push(layout.places());
    for square in Square::all() {
        if let Some(man) = position.men.at(square) {
            let name = format!("{} {} {square}", man.side.name(), man.kind.name());
            picture.push(named(square, man.kind.glyph().man(class(man.side), layout.centre(square), name)));
        }
    }
    picture
}
