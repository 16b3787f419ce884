//! The command line of the adapter. The arbiter parses it too, so that it reports mistakes before a game.

use clap::Parser;

/// A bot that plays chess with a UCI engine: it translates between UVI and UCI
#[derive(Debug, Parser)]
#[command(name = "arbiter-uci", version, after_help = HELP)]
pub(crate) struct UciCommand {
    /// The part of a movetime to withhold from the engine, so that it is not late; at most half
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(crate) overhead: u64,

    /// Ask the engine for readyok after each answer, and end if none comes in this time
    #[arg(long, value_name = "MS")]
    pub(crate) ping: Option<u64>,

    /// Tell the engine `debug on` before each game
    #[arg(long)]
    pub(crate) debug: bool,

    /// The engine: a path, or a program on the PATH or in /usr/games
    pub(crate) engine: String,

    /// The engine's command-line arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) arguments: Vec<String>,
}

const HELP: &str = "\
You do not start it yourself: you name it to the arbiter, which starts it:

  arbiter play chess 'bot:uci stockfish' 'bot:uci ./engine --flag'
  arbiter check 'uci stockfish' --variant chess

The engine's options are options of the bot. Spaces in a name become _ :
Clear_Hash. UCI_Chess960 is not among them, because it follows from the game.
Problems with the engine go to stderr, which the log keeps.";
