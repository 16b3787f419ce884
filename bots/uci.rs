//! `arbiter-uci`, an adapter: it plays chess as a UCI engine does that it starts. What the arbiter says in UVI it says to
//! the engine in UCI, and the other way round. It thinks nothing and judges nothing: an answer is passed on as it is, so
//! that a fault names what the engine said.

#[path = "uci/adapter.rs"]
mod adapter;
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

use clap::Parser;

/// A bot that plays chess with a UCI engine: it translates between UVI and UCI
#[derive(Debug, Parser)]
#[command(name = "arbiter-uci", version, after_help = HELP)]
struct Command {
    /// How much of a movetime to withhold from the engine, so that it is not late; at most half
    #[arg(long, value_name = "MS", default_value_t = 50)]
    overhead: u64,

    /// The engine: a path, or a program on the PATH or in /usr/games
    engine: String,

    /// The engine's command-line arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

const HELP: &str = "\
You do not start it yourself: you name it to the arbiter, which starts it:

  arbiter play chess 'bot:uci stockfish' 'bot:uci ./engine --flag'
  arbiter check 'uci stockfish' --variant chess

The engine's options are options of the bot. Spaces in a name become _ :
Clear_Hash. UCI_Chess960 is not among them, because it follows from the game.
Problems with the engine go to stderr, which the log keeps.";

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
