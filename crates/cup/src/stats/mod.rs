//! What the results of a tournament say. It knows bots by their index, seats and scores; no game, no clock and no
//! random source: where chance is needed, a stream of the seed is an argument.
//!
//! The unit is the **block**: all games of a table over the same luck, which differ in the seating. Games of a block are
//! not independent, blocks are; so every interval and every test counts blocks, and a block is counted when it is whole.
//! An [`Interval`] holds the true value in 95 of 100 tournaments. Those of shares, Elo and ratings have all values that
//! the blocks do not contradict by their likelihood ratio, which is the one of the sequential test: so they stay within
//! what is possible, and have a width where all blocks went alike. `cargo bench -p uvi-cup --bench intervals` shows how
//! often they hold.
//!
//! # What number is what
//!
//! Where each seat has points of its own:
//!
//! - **points**: the sum of what the rules gave ([`Tally::points`]).
//! - **share**: the part that a bot got of the points of a game, from 0 to 1, on the average ([`Tally::share`]). An
//!   average player has 1/2 with two seats, 1/3 with three.
//! - **wins, draws, losses**: games with more points than the other, as many, and fewer; two seats only.
//! - **place**: 1 for the most points of a game; those with as many share the mean of their places.
//! - **Elo**: the difference of strength at which the share would be expected, 400 points for 10 : 1 ([`Elo::elo`]). With
//!   three seats or more it is that of the share of what both got ([`Elo::between`]).
//! - **nElo**: the same in units of the spread of a game, so that it does not depend on how many games are drawn; it
//!   says how many games it takes to see the difference ([`Elo::normalized`]).
//! - **LOS**: how likely it is that the bot is the better one, given that nothing was known before ([`Elo::los`]).
//! - **pentanomial**: how many pairs of games gave 0, ½, 1, 1½ and 2 points ([`BlockResults::pentanomial`]).
//! - **LLR**: how much likelier the results are with elo1 than with elo0, as a logarithm; a sequential test ends when it
//!   leaves its bounds ([`Sprt`]).
//! - **rating**: the strength among all bots, on the scale of Elo ([`ratings`]).
//! - **pairs**: Elo, LOS and pentanomial of two bots by their blocks alone ([`pairs`](pairs())).
//! - **cross table**: how often a bot had more points than another, as many, and fewer ([`CrossTable`]).
//! - **seat share**: what the seat is worth, whoever sits there ([`seat_shares`]).
//!
//! Where all seats have one score:
//!
//! - **mean score**: of all games ([`mean_score`]).
//! - **partner matrix**: the mean score of each bot with each ([`Partners`]).
//! - **effect**: by how much the score changes when this bot takes a seat from an average bot ([`Effects`]).
//! - **share beside the same partners**: the part that a bot has of the points that it and another score with the same
//!   partners on the same luck ([`shares_beside`]).
//!
//! In either kind of game:
//!
//! - **lead**: by how much the first bot's share is above an equal one, with an interval that may be looked at after every
//!   block ([`ConfidenceSequence`]).

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
pub use sprt::{BadSprt, Sprt, TestVerdict};
pub use tally::Tally;

pub use crate::terms::Model;
