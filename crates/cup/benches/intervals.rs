//! How often intervals hold the truth, by simulation: 95 % is what they say, and 93 % is what they must reach.
//!
//! `cargo bench -p uvi-cup --bench intervals` prints tables, the same every time. A number behind it (`-- 500`) says how
//! many tournaments are played for each figure. Bots are as strong as a row says; tables of all their seats are played in
//! blocks, in which everyone has each seat once. Beside the share of each pair stands what the normal interval of
//! fastchess would have held, for the same results.

#![expect(clippy::print_stdout, reason = "a bench prints its tables")]
#![expect(clippy::disallowed_methods, reason = "a bench is no part of the crate")]

#[path = "../tests/it/simulated.rs"]
mod simulated;

use simulated::{Ending, World};
use uvi_cup::{
    schedule::BotIndex,
    stats::{BlockResults, BlockScore, Elo, Tally, Zero, ratings, seat_shares},
};
use uvi_games::game::{Seat, Seed, Stream};

const TOURNAMENTS: u32 = 2000;
const BLOCKS: [usize; 3] = [5, 20, 80];
const GAPS: [f64; 3] = [0.0, 400.0, 800.0];

/// How often something was held.
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

    fn percent(self) -> String {
        if self.of == 0 { "-".to_owned() } else { format!("{:.1}", 100.0 * f64::from(self.times) / f64::from(self.of)) }
    }
}

/// How often each interval held the truth.
#[derive(Debug, Default)]
struct Coverage {
    ratings: Vec<Held>,
    anchored: Held,
    pairs: Held,
    shares: Held,
    seats: Held,
    fastchess: Held,
}

impl Coverage {
    fn of(world: &World, blocks: usize, tournaments: u32) -> Self {
        let mut coverage = Self { ratings: vec![Held::default(); world.elo.len()], ..Self::default() };
        for tournament in 0..tournaments {
            let mut seed = [0; 16];
            seed[..4].copy_from_slice(&tournament.to_le_bytes());
            let mut stream = Stream::new(&Seed(seed), "intervals");
            coverage.add(world, &world.blocks(blocks, &mut stream));
        }
        coverage
    }

    fn add(&mut self, world: &World, blocks: &[BlockScore]) {
        let elo = &world.elo;
        let (last, bots) = (elo.len() - 1, elo.len());
        let has = |estimate: Option<uvi_cup::stats::Estimate>, truth: f64| {
            estimate.is_some_and(|estimate| estimate.interval.contains(truth))
        };
        let luckless = !matches!(world.ending, Ending::Luck(_));
        if luckless {
            for (bot, found) in ratings(bots, blocks, Zero::Mean).into_iter().flatten().enumerate() {
                self.ratings[bot].add(has(Some(found), elo[bot]));
            }
            let zero = Zero::Anchor { bot: BotIndex(last), elo: elo[last] };
            let anchored = ratings(bots, blocks, zero).map(|found| found[0]);
            self.anchored.add(has(anchored, elo[0]));
            let between = Elo::between(BotIndex(0), BotIndex(last), blocks);
            self.pairs.add(between.is_none_or(|found| found.elo.interval.contains(elo[0] - elo[last])));
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
            self.shares.add(has(Tally::of(BotIndex(0), blocks).share, share));
        }
        self.seats.add(has(seat_shares(world.seats as u8, blocks)[Seat::ONE], 1.0 / world.seats as f64));
        if bots == 2 && luckless {
            let results = BlockResults::of(BotIndex(0), 2, blocks);
            let normal = Elo::normal(&results);
            self.fastchess.add(normal.is_some_and(|found| found.elo.interval.contains(elo[0] - elo[1])));
        }
    }
}

fn main() {
    let tournaments = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(TOURNAMENTS);
    println!("percent of {tournaments} tournaments in which the interval held the truth; ratings best bot first\n");
    let endings = [
        ("the winner takes all", Ending::Winner),
        ("6 of 10 games shared", Ending::Shared(60)),
        ("luck decides half the blocks", Ending::Luck(50)),
    ];
    for (title, ending) in endings {
        println!("{title}");
        println!("seats   gap  blocks | ratings                    | anchored |  pair | share |  seat | fastchess");
        for seats in [2, 3, 5] {
            for gap in GAPS {
                let world = World::spread(seats, gap, ending);
                BLOCKS.iter().for_each(|&blocks| row(&world, gap, blocks, blocks, tournaments));
            }
        }
        println!();
    }
    println!("round robins of six bots; blocks are those of each bot");
    println!("seats   gap  blocks | ratings                    | anchored |  pair | share |  seat | fastchess");
    for (seats, tables) in [(2, 5), (3, 10)] {
        for gap in GAPS {
            let elo = (0..6).map(|bot| gap / 2.0 - gap * f64::from(bot) / 5.0).collect();
            let world = World { elo, seats, ending: Ending::Winner };
            [1, 4].into_iter().for_each(|rounds| row(&world, gap, rounds, rounds * tables, tournaments / 4));
        }
    }
}

fn row(world: &World, gap: f64, rounds: usize, blocks: usize, tournaments: u32) {
    let found = Coverage::of(world, rounds, tournaments);
    let ratings: Vec<String> = found.ratings.iter().map(|held| format!("{:>4}", held.percent())).collect();
    println!(
        "{:>5}  {gap:>4}  {blocks:>6} | {:<26} | {:>8} | {:>5} | {:>5} | {:>5} | {:>9}",
        world.seats,
        ratings.join(" "),
        found.anchored.percent(),
        found.pairs.percent(),
        found.shares.percent(),
        found.seats.percent(),
        found.fastchess.percent(),
    );
}
