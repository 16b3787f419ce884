//! Standard algebraic notation: rules page, Actions.

use super::{Action, Chess, end::End, position::name};
use crate::board::orthodox::{Kind, told_apart};

/// The move as people write it, before it is played.
pub(super) fn describe(position: &Chess, action: Action) -> String {
    let mut after = position.clone();
    after.go(action);
    described(position, action, &after)
}

/// The same where the position after it is known.
pub(super) fn described(position: &Chess, action: Action, after: &Chess) -> String {
    let mut text = match (position.castles(action), position.men.kind_at(action.from)) {
        (Some(wing), _) => wing.text().to_owned(),
        (None, Some(kind)) if kind != Kind::Pawn => piece(position, action, kind),
        (None, _) => pawn(action),
    };
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
    let mut text = String::with_capacity(LONGEST);
    text.push(kind.letter());
    text.push_str(&named);
    text.push_str(capture);
    text.extend(name(action.to));
    text
}

fn pawn(action: Action) -> String {
    let mut text = String::with_capacity(LONGEST);
    if action.from.file() != action.to.file() {
        let [file, _] = name(action.from);
        text.extend([file, 'x']);
    }
    text.extend(name(action.to));
    if let Some(kind) = action.promotion {
        text.extend(['=', kind.letter()]);
    }
    text
}

/// No move has more characters, such as `Qa1xb2+` or `axb8=Q#`.
const LONGEST: usize = 8;
