//! The words of positions.

use crate::game::{FieldForm, PositionField};

pub(super) const FIELDS: &[PositionField] = &[
    PositionField::new("men", FieldForm::Board("h8", &FieldForm::Letter("KQRBNPkqrbnp"))).about("as in FEN"),
    PositionField::new("seat", FieldForm::Owner("wb")).about("who is to move, `w` or `b`"),
    PositionField::new("castling", FieldForm::Letters("KQkqABCDEFGHabcdefgh"))
        .about("as in FEN, `-` for none; with `start shuffled` the files of the rooks, such as `HAha`"),
    PositionField::new("passed", FieldForm::Maybe(&FieldForm::Square("h8")))
        .about("the square that a pawn has just passed, if a capture in passing is legal; `-` otherwise"),
    PositionField::new("quiet", FieldForm::Number)
        .about("moves of both sides since the last capture or move of a pawn"),
    PositionField::new("turn", FieldForm::Number).about("from 1, one more after each move of Black"),
    PositionField::new("past", FieldForm::List(",", &FieldForm::Move("h8")))
        .about("the moves since the last irreversible one, such as `g1f3,g8f6`; `-` for none"),
];
