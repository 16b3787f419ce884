//! One decision: trees grown side by side, and what follows from all of them.

use std::thread;

use arbiter::game::{Game, Seat, Seed, derive};
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use uvi::{Word, bot::Turn};

use crate::{
    budget::Budget,
    common,
    sense::{Sense, even},
    settings::Settings,
    tree::{Arm, Tree},
    typed,
};

/// What came of thinking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thought {
    /// What to do.
    pub(crate) action: Word,
    /// How many positions were visited.
    pub(crate) nodes: u64,
    /// What the seat can expect: hundredths from -100, nothing, to 100, all, with 0 for what is even; in a cooperative
    /// game the score of all.
    pub(crate) score: i64,
}

/// Thinks about a question, if it is one of this game; `None` otherwise, and where its position cannot be read.
pub(crate) fn think<G: Sense>(turn: &Turn, settings: &Settings, budget: &Budget<'_>) -> Option<Thought> {
    let game: G = typed::read(turn)?;
    let seat = Seat::new(turn.game.seat)?;
    if let Some(action) = game.obvious(seat) {
        return Some(Thought { action: Word::new(action.to_string())?, nodes: 0, score: 0 });
    }
    let seed = derive(&common::seed(turn), &format!("{} {}", turn.game.seat, turn.position));
    let (arms, nodes) = search(&game, seat, seed, settings, budget);
    let together = matches!(game.turn(), arbiter::game::Turn::Seats(seats) if seats.len() > 1);
    let chosen = if together { mixed(&arms, seed) } else { best(&arms) }?;
    let score = if G::COOPERATIVE { chosen.mean() } else { hundredths(chosen.mean(), even(Game::seats(&game))) };
    Some(Thought { action: Word::new(chosen.action.to_string())?, nodes, score: score.round() as i64 })
}

/// The seat's choices with the visits of all trees, and how many positions were visited. Each tree has its share of the
/// nodes and its own lots, and the sums are in the order of the trees, so that nothing depends on who was quicker.
fn search<G: Sense>(
    game: &G,
    seat: Seat,
    seed: Seed,
    settings: &Settings,
    budget: &Budget<'_>,
) -> (Vec<Arm<G::Action>>, u64) {
    let count = settings.threads.max(1);
    let grow = |number: u64| {
        let mut tree = Tree::new(game, settings.exploration, lots(seed, number));
        let mut nodes = 0;
        // Who has no choice need not think.
        while tree.arms(seat).len() > 1 && budget.allows(nodes, number, count) {
            tree.grow();
            nodes += 1;
        }
        (tree.arms(seat).to_vec(), nodes)
    };
    let mut all = thread::scope(|scope| {
        let others: Vec<_> = (1..count).map(|number| scope.spawn(move || grow(number))).collect();
        let mut all = vec![grow(0)];
        // A tree that panicked is missed by nobody; the others answer.
        all.extend(others.into_iter().filter_map(|other| other.join().ok()));
        all.into_iter()
    });
    let (mut arms, mut nodes) = all.next().unwrap_or_default();
    for (others, more) in all {
        nodes += more;
        for (arm, other) in arms.iter_mut().zip(others) {
            arm.visits += other.visits;
            arm.sum += other.sum;
        }
    }
    (arms, nodes)
}

/// The seed of a tree's lots.
fn lots(seed: Seed, number: u64) -> [u8; 32] {
    let halves = ["first", "second"].map(|half| derive(&seed, &format!("tree {number} {half}")).0);
    let mut lots = [0; 32];
    lots[..16].copy_from_slice(&halves[0]);
    lots[16..].copy_from_slice(&halves[1]);
    lots
}

/// The one that was tried most, of equals the better, of those the first.
fn best<A: Copy>(arms: &[Arm<A>]) -> Option<Arm<A>> {
    let better = |one: &Arm<A>, other: &Arm<A>| one.visits.cmp(&other.visits).then(one.mean().total_cmp(&other.mean()));
    arms.iter().copied().rev().max_by(better)
}

/// Each as often as it was tried: who chooses at the same time as others must not be foreseen.
fn mixed<A: Copy>(arms: &[Arm<A>], seed: Seed) -> Option<Arm<A>> {
    let total: u32 = arms.iter().map(|arm| arm.visits).sum();
    let mut lot = Xoshiro256PlusPlus::from_seed(lots(seed, u64::MAX)).random_range(0..total.max(1));
    for arm in arms {
        match lot.checked_sub(arm.visits) {
            Some(rest) => lot = rest,
            None => return Some(*arm),
        }
    }
    arms.first().copied()
}

/// A share, from 0 to 1, as hundredths from -100 to 100 about what is even.
fn hundredths(share: f64, even: f64) -> f64 {
    let above = if share > even { (share - even) / (1.0 - even) } else { (share - even) / even };
    100.0 * above.clamp(-1.0, 1.0)
}
