//! Measures the search for the longest chain on one core: on positions of whole games, and on graphs made to be hard.
//!
//! `cargo bench --bench chain` prints a table with the median, the 99th percentile and the maximum of the time of one
//! search and of its nodes. A path counts as one node, a cover as 4, and 16 steps of a sweep as one. Each time is the
//! best of five, to exclude other load on the machine.
//!
//! In the games, each player tries all moves, and draws one of those with the longest chain, as the reference partners
//! do. Among these, moves with more links are preferred; numbers of links that are equal after division by eight count
//! as equal. The positions after all tried moves are searched.
//!
//! `cargo bench --bench chain -- anneal SECONDS SEED` searches for hard graphs instead, and prints the hardest.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "chain/anneal.rs"]
mod anneal;

use std::{hint::black_box, time::Instant};

use arbiter::{
    game::{Actor, Game, OptionValues, Seed, Stream, Turn},
    games::catalonia::{
        Catalonia, Phase,
        chain::{Graph, MOST},
    },
};

const GAMES: u32 = 30;
const REPEATS: u32 = 5;

/// The defence graphs after every move that a player tries in the games, chosen or not.
fn played() -> Vec<Graph> {
    let mut graphs = Vec::new();
    let options = Catalonia::options(&OptionValues::defaults(Catalonia::OPTIONS)).expect("the defaults go together");
    for number in 0..GAMES {
        let seed = Seed(u128::from(number).to_be_bytes());
        let mut luck = Stream::new(&seed, "bench");
        let mut game = Catalonia::start(&options, 2, &seed);
        loop {
            if let Some((seat, pass)) = game.forced() {
                Game::play(&mut game, Actor::Seat(seat), pass);
                continue;
            }
            match Game::turn(&game) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let bomb = Game::chance(&game, &seed);
                    Game::play(&mut game, Actor::Chance, bomb);
                }
                Turn::Seats(seats) => {
                    let seat = seats.first().expect("a turn of seats has at least one");
                    let mut actions = Vec::new();
                    Game::legal(&game, seat, &mut actions);
                    let worth = |action: &_| {
                        let mut after = game.clone();
                        Game::play(&mut after, Actor::Seat(seat), *action);
                        let graph = after.defence();
                        let longest = graph.search().longest();
                        if matches!(game.phase(), Phase::Move(_)) {
                            graphs.push(graph.clone());
                        }
                        (longest, graph.links() / 8)
                    };
                    let worths: Vec<_> = actions.iter().map(worth).collect();
                    let best = worths.iter().max().copied();
                    let mut chosen = actions.iter().zip(worths).filter(|(_, worth)| Some(*worth) == best);
                    let which = luck.below(chosen.clone().count() as u32) as usize;
                    let action = *chosen.nth(which).expect("what is drawn is below the count").0;
                    Game::play(&mut game, Actor::Seat(seat), action);
                }
            }
        }
    }
    graphs
}

/// Graphs of the maximum size, with randomly ordered vertices.
fn made(luck: &mut Stream, edge: impl Fn(usize, usize) -> bool) -> Vec<Graph> {
    let mut graph = || {
        let mut names: Vec<usize> = (0..MOST).collect();
        luck.shuffle(&mut names);
        let mut graph = Graph::new(MOST);
        for one in 0..MOST {
            if one % 2 == 0 {
                graph.mark(names[one]);
            }
            for other in (0..MOST).filter(|&other| other != one && edge(one, other)) {
                graph.link(names[one], names[other]);
            }
        }
        graph
    };
    (0..20).map(|_| graph()).collect()
}

/// Random graphs; each edge exists with a likelihood of `percent` percent.
fn random(luck: &mut Stream, percent: u32) -> Vec<Graph> {
    let mut graph = || {
        let mut graph = Graph::new(MOST);
        for one in 0..MOST {
            if luck.below(2) == 0 {
                graph.mark(one);
            }
            for other in 0..MOST {
                if other != one && luck.below(100) < percent {
                    graph.link(one, other);
                }
            }
        }
        graph
    };
    (0..300).map(|_| graph()).collect()
}

/// The best time of a search, in microseconds, and the number of nodes it visited.
fn measured(graph: &Graph, question: fn(&Graph) -> u64) -> (f64, u64) {
    let mut best = (f64::MAX, 0);
    for _ in 0..REPEATS {
        let began = Instant::now();
        let nodes = black_box(question(black_box(graph)));
        best = (best.0.min(began.elapsed().as_secs_f64() * 1e6), nodes);
    }
    best
}

fn row(name: &str, graphs: &[Graph], question: fn(&Graph) -> u64) {
    let (mut times, mut nodes): (Vec<f64>, Vec<u64>) = graphs.iter().map(|graph| measured(graph, question)).unzip();
    times.sort_unstable_by(f64::total_cmp);
    nodes.sort_unstable();
    let places = [graphs.len() / 2, graphs.len() * 99 / 100, graphs.len() - 1];
    let [median, most, worst] = places.map(|place| times[place]);
    let [few, many, greatest] = places.map(|place| nodes[place]);
    let count = graphs.len();
    println!("{name:<34} {count:>6} {median:>8.1} {most:>8.1} {worst:>8.1} {few:>8} {many:>8} {greatest:>8}");
}

fn longest(graph: &Graph) -> u64 {
    let mut search = graph.search();
    black_box(search.longest());
    search.nodes()
}

fn witness(graph: &Graph) -> u64 {
    let mut search = graph.search();
    black_box(search.witness());
    search.nodes()
}

fn on_longest(graph: &Graph) -> u64 {
    let mut search = graph.search();
    black_box(search.on_longest());
    search.nodes()
}

/// The name of a search, and the search, which returns its number of nodes.
type Question = (&'static str, fn(&Graph) -> u64);

/// Prints the hardest graphs found by annealing, and the rows of the worst one.
fn annealed(seconds: u64, seed: u8) {
    let questions: [Question; 3] = [("longest", longest), ("witness", witness), ("men on a longest", on_longest)];
    for (name, question) in questions {
        let found = anneal::anneal(seconds, seed, question);
        let graphs: Vec<Graph> = found.iter().map(|(graph, _)| graph.clone()).collect();
        row(&format!("annealed: {name}"), &graphs, question);
        if let Some((_, rows)) = found.iter().max_by_key(|(graph, _)| question(graph)) {
            println!("  {rows}");
        }
    }
}

fn main() {
    println!(
        "{:<34} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "", "graphs", "µs", "99 %", "worst", "nodes", "99 %", "worst"
    );
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [word, seconds, seed] = words.as_slice()
        && word == "anneal"
    {
        let (Ok(seconds), Ok(seed)) = (seconds.parse(), seed.parse()) else {
            panic!("expected whole numbers, the seed below 256, found {seconds} and {seed}")
        };
        return annealed(seconds, seed);
    }
    let games = played();
    row("games: longest", &games, longest);
    row("games: witness", &games, witness);
    row("games: men on a longest", &games, on_longest);
    let mut luck = Stream::new(&Seed([3; 16]), "made");
    for percent in [8, 13, 15, 17, 22, 35] {
        row(&format!("each edge at {percent} %"), &random(&mut luck, percent), longest);
    }
    let meet = |holding: usize, crowds: usize| {
        let crowd = move |one: usize| one.checked_sub(holding).map(|one| one * crowds / (MOST - holding));
        move |one, other| crowd(one).is_none() || crowd(other).is_none() || crowd(one) == crowd(other)
    };
    row("all to all", &made(&mut luck, |_, _| true), longest);
    row("two sides, 10 and 14", &made(&mut luck, |one, other| (one < 10) != (other < 10)), longest);
    row(
        "two crowds, one in both",
        &made(&mut luck, |one, other| (one < 11 && other < 11) || (one > 9 && other > 9)),
        longest,
    );
    row("eight hold all", &made(&mut luck, |one, other| one < 8 || other < 8), longest);
    row("five ranks in a ring", &made(&mut luck, |one, other| (one % 5 + 1) % 5 == other % 5), longest);
    row("one round", &made(&mut luck, |one, other| (one + 1) % MOST == other), longest);
    for (holding, crowds, name) in
        [(2, 3, "three crowds, two in all"), (3, 6, "six crowds, three in all"), (5, 6, "six crowds, five in all")]
    {
        let graphs = made(&mut luck, meet(holding, crowds));
        row(name, &graphs, longest);
        row(&format!("{name}: witness"), &graphs, witness);
    }
}
