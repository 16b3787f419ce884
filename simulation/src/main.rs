//! Plays tournaments in a simulated world, with deaths of the arbiter, power cuts, failing disks and bots at fault.
//! Compares each tournament with an undisturbed run. All events follow from a seed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of the workshop that prints its findings")]

mod bots;
mod clock;
mod daemon;
mod daemon_crowd;
mod daemon_host;
mod daemon_life;
mod disk;
mod disk_state;
mod ladder;
mod lone_match;
mod lots;
mod machine;
mod planted;
mod run;
mod schedule;
mod world;

use std::{
    collections::BTreeMap,
    io::{self, IsTerminal as _},
    panic,
    process::ExitCode,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use clap::{Parser, ValueEnum};
use mimalloc::MiMalloc;

use ladder::SimulatedLadder;
use planted::PlantedBug;
use run::RunFigures;
use schedule::Schedule;

/// Plays tournaments in a simulated world.
///
/// Without options, plays one tournament, and prints its seed. Exit codes: 0, all promises were kept; 1, a promise was
/// broken (the seed and the smallest schedule that still breaks a promise are printed); 2, usage; 3, a planted mistake
/// was not found.
#[derive(Debug, Parser)]
struct Arguments {
    /// The first seed. Default: the time.
    #[arg(long)]
    seed: Option<u64>,
    /// The number of seeds in a row.
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// Continue with further seeds for this number of seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// Continue with further seeds for this number of hours.
    #[arg(long, conflicts_with = "seconds")]
    hours: Option<f64>,
    /// Plant this mistake, or `all` in turn, and search until it is found, for at most ten minutes each.
    #[arg(long)]
    bug: Option<String>,
    /// The mean time for which bots think, in milliseconds.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    think: Option<u64>,
    /// Play a ladder with deaths, and compare it with one without deaths: a month of 12,000 games and 1,000 deaths, or
    /// a year of 400,000 games and 10,000 deaths.
    #[arg(long, num_args = 0..=1, default_missing_value = "month")]
    #[arg(conflicts_with_all = ["bug", "think", "count", "seconds", "hours"])]
    ladder: Option<LadderTime>,
    /// Play only this many rounds of the ladder, with as large a part of the deaths.
    #[arg(long, requires = "ladder", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Play only the seeds of daemons, and no tournaments.
    #[arg(long, conflicts_with = "ladder")]
    daemon: bool,
    /// Show the schedule of each seed.
    #[arg(long)]
    show: bool,
}

/// A sixth of the time of a simulated world goes to memory; with the allocator of the system it is a quarter.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The length of a simulated ladder.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum LadderTime {
    Month,
    Year,
}

/// The processor time in which each planted mistake must be found.
const SEARCH: Duration = Duration::from_secs(600);

/// The sums over all runs of tournaments, or of daemons.
#[derive(Debug, Default)]
struct Sums {
    runs: u64,
    games: usize,
    deaths: usize,
    rounds: u64,
    time: Duration,
    undisturbed: Duration,
    /// The processor time of the threads that played them.
    spent: Duration,
}

impl Sums {
    fn add(&mut self, figures: RunFigures, spent: Duration) {
        self.runs += 1;
        self.spent += spent;
        self.games += figures.games;
        self.deaths += figures.deaths;
        self.rounds += figures.rounds;
        self.time += figures.time;
        self.undisturbed += figures.undisturbed;
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let first = arguments.seed.unwrap_or_else(now);
    let word = arguments.bug.as_deref();
    let mut bugs = PlantedBug::value_variants().to_vec();
    bugs.retain(|bug| word == Some("all") || word == Some(&bug.word()));
    if word.is_some() && bugs.is_empty() {
        let known: Vec<_> = PlantedBug::value_variants().iter().map(|bug| bug.word()).collect();
        eprintln!(
            "simulation: there is no mistake {}; expected all or one of {}",
            word.unwrap_or_default(),
            known.join(", ")
        );
        return ExitCode::from(2);
    }
    // A panic is a finding, which is printed with its schedule.
    panic::set_hook(Box::new(|_| {}));
    if let Some(time) = arguments.ladder {
        return ladder(first, time, arguments.rounds);
    }
    if bugs.is_empty() { search(&arguments, first) } else { find(&bugs, first) }
}

/// Tells on a terminal how far a long run is, at most once a second.
struct ProgressLine(Mutex<Instant>);

impl ProgressLine {
    fn show(&self, text: impl FnOnce() -> String) {
        let mut last = lock(&self.0);
        if last.elapsed() >= Duration::from_secs(1) && io::stderr().is_terminal() {
            *last = Instant::now();
            eprint!("\r\x1b[K{}\r", text());
        }
    }
}

/// A ladder whose bots think for a minute in its month, and for 21 s in its year, in which it plays more games a day.
fn ladder(seed: u64, time: LadderTime, part: Option<u32>) -> ExitCode {
    let begun = Instant::now();
    let (whole, day, all_deaths, thinking) = match time {
        LadderTime::Month => (1200, 32, 1000, 57_000),
        LadderTime::Year => (40_000, 110, 10_000, 21_000),
    };
    let rounds = part.unwrap_or(whole);
    let deaths = all_deaths * rounds as usize / whole as usize;
    let line = ProgressLine(Mutex::new(begun));
    let tell = |round| line.show(|| format!("round {round} of {rounds}"));
    match (SimulatedLadder { seed, rounds, day, deaths, thinking }).run(&tell) {
        Ok(RunFigures { games, deaths, time, .. }) => {
            println!(
                "seed {seed}: a ladder of {rounds} rounds and {games} games, {deaths} deaths, {:.1} days in {:.1} s; 0 \
                 lost, 0 blamed wrongly, 0 that differ",
                time.as_secs_f64() / 86_400.0,
                begun.elapsed().as_secs_f64()
            );
            ExitCode::SUCCESS
        }
        Err(broken) => {
            println!("seed {seed}: {broken}");
            ExitCode::from(1)
        }
    }
}

/// Works in one thread for each core.
fn on_all_cores(work: impl Fn() + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(&work))));
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs seeds until one breaks a promise, or the time or the count is over.
fn search(arguments: &Arguments, first: u64) -> ExitCode {
    let hours = arguments.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0));
    let limit = arguments.seconds.map(Duration::from_secs).or(hours);
    let begun = Instant::now();
    let line = ProgressLine(Mutex::new(begun));
    let (tournaments, daemons) = (Mutex::new(Sums::default()), Mutex::new(Sums::default()));
    let broken = Mutex::new(BTreeMap::new());
    let next = AtomicU64::new(first);
    let drawn = |seed| match arguments.think {
        Some(ms) => Schedule::draw(seed).thinking(ms),
        None => Schedule::draw(seed),
    };
    on_all_cores(|| {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let is_over = limit.map_or(seed - first >= arguments.count, |limit| begun.elapsed() >= limit);
            if is_over || !lock(&broken).is_empty() {
                return;
            }
            let schedule = drawn(seed);
            if arguments.daemon && schedule.hosts.is_empty() {
                continue;
            }
            if arguments.show {
                println!("{schedule:#?}");
            }
            let before = processor_time();
            let sums = if schedule.hosts.is_empty() { &tournaments } else { &daemons };
            match schedule.run(None) {
                Ok(figures) => lock(sums).add(figures, processor_time() - before),
                Err(why) => _ = lock(&broken).insert(seed, why),
            }
            line.show(|| {
                let runs = [&tournaments, &daemons].map(|sums| lock(sums).runs);
                format!("{} tournaments, {} daemons in {:.0} s", runs[0], runs[1], begun.elapsed().as_secs_f64())
            });
        }
    });
    if let Some((seed, broken)) = lock(&broken).first_key_value() {
        let smallest = drawn(*seed).shrunk(None);
        println!("seed {seed}: {broken}\nThe smallest schedule that still breaks a promise:\n{smallest:#?}");
        return ExitCode::from(1);
    }
    let (sums, daemons) = (lock(&tournaments), lock(&daemons));
    let [time, both, spent] = [sums.time, sums.time + sums.undisturbed, sums.spent].map(|time| time.as_secs_f64());
    println!(
        "seeds from {first}: {} tournaments of {} games, {} deaths, {} events; {time:.0} s of theirs in {spent:.1} s of \
         the processor, {:.0} times as fast; with the undisturbed runs {both:.0} s, {:.0} times as fast; {} daemons of {} \
         matches; 0 lost, 0 blamed wrongly, 0 that differ",
        sums.runs,
        sums.games,
        sums.deaths,
        sums.rounds,
        time / spent.max(1e-9),
        both / spent.max(1e-9),
        daemons.runs,
        daemons.games
    );
    ExitCode::SUCCESS
}

/// The processor time of this thread. Other programs on the machine do not count.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}

/// Plants each mistake, and runs seeds until it is found.
fn find(bugs: &[PlantedBug], first: u64) -> ExitCode {
    println!("mistake\tseed\ttournaments\tevents\tseconds\tfinding");
    let (next, is_missed) = (AtomicUsize::new(0), AtomicBool::new(false));
    on_all_cores(|| {
        while let Some(bug) = bugs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let name = bug.word();
            let begun = processor_time();
            let mut rounds = 0;
            let found = (first..).take_while(|_| processor_time() - begun < SEARCH).find_map(|seed| {
                match Schedule::draw(seed).run(Some(*bug)) {
                    Ok(figures) => {
                        rounds += figures.rounds;
                        None
                    }
                    Err(broken) => match Schedule::draw(seed).run(None) {
                        Ok(_) => Some((seed, broken)),
                        // A mistake that nobody has planted.
                        Err(broken) => {
                            println!("-\t{seed}\t\t\t\t{broken}");
                            None
                        }
                    },
                }
            });
            let seconds = (processor_time() - begun).as_secs_f64();
            match found {
                Some((seed, broken)) => {
                    println!("{name}\t{seed}\t{}\t{rounds}\t{seconds:.1}\t{broken}", seed - first + 1);
                }
                None => {
                    println!("{name}\t-\t-\t{rounds}\t{seconds:.1}\tnot found");
                    is_missed.store(true, Ordering::Relaxed);
                }
            }
        }
    });
    if is_missed.into_inner() { ExitCode::from(3) } else { ExitCode::SUCCESS }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::run::tests::FIXED_SEEDS;

    /// Tournaments that must be played: the mistake that each finds, or `-` for one that must keep all promises, and the
    /// seed. `simulation --seed 1 --bug all` writes the rows of mistakes; a failure of the arbiter becomes a row with `-`.
    const SEEDS: &str = include_str!("../seeds.tsv");

    /// Fails if the simulation has become blind for a mistake, and if an old failure of the arbiter is back.
    #[test]
    fn each_seed_of_the_table_finds_its_mistake() {
        let (mut found, mut kept) = (Vec::new(), BTreeSet::new());
        for row in SEEDS.lines().skip(1) {
            let mut cells = row.split('\t');
            let (name, seed) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
            let seed = seed.parse().unwrap_or_else(|_| panic!("a seed in {row:?}"));
            let schedule = Schedule::draw(seed);
            let bug = PlantedBug::from_str(name, false).ok();
            assert!(bug.is_some() || name == "-", "a mistake in {row:?}");
            // Another test plays the fixed seeds without a mistake.
            if !FIXED_SEEDS.contains(&seed) && kept.insert(seed) {
                assert_eq!(schedule.run(None).map(drop), Ok(()), "{row}");
            }
            assert!(bug.is_none_or(|bug| schedule.run(Some(bug)).is_err()), "{row}");
            found.extend(bug);
        }
        assert!(PlantedBug::value_variants().iter().all(|bug| found.contains(bug)), "each mistake needs a row");
    }
}
