//! Plays tournaments in a simulated world, with deaths of the arbiter, power cuts, failing disks and bots at fault.
//! Compares each tournament with an undisturbed run. All events follow from a seed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program of the workshop that prints its findings")]

use std::{
    collections::BTreeMap,
    panic,
    process::ExitCode,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use arbiter::simulation::{PlantedBug, RunFigures, Schedule};
use clap::Parser;

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
    #[arg(long)]
    think: Option<u64>,
    /// Show the schedule of each seed.
    #[arg(long)]
    show: bool,
}

/// The time in which each planted mistake must be found.
const SEARCH: Duration = Duration::from_secs(600);

/// The sums over all runs.
#[derive(Debug, Default)]
struct Sums {
    runs: u64,
    games: usize,
    deaths: usize,
    rounds: u64,
    time: Duration,
}

impl Sums {
    fn add(&mut self, figures: RunFigures) {
        self.runs += 1;
        self.games += figures.games;
        self.deaths += figures.deaths;
        self.rounds += figures.rounds;
        self.time += figures.time;
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let first = arguments.seed.unwrap_or_else(now);
    let word = arguments.bug.as_deref();
    let bugs: Vec<_> =
        PlantedBug::ALL.into_iter().filter(|(_, name)| word == Some("all") || word == Some(name)).collect();
    if word.is_some() && bugs.is_empty() {
        let known: Vec<_> = PlantedBug::ALL.iter().map(|(_, name)| *name).collect();
        eprintln!(
            "simulation: there is no mistake {}; expected all or one of {}",
            word.unwrap_or_default(),
            known.join(", ")
        );
        return ExitCode::from(2);
    }
    // A panic is a finding, which is printed with its schedule.
    panic::set_hook(Box::new(|_| {}));
    if bugs.is_empty() { search(&arguments, first) } else { find(&bugs, first) }
}

/// Runs seeds until one breaks a promise, or the time or the count is over.
fn search(arguments: &Arguments, first: u64) -> ExitCode {
    let hours = arguments.hours.map(|hours| Duration::from_secs_f64(hours * 3600.0));
    let limit = arguments.seconds.map(Duration::from_secs).or(hours);
    let begun = Instant::now();
    let mut sums = Sums::default();
    for seed in first.. {
        match limit {
            Some(limit) if begun.elapsed() >= limit => break,
            None if sums.runs >= arguments.count => break,
            Some(_) | None => {}
        }
        let schedule = Schedule::draw(seed);
        let schedule = match arguments.think {
            Some(ms) => schedule.thinking(ms),
            None => schedule,
        };
        if arguments.show {
            print!("{schedule}");
        }
        match schedule.run(None) {
            Ok(figures) => sums.add(figures),
            Err(broken) => {
                println!(
                    "seed {seed}: {broken}\nThe smallest schedule that still breaks a promise:\n{}",
                    schedule.shrunk(None)
                );
                return ExitCode::from(1);
            }
        }
    }
    let spent = begun.elapsed().as_secs_f64();
    println!(
        "seeds from {first}: {} tournaments of {} games, {} deaths, {} events; {:.0} s of theirs in {spent:.1} s, {:.0} times as \
         fast; 0 lost, 0 blamed wrongly, 0 that differ",
        sums.runs,
        sums.games,
        sums.deaths,
        sums.rounds,
        sums.time.as_secs_f64(),
        sums.time.as_secs_f64() / spent.max(1e-9)
    );
    ExitCode::SUCCESS
}

/// Plants each mistake, and runs seeds until it is found.
fn find(bugs: &[(PlantedBug, &str)], first: u64) -> ExitCode {
    let mut missed = BTreeMap::new();
    println!("mistake\tseed\ttournaments\tevents\tseconds\tfinding");
    for (bug, name) in bugs {
        let begun = Instant::now();
        let mut rounds = 0;
        let found = (first..).take_while(|_| begun.elapsed() < SEARCH).find_map(|seed| {
            match Schedule::draw(seed).run(Some(*bug)) {
                Ok(figures) => {
                    rounds += figures.rounds;
                    None
                }
                Err(broken) => Some((seed, broken)),
            }
        });
        let seconds = begun.elapsed().as_secs_f64();
        match found {
            Some((seed, broken)) => println!("{name}\t{seed}\t{}\t{rounds}\t{seconds:.1}\t{broken}", seed - first + 1),
            None => {
                println!("{name}\t-\t-\t{rounds}\t{seconds:.1}\tnot found");
                missed.insert(name, seconds);
            }
        }
    }
    if missed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mistakes that few tournaments find. `simulation --bug all` searches for all of them.
    const QUICK: [&str; 12] = [
        "log-unsynced",
        "log-name-unsynced",
        "rename-before-sync",
        "names-unsynced",
        "torn-line-kept",
        "short-write-forgotten",
        "lost-start",
        "lost-result",
        "shortage-fatal",
        "logs-begun-anew",
        "torn-link-kept",
        "luck-left",
    ];

    /// Fails if the simulation no longer notices broken promises.
    #[test]
    fn quick_planted_mistakes_are_found() {
        for name in QUICK {
            let bug = PlantedBug::ALL.iter().find(|(_, word)| *word == name).expect("a planted mistake").0;
            let is_found = (1..200).any(|seed| Schedule::draw(seed).run(Some(bug)).is_err());
            assert!(is_found, "{name} is not found");
        }
    }
}
