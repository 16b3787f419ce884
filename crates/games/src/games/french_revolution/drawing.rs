//! The board as text.

use super::{Action, FrenchRevolution, Part};
use crate::{
    board::{
        Square,
        orthodox::{self, BoardSquare, Man, told_rights},
        picture::{Layout, Point, path},
    },
    game::{Actor, Game, Picture, Style, Turn},
};

/// The board with notes beside it. White's men are upper case, Black's lower case.
pub(super) fn board(position: &FrenchRevolution, style: Style) -> Vec<String> {
    let notes = notes(position);
    if position.options.ranks == 10 {
        orthodox::board::<10>(|square| man(position, square), &notes, style)
    } else {
        orthodox::board::<8>(|square| man(position, square), &notes, style)
    }
}

/// The board with the notes below. The two middle ranks, where pawns are protected, are hatched.
pub(super) fn picture(position: &FrenchRevolution, title: &str, last: &[(Actor, Action)]) -> Picture {
    if position.options.ranks == 10 { draw::<10>(position, title, last) } else { draw::<8>(position, title, last) }
}

fn draw<const RANKS: usize>(position: &FrenchRevolution, title: &str, last: &[(Actor, Action)]) -> Picture {
    let place = |square: BoardSquare| Square::<8, RANKS>::from_index(square.index());
    let moves = last.iter().filter_map(|(_, action)| Some((place(action.from)?, place(action.to)?)));
    let hatch = |layout: &Layout<8, RANKS>| {
        let middle = layout.place(0.0, RANKS as f64 / 2.0 - 0.5) - Point::new(layout.side / 2.0, 0.0);
        let line = |up: f64| format!("M{}h{}", middle + Point::new(0.0, up * layout.side), layout.width());
        Some(path("hatch", line(-1.0) + &line(1.0)))
    };
    orthodox::picture(title, &notes(position), |square| man(position, square), moves, hatch)
}

/// The man on a square. Squares are counted rank by rank, so an index means the same square on both boards.
fn man<const RANKS: usize>(position: &FrenchRevolution, square: Square<8, RANKS>) -> Option<Man> {
    position.men.at(BoardSquare::from_index(square.index())?)
}

/// The notes beside the board. The first says who is to move, or how the game ended.
pub(super) fn notes(position: &FrenchRevolution) -> Vec<String> {
    let to_act = match (position.turn(), position.part) {
        (Turn::Over(outcome), _) => format!("over: {outcome}"),
        (Turn::Chance | Turn::Seats(_), Part::Piece) => format!("{} is to move a piece", position.to_act.name()),
        (Turn::Chance | Turn::Seats(_), Part::Pawn) if position.pawn_side() == position.to_act => {
            format!("{} is to move a pawn", position.to_act.name())
        }
        (Turn::Chance | Turn::Seats(_), Part::Pawn) => {
            format!("{} is to move a pawn of {}", position.to_act.name(), position.pawn_side().name())
        }
    };
    let mut notes = vec![to_act, format!("turn {}", position.turn)];
    notes.extend(told_rights(|side, wing| position.rights.has(side, wing)));
    if position.men.in_check(position.to_act) {
        notes.push("check".to_owned());
    }
    notes
}
