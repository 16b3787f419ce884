//! `arbiter-keep`, the keeper of a bot as a program of its own: the arbiter starts it for each bot where it lies beside
//! the arbiter and was made of the same sources, since a small program starts faster. Else the arbiter starts itself.

use std::process::ExitCode;

fn main() -> ExitCode {
    arbiter::bot::hidden_command().unwrap_or(ExitCode::FAILURE)
}
