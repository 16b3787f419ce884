//! The board as text.

use super::{FrenchRevolution, Part};
use crate::{
    board::{
        self, drawing,
        orthodox::{BoardSquare, cell, told_rights},
    },
    game::{Game, Style, Turn},
};

/// The board with notes beside it. White's men are upper case, Black's lower case.
pub(super) fn board(position: &FrenchRevolution, style: Style) -> Vec<String> {
    let notes = notes(position);
    if position.options.ranks == 10 { draw::<10>(position, &notes, style) } else { draw::<8>(position, &notes, style) }
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

fn draw<const RANKS: usize>(position: &FrenchRevolution, notes: &[String], style: Style) -> Vec<String> {
    let drawn = |square: board::Square<8, RANKS>| {
        let man = BoardSquare::from_index(square.index()).and_then(|square| position.men.at(square));
        let light = (square.file() + square.rank()) % 2 == 1;
        cell(man, light, style)
    };
    drawing::draw(3, drawn, notes)
}
