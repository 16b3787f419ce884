//! The board for people.

use super::{Chess, Square};
use crate::{
    board::{drawing, orthodox::cell},
    game::{Game, Style, Turn},
};

/// The board with what else there is to know beside it: White's men upper case, Black's lower case.
pub(super) fn board(position: &Chess, style: Style) -> Vec<String> {
    let drawn = |square: Square| {
        let man = position.men.at(square);
        let light = (square.file() + square.rank()) % 2 == 1;
        cell(man, light, style)
    };
    drawing::draw(3, drawn, &notes(position))
}

/// What there is to know beside the board, what is due first.
pub(super) fn notes(position: &Chess) -> Vec<String> {
    let to_act = match position.turn() {
        Turn::Over(outcome) => format!("over: {outcome}"),
        Turn::Chance | Turn::Seats(_) => format!("{} is to move", position.to_act.name()),
    };
    let mut rights = String::new();
    position.rights.write(&mut rights, position.shuffled);
    let mut notes = vec![to_act, format!("turn {}, castling {rights}", position.turn)];
    if let Some(passed) = position.passed {
        notes.push(format!("{passed} was passed"));
    }
    if position.in_check(position.to_act) {
        notes.push("check".to_owned());
    }
    notes
}
