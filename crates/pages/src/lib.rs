//! HTML pages made from values: [`report`] shows a tournament, [`viewer`] a game move by move, [`rules`] the rules of a
//! game. A page loads nothing. The crate reads no file and no clock.
//!
//! ```
//! use uvi_games::games::REGISTRY;
//!
//! let log = include_bytes!("../../../tests/logs/v1/complete.jsonl");
//! let replay = uvi_pages::viewer::html(REGISTRY, log, &[])?;
//! assert!(replay.html.contains("</html>"));
//! assert!(replay.wrong.is_none(), "the log verifies");
//! # Ok::<(), uvi_match::record::LogError>(())
//! ```

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

mod document;

pub mod report;

pub mod viewer;

pub mod rules;
