//! Options that a bot or a variant declares, in the form that UCI gave them.

use crate::{Value, Word};

/// An option: its name and what values it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// Its name.
    pub name: Word,
    /// Its type, default and range.
    pub kind: OptionKind,
}

/// The type of an option, with its default and range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// `check`: `true` or `false`.
    Check {
        /// The value where none is set.
        default: Option<bool>,
    },
    /// `spin`: a whole number.
    Spin {
        /// The value where none is set.
        default: Option<i64>,
        /// The least value.
        min: Option<i64>,
        /// The greatest value.
        max: Option<i64>,
    },
    /// `combo`: one of several values.
    Combo {
        /// The value where none is set.
        default: Option<Value>,
        /// The values it can have.
        vars: Vec<Value>,
    },
    /// `string`: any text.
    String {
        /// The value where none is set.
        default: Option<Value>,
    },
    /// `button`: no value; setting it does something.
    Button,
}
