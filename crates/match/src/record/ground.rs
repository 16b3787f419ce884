//! Why each field of a log is believed: what `verify` does about it.

use Ground::{Checked, Follows, Trusted};

use super::terms;

/// Why a field is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// It follows from the fields before it: any other value is refused.
    Follows,
    /// Values that cannot be true are refused.
    Checked,
    /// It is taken on trust.
    Trusted,
}

/// A field of a record, and why it is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grounds {
    /// The `type` of the record.
    pub record: &'static str,
    /// The field.
    pub field: &'static str,
    /// Why it is believed.
    pub ground: Ground,
    /// From what it follows, or how it is checked.
    pub how: &'static str,
}

pub(super) const fn row(record: &'static str, field: &'static str, ground: Ground, how: &'static str) -> Grounds {
    Grounds { record, field, ground, how }
}

/// Every field of a log.
pub fn grounds() -> impl Iterator<Item = &'static Grounds> {
    BEFORE_TERMS.iter().chain(terms::GROUNDS).chain(AFTER_TERMS)
}

/// The fields before those of [`Terms`](super::Terms).
const BEFORE_TERMS: &[Grounds] = &[
    row("match", "uvi", Checked, "it is a version that is known"),
    row("match", "arbiter", Trusted, ""),
    row("match", "match", Trusted, ""),
    row("match", "variant", Checked, "it is known, and the game can be played by its rules"),
    row("match", "options", Checked, "the variant has them, and the game can be played by them"),
    row("match", "seats", Checked, "the variant has so many, in order; a host has no fault but timeout"),
    row("match", "clock", Checked, "it can be read"),
];

/// The other fields, after those of [`Terms`](super::Terms).
const AFTER_TERMS: &[Grounds] = &[
    row("match", "commitment", Follows, "from the seed of the result"),
    row("match", "lots", Checked, "the result has them, or has none"),
    row("match", "start", Follows, "from the variant, its options and the seed, unless setposition is true"),
    row("match", "setposition", Trusted, ""),
    row("match", "imported", Trusted, ""),
    row("match", "started", Trusted, ""),
    row("chance", "n", Follows, "from the records before"),
    row("chance", "action", Follows, "from the seed; without one it is checked to be possible"),
    row("chance", "printed", Trusted, ""),
    row("action", "n", Follows, "from the records before"),
    row("action", "seat", Follows, "from the position, where one seat is to decide; else it is one of those"),
    row("action", "action", Checked, "it is legal; a pass, and what is drawn for a seat, follow"),
    row("action", "text", Follows, "from the action and the position"),
    row("action", "ms", Trusted, ""),
    row(
        "action",
        "clock",
        Checked,
        "it follows from ms where time is added again after so many answers; else it is trusted",
    ),
    row("action", "movestogo", Checked, "it follows from the answers before"),
    row("action", "forced", Follows, "from the position"),
    row(
        "action",
        "random",
        Checked,
        "it stands where the seat was at fault, or its bot may have left; not where it must be there",
    ),
    row("action", "info", Checked, "an adjudication by scores ends the game where they say"),
    row("action", "infos", Trusted, ""),
    row("action", "printed", Trusted, ""),
    row("score", "turn", Follows, "from the game"),
    row("score", "points", Follows, "from the game"),
    row("score", "total", Follows, "from the game"),
    row("score", "chain", Follows, "from the game"),
    row("score", "longest", Follows, "from the game"),
    row("fault", "seat", Checked, "it was to decide, or failed before the game, and its bot may have been there"),
    row(
        "fault",
        "fault",
        Checked,
        "what follows it does follow; who has greeted is no no-greeting; who left has no other",
    ),
    row("fault", "text", Trusted, ""),
    row("fault", "line", Checked, "the action at the column is not legal, where the line is whole"),
    row("fault", "column", Checked, "with the line"),
    row("fault", "position", Follows, "from the game: it is what the seat saw when it was asked"),
    row("fault", "stderr", Trusted, ""),
    row("fault", "info", Trusted, ""),
    row("try", "seat", Checked, "it was to decide, its bot was there, and could still be asked again"),
    row("try", "fault", Checked, "it is what refuses the line, where the line is whole"),
    row("try", "text", Trusted, ""),
    row("try", "line", Checked, "it is refused, where it is whole"),
    row("try", "column", Checked, "with the line"),
    row("try", "position", Follows, "from the game: it is what the seat saw when it was asked"),
    row("try", "left", Follows, "from the tries before"),
    row("try", "ms", Trusted, ""),
    row("try", "clock", Trusted, ""),
    row("try", "info", Trusted, ""),
    row("try", "infos", Trusted, ""),
    row("vacated", "seat", Follows, "from the fault; a resignation is taken on trust"),
    row("vacated", "reason", Follows, "from the fault; a resignation is taken on trust"),
    row("vacated", "info", Trusted, ""),
    row("undo", "plies", Checked, "so many decisions stand, no seat has left since, and the host may take them back"),
    row("undo", "to", Follows, "from the decisions before"),
    row("result", "reason", Follows, "from the game; an abort or a resignation is taken on trust"),
    row("result", "score", Follows, "from the game"),
    row("result", "shared", Follows, "from the game"),
    row("result", "position", Follows, "from the game"),
    row("result", "seed", Checked, "the commitment of the first record follows from it"),
    row("result", "lots", Follows, "from the seed"),
    row("result", "sha256", Follows, "from the bytes of the records before"),
    row("result", "decisions", Follows, "from the records before"),
    row("result", "seat", Follows, "from the fault; a resignation is taken on trust"),
    row("result", "info", Trusted, ""),
];
