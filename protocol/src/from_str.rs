//! `FromStr` for every message and every piece of one: the inverse of `Display`.

use std::str::FromStr;

use crate::{
    ClockWords, Digest, FaultWords, FromBot, FromHost, Go, Lots, OptionSpec, Over, ParseError, Patience, Points,
    ScoreText, Seed, Text, ToBot, ToHost, Value, Word, Words, grammar,
};

macro_rules! parsed_by {
    ($($rule:ident => $type:ty),* $(,)?) => {
        $(
            impl FromStr for $type {
                type Err = ParseError;

                fn from_str(text: &str) -> Result<Self, ParseError> {
                    grammar::parse(text, grammar::$rule)
                }
            }
        )*
    };
}

parsed_by! {
    to_bot => ToBot,
    from_bot => FromBot,
    from_host => FromHost,
    to_host => ToHost,
    go => Go,
    clock => ClockWords,
    waits => Patience,
    fault_words => FaultWords,
    over => Over,
    score => ScoreText,
    option_spec => OptionSpec,
    points => Points,
    seed => Seed,
    lots => Lots,
    digest => Digest,
    word => Word,
    words => Words,
    value => Value,
    text => Text,
}
