//! A match as a value: the referee as a state machine, and the log from which any program can replay the match. It
//! starts no process, reads no clock and touches no file; lines and the time go in, messages and records come out.
//!
//! ```
//! use uvi_games::games::REGISTRY;
//! use uvi_match::record::{read, verify};
//!
//! let text = include_bytes!("../../../tests/logs/v1/complete.jsonl");
//! verify(REGISTRY, text, None)?;
//!
//! let log = read(REGISTRY, text)?;
//! assert!(log.seed().is_some(), "the result publishes the seed");
//! # Ok::<(), uvi_match::record::LogError>(())
//! ```
//!
//! [`record`] does not use [`referee`].

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod record;

pub mod referee;
