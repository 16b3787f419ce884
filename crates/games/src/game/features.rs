//! What some games have and others do not, each a small trait. A game that has one says so in [`Game::ROW`]; everybody
//! asks [`Row`](super::Row), which knows what follows where a game has it not.

use uvi::Seed;

use super::{Draw, Game, Scored, Seat, SeatSet};

/// Chance decides now and then.
pub trait ChanceEvents: Game {
    /// Adds the outcomes of the chance event that is due, each with its weight; nothing if none is due.
    fn outcomes(&self, outcomes: &mut Vec<(Self::Action, u32)>);

    /// The outcome that the seed gives to the chance event that is due, by the key that the rules page names.
    ///
    /// # Panics
    /// May panic where no chance event is due.
    fn chance(&self, seed: &Seed) -> Self::Action;

    /// How [`ChanceEvents::chance`] comes to its outcome, in terms that others can draw by; `None` if no chance event
    /// is due.
    fn draw(&self) -> Option<Draw>;
}

/// Three or more compete, and a seat that gives up leaves a game that goes on.
pub trait Vacate: Game {
    /// The seats that have been vacated.
    fn vacant(&self) -> SeatSet;

    /// Takes a seat out of the game, which goes on without it. Called only in games of three or more competing seats,
    /// while at least two others are left and the game is not over.
    fn vacate(&mut self, seat: Seat);
}

/// All seats share one score.
pub trait Cooperative: Game {
    /// The score so far.
    fn shared(&self) -> u32;

    /// What `action` scored, where it led from this position to `after`.
    fn scored(&self, action: Self::Action, after: &Self) -> Option<Scored>;
}

/// The list of legal actions is a part of them in some positions, where the rules page says so.
pub trait ListsInPart: Game {
    /// Whether the list is whole in this position.
    fn lists_all(&self) -> bool;

    /// An action that is accepted though not listed; `None` if there is none. `pick` draws a number below its
    /// argument. For the laws.
    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Self::Action>;
}

/// The rules page has match play: two games that belong together.
pub trait MatchPlay: Game {
    /// Options, each with its value, under which the second game starts after a first that has come here.
    fn rematch(&self) -> Vec<(&'static str, String)>;
}
