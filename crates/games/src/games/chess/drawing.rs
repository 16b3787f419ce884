//! The board for people.

use std::fmt;

use super::{Chess, Square};
use crate::{
    board::{Side, drawing},
    game::{Game, Style, Turn},
};

/// The board with what else there is to know beside it: White's men upper case, Black's lower case.
pub(super) fn board(position: &Chess, style: Style) -> Vec<String> {
    let cell = |square: Square| {
        let man = position.men.at(square);
        let text = format!(" {} ", man.map_or('.', |man| man.letter()));
        match style {
            Style::Plain => text,
            Style::Colour => {
                let white = man.is_some_and(|man| man.side == Side::White);
                let light = (square.file() + square.rank()) % 2 == 1;
                drawing::paint(colour(white, light), &text)
            }
        }
    };
    drawing::draw(3, cell, &notes(position))
}

/// What there is to know beside the board, what is due first.
pub(super) fn notes(position: &Chess) -> Vec<String> {
    let to_act = match position.turn() {
        Turn::Over(outcome) => format!("over: {outcome}"),
        Turn::Chance | Turn::Seats(_) => format!("{} is to move", position.to_act.name()),
    };
    let rights = fmt::from_fn(|f| position.rights.write(f, position.shuffled));
    let mut notes = vec![to_act, format!("turn {}, castling {rights}", position.turn)];
    if let Some(passed) = position.passed {
        notes.push(format!("{passed} was passed"));
    }
    if position.in_check(position.to_act) {
        notes.push("check".to_owned());
    }
    notes
}

/// White men bright and bold, black ones black, on light and dark squares between.
fn colour(white: bool, light: bool) -> &'static str {
    match (white, light) {
        (true, true) => "1;97;48;5;109",
        (true, false) => "1;97;48;5;66",
        (false, true) => "30;48;5;109",
        (false, false) => "30;48;5;66",
    }
}
