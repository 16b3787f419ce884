//! The words of positions.

use crate::game::{FieldForm, PositionField};

/// The first and the last space of each row.
const HILLS: &str = "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/\
    a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22";

const PLACE: FieldForm =
    FieldForm::Record("Place", ".", &[("space", FieldForm::Square(HILLS)), ("direction", FieldForm::Digit(5))]);
const CAT: FieldForm = FieldForm::Record(
    "Cat",
    ":",
    &[("sheet", FieldForm::Name), ("esteem", FieldForm::Number), ("place", FieldForm::Maybe(&PLACE))],
);
const ACTED: FieldForm =
    FieldForm::Record("Acted", "", &[("cats", FieldForm::Text(3, ".xp-")), ("free", FieldForm::Mark("*"))]);
const LETTER: FieldForm = FieldForm::Letter("abc");
const ID: FieldForm = FieldForm::Record("Id", "", &[("seat", FieldForm::Seat(5)), ("cat", LETTER)]);
const CHOICES: FieldForm = FieldForm::Record(
    "Choices",
    ",",
    &[
        ("challenge", FieldForm::Word(&["spit", "hiss", "glare", "arch", "stalk", "-", "?"])),
        ("response", FieldForm::Word(&["ignore", "disdain", "sneer", "sniff", "wash", "-", "?"])),
    ],
);
const PHASE: FieldForm = FieldForm::Tagged(&[
    ("style", &[]),
    ("presence", &[]),
    ("tiles", &[FieldForm::Number]),
    ("cats", &[]),
    ("turn", &[]),
    ("return", &[]),
    ("misto", &[]),
    ("face", &[FieldForm::List("", &LETTER)]),
    ("challenge", &[ID, ID, CHOICES]),
    ("step", &[ID, ID]),
    ("coin", &[ID, ID]),
]);

pub(super) const FIELDS: &[PositionField] = &[
    PositionField::new("heights", FieldForm::Cells(HILLS, &FieldForm::Digit(9)))
        .about("rows 1 to 22 with `/` between, a digit for each space by its letter"),
    PositionField::new("cats", FieldForm::List("/", &FieldForm::List(",", &CAT))).about(
        "seats with `/` between, the cats a, b, c of each with `,` between. A cat is its sheet, self-esteem, \
            space and direction, such as `kero:4:g11.3`; out of play `kero:4:-`",
    ),
    PositionField::new("grids", FieldForm::List("/", &FieldForm::List(",", &FieldForm::Text(25, ".SP"))))
        .about("likewise; 25 cells of a cat, row by row, `.` empty, `S` Style, `P` Presence"),
    PositionField::new("seats", FieldForm::List("", &FieldForm::Seat(5)))
        .about("those who must act, such as `1` or `12`; `-` for chance and after the end"),
    PositionField::new("phase", PHASE).about(
        "in setup: `style`, `presence`, `tiles:` and how many are left, `cats`; in a turn: `turn`, `return` \
            (another cat may come back), `misto`; in either: `face:` and the cats that get directions, such as \
            `face:ac`; in a challenge: see below",
    ),
    PositionField::new("owner", FieldForm::Seat(5)).about("the seat whose turn it is, or that sets up now"),
    PositionField::new("acted", ACTED).about(
        "for the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `*` after them once kiryuu has \
            preened for free; `---` in setup",
    ),
    PositionField::new("round", FieldForm::Number).about("from 1; 0 in setup"),
    PositionField::new("held", FieldForm::List("", &FieldForm::Digit(7))).about(
        "a digit for each seat: the sum of the peaks that it has held since the end of its last turn, where f11 \
            is 1, q6 is 2, k17 is 4",
    ),
    PositionField::new("vacant", FieldForm::List("", &FieldForm::Seat(5)))
        .about("the seats that were vacated, ascending, or `-`"),
];
