//! The words of positions.

use crate::game::{FieldForm, PositionField};

pub(super) const FIELDS: &[PositionField] = &[
    PositionField {
        name: "men",
        form: FieldForm::Board("h8|h10", &FieldForm::Letter("KQRBNPkqrbnp")),
        about: "as in FEN; ten ranks too",
    },
    PositionField { name: "seat", form: FieldForm::Owner("wb"), about: "who is to act, `w` or `b`" },
    PositionField { name: "castling", form: FieldForm::Letters("KQkq"), about: "as in FEN, `-` for none" },
    PositionField {
        name: "part",
        form: FieldForm::Word(&["piece", "pawn"]),
        about: "the part of the turn that is due, `piece` or `pawn`",
    },
    PositionField { name: "turn", form: FieldForm::Number, about: "from 1, one more after each turn of Black" },
];
