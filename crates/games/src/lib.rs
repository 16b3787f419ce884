//! The games that Arbiter referees, as values: rules, positions, actions, chance, pictures. It starts no process, reads
//! no clock and touches no file; chance is a seed that is handed in.
//!
//! In reading order, lowest layer first; a module uses only those above it in this list:

pub mod game;

pub mod board;

pub mod games;
