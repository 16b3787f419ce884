//! `arbiter-uci`, an adapter: it plays chess as a UCI engine does that it starts. What the arbiter says in UVI it says to
//! the engine in UCI, and the other way round. It thinks nothing and judges nothing: an answer is passed on as it is, so
//! that a fault names what the engine said.

#[path = "uci/adapter.rs"]
mod adapter;
#[path = "uci/command.rs"]
mod command;
#[path = "uci/engine.rs"]
mod engine;
#[path = "uci/grammar.rs"]
mod grammar;
#[path = "uci/options.rs"]
mod options;
#[path = "uci/position.rs"]
mod position;
#[path = "uci/report.rs"]
mod report;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use clap::Parser as _;
use command::Command;

fn main() -> ExitCode {
    let command = Command::parse();
    match engine::run(&command.engine, &command.arguments, command.overhead) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Where stderr is gone too, nobody is left to tell.
            let _ = writeln!(io::stderr().lock(), "{}: {error}", command.engine);
            ExitCode::FAILURE
        }
    }
}
