//! The referee with a made-up time, and logs as texts: what needs no process.

mod import;
mod logs;
mod pictures;
mod referee;
mod secrets;
mod vectors;
