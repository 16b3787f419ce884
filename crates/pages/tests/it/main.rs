//! Pages of values: what needs no process.

mod viewer;
