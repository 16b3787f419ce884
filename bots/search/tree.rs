//! The tree of one search: UCT (Kocsis and Szepesvári 2006). Every seat maximizes its own backed-up share (max^n:
//! Sturtevant 2008). In simultaneous choices each seat uses its own statistics, blind to the others. Chance is sampled
//! by its weights. A new choice is not tried at random. It counts as visited once, with the game's judgement of the
//! position after the choice as the result. The tree knows no game by name, no clock and no thread.

use std::collections::BTreeMap;

use arbiter::game::{
    Actor, Seat, Turn,
    sense::{Sense, Shares},
};
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};

use super::{
    arm::{Arm, most_promising},
    choice_table::{ChoiceTable, Chooser},
    sense::{even, shares},
};

/// A tree of positions, with the statistics of every choice.
#[derive(Debug)]
pub(crate) struct Tree<G: Sense> {
    root: G,
    nodes: Vec<TreeNode<G::Action>>,
    /// The exploration factor, relative to the spread of all values seen.
    exploration: f64,
    /// The least and the greatest value seen.
    seen: (f64, f64),
    /// The number of choices and outcomes in the tree, seen or not.
    size: usize,
    lots: Xoshiro256PlusPlus,
}

#[derive(Debug)]
struct TreeNode<A> {
    kind: Kind<A>,
    /// The node numbers of the children, by the number of the choice or outcome.
    children: BTreeMap<usize, usize>,
}

#[derive(Debug)]
enum Kind<A> {
    New,
    /// Visited once, and not expanded.
    Leaf,
    Over,
    Chance(Vec<(A, u32)>),
    Alone(Seat, Vec<Arm<A>>),
    /// Several seats choose at once.
    Together(ChoiceTable<A>),
}

/// A decision on the way down the tree: its node, and the index of each seat's choice.
#[derive(Debug)]
struct PathStep {
    node: usize,
    places: Vec<usize>,
}

/// The most choices and outcomes in a tree, about 100 MB. The tree then stops growing, but its statistics continue.
const MOST: usize = 3_000_000;

const ROOT: usize = 0;

/// The fraction by which each decision moves a result towards an even result. So a short win is better than a long win,
/// and a long loss is better than a short loss.
const DELAY: f64 = 0.001;

impl<G: Sense> Tree<G> {
    /// Creates the tree of a position. `seed` is the seed of its random stream.
    pub(crate) fn new(root: &G, exploration: f64, seed: [u8; 32]) -> Self {
        let mut tree = Self {
            root: root.clone(),
            nodes: vec![TreeNode { kind: Kind::New, children: BTreeMap::new() }],
            exploration,
            seen: (f64::INFINITY, f64::NEG_INFINITY),
            size: 0,
            lots: Xoshiro256PlusPlus::from_seed(seed),
        };
        tree.nodes[ROOT].kind = tree.look_into(root, 0);
        tree
    }

    /// The choices of a seat at the root. Empty if the seat is not to act.
    pub(crate) fn arms(&self, seat: Seat) -> &[Arm<G::Action>] {
        match &self.nodes[ROOT].kind {
            Kind::Alone(alone, arms) if *alone == seat => arms,
            Kind::Alone(..) | Kind::New | Kind::Leaf | Kind::Over | Kind::Chance(_) => &[],
            Kind::Together(_) => self.chooser(seat).map_or(&[], |chooser| &chooser.arms),
        }
    }

    /// The recommended frequency of each choice of a seat in a simultaneous decision at the root. Empty otherwise.
    pub(crate) fn mixture(&self, seat: Seat) -> &[f64] {
        self.chooser(seat).map_or(&[], |chooser| &chooser.mixture)
    }

    fn chooser(&self, seat: Seat) -> Option<&Chooser<G::Action>> {
        let Kind::Together(table) = &self.nodes[ROOT].kind else { return None };
        table.choosers.iter().find(|chooser| chooser.seat == seat)
    }

    /// Grows the tree by one visit: goes down to a new position, and backs its value up.
    pub(crate) fn grow(&mut self) {
        let mut game = self.root.clone();
        let mut steps = Vec::new();
        let mut node = ROOT;
        let mut depth = 0;
        let shares = loop {
            match &mut self.nodes[node].kind {
                Kind::New => {
                    self.nodes[node].kind = Kind::Leaf;
                    break self.play_out(&mut game, depth);
                }
                Kind::Leaf if self.size >= MOST => break self.play_out(&mut game, depth),
                Kind::Leaf => {
                    self.nodes[node].kind = self.look_into(&game, depth);
                    continue;
                }
                Kind::Over => break worth(&game, depth),
                Kind::Chance(outcomes) => {
                    let place = draw(outcomes, &mut self.lots);
                    game.play(Actor::Chance, outcomes[place].0);
                    node = self.child(node, place);
                }
                Kind::Alone(seat, arms) => {
                    let spread = (self.seen.1 - self.seen.0).max(0.0);
                    let place = most_promising(arms, self.exploration * spread, &mut self.lots);
                    game.play(Actor::Seat(*seat), arms[place].action);
                    steps.push(PathStep { node, places: vec![place] });
                    depth += 1;
                    node = self.child(node, place);
                }
                Kind::Together(table) => {
                    let places = table.draw(&mut self.lots);
                    for (chooser, &place) in table.choosers.iter().zip(&places) {
                        game.play(Actor::Seat(chooser.seat), chooser.arms[place].action);
                    }
                    let number = table.number(&places);
                    steps.push(PathStep { node, places });
                    depth += 1;
                    node = self.child(node, number);
                }
            }
        };
        self.note(&shares);
        self.back_up(&steps, &shares);
    }

    fn child(&mut self, node: usize, number: usize) -> usize {
        let next = self.nodes.len();
        let child = *self.nodes[node].children.entry(number).or_insert(next);
        if child == next {
            self.nodes.push(TreeNode { kind: Kind::New, children: BTreeMap::new() });
        }
        child
    }

    fn back_up(&mut self, steps: &[PathStep], shares: &Shares) {
        for PathStep { node, places } in steps {
            match (&mut self.nodes[*node].kind, &places[..]) {
                (Kind::Alone(seat, arms), &[place]) => arms[place].note(shares[seat.index()]),
                (Kind::Together(table), places) => table.learn(places, shares),
                (Kind::New | Kind::Leaf | Kind::Over | Kind::Chance(_) | Kind::Alone(..), _) => {}
            }
        }
    }

    fn note(&mut self, shares: &Shares) {
        for &share in &shares[..usize::from(self.root.seats())] {
            self.seen = (self.seen.0.min(share), self.seen.1.max(share));
        }
    }

    fn look_into(&mut self, game: &G, depth: u32) -> Kind<G::Action> {
        match game.turn() {
            Turn::Over(_) => Kind::Over,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&mut outcomes);
                self.size += outcomes.len();
                Kind::Chance(outcomes)
            }
            Turn::Seats(seats) => match seats.single() {
                Some(seat) => {
                    let actions = choices(game, seat);
                    self.size += actions.len();
                    let many = actions.len() > 1;
                    let arm =
                        |action| if many { self.guessed(game, depth, seat, action) } else { Arm::untried(action) };
                    Kind::Alone(seat, actions.into_iter().map(arm).collect())
                }
                None => {
                    let arms = |seat| choices(game, seat).into_iter().map(Arm::untried).collect();
                    let choosers: Vec<_> = seats.iter().map(|seat| Chooser::new(seat, arms(seat))).collect();
                    self.size += choosers.iter().map(|chooser| chooser.arms.len()).sum::<usize>();
                    Kind::Together(ChoiceTable::new(choosers))
                }
            },
        }
    }

    /// Returns an action with one visit if the position after it can be judged, or else without visits.
    fn guessed(&mut self, game: &G, depth: u32, seat: Seat, action: G::Action) -> Arm<G::Action> {
        match promise(game, depth + 1, seat, action) {
            Some(shares) => {
                self.note(&shares);
                Arm { action, visits: 1, sum: shares[seat.index()] }
            }
            None => Arm::untried(action),
        }
    }

    /// Plays at most as many decisions as the game's playout has, and returns the value of the last position.
    fn play_out(&mut self, game: &mut G, depth: u32) -> Shares {
        let mut decisions = 0;
        while decisions < G::PLAYOUT.decisions {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let mut outcomes = Vec::new();
                    game.outcomes(&mut outcomes);
                    let place = draw(&outcomes, &mut self.lots);
                    game.play(Actor::Chance, outcomes[place].0);
                }
                Turn::Seats(seats) => {
                    let candidates = if seats.single().is_some() { G::PLAYOUT.candidates } else { 1 };
                    for seat in seats.iter() {
                        let action = self.candidate(game, depth + decisions, seat, candidates);
                        game.play(Actor::Seat(seat), action);
                    }
                    decisions += 1;
                }
            }
        }
        worth(game, depth + decisions)
    }

    /// Draws `candidates` legal actions, and returns the action after which the position has the best judgement.
    fn candidate(&mut self, game: &G, depth: u32, seat: Seat, candidates: usize) -> G::Action {
        let mut actions = choices(game, seat);
        if candidates < 2 || actions.len() == 1 {
            return actions[self.lots.random_range(0..actions.len())];
        }
        let mut best: Option<(f64, G::Action)> = None;
        for _ in 0..candidates.min(actions.len()) {
            let action = actions.swap_remove(self.lots.random_range(0..actions.len()));
            let share = promise(game, depth + 1, seat, action).map_or(0.0, |shares| shares[seat.index()]);
            if best.is_none_or(|(most, _)| share > most) {
                best = Some((share, action));
            }
        }
        best.expect("a seat that is to act can act").1
    }
}

/// Returns the actions of a seat that is to act. The laws of games guarantee at least one.
fn choices<G: Sense>(game: &G, seat: Seat) -> Vec<G::Action> {
    if let Some(action) = game.obvious(seat) {
        return vec![action];
    }
    let mut actions = Vec::new();
    game.legal(seat, &mut actions);
    actions
}

/// The judgement of the position after an action of a seat that chooses alone; `None` if there is none.
fn promise<G: Sense>(game: &G, depth: u32, seat: Seat, action: G::Action) -> Option<Shares> {
    let mut after = game.clone();
    after.play(Actor::Seat(seat), action);
    match after.turn() {
        Turn::Over(_) => Some(worth(&after, depth)),
        Turn::Chance | Turn::Seats(_) => after.judge(),
    }
}

/// Returns the value of a position that `depth` decisions led to.
fn worth<G: Sense>(game: &G, depth: u32) -> Shares {
    let Turn::Over(outcome) = game.turn() else { return shares(game, None) };
    let shares = shares(game, Some(&outcome));
    if G::COOPERATIVE {
        return shares;
    }
    let (even, kept) = (even(game.seats()), 1.0 - DELAY * f64::from(depth.min(500)));
    shares.map(|share| even + (share - even) * kept)
}

/// Draws the index of an outcome, by weight.
fn draw<A>(outcomes: &[(A, u32)], lots: &mut Xoshiro256PlusPlus) -> usize {
    let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut lot = lots.random_range(0..total);
    let falls = |(_, weight): &(A, u32)| match lot.checked_sub(*weight) {
        Some(rest) => {
            lot = rest;
            false
        }
        None => true,
    };
    outcomes.iter().position(falls).expect("the lot is below the sum of the weights")
}

#[cfg(test)]
mod tests {
    use super::super::toy::{ODDS, PENNIES, SURE, THREE, ToyGame, UNEVEN_PENNIES};
    use super::*;

    fn tree(at: u8, nodes: u32, seed: u8) -> Tree<ToyGame> {
        let mut tree = Tree::new(&ToyGame::at(at), 0.2, [seed; 32]);
        (0..nodes).for_each(|_| tree.grow());
        tree
    }

    /// Returns the share of visits and the average value of each choice of a seat, after `nodes` visits.
    fn grown(at: u8, seat: Seat, nodes: u32, seed: u8) -> Vec<(f64, f64)> {
        let tree = tree(at, nodes, seed);
        let arms = tree.arms(seat);
        let all: u32 = arms.iter().map(|arm| arm.visits).sum();
        arms.iter().map(|arm| (f64::from(arm.visits) / f64::from(all), arm.mean())).collect()
    }

    #[track_caller]
    fn is_near(value: f64, expected: f64, by: f64) {
        assert!((value - expected).abs() <= by, "{value} is not {expected}");
    }

    #[test]
    fn who_chooses_at_the_same_time_mixes_as_he_should() {
        for seed in 1..=5 {
            for (at, expected) in [(PENNIES, 1.0 / 2.0), (UNEVEN_PENNIES, 1.0 / 3.0)] {
                let tree = tree(at, 5000, seed);
                for seat in [Seat::ONE, Seat::TWO] {
                    let &[first, second] = tree.mixture(seat) else { panic!("there are two choices") };
                    is_near(first / (first + second), expected, 0.06);
                }
                assert!(tree.mixture(Seat::THREE).is_empty());
            }
        }
    }

    #[test]
    fn a_sure_win_is_better_than_a_likely_one() {
        for seed in 1..=5 {
            let choices = grown(SURE, Seat::ONE, 500, seed);
            assert!(choices[1].0 > 0.8, "{choices:?}");
            assert!(choices[1].1 > 0.99, "{choices:?}");
        }
    }

    #[test]
    fn chance_falls_by_its_weights() {
        for seed in 1..=5 {
            let choices = grown(ODDS, Seat::ONE, 20_000, seed);
            assert!(choices[1].0 > 0.8, "{choices:?}");
            is_near(choices[1].1, 0.75, 0.02);
        }
    }

    #[test]
    fn each_of_three_seats_seeks_its_own() {
        for seed in 1..=5 {
            let choices = grown(THREE, Seat::ONE, 2000, seed);
            assert!(choices[1].0 > 0.8, "{choices:?}");
            is_near(choices[1].1, 0.7, 0.02);
        }
    }

    #[test]
    fn a_seat_that_is_not_asked_has_no_choice() {
        assert_eq!(grown(SURE, Seat::TWO, 9, 1), []);
    }

    #[test]
    fn equal_seeds_grow_equal_trees() {
        let of = |seed| grown(UNEVEN_PENNIES, Seat::ONE, 300, seed);
        assert_eq!(of(3), of(3));
        assert!((1..9).any(|seed| of(seed) != of(3)));
    }
}
