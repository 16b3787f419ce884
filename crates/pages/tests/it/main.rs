//! Pages of values: what needs no process.

mod outputs;
mod report;
mod viewer;
