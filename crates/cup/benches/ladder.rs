//! Simulates ladders: how often their intervals hold the true strength, how soon a better bot is seen, and what the choice
//! of tables costs.
//!
//! `cargo bench -p uvi-cup --bench ladder` prints tables, the same every time. An argument (`-- 50`) sets the number of
//! ladders for each figure, and `-- cost` prints only what a ladder of 1000 bots costs. `-- folder FOLDER 1000000` makes
//! the folder of a ladder of 1000 bots with so many made-up games, which `arbiter ladder FOLDER` then goes on with. Under
//! `cargo test` the program simulates one ladder, as a smoke test.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]
#![expect(clippy::disallowed_methods, reason = "a bench is no part of the crate")]
#![expect(clippy::unwrap_used, reason = "a bench may fail")]

#[path = "../tests/it/simulated_ladder.rs"]
mod simulated_ladder;

use std::{
    env, fs,
    io::{BufWriter, Write as _},
    path::Path,
    time::Instant,
};

use sha2::{Digest as _, Sha256};
use simulated_ladder::{SimulatedLadder, bots};
use uvi_games::game::{Seed, Stream};

/// The number of bots that are near to one, in the ladder of 1000 bots.
const NEIGHBOURS: u32 = 200;

/// The number of tables of a round, and of rounds of a day.
const TABLES: usize = 16;
const DAY: usize = 4;

/// The strengths of the bots of a ladder.
fn field() -> impl Iterator<Item = f64> {
    (0..12).map(|bot| f64::from(bot) * 40.0)
}

fn main() {
    if let Some([folder, games]) =
        env::args().skip_while(|word| word != "folder").skip(1).collect::<Vec<_>>().first_chunk().cloned()
    {
        return make_folder(Path::new(&folder), games.parse().unwrap());
    }
    let is_bench = env::args().any(|word| word == "--bench");
    let ladders = env::args().find_map(|word| word.parse().ok()).unwrap_or(if is_bench { 200 } else { 1 });
    let days = if is_bench { 30 } else { 2 };
    if is_bench {
        cost(&[10_000, 100_000, 200_000, 1_000_000]);
    }
    if env::args().any(|word| word == "cost") {
        return;
    }
    coverage(ladders, days);
    improved(ladders);
}

/// Intervals, the order of two equal bots, and the marks "better", at the end of each day.
fn coverage(ladders: u64, days: usize) {
    for seats in [2, 3] {
        let ([mut held, mut of], [mut first, mut pairs], [mut wrong, mut marked]) = ([0; 2], [0; 2], [0; 2]);
        for seed in 0..ladders {
            let mut ladder = SimulatedLadder::new(seats, bots(field().chain([440.0])), seed);
            let mut is_wrong = false;
            for _ in 0..days {
                (0..DAY).for_each(|_| _ = ladder.round(TABLES));
                let rows = ladder.rows();
                for row in &rows {
                    let Some(figure) = row.strength() else { continue };
                    let truth = ladder.truth(&rows, &row.name);
                    (held, of) = (held + u32::from(figure.low <= truth && truth <= figure.high), of + 1);
                }
                for pair in rows.windows(2).filter(|pair| pair[0].better == Some(true)) {
                    marked += 1;
                    is_wrong |= ladder.elo[&pair[0].name] <= ladder.elo[&pair[1].name];
                }
            }
            wrong += u32::from(is_wrong);
            let rows = ladder.rows();
            let place = |name: &str| rows.iter().position(|row| row.name == name);
            (first, pairs) = (first + u32::from(place("bot011") < place("bot012")), pairs + 1);
        }
        let percent = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of);
        println!(
            "{seats} seats, {ladders} ladders, {days} days: intervals hold {:.1} % of {of}; of two equal bots the first is \
             ahead in {:.0} %; ladders with a wrong \"better\" on any day {:.1} %, of {marked} marks",
            percent(held, of),
            percent(first, pairs),
            percent(wrong, pairs),
        );
    }
}

/// A rule that chooses the tables of the round with this number.
type Chooser = fn(&SimulatedLadder, usize) -> Vec<Vec<String>>;

fn chosen(ladder: &SimulatedLadder, _: usize) -> Vec<Vec<String>> {
    ladder.ladder.next_round(&ladder.present, &[], TABLES).unwrap().1
}

fn in_turn(ladder: &SimulatedLadder, number: usize) -> Vec<Vec<String>> {
    let bots = &ladder.present;
    let pairs: Vec<[usize; 2]> = (0..bots.len()).flat_map(|one| (0..one).map(move |other| [one, other])).collect();
    let pairs = pairs.iter().cycle().skip(number * TABLES % pairs.len());
    pairs.take(TABLES).map(|pair| pair.map(|bot| bots[bot].clone()).to_vec()).collect()
}

fn by_lot(ladder: &SimulatedLadder, number: usize) -> Vec<Vec<String>> {
    let mut stream = Stream::new(&Seed([number as u8; 16]), "lot");
    let mut table = || {
        let mut bots = ladder.present.clone();
        (0..2).map(|_| bots.remove(stream.below(bots.len() as u32) as usize)).collect()
    };
    (0..TABLES).map(|_| table()).collect()
}

/// The games until a version that is 50 Elo better is seen: its interval is above the rating of the old version.
fn improved(ladders: u64) {
    for (name, chooser) in [("ladder", chosen as Chooser), ("round robin", in_turn), ("lot", by_lot)] {
        let mut counts = Vec::new();
        let mut all = Vec::new();
        for seed in 0..ladders {
            let mut ladder = SimulatedLadder::new(2, bots(field()), seed);
            let round = |ladder: &mut SimulatedLadder, number| {
                let tables = chooser(ladder, number);
                ladder.play(&tables).results.len()
            };
            (0..4 * DAY).for_each(|number| _ = round(&mut ladder, number));
            ladder.present.retain(|bot| bot != "bot006");
            ladder.join("new", ladder.elo["bot006"] + 50.0);
            let mut games = 0;
            for number in 0..200 {
                games += round(&mut ladder, number);
                let rows = ladder.rows();
                let row = |name: &str| rows.iter().find(|row| row.name == name).unwrap();
                let is_above = |new: uvi_cup::stats::Estimate| new.low > row("bot006").strength().unwrap().value;
                if row("new").strength().is_some_and(is_above) {
                    counts.push(row("new").games.into());
                    all.push(games as u64);
                    break;
                }
            }
        }
        counts.sort_unstable();
        all.sort_unstable();
        let median = |counts: &[u64]| counts.get(counts.len() / 2).map_or_else(|| "none".to_owned(), u64::to_string);
        println!(
            "{name}: a bot of +50 Elo is seen in {} of {ladders} ladders, after {} games of its own and {} of all (medians)",
            counts.len(),
            median(&counts),
            median(&all)
        );
    }
}

/// Tables of bots that are near in strength, by lot.
fn near(ladder: &SimulatedLadder, stream: &mut Stream, tables: usize) -> Vec<Vec<String>> {
    let bots = &ladder.present;
    let table = |_| {
        let one = stream.below(bots.len() as u32) as usize;
        let other = (one + 1 + stream.below(NEIGHBOURS) as usize) % bots.len();
        vec![bots[one].clone(), bots[other].clone()]
    };
    (0..tables).map(table).collect()
}

/// The time of a choice and of all tables, and the memory, with 1000 bots.
fn cost(goals: &[usize]) {
    let mut ladder = SimulatedLadder::new(2, bots((0..1000).map(f64::from)), 1);
    let mut stream = Stream::new(&Seed([1; 16]), "near");
    let mut games = 0;
    for &goal in goals {
        while games < goal {
            let tables = near(&ladder, &mut stream, 5000);
            games += ladder.play(&tables).results.len();
        }
        let begun = Instant::now();
        let tables = ladder.ladder.next_round(&ladder.present, &[], 64).unwrap().1.len();
        let a_table = begun.elapsed() / tables as u32;
        let begun = Instant::now();
        let rows = ladder.rows().len();
        let taken = begun.elapsed();
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let memory = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned();
        println!("{games} games of {rows} bots: {a_table:?} a table of 64, {taken:?} the tables; {memory}");
    }
}

/// Makes the folder of a ladder whose rounds of made-up games are finished.
fn make_folder(folder: &Path, games: usize) {
    const MANIFEST: &str = "command = \"arbiter-random\"\n";
    let digest = Sha256::new().chain_update((MANIFEST.len() as u64).to_le_bytes()).chain_update(MANIFEST).finalize();
    let version = uvi::Digest(digest.into()).to_string();
    fs::create_dir_all(folder.join("bots")).unwrap();
    fs::write(folder.join("ladder.toml"), "[[game]]\nvariant = \"isolation\"\n").unwrap();
    let named = bots((0..1000).map(f64::from)).map(|(name, elo)| {
        fs::write(folder.join("bots").join(format!("{name}.toml")), MANIFEST).unwrap();
        (format!("{name}@{}", &version[..12]), elo)
    });
    let mut ladder = SimulatedLadder::new(2, named, 1);
    let mut stream = Stream::new(&Seed([1; 16]), "near");
    let mut played = 0;
    let mut finished = BufWriter::new(fs::File::create(folder.join("finished.jsonl")).unwrap());
    while played < games {
        let tables = near(&ladder, &mut stream, TABLES);
        let round = ladder.play(&tables);
        played += round.results.len();
        writeln!(finished, "{}", serde_json::to_string(&round).unwrap()).unwrap();
    }
    finished.flush().unwrap();
}
