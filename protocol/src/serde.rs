//! Reads and writes values as text in logs and files, with their `Display` and `FromStr`.

use std::{
    fmt::{self, Display},
    str::FromStr,
};

use ::serde::{
    Deserializer,
    de::{Error, Visitor},
};

use crate::{
    ClockWords, Digest, ErrorCode, Fault, FaultWords, Lots, ParseError, Points, Seed, Switch, Word,
    settings::WordChoice as _,
};

/// A visitor that reads a text with this function.
struct Texts<T>(fn(&str) -> Result<T, String>);

impl<T> Visitor<'_> for Texts<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.0)(text).map_err(E::custom)
    }
}

/// Parses a text. The error omits column 1, because most texts are a single word.
fn read<T: FromStr<Err = ParseError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|ParseError { column, kind }| match column {
        1 => kind.to_string(),
        column => format!("column {column} of {text:?}: {kind}"),
    })
}

/// A visitor that reads `on`, `off`, or a boolean of TOML or JSON.
struct OnOrOff;

impl Visitor<'_> for OnOrOff {
    type Value = Switch;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("on or off")
    }

    fn visit_bool<E: Error>(self, is_on: bool) -> Result<Switch, E> {
        Ok(is_on.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Switch, E> {
        Switch::of_word(text).ok_or_else(|| neither(format!("{text:?}")))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Switch, E> {
        Err(neither(number))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Switch, E> {
        Err(neither(number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Switch, E> {
        Err(neither(number))
    }
}

fn neither<E: Error>(found: impl Display) -> E {
    E::custom(format!("expected \"on\" or \"off\", found {found}"))
}

/// Reads a text, and refuses all forms except the one that `Display` writes.
pub(crate) fn exact<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err = ParseError> + Display,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Texts(|text| {
        let value: T = read(text)?;
        let written = value.to_string();
        if written == text { Ok(value) } else { Err(format!("expected {written}, found {text:?}")) }
    }))
}

/// Reads a text in any form that the grammar allows.
fn free<'de, T: FromStr<Err = ParseError>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_str(Texts(read))
}

fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Switch, D::Error> {
    deserializer.deserialize_any(OnOrOff)
}

/// Implements reading and writing as text for these types. The name before the colon is the function that reads.
macro_rules! as_text {
    ($read:ident: $($type:ty),* $(,)?) => {
        $(
            impl ::serde::Serialize for $type {
                fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> ::serde::Deserialize<'de> for $type {
                fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $crate::serde::$read(deserializer)
                }
            }

            #[cfg(feature = "schemars")]
            impl schemars::JsonSchema for $type {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($type).into()
                }

                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    schemars::json_schema!({ "type": "string" })
                }
            }
        )*
    };
}

pub(crate) use as_text;

as_text!(exact: Digest, ErrorCode, Fault, Lots, Points, Seed, Word);
as_text!(free: ClockWords, FaultWords);
as_text!(switch: Switch);
