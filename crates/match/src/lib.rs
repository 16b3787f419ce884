//! A match as a value: the referee as a state machine, and the log from which anybody can replay what it decided. It
//! starts no process, reads no clock and touches no file; lines and the time go in, messages and records come out.
//!
//! [`record`] knows nothing of [`referee`].

pub mod record;

pub mod referee;
