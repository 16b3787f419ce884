//! The command `merge`: merges the shards of a tournament into the folder that one machine would have made.

use std::{collections::BTreeSet, num::NonZeroU32, path::PathBuf};

use clap::Args as ClapArgs;
use itertools::Itertools as _;
use uvi_cup::{MOST_SHARDS, Plan, Spread, counted};
use uvi_games::game::Registry;

use super::{
    exit::{Code, CommandResult, usage},
    output::{complain, print_all},
    planning::plan_of,
};
use crate::cup::{FolderError, Merge, MergeResult};
use crate::world::DISK;

const HELP: &str = "\
Results come only from finished logs. You can merge any shards, in any order, at any time, and more than once. Blocks are \
taken in the order of the plan, up to the first missing one or the verdict. If a game was played several times with the same \
actions, it counts once. If the actions differ, the log with the smallest SHA-256 counts, and the command names the game.

Examples:
  arbiter merge cup.games
  arbiter merge cup.games node1/cup.games node2/03-of-20 --verify
  arbiter merge cup.games --missing
  arbiter merge cup.games --into one.games
  while arbiter merge cup.games; [ $? = 3 ]; do sbatch --wait --array=1-20 job.sh; done";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct MergeArgs {
    /// The folder of the tournament
    folder: PathBuf,
    /// More folders: copies from other machines, or single shards
    others: Vec<PathBuf>,
    /// Write the merged tournament to this folder, and leave the results in FOLDER as they are
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Print the shards that have games left to play, such as `3,17`, of N shards; by default of as many as before. Without
    /// --into nothing is written
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    missing: Option<Option<u32>>,
    /// Replay every log
    #[arg(long)]
    verify: bool,
    /// Exit with 1 if two logs of a game differ in what was played
    #[arg(long)]
    strict: bool,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

pub(crate) fn run(registry: Registry, args: &MergeArgs) -> CommandResult {
    let folder = &args.folder;
    let plan = plan_of(registry, folder)?;
    let output = args.into.as_deref().or_else(|| args.missing.is_none().then_some(&**folder));
    let merge = Merge { disk: DISK, plan: &plan, folder, others: &args.others, output, verify: args.verify };
    let merged = merge.run()?;
    let MergeResult { wrong, damaged, differing: (differing, differ), .. } = &merged;
    complain_of("wrong", wrong, "");
    complain_of("damaged", damaged, "; without this log, its shard plays the game again");
    if *differ > 0 {
        complain(&format!(
            "arbiter: merge: {} played in several ways; the log with the smallest SHA-256 counts: {}{}",
            if *differ == 1 { "1 game was".to_owned() } else { format!("{differ} games were") },
            differing.iter().join(","),
            if *differ as usize > differing.len() { " and so on" } else { "" }
        ));
    }
    match args.missing {
        Some(of) => print_missing(&plan, &merged, of)?,
        None if args.quiet => {}
        None => print_all(told(&plan, &merged, args))?,
    }
    Ok(match () {
        () if wrong.1 > 0 || args.strict && *differ > 0 => Code::No,
        () if merged.is_over => Code::Yes,
        () => Code::Undecided,
    })
}

/// Names the first of these errors, and their number if there are more.
fn complain_of(what: &str, (errors, all): &(Vec<FolderError>, u32), more: &str) {
    errors.iter().for_each(|error| complain(&format!("arbiter: merge: {error}{more}")));
    if *all as usize > errors.len() {
        complain(&format!("arbiter: merge: {} {what} in total", counted(*all, "log")));
    }
}

/// Prints the shards with games left to play, such as `3,17`.
fn print_missing(plan: &Plan, merged: &MergeResult, of: Option<u32>) -> CommandResult<()> {
    let known = merged.of;
    let said = || std::env::var("ARBITER_SHARDS").ok()?.parse().ok().filter(|of: &NonZeroU32| of.get() <= MOST_SHARDS);
    let Some(of) = of.and_then(NonZeroU32::new).or(known).or_else(said) else {
        return Err(usage("--missing: no shard has been played yet; say how many there are, such as --missing=20"));
    };
    let mut spread = Spread::new(plan.seed, of);
    let shards: BTreeSet<u32> = merged.missing.iter().map(|block| spread.shard_of(*block)).collect();
    print_all((!shards.is_empty()).then(|| shards.iter().join(",")))
}

fn told(plan: &Plan, merged: &MergeResult, args: &MergeArgs) -> Vec<String> {
    let folder = args.into.as_ref().unwrap_or(&args.folder).display();
    let mut lines = vec![if merged.is_over {
        format!("{folder}: over, with {}", counted(merged.games, "result"))
    } else {
        let known = merged.games + merged.ahead + merged.missing_games;
        let more =
            if plan.total().is_some_and(|total| known < total) { " now; more follow from their results" } else { "" };
        format!(
            "{folder}: {}, {} more finished, {} of {} left to play{more}",
            counted(merged.games, "result"),
            merged.ahead,
            counted(merged.missing_games, "game"),
            counted(u32::try_from(merged.missing.len()).unwrap_or(u32::MAX), "block"),
        )
    }];
    if merged.wasted > 0 {
        lines.push(format!("{} finished after the verdict: not counted", counted(merged.wasted, "game")));
    }
    lines
}
