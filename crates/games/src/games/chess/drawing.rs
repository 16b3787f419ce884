//! The board as text.

use super::{Action, Chess};
use crate::{
    board::orthodox::{self, told_rights},
    game::{Actor, Game, Picture, Style, Turn},
};

/// The board with notes beside it. White's men are upper case, Black's lower case.
pub(super) fn board(position: &Chess, style: Style) -> Vec<String> {
    orthodox::board(|square| position.men.at(square), &notes(position), style)
}

/// The board as a picture, with the notes below.
pub(super) fn picture(position: &Chess, title: &str, last: &[(Actor, Action)]) -> Picture {
    let moves = last.iter().map(|(_, action)| (action.from, action.to));
    orthodox::picture(title, &notes(position), |square| position.men.at(square), moves, |_| None)
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
