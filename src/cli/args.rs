//! The arguments that several commands have, and those of the daemon.

use std::convert::Infallible;

use clap::{
    Args as ClapArgs,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use itertools::Itertools as _;
use uvi::{ClockWords, ParseError, Seed};

#[derive(Debug, Clone, Copy, Default, ClapArgs)]
pub(crate) struct DaemonArgs {
    /// Sync logs to disk, unless the host says otherwise: `game`, before `over`; `event`, after every record; `off`,
    /// never by the arbiter. A power cut loses what was not synced; killing the arbiter loses nothing
    #[arg(long, value_parser = one_of(uvi::Sync::ALL, uvi::Sync::word), default_value_t)]
    pub(crate) sync: uvi::Sync,
}

/// Parses a clock in which a bot can answer.
pub(crate) fn clock(text: &str) -> Result<ClockWords, String> {
    let clock: ClockWords = text.parse().map_err(|error: ParseError| error.to_string())?;
    clock.playable().map_err(|error| error.to_string())
}

pub(crate) fn one_spaced(text: &str) -> Result<String, Infallible> {
    Ok(text.split_whitespace().join(" "))
}

/// A parser for the word of one of these values. Help and completions list them.
pub(crate) fn one_of<T, const N: usize>(all: [T; N], word: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(all.map(word)).map(move |chosen| {
        let found = all.into_iter().find(|value| word(*value) == chosen);
        found.expect("only these words can be chosen")
    })
}

/// A parser for one of these words. Each choice has its word, a line of help, and its value.
pub(crate) fn choice<T>(choices: &'static [(&str, &str, T)]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let words = choices.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(words).map(|chosen| {
        let found = choices.iter().find(|(word, ..)| *word == chosen);
        found.map(|&(.., meaning)| meaning).expect("only these words can be chosen")
    })
}

/// A position of a variant, by default its start.
#[derive(Debug, ClapArgs)]
pub(crate) struct StartArgs {
    /// The position; the variant's start by default
    #[arg(long, value_parser = one_spaced)]
    pub(crate) position: Option<String>,
    /// The number of seats; by default the fewest that the variant allows
    #[arg(long)]
    pub(crate) seats: Option<u32>,
    /// A rule option; repeatable
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// The seed that deals the start, up to 32 hex digits
    #[arg(long, value_name = "HEX", default_value = "0")]
    pub(crate) seed: Seed,
}
