//! Tests of pages that need no process.

mod numbers;
mod outputs;
mod report;
mod viewer;
