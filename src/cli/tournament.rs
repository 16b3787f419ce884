//! `tournament`: from a file of bots to standings.

pub(crate) mod args;
mod orders;
mod telling;

use std::{
    fs,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
    thread,
};

use anyhow::Context;
use crossbeam_channel::unbounded;
use uvi_cup::{
    Held, Next, Outside, Plan, Progress, Standings, Unusable,
    file::{self, File},
    name,
};
use uvi_games::game::{Registry, Seed};
use uvi_match::referee::MatchSpec;

use self::{args::TournamentArgs, telling::Teller};
use super::{
    exit::{Exit, Failure, Result, failed, usage},
    openings::Bench,
    output::{complain, print, print_all},
    seats, signals,
};
use crate::{
    bot::Nursery,
    cup::{self, Ending, Order, Store, StoreError, Tournament},
    driver::Setup,
};

/// A file that has been read, and what names it.
struct Source {
    file: File,
    /// Its path and text, where it is a file.
    text: Option<(String, String)>,
    /// The folder, where that was given instead of a file.
    folder: Option<PathBuf>,
}

/// Plays a tournament, or goes on with one.
pub(crate) fn run(registry: Registry, args: &TournamentArgs) -> Result {
    let mut source = source(args.file.as_deref(), &args.plan)?;
    args.plan.change(&mut source.file)?;
    let folder = folder(args, &source)?;
    let plan = make_plan(registry, &source.file, source.text.as_ref(), &folder, startable)?;
    if args.dry_run {
        return print_plan(&plan);
    }
    let outputs = telling::Outputs::new(args, &source.file.outputs);
    outputs.check(&plan)?;
    let concurrency = args.concurrency.or(source.file.concurrency);
    let (ended, progress) = play(&plan, &folder, concurrency, args.quiet)?;
    let standings = Standings::of(&plan, &progress);
    print_all([standings.to_text()])?;
    outputs.write(&plan, &folder, &progress, &standings)?;
    Ok(ended)
}

/// Plays a plan in a folder, until all is played or somebody stops it. Without a concurrency it is what this machine has
/// room for.
pub(crate) fn play(
    plan: &Plan,
    folder: &Path,
    concurrency: Option<NonZeroUsize>,
    quiet: bool,
) -> Result<(Exit, Progress)> {
    let cores = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let concurrency = concurrency.unwrap_or_else(|| plan.concurrency(cores));
    let (store, held) = Store::open(folder, plan).map_err(store_failed)?;
    let before = held.results.len();
    let results = folder.join(cup::RESULTS);
    let progress = Progress::new(plan, held).with_context(|| results.display().to_string()).map_err(failed)?;
    let nursery = Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    let (to_tournament, orders) = unbounded();
    let signal = Arc::new(AtomicI32::new(0));
    let (seen, stop) = (Arc::clone(&signal), to_tournament.clone());
    signals::watch(move |number| {
        seen.store(number, Ordering::Release);
        complain("arbiter: no more games are started; a second signal ends those that run");
        // A tournament that is over needs no order.
        let _ = stop.send(Order::StopAfter(0));
    })?;
    orders::listen(to_tournament).map_err(failed)?;
    let mut teller = Teller::new(quiet, plan, before);
    teller.begin(folder, concurrency);
    let tournament = Tournament { plan, store, progress, nursery, concurrency, orders };
    let ended = tournament.run(&mut |event, progress| teller.hear(event, progress));
    teller.end();
    let (ending, progress) = ended.map_err(failed)?;
    let exit = match (signal.load(Ordering::Acquire), ending) {
        (_, Ending::Complete) => Exit::Yes,
        (0, Ending::Stopped) => Exit::Undecided,
        (signal, Ending::Stopped) => Exit::Signal(signal),
    };
    Ok((exit, progress))
}

/// Reads the file, that of the folder, or what the flags alone say.
fn source(path: Option<&Path>, flags: &args::PlanArgs) -> Result<Source> {
    let Some(path) = path else { return Ok(Source { file: flags.file()?, text: None, folder: None }) };
    let (path, folder) =
        if path.is_dir() { (path.join(cup::PLAN), Some(path.to_owned())) } else { (path.to_owned(), None) };
    let (file, text) = read_file(&path)?;
    Ok(Source { file, text: Some(text), folder })
}

/// Reads a tournament file; with it its path and text, which an error in it shows.
pub(crate) fn read_file(path: &Path) -> Result<(File, (String, String))> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display())).map_err(failed)?;
    let name = path.display().to_string();
    let file = file::read(&text).map_err(|trouble| usage(trouble.show(&name, &text)))?;
    Ok((file, (name, text)))
}

/// Where the tournament is kept.
fn folder(args: &TournamentArgs, source: &Source) -> Result<PathBuf> {
    let given = source.folder.as_ref().or(args.folder.as_ref()).or(source.file.folder.as_ref());
    if given.is_some_and(|folder| folder.as_os_str().is_empty()) {
        return Err(usage("expected the name of a folder, found none; . is the current one"));
    }
    Ok(given.cloned().unwrap_or_else(|| match &args.file {
        Some(file) => file.with_extension("games"),
        None => PathBuf::from(format!("{}.games", source.file.variant.get_ref())),
    }))
}

/// The plan of a file, whose path and text an error shows. One without a seed has that of the tournament which the
/// folder holds already.
pub(crate) fn make_plan(
    registry: Registry,
    file: &File,
    text: Option<&(String, String)>,
    folder: &Path,
    try_on: fn(&MatchSpec) -> std::result::Result<(), Unusable>,
) -> Result<Plan> {
    let held = match &file.seed {
        Some(_) => None,
        None => Store::plan_text(folder).map_err(store_failed)?,
    };
    let held = held.and_then(|text| file::read(&text).ok()?.seed);
    let mut bench = Bench::default();
    let outside = Outside {
        registry,
        seed: held.unwrap_or_else(|| Seed(rand::random())),
        find: |command: &str| seats::beside(command).unwrap_or_else(|| command.to_owned()),
        open: |path: &Path| {
            fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
        },
        try_on,
        judge: |spec: &MatchSpec| bench.scores(spec),
    };
    let plan = file.plan(outside);
    bench.leave();
    plan.map_err(|trouble| match text {
        Some((name, text)) => usage(trouble.show(name, text)),
        None => usage(trouble.flaw.to_string()),
    })
}

/// Whether the bots of this match can be started here, with the limits that they are given.
pub(crate) fn startable(spec: &MatchSpec) -> std::result::Result<(), Unusable> {
    let setup = Setup::new(spec.clone()).map_err(|error| Unusable::Settings(error.to_string()))?;
    setup.check_bots().map_err(|(_, error)| Unusable::Program(error.to_string()))
}

pub(crate) fn store_failed(error: StoreError) -> Failure {
    let exit = match error {
        StoreError::OtherPlan { .. } | StoreError::NotOurs(_) => Exit::Usage,
        _ => Exit::Failed,
    };
    Failure { exit, error: error.into() }
}

/// Prints the plan as a file, then its games as far as they do not depend on results.
fn print_plan(plan: &Plan) -> Result {
    let mut progress = Progress::new(plan, Held::default()).map_err(failed)?;
    print_all([plan.to_toml().trim_end()])?;
    print_all([String::new(), "# game block round seed and seats".to_owned()])?;
    let mut games = 0_u64;
    loop {
        match progress.hand_out() {
            Next::Game(game) => {
                let names: Vec<&str> = game.table.iter().map(|bot| plan.entrant(*bot).name.as_str()).collect();
                let opening = plan.opening(game.block).map(|opening| format!(" from {}", opening.name));
                let line = format!(
                    "# {} block {} round {} seed {}: {}{}",
                    name(&game),
                    game.block,
                    game.round,
                    plan.seed_of(&game),
                    names.join(", "),
                    opening.unwrap_or_default()
                );
                games += 1;
                if !print(&line) {
                    return Ok(Exit::Yes);
                }
            }
            Next::Wait => {
                print(&format!("# {games} games; those after them depend on results"));
                return Ok(Exit::Yes);
            }
            Next::Over => {
                print(&format!("# {games} games"));
                return Ok(Exit::Yes);
            }
        }
    }
}
