//! The Universal Variant Interface (UVI), version 1: the messages of both links, their grammar and their lines.
//!
//! This crate knows words, not games: it parses and prints every message that crosses the seat link (arbiter and bot)
//! or the host link (host and arbiter), and reads capped lines. It starts no process and plays no game.

mod error;
mod escape;
mod fault;
mod framer;
mod from_str;
mod go;
mod grammar;
mod host_link;
mod line_reader;
mod option;
mod points;
mod seat_link;
mod seed;
mod spaced;
mod word;

pub use error::{Found, ParseError, ParseErrorKind};
pub use escape::escape_controls;
pub use fault::{ErrorCode, Fault};
pub use framer::{Framer, Line};
pub use go::{Clocks, Go};
pub use host_link::{ClockWords, FromHost, InfoDetail, LogWords, NewMatch, OnFault, Player, Sync, ToHost};
pub use line_reader::{LineReader, OwnedLine};
pub use option::{OptionKind, OptionSpec};
pub use points::{Points, Score};
pub use seat_link::{FromBot, NewGame, Over, ToBot};
pub use seed::{Digest, Seed};
pub use word::{Text, Value, Word, Words};

/// The protocol version that this crate speaks.
pub const VERSION: u32 = 1;

/// The longest line that the arbiter reads, in bytes, its end not counted (section 1).
pub const MAX_LINE: usize = 64 * 1024;

/// The longest line that the arbiter writes, in bytes, its end not counted (section 1).
pub const MAX_WRITTEN_LINE: usize = 1024 * 1024;
