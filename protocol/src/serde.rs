//! Values as text in logs and files: what `Display` writes and `FromStr` reads.

use std::{
    fmt::{self, Display},
    marker::PhantomData,
    str::FromStr,
};

use ::serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};

use crate::{ClockWords, Digest, ErrorCode, Fault, InfoDetail, OnFault, ParseError, Points, Seed, Switch, Sync, Word};

/// Reads a text as it would be written.
struct Exact<T>(PhantomData<T>);

impl<T: FromStr<Err = ParseError> + Display> Visitor<'_> for Exact<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let value: T = read(text)?;
        let written = value.to_string();
        if written == text { Ok(value) } else { Err(E::custom(format!("expected {written}, found {text:?}"))) }
    }
}

/// Reads a text in any form that the grammar has for it.
struct Free<T>(PhantomData<T>);

impl<T: FromStr<Err = ParseError>> Visitor<'_> for Free<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        read(text)
    }
}

/// Where a text has a single word, its column says nothing.
fn read<T: FromStr<Err = ParseError>, E: Error>(text: &str) -> Result<T, E> {
    text.parse().map_err(|ParseError { column, kind }| match column {
        1 => E::custom(kind),
        column => E::custom(format!("column {column} of {text:?}: {kind}")),
    })
}

/// `on` or `off`, or a truth, as TOML and JSON have it.
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
        Exact(PhantomData).visit_str(text)
    }
}

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OnOrOff)
    }
}

macro_rules! written_as_text {
    ($($type:ty),* $(,)?) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
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

macro_rules! read_as_text {
    ($form:ident: $($type:ty),* $(,)?) => {
        $(
            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    deserializer.deserialize_str($form(PhantomData))
                }
            }
        )*
    };
}

written_as_text!(ClockWords, Digest, ErrorCode, Fault, InfoDetail, OnFault, Points, Seed, Switch, Sync, Word);
read_as_text!(Exact: Digest, ErrorCode, Fault, InfoDetail, OnFault, Points, Seed, Sync, Word);
read_as_text!(Free: ClockWords);
