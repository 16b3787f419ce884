//! `replay`: a page on which a game can be seen move by move.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use uvi_games::game::Registry;
use uvi_pages::viewer::{self, Viewed};

use super::{
    exit::{CliError, Code, Result},
    output::{complain, must_differ, write},
    verify::read,
};

const HELP: &str = "\
The page stands alone: nothing is loaded from anywhere, and it can be sent to others or put on any server. It has the \
board, all moves as people write them, clocks and times, the course of the score, faults with what was said, and chance, \
which it draws anew from the seed to say by itself whether the dice are those that were promised.

Keys: the arrows left and right for a step, Home and End, Space to play. The address names the step, so that a link to \
game.html#40 opens there; the numbers are those of `arbiter show`.

A log that is cut off is shown as far as it goes, and so is one that is wrong; the page says what is wrong.

Examples:
  arbiter replay game.jsonl -o game.html
  arbiter play orwell bot:random bot:greedy bot:random --log game.jsonl && arbiter replay game.jsonl -o game.html

Exit codes: 0 it is written; 1 it is written as far as possible, but the log is wrong, or no page can be made of it; \
2 usage; 4 input or output failed.";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct ReplayArgs {
    /// The log; `-` is stdin
    log: PathBuf,
    /// Write the page there, over what is there; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

/// Writes the replay of a log.
pub(crate) fn run(registry: Registry, args: &ReplayArgs) -> Result {
    must_differ(&args.output, &args.log)?;
    let page = make_page(registry, &args.log, &read(&args.log)?)?;
    write(&args.output, &page.html)?;
    Ok(if page.wrong.is_none() { Code::Yes } else { Code::No })
}

/// The page of a log; what is wrong with it is told.
pub(crate) fn make_page(registry: Registry, log: &Path, text: &[u8]) -> Result<Viewed> {
    let name = log.display();
    let viewed = viewer::html(registry, text).map_err(|error| CliError {
        exit: Code::No,
        error: anyhow::Error::new(error).context(format!("{name} cannot be shown")),
    })?;
    if let Some(wrong) = &viewed.wrong {
        complain(&format!("{name}: wrong: {wrong}"));
    }
    Ok(viewed)
}
