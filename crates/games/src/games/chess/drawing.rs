//! The board as text.

use super::{Chess, Square};
use crate::{
    board::{
        drawing,
        orthodox::{cell, told_rights},
    },
    game::{Game, Style, Turn},
};

/// The board with notes beside it. White's men are upper case, Black's lower case.
pub(super) fn board(position: &Chess, style: Style) -> Vec<String> {
    let drawn = |square: Square| {
        let man = position.men.at(square);
        let light = (square.file() + square.rank()) % 2 == 1;
        cell(man, light, style)
    };
    drawing::draw(3, drawn, &notes(position))
}

/// The notes beside the board. The first says who is to move, or how the game ended.
pub(super) fn notes(position: &Chess) -> Vec<String> {
    let to_act = match position.turn() {
        Turn::Over(outcome) => format!("over: {outcome}"),
        Turn::Chance | Turn::Seats(_) => format!("{} is to move", position.to_act.name()),
    };
    let mut notes = vec![to_act, format!("turn {}", position.turn)];
    notes.extend(told_rights(|side, wing| position.rights.rook(side, wing).is_some()));
    if let Some(passed) = position.passed {
        notes.push(format!("{passed} was passed"));
    }
    if position.in_check(position.to_act) {
        notes.push("check".to_owned());
    }
    notes
}
