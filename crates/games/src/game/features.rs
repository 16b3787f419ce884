//! Features that only some games have, each a small trait. A game names its features in [`Game::ROW`]. Other code asks
//! [`Row`](super::Row), which has the defaults for games without a feature.

use uvi::Seed;

use super::{Draw, Game, ScoredTurn, Seat, SeatSet};

/// A game with chance events after its start.
pub trait ChanceEvents: Game {
    /// Adds the outcomes of the pending chance event, each with its weight. Adds nothing if no event is pending.
    fn outcomes(&self, outcomes: &mut Vec<(Self::Action, u32)>);

    /// The outcome that the seed gives to the pending chance event, by the key that the rules page states.
    ///
    /// # Panics
    /// May panic if no chance event is pending.
    fn chance(&self, seed: &Seed) -> Self::Action;

    /// The recipe by which [`ChanceEvents::chance`] draws, for other programs. `None` if no chance event is pending.
    fn draw(&self) -> Option<Draw>;
}

/// A game of three or more competing seats that goes on after a seat has given up.
pub trait Vacate: Game {
    /// The seats that have left the game.
    fn vacant(&self) -> SeatSet;

    /// Removes a seat. Called only if the game is not over and at least two other seats remain, so the game goes on.
    fn vacate(&mut self, seat: Seat);
}

/// A game in which all seats share one score.
pub trait Cooperative: Game {
    /// The score so far.
    fn shared(&self) -> u32;

    /// The score of `action`, which led from this position to `after`; `None` if the action scores nothing.
    fn scored(&self, action: Self::Action, after: &Self) -> Option<ScoredTurn>;
}

/// A game whose list of legal actions is incomplete in some positions, as the rules page says.
pub trait ListsInPart: Game {
    /// Returns true if the list is complete in this position.
    fn lists_all(&self) -> bool;

    /// A legal action that is not listed, for the law tests; `None` if the game offers no such action. `pick` returns a
    /// random number below its argument.
    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Self::Action>;
}

/// A game with match play on its rules page: two games form a match.
pub trait MatchPlay: Game {
    /// The options, each with its value, of the second game. `self` is the first game at its end.
    fn rematch(&self) -> Vec<(&'static str, String)>;
}

/// The counts of a position, as FEN has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveCounts {
    /// The number of moves of both sides since the last capture or pawn move.
    pub quiet: u32,
    /// The number of the move, from 1; the next one begins after Black's move.
    pub number: u32,
}

/// A position of orthodox chess for tables of endgames. A square is a bit: a1 is the least one, b1 the next, h8 the
/// greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endgame {
    /// The men of White and of Black.
    pub sides: [u64; 2],
    /// The kings, queens, rooks, bishops, knights and pawns of both.
    pub kinds: [u64; 6],
    /// The number of the square that a pawn has passed and on which it may be captured.
    pub passed: Option<u32>,
    /// True if White is to move.
    pub white_moves: bool,
}

impl Endgame {
    /// The number of men.
    pub fn men(&self) -> u32 {
        (self.sides[0] | self.sides[1]).count_ones()
    }
}

/// A game with the men of orthodox chess and no other rules, so that tables of endgames have its positions.
pub trait Endgames: Game {
    /// The position; `None` if a side may still castle.
    fn endgame(&self) -> Option<Endgame>;
}

/// A game whose positions count moves as FEN does.
pub trait CountsMoves: Game {
    /// The counts of the position.
    fn counts(&self) -> MoveCounts;
}
