//! Pages made of values: [`report`] shows a tournament, [`viewer`] one game move by move, [`rules`] the rules of a game.
//! A page loads nothing from anywhere; making one needs no file and no clock.

mod document;

pub mod report;

pub mod viewer;

pub mod rules;
