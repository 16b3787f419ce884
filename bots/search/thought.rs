//! One decision: grows trees in parallel, and combines their results.

use std::{
    thread,
    time::{Duration, Instant},
};

use arbiter::game::{Game, Seat, Seed, derive, sense::Sense};
use rand::{RngExt as _, SeedableRng as _, rngs::Xoshiro256PlusPlus};
use uvi::{Word, bot::TurnRequest};

use super::{arm::Arm, budget::Budget, common, search_settings::SearchSettings, sense::even, tree::Tree, typed};

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Thought {
    pub(crate) action: Word,
    /// The number of visited positions.
    pub(crate) nodes: u64,
    /// The expected result of the seat, in hundredths from -100 (nothing) over 0 (even) to 100 (all). In a cooperative
    /// game, the expected shared score.
    pub(crate) score: i64,
}

impl Thought {
    pub(crate) fn told(&self) -> String {
        format!("nodes {} score {}", self.nodes, self.score)
    }
}

/// The interval between reports of a search.
const REPORT: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct TreeResult<A> {
    arms: Vec<Arm<A>>,
    /// The recommended frequency of each choice in a simultaneous decision. Empty if the seat chooses alone.
    mixture: Vec<f64>,
    /// The number of visited positions.
    nodes: u64,
}

/// Searches for the answer to a question; `None` if the question is about another game or its position is invalid.
///
/// Calls `report` with the choice so far, once for each [`REPORT`] of a long search.
pub(crate) fn think<G: Sense>(
    turn: &TurnRequest,
    settings: &SearchSettings,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(&Thought),
) -> Option<Thought> {
    let game: G = typed::read(turn)?;
    let seat = Seat::new(turn.game.seat)?;
    if let Some(action) = game.obvious(seat) {
        return Some(Thought { action: Word::new(action.to_string())?, nodes: 0, score: 0 });
    }
    let seed = derive(&common::seed(turn), &format!("{} {}", turn.game.seat, turn.position));
    let thought = |TreeResult { arms, mixture, nodes }: &TreeResult<G::Action>| {
        let chosen = if mixture.is_empty() { best(arms) } else { drawn(arms, mixture, seed) }?;
        let score = if G::COOPERATIVE { chosen.mean() } else { hundredths(chosen.mean(), even(Game::seats(&game))) };
        Some(Thought { action: Word::new(chosen.action.to_string())?, nodes: *nodes, score: score.round() as i64 })
    };
    let mut look = |found: &TreeResult<G::Action>| thought(found).iter().for_each(&mut *report);
    let found = search(&game, seat, seed, settings, budget, &mut look);
    thought(&found)
}

/// Returns the combined statistics of all trees. Each tree has a fixed share of the nodes and its own random stream.
/// Results are added in the order of the trees, so they do not depend on timing.
fn search<G: Sense>(
    game: &G,
    seat: Seat,
    seed: Seed,
    settings: &SearchSettings,
    budget: &Budget<'_>,
    look: &mut dyn FnMut(&TreeResult<G::Action>),
) -> TreeResult<G::Action> {
    let count = settings.threads.max(1);
    let grow = |number: u64, look: &mut dyn FnMut(&TreeResult<G::Action>)| {
        let mut tree = Tree::new(game, settings.exploration, lots(seed, number));
        let mut nodes = 0;
        let found = |tree: &Tree<G>, nodes| TreeResult {
            arms: tree.arms(seat).to_vec(),
            mixture: tree.mixture(seat).to_vec(),
            nodes,
        };
        let mut due = Instant::now() + REPORT;
        // Without at least two choices no search is needed.
        while tree.arms(seat).len() > 1 && budget.allows(nodes, number, count) {
            tree.grow();
            nodes += 1;
            // Most searches are over before the first report, and looking at the clock takes time.
            if nodes.is_multiple_of(64) && Instant::now() >= due {
                due += REPORT;
                look(&found(&tree, nodes));
            }
        }
        found(&tree, nodes)
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..count).map(|number| scope.spawn(move || grow(number, &mut |_| {}))).collect();
        // The first tree reports for all.
        let mut found = grow(0, look);
        // A tree that panicked is ignored.
        others.into_iter().filter_map(|other| other.join().ok()).for_each(|other| found.add(&other));
        found
    })
}

impl<A> TreeResult<A> {
    fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        for (arm, other) in self.arms.iter_mut().zip(&other.arms) {
            arm.visits += other.visits;
            arm.sum += other.sum;
        }
        for (part, other) in self.mixture.iter_mut().zip(&other.mixture) {
            *part += other;
        }
    }
}

fn lots(seed: Seed, number: u64) -> [u8; 32] {
    let halves = ["first", "second"].map(|half| derive(&seed, &format!("tree {number} {half}")).0);
    let mut lots = [0; 32];
    lots[..16].copy_from_slice(&halves[0]);
    lots[16..].copy_from_slice(&halves[1]);
    lots
}

/// Returns the choice with the most visits, then with the best average, then the first.
fn best<A: Copy>(arms: &[Arm<A>]) -> Option<Arm<A>> {
    let better = |one: &Arm<A>, other: &Arm<A>| one.visits.cmp(&other.visits).then(one.mean().total_cmp(&other.mean()));
    arms.iter().copied().rev().max_by(better)
}

/// Draws a choice by the mixture, because opponents must not be able to predict a simultaneous choice.
fn drawn<A: Copy>(arms: &[Arm<A>], mixture: &[f64], seed: Seed) -> Option<Arm<A>> {
    let all: f64 = mixture.iter().sum();
    let mut lot = all * Xoshiro256PlusPlus::from_seed(lots(seed, u64::MAX)).random::<f64>();
    let falls = |part: &f64| {
        lot -= part;
        lot < 0.0
    };
    let place = mixture.iter().position(falls).unwrap_or_default();
    arms.get(place).copied()
}

/// Converts a share from 0 to 1 to hundredths from -100 to 100, relative to an even share.
fn hundredths(share: f64, even: f64) -> f64 {
    let above = if share > even { (share - even) / (1.0 - even) } else { (share - even) / even };
    100.0 * above.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use arbiter::{
        game::{self, Actor, OptionValues, Score},
        games::{
            cat_chess::CatChess,
            catalonia::Catalonia,
            french_revolution::FrenchRevolution,
            katarenga::{Congress, Cornered, Isolation, Katarenga, Troika},
            orwell::Orwell,
        },
    };
    use uvi::{Go, NewGame, Words};

    use super::*;

    /// Returns the question to a seat in this position, under default options.
    fn question<G: Game>(game: &G, seat: Seat) -> TurnRequest {
        TurnRequest {
            game: NewGame {
                variant: Word::new(G::WORD).unwrap(),
                seats: Game::seats(game).into(),
                seat: seat.number(),
                lots: None,
                options: Vec::new(),
            },
            settings: Vec::new(),
            position: Words::new(game.view(seat)).unwrap(),
            legal: Words::default(),
            history: None,
            go: Go::default(),
        }
    }

    fn thought<G: Sense>(game: &G, seat: Seat, nodes: u64, threads: u64) -> Thought {
        let settings = SearchSettings { nodes: Some(nodes), exploration: 0.2, threads };
        let budget = Budget::new(&Go::default(), seat.number(), settings.nodes, Instant::now(), None);
        think::<G>(&question(game, seat), &settings, &budget, &mut |_| {}).unwrap()
    }

    fn options<G: Game>() -> G::Options {
        G::options(&OptionValues::defaults(G::OPTIONS)).unwrap()
    }

    /// Plays on, with `nodes` nodes for each decision, until the game is over or `decisions` have been made. `look`
    /// sees each position before its decision.
    fn play_on<G: Sense>(mut game: G, seed: Seed, nodes: u64, decisions: usize, mut look: impl FnMut(&G, Seat)) -> G {
        for _ in 0..decisions {
            while game.turn() == game::Turn::Chance {
                let outcome = game.chance(&seed);
                game.apply(Actor::Chance, outcome).unwrap();
            }
            let game::Turn::Seats(seats) = game.turn() else { break };
            let seat = seats.first().unwrap();
            look(&game, seat);
            let action = thought(&game, seat, nodes, 1).action.as_str().parse().unwrap();
            game.apply(Actor::Seat(seat), action).unwrap();
        }
        game
    }

    /// Returns the actions that win at once, and the number of legal actions.
    fn wins<G: Game>(game: &G, seat: Seat) -> (BTreeSet<String>, usize) {
        let mut actions = Vec::new();
        game.legal(seat, &mut actions);
        let count = actions.len();
        let wins = |action: &G::Action| {
            let mut after = game.clone();
            after.play(Actor::Seat(seat), *action);
            let game::Turn::Over(outcome) = after.turn() else { return false };
            outcome.score == Score::win(Game::seats(game), seat)
        };
        actions.retain(wins);
        (actions.iter().map(ToString::to_string).collect(), count)
    }

    #[track_caller]
    fn check_wins<G: Sense>() {
        let mut found = 0;
        for number in 0..40 {
            let seed = Seed([number; 16]);
            play_on(G::start(&options::<G>(), G::SEATS[0], &seed), seed, 8, 1000, |game, seat| {
                let (wins, count) = wins(game, seat);
                if !wins.is_empty() && wins.len() < count {
                    let Thought { action, score, .. } = thought(game, seat, 300, 1);
                    assert!(wins.contains(action.as_str()), "{game}: {action} is none of {wins:?}");
                    assert!(score > 60, "{game}: {score}");
                    found += 1;
                }
            });
            if found >= 5 {
                return;
            }
        }
        panic!("there were {found} positions to win in");
    }

    #[test]
    fn a_win_is_taken() {
        check_wins::<Katarenga>();
        check_wins::<Congress>();
        check_wins::<Isolation>();
        check_wins::<Troika>();
        check_wins::<Orwell>();
        check_wins::<FrenchRevolution>();
    }

    /// Returns true if the seat to act wins against any play.
    fn is_won(game: &Cornered) -> bool {
        let game::Turn::Seats(seats) = game.turn() else { return false };
        let mut actions = Vec::new();
        game.legal(seats.first().unwrap(), &mut actions);
        actions.iter().any(|&action| {
            let mut after = game.clone();
            after.play(Actor::Seat(seats.first().unwrap()), action);
            !is_won(&after)
        })
    }

    #[test]
    fn cornered_is_won_where_it_can_be() {
        for number in 0..8 {
            let seed = Seed([number; 16]);
            let mut game = Cornered::start(&options::<Cornered>(), 2, &seed);
            while let game::Turn::Seats(seats) = game.turn() {
                let (seat, was_won) = (seats.first().unwrap(), is_won(&game));
                let action = thought(&game, seat, 100, 1).action.as_str().parse().unwrap();
                game.apply(Actor::Seat(seat), action).unwrap();
                assert!(!was_won || !is_won(&game), "{game}");
            }
        }
    }

    /// A seat cannot win by its own action, only by the peaks that it holds when its next turn begins.
    #[test]
    fn cats_take_a_second_peak_and_hold_it() {
        let values = OptionValues::defaults(CatChess::OPTIONS);
        let options = CatChess::options(&values).unwrap();
        let mut flat = values.clone();
        flat.set("tiles", "0").unwrap();
        let start = CatChess::start(&CatChess::options(&flat).unwrap(), 2, &Seed([1; 16])).to_string();
        let (hills, _) = start.split_once(' ').unwrap();
        let grid = [".".repeat(25), ".".repeat(25), ".".repeat(25)].join(",");
        let cats = "sham:3:k17.0,speed:3:e11.0,tigger:3:f13.0/lucky:3:k22.4,darth:3:-,setzer:3:-";
        let position = format!("{hills} {cats} {grid}/{grid} 1 turn 1 ... 4 40 -");
        let game = CatChess::read(&options, 2, &position).unwrap();
        let end = play_on(game, Seed([1; 16]), 100, 20, |_, _| {});
        let game::Turn::Over(outcome) = end.turn() else { panic!("{end}") };
        assert_eq!(outcome.score, Score::win(2, Seat::ONE));
    }

    #[test]
    fn partners_build_a_chain() {
        let start = Catalonia::start(&options::<Catalonia>(), 2, &Seed([1; 16]));
        let end = play_on(start, Seed([1; 16]), 100, 12, |_, _| {});
        assert!(end.shared() >= 100, "{end}");
    }

    #[track_caller]
    fn check_equal<G: Sense>() {
        let seed = Seed([5; 16]);
        let mut game = G::start(&options::<G>(), G::SEATS[0], &seed);
        while game.turn() == game::Turn::Chance {
            game.play(Actor::Chance, game.chance(&seed));
        }
        let game::Turn::Seats(seats) = game.turn() else { panic!("{game}") };
        for threads in 1..=3 {
            let [one, other] = [(); 2].map(|()| thought(&game, seats.first().unwrap(), 50, threads));
            assert_eq!(one, other, "{game}");
            // An obvious action needs no search.
            let nodes = if game.obvious(seats.first().unwrap()).is_some() { 0 } else { 50 };
            assert_eq!(one.nodes, nodes, "{game}");
        }
    }

    #[test]
    fn equal_questions_have_equal_answers_where_nodes_are_limited() {
        macro_rules! equal {
            ($($name:ident: $game:ty,)*) => { $(check_equal::<$game>();)* };
        }
        arbiter::each_game!(equal);
    }

    #[test]
    fn the_score_is_between_all_and_nothing() {
        for (share, even, expected) in [
            (1.0, 0.5, 100.0),
            (0.0, 0.5, -100.0),
            (0.5, 0.5, 0.0),
            (0.75, 0.5, 50.0),
            (1.0, 0.2, 100.0),
            (0.1, 0.2, -50.0),
        ] {
            assert!((hundredths(share, even) - expected).abs() < 1e-9, "{share} of {even}");
        }
    }
}
