//! `merge`: the shards of a tournament become the folder that one machine would have made.

use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use clap::Args as ClapArgs;
use uvi_cup::{Condition, MOST_SHARDS, MachineRow, Plan, Progress, Spans, Spread, Unevenness, counted};
use uvi_games::game::Registry;

use super::{
    exit::{Code, Result, usage},
    output::{complain, print_all},
    tournament::{make_plan, plan_in, read_file, store_failed},
};
use crate::cup::{self, Merge, Merged, Output, Store};

/// How long nothing is said while shards are watched.
const PAUSE: Duration = Duration::from_secs(5);

const HELP: &str = "\
Results come only from finished logs. You can merge any shards, in any order, at any time, and more than once. Blocks are \
taken in the order of the plan, up to the first missing one or the verdict. If a game was played several times with the same \
actions, it counts once. If the actions differ, the log with the smallest SHA-256 counts, and the command names the game.

Examples:
  arbiter merge cup.games
  arbiter merge cup.games node1/cup.games node2/03-of-20 --verify
  arbiter merge cup.games --watch
  arbiter merge cup.games --missing
  arbiter merge cup.games --into one.games
  until arbiter merge cup.games; do sbatch --wait --array=1-20 job.sh; done

Exit codes:
  0  the tournament is over
  1  a log is wrong, or with --strict two logs of a game differ
  2  usage, or another plan
  3  there are games left to play
  4  input or output failed";

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
    /// Ignore the games of this machine, in this and every later merge; repeatable
    #[arg(long, value_name = "HOST")]
    without: Vec<String>,
    /// Before merging, print the progress of the shards every few seconds, from when the first begins until none is running
    #[arg(long)]
    watch: bool,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

/// Merges the shards of a tournament.
pub(crate) fn run(registry: Registry, args: &MergeArgs) -> Result {
    let folder = &args.folder;
    let (file, text) = read_file(&plan_in(folder)?)?;
    let seed = Store::seed(folder).map_err(store_failed)?;
    let plan = make_plan(registry, &file, Some(&text), seed, |_, _| Ok(None))?;
    if args.watch {
        // Shards of other folders are not seen from here.
        let waits = file.seed.is_none() && args.others.is_empty();
        watch(&plan, folder, if waits { Patience::UntilOneBegins } else { Patience::None })?;
    }
    let output = match (&args.into, args.missing) {
        (Some(into), _) => Output::Into(into),
        (None, Some(_)) => Output::Nowhere,
        (None, None) => Output::Own,
    };
    let merge =
        Merge { plan: &plan, folder, others: &args.others, output, verify: args.verify, without: &args.without };
    let merged = merge.run().map_err(store_failed)?;
    let Merged { wrong: (wrong, wrongs), differing: (differing, differ), .. } = &merged;
    for error in wrong {
        complain(&format!("arbiter: merge: {error}"));
    }
    if *wrongs as usize > wrong.len() {
        complain(&format!("arbiter: merge: {} wrong in total", counted(*wrongs, "log")));
    }
    let (changed, changes) = &merged.changed;
    for error in changed {
        complain(&format!("arbiter: merge: {error}; without it, its shard plays the game again"));
    }
    if *changes as usize > changed.len() {
        complain(&format!("arbiter: merge: {} changed in total", counted(*changes, "log")));
    }
    tell_of_hosts(&merged, &args.without);
    if *differ > 0 {
        let named: Spans = differing.iter().copied().collect();
        complain(&format!(
            "arbiter: merge: {} played in several ways; the log with the smallest SHA-256 counts: {named}{}",
            if *differ == 1 { "1 game was".to_owned() } else { format!("{differ} games were") },
            if *differ as usize > differing.len() { " and so on" } else { "" }
        ));
    }
    match args.missing {
        Some(of) => print_missing(&plan, &merged, of)?,
        None if args.quiet => {}
        None => print_all(told(&merged, args))?,
    }
    Ok(match () {
        () if *wrongs > 0 || args.strict && *differ > 0 => Code::No,
        () if merged.is_over => Code::Yes,
        () => Code::Undecided,
    })
}

/// Says which machines are not known, and what is to be done so that others play what some have played.
fn tell_of_hosts(merged: &Merged, without: &[String]) {
    for host in without.iter().filter(|host| !merged.hosts.contains(*host)) {
        let known: Vec<&str> = merged.hosts.iter().map(String::as_str).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        complain(&format!("arbiter: merge: --without {host}: no shard was played on {host}; hosts: {known}"));
    }
    if !merged.is_over && !merged.left_out.is_empty() {
        let folders: Vec<_> = merged.left_out.iter().map(|folder| folder.display().to_string()).collect();
        complain(&format!(
            "arbiter: merge: shards of ignored hosts do not play their games again; move these folders away, play the shards on \
             other hosts, and merge with the same --without: {}",
            folders.join(" ")
        ));
    }
}

/// What is done while no shard has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    UntilOneBegins,
    None,
}

/// Shows how the shards stand until none is running.
fn watch(plan: &Plan, folder: &Path, patience: Patience) -> Result<()> {
    let mut before = String::new();
    loop {
        let cluster = cup::cluster(folder, Progress::total(plan), SystemTime::now()).map_err(store_failed)?;
        let cluster = cluster.unwrap_or_default();
        let games: u32 = cluster.shards.iter().map(|row| row.games).sum();
        let now = match cluster.total {
            Some(total) => format!("{games} of {total} games; {cluster}"),
            None => format!("{games} games; {cluster}"),
        };
        if now != before {
            print_all([now.clone()])?;
        }
        before = now;
        let waits = patience == Patience::UntilOneBegins && cluster.shards.is_empty();
        if cluster.count(Condition::Running) == 0 && !waits {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
}

/// The shards that have something left to play.
fn print_missing(plan: &Plan, merged: &Merged, of: Option<u32>) -> Result<()> {
    let known = merged.of.and_then(|of| NonZeroU32::try_from(of).ok());
    let said = || std::env::var("ARBITER_SHARDS").ok()?.parse().ok().filter(|of: &NonZeroU32| of.get() <= MOST_SHARDS);
    let Some(of) = of.and_then(NonZeroU32::new).or(known).or_else(said) else {
        return Err(usage("--missing: no shard has been played yet; say how many there are, such as --missing=20"));
    };
    let mut spread = Spread::new(plan.seed, of);
    let shards: Spans = merged.missing.iter().map(|block| spread.shard_of(block)).collect();
    // Schedulers know ranges, and people read lists.
    let all: Vec<String> = shards.iter().map(|shard| shard.to_string()).collect();
    print_all(if all.is_empty() { Vec::new() } else { vec![all.join(",")] })
}

/// What people are told of a merge.
fn told(merged: &Merged, args: &MergeArgs) -> Vec<String> {
    let folder = args.into.as_ref().unwrap_or(&args.folder).display();
    let behind = merged.finished.len().saturating_sub(merged.games as usize);
    let mut lines = vec![if merged.is_over {
        format!("{folder}: over, with {}", counted(merged.games, "result"))
    } else {
        format!(
            "{folder}: {}, {behind} more finished, {} of {} left to play",
            counted(merged.games, "result"),
            counted(merged.missing_games, "game"),
            counted(u32::try_from(merged.missing.len()).unwrap_or(u32::MAX), "block"),
        )
    }];
    if merged.wasted > 0 {
        lines.push(format!("{} finished after the verdict: not counted", counted(merged.wasted, "game")));
    }
    let machines = &merged.machines;
    for (title, rows, between) in
        [("host", &machines.hosts, machines.between_hosts()), ("shard", &machines.shards, machines.between_shards())]
    {
        if rows.len() > 1 || title == "host" && machines.shards.len() > 1 {
            lines.push(format!(
                "{title:<16} {:>8} {:>8} {:>10} {:>8} {:>8}",
                "games", "first %", "ms", "timeouts", "faults"
            ));
            lines.extend(rows.iter().map(|(name, row)| row_text(name, row)));
        }
        lines.extend(between.map(|between| unevenness(title, &between)));
    }
    lines
}

fn row_text(name: &str, row: &MachineRow) -> String {
    let shown = |value: Option<f64>, digits| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"));
    format!(
        "{name:<16} {:>8} {:>8} {:>10} {:>8} {:>8}",
        row.games,
        shown(row.share().map(|share| 100.0 * share), 1),
        shown(row.mean_ms(), 2),
        row.timeouts,
        row.faults
    )
}

fn unevenness(what: &str, between: &Unevenness) -> String {
    let Unevenness { chi_square, degrees, p } = between;
    format!("between {what}s: chi-square {chi_square:.1} of {degrees}, p {p:.3}")
}
