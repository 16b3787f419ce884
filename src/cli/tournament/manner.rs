//! How a tournament is played, apart from what is played in it.

use std::{num::NonZeroUsize, time::Duration};

use uvi_cup::{TimeBudget, file::File};

use super::args::RunningArgs;
use crate::cli::exit::{CommandResult, usage};

/// How many bots stay alive between their games by default.
const KEPT: usize = 64;

/// How a tournament is played: nothing of it changes a result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// How many games are played at once; what this machine has room for by default.
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// How many bots stay alive between their games.
    pub(crate) keep: usize,
    /// When the log of a game is synced to the disk.
    pub(crate) sync: uvi::Sync,
    /// For how long new blocks may begin.
    pub(crate) budget: Option<TimeBudget>,
    /// Whether people are told how long it will take.
    pub(crate) forecast: bool,
    /// Whether nothing is told of what happens.
    pub(crate) quiet: bool,
}

impl Manner {
    /// As the flags have it, else the file.
    pub(crate) fn of(
        args: &RunningArgs,
        concurrency: Option<NonZeroUsize>,
        quiet: bool,
        file: &File,
    ) -> CommandResult<Self> {
        let hours = args.hours.or_else(|| file.hours.as_ref().map(|hours| *hours.get_ref()));
        Ok(Self {
            concurrency: concurrency.or(file.concurrency),
            keep: args.keep.or(file.keep).unwrap_or(KEPT),
            sync: args.sync.or(file.log.sync).unwrap_or_default(),
            budget: match args.time {
                Some(time) => Some(TimeBudget::End(time)),
                None => hours.map(budget).transpose()?.map(TimeBudget::Begin),
            },
            forecast: args.forecast,
            quiet,
        })
    }
}

fn budget(hours: f64) -> CommandResult<Duration> {
    let budget = Duration::try_from_secs_f64(hours * 3600.0);
    budget.map_err(|_| usage(format!("hours: expected a number of hours, such as 0.5, found {hours}")))
}
