//! The games that Arbiter referees, as values: rules, positions, actions, chance, pictures. The crate starts no
//! process, reads no clock and touches no file; chance comes from a seed that the caller passes.
//!
//! In reading order, lowest layer first; a module uses only the modules above it in this list:

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod game;

pub mod board;

pub mod games;
