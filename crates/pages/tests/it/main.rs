//! Tests of pages that need no process.

mod outputs;
mod report;
mod viewer;
