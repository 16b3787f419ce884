//! `arbiter-uci`, an adapter: it starts a UCI engine, which plays chess for the seat. The adapter translates UVI
//! messages of the arbiter to UCI, and UCI messages of the engine to UVI. It passes answers on unchanged and does not
//! judge them, so a fault quotes the engine. With `--serve` it does the opposite: it starts a UVI bot that plays chess,
//! and is a UCI engine itself.

#[path = "uci/adapter.rs"]
mod adapter;
#[path = "uci/command.rs"]
mod command;
#[path = "uci/engine.rs"]
mod engine;
#[path = "uci/grammar.rs"]
mod grammar;
#[path = "uci/gui_grammar.rs"]
mod gui_grammar;
#[path = "uci/options.rs"]
mod options;
#[path = "uci/position.rs"]
mod position;
#[path = "uci/question.rs"]
mod question;
#[path = "uci/report.rs"]
mod report;
#[path = "uci/scene.rs"]
mod scene;
#[path = "uci/server.rs"]
mod server;
#[path = "uci/spoken.rs"]
mod spoken;
#[path = "uci/translator.rs"]
mod translator;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use adapter::Adapter;
use clap::Parser as _;
use command::UciCommand;
use server::Server;

fn main() -> ExitCode {
    let command = UciCommand::parse();
    let played = if command.serve {
        let (bot, arguments) = served(&command.engine, &command.arguments);
        engine::run(&bot, &arguments, Server::new(command.overhead))
    } else {
        engine::run(&command.engine, &command.arguments, Adapter::new(command.overhead))
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the error cannot be reported.
            let _ = writeln!(io::stderr().lock(), "{}: {error}", command.engine);
            ExitCode::FAILURE
        }
    }
}

/// The program and the arguments of a bot. The whole command line may be one word, and a bot that comes with the arbiter
/// has a short name: it lies beside this program.
fn served(bot: &str, arguments: &[String]) -> (String, Vec<String>) {
    let bot = bot.strip_prefix("bot:").unwrap_or(bot);
    let words = shell_words::split(bot).ok().filter(|words| arguments.is_empty() && words.len() > 1);
    let (bot, arguments) = match words.as_deref() {
        Some([program, rest @ ..]) => (program.clone(), rest.to_vec()),
        Some([]) | None => (bot.to_owned(), arguments.to_vec()),
    };
    let beside = std::env::current_exe().map(|path| path.with_file_name(format!("arbiter-{bot}")));
    let beside = beside.ok().filter(|path| !bot.contains('/') && path.is_file());
    (beside.and_then(|path| path.to_str().map(str::to_owned)).unwrap_or(bot), arguments)
}
