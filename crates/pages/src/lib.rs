//! Pages of HTML made of values: [`report`] shows a tournament, [`viewer`] one game move by move. A page loads nothing
//! from anywhere; making one needs no file and no clock.

pub mod report;

pub mod viewer;
