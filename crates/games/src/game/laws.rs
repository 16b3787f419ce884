//! The law kit: tests that any game keeps the laws that all games share.
//!
//! The kit is part of the library, so that games outside this repository can use it. A walk plays whole random games
//! and checks every position. The kit panics if a game breaks a law; the message has the law, the position, and the
//! events before it. All chance comes from [`Stream`](super::Stream), so the same [`Laws`] always play the same games.

mod gestures;
mod law;
mod replay;
mod strange;
mod together;
mod walk_game;

use std::{borrow::Cow, collections::HashSet};

pub use law::Law;

use super::{Game, OptionValues, Seat};
use walk_game::WalkGame;

/// The settings of a walk: options, seats, start, and number of random games.
#[derive(Debug, Clone)]
pub struct Laws<'a, G: Game> {
    /// The rule options that differ from their defaults.
    pub options: &'a [(&'a str, &'a str)],
    /// The number of seats.
    pub seats: u8,
    /// The position to start from; `None` for the variant's start.
    pub start: Option<Cow<'a, str>>,
    /// The seed of the walk. This seed and the number of a game determine all chance in the game.
    pub seed: u64,
    /// The number of games to play.
    pub games: u32,
    /// The most actions of a game, including passes and chance outcomes. A longer game breaks the law [`Law::Ends`].
    pub bound: usize,
    /// A seat leaves in one of this many positions, on average, if three or more seats compete. `None`: no seat leaves.
    pub vacating: Option<u32>,
    /// The weight of a listed action in the random choice. If all weights are 0, all actions are equally likely.
    /// Weights make rare actions more frequent, such as captures.
    pub weight: fn(&G, Seat, G::Action) -> u32,
}

impl<G: Game> Laws<'_, G> {
    /// Twenty games at default options, in which no seat leaves and all actions are equally likely.
    pub fn new(seats: u8) -> Self {
        Self {
            options: &[],
            seats,
            start: None,
            seed: 1,
            games: 20,
            bound: 10_000,
            vacating: None,
            weight: |_, _, _| 1,
        }
    }
}

/// Counts of the events of a walk. Tests use them to assert that a walk reached its cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WalkCoverage {
    /// Games played to their end.
    pub games: u64,
    /// Actions chosen by seats.
    pub decisions: u64,
    /// Forced passes.
    pub passes: u64,
    /// Outcomes of chance.
    pub chances: u64,
    /// Seats that left.
    pub vacated: u64,
    /// Positions in which two or more seats choose at the same time.
    pub together: u64,
    /// Actions that were accepted although not listed.
    pub unlisted: u64,
    /// Actions that were refused, as expected.
    pub refused: u64,
    /// Garbled positions that still parsed.
    pub garbled: u64,
    /// Actions that scored.
    pub scored: u64,
    /// The kinds of decision met, a bit for each of [`Game::PHASES`].
    pub phases: u64,
}

/// Plays the games and checks every law in every position.
///
/// # Panics
/// If a law is broken; the message has the law, the game, the seed, the position and the events that led there. Also if
/// the options, the number of seats or the start position do not fit the game.
pub fn check<G: Game>(laws: &Laws<'_, G>) -> WalkCoverage {
    assert!(G::SEATS.contains(&laws.seats), "{} has no table of {} seats", G::WORD, laws.seats);
    assert!(G::SEATS.is_sorted_by(|fewer, more| fewer < more), "the numbers of seats of {} ascend", G::WORD);
    let stay = G::COOPERATIVE || G::SEATS.iter().all(|&seats| seats < 3);
    assert!(stay || G::VACATING, "seats may leave {}, and VACATING is not set", G::WORD);
    let mut values = OptionValues::defaults(G::OPTIONS);
    for (name, text) in laws.options {
        values.set(name, text).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut pool = ActionPool { actions: Vec::new(), known: HashSet::new() };
    let mut seen = WalkCoverage::default();
    for number in 0..laws.games {
        WalkGame::new(laws, &values, number, &mut pool, &mut seen).game();
    }
    seen
}

/// Actions seen in any game of the walk. Most are illegal in a given position, which must refuse them.
#[derive(Debug)]
struct ActionPool<A> {
    actions: Vec<A>,
    known: HashSet<A>,
}

impl<A: Copy + Eq + std::hash::Hash> ActionPool<A> {
    /// The maximum number of actions. A larger pool would not find more errors.
    const MOST: usize = 1 << 14;

    fn add(&mut self, action: A) {
        if self.actions.len() < Self::MOST && self.known.insert(action) {
            self.actions.push(action);
        }
    }
}
