//! The flags `--plan` and `--shard` of `tournament`, which play a tournament in pieces.

use std::path::Path;

use uvi_cup::{News, Plan, Progress, counted, schedule::Format};
use uvi_games::game::Registry;

use super::{
    args::TournamentArgs,
    job::{ShardChoice, of_job},
    manner::Manner,
    run_controls::RunControls,
    source::Source,
    telling,
    whole::not_played,
};
use crate::{
    bot::Nursery,
    cli::{
        engines,
        exit::{CliError, Code, CommandResult, failed, usage},
        output::{complain, print, print_all},
        planning::make_plan,
        signals::SignalPolicy,
    },
    cup::{Folder, FolderError, FolderView, OpenedShard},
    world::DISK,
};

/// The number of shards in printed examples, unless `ARBITER_SHARDS` is set.
const SHOWN: u32 = 20;

pub(super) fn print_planned(plan: &Plan, folder: &Path) -> CommandResult {
    let games = plan.total();
    let each = plan.seatings.games(plan.seats);
    let size = match (games, &plan.format) {
        (Some(games), Format::Swiss { .. }) => {
            format!("{} in {}, round by round", counted(games, "game"), counted(games / each, "block"))
        }
        (Some(games), _) => format!("{} in {}", counted(games, "game"), counted(games / each, "block")),
        (None, _) => format!("blocks of {}; how many there are depends on results", counted(each, "game")),
    };
    let shown = shell_words::quote(&folder.to_string_lossy()).into_owned();
    let shards = std::env::var("ARBITER_SHARDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SHOWN);
    print_all([
        format!("plan {}", plan.id()),
        size,
        format!("arbiter tournament {shown} --shard 1/{shards}   # and so on up to {shards}/{shards}, on any machine"),
        format!("arbiter merge {shown}   # exits with 0: over; 3: games left to play"),
    ])?;
    telling::remark(plan);
    for warning in warnings(plan) {
        complain(&format!("arbiter: {warning}"));
    }
    Ok(Code::Yes)
}

/// Warnings of settings with which results depend on the machine or on the shard.
fn warnings(plan: &Plan) -> Vec<&'static str> {
    let clocks = plan.entrants.iter().map(|entrant| entrant.clock.unwrap_or(plan.clock));
    let mut found = Vec::new();
    if clocks.into_iter().any(|clock| clock.nodes.is_none() && clock.depth.is_none()) {
        found.push(
            "bots play by the clock, and machines differ in speed; --clock 'nodes N' gives the same games everywhere",
        );
    }
    if !plan.restart {
        found.push(
            "bots stay alive between games: if a bot learns from its games, results depend on the shard; \
             restart = \"on\" restarts bots for every game, and `arbiter merge A B --strict` compares two runs",
        );
    }
    found
}

/// Plays a shard of the tournament in a folder. With `--tempfail`, exit codes 3 and 4 become 75.
pub(super) fn run(registry: Registry, args: &TournamentArgs, which: ShardChoice) -> CommandResult {
    let ended = play(registry, args, which);
    if !args.shards.tempfail {
        return ended;
    }
    let later = |code| if matches!(code, Code::Undecided | Code::Failed) { Code::TempFail } else { code };
    match ended {
        Ok(code) => Ok(later(code)),
        Err(failure) => Err(CliError { exit: later(failure.exit), ..failure }),
    }
}

fn play(registry: Registry, args: &TournamentArgs, which: ShardChoice) -> CommandResult {
    let shard = match which {
        ShardChoice::One(shard) => shard,
        ShardChoice::Auto => {
            of_job(|name| std::env::var(name).ok()).map_err(|text| usage(format!("--shard auto: {text}")))?
        }
    };
    let source = Source::read(args)?;
    let Some(whole) = &source.folder else {
        return Err(usage("--shard: expected the folder that `arbiter tournament FILE --plan` creates"));
    };
    let seed = FolderView::new(DISK, whole).seed().map_err(|error| match error {
        FolderError::NoSeed(path) => usage(format!(
            "expected the seed in {}: copy the whole folder to this machine, including luck/",
            path.display()
        )),
        error => error.into(),
    })?;
    let nursery = Nursery::of_this_program().map_err(failed)?;
    let plan = make_plan(registry, &source.file, source.text.as_ref(), seed, Some(&nursery))?;
    let OpenedShard { folder, progress, games } = Folder::open_shard(DISK, whole, &plan, shard)?;
    let manner = Manner::of(&args.running, args.concurrency, args.quiet, &source.file)?;
    let concurrency = manner.games_at_once(&plan);
    engines::check_plan(&plan, &nursery)?;
    let controls = RunControls::listen(SignalPolicy::Scheduler)?;
    telling::warn_of_shortages(&plan, concurrency);
    if !manner.quiet {
        let [there, left] = [games.finished.len(), games.left()];
        print(&format!("shard {shard}: {there} games finished, {left} to play now, {concurrency} at once"));
    }
    let mut played = 0_u32;
    let watch = &mut |news: News, _: &Progress| match news {
        News::Result(result) => {
            played += 1;
            if !manner.quiet {
                print(&telling::line(&result));
            }
        }
        News::Started(_) | News::Test(_) => {}
        News::Status { running, .. } => {
            print(&format!("shard {shard}: {played} games finished, {running} running"));
        }
    };
    let tournament = manner.tournament(&plan, (folder, Some(games), progress), nursery, &controls);
    let (ending, _) = tournament.run(watch).map_err(not_played).map_err(|failure| match failure.exit {
        // A changed program makes another plan, so it does not help to try again.
        Code::Changed => CliError { exit: Code::Usage, ..failure },
        _ => failure,
    })?;
    Ok(controls.code(ending))
}
