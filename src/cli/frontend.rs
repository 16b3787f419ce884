//! The steps of the command `tournament`, for a program that has a command line of its own and plays by the same crates.

use std::{io, path::Path, time::Instant};

use uvi::{FromBot, OptionSpec, OwnedLine, ToBot, Word};
use uvi_cup::{Plan, PlanInputs, file::File, schedule::BotIndex};
use uvi_games::game::{Registry, Seat, Seed};
use uvi_match::{
    record::{Log, PgnError, PgnStyle},
    referee::MatchSpec,
};

use super::{
    engines,
    exit::{CliError, failed},
    planning::{self, startable},
    seats, tournament,
};
use crate::{
    bot::Nursery,
    driver::{BotDialogue, BotEvent, Setup},
    world::DISK,
};

/// An error, as the arbiter's own commands print it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FrontendError(String);

impl From<CliError> for FrontendError {
    fn from(error: CliError) -> Self {
        Self(error.to_string())
    }
}

/// The plan of a tournament file, with bots that this nursery can start. `seed` is the seed of a file without one, and
/// `open` returns the text of the openings.
///
/// # Errors
/// The first value that is wrong, or the first bot that cannot be started.
pub fn plan(
    registry: Registry,
    file: &File,
    seed: Seed,
    nursery: &Nursery,
    open: impl FnOnce(&Path) -> Result<String, String>,
) -> Result<Plan, FrontendError> {
    planning::open_tables(file).map_err(|error| FrontendError(error.to_string()))?;
    let judge = |_: &MatchSpec| Err("no bot judges".to_owned());
    let try_on = |spec: &MatchSpec, writes: &[String]| startable(nursery, spec, writes);
    let inputs = PlanInputs { registry, seed, find: seats::command_line, open, try_on, judge };
    file.plan(inputs).map_err(|trouble| FrontendError(trouble.flaw.to_string()))
}

/// Reads the text of openings, which may be packed by gzip.
///
/// # Errors
/// If the file cannot be read.
pub fn read_book(path: &Path) -> io::Result<String> {
    planning::read_book(path)
}

/// Checks that the engines of a plan can play from its start position.
///
/// # Errors
/// The first bot whose engine cannot.
pub fn check_engines(plan: &Plan, nursery: &Nursery) -> Result<(), FrontendError> {
    Ok(engines::check_plan(plan, nursery)?)
}

/// Starts a bot of a plan, hears the options that it declares, and stops it. `None` if the bot does not greet in time.
///
/// # Errors
/// If the bot cannot be started.
pub fn declared_options(
    plan: &Plan,
    bot: BotIndex,
    nursery: &Nursery,
) -> Result<Option<Vec<OptionSpec>>, FrontendError> {
    let name = Word::new("greeting").expect("this is a word");
    let spec = plan.spec(name, plan.seed, &vec![bot; plan.seats.into()], &[]).map_err(failed)?;
    let setup = Setup::new(DISK, spec).map_err(failed)?;
    let launch = setup.launch(Seat::ONE).expect("each seat has this bot");
    let mut talk = BotDialogue::new(nursery.launch(launch).map_err(failed)?);
    talk.say(&ToBot::Uvi(uvi::VERSION));
    talk.flush();
    let by = Instant::now() + plan.terms.patience.greet();
    let mut options = Vec::new();
    let mut greets = false;
    while !greets && let BotEvent::Line(line) = talk.hear(by).map_err(failed)? {
        let OwnedLine::Text(line) = line else { continue };
        match line.parse() {
            Ok(FromBot::Option(option)) => options.push(option),
            message => greets = message == Ok(FromBot::UviOk),
        }
    }
    talk.stop(plan.terms.patience.quit());
    Ok(greets.then_some(options))
}

/// A game of a plan as PGN, with these tags and those of its opening.
///
/// # Errors
/// If PGN cannot express the game.
pub fn game_pgn(plan: &Plan, log: &Log, tags: &[(&str, String)], style: &PgnStyle<'_>) -> Result<String, PgnError> {
    tournament::styled_game(plan, log, tags, style)
}
