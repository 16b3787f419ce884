//! The board for people.

use super::{FrenchRevolution, Part};
use crate::{
    board::{self, Side, drawing, orthodox::Square},
    game::{Game, Style, Turn},
};

/// The board with what else there is to know beside it: White's men upper case, Black's lower case.
pub(super) fn board(position: &FrenchRevolution, style: Style) -> Vec<String> {
    let notes = notes(position);
    if position.options.ranks == 10 { draw::<10>(position, &notes, style) } else { draw::<8>(position, &notes, style) }
}

/// What there is to know beside the board, what is due first.
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
    let mut notes = vec![to_act, format!("turn {}, castling {}", position.turn, position.rights)];
    if position.men.in_check(position.to_act) {
        notes.push("check".to_owned());
    }
    notes
}

fn draw<const RANKS: usize>(position: &FrenchRevolution, notes: &[String], style: Style) -> Vec<String> {
    let cell = |square: board::Square<8, RANKS>| {
        let man = Square::from_index(square.index()).and_then(|square| position.men.at(square));
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
    drawing::draw(3, cell, notes)
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
