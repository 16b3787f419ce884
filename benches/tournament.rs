//! What a tournament adds to its games: games a second of bots that answer at once, as bare matches one after another,
//! and the same games as a tournament. All rows write logs; they take turns, and of each figure the median over the runs
//! is printed.
//!
//! ```text
//! cargo bench --bench tournament -- --rounds 200 --runs 7
//! ```
//!
//! Under `cargo test` it plays a few games only, to see that it works.

use std::{
    env, fs,
    num::NonZeroUsize,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, anyhow};
use arbiter::{
    bot::Nursery,
    cup::{Begin, Store, Tournament},
    driver::{self, Session, Setup},
    game::BySeat,
    games::REGISTRY,
    referee::MatchSpec,
};
use clap::Parser;
use uvi_cup::{Held, Next, Outside, Plan, Progress, file, log};

/// What a tournament adds to its games
#[derive(Debug, Clone, Copy, Parser)]
struct Arguments {
    /// How many rounds of two games a row plays in a run
    #[arg(long, default_value_t = 200)]
    rounds: u32,
    /// How often each row is run
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// What cargo says to a benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

/// A way to play the games of a plan in an empty folder.
type Row = (&'static str, fn(&Plan, &Path, &Nursery) -> Result<u32>);

/// The first row is the one that the others are held against.
const ROWS: [Row; 3] = [
    ("bare matches", bare),
    ("tournament, one at once", |plan, folder, nursery| cup(plan, folder, nursery, 1)),
    ("tournament, two at once", |plan, folder, nursery| cup(plan, folder, nursery, 2)),
];

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
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); ROWS.len()];
    let mut games = 0;
    for _ in 0..arguments.runs {
        for ((_, play), times) in ROWS.iter().zip(&mut times) {
            fs::create_dir_all(&scratch)?;
            let begin = Instant::now();
            games = play(&plan, &scratch, &nursery)?;
            times.push(begin.elapsed());
            fs::remove_dir_all(&scratch)?;
        }
    }
    println!("{games} games of {}, {} runs", plan.variant.word(), arguments.runs);
    println!("{:<26}{:>12}{:>16}", "", "games/s", "time to bare");
    for ((name, _), own) in ROWS.iter().zip(&times) {
        let ratios = own.iter().zip(&times[0]).map(|(own, bare)| own.as_secs_f64() / bare.as_secs_f64());
        let rates = own.iter().map(|time| f64::from(games) / time.as_secs_f64());
        println!("{name:<26}{:>12.0}{:>15.3}x", median(rates), median(ratios));
    }
    Ok(())
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
    let outside = Outside {
        registry: REGISTRY,
        seed: "0".parse().context("a seed")?,
        find: |command: &str| command.to_owned(),
        open: |_: &Path| Err("there are no openings".to_owned()),
        try_on: |_: &MatchSpec, _: &[String]| Ok(None),
        judge: |_: &MatchSpec| Err("nobody judges".to_owned()),
    };
    let wrong = |trouble: uvi_cup::Trouble| anyhow!("{}", trouble.show("plan", &text));
    file::read(&text).map_err(wrong)?.plan(outside).map_err(wrong)
}

/// The games one after another, as `play` has them: the same seeds and bots, which are kept.
fn bare(plan: &Plan, folder: &Path, nursery: &Nursery) -> Result<u32> {
    fs::create_dir_all(folder.join("games"))?;
    let mut progress = Progress::new(plan, Held::default())?;
    let mut kept = Vec::new();
    let mut games = 0;
    while let Next::Game(game) = progress.hand_out() {
        let path = folder.join(log(&game));
        let mut setup = Setup::new(plan.game(&game, &[])?)?;
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

/// The tournament, so many games at once.
fn cup(plan: &Plan, folder: &Path, nursery: &Nursery, concurrency: usize) -> Result<u32> {
    let (mut store, held) = Store::open(folder, plan, Begin::GoOn)?;
    let progress = Progress::new(plan, held)?;
    store.check(plan, &progress)?;
    let concurrency = NonZeroUsize::new(concurrency).context("no games at once")?;
    let orders = crossbeam_channel::never();
    let tournament = Tournament {
        plan,
        kept: store.into(),
        progress,
        nursery: nursery.clone(),
        concurrency,
        keep: 32,
        sync: uvi::Sync::Game,
        budget: None,
        orders,
    };
    let (_, progress) = tournament.run(&mut |_, _| {})?;
    Ok(progress.held().results.len() as u32)
}
