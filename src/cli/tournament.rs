//! The command `tournament`: plays a tournament and prints its standings.

pub(crate) mod args;
mod dry_run;
mod game_pgn;
mod job;
mod manner;
mod pace;
mod run_controls;
mod screen;
mod shards;
mod source;
mod telling;
mod told_thread;
mod whole;

use std::path::Path;

use uvi_cup::Standings;
use uvi_games::game::Registry;

pub use self::game_pgn::with_opening_tags;
use self::{args::TournamentArgs, dry_run::SeedView, source::Source};
pub(crate) use self::{
    manner::{KEPT, Manner},
    run_controls::RunControls,
    telling::{REPEATED, Teller},
    whole::{not_played, open, play},
};
use super::{
    exit::{Code, CommandResult, failed},
    output::{complain, print_all},
    planning::make_plan,
};
use crate::bot::Nursery;
use crate::cup::{self, Begin, FolderView};
use crate::world::DISK;

pub(crate) fn run(registry: Registry, args: &TournamentArgs) -> CommandResult {
    if let Some(which) = args.shards.shard {
        return shards::run(registry, args, which);
    }
    let mut source = Source::read(args)?;
    args.ranking.change(&mut source.file);
    let folder = source.folder(args)?;
    let begin = args.begin.begin();
    let held = match begin {
        // The folder's seed is part of its plan.
        Begin::GoOn | Begin::Resume | Begin::Grow | Begin::GrowChanged => Some(&folder),
        Begin::Fresh => source.folder.as_ref(),
    };
    let held = held.map(|folder| FolderView::new(DISK, folder).seed()).transpose()?.flatten();
    let manner = Manner::of(&args.running, args.concurrency, args.quiet, &source.file)?;
    // Where nothing can be started, a dry run still tells what is short.
    let nursery = Nursery::of_this_program();
    let plan = make_plan(registry, &source.file, source.text.as_ref(), held, nursery.as_ref().ok())?;
    if let Some((path, _)) = source.text.as_ref().filter(|_| source.folder.is_none()) {
        cup::misplaced(&plan, Path::new(path)).iter().for_each(|text| complain(&format!("arbiter: warning: {text}")));
    }
    source.check_pins(&plan)?;
    let (plan, begin) = cup::continued(DISK, &folder, plan, begin)?;
    if args.dry_run && args.running.forecast {
        return dry_run::print_forecast(&plan, &folder, &manner);
    }
    if args.dry_run {
        let luck = match (source.file.seed, held) {
            (Some(_), _) => SeedView::Shown,
            (None, Some(_)) => SeedView::Sealed,
            (None, None) => SeedView::Undrawn,
        };
        let concurrency = manner.games_at_once(&plan);
        telling::remark(&plan);
        telling::warn_of_shortages(&plan, concurrency);
        return dry_run::print_plan(&plan, luck, concurrency);
    }
    let nursery = nursery.map_err(failed)?;
    let outputs = telling::Outputs::new(args, &source.file, &plan)?;
    let opened = open(&plan, &folder, begin)?;
    if args.shards.plan {
        return shards::print_planned(&plan, &folder);
    }
    let live = args.live_pgn.as_deref().map(|path| (path, &source.file.outputs));
    let (ended, progress) = play((&plan, nursery), opened, &manner, live)?;
    let standings = Standings::of(&plan, &progress);
    print_all([standings.to_text()])?;
    outputs.write((&plan, &folder, &progress), &standings)?;
    let (finished, total) = (progress.finished(), plan.total());
    if ended != Code::Yes && total.is_none_or(|total| finished < total as usize) {
        // The standings look final.
        let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
        let folder = folder.display().to_string();
        let again = shell_words::quote(&folder);
        // Only the games before the first one that is missing stand.
        let waiting = match finished - progress.count() as usize {
            0 => String::new(),
            waiting => format!(" ({waiting} of them wait for an earlier one, and do not count yet)"),
        };
        complain(&format!("arbiter: stopped after {finished}{of} games{waiting}; resume: arbiter tournament {again}"));
    }
    Ok(ended)
}
