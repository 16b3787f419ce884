//! The binary: hidden helpers first, then the command line.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // The arbiter starts itself as the keeper of each bot; nothing else may happen before.
    arbiter::bot::hidden_command().unwrap_or_else(cli::main)
}
