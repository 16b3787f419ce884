//! The binary: the whole program, with the games that come with it.

use std::process::ExitCode;

fn main() -> ExitCode {
    arbiter::main_with(arbiter::games::REGISTRY)
}
