//! The reasons for which `verify` believes a field of a log.

use std::fmt;

/// The reason for which a field is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The value follows from the fields before it; `verify` refuses any other value.
    Follows,
    /// `verify` refuses values that cannot be true.
    Checked,
    /// `verify` takes the value on trust.
    Trusted,
}

/// A field of a record, and the reason for which it is believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grounds {
    /// The `type` of the record.
    pub record: &'static str,
    /// The name of the field in JSON.
    pub field: &'static str,
    /// The reason for which the field is believed.
    pub ground: Evidence,
    /// The fields from which the value follows, or the check. Empty if the field is taken on trust.
    pub how: &'static str,
}

pub(super) const fn row(record: &'static str, field: &'static str, ground: Evidence, how: &'static str) -> Grounds {
    Grounds { record, field, ground, how }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Follows => "follows",
            Self::Checked => "checked",
            Self::Trusted => "on trust",
        })
    }
}
