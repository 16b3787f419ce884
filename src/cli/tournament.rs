//! `tournament`: from a file of bots to standings.

pub(crate) mod args;
mod commands;
mod manner;
mod pace;
mod screen;
pub(crate) mod shards;
mod telling;

use std::{
    fs, io,
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
    Difference, Flaw, Held, Next, Outside, Plan, Progress, RunEnd, RunnerCommand, Standings, Unusable, counted,
    file::{self, Content, File},
    name,
};
use uvi_games::game::{Registry, Seat, Seed, commitment};
use uvi_match::referee::{MatchSpec, Unfitness};

pub(crate) use self::manner::Manner;
use self::{args::TournamentArgs, pace::Pace, telling::Teller};
use super::{
    engines,
    exit::{CliError, Code, Result, failed, usage},
    openings::Bench,
    output::{complain, print, print_all},
    seats, signals,
};
use crate::{
    bot::Nursery,
    cup::{self, Begin, Failed, Lost, NoGame, NotPlayed, Store, StoreError, Tournament},
    driver::Setup,
    regular,
};

/// A file that has been read, and what names it.
struct Source {
    file: File,
    /// Its path and text, where it is a file.
    text: Option<(String, String)>,
    /// The folder, where that was given instead of a file.
    folder: Option<PathBuf>,
}

/// Plays a tournament, or resumes one.
pub(crate) fn run(registry: Registry, args: &TournamentArgs) -> Result {
    if let Some(which) = args.shards.shard {
        return shards::run(registry, args, which);
    }
    let mut source = source(args.file.as_deref(), &args.plan)?;
    args.plan.change(&mut source.file)?;
    args.ranking.change(&mut source.file);
    let folder = folder(args, &source)?;
    let begin = args.begin.begin();
    let held = match begin {
        // The seed of a folder is part of what it asks for.
        Begin::GoOn | Begin::Resume | Begin::Grow => Store::seed(&folder).map_err(store_failed)?,
        Begin::Fresh => source.folder.as_deref().map(Store::seed).transpose().map_err(store_failed)?.flatten(),
    };
    let manner = Manner {
        begin,
        concurrency: args.concurrency.or(source.file.concurrency),
        quiet: args.quiet,
        ..Manner::of(&args.running, &source.file)?
    };
    let plan = make_plan(registry, &source.file, source.text.as_ref(), held, startable)?;
    if let Some((path, _)) = source.text.as_ref().filter(|_| source.folder.is_none()) {
        cup::misplaced(&plan, Path::new(path)).iter().for_each(|text| complain(&format!("arbiter: warning: {text}")));
    }
    check_pins(&plan, &source)?;
    if begin != Begin::Fresh {
        held_file(&folder)?.map_or(Ok(()), |there| check_held_files(&plan, &there, &folder))?;
    }
    let (plan, begin) = as_it_goes_on(registry, plan, &folder, begin)?;
    if args.dry_run && args.running.forecast {
        return print_forecast(&plan, &folder, args.concurrency.or(source.file.concurrency));
    }
    if args.dry_run {
        let luck = match (source.file.seed, held) {
            (Some(_), _) => Luck::Told,
            (None, Some(_)) => Luck::Sealed,
            (None, None) => Luck::Undrawn,
        };
        let concurrency = args.concurrency.or(source.file.concurrency).unwrap_or_else(|| room(&plan));
        telling::remark(&plan);
        for warning in cup::warnings(&plan, concurrency) {
            complain(&format!("arbiter: {warning}"));
        }
        return print_plan(&plan, luck, concurrency);
    }
    let outputs = telling::Outputs::new(args, &source.file.outputs);
    outputs.check(&plan)?;
    if begin == Begin::Fresh {
        set_aside(&folder)?;
    }
    if args.shards.plan {
        open(&plan, &folder, begin)?;
        return shards::print_planned(&plan, &folder);
    }
    let manner = Manner { begin, ..manner };
    let (ended, progress) = play(&plan, &folder, &manner)?;
    let standings = Standings::of(&plan, &progress);
    print_all([standings.to_text()])?;
    outputs.write(&plan, &folder, &progress, &standings)?;
    Ok(ended)
}

/// Plays a plan in a folder, until all is played or somebody stops it.
pub(crate) fn play(plan: &Plan, folder: &Path, manner: &Manner) -> Result<(Code, Progress)> {
    let concurrency = manner.concurrency.unwrap_or_else(|| room(plan));
    let (store, progress) = open(plan, folder, manner.begin)?;
    cup::clock_warnings(plan).iter().for_each(|text| complain(&format!("arbiter: warning: {text}")));
    let nursery = Nursery::new(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    engines::check_plan(plan, &nursery)?;
    let (to_tournament, commands) = unbounded();
    let signal = Arc::new(AtomicI32::new(0));
    let (seen, stop) = (Arc::clone(&signal), to_tournament.clone());
    signals::watch(move |number| {
        seen.store(number, Ordering::Release);
        complain("arbiter: finishing the running games; a second signal stops them");
        // A tournament that is over needs no command.
        let _ = stop.send(RunnerCommand::StopAfter(0));
    })?;
    commands::listen(to_tournament).map_err(failed)?;
    let mut teller = Teller::new(manner, plan, &progress, concurrency).map_err(failed)?;
    teller.begin(folder, &progress);
    let Manner { keep, sync, budget, .. } = *manner;
    let kept = store.into();
    let tournament = Tournament { plan, kept, progress, nursery, concurrency, keep, sync, budget, commands };
    let ended = tournament.run(&mut |news, progress| teller.hear(news, progress));
    teller.end();
    let (ending, progress) = ended.map_err(not_played)?;
    if ending == RunEnd::Complete {
        teller.reveal();
    }
    if ending == RunEnd::OutOfTime {
        complain("arbiter: the time is over, and games are left; run the command again to resume");
    }
    let exit = match (signal.load(Ordering::Acquire), ending) {
        (_, RunEnd::Complete | RunEnd::Decided) => Code::Yes,
        (0, RunEnd::Stopped | RunEnd::OutOfTime) => Code::Undecided,
        (signal, RunEnd::Stopped | RunEnd::OutOfTime) => Code::Signal(signal),
    };
    Ok((exit, progress))
}

/// Opens a folder, and checks what it holds.
fn open(plan: &Plan, folder: &Path, begin: Begin) -> Result<(Store, Progress)> {
    let (mut store, held) = Store::open(folder, plan, begin).map_err(|error| other_plan(error, folder))?;
    let results = folder.join(cup::RESULTS);
    let progress = Progress::new(plan, held).with_context(|| results.display().to_string()).map_err(failed)?;
    store.check(plan, &progress).map_err(store_failed)?;
    Ok((store, progress))
}

/// Why a folder cannot be opened. One of another tournament in which nothing was finished was perhaps only made by a file
/// with a mistake in it.
fn other_plan(error: StoreError, folder: &Path) -> CliError {
    let is_other = matches!(error, StoreError::OtherPlan { .. });
    let is_unplayed = || {
        let none = Store::look(folder).is_ok_and(|held| held.results.is_empty());
        none && !folder.join(cup::SHARDS).exists()
    };
    if is_other && is_unplayed() {
        usage(format!("{error}; no game in it is finished, so that nothing is lost if you delete it, or use --fresh"))
    } else {
        store_failed(error)
    }
}

/// The plan that a folder holds, where there is one that can be read.
pub(crate) fn held_file(folder: &Path) -> Result<Option<File>> {
    let text = Store::plan_text(folder).map_err(store_failed)?;
    Ok(text.and_then(|text| file::read(&text).ok()))
}

/// The files are there that bots were made of when a plan was written. One that is not there may be on another machine,
/// or later.
pub(crate) fn check_files(plan: &Plan, then: &File) -> Result<()> {
    plan.missing(then).map_or(Ok(()), |missing| Err(failed(anyhow::anyhow!("{missing}; restore it, and try again"))))
}

/// The same of the plan of a folder, as long as it has games to play.
pub(crate) fn check_held_files(plan: &Plan, then: &File, folder: &Path) -> Result<()> {
    let is_over = || {
        let held = Store::look(folder).ok()?;
        Progress::new(plan, held).ok().map(|progress| progress.is_over())
    };
    match plan.missing(then) {
        Some(_) if is_over() != Some(true) => check_files(plan, then),
        _ => Ok(()),
    }
}

/// The plan as it goes on from what the folder holds: what is there, where it is a smaller one, comes first.
pub(crate) fn as_it_goes_on(registry: Registry, plan: Plan, folder: &Path, begin: Begin) -> Result<(Plan, Begin)> {
    if begin == Begin::Fresh {
        return Ok((plan, begin));
    }
    let there = Store::plan_text(folder).map_err(store_failed)?.and_then(|text| file::read(&text).ok());
    // What cannot be read, or has another seed, is told when the folder is opened.
    let smaller = there.and_then(|file| {
        let plan = make_plan(registry, &file, None, Some(plan.seed), |_, _| Ok(None)).ok()?;
        Some((file, plan))
    });
    let Some((file, smaller)) = smaller else { return Ok((plan, begin)) };
    let grown = match smaller.grown_into(&plan) {
        Ok(grown) => grown,
        Err(why) if begin == Begin::Grow => {
            return Err(usage(format!("{} cannot grow into this tournament: {why}", folder.display())));
        }
        Err(_) => return Ok((plan, begin)),
    };
    let differences = grown.differences(&file);
    match begin {
        Begin::GoOn if !differences.is_empty() => {
            let all: Vec<String> = differences.iter().map(ToString::to_string).collect();
            Err(usage(format!(
                "{} holds a smaller {}: {}; play the rest with --grow, choose another folder, or start over with \
                 --fresh, which keeps the old one beside it",
                folder.display(),
                if file.gate.is_some() { "gate" } else { "tournament" },
                all.join("; ")
            )))
        }
        Begin::Resume if !differences.is_empty() => Ok((grown, Begin::Grow)),
        begin => Ok((grown, begin)),
    }
}

/// Whether the folder holds this very tournament, played to its end.
pub(crate) fn is_over(plan: &Plan, folder: &Path, begin: Begin) -> Result<bool> {
    if Store::plan_text(folder).map_err(store_failed)?.is_none() {
        return Ok(false);
    }
    let (_, progress) = open(plan, folder, begin)?;
    Ok(progress.is_over())
}

/// Puts what a folder holds aside, and says where it is.
pub(crate) fn set_aside(folder: &Path) -> Result<()> {
    if let Some(aside) = Store::set_aside(folder).map_err(store_failed)? {
        complain(&format!("arbiter: the old contents of {} are now in {}", folder.display(), aside.display()));
    }
    Ok(())
}

/// Files that a tournament file pins by their SHA-256 are those. A folder's are compared when it is opened.
fn check_pins(plan: &Plan, source: &Source) -> Result<()> {
    if source.folder.is_some() {
        return Ok(());
    }
    check_files(plan, &source.file)?;
    match plan.differences(&source.file).into_iter().find(Difference::is_content) {
        Some(difference) => Err(usage(difference)),
        None => Ok(()),
    }
}

fn not_played(error: Failed) -> CliError {
    let changed = |lost: &Lost| matches!(lost, Lost::Changed { .. });
    // Its options, or the variants that it plays, are not those of the file: no other try changes that.
    let unfit = |why: &NoGame| match why {
        NoGame::Unfit(unfit) => !matches!(unfit.reason, Unfitness::Unstarted(_)),
        NoGame::Denied(_) | NoGame::Path(_) | NoGame::NoResult(_) => false,
    };
    let exit = match &error {
        Failed::Lost(lost) if changed(lost) => Code::Changed,
        Failed::Game(NotPlayed::Lost { lost, .. }) if changed(lost) => Code::Changed,
        Failed::Game(NotPlayed::CannotStart { why, .. }) if unfit(why) => Code::Usage,
        Failed::Lost(_) | Failed::Game(_) | Failed::Store(_) | Failed::Thread(_) => Code::Failed,
    };
    CliError { exit, error: error.into() }
}

/// How many games this machine has room for.
fn room(plan: &Plan) -> NonZeroUsize {
    plan.concurrency(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

/// Reads the file, that of the folder, or what the flags alone say.
fn source(path: Option<&Path>, flags: &args::PlanArgs) -> Result<Source> {
    let Some(path) = path else { return Ok(Source { file: flags.file()?, text: None, folder: None }) };
    let (path, folder) = if path.is_dir() { (plan_in(path)?, Some(path.to_owned())) } else { (path.to_owned(), None) };
    let (file, text) = read_file(&path)?;
    Ok(Source { file, text: Some(text), folder })
}

/// Where the plan is in the folder of a tournament.
///
/// # Errors
/// If there is none, or the system does not let us look.
pub(crate) fn plan_in(folder: &Path) -> Result<PathBuf> {
    let path = folder.join(cup::PLAN);
    match fs::metadata(&path) {
        Ok(found) if found.is_file() => Ok(path),
        Err(error) if !matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Err(error).with_context(|| format!("cannot look at {}", path.display())).map_err(failed)
        }
        Ok(_) | Err(_) => {
            Err(usage(format!("{} is not a tournament folder: expected a {} in it", folder.display(), cup::PLAN)))
        }
    }
}

/// Reads a tournament file; with it its path and text, which an error in it shows.
pub(crate) fn read_file(path: &Path) -> Result<(File, (String, String))> {
    let is_plan = path.file_name().is_some_and(|name| name == cup::PLAN);
    let text = if is_plan { regular::read_plan(path) } else { regular::read_to_string(path) };
    let text = text.with_context(|| format!("cannot read {}", path.display())).map_err(failed)?;
    let name = path.display().to_string();
    let file = file::read(&text).map_err(|trouble| usage(trouble.show(&name, &text)))?;
    Ok((file, (name, text)))
}

/// Where the tournament is kept.
fn folder(args: &TournamentArgs, source: &Source) -> Result<PathBuf> {
    let given = source.folder.as_ref().or(args.folder.as_ref()).or(source.file.folder.as_ref());
    if given.is_some_and(|folder| folder.as_os_str().is_empty()) {
        return Err(usage("expected the name of a folder, found an empty name; the current folder is ."));
    }
    Ok(given.cloned().unwrap_or_else(|| match &args.file {
        Some(file) => file.with_extension("games"),
        None => PathBuf::from(format!("{}.games", source.file.variant.get_ref())),
    }))
}

/// What is known of the files of a bot, or why it cannot be played with.
type Tried = std::result::Result<Option<Vec<Content>>, Unusable>;

/// The plan of a file, whose path and text an error shows. One without a seed has the one that is held already, or else
/// one that is drawn.
pub(crate) fn make_plan(
    registry: Registry,
    file: &File,
    text: Option<&(String, String)>,
    held: Option<Seed>,
    try_on: fn(&MatchSpec, &[String]) -> Tried,
) -> Result<Plan> {
    let mut bench = Bench::default();
    let outside = Outside {
        registry,
        seed: held.unwrap_or_else(|| Seed(rand::random())),
        find: |command: &str| seats::beside(command).unwrap_or_else(|| command.to_owned()),
        open: |path: &Path| {
            regular::read_long_text(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
        },
        try_on,
        judge: |spec: &MatchSpec| bench.scores(spec),
    };
    let plan = file.plan(outside);
    bench.leave();
    plan.map_err(|trouble| {
        let shown = text.map_or_else(|| trouble.flaw.to_string(), |(name, text)| trouble.show(name, text));
        match trouble.flaw {
            // It was there when the folder was made, and may be on another machine, or later.
            Flaw::Program(_) if held.is_some() => failed(anyhow::anyhow!(shown)),
            _ => usage(shown),
        }
    })
}

/// Whether the bots of this match can be started here, with the limits that they are given, and what the files hold that
/// the first is made of.
pub(crate) fn startable(spec: &MatchSpec, writes: &[String]) -> Tried {
    let setup = Setup::new(spec.clone()).map_err(|error| Unusable::Settings(error.to_string()))?;
    setup.check_bots().map_err(|(_, error)| Unusable::Program(error.to_string()))?;
    let launch = Seat::new(1).and_then(|seat| setup.launch(seat));
    launch.map_or(Ok(()), engines::check).map_err(|error| Unusable::Program(error.to_string()))?;
    let contents = launch.map(|launch| cup::contents(launch, writes)).transpose();
    contents.map_err(|error| Unusable::Program(error.to_string()))
}

pub(crate) fn store_failed(error: StoreError) -> CliError {
    let exit = match error {
        StoreError::OtherPlan { .. }
        | StoreError::OtherPrograms { .. }
        | StoreError::OtherSource { .. }
        | StoreError::Unmerged { .. }
        | StoreError::OtherShard(_)
        | StoreError::Unnamed(_)
        | StoreError::NotOurs(_) => Code::Usage,
        _ => Code::Failed,
    };
    CliError { exit, error: error.into() }
}

/// Prints how long what is left would take, as far as the folder tells.
fn print_forecast(plan: &Plan, folder: &Path, concurrency: Option<NonZeroUsize>) -> Result {
    let held = Store::look(folder).map_err(store_failed)?;
    let progress = Progress::new(plan, held).with_context(|| folder.display().to_string()).map_err(failed)?;
    let pace = Pace::new(&progress, concurrency.unwrap_or_else(|| room(plan)), None);
    print(&pace.forecast(plan, &progress));
    Ok(Code::Yes)
}

/// What whoever asks for a plan knows of its seed.
#[derive(Debug, Clone, Copy)]
enum Luck {
    /// It stands in the file, or was typed.
    Told,
    /// The folder keeps it secret.
    Sealed,
    /// It is drawn when the tournament begins.
    Undrawn,
}

/// Prints the plan as a file, then its games as far as they do not depend on results. Luck that is to come is not told.
fn print_plan(plan: &Plan, luck: Luck, concurrency: NonZeroUsize) -> Result {
    let mut progress = Progress::new(plan, Held::default()).map_err(failed)?;
    let (text, title) = match luck {
        Luck::Told => (plan.to_toml(), "# game block round seed and seats"),
        Luck::Sealed => (plan.to_sealed_toml(), "# game block round commitment and seats"),
        Luck::Undrawn => (plan.to_seedless_toml(), "# game block round and seats"),
    };
    print_all([text.trim_end()])?;
    let place = match cfg!(target_os = "linux") {
        true => "each on one core with its bots of affinity auto, while these do one thing at a time and answer fast",
        false => "and bots of affinity auto on all cores",
    };
    print_all([String::new(), format!("# {} at once, {place}", counted(concurrency.get() as u32, "game"))])?;
    print_all([title.to_owned()])?;
    let mut games = 0_u64;
    loop {
        match progress.hand_out() {
            Next::Game(game) => {
                let names: Vec<&str> = game.table.iter().map(|bot| plan.entrant(*bot).name.as_str()).collect();
                let opening = plan.opening(game.deal).map(|opening| format!(" from {}", opening.name));
                let luck = match luck {
                    Luck::Told => format!(" seed {}", plan.seed_of(&game)),
                    Luck::Sealed => format!(" commitment {}", commitment(&plan.seed_of(&game))),
                    Luck::Undrawn => String::new(),
                };
                let line = format!(
                    "# {} block {} round {}{luck}: {}{}",
                    name(&game),
                    game.block,
                    game.round,
                    names.join(", "),
                    opening.unwrap_or_default()
                );
                games += 1;
                if !print(&line) {
                    return Ok(Code::Yes);
                }
            }
            Next::Wait => {
                print(&format!("# {games} games; those after them depend on results"));
                return Ok(Code::Yes);
            }
            Next::Over => {
                print(&format!("# {games} games"));
                return Ok(Code::Yes);
            }
        }
    }
}
