//! A match as a value: the referee as a state machine, and the log from which any program can replay the match. It
//! starts no process, reads no clock and touches no file; lines and the time go in, messages and records come out.
//!
//! [`record`] does not use [`referee`].

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod record;

pub mod referee;
