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
    /// The name of the field in JSON.
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
    row("match", "uvi", Checked, "the version is known"),
    row("match", "arbiter", Trusted, ""),
    row("match", "match", Trusted, ""),
    row("match", "variant", Checked, "the variant is known, and its rules allow the game"),
    row("match", "options", Checked, "the variant has them, and they allow the game"),
    row("match", "seats", Checked, "the variant has this many, in order; a host seat has no fault except timeout"),
    row("match", "clock", Checked, "it is well formed"),
];

/// The other fields, after those of [`Terms`](super::Terms).
const AFTER_TERMS: &[Grounds] = &[
    row("match", "commitment", Follows, "from the seed of the result"),
    row("match", "lots", Checked, "the result has them, or has none"),
    row("match", "start", Follows, "from the variant, its options and the seed, unless setposition is true"),
    row("match", "setposition", Trusted, ""),
    row("match", "imported", Trusted, ""),
    row("match", "tags", Trusted, ""),
    row("match", "started", Trusted, ""),
    row("chance", "n", Follows, "from the records before"),
    row("chance", "action", Follows, "from the seed; without one it is checked to be possible"),
    row("chance", "printed", Trusted, ""),
    row("action", "n", Follows, "from the records before"),
    row(
        "action",
        "seat",
        Follows,
        "from the position if one seat is to decide; otherwise it is one of those to decide",
    ),
    row("action", "action", Checked, "it is legal; a pass and a random action follow"),
    row("action", "text", Follows, "from the action and the position"),
    row("action", "ms", Trusted, ""),
    row("action", "clock", Checked, "follows from ms if time is added again (movestogo); otherwise on trust"),
    row("action", "movestogo", Checked, "it follows from the answers before"),
    row("action", "forced", Follows, "from the position"),
    row("action", "random", Checked, "the seat was at fault, or its bot may have left"),
    row("action", "info", Checked, "an adjudication by scores ends the game exactly where they say"),
    row("action", "infos", Trusted, ""),
    row("action", "printed", Trusted, ""),
    row("score", "turn", Follows, "from the game"),
    row("score", "points", Follows, "from the game"),
    row("score", "total", Follows, "from the game"),
    row("score", "chain", Follows, "from the game"),
    row("score", "longest", Follows, "from the game"),
    row("fault", "seat", Checked, "it was to decide or failed before the game, and its bot may have been running"),
    row(
        "fault",
        "fault",
        Checked,
        "its consequences follow; no no-greeting after a greeting; no second fault after leaving",
    ),
    row("fault", "text", Trusted, ""),
    row("fault", "line", Checked, "the action at the column is not legal, if the line is whole"),
    row("fault", "column", Checked, "with the line"),
    row("fault", "position", Follows, "from the game, as the seat saw it when it was asked"),
    row("fault", "stderr", Trusted, ""),
    row("fault", "info", Trusted, ""),
    row("try", "seat", Checked, "it was to decide, its bot was running, and it had a try left"),
    row("try", "fault", Checked, "it is the reason why the line is refused, if the line is whole"),
    row("try", "text", Trusted, ""),
    row("try", "line", Checked, "it is refused, if it is whole"),
    row("try", "column", Checked, "with the line"),
    row("try", "position", Follows, "from the game, as the seat saw it when it was asked"),
    row("try", "left", Follows, "from the tries before"),
    row("try", "ms", Trusted, ""),
    row("try", "clock", Trusted, ""),
    row("try", "info", Trusted, ""),
    row("try", "infos", Trusted, ""),
    row("vacated", "seat", Follows, "from the fault; a resignation is taken on trust"),
    row("vacated", "reason", Follows, "from the fault; a resignation is taken on trust"),
    row("vacated", "info", Trusted, ""),
    row("undo", "plies", Checked, "this many decisions stand, no seat has left since, and the host may take them back"),
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
    row("result", "resigned", Follows, "from the game; a resignation and its `info` are taken on trust"),
];
