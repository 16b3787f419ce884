//! The steps of the command `tournament`, for a program that has a command line of its own and plays by the same crates.

use std::path::Path;

use uvi::{FromBot, OptionSpec, ToBot};
use uvi_cup::{Plan, file::File, schedule::BotIndex};
use uvi_games::game::{Registry, Seat, Seed};

pub use super::{engines::check_plan, exit::CliError, planning::read_book, tournament::with_opening_tags};
use super::{
    exit::{CommandResult, failed, usage},
    planning::{open_tables, plan_by},
};
use crate::{
    bot::Nursery,
    driver::{BotDialogue, Setup},
    world::DISK,
};

/// The plan of a tournament file, with bots that this nursery can start. `seed` is the seed of a file without one, and
/// `open` returns the text of the openings. Fails with the first value that is wrong, or the first bot that cannot be
/// started.
pub fn plan(
    registry: Registry,
    file: &File,
    seed: Seed,
    nursery: &Nursery,
    open: impl FnOnce(&Path) -> Result<String, String>,
) -> CommandResult<Plan> {
    open_tables(file).map_err(usage)?;
    plan_by(registry, file, seed, Some(nursery), open).map_err(|trouble| usage(trouble.flaw))
}

/// Starts a bot of a plan, hears the options that it declares, and stops it. `None` if the bot does not greet in time.
pub fn declared_options(plan: &Plan, bot: BotIndex, nursery: &Nursery) -> CommandResult<Option<Vec<OptionSpec>>> {
    let setup = Setup::new(DISK, plan.trial(bot).map_err(failed)?).map_err(failed)?;
    let launch = setup.launch(Seat::ONE).expect("each seat has this bot");
    let mut talk = BotDialogue::new(nursery.launch(launch).map_err(failed)?);
    talk.say(&ToBot::Uvi(uvi::VERSION));
    let heard = talk.until(&FromBot::UviOk, plan.terms.patience.greet()).map_err(failed)?;
    talk.stop(plan.terms.patience.quit());
    let option = |message| if let FromBot::Option(option) = message { Some(option) } else { None };
    Ok(heard.map(|heard| heard.into_iter().filter_map(option).collect()))
}
