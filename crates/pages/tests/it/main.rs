//! Pages of values: what needs no process.

mod report;
mod viewer;
