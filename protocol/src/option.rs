//! Options that a bot or a variant declares, in the form that UCI gave them.

use std::fmt;

use crate::{Value, Word, spaced::Spaced};

/// An option: its name and what values it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// A word without spaces, unique for its owner.
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

impl OptionKind {
    /// The word after `type`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Check { .. } => "check",
            Self::Spin { .. } => "spin",
            Self::Combo { .. } => "combo",
            Self::String { .. } => "string",
            Self::Button => "button",
        }
    }

    /// The value where none is set, as it would be written in `setoption`.
    pub fn default_value(&self) -> Option<Value> {
        match self {
            Self::Check { default } => default.map(|default| Value::new(if default { "true" } else { "false" })),
            Self::Spin { default, .. } => default.map(|default| Value::new(default.to_string())),
            Self::Combo { default, .. } | Self::String { default } => default.clone(),
            Self::Button => None,
        }
    }
}

/// The words after `option`: `name depth type spin default 3 min 1 max 9`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Spaced::new(f);
        line.word("name").word(&self.name).word("type").word(self.kind.word());
        match &self.kind {
            OptionKind::Check { default } => line.pair("default", *default),
            OptionKind::Spin { default, min, max } => {
                line.pair("default", *default).pair("min", *min).pair("max", *max)
            }
            OptionKind::Combo { default, vars } => {
                vars.iter().fold(line.pair("default", default.as_ref()), |line, var| line.word("var").show(var))
            }
            OptionKind::String { default } => line.pair("default", default.as_ref()),
            OptionKind::Button => &mut line,
        }
        .finish()
    }
}
