//! Rule options: the options that a variant has, and their values in a match.

use std::collections::BTreeMap;

use uvi::{OptionSpec, Value, Word};

use super::suggestion;

/// One rule option of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionRow {
    /// The name, a word.
    pub name: &'static str,
    /// The type, default and range.
    pub kind: RuleOptionKind,
    /// The effect, for people.
    pub about: &'static str,
}

/// The type of a rule option.
#[expect(missing_docs, reason = "the words of UCI: the value if none is set, the range, the allowed words")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleOptionKind {
    /// A whole number.
    Spin { default: u32, min: u32, max: u32 },
    /// One of several words.
    Combo { default: &'static str, vars: &'static [&'static str] },
    /// A text that the game parses.
    Text { default: &'static str },
}

/// The reason why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum OptionError {
    #[error("no option {name}; {}", known(name, .rows))]
    Unknown { name: String, rows: &'static [OptionRow] },
    #[error("option {name}: expected {expected}, found {found:?}")]
    Value { name: &'static str, expected: String, found: String },
}

/// The option that was probably meant, or those of the variant.
fn known(name: &str, rows: &[OptionRow]) -> String {
    let names = || rows.iter().map(|row| row.name);
    suggestion(name, names(), || match rows {
        [] => "the variant has none".to_owned(),
        _ => format!("the variant has {}", names().collect::<Vec<_>>().join(", ")),
    })
}

impl RuleOptionKind {
    /// The default as text.
    pub fn default_text(&self) -> String {
        match self {
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { default, .. } | Self::Text { default } => (*default).to_owned(),
        }
    }

    /// The allowed values, in words.
    pub fn expected(&self) -> String {
        match self {
            Self::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Combo { vars, .. } => format!("one of {}", vars.join(", ")),
            Self::Text { .. } => "a text".to_owned(),
        }
    }

    /// The canonical spelling of the value `text`. `None` if the value is not of this type or not in range.
    fn canonical(&self, text: &str) -> Option<String> {
        match self {
            Self::Spin { min, max, .. } => {
                let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let number: u32 = if digits { text.parse().ok()? } else { return None };
                (*min..=*max).contains(&number).then(|| number.to_string())
            }
            Self::Combo { vars, .. } => vars.contains(&text).then(|| text.to_owned()),
            Self::Text { .. } => Some(text.to_owned()),
        }
    }
}

impl OptionRow {
    /// An option that takes one of these words. [`Self::about`] adds its effect.
    pub const fn combo(name: &'static str, default: &'static str, vars: &'static [&'static str]) -> Self {
        Self { name, kind: RuleOptionKind::Combo { default, vars }, about: "" }
    }

    /// An option that takes a whole number from `min` to `max`.
    pub const fn spin(name: &'static str, default: u32, min: u32, max: u32) -> Self {
        Self { name, kind: RuleOptionKind::Spin { default, min, max }, about: "" }
    }

    /// The same option with its effect, for people.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// The option as declared in the protocol.
    pub fn to_uvi(&self) -> OptionSpec {
        let name = Word::new(self.name).expect("the name of a rule option is a word");
        let kind = match self.kind {
            RuleOptionKind::Spin { default, min, max } => uvi::EngineOptionKind::Spin {
                default: Some(default.into()),
                min: Some(min.into()),
                max: Some(max.into()),
            },
            RuleOptionKind::Combo { default, vars } => uvi::EngineOptionKind::Combo {
                default: Some(Value::new(default)),
                vars: vars.iter().map(|var| Value::new(*var)).collect(),
            },
            RuleOptionKind::Text { default } => uvi::EngineOptionKind::String { default: Some(Value::new(default)) },
        };
        OptionSpec { name, kind }
    }
}

/// A value for each option of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionValues {
    rows: &'static [OptionRow],
    values: BTreeMap<&'static str, String>,
}

impl OptionValues {
    /// The default of every option.
    pub fn defaults(rows: &'static [OptionRow]) -> Self {
        Self { rows, values: rows.iter().map(|row| (row.name, row.kind.default_text())).collect() }
    }

    /// The default of every option except these, which have their values.
    ///
    /// # Errors
    /// As [`OptionValues::set`].
    pub fn with<'a, N: AsRef<str> + 'a, V: AsRef<str> + 'a>(
        rows: &'static [OptionRow],
        set: impl IntoIterator<Item = &'a (N, V)>,
    ) -> Result<Self, OptionError> {
        let mut values = Self::defaults(rows);
        set.into_iter().try_for_each(|(name, value)| values.set(name.as_ref(), value.as_ref()))?;
        Ok(values)
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the variant has no such option, or the value is not of the option's type and range.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let Some(row) = self.rows.iter().find(|row| row.name == name) else {
            return Err(OptionError::Unknown { name: name.to_owned(), rows: self.rows });
        };
        let Some(value) = row.kind.canonical(text) else {
            return Err(OptionError::Value { name: row.name, expected: row.kind.expected(), found: text.to_owned() });
        };
        self.values.insert(row.name, value);
        Ok(())
    }

    /// The value of an option as text.
    ///
    /// # Panics
    /// If the variant has no such option.
    pub fn text(&self, name: &str) -> &str {
        self.values.get(name).unwrap_or_else(|| panic!("the variant has no option {name}"))
    }

    /// The value of a `Spin` option.
    ///
    /// # Panics
    /// If the variant has no such option, or its value is not a number.
    pub fn number(&self, name: &str) -> u32 {
        self.text(name).parse().expect("the value of a spin option is a number")
    }

    /// All options with their values, in the order of the rows.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.rows.iter().map(|row| (row.name, self.text(row.name)))
    }

    /// The options that differ from their defaults, in the order of the rows.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.rows
            .iter()
            .filter(|row| row.kind.default_text() != self.text(row.name))
            .map(|row| (row.name, self.text(row.name)))
    }
}
