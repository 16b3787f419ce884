//! The program `arbiter-fastchess`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The program starts itself as the keeper of each engine.
    arbiter::bot::hidden_command().unwrap_or_else(arbiter_fastchess::run)
}
