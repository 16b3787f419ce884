//! Standard algebraic notation for each part: rules page, Actions.

use std::fmt::Write as _;

use nom::{Parser as _, combinator::all_consuming};

use super::{Action, FrenchRevolution, position::End};
use crate::{
    board::orthodox::{ManKind, Wing, told_apart, written_move},
    game::bare,
};

/// The part in SAN. `position` is the position before the part.
pub(super) fn describe(position: &FrenchRevolution, action: Action) -> String {
    let mut text = match (position.men.castles(action.from, action.to), position.piece(action.from)) {
        (Some(wing), _) => wing.text().to_owned(),
        (None, Some(kind)) => piece(position, action, kind),
        (None, None) => pawn(position, action),
    };
    let after = position.after(action);
    // After a piece part the same player is to act, so the opponent comes from the position before.
    let opponent = position.to_act.other();
    if after.end == Some(End::Checkmate) && after.to_act == opponent {
        text.push('#');
    } else if after.men.in_check(opponent) {
        text.push('+');
    }
    text
}

/// Men of a kind are told apart among the legal actions: by file, else by rank, else by both.
fn piece(position: &FrenchRevolution, action: Action, kind: ManKind) -> String {
    let mut legal = Vec::new();
    position.list(&mut legal);
    let rivals = legal
        .into_iter()
        .filter(|other| other.to == action.to && other.from != action.from && position.piece(other.from) == Some(kind));
    let rivals: Vec<_> = rivals.map(|other| other.from).collect();
    let named = told_apart(action.from, &rivals);
    let capture = if position.men.at(action.to).is_some() { "x" } else { "" };
    format!("{}{named}{capture}{}", kind.letter(), action.to)
}

fn pawn(position: &FrenchRevolution, action: Action) -> String {
    let from = action.from.to_string();
    let capture = if position.men.at(action.to).is_some() { format!("{}x", &from[..1]) } else { String::new() };
    let mut text = format!("{capture}{}", action.to);
    if let Some(kind) = action.promotion {
        write!(text, "={}", kind.letter()).expect("a String takes any text");
    }
    text
}

/// The parts that a text of people may stand for, legal or not; `None` if the text is no part.
pub(super) fn candidates(position: &FrenchRevolution, text: &str) -> Option<Vec<Action>> {
    let text = bare(text);
    if let Some(wing) = Wing::ALL.into_iter().find(|wing| wing.text() == text) {
        return Some(position.castling(wing).into_iter().collect());
    }
    let (_, written) = all_consuming(written_move).parse(text).ok()?;
    let side = if written.kind == ManKind::Pawn { position.pawn_side() } else { position.to_act };
    Some(written.candidates((position.men.owned(side) & position.men.of(written.kind)).iter()))
}
