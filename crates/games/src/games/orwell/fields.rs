//! The words of positions.

use crate::game::{FieldForm, PositionField};

const MAN: FieldForm =
    FieldForm::Record("Man", "", &[("owner", FieldForm::Owner("wrb")), ("kind", FieldForm::Letter("DGJPRMud"))]);

pub(super) const FIELDS: &[PositionField] = &[
    PositionField::new("men", FieldForm::Board("g12", &MAN)).about(
        "ranks 12 down to 1 with `/` between; a digit is a number of empty squares, a man is the letter of its \
            owner, `w`, `r` or `b`, and that of its kind: `D` Dabbabah, `G` Gryphon, `J` Jugyo, `P` Pao, `R` Raja, `M` \
            Maharaja, `u` or `d` a Berlinpeono that goes up or down",
    ),
    PositionField::new("seat", FieldForm::Seat(3)).about("the seat to act, `1` to `3`"),
    PositionField::new("dice", FieldForm::List("", &FieldForm::Digit(6)))
        .about("the dice that are left, ascending, such as `13` or `5`; `-` before the throw"),
    PositionField::new("last", FieldForm::Each(3, &FieldForm::Maybe(&FieldForm::Owner("wrb")))).about(
        "three characters, for White, Red and Black in this order: the letter (`w`, `r`, `b`) of the owner of \
            the man that this player captured last, `-` for none yet. `r-w`: White last captured a man of Red, Red \
            nothing, Black a man of White",
    ),
    PositionField::new("round", FieldForm::Number).about("from 1"),
    PositionField::new("vacant", FieldForm::List("", &FieldForm::Seat(3)))
        .about("the seats that were vacated, ascending, or `-`"),
];
