//! The Universal Variant Interface (UVI), version 1: the messages of both links, their grammar and their lines.
//!
//! This crate knows words, not games. It parses and prints every message of the seat link (arbiter and bot) and the
//! host link (host and arbiter), and reads lines of limited length. It starts no process and plays no game. `UVI.md`,
//! beside this crate, defines the protocol itself.
//!
//! # Messages
//! [`ToBot`], [`FromBot`], [`FromHost`] and [`ToHost`] are the four sets of messages. `parse` reads a message and
//! `Display` shows it. `write_line` puts it on a link, and refuses a field that would not read back as that field:
//!
//! ```
//! use uvi::{FromBot, Words};
//!
//! let said: FromBot = "bestmove\tc3d4  pass".parse()?;
//! assert_eq!(said, FromBot::BestMove(Words::new("c3d4 pass").expect("plain words")));
//! assert_eq!(said.to_string(), "bestmove c3d4 pass");
//!
//! let error = FromBot::BestMove(Words::default()).write_line(&mut String::new()).expect_err("no action");
//! assert_eq!(error.to_string(), "cannot write the field actions of bestmove: expected a word, found nothing");
//!
//! let error = "go movetime abc".parse::<uvi::ToBot>().expect_err("abc is no number");
//! assert_eq!(error.to_string(), "column 13: expected a number of milliseconds, found \"abc\"");
//! assert!("hello there".parse::<FromBot>().is_err_and(|error| error.is_unknown_verb()));
//! # Ok::<(), uvi::ParseError>(())
//! ```
//!
//! With the feature `serde`, values in logs and files (limits, points, seeds, faults, words of settings) are read and
//! written as the same text. With `schemars` they have a JSON Schema.
//!
//! # A bot in ten lines
//! This bot plays every variant: it asks for the legal actions and takes the first. To play over stdin and stdout, call
//! [`bot::run`] with the same identity and closure.
//!
//! ```
//! use uvi::bot::{Feature, Identity, serve};
//!
//! let first = Identity::new("First", "me").wants(Feature::Legal);
//! let heard = "uvi 1\nisready\nnewgame variant orwell seats 3 seat 2\nisready\n\
//!              position 7/7/7 2 1 --- 4 -\nlegal b6a7 b6c7\ngo movetime 1000\nquit\n";
//! let mut said = Vec::new();
//! serve(first, heard.as_bytes(), &mut said, |turn| turn.legal.nth(0))?;
//! assert_eq!(
//!     String::from_utf8_lossy(&said),
//!     "id name First\nid author me\nfeature legal\nuviok\nreadyok\nreadyok\nbestmove b6a7\n"
//! );
//! # std::io::Result::Ok(())
//! ```

pub mod bot;

mod error;
mod escape;
mod fault;
mod framer;
mod from_str;
mod go;
mod grammar;
mod host_link;
mod line_reader;
mod move_list;
mod option;
mod points;
mod seat_link;
mod seed;
#[cfg(feature = "serde")]
mod serde;
mod settings;
mod word;
mod word_writer;
mod write_error;

pub use error::{Found, ParseError, ParseErrorKind};
pub use escape::{escape_controls, is_unsafe_to_show};
pub use fault::{ErrorCode, Fault};
pub use framer::{Framer, Line};
pub use go::{Clocks, Go};
pub use host_link::{FromHost, LogWords, NewMatch, SeatPlayer, ToHost};
pub use line_reader::{LineReader, OwnedLine};
pub use move_list::{MoveList, MovePlace, MoveRow, RowPart, TurnCount, TurnPart, TurnRules};
pub use option::{EngineOptionKind, OptionSpec};
pub use points::{Points, ScoreText};
pub use seat_link::{FromBot, NewGame, Over, ToBot};
pub use seed::{Digest, Lots, Seed};
pub use settings::{ClockWords, FaultWords, InfoDetail, NoTimeError, OnFault, Patience, Switch, Sync};
pub use word::{Text, Value, Word, Words, column_of_word};
pub use write_error::{WriteError, WriteProblemError};

/// The protocol version that this crate speaks.
pub const VERSION: u32 = 1;

/// The longest line that the arbiter reads, in bytes without the end of the line (UVI 1).
pub const MAX_LINE: usize = 64 * 1024;

/// The longest line that the arbiter writes, in bytes without the end of the line (UVI 1).
pub const MAX_WRITTEN_LINE: usize = 1024 * 1024;

/// Makes the example of the package's page a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct ReadMe;
