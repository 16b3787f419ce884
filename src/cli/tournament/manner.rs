//! The settings of a run that do not change results.

use std::{num::NonZeroUsize, thread, time::Duration};

use uvi_cup::{Plan, Progress, ShardGames, TimeBudget, file::File};

use super::{args::RunningArgs, run_controls::RunControls};
use crate::{
    bot::Nursery,
    cli::exit::{CommandResult, usage},
    cup::{Folder, Tournament},
};

pub(crate) const KEPT: usize = 64;

/// The settings of a run. None of them changes a result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    /// The number of games at once; `None` for as many as this machine has room for.
    pub(crate) concurrency: Option<NonZeroUsize>,
    pub(crate) keep: usize,
    pub(crate) sync: uvi::Sync,
    /// The time during which new blocks may begin; `None` for no limit.
    pub(crate) budget: Option<TimeBudget>,
    pub(crate) forecast: bool,
    pub(crate) quiet: bool,
}

impl Manner {
    /// Takes each setting from the flags, or else from the file.
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

    pub(super) fn games_at_once(&self, plan: &Plan) -> NonZeroUsize {
        let room = || plan.concurrency(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN));
        self.concurrency.unwrap_or_else(room)
    }

    /// The tournament of a plan in a folder. `shard_games` are those of a shard.
    pub(crate) fn tournament<'a>(
        &self,
        plan: &'a Plan,
        (folder, shard_games, progress): (Folder, Option<ShardGames>, Progress),
        nursery: Nursery,
        controls: &RunControls,
    ) -> Tournament<'a> {
        let Self { keep, sync, budget, .. } = *self;
        let (concurrency, commands) = (self.games_at_once(plan), controls.commands());
        Tournament { plan, folder, shard_games, progress, nursery, concurrency, keep, sync, budget, commands }
    }
}

fn budget(hours: f64) -> CommandResult<Duration> {
    let budget = Duration::try_from_secs_f64(hours * 3600.0);
    budget.map_err(|_| usage(format!("hours: expected a number of hours, such as 0.5, found {hours}")))
}
