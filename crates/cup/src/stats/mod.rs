//! The statistics of results. The module knows bots by index, seats and scores. It knows no game, no clock and no
//! random source: a stream of the seed is an argument.
//!
//! The unit is the **block**: all games of a table over the same luck, which differ in the seating. Games of a block
//! are not independent, but blocks are. So every interval and every test counts blocks, and only whole ones. An
//! [`Interval`] holds the true value in 95 of 100 tournaments. Intervals of shares, Elo and ratings have all values
//! that the blocks do not contradict by the likelihood ratio of the sequential test. So they stay within possible
//! values, and have a width even if all blocks are equal. `cargo bench -p uvi-cup --bench intervals` shows how often
//! they hold the true value.
//!
//! # The numbers
//!
//! If each seat has points of its own:
//!
//! - **points**: the sum of points by the rules ([`Tally::points`]).
//! - **share**: the mean part of the points of a game, from 0 to 1 ([`Tally::share`]). An average player has 1/2 with
//!   two seats, 1/3 with three.
//! - **wins, draws, losses**: games with more points than the other, as many, and fewer; two seats only.
//! - **place**: 1 for the most points of a game. Bots with equal points share the mean of their places.
//! - **Elo**: the difference of strength at which the share would be expected, 400 points for 10 : 1 ([`Elo::elo`]).
//!   With three seats or more, the share is that of the points of both bots ([`Elo::between`]).
//! - **nElo**: Elo in units of the spread of a game, so that it does not depend on the number of draws. It shows how
//!   many games it takes to see the difference ([`Elo::normalized`]).
//! - **LOS**: the likelihood that the bot is the better one, if nothing was known before ([`Elo::los`]).
//! - **pentanomial**: the numbers of pairs of games with 0, ½, 1, 1½ and 2 points ([`BlockResults::pentanomial`]).
//! - **LLR**: the logarithm of the ratio between the likelihoods of the results with elo1 and with elo0. A sequential
//!   test ends when it leaves its bounds ([`Sprt`]).
//! - **rating**: the strength among all bots, on the scale of Elo ([`ratings()`]).
//! - **pairs**: Elo, LOS and pentanomial of two bots by their blocks alone ([`pairs`](pairs())).
//! - **cross table**: the numbers of games in which a bot had more points than another, as many, and fewer
//!   ([`CrossTable`]).
//! - **seat share**: the worth of the seat, whatever bot sits there ([`seat_shares`]).
//!
//! If all seats have one score:
//!
//! - **mean score**: of all games ([`mean_score`]).
//! - **partner matrix**: the mean score of each bot with each ([`Partners`]).
//! - **effect**: the change of the score when this bot takes a seat from an average bot ([`Effects`]).
//! - **share beside the same partners**: the part that a bot has of the points that it and another score with the same
//!   partners on the same luck ([`shares_beside`]).
//!
//! In either kind of game:
//!
//! - **lead**: the first bot's share minus an equal share, with an interval that may be looked at after every block
//!   ([`ConfidenceSequence`]).

mod cross_table;
mod difference;
mod effects;
mod elo;
mod likelihood;
mod luce;
mod outlook;
mod pairs;
mod partners;
mod pentanomial;
mod ratings;
mod sample;
mod score;
mod seats;
mod sequence;
mod sprt;
mod tally;

pub use cross_table::{CrossTable, Encounter};
pub use difference::shares_beside;
pub use effects::Effects;
pub use elo::Elo;
pub use outlook::{Outlook, Prospect, elo0_within, margin_within, normal_values, undrawn_values};
pub use pairs::{Pair, pairs};
pub use partners::{Partners, mean_score};
pub use pentanomial::BlockResults;
pub use ratings::{Zero, ratings};
pub use sample::{Estimate, Interval, Sample};
pub use score::{BlockScore, GameScore, PointSum};
pub use seats::seat_shares;
pub use sequence::{ConfidenceSequence, Wager};
pub use sprt::{Sprt, SprtError, TestVerdict};
pub use tally::Tally;

pub use crate::terms::Model;
