//! Options that a bot or a variant declares, in the form of UCI.

use std::fmt;

use crate::{
    Value, Word,
    word_writer::{WordWriter, shown},
};

/// An option: its name and the values that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OptionSpec {
    /// The name, unique among the options of its bot or variant.
    pub name: Word,
    /// The type, default and range.
    pub kind: EngineOptionKind,
}

/// The type of an option, with its default and range.
#[expect(missing_docs, reason = "the words of UCI: the value if none is set, the range, the possible values")]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EngineOptionKind {
    /// `check`: `true` or `false`.
    Check { default: Option<bool> },
    /// `spin`: a whole number.
    Spin { default: Option<i64>, min: Option<i64>, max: Option<i64> },
    /// `combo`: one of several values.
    Combo { default: Option<Value>, vars: Vec<Value> },
    /// `string`: any text.
    String { default: Option<Value> },
    /// `button`: no value; setting the option triggers an action.
    Button,
}

impl EngineOptionKind {
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

    /// The value if none is set, as `setoption` would write it. `None` for a button, and without a default.
    pub fn default_value(&self) -> Option<Value> {
        match self {
            Self::Check { default } => default.map(|default| Value::new(if default { "true" } else { "false" })),
            Self::Spin { default, .. } => default.map(|default| Value::new(default.to_string())),
            Self::Combo { default, .. } | Self::String { default } => default.clone(),
            Self::Button => None,
        }
    }
}

shown!(OptionSpec);

impl OptionSpec {
    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        line.word("name").word(&self.name).word("type").word(self.kind.word());
        if let Some(default) = self.kind.default_value() {
            line.word("default").value("default", &default);
        }
        match &self.kind {
            EngineOptionKind::Spin { min, max, .. } => line.pair("min", *min).pair("max", *max),
            EngineOptionKind::Combo { vars, .. } => {
                vars.iter().fold(line, |line, var| line.word("var").value("var", var))
            }
            EngineOptionKind::Check { .. } | EngineOptionKind::String { .. } | EngineOptionKind::Button => line,
        }
    }
}
