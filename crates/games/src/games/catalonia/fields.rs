//! The words of positions.

use crate::game::{FieldForm, PositionField};

const SQUARE: FieldForm = FieldForm::Square("h8");
const PHASE: FieldForm = FieldForm::Tagged(&[
    ("move", &[]),
    ("answer", &[]),
    ("claim", &[]),
    ("bomb", &[]),
    ("remove", &[]),
    ("over", &[]),
    ("target", &[SQUARE]),
    ("escape", &[SQUARE]),
]);

pub(super) const FIELDS: &[PositionField] = &[
    PositionField::new("men", FieldForm::Board("h8", &FieldForm::Letter("NBLGPnblgp"))).about(
        "ranks 8 down to 1 with `/` between; a digit is a number of empty squares, a man is `N` Knight, `B` \
            Bishop, `L` Lady, `G` Gentleman or `P` Peasant, upper case for White, lower for Black",
    ),
    PositionField::new("pits", FieldForm::List("", &SQUARE))
        .about("their squares from a1 to h8, rank by rank, such as `b3g4c7`; `-` for none"),
    PositionField::new("seat", FieldForm::Maybe(&FieldForm::Seat(2)))
        .about("who is to act, `1` or `2`; `-` for chance and after the end"),
    PositionField::new("phase", PHASE).about(
        "`move`; `answer` (Black, after `yield`); `claim`; `bomb`; `target:` and the square that was thrown; \
            `escape:` and the square that was lost (the board still shows the man there); `remove`; `over`",
    ),
    PositionField::new("turn", FieldForm::Number).about("from 1; after the end the last one"),
    PositionField::new("total", FieldForm::Number).about("the points so far"),
    PositionField::new("due", FieldForm::Word(&["wb", "w!b", "w", "b", "-"]))
        .about("the moves to be made: `wb` both, `w!b` White's first, `w` or `b` the last one; `-` in other phases"),
    PositionField::new("since", FieldForm::Maybe(&FieldForm::Number))
        .about("the turn of the first chain, `-` if there was none"),
];
