//! The law kit: one function that any game passes through.
//!
//! A test tool that lives in the library, so that the tests of every game, and of games outside this tree, can use it:
//! it panics where a law is broken, and says which law, in which position, and how to come there again. It plays whole
//! random games; all its chance comes from [`Stream`](super::Stream), so that the same [`Laws`] walk the same games.

mod gestures;
mod law;
mod replay;
mod strange;
mod together;
mod walk;

use std::{borrow::Cow, collections::HashSet};

pub use law::Law;

use super::{Game, OptionValues, Seat, specimens::Specimens};
use walk::Playout;

/// What to play, and how much of it.
#[derive(Debug, Clone)]
pub struct Laws<'a, G: Game> {
    /// The rule options that differ from their defaults.
    pub options: &'a [(&'a str, &'a str)],
    /// The number of seats.
    pub seats: u8,
    /// The position to start from; the variant's start where there is none.
    pub start: Option<Cow<'a, str>>,
    /// What all chance of the walk, and of the matches in it, comes from.
    pub seed: u64,
    /// How many games are played.
    pub games: u32,
    /// The most actions that a game may take, its passes and outcomes of chance included.
    pub bound: usize,
    /// Whether seats leave in the middle.
    pub vacating: Vacating,
    /// How likely an action is to be chosen among those listed; where all weigh 0, each is as likely. A game prefers
    /// by it what random play seldom does, such as captures.
    pub weight: fn(&G, Seat, G::Action) -> u32,
}

/// Whether seats leave in the middle of a game of three or more competing seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vacating {
    /// They stay.
    Never,
    /// In one position of so many a seat leaves.
    OneIn(u32),
}

impl<G: Game> Laws<'_, G> {
    /// Twenty games at default options in which nobody leaves and every action is as likely.
    pub fn new(seats: u8) -> Self {
        Self {
            options: &[],
            seats,
            start: None,
            seed: 1,
            games: 20,
            bound: 10_000,
            vacating: Vacating::Never,
            weight: |_, _, _| 1,
        }
    }
}

/// What the walk came by, so that a test can make sure that it saw what it was meant to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Seen {
    /// Games played to their end.
    pub games: u64,
    /// Actions that a seat chose.
    pub decisions: u64,
    /// Forced passes.
    pub passes: u64,
    /// Outcomes of chance.
    pub chances: u64,
    /// Seats that left.
    pub vacated: u64,
    /// Positions in which two or more seats choose at the same time.
    pub together: u64,
    /// Actions accepted though not listed.
    pub unlisted: u64,
    /// Actions refused, as they should be.
    pub refused: u64,
    /// Garbled positions that could be read.
    pub garbled: u64,
    /// Actions that scored.
    pub scored: u64,
    /// The kinds of decision that a seat chose in, a bit for each of [`Game::PHASES`].
    pub phases: u64,
}

/// A walk, and what it must come by.
#[derive(Debug, Clone)]
pub struct LawWalk<G: Game> {
    /// What is played.
    pub laws: Laws<'static, G>,
    /// Whether that was seen which it was meant to see.
    pub sees: fn(&Seen) -> bool,
}

impl<G: Game> LawWalk<G> {
    /// The walk.
    pub const fn new(laws: Laws<'static, G>, sees: fn(&Seen) -> bool) -> Self {
        Self { laws, sees }
    }
}

/// Walks all walks of a game.
///
/// # Panics
/// As [`check`]; also where a walk did not come by what it must, and where no walk came by some kind of decision.
pub fn check_all<G: Specimens>() {
    let mut phases = 0;
    for (number, LawWalk { laws, sees }) in (1..).zip(G::walks()) {
        let seen = check(&laws);
        assert!(seen.games == u64::from(laws.games) && sees(&seen), "{}, walk {number}: {seen:?}", G::WORD);
        phases |= seen.phases;
    }
    let seen = |place: usize| phases >> place & 1 == 1;
    let unseen: Vec<&str> = (0..G::PHASES.len()).filter(|&place| !seen(place)).map(|place| G::PHASES[place]).collect();
    assert!(unseen.is_empty(), "{}: no walk came by {unseen:?}", G::WORD);
}

/// Plays the games and checks every law in every position.
///
/// # Panics
/// If a law is broken; the message names the law, the game, the seed, the position and what led there. Also where
/// the options or the start position do not fit the game.
pub fn check<G: Game>(laws: &Laws<'_, G>) -> Seen {
    assert!(G::SEATS.contains(&laws.seats), "{} has no table of {} seats", G::WORD, laws.seats);
    assert!(G::SEATS.is_sorted_by(|fewer, more| fewer < more), "the numbers of seats of {} ascend", G::WORD);
    let stay = G::ROW.is_cooperative() || G::SEATS.iter().all(|&seats| seats < 3);
    assert!(stay || G::ROW.is_vacating(), "seats may leave {}, and its row does not name that", G::WORD);
    let mut values = OptionValues::defaults(G::OPTIONS);
    for (name, text) in laws.options {
        values.set(name, text).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut pool = Pool { actions: Vec::new(), known: HashSet::new() };
    let mut seen = Seen::default();
    for number in 0..laws.games {
        Playout::new(laws, &values, number, &mut pool, &mut seen).game();
    }
    seen
}

/// Every action that the variant was seen to have, from which actions are drawn that should be refused.
#[derive(Debug)]
struct Pool<A> {
    actions: Vec<A>,
    known: HashSet<A>,
}

impl<A: Copy + Eq + std::hash::Hash> Pool<A> {
    /// More would make no difference to what is drawn.
    const MOST: usize = 1 << 14;

    fn add(&mut self, action: A) {
        if self.actions.len() < Self::MOST && self.known.insert(action) {
            self.actions.push(action);
        }
    }
}
