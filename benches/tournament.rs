//! Measures the overhead of a tournament: games per second of bots that answer at once, as bare matches one after
//! another, and as a tournament. All rows write logs. Rows take turns; the table has the median of the runs.
//!
//! ```text
//! cargo bench --bench tournament -- --rounds 200 --runs 7
//! ```
//!
//! Under `cargo test` the program plays only a few games, as a smoke test.

use std::{
    env, fs,
    num::NonZeroUsize,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow};
use arbiter::world::DISK;
use arbiter::{
    bot::Nursery,
    cup::{Begin, Folder, OpenedFolder, OpenedShard, Tournament},
    driver::{self, Session, Setup},
    game::BySeat,
    games::REGISTRY,
};
use clap::Parser;
use rustix::time::{ClockId, clock_gettime};
use uvi_cup::{KnownResults, Plan, Progress, Shard, ShardGames, file, log, schedule::Next};

/// The time that a tournament adds to its games
#[derive(Debug, Clone, Copy, Parser)]
struct Arguments {
    /// The number of rounds of two games that a row plays in a run
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// The number of runs of each row
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// The argument that cargo passes to benchmarks
    #[arg(long, hide = true)]
    bench: bool,
}

/// A name, and a function that plays the games of a plan in an empty folder and returns their number.
type Row = (&'static str, fn(&Plan, &Path, &Nursery) -> Result<u32>);

/// The rows. Each is compared with the first; the shard is also compared with the whole tournament.
const ROWS: [Row; 4] = [
    ("bare matches", bare),
    (WHOLE, |plan, folder, nursery| cup(plan, folder, nursery, 1)),
    (SHARD, shard),
    ("tournament, two at once", |plan, folder, nursery| cup(plan, folder, nursery, 2)),
];
const WHOLE: &str = "tournament, one at once";
const SHARD: &str = "the same as one shard";

#[derive(Debug, Clone, Copy)]
struct Took {
    time: Duration,
    /// The processor time of this process alone, without the bots. On a busy machine it has less noise than `time`.
    work: Duration,
}

#[expect(clippy::print_stdout, reason = "it is read by people")]
fn main() -> Result<()> {
    let arguments = if env::args().any(|argument| argument == "--bench") {
        Arguments::parse()
    } else {
        Arguments { rounds: 2, runs: 1, bench: false }
    };
    let plan = plan(arguments.rounds)?;
    let nursery = Nursery::new(env!("CARGO_BIN_EXE_arbiter").into())?;
    let scratch = env::temp_dir().join(format!("arbiter-bench-{}", std::process::id()));
    let mut rows: Vec<Vec<Took>> = vec![Vec::new(); ROWS.len()];
    let mut games = 0;
    for run in 0..arguments.runs {
        // The order of the rows is rotated and reversed from run to run, so that each row has each place in turn.
        for place in 0..ROWS.len() {
            let place = if run % 2 == 0 { place } else { ROWS.len() - 1 - place };
            let number = (place + run / 2) % ROWS.len();
            // Folders are removed at the end only: after removals ext4 creates files slowly for minutes.
            let folder = scratch.join(format!("{run}-{number}"));
            fs::create_dir_all(&folder)?;
            let (begin, before) = (Instant::now(), work());
            games = (ROWS[number].1)(&plan, &folder, &nursery)?;
            rows[number].push(Took { time: begin.elapsed(), work: work().saturating_sub(before) });
        }
    }
    fs::remove_dir_all(&scratch)?;
    println!("{games} games of {}, {} runs", plan.variant.word(), arguments.runs);
    println!("{:<26}{:>12}{:>16}{:>16}", "", "games/s", "time to bare", "own ms a game");
    for ((name, _), own) in ROWS.iter().zip(&rows) {
        let ratios = own.iter().zip(&rows[0]).map(|(own, bare)| own.time.as_secs_f64() / bare.time.as_secs_f64());
        let rates = own.iter().map(|took| f64::from(games) / took.time.as_secs_f64());
        let works = own.iter().map(|took| 1000.0 * took.work.as_secs_f64() / f64::from(games));
        println!("{name:<26}{:>12.0}{:>15.3}x{:>16.4}", median(rates), median(ratios), median(works));
    }
    let of = |name: &str| ROWS.iter().zip(&rows).find(|((row, _), _)| *row == name).map(|(_, row)| row);
    if let (Some(whole), Some(shard)) = (of(WHOLE), of(SHARD)) {
        let ratio = |seconds: fn(&Took) -> f64| {
            median(whole.iter().zip(shard).map(|(whole, shard)| seconds(whole) / seconds(shard)))
        };
        println!(
            "a shard plays {:.3} of the games a second that the whole plays, and {:.3} for the same work of the arbiter",
            ratio(|took| took.time.as_secs_f64()),
            ratio(|took| took.work.as_secs_f64())
        );
    }
    Ok(())
}

/// The processor time of this process so far.
fn work() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default()
}

fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn plan(rounds: u32) -> Result<Plan> {
    let bot = env!("CARGO_BIN_EXE_arbiter-random");
    let text = format!(
        "variant = \"katarenga\"\nseed = \"2a\"\nrounds = {rounds}\n\
         [[bot]]\nname = \"a\"\ncommand = \"{bot}\"\n[[bot]]\nname = \"b\"\ncommand = \"{bot}\"\noptions = {{ seed = 2 }}\n"
    );
    let wrong = |trouble: uvi_cup::Trouble| anyhow!("{}", trouble.show("plan", &text));
    file::read(&text).map_err(wrong)?.plan_alone(REGISTRY, "0".parse().context("a seed")?).map_err(wrong)
}

/// Plays the games one after another as `play` does, with the same seeds and bots; bots are reused.
fn bare(plan: &Plan, folder: &Path, nursery: &Nursery) -> Result<u32> {
    fs::create_dir_all(folder.join("games"))?;
    let mut progress = Progress::new(plan, KnownResults::default()).map_err(|wrong| anyhow!(wrong))?;
    let mut kept = Vec::new();
    let mut games = 0;
    while let Next::One(game) = progress.hand_out() {
        let path = folder.join(log(game.game));
        let mut setup = Setup::new(DISK, plan.game(&game, &[])?)?;
        setup.set_log(Some(plan.log_words(&path.to_string_lossy())));
        let prepared = setup.prepare()?;
        let (_requests, inbox) = driver::requests()?;
        let links = BySeat::new(plan.seats, |seat| {
            let bot = game.table[seat.index()];
            let place = kept.iter().position(|(other, _)| *other == bot)?;
            Some(kept.remove(place).1)
        });
        let finished = driver::run(
            Session { links, keep_bots: true, ..Session::new(prepared, nursery.clone(), inbox) },
            &mut |_| {},
        );
        kept.extend(game.table.iter().zip(finished.links).filter_map(|(bot, link)| Some((*bot, link?))));
        games += 1;
    }
    driver::dismiss(kept.into_iter().map(|(_, (link, _))| link).collect(), Duration::from_secs(1));
    Ok(games)
}

/// Plays the tournament with `concurrency` games at once.
fn cup(plan: &Plan, folder: &Path, nursery: &Nursery, concurrency: usize) -> Result<u32> {
    let OpenedFolder { folder, progress, .. } = Folder::open(DISK, folder, plan, Begin::GoOn)?;
    let concurrency = NonZeroUsize::new(concurrency).context("no games at once")?;
    Ok(play(plan, (folder, None, progress), nursery, concurrency)?.held().results.len() as u32)
}

/// Plays the whole tournament as a single shard, one game at a time.
fn shard(plan: &Plan, folder: &Path, nursery: &Nursery) -> Result<u32> {
    drop(Folder::open(DISK, folder, plan, Begin::GoOn)?);
    let shard = Shard::new(1, 1).context("a shard")?;
    let OpenedShard { folder, progress, games } = Folder::open_shard(DISK, folder, plan, shard)?;
    let logs = folder.path().join("games");
    play(plan, (folder, Some(games), progress), nursery, NonZeroUsize::MIN)?;
    Ok(fs::read_dir(logs)?.count() as u32)
}

fn play(
    plan: &Plan,
    (folder, shard_games, progress): (Folder, Option<ShardGames>, Progress),
    nursery: &Nursery,
    concurrency: NonZeroUsize,
) -> Result<Progress> {
    let tournament = Tournament {
        plan,
        folder,
        shard_games,
        progress,
        nursery: nursery.clone(),
        concurrency,
        keep: 32,
        sync: uvi::Sync::Game,
        budget: None,
        commands: crossbeam_channel::never(),
    };
    Ok(tournament.run(&mut |_, _| {})?.1)
}
