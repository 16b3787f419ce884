//! Standard algebraic notation for each part: rules page, Actions.

use nom::{Parser as _, combinator::all_consuming};

use super::{Action, FrenchRevolution, position::End};
use crate::{
    board::orthodox::{BoardSquare, ManKind, Wing, told_move, written_move},
    game::bare,
};

/// The part in SAN. `position` is the position before the part.
pub(super) fn describe(position: &FrenchRevolution, action: Action) -> String {
    let mut text = match (position.men.castles(action.from, action.to), position.piece(action.from)) {
        (Some(wing), _) => wing.text().to_owned(),
        (None, kind) => {
            let captures = position.men.at(action.to).is_some();
            let rivals = kind.map_or_else(Vec::new, |kind| rivals(position, action, kind));
            told_move(kind.unwrap_or(ManKind::Pawn), action, captures, &rivals)
        }
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

/// The squares of other pieces of this kind that can legally move to the same square.
fn rivals(position: &FrenchRevolution, action: Action, kind: ManKind) -> Vec<BoardSquare> {
    let mut legal = Vec::new();
    position.list(&mut legal);
    let is_rival =
        |other: &Action| other.to == action.to && other.from != action.from && position.piece(other.from) == Some(kind);
    legal.into_iter().filter(is_rival).map(|other| other.from).collect()
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
