//! Simulates how often intervals hold the true value. They promise 95 % and must reach 93 %.
//!
//! `cargo bench -p uvi-cup --bench intervals` prints tables, the same every time. An argument (`-- 500`) sets the
//! number of tournaments for each figure; `--distances`, `--ranks`, `--deals` and `--duels`
//! print only these tables. Each row says how strong its bots are. They play in blocks in which each bot
//! has each seat once.
//!
//! Beside the share of each pair stands the figure of fastchess's normal interval for the same results. After ± is the
//! standard error of a figure. The last table has groups of bots at several distances, where some ends of intervals are
//! open: no results bound them. The last lines name the figures below 93 %, and by how many standard errors they fall
//! short.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]
#![expect(clippy::disallowed_methods, reason = "a bench is no part of the crate")]

#[path = "../tests/it/simulated.rs"]
mod simulated;

use std::{fmt, thread};

use simulated::{Ending, World, held, holds, rounds, strengths};
use uvi_cup::{
    schedule::BotIndex,
    stats::{BlockCounts, BlockResults, BlockScore, Elo, Tally, Zero, ratings, seat_shares},
};
use uvi_games::game::{Seat, Seed, Stream};

const TOURNAMENTS: u32 = 2000;
const BLOCKS: [usize; 3] = [5, 20, 80];
const GAPS: [f64; 3] = [0.0, 400.0, 800.0];

/// The least percentage that an interval of 95 % must reach.
const ENOUGH: f64 = 93.0;

/// Counts how often an interval held the true value.
#[derive(Debug, Clone, Copy, Default)]
struct Held {
    times: u32,
    of: u32,
}

impl Held {
    fn add(&mut self, is_held: bool) {
        self.times += u32::from(is_held);
        self.of += 1;
    }

    fn join(&mut self, other: Self) {
        self.times += other.times;
        self.of += other.of;
    }

    fn with(mut self, other: Self) -> Self {
        self.join(other);
        self
    }

    /// The percentage, and the standard error of an interval that holds exactly as often as it must. `None` before the
    /// first count.
    fn percent(self) -> Option<(f64, f64)> {
        let of = f64::from(self.of);
        let error = (ENOUGH * (100.0 - ENOUGH) / of).sqrt();
        (self.of > 0).then(|| (100.0 * f64::from(self.times) / of, error))
    }
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.percent().map_or_else(|| "-".to_owned(), |(percent, error)| format!("{percent:.1}±{error:.1}"));
        f.pad(&text)
    }
}

/// All figures of our intervals: place, percentage and standard error.
#[derive(Debug, Default)]
struct Cells(Vec<(String, f64, f64)>);

impl Cells {
    fn add(&mut self, place: &str, found: &Coverage) {
        let ratings = (1..).zip(&found.ratings).map(|(bot, held)| (format!("rating of bot {bot}"), *held));
        let others =
            [("anchored", found.anchored), ("pair", found.pairs), ("share", found.shares), ("seat", found.seats)];
        for (what, held) in ratings.chain(others.map(|(what, held)| (what.to_owned(), held))) {
            self.0.extend(held.percent().map(|(percent, error)| (format!("{place}: {what}"), percent, error)));
        }
    }

    /// Prints the least figure, and the figures that are too small.
    fn print(&self) {
        let Some((place, percent, error)) = self.0.iter().min_by(|(_, one, _), (_, other, _)| one.total_cmp(other))
        else {
            return;
        };
        println!("{} figures; the least is {percent:.2} ±{error:.2}: {place}", self.0.len());
        let below = self.0.iter().filter(|(_, percent, _)| *percent < ENOUGH);
        for (place, percent, error) in below.clone() {
            println!("below {ENOUGH}: {percent:.2}, by {:.1} standard errors: {place}", (ENOUGH - percent) / error);
        }
        println!("below {ENOUGH}: {}", below.count());
    }
}

/// The part of intervals of each kind that held the true value.
#[derive(Debug, Default)]
struct Coverage {
    ratings: Vec<Held>,
    anchored: Held,
    /// The ratings with an open end.
    open: Held,
    pairs: Held,
    shares: Held,
    seats: Held,
    fastchess: Held,
}

impl Coverage {
    fn of(world: &World, blocks: usize, tournaments: u32) -> Self {
        let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u32);
        let part = |first: u32| {
            let mut coverage = Self { ratings: vec![Held::default(); world.elo.len()], ..Self::default() };
            for tournament in (first..tournaments).step_by(threads as usize) {
                let mut seed = [0; 16];
                seed[..4].copy_from_slice(&tournament.to_le_bytes());
                let mut stream = Stream::new(&Seed(seed), "intervals");
                coverage.add(world, &world.blocks(blocks, &mut stream));
            }
            coverage
        };
        thread::scope(|scope| {
            let parts: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
            let parts = parts.into_iter().map(|part| part.join().expect("counting does not panic"));
            parts.reduce(Self::with).unwrap_or_default()
        })
    }

    fn with(mut self, other: Self) -> Self {
        self.ratings.iter_mut().zip(other.ratings).for_each(|(one, other)| one.join(other));
        self.anchored.join(other.anchored);
        self.open.join(other.open);
        self.pairs.join(other.pairs);
        self.shares.join(other.shares);
        self.seats.join(other.seats);
        self.fastchess.join(other.fastchess);
        self
    }

    fn add(&mut self, world: &World, blocks: &[BlockScore]) {
        let blocks = &BlockCounts::of(blocks);
        let elo = &world.elo;
        let (last, bots) = (elo.len() - 1, elo.len());
        let has = |estimate: Option<uvi_cup::stats::Estimate>, truth: f64| {
            estimate.is_some_and(|estimate| estimate.contains(truth))
        };
        let luckless = !matches!(world.ending, Ending::Luck(_));
        if luckless {
            for (bot, found) in ratings(bots, blocks, &Zero::Mean).into_iter().flatten().enumerate() {
                self.ratings[bot].add(has(Some(found), elo[bot]));
                self.open.add(found.low.is_infinite() || found.high.is_infinite());
            }
            let zero = Zero::Anchor { bot: BotIndex(last), elo: elo[last] };
            let anchored = ratings(bots, blocks, &zero).map(|found| found[0]);
            self.anchored.add(has(anchored, elo[0]));
            let between = Elo::between(BotIndex(0), BotIndex(last), blocks);
            if let Some(found) = between {
                self.pairs.add(found.elo.contains(elo[0] - elo[last]));
            }
        }
        if bots == world.seats {
            let strength = |bot: usize| 10_f64.powf(elo[bot] / 400.0);
            let skill = strength(0) / (0..bots).map(strength).sum::<f64>();
            let share = match world.ending {
                Ending::Luck(part) => {
                    let luck = f64::from(part) / 100.0;
                    luck / bots as f64 + (1.0 - luck) * skill
                }
                Ending::Winner | Ending::Shared(_) => skill,
            };
            self.shares.add(has(Tally::all(1, blocks)[0].share, share));
        }
        self.seats.add(has(seat_shares(world.seats as u8, blocks)[Seat::ONE], 1.0 / world.seats as f64));
        if bots == 2 && luckless {
            let results = BlockResults::of(BotIndex(0), 2, blocks);
            let normal = Elo::normal(&results);
            self.fastchess.add(normal.is_some_and(|found| found.elo.contains(elo[0] - elo[1])));
        }
    }
}

fn main() {
    let tournaments = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(TOURNAMENTS);
    for word in std::env::args() {
        match word.as_str() {
            "--ranks" => return all_ranks(tournaments),
            "--distances" => return distances(&mut Cells::default(), tournaments),
            "--deals" => return deals(tournaments),
            "--duels" => return duels(tournaments),
            _ => {}
        }
    }
    println!("percent of {tournaments} tournaments in which the interval held the truth; ratings best bot first\n");
    let endings = [
        ("the winner takes all", Ending::Winner),
        ("6 of 10 games shared", Ending::Shared(60)),
        ("luck decides half the blocks", Ending::Luck(50)),
    ];
    let mut cells = Cells::default();
    for (title, ending) in endings {
        println!("{title}");
        head();
        for seats in [2, 3, 5] {
            for gap in GAPS {
                let world = World::spread(seats, gap, ending);
                for blocks in BLOCKS {
                    let place = format!("{title}, {seats} seats, gap {gap}, {blocks} blocks");
                    cells.add(&place, &row(&world, gap, blocks, blocks, tournaments));
                }
            }
        }
        println!();
    }
    println!("round robins of six bots; blocks are those of each bot");
    head();
    for (seats, tables) in [(2, 5), (3, 10)] {
        for gap in GAPS {
            let elo = (0..6).map(|bot| gap / 2.0 - gap * f64::from(bot) / 5.0).collect();
            let world = World { elo, seats, ending: Ending::Winner };
            for rounds in [1, 4] {
                let place = format!("round robin of six, {seats} seats, gap {gap}, {rounds} rounds");
                cells.add(&place, &row(&world, gap, rounds, rounds * tables, tournaments / 4));
            }
        }
    }
    println!();
    deals(tournaments / 4);
    println!();
    duels(tournaments / 4);
    println!();
    distances(&mut cells, tournaments);
    println!();
    all_ranks(tournaments / 10);
    println!();
    cells.print();
}

/// Prints how often the ranks of all bots hold together, and how often the intervals of two equal bots do not touch.
fn all_ranks(tournaments: u32) {
    println!("percent of {tournaments} tournaments in which the ranks of all bots hold together (promised: 95)");
    println!(
        "{:>5}  {:>14}  {:>6}  {:>6} | {:>9} | {:>14}",
        "bots", "strengths", "blocks", "drawn", "together", "intervals apart"
    );
    for bots in [2, 5, 10, 20, 50] {
        for (name, elo) in strengths(bots) {
            for (blocks, ending, drawn) in
                [(1, Ending::Winner, "none"), (4, Ending::Winner, "none"), (1, Ending::Shared(60), "60 %")]
            {
                let blocks = blocks * if bots < 5 { 20 } else { 1 };
                let world = World { elo: elo.clone(), seats: 2, ending };
                let (mut together, mut apart) = (Held::default(), Held::default());
                for tournament in 0..tournaments {
                    let mut stream = Stream::new(&Seed([0; 16]), &format!("ranks {name} {bots} {blocks} {tournament}"));
                    let played = world.blocks(blocks, &mut stream);
                    together.add(holds(&elo, &BlockCounts::of(&played)));
                    if name == "equal" && bots <= 20 {
                        let found = ratings(bots, &BlockCounts::of(&played), &Zero::Mean).unwrap_or_default();
                        let high = found.iter().map(|found| found.high).fold(f64::INFINITY, f64::min);
                        let low = found.iter().map(|found| found.low).fold(f64::NEG_INFINITY, f64::max);
                        apart.add(high < low);
                    }
                }
                println!("{bots:>5}  {name:>14}  {blocks:>6}  {drawn:>6} | {together:>9} | {apart:>14}");
            }
        }
    }
}

/// Prints how intervals hold for two groups of two bots: equal within a group, and far apart.
fn distances(cells: &mut Cells, tournaments: u32) {
    println!("two groups of two bots, all pairs meet; the ratings of all bots, and one relative to the other group");
    println!(
        "{:>8}  {:>6}  {:>6} | {:>8} | {:>8} | {:>9}",
        "distance", "blocks", "drawn", "ratings", "anchored", "open ends"
    );
    for distance in [0.0, 200.0, 400.0, 800.0, 1200.0, 2000.0] {
        for (ending, drawn) in [(Ending::Winner, "none"), (Ending::Shared(60), "60 %")] {
            let half = distance / 2.0;
            let world = World { elo: vec![half, half, -half, -half], seats: 2, ending };
            for blocks in [5, 20, 80] {
                let found = Coverage::of(&world, blocks, tournaments);
                cells.add(&format!("groups {distance} apart, {blocks} blocks, {drawn} drawn"), &found);
                let mut ratings = Held::default();
                found.ratings.iter().for_each(|held| ratings.join(*held));
                let open = found.open.percent().map_or(0.0, |(percent, _)| percent);
                println!(
                    "{distance:>8}  {blocks:>6}  {drawn:>6} | {ratings:>8} | {:>8} | {open:>7.1} %",
                    found.anchored
                );
            }
        }
    }
}

/// Prints how often intervals hold if the blocks of a round share a deal.
fn deals(tournaments: u32) {
    println!("round robins of two seats; the blocks of a round share a deal, which moves a bot's strength by some Elo");
    println!(
        "{:>15}  {:>5}  {:>6} | {:>8} | {:>8} | {:>11} | {:>12} | {:>8} | {:>14}",
        "bots", "moved", "rounds", "share", "rating", "first share", "first rating", "ranks", "as independent"
    );
    let six = vec![0.0; 6];
    let one = |ahead: f64, others: u32| {
        let mean = ahead / f64::from(others + 1);
        std::iter::once(ahead - mean).chain((0..others).map(move |_| -mean)).collect::<Vec<f64>>()
    };
    let worlds = [
        ("six equal", six.clone(), Ending::Winner, &[0.0, 100.0, 200.0][..]),
        ("six, 90 % drawn", six, Ending::Shared(90), &[0.0, 200.0]),
        ("one 300 ahead", one(300.0, 3), Ending::Winner, &[0.0, 200.0]),
        ("one 700 ahead", one(700.0, 3), Ending::Winner, &[0.0, 200.0]),
        ("one 700 of 10", one(700.0, 9), Ending::Winner, &[0.0, 200.0]),
        ("1200 apart", (0..7).map(|bot| 600.0 - 200.0 * f64::from(bot)).collect(), Ending::Winner, &[0.0]),
    ];
    for (name, elo, ending, moves) in worlds {
        let world = World { elo, seats: 2, ending };
        for moved in moves {
            for many in [3, 5, 12, 40] {
                let DealtHeld { shares, ratings, ranks, naive } = DealtHeld::of(&world, *moved, many, tournaments);
                let all = |of_bots: &[Held]| of_bots.iter().fold(Held::default(), |all, bot| all.with(*bot));
                println!(
                    "{name:>15}  {moved:>5}  {many:>6} | {:>8} | {:>8} | {:>11} | {:>12} | {ranks:>8} | {naive:>14}",
                    all(&shares),
                    all(&ratings),
                    shares[0],
                    ratings[0],
                );
            }
        }
    }
}

/// The intervals of a round robin of two seats that held the truth, if the blocks of a round count as a deal.
struct DealtHeld {
    shares: Vec<Held>,
    /// Not known of bots that are moved and not equal.
    ratings: Vec<Held>,
    ranks: Held,
    /// The shares, if all blocks count as independent.
    naive: Held,
}

impl DealtHeld {
    fn of(world: &World, moved: f64, many: u32, tournaments: u32) -> Self {
        let none = vec![Held::default(); world.elo.len()];
        let mut all = Self { shares: none.clone(), ratings: none, ranks: Held::default(), naive: Held::default() };
        let is_rated = moved == 0.0 || world.elo.iter().all(|elo| *elo == 0.0);
        for tournament in 0..tournaments {
            let mut stream = Stream::new(&Seed([0; 16]), &format!("deals {moved} {many} {tournament}"));
            let dealt = rounds(world, many, moved, &mut stream);
            let single = BlockCounts::of(dealt.iter().map(|(_, block)| block));
            let blocks = single.clone().with_deals(dealt.iter().map(|(round, block)| (*round, block)));
            let (shares, ratings, ranks) = held(&world.elo, moved, &blocks);
            all.shares.iter_mut().zip(shares).for_each(|(held, share)| held.add(share));
            all.ratings.iter_mut().zip(ratings).filter(|_| is_rated).for_each(|(held, rating)| held.add(rating));
            all.ranks.add(ranks);
            held(&world.elo, moved, &single).0.into_iter().for_each(|share| all.naive.add(share));
        }
        all
    }
}

/// Prints how often the intervals of Elo and nElo of two bots hold, if a block is a game or a pair of games.
fn duels(tournaments: u32) {
    println!("two bots; Elo and nElo by the results of single games, and of pairs of games");
    println!("{:>5}  {:>6}  {:>6}  {:>5} | {:>8} | {:>8}", "elo", "drawn", "blocks", "games", "Elo", "nElo");
    for elo in [0.0, 100.0, 200.0, 400.0, 800.0] {
        for drawn in [0.0, 0.3, 0.9] {
            for (blocks, games) in [5, 10, 20, 50, 200, 1000].into_iter().flat_map(|blocks| [(blocks, 1), (blocks, 2)])
            {
                let share = uvi_cup::stats::score_of_elo(elo);
                let drawn_games = 2.0 * drawn * share.min(1.0 - share);
                let win = share - drawn_games / 2.0;
                let deviation = (win + drawn_games / 4.0 - share * share).sqrt();
                let normalized = (share - 0.5) / deviation * 800.0 / std::f64::consts::LN_10;
                let mut held = [Held::default(); 2];
                for tournament in 0..tournaments {
                    let mut stream = Stream::new(&Seed([0; 16]), &format!("duel {elo} {drawn} {blocks} {tournament}"));
                    let mut halves = || match f64::from(stream.below(1 << 30)) / f64::from(1 << 30) {
                        chance if chance < win => 2,
                        chance if chance < win + drawn_games => 1,
                        _ => 0,
                    };
                    let mut counts = vec![0; 2 * games as usize + 1];
                    (0..blocks).for_each(|_| counts[(0..games).map(|_| halves()).sum::<usize>()] += 1);
                    if let Some(found) = Elo::of(&BlockResults::from_halves(games, &counts)) {
                        held[0].add(found.elo.contains(elo));
                        found.normalized.into_iter().for_each(|found| held[1].add(found.contains(normalized)));
                    }
                }
                println!("{elo:>5}  {drawn:>6}  {blocks:>6}  {games:>5} | {:>8} | {:>8}", held[0], held[1]);
            }
        }
    }
}

fn head() {
    println!(
        "{:>5}  {:>4}  {:>6} | {:<44} | {:>8} | {:>8} | {:>8} | {:>8} | {:>9}",
        "seats", "gap", "blocks", "ratings", "anchored", "pair", "share", "seat", "fastchess"
    );
}

fn row(world: &World, gap: f64, rounds: usize, blocks: usize, tournaments: u32) -> Coverage {
    let found = Coverage::of(world, rounds, tournaments);
    let ratings: Vec<String> = found.ratings.iter().map(Held::to_string).collect();
    println!(
        "{:>5}  {gap:>4}  {blocks:>6} | {:<44} | {:>8} | {:>8} | {:>8} | {:>8} | {:>9}",
        world.seats,
        ratings.join(" "),
        found.anchored,
        found.pairs,
        found.shares,
        found.seats,
        found.fastchess,
    );
    found
}
