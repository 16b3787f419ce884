//! The parts of a run besides its folder: the starter of bots, the user's commands.

use std::{num::NonZeroUsize, thread};

use uvi_cup::{News, Plan, Progress, RunEnd, ShardGames};
use uvi_match::referee::Unfitness;

use super::{manner::Manner, run_controls::RunControls};
use crate::{
    bot::Nursery,
    cli::{
        engines,
        exit::{CliError, Code, CommandResult},
        signals::SignalPolicy,
    },
    cup::{Folder, GameError, GameStartError, ProgramError, Tournament, TournamentError},
};

/// The nursery and the controls of a run, which do not depend on the folder.
#[derive(Debug)]
pub(super) struct TournamentRun {
    nursery: Nursery,
    controls: RunControls,
}

impl TournamentRun {
    /// Checks the engines of a plan, and listens to commands and signals.
    pub(super) fn new(plan: &Plan, nursery: Nursery, patience: SignalPolicy) -> CommandResult<Self> {
        engines::check_plan(plan, &nursery)?;
        Ok(Self { nursery, controls: RunControls::listen(patience)? })
    }

    /// Plays in a folder. Returns the end of the run, the progress, and the signal that stopped it, or 0.
    pub(super) fn play(
        self,
        plan: &Plan,
        (folder, shard_games, progress): (Folder, Option<ShardGames>, Progress),
        (manner, concurrency): (&Manner, NonZeroUsize),
        watch: &mut dyn FnMut(News, &Progress),
    ) -> CommandResult<(RunEnd, Progress, i32)> {
        let Self { nursery, controls } = self;
        let Manner { keep, sync, budget, .. } = *manner;
        let commands = controls.commands();
        let tournament =
            Tournament { plan, folder, shard_games, progress, nursery, concurrency, keep, sync, budget, commands };
        let (ending, progress) = tournament.run(watch).map_err(not_played)?;
        Ok((ending, progress, controls.signal()))
    }
}

/// The cure for a bot whose files changed.
const CHANGED: &str = "; restore the old file to resume, or start over with --fresh (if the bot writes this file itself, \
                       list it in the bot's key writes)";

pub(crate) fn not_played(error: TournamentError) -> CliError {
    let lost = match &error {
        TournamentError::Lost(lost) => Some(lost),
        TournamentError::Game(GameError::Lost { lost, .. }) => Some(&**lost),
        TournamentError::Game(_) | TournamentError::Store(_) | TournamentError::Thread(_) => None,
    };
    let cure = match lost {
        Some(ProgramError::Changed { .. }) => CHANGED,
        Some(ProgramError::Gone { .. }) => "; fix it, and run the command again to resume",
        Some(ProgramError::Unseen(_)) | None => "",
    };
    // A bot that started but does not accept the options or the variant will not accept them next time either.
    let unfit = |why: &GameStartError| match why {
        GameStartError::Unfit { reason, .. } => !matches!(reason, Unfitness::Unstarted { .. }),
        GameStartError::Denied(_)
        | GameStartError::Sandbox { .. }
        | GameStartError::Path(_)
        | GameStartError::NoResult(_) => false,
    };
    let exit = match &error {
        _ if matches!(lost, Some(ProgramError::Changed { .. })) => Code::Changed,
        TournamentError::Game(GameError::CannotStart { why, .. }) if unfit(why) => Code::Usage,
        TournamentError::Lost(_)
        | TournamentError::Game(_)
        | TournamentError::Store(_)
        | TournamentError::Thread(_) => Code::Failed,
    };
    CliError { exit, error: anyhow::anyhow!("{error}{cure}") }
}

/// The number of games to play at once.
pub(crate) fn games_at_once(manner: &Manner, plan: &Plan) -> NonZeroUsize {
    manner.concurrency.unwrap_or_else(|| room(plan))
}

/// The number of games that this machine can play at once.
pub(super) fn room(plan: &Plan) -> NonZeroUsize {
    plan.concurrency(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}
