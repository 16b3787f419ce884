//! The binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before anything else: a keeper must be small and start at once.
    if let Some(status) = arbiter::bot::hidden_command() {
        return status;
    }
    ExitCode::SUCCESS
}
