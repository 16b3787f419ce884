//! Standard algebraic notation: rules page, Actions.

use std::fmt::Write as _;

use super::{Action, Chess, end::End};
use crate::board::orthodox::{Kind, told_apart};

/// The move as people write it, before it is played.
pub(super) fn describe(position: &Chess, action: Action) -> String {
    let mut text = match (position.castles(action), position.men.kind_at(action.from)) {
        (Some(wing), _) => wing.text().to_owned(),
        (None, Some(kind)) if kind != Kind::Pawn => piece(position, action, kind),
        (None, _) => pawn(action),
    };
    let mut after = position.clone();
    after.go(action);
    if after.end == Some(End::Checkmate) {
        text.push('#');
    } else if after.in_check(after.to_act) {
        text.push('+');
    }
    text
}

/// Men of a kind are told apart among the legal moves: by file, else by rank, else by both.
fn piece(position: &Chess, action: Action, kind: Kind) -> String {
    let own = position.men.own(position.to_act, kind);
    let mut rivals = Vec::new();
    position.find(|moves| {
        if moves.from != action.from && own.contains(moves.from) && moves.to.contains(action.to) {
            rivals.push(moves.from);
        }
        false
    });
    let named = told_apart(action.from, &rivals);
    let capture = if position.men.at(action.to).is_some() { "x" } else { "" };
    format!("{}{named}{capture}{}", kind.letter(), action.to)
}

fn pawn(action: Action) -> String {
    let from = action.from.to_string();
    let capture = if action.from.file() == action.to.file() { String::new() } else { format!("{}x", &from[..1]) };
    let mut text = format!("{capture}{}", action.to);
    if let Some(kind) = action.promotion {
        write!(text, "={}", kind.letter()).expect("a String takes any text");
    }
    text
}
