//! Standard algebraic notation: rules page, Actions.

use super::{Action, Chess, Square, end::End, set::Set};
use crate::board::orthodox::{ManKind, told_move};

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
        (None, Some(kind)) if kind != ManKind::Pawn => {
            told_move(kind, action, position.men.at(action.to).is_some(), &rivals(position, action, kind))
        }
        (None, _) => told_move(ManKind::Pawn, action, action.from.file() != action.to.file(), &[]),
    };
    if after.end == Some(End::Checkmate) {
        text.push('#');
    } else if after.in_check(after.to_act) {
        text.push('+');
    }
    text
}

/// The squares of other men of this kind that can legally move to the same square.
fn rivals(position: &Chess, Action { from, to, .. }: Action, kind: ManKind) -> Vec<Square> {
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
    rivals
}
