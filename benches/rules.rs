//! Measures the speed of the rules: random games and perft of every variant, through the typed trait, on one core.
//!
//! `cargo bench --bench rules [-- <variant>]` prints a table. A *decision* is an action that a seat chose from its
//! list; *all* also counts forced passes and outcomes of chance.
//!
//! Outcomes come from `Game::chance`, so the time includes SHA-256 as in a match. The seats choose with
//! SplitMix64. In the rows marked `free dice` the outcomes come from SplitMix64 too, to show the cost of hashing.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

use std::{
    collections::BTreeSet,
    env,
    hint::black_box,
    time::{Duration, Instant},
};

use arbiter::{
    game::{Actor, Game, OptionValues, Seed, Turn, perft},
    games::french_revolution::{FrenchRevolution, Part},
};

/// The time to measure each figure.
const SPAN: Duration = Duration::from_secs(2);

/// The counts of one kind of playing, with its time.
#[derive(Debug, Default)]
struct Tally {
    games: u64,
    decisions: u64,
    actions: u64,
    time: Duration,
}

impl Tally {
    fn per_second(&self, count: u64) -> f64 {
        count as f64 / self.time.as_secs_f64()
    }
}

/// The source of chance outcomes.
#[derive(Debug, Clone, Copy)]
enum Luck {
    /// The seed of the match, by `Game::chance`.
    Facts,
    /// SplitMix64, which also makes the seats' choices.
    Free,
}

/// SplitMix64: random enough for choices, at a negligible cost.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        ((u128::from(mixed) * bound as u128) >> 64) as usize
    }
}

fn random_games<G: Game>(options: &G::Options, seats: u8, luck: Luck) -> Tally {
    let mut tally = Tally::default();
    let mut choices = Choices(1);
    let mut actions = Vec::new();
    let mut outcomes = Vec::new();
    let began = Instant::now();
    while tally.time < SPAN {
        let seed = Seed(u128::from(tally.games).to_be_bytes());
        let mut game = G::start(options, seats, &seed);
        loop {
            if let Some((seat, pass)) = game.forced() {
                game.play(Actor::Seat(seat), pass);
                tally.actions += 1;
                continue;
            }
            match game.turn() {
                Turn::Over(outcome) => {
                    black_box(outcome);
                    break;
                }
                Turn::Chance => {
                    let outcome = match luck {
                        Luck::Facts => game.chance(&seed),
                        Luck::Free => {
                            outcomes.clear();
                            game.outcomes(&mut outcomes);
                            outcomes[choices.below(outcomes.len())].0
                        }
                    };
                    game.play(Actor::Chance, outcome);
                }
                Turn::Seats(to_act) => {
                    let seat = to_act.first().expect("a turn of seats has at least one");
                    actions.clear();
                    game.legal(seat, &mut actions);
                    game.play(Actor::Seat(seat), actions[choices.below(actions.len())]);
                    tally.decisions += 1;
                }
            }
            tally.actions += 1;
        }
        tally.games += 1;
        tally.time = began.elapsed();
    }
    tally
}

/// The first depth at which perft takes more than a tenth of [`SPAN`], with its count and time. Chance outcomes count
/// as actions. `None` if a position lists only part of its actions.
fn deepest_perft<G: Game>(options: &G::Options, seats: u8) -> Option<(u32, u64, Duration)> {
    let game = G::start(options, seats, &Seed([0; 16]));
    let mut last = None;
    for depth in 1.. {
        let began = Instant::now();
        let nodes = perft(black_box(&game), depth)?;
        last = Some((depth, nodes, began.elapsed()));
        if began.elapsed() > SPAN / 10 {
            break;
        }
    }
    last
}

fn row<G: Game>(seats: u8) {
    if env::args().skip(1).any(|word| !word.starts_with('-') && word != G::WORD) {
        return;
    }
    let options = G::options(&OptionValues::defaults(G::OPTIONS)).expect("the defaults go together");
    for luck in [Luck::Facts, Luck::Free] {
        let tally = random_games::<G>(&options, seats, luck);
        let name = match luck {
            Luck::Facts => format!("{}, {seats} seats", G::WORD),
            Luck::Free => "  free dice".to_owned(),
        };
        println!(
            "{name:<28} {:>9.0} {:>13.0} {:>13.0} {:>9.1}",
            tally.per_second(tally.games),
            tally.per_second(tally.decisions),
            tally.per_second(tally.actions),
            tally.actions as f64 / tally.games as f64,
        );
    }
    match deepest_perft::<G>(&options, seats) {
        Some((depth, nodes, time)) => {
            println!("  perft {depth}: {nodes} in {time:.2?}, {:.0} nodes/s", nodes as f64 / time.as_secs_f64());
        }
        None => println!("  perft: a list is only a part"),
    }
}

/// The number of sequences of `depth` complete turns of French Revolution Chess. A turn has several actions.
fn turn_perft(game: &FrenchRevolution, depth: u32) -> u64 {
    let Turn::Seats(seats) = game.turn() else { return 0 };
    let seat = seats.first().expect("a turn of seats has at least one");
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    let ends = game.part() == Part::Pawn;
    if depth == 1 && ends {
        return actions.len() as u64;
    }
    let count = |action| {
        let mut after = game.clone();
        after.play(Actor::Seat(seat), action);
        turn_perft(&after, depth - u32::from(ends))
    };
    actions.into_iter().map(count).sum()
}

fn turns() {
    if env::args().skip(1).any(|word| !word.starts_with('-') && word != FrenchRevolution::WORD) {
        return;
    }
    let options = FrenchRevolution::options(&OptionValues::defaults(FrenchRevolution::OPTIONS));
    let game = FrenchRevolution::start(&options.expect("the defaults go together"), 2, &Seed([0; 16]));
    let began = Instant::now();
    let turns = turn_perft(black_box(&game), 3);
    println!("  turns to depth 3: {turns} in {:.2?}", began.elapsed());
}

/// Calls `rows_of` for each game, which measures it with the fewest and with the most seats.
macro_rules! rows {
    ($($name:ident: $game:ty,)*) => { $(rows_of::<$game>();)* };
}

fn rows_of<G: Game>() {
    let ends = [G::SEATS.first(), G::SEATS.last()];
    let ends: BTreeSet<u8> = ends.into_iter().flatten().copied().collect();
    ends.into_iter().for_each(row::<G>);
}

fn main() {
    println!("{:<28} {:>9} {:>13} {:>13} {:>9}", "random games", "games/s", "decisions/s", "all/s", "all/game");
    arbiter::each_game!(rows);
    turns();
}
