//! Why each field of a log is believed: what `verify` does about it.

use std::fmt;

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

impl fmt::Display for Ground {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Follows => "follows",
            Self::Checked => "checked",
            Self::Trusted => "on trust",
        })
    }
}
