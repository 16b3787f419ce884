//! The command `replay`: writes an HTML page that shows a game move by move.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use uvi_games::game::Registry;
use uvi_pages::viewer::{self, ReplayPage};

use super::{
    exit::{CliError, Code, CommandResult, usage},
    output::{complain, must_differ, write},
    verify::read,
};

const HELP: &str = "\
The page is a single file that loads nothing, so you can send it to others or put it on any server. It shows the board, all \
moves as people write them, clocks and times, the course of the score, and faults with their texts. It also draws chance \
again from the seed, and says whether the dice are the promised ones.

Keys: left and right arrow for a step, Home, End, and Space to play. The address names the step: a link to game.html#40 \
opens at step 40. The numbers are those of `arbiter show`.

A log that is cut off or wrong is shown as far as possible; the page says what is wrong.

Examples:
  arbiter replay game.jsonl -o game.html
  arbiter replay game.jsonl -o - > game.html";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct ReplayArgs {
    /// The log; `-` is stdin
    log: PathBuf,
    /// Write the page to this file, and overwrite it; `-` is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The name of a player, in place of the one in the log; once for each seat, in their order
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
}

pub(crate) fn run(registry: Registry, args: &ReplayArgs) -> CommandResult {
    must_differ(&args.output, &args.log)?;
    let page = make_page(registry, &args.log, &read(&args.log)?, &args.names)?;
    if args.names.len() > page.seats {
        return Err(usage(format!(
            "--name: expected at most one for each of the {} seats, found {}",
            page.seats,
            args.names.len()
        )));
    }
    write(&args.output, &page.html)?;
    Ok(if page.wrong.is_none() { Code::Yes } else { Code::No })
}

/// The page of a log. If the log is wrong, also prints the error to stderr.
pub(crate) fn make_page(registry: Registry, log: &Path, text: &[u8], names: &[String]) -> CommandResult<ReplayPage> {
    let name = log.display();
    let viewed = viewer::html(registry, text, names).map_err(|error| CliError {
        exit: Code::No,
        error: anyhow::Error::new(error).context(format!("{name} cannot be shown")),
    })?;
    if let Some(wrong) = &viewed.wrong {
        complain(&format!("{name}: wrong: {wrong}"));
    }
    Ok(viewed)
}
