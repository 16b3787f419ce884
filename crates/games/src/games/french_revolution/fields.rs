//! The words of positions.

use crate::game::{FieldForm, PositionField};

pub(super) const FIELDS: &[PositionField] = &[
    PositionField::new("men", FieldForm::Board("h8|h10", &FieldForm::Letter("KQRBNPkqrbnp")))
        .about("as in FEN; ten ranks too"),
    PositionField::new("seat", FieldForm::Owner("wb")).about("who is to act, `w` or `b`"),
    PositionField::new("castling", FieldForm::Letters("KQkq")).about("as in FEN, `-` for none"),
    PositionField::new("part", FieldForm::Word(&["piece", "pawn"]))
        .about("the part of the turn that is due, `piece` or `pawn`"),
    PositionField::new("turn", FieldForm::Number).about("from 1, one more after each turn of Black"),
];
