//! The grammar of both links, as nom functions: one for each rule, with the rule's ABNF above it.
//!
//! A rule takes the white space after it, so the next rule begins at a word. No type of nom leaves this module:
//! [`parse`] applies one rule to a whole text and turns a [`Problem`](problem::Problem) into a [`ParseError`].
//!
//! [`ParseError`]: crate::ParseError

mod from_host;
mod go;
mod line;
mod option;
mod pairs;
mod problem;
mod score;
mod seat_link;
mod settings;
mod to_host;
mod word;

pub(crate) use from_host::from_host;
pub(crate) use go::go;
pub(crate) use line::parse;
pub(crate) use option::option_spec;
pub(crate) use score::{over, points, score};
pub(crate) use seat_link::{from_bot, is_reserved, to_bot};
pub(crate) use settings::{clock, fault_words, waits};
pub(crate) use to_host::to_host;
pub(crate) use word::{choice, digest, lots, seed, text, value, word, words};
