//! HTML pages made from values: [`report`] shows a tournament, [`viewer`] a game move by move, [`rules`] the rules of a
//! game. A page loads nothing. The crate reads no file and no clock.

#![warn(clippy::disallowed_methods, clippy::disallowed_types)]

mod document;

pub mod report;

pub mod viewer;

pub mod rules;
