//! The games that Arbiter referees, as values: rules, positions, actions, chance, pictures. The crate starts no
//! process, reads no clock and touches no file; chance comes from a seed that the caller passes.
//!
//! A game whose type is erased, as hosts and tournaments use it:
//!
//! ```
//! use uvi_games::game::{Actor, OptionValues, Seat, Seed};
//! use uvi_games::games::REGISTRY;
//!
//! let chess = REGISTRY.find("chess").ok_or("no such variant")?;
//! let mut table = chess.start(&OptionValues::defaults(chess.options()), 2, &Seed([0; 16]))?;
//! let white = Seat::new(1).ok_or("no such seat")?;
//! assert_eq!(table.legal(white).len(), 20);
//! table.play(Actor::Seat(white), "e2e4")?;
//! assert!(table.check(Actor::Seat(white), "e4e5").is_err(), "it is Black's turn");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same game with its type, as a search uses it:
//!
//! ```
//! use uvi_games::game::{Game, OptionValues, perft};
//! use uvi_games::games::chess::Chess;
//!
//! let options = Chess::options(&OptionValues::defaults(Chess::OPTIONS))?;
//! let game = Chess::read(&options, 2, "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1")?;
//! assert_eq!(perft(&game, 1), Some(0), "it is stalemate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order, lowest layer first; a module uses only the modules above it in this list:

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod game;

#[macro_use]
pub mod board;

pub mod games;
