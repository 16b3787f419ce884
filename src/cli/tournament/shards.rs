//! `tournament --plan` and `--shard`: a tournament that is played in pieces.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use crossbeam_channel::unbounded;
use uvi_cup::{
    GameResult, MOST_SHARDS, News, NoShard, Plan, Progress, RunEnd, RunnerCommand, Shard, counted, schedule::Format,
};
use uvi_games::game::Registry;

use super::{
    args::TournamentArgs, check_files, commands, make_plan, manner::Manner, not_played, room, source, startable,
    store_failed,
};
use crate::{
    bot::Nursery,
    cli::{
        engines,
        exit::{CliError, Code, Result, failed, usage},
        output::{complain, print, print_all},
        signals,
    },
    cup::{self, Kept, Packing, ShardStore, Store, StoreError, Tournament},
};

/// The number of shards in printed examples, if nothing says how many people want.
const SHOWN: u32 = 20;

/// Which shard is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Which {
    One(Shard),
    /// The one that the job's variables name.
    Auto,
}

impl std::str::FromStr for Which {
    type Err = NoShard;

    fn from_str(text: &str) -> std::result::Result<Self, NoShard> {
        if text == "auto" { Ok(Self::Auto) } else { text.parse().map(Self::One) }
    }
}

/// What the variables of a job say of its shard.
///
/// # Errors
/// What is missing or wrong, for people.
pub(crate) fn of_job(get: impl Fn(&str) -> Option<String>) -> std::result::Result<Shard, String> {
    let number = |name: &str| match get(name).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => {
            text.parse::<u32>().map(Some).map_err(|_| format!("{name}: expected a whole number, found {text}"))
        }
    };
    let of = number("ARBITER_SHARDS")?;
    if let Some(of) = of.filter(|of| *of > MOST_SHARDS) {
        return Err(format!("ARBITER_SHARDS: expected at most {MOST_SHARDS} shards, found {of}"));
    }
    let shard = |number: u32, of: u32| {
        Shard::new(number, of).ok_or_else(|| format!("expected a shard from 1 to {of}, found {number}"))
    };
    if let Some(task) = number("SLURM_ARRAY_TASK_ID")? {
        let first = number("SLURM_ARRAY_TASK_MIN")?;
        if let Some(of) = of {
            // An array from 0 counts from 0, and so does a part of one.
            let from_0 = first == Some(0) || task == 0;
            return shard(task.saturating_add(u32::from(from_0)), of);
        }
        let [last, count] = [number("SLURM_ARRAY_TASK_MAX")?, number("SLURM_ARRAY_TASK_COUNT")?];
        return match (first, last, count) {
            (Some(first @ 0..=1), Some(last), Some(count)) if last.checked_sub(first) == Some(count - count.min(1)) => {
                shard((task + 1).saturating_sub(first), count)
            }
            (_, _, None) => Err(
                "expected ARBITER_SHARDS, the number of shards, or SLURM_ARRAY_TASK_COUNT in the environment, found neither"
                    .to_owned(),
            ),
            _ => Err("the job array has gaps: set ARBITER_SHARDS to the number of shards".to_owned()),
        };
    }
    let place = match (number("JOB_COMPLETION_INDEX")?, number("PARALLEL_SEQ")?) {
        (Some(index), _) => index.saturating_add(1),
        (None, Some(sequence)) => sequence,
        (None, None) => {
            return Err(
                "expected SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ in the environment, found \
                        none; --shard 3/20 names a shard"
                    .to_owned(),
            );
        }
    };
    let of = of.ok_or_else(|| "expected ARBITER_SHARDS, the number of shards, in the environment".to_owned())?;
    shard(place, of)
}

/// Says what is planned, and how it is played in pieces.
pub(super) fn print_planned(plan: &Plan, folder: &Path) -> Result {
    let games = Progress::total(plan);
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
    super::telling::remark(plan);
    for warning in warnings(plan) {
        complain(&format!("arbiter: {warning}"));
    }
    Ok(Code::Yes)
}

/// What makes results depend on the machine.
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

/// Plays a shard of the tournament in a folder.
pub(super) fn run(registry: Registry, args: &TournamentArgs, which: Which) -> Result {
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

fn play(registry: Registry, args: &TournamentArgs, which: Which) -> Result {
    let shard = match which {
        Which::One(shard) => shard,
        Which::Auto => {
            of_job(|name| std::env::var(name).ok()).map_err(|text| usage(format!("--shard auto: {text}")))?
        }
    };
    let mut source = source(args.file.as_deref(), &args.plan)?;
    args.plan.change(&mut source.file)?;
    let Some(folder) = source.folder.clone() else {
        return Err(usage("--shard: expected the folder that `arbiter tournament FILE --plan` creates"));
    };
    let seed = Store::seed(&folder).map_err(|error| match error {
        StoreError::NoSeed(path) => usage(format!(
            "expected the seed in {}: copy the whole folder to this machine, including luck/",
            path.display()
        )),
        error => store_failed(error),
    })?;
    let plan = make_plan(registry, &source.file, source.text.as_ref(), seed, startable)?;
    let (there, _) = super::read_file(&folder.join(cup::PLAN))?;
    check_files(&plan, &there)?;
    let differences = plan.differences(&there);
    if !differences.is_empty() {
        return Err(store_failed(StoreError::OtherPlan { path: folder, gate: there.gate.is_some(), differences }));
    }
    let progress = merged(&plan, &folder)?;
    let packing = if args.shards.pack { Packing::Pack } else { Packing::Files };
    let (store, lot) = ShardStore::open(&folder, &plan, &progress, shard, packing).map_err(store_failed)?;
    let manner = Manner {
        concurrency: args.concurrency.or(source.file.concurrency),
        quiet: args.quiet,
        ..Manner::of(&args.running, &source.file)?
    };
    let concurrency = manner.concurrency.unwrap_or_else(|| room(&plan));
    let nursery = Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    engines::check_plan(&plan, &nursery)?;
    let (to_tournament, commands) = unbounded();
    let signal = Arc::new(AtomicI32::new(0));
    let (seen, stop) = (Arc::clone(&signal), to_tournament.clone());
    signals::watch_patiently(move |number| {
        seen.store(number, Ordering::Release);
        complain("arbiter: finishing the running games, starting no more");
        // A shard that is over needs no command.
        let _ = stop.send(RunnerCommand::StopAfter(0));
    })?;
    commands::listen(to_tournament).map_err(failed)?;
    if !manner.quiet {
        let [there, left] = [lot.finished().len(), lot.left()];
        print(&format!("shard {shard}: {there} games finished, {left} to play now, {concurrency} at once"));
    }
    let Manner { keep, sync, budget, .. } = manner;
    let kept = Kept::Shard(Box::new(store), Box::new(lot));
    let tournament = Tournament { plan: &plan, kept, progress, nursery, concurrency, keep, sync, budget, commands };
    let mut played = 0_u32;
    let ended = tournament.run(&mut |news, _| match news {
        News::Result(result) => {
            played += 1;
            tell(&result, manner.quiet);
        }
        News::Status { running, .. } => {
            print(&format!("shard {shard}: {played} games finished, {running} running"));
        }
    });
    let (ending, _) = ended.map_err(not_played).map_err(|failure| match failure.exit {
        // Another program is another plan, however often it is tried.
        Code::Changed => CliError { exit: Code::Usage, ..failure },
        _ => failure,
    })?;
    Ok(match (ending, signal.load(Ordering::Acquire)) {
        (RunEnd::Complete | RunEnd::Decided, _) => Code::Yes,
        (RunEnd::Stopped | RunEnd::OutOfTime, number) => signals::patient_code(number),
    })
}

/// How far the tournament is by what has been merged, as far as the next games follow from it.
fn merged(plan: &Plan, folder: &Path) -> Result<Progress> {
    let mut progress = Progress::forgetful(plan);
    Store::each_result(folder, |result| -> anyhow::Result<()> {
        progress.follow(result, None).with_context(|| folder.display().to_string())
    })
    .map_err(failed)?;
    Ok(progress)
}

fn tell(result: &GameResult, quiet: bool) {
    if !quiet {
        print(&super::telling::line(result));
    }
}

/// A span of time as people write it: `55m`, `1h30m`, `90s`.
pub(crate) fn span(text: &str) -> std::result::Result<Duration, String> {
    let span = text.parse::<jiff::SignedDuration>().ok().and_then(|span| Duration::try_from(span).ok());
    span.ok_or_else(|| format!("expected a time such as 55m, 1h30m or 90s, found {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], expected: std::result::Result<&str, &str>) {
        let get = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let found = of_job(get).map(|shard| shard.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{variables:?}");
    }

    #[test]
    fn a_job_names_its_shard() {
        let array = |id, min, max, count| {
            [
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ]
        };
        check(&array("3", "1", "20", "20"), Ok("3/20"));
        check(&array("0", "0", "19", "20"), Ok("1/20"));
        check(&array("19", "0", "19", "20"), Ok("20/20"));
        let gaps = Err("the job array has gaps: set ARBITER_SHARDS to the number of shards");
        check(&array("17", "3", "17", "2"), gaps);
        check(&array("3", "1", "19", "10"), gaps);
        check(
            &[("SLURM_ARRAY_TASK_ID", "3")],
            Err(
                "expected ARBITER_SHARDS, the number of shards, or SLURM_ARRAY_TASK_COUNT in the environment, found neither",
            ),
        );
        check(
            &[("PARALLEL_SEQ", "2"), ("ARBITER_SHARDS", "4294967295")],
            Err("ARBITER_SHARDS: expected at most 100000 shards, found 4294967295"),
        );
        let of = ("ARBITER_SHARDS", "20");
        check(&[&array("17", "3", "17", "2")[..], &[of]].concat(), Ok("17/20"));
        check(&[&array("19", "0", "19", "2")[..], &[of]].concat(), Ok("20/20"));
        check(&[("JOB_COMPLETION_INDEX", "0"), of], Ok("1/20"));
        check(&[("JOB_COMPLETION_INDEX", "19"), of], Ok("20/20"));
        check(&[("PARALLEL_SEQ", "20"), of], Ok("20/20"));
        check(&[("PARALLEL_SEQ", "21"), of], Err("expected a shard from 1 to 20, found 21"));
        check(&[("PARALLEL_SEQ", "2")], Err("expected ARBITER_SHARDS, the number of shards, in the environment"));
        check(&[("PARALLEL_SEQ", "x"), of], Err("PARALLEL_SEQ: expected a whole number, found x"));
        check(
            &[],
            Err("expected SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or PARALLEL_SEQ in the environment, found none; \
                 --shard 3/20 names a shard"),
        );
    }

    #[test]
    fn a_span_is_read() {
        for (text, seconds) in [("55m", 3300), ("1h30m", 5400), ("90s", 90), ("2h", 7200)] {
            assert_eq!(span(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "55", "-5m", "soon"] {
            assert_eq!(span(text), Err(format!("expected a time such as 55m, 1h30m or 90s, found {text}")));
        }
    }
}
