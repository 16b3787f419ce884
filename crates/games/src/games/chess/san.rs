//! Standard algebraic notation: rules page, Actions.

use super::{
    Action, Chess,
    end::End,
    position::{file_letter, write_name},
    set::Set,
};
use crate::board::orthodox::{ManKind, told_apart};

/// The move in SAN. `position` is the position before the move.
pub(super) fn describe(position: &Chess, action: Action) -> String {
    let mut after = position.clone();
    after.go(action);
    described(position, action, &after)
}

/// The move in SAN. `after` is the position after the move.
pub(super) fn described(position: &Chess, action: Action, after: &Chess) -> String {
    let mut text = match (position.castles(action), position.men.kind_at(action.from)) {
        (Some(wing), _) => wing.text().to_owned(),
        (None, Some(kind)) if kind != ManKind::Pawn => piece(position, action, kind),
        (None, _) => pawn(action),
    };
    if after.end == Some(End::Checkmate) {
        text.push('#');
    } else if after.in_check(after.to_act) {
        text.push('+');
    }
    text
}

/// A move of a piece other than a pawn. If another piece of its kind can legally move to the same square, adds the
/// file, else the rank, else both.
fn piece(position: &Chess, action: Action, kind: ManKind) -> String {
    let Action { from, to, .. } = action;
    let (men, side) = (&position.men, position.to_act);
    let others = (men.own(side, kind) & men.attackers(to, side, men.all())) - Set::only(from);
    let mut rivals = Vec::new();
    // Most moves have no rivals; then the legal moves need not be found.
    if !others.is_empty() {
        position.find(|moves| {
            if others.contains(moves.from) && moves.to.contains(to) {
                rivals.push(moves.from);
            }
            false
        });
    }
    let mut text = String::with_capacity(LONGEST);
    text.push(kind.letter());
    text.push_str(&told_apart(from, &rivals));
    if men.at(to).is_some() {
        text.push('x');
    }
    write_name(&mut text, to);
    text
}

fn pawn(action: Action) -> String {
    let mut text = String::with_capacity(LONGEST);
    if action.from.file() != action.to.file() {
        text.push(file_letter(action.from));
        text.push('x');
    }
    write_name(&mut text, action.to);
    if let Some(kind) = action.promotion {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

/// The most characters of a move, such as `Qa1xb2+` or `axb8=Q#`.
const LONGEST: usize = 8;
