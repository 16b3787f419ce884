//! `arbiter-uci`, an adapter: it starts a UCI engine, which plays chess for the seat. The adapter translates UVI
//! messages of the arbiter to UCI, and UCI messages of the engine to UVI. It does not judge answers and passes them on
//! unchanged, so a fault quotes the engine; only castling as king takes rook becomes the king's move.

#[path = "uci/adapter.rs"]
mod adapter;
#[path = "uci/answers.rs"]
mod answers;
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

use adapter::Adapter;
use clap::Parser as _;
use command::UciCommand;

fn main() -> ExitCode {
    let command = UciCommand::parse();
    match engine::run(&command.engine, &command.arguments, Adapter::new(&command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the error cannot be reported.
            let _ = writeln!(io::stderr().lock(), "{}: {error}", command.engine);
            ExitCode::FAILURE
        }
    }
}
