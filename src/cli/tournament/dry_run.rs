//! Prints the plan of a tournament and its games, or a forecast, and plays nothing.

use std::{num::NonZeroUsize, path::Path};

use uvi_cup::{Plan, Progress, counted, name, schedule::Next};
use uvi_games::game::commitment;

use super::{manner::Manner, pace::Pace};
use crate::{
    cli::{
        exit::{Code, CommandResult},
        output::{print, print_all},
    },
    cup::{FolderView, is_crowd},
    world::DISK,
};

/// Prints a forecast for the remaining games, from the games in the folder.
pub(super) fn print_forecast(plan: &Plan, folder: &Path, manner: &Manner) -> CommandResult {
    let progress = FolderView::new(DISK, folder).progress(plan)?;
    let pace = Pace::new(&progress, manner.games_at_once(plan), None);
    print(&pace.forecast(plan, &progress));
    Ok(Code::Yes)
}

#[derive(Debug, Clone, Copy)]
pub(super) enum SeedView {
    /// The seed, because the file or a flag has it.
    Shown,
    /// A commitment, because the folder keeps the seed secret.
    Sealed,
    /// Nothing, because the seed is drawn when the tournament begins.
    Undrawn,
}

/// Prints the plan as a file, then the games that do not depend on results. A secret seed is not printed.
pub(super) fn print_plan(plan: &Plan, luck: SeedView, concurrency: NonZeroUsize) -> CommandResult {
    let mut progress = Progress::empty(plan);
    let (text, title) = match luck {
        SeedView::Shown => (plan.to_toml(), "# game block round seed and seats"),
        SeedView::Sealed => (plan.to_sealed_toml(), "# game block round commitment and seats"),
        SeedView::Undrawn => (plan.to_seedless_toml(), "# game block round and seats"),
    };
    print_all([text.trim_end()])?;
    let most = plan.total().map_or(usize::MAX, |games| games as usize).min(concurrency.get());
    let place = match cfg!(target_os = "linux") && !is_crowd(most) {
        true => "each on one core with its bots of affinity auto, while these do one thing at a time and answer fast",
        false => "and bots of affinity auto on all cores",
    };
    print_all([String::new(), format!("# {} at once, {place}", counted(concurrency.get() as u32, "game"))])?;
    print_all([title.to_owned()])?;
    let mut games = 0_u64;
    let end = loop {
        let game = match progress.hand_out() {
            Next::One(game) => game,
            Next::Wait => break "; those after them depend on results",
            Next::Over => break "",
        };
        let opening = plan.opening(game.deal).map(|opening| format!(" from {}", opening.name)).unwrap_or_default();
        let luck = match luck {
            SeedView::Shown => format!(" seed {}", plan.seed_of(&game)),
            SeedView::Sealed => format!(" commitment {}", commitment(&plan.seed_of(&game))),
            SeedView::Undrawn => String::new(),
        };
        let names = plan.names_of(&game).join(", ");
        games += 1;
        if !print(&format!("# {} block {} round {}{luck}: {names}{opening}", name(&game), game.block, game.round)) {
            return Ok(Code::Yes);
        }
    };
    print(&format!("# {games} games{end}"));
    Ok(Code::Yes)
}
