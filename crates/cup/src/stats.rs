//! The statistics of results. The module knows bots by index, seats and scores. It knows no game and no clock. Its
//! simulations use fixed random numbers, so equal results give equal statistics.
//!
//! The unit is the **block**: all games of a table with the same chance events and opening, in different seatings.
//! Games of a block depend on each other. Blocks depend on each other too if they share a **deal**: the tables of a round
//! have the same luck and opening. So every interval and every test counts deals ([`BlockCounts::with_deals`]), or blocks
//! if each has a deal of its own, or if all games have the same start and no chance; and only blocks whose games are all
//! finished. The interval of an [`Estimate`] holds the true value in 95 of 100 tournaments. An
//! interval of a share, an Elo or a rating contains every value that the likelihood ratio of the sequential test does
//! not reject. So the interval stays within possible values, and has a width even if all blocks are equal. `cargo bench
//! -p uvi-cup --bench intervals` measures how often intervals hold the true value. If a sequential test may have ended the
//! blocks, intervals hold at any time ([`BlockCounts::tested`]).
//!
//! # The numbers
//!
//! If each seat has points of its own:
//!
//! - **points**: the sum of points by the rules ([`Tally::points`]).
//! - **share**: the mean part of the points of a game, from 0 to 1 ([`Tally::share`]). An average player has 1/2 with
//!   two seats, 1/3 with three.
//! - **wins, draws, losses**: games in which the bot had more points than the other bot, equal points, or fewer points;
//!   two seats only.
//! - **place**: 1 for the most points of a game. Bots with equal points share the mean of their places.
//! - **Elo**: the difference of strength at which the share would be expected, 400 points for 10 : 1 ([`Elo::elo`]).
//!   With three seats or more, it is the share of the points that the two bots have together ([`Elo::between`]).
//! - **nElo**: the difference of strength in units of the spread of a game, so that draws do not change it. It tells
//!   how many games are needed to see the difference ([`Elo::normalized`]).
//! - **LOS**: the probability that the bot is the stronger one, if nothing was known before ([`Elo::los`]).
//! - **pentanomial**: the numbers of pairs of games with 0, ½, 1, 1½ and 2 points ([`BlockResults::pentanomial`]).
//! - **LLR**: the logarithm of the ratio between the likelihoods of the results with elo1 and with elo0. A sequential
//!   test ends when the LLR reaches a bound ([`Sprt`]).
//! - **Elo after a sequential test**: the median-unbiased estimate, because a test that stops when results look good finds
//!   them better than they are ([`Elo::after`]).
//! - **rating**: the strength among all bots, on the scale of Elo ([`ratings()`]).
//! - **ranks**: the ranks by strength that each bot may have, all of which hold together ([`Comparisons`]).
//! - **pairs**: Elo, LOS and pentanomial of two bots, from the blocks in which both play ([`Elo::between`]).
//! - **cross table**: the numbers of games in which a bot had more points than another, equal points, and fewer points
//!   ([`CrossTable`]).
//! - **seat share**: the mean share of the points of a seat, for all bots together ([`seat_shares`]).
//!
//! If all seats have one score:
//!
//! - **mean score**: the mean score of all blocks ([`mean_score`]).
//! - **partner matrix**: the mean score of each pair of bots at the same table ([`Partners`]).
//! - **effect**: the change of the score when this bot takes a seat from an average bot ([`Effects`]).
//! - **share beside the same partners**: a bot's part of the sum of its score and another bot's score, both with the
//!   same partners ([`shares_beside`]).
//!
//! In either kind of game:
//!
//! - **lead**: the first bot's share minus an equal share, with an interval that stays valid if it is computed after
//!   every block ([`ConfidenceSequence`]).

mod block_counts;
mod brownian;
mod comparisons;
mod cross_table;
mod difference;
mod dominance;
mod effects;
mod elo;
mod elo_after_test;
mod evidence;
mod likelihood;
mod luce;
mod meeting_games;
mod outlook;
mod partners;
mod pentanomial;
mod profile_likelihood;
mod ratings;
mod ratio;
mod sample;
mod score;
mod sequence;
mod sprt;
mod tally;
mod tilt;

pub use block_counts::BlockCounts;
pub(crate) use block_counts::UnitKinds;
pub use comparisons::Comparisons;
pub(crate) use comparisons::MOST_LETTERS;
pub use cross_table::CrossTable;
pub(crate) use difference::part_of_both;
pub use difference::shares_beside;
pub use effects::Effects;
pub use elo::{Elo, score_of_elo};
pub(crate) use luce::known_strengths;
pub use outlook::{Outlook, Prospect, elo0_within, fixed_margin_within, margin_within, normal_values, undrawn_values};
pub(crate) use partners::mean_scores;
pub use partners::{Partners, mean_score};
pub use pentanomial::BlockResults;
pub use ratings::{Zero, ratings};
pub use ratio::ratio_of_means;
pub use sample::{Estimate, Sample};
pub(crate) use score::BlockBots;
pub use score::{BlockKind, BlockScore, GameScore, PointSum};
pub use sequence::{ConfidenceSequence, Wager};
pub use sprt::{Sprt, SprtError, TestVerdict};
pub use tally::{Tally, seat_shares};

pub use crate::terms::Model;
