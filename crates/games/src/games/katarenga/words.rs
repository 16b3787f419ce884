//! The words of positions that several games have, after those of the board.

use nom::{Parser, character::complete::one_of};

use super::{Decision, Square};
use crate::{
    board::{
        BySide, Side, square,
        text::{TextResult, expect, or_dash},
    },
    game::{FieldForm, IllegalError, PositionError, PositionField},
};

/// The number of places in a camp.
pub(super) const CAMP: u8 = 2;
/// The game is drawn after this many moves in a row without a capture or a pawn going to camp.
pub(super) const QUIET: u32 = 100;

const fn field(name: &'static str, form: FieldForm, about: &'static str) -> PositionField {
    PositionField { name, form, about }
}

const SQUARE: FieldForm = FieldForm::Maybe(&FieldForm::Square("h8"));
/// The words with which the positions of all games begin.
const COLOURS: PositionField = field(
    "colours",
    FieldForm::Cells("h8", &FieldForm::Letter("RYGB")),
    "the colour of every square: `R`, `Y`, `G` or `B`; ranks 8 down to 1 with `/` between, each with a letter for each \
    square from a to h",
);
const OWNERS: PositionField = field(
    "pawns",
    FieldForm::Board("h8", &FieldForm::Owner("wb")),
    "the owner of each pawn; the same ranks as in FEN, with `w` and `b` for pawns and a digit for a number of empty \
    squares",
);
const SEAT: PositionField = field("seat", FieldForm::Seat(2), "the seat to act, or that would act next, `1` or `2`");
const LAST: PositionField = field("last", SQUARE, "the square of the pawn placed last, else `-`");
const MOVE: PositionField =
    field("move", FieldForm::Number, "the number of the endgame's move to come, from 1; 0 while pawns are placed");
const OPEN: PositionField =
    field("open", SQUARE, "the square of the pawn that landed on its far bank in the last move, else `-`");
const QUIET_MOVES: PositionField =
    field("quiet", FieldForm::Number, "the moves since the last capture; at 100 the game is drawn");
const STAGE: PositionField =
    field("phase", FieldForm::Word(&["stations", "battle"]), "`stations` while pawns are placed, then `battle`");
const PHASE: PositionField = field(
    "phase",
    FieldForm::Word(&["baseline", "play"]),
    "`baseline` while Black chooses how the board lies, then `play`",
);
const MOVED: PositionField = field(
    "moved",
    FieldForm::Flags("wb"),
    "the sides that have made their first move in `play`: `--`, `w-`, `-b` or `wb`",
);
const TURN: PositionField = field("turn", FieldForm::Number, "the turn, from 1, one more after Black's move");

const CAMPS: PositionField =
    field("camps", FieldForm::Each(2, &FieldForm::Digit(CAMP)), "White's and Black's pawns in camp; two digits");
const QUIET_OR_CAMP: PositionField =
    field("quiet", FieldForm::Number, "the moves since the last capture or camp; at 100 the game is drawn");

/// The words of positions of each game.
pub(super) const KATARENGA: &[PositionField] = &[COLOURS, OWNERS, SEAT, PHASE, CAMPS, MOVED, QUIET_OR_CAMP, TURN];
pub(super) const CONGRESS: &[PositionField] = &[COLOURS, OWNERS, SEAT, TURN];
pub(super) const ISOLATION: &[PositionField] = &[COLOURS, OWNERS, SEAT];
pub(super) const BATTLE_STATIONS: &[PositionField] = &[COLOURS, OWNERS, SEAT, STAGE];
pub(super) const COLORADO: &[PositionField] = &[COLOURS, OWNERS, SEAT, PHASE, OPEN, MOVED, QUIET_MOVES, TURN];
pub(super) const CORNERED: &[PositionField] = &[COLOURS, OWNERS, SEAT, LAST];
pub(super) const TROIKA: &[PositionField] = &[COLOURS, OWNERS, SEAT, LAST, MOVE];

/// The phase of a game on whose board Black first chooses his baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    Baseline,
    Play,
}

impl Phase {
    words! {
        pub(super) word: &'static str = Baseline => "baseline", Play => "play";
    }

    /// Refuses a position in which Black has still to choose, unless it is the start.
    pub(super) fn refuse(self, is_start: bool) -> Result<(), PositionError> {
        PositionError::unless(self == Self::Play || is_start, "the phase baseline is that of the start only")
    }

    /// Checks that an action other than a move is legal: a turn of the board, before the first move.
    pub(super) fn check_turn(self, action: Decision) -> Result<(), IllegalError> {
        match (self, action) {
            (Self::Baseline, Decision::Turn(_)) => Ok(()),
            (Self::Baseline, Decision::Go(_) | Decision::Camp(_)) => {
                Err(IllegalError::rule("Black first chooses his baseline: turn0, turn90, turn180 or turn270"))
            }
            (Self::Play, _) => Err(IllegalError::rule("the board is turned before the first move only")),
        }
    }
}

/// `phase = "baseline" / "play"`
pub(super) fn phase(input: &str) -> TextResult<'_, Phase> {
    expect("the phase, baseline or play", Phase::read)(input)
}

/// `moved = ("w" / "-") ("b" / "-")`
pub(super) fn moved(input: &str) -> TextResult<'_, BySide<bool>> {
    let moved = (one_of("w-"), one_of("b-")).map(|(white, black)| BySide([white == 'w', black == 'b']));
    expect("who has made his first move, --, w-, -b or wb", moved).parse(input)
}

/// The word that [`moved`] reads.
pub(super) fn write_moved(moved: BySide<bool>) -> String {
    Side::ALL.map(|side| if moved[side] { side.letter() } else { '-' }).into_iter().collect()
}

/// `last = square / "-"`
pub(super) fn last(input: &str) -> TextResult<'_, Option<Square>> {
    expect("a square, or -", or_dash(square))(input)
}

/// The word that [`last`] reads.
pub(super) fn write_last(last: Option<Square>) -> String {
    last.map_or_else(|| "-".to_owned(), |square| square.to_string())
}

/// The phase of a game in which pawns are placed before they move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    Stations,
    Battle,
}

impl Stage {
    words! {
        pub(super) word: &'static str = Stations => "stations", Battle => "battle";
    }
}

/// `stage = "stations" / "battle"`
pub(super) fn stage(input: &str) -> TextResult<'_, Stage> {
    expect("the phase, stations or battle", Stage::read)(input)
}
