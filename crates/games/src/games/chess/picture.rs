//! The picture of the board.

use super::{Action, Chess, Square, drawing::notes};
use crate::{
    board::picture::{Plan, Point, class, sheet},
    game::{Actor, Picture},
};

/// The board, and what else there is to know below.
pub(super) fn picture(position: &Chess, title: &str, last: &[(Actor, Action)]) -> Picture {
    let plan = Plan::<8, 8> { corner: Point::new(20.0, 8.0), side: 40.0 };
    let mut picture = sheet(title, &notes(position), plan.corner.y + plan.height() + 20.0);
    picture.extend(plan.chequers());
    picture.push(plan.edge());
    picture.extend(plan.names());
    for (_, action) in last {
        picture.extend(plan.moved(action.from, action.to));
    }
    for square in Square::all() {
        if let Some(man) = position.men.at(square) {
            let name = format!("{} {} {square}", man.side.name(), man.kind.name());
            picture.push(man.kind.figure().man(class(man.side), plan.centre(square), name));
        }
    }
    picture
}
