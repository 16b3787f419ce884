//! `merge`: the shards of a tournament become the folder that one machine would have made.

use std::{
    num::NonZeroU32,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use clap::Args as ClapArgs;
use uvi_cup::{Condition, MachineRow, Plan, Progress, Spans, Spread, Unevenness, counted};
use uvi_games::game::Registry;

use super::{
    exit::{Code, Result, usage},
    output::{complain, print_all},
    tournament::{make_plan, read_file, store_failed},
};
use crate::cup::{self, Merge, Merged, Store};

/// How long nothing is said while shards are watched.
const PAUSE: Duration = Duration::from_secs(5);

const HELP: &str = "\
Results come from finished logs, and from nothing else: any shards, in any order, at any time, twice. Blocks are taken in \
the order of the plan, up to the first that is missing or to the verdict. A game that was played several times with the \
same actions counts as one; of others the log with the least SHA-256 counts, and they are named.

Examples:
  arbiter merge cup.games
  arbiter merge cup.games node1/cup.games node2/03-of-20 --verify
  arbiter merge cup.games --watch
  arbiter merge cup.games --missing
  arbiter merge cup.games --into one.games
  until arbiter merge cup.games; do sbatch --wait --array=1-20 job.sh; done

Exit codes: 0 it is over; 1 a log is wrong, or with --strict two logs of a game differ; 2 usage, or another plan; 3 more is \
to be played; 4 input or output failed.";

#[derive(Debug, ClapArgs)]
#[command(after_help = HELP)]
pub(crate) struct MergeArgs {
    /// The folder of the tournament
    folder: PathBuf,
    /// Further folders: copies of it from other machines, or single shards
    others: Vec<PathBuf>,
    /// Make that folder, and leave the tournament's own results as they are
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Print the shards that have something left to play, such as `3,17`, and nothing else; of so many shards, or as many
    /// as there were
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true)]
    missing: Option<Option<NonZeroU32>>,
    /// Replay every log
    #[arg(long)]
    verify: bool,
    /// Exit with 1 where two logs of a game differ in what was played
    #[arg(long)]
    strict: bool,
    /// Leave out the games of a machine; repeatable
    #[arg(long, value_name = "HOST")]
    without: Vec<String>,
    /// First show how the shards stand, every few seconds, until none is running
    #[arg(long)]
    watch: bool,
    /// Print what is wrong, and nothing else
    #[arg(short, long)]
    quiet: bool,
}

/// Merges the shards of a tournament.
pub(crate) fn run(registry: Registry, args: &MergeArgs) -> Result {
    let folder = &args.folder;
    if !folder.join(cup::PLAN).is_file() {
        return Err(usage(format!("{} holds no tournament: expected a plan.toml in it", folder.display())));
    }
    let (file, text) = read_file(&folder.join(cup::PLAN))?;
    let seed = Store::seed(folder).map_err(store_failed)?;
    let plan = make_plan(registry, &file, Some(&text), seed, |_, _| Ok(None))?;
    if args.watch {
        watch(&plan, folder)?;
    }
    let merge = Merge {
        plan: &plan,
        folder,
        others: &args.others,
        into: args.into.as_deref(),
        verify: args.verify,
        without: &args.without,
    };
    let merged = merge.run().map_err(store_failed)?;
    let Merged { wrong: (wrong, wrongs), differing: (differing, differ), .. } = &merged;
    for error in wrong {
        complain(&format!("arbiter: merge: {error}"));
    }
    if *wrongs as usize > wrong.len() {
        complain(&format!("arbiter: merge: {} are wrong in all", counted(*wrongs, "log")));
    }
    if *differ > 0 {
        let named: Spans = differing.iter().copied().collect();
        complain(&format!(
            "arbiter: merge: {} played in several ways, of which the log with the least SHA-256 counts: {named}{}",
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

/// Shows how the shards stand until none is running.
fn watch(plan: &Plan, folder: &Path) -> Result<()> {
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
        if cluster.count(Condition::Running) == 0 {
            return Ok(());
        }
        thread::sleep(PAUSE);
    }
}

/// The shards that have something left to play.
fn print_missing(plan: &Plan, merged: &Merged, of: Option<NonZeroU32>) -> Result<()> {
    let known = merged.of.and_then(|of| NonZeroU32::try_from(of).ok());
    let said = || std::env::var("ARBITER_SHARDS").ok().and_then(|text| text.parse().ok());
    let Some(of) = of.or(known).or_else(said) else {
        return Err(usage("--missing: no shard has been played yet; --missing=20 says how many there are to be"));
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
        format!("{folder}: it is over: {} stand", counted(merged.games, "result"))
    } else {
        format!(
            "{folder}: {} stand, {behind} more are finished, {} of {} are to be played",
            counted(merged.games, "result"),
            counted(merged.missing_games, "game"),
            counted(u32::try_from(merged.missing.len()).unwrap_or(u32::MAX), "block"),
        )
    }];
    if merged.wasted > 0 {
        lines.push(format!("{} finished behind the verdict: they count for nothing", counted(merged.wasted, "game")));
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
