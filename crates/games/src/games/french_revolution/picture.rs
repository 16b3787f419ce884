//! The board as a picture.

use super::{Action, FrenchRevolution, drawing::notes};
use crate::{
    board::{
        self,
        orthodox::BoardSquare,
        picture::{Layout, Point, class, named, path, sheet},
    },
    game::{Actor, Picture},
};

/// The board with the notes below. The two middle ranks, where pawns are protected, are hatched.
pub(super) fn picture(position: &FrenchRevolution, title: &str, last: &[(Actor, Action)]) -> Picture {
    if position.options.ranks == 10 { draw::<10>(position, title, last) } else { draw::<8>(position, title, last) }
}

fn draw<const RANKS: usize>(position: &FrenchRevolution, title: &str, last: &[(Actor, Action)]) -> Picture {
    let layout = Layout::<8, RANKS> { corner: Point::new(20.0, 8.0), side: 40.0 };
    let place = |square: BoardSquare| board::Square::<8, RANKS>::from_index(square.index());
    let mut picture = sheet(title, &notes(position), layout.corner.y + layout.height() + 20.0);
    picture.extend(layout.chequers());
    picture.push(layout.edge());
    picture.extend(layout.names());
    let middle = layout.place(0.0, RANKS as f64 / 2.0 - 0.5) - Point::new(layout.side / 2.0, 0.0);
    let line = |up: f64| format!("M{}h{}", middle + Point::new(0.0, up * layout.side), layout.width());
    picture.push(path("hatch", line(-1.0) + &line(1.0)));
    for (_, action) in last {
        if let (Some(from), Some(to)) = (place(action.from), place(action.to)) {
            picture.extend(layout.moved(from, to));
        }
    }
    picture.push(layout.places());
    for square in position.men.all().iter() {
        if let (Some(man), Some(place)) = (position.men.at(square), place(square)) {
            let name = format!("{} {} {square}", man.side.name(), man.kind.name());
            picture.push(named(square, man.kind.glyph().man(class(man.side), layout.centre(place), name)));
        }
    }
    picture
}
