//! The sequential probability ratio test of one strength against another.

use super::{
    BlockResults,
    elo::{NELO_OF_DEVIATION, score_of_elo},
    pentanomial::moments,
    tilt::tilted,
};
use crate::terms::{Model, SprtKeys};

/// The most iterations of the fixed point for normalized Elo; a handful are usually enough.
const ROUNDS: usize = 100;

/// The greatest absolute value of elo0 and elo1.
const MOST_ELO: f64 = 1000.0;

/// The precision of a probability at which the fixed point is reached.
const EXACT: f64 = 1e-12;

/// The test of H0, that a bot is stronger by elo0, against H1, that it is stronger by elo1.
///
/// All other unknowns (the rate of even blocks, the dependence of games in a block) are estimated under each
/// hypothesis. So this is the generalized test, GSPRT, for two seats. (Abraham Wald, *Sequential Tests of Statistical
/// Hypotheses*, 1945, for the bounds; Michel Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial.pdf,
/// Proposition 1.1, for Elo; the same, *Comments on Normalized Elo*, section 4.1, for normalized Elo. fishtest and
/// fastchess compute the same.)
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

uvi::spelled! {
    /// The verdict of a test.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum TestVerdict {
        /// H0 is accepted: the bot is stronger by elo0 at most.
        H0 = "H0",
        /// H1 is accepted: the bot is stronger by elo1 at least.
        H1 = "H1",
        /// More blocks are needed.
        Undecided = "undecided",
    }
}

impl TestVerdict {
    /// The verdict in a sentence: `H1 accepted`.
    pub fn told(self) -> &'static str {
        match self {
            Self::H0 => "H0 accepted",
            Self::H1 => "H1 accepted",
            Self::Undecided => "undecided",
        }
    }
}

/// The reason why a test is impossible.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what is wrong")]
pub enum SprtError {
    #[error("expected elo0 below elo1, both between -{MOST_ELO} and {MOST_ELO}, found {elo0} and {elo1}")]
    Elo { elo0: f64, elo1: f64 },
    #[error("expected alpha and beta above 0, with a sum below 1, found {alpha} and {beta}")]
    Errors { alpha: f64, beta: f64 },
    #[error(
        "model = \"bayesian\": expected games = true, because BayesElo follows from wins, draws and losses of games"
    )]
    Blocks,
}

impl SprtKeys {
    /// The test with these figures.
    ///
    /// # Errors
    /// If the figures are out of range.
    pub fn test(&self) -> Result<Sprt, SprtError> {
        if self.model == Model::Bayesian && !self.games {
            return Err(SprtError::Blocks);
        }
        Sprt::new(self.model, [self.elo0, self.elo1], [self.alpha, self.beta])
    }
}

impl Sprt {
    /// The test with these hypotheses. H1 is accepted with probability `alpha` if H0 is true, and H0 with probability
    /// `beta` if H1 is true.
    ///
    /// # Errors
    /// If elo0 is not less than elo1, or either is more than 1000 from 0. If alpha or beta is not above 0, or if their
    /// sum is not below 1.
    pub fn new(model: Model, [elo0, elo1]: [f64; 2], [alpha, beta]: [f64; 2]) -> Result<Self, SprtError> {
        if !(-MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO) {
            return Err(SprtError::Elo { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Errors { alpha, beta });
        }
        Ok(Self { model, elo0, elo1, alpha, beta })
    }

    /// elo0 and elo1.
    pub fn elos(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The unit of elo0 and elo1.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The mean shares of a block that the hypotheses expect, if the share of a block of `games` games has this variance.
    pub(super) fn scores(&self, games: u32, variance: f64) -> [f64; 2] {
        self.elos().map(|elo| match self.model {
            // Without draws, BayesElo is Elo.
            Model::Logistic | Model::Bayesian => score_of_elo(elo),
            Model::Normalized => 0.5 + elo / NELO_OF_DEVIATION * (f64::from(games) * variance).sqrt(),
        })
    }

    /// The lower and the upper bound of the log likelihood ratio: ln(β/(1−α)) and ln((1−β)/α).
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The log likelihood ratio ln(L1/L0), with the likelihoods of the results under H1 and H0. 0 if there are none.
    pub fn llr(&self, results: &BlockResults) -> f64 {
        self.llr_and_spread(results)[0]
    }

    /// The log likelihood ratio and its standard deviation. The ratio is a sum with a part for each block: as a function
    /// of the results, its derivative by the number of blocks with a share is the logarithm of p1/p0 of this share.
    pub(super) fn llr_and_spread(&self, results: &BlockResults) -> [f64; 2] {
        if results.counts().is_empty() {
            return [0.0; 2];
        }
        let (shares, blocks) = results.frequencies();
        let with_score = |score: f64| tilted(&shares, |share| share - score);
        let likeliest = match self.model {
            Model::Logistic => self.elos().map(|elo| with_score(score_of_elo(elo))),
            Model::Normalized => self.deviations(results).map(|t| with_t(&shares, t)),
            // The rate of draws is unknown without a win and a loss.
            Model::Bayesian if results.count_of(0.0) == 0 || results.count_of(1.0) == 0 => return [0.0; 2],
            Model::Bayesian => {
                let odds = |at: Option<&(f64, f64)>| at.map_or(1.0, |(_, p)| (1.0 - p) / p);
                let drawn = 200.0 * (odds(shares.first()) * odds(shares.last())).log10();
                self.elos().map(|elo| with_score(score_of_bayes_elo(elo, drawn)))
            }
        };
        let (mean, variance) = match likeliest {
            [Some(under0), Some(under1)] => {
                let ratios = under0.iter().zip(&under1).map(|(p0, p1)| (p1 / p0).ln());
                moments(ratios.zip(&shares).map(|(ratio, &(_, p))| (ratio, p)))
            }
            _ => {
                let bounds @ [t0, t1] = self.deviations(results);
                (normal_ratio(&shares, bounds), (t1 - t0).powi(2))
            }
        };
        [blocks * mean, (blocks * variance).sqrt()]
    }

    /// For H0 and H1 in normalized Elo: the mean share's distance from ½, in standard deviations of a block's share.
    fn deviations(&self, results: &BlockResults) -> [f64; 2] {
        self.elos().map(|elo| f64::from(results.games()).sqrt() * elo / NELO_OF_DEVIATION)
    }

    /// Compares the log likelihood ratio with its bounds, after every finished block; the first real verdict counts.
    pub fn verdict(&self, results: &BlockResults) -> TestVerdict {
        let [lower, upper] = self.bounds();
        match self.llr(results) {
            llr if llr >= upper => TestVerdict::H1,
            llr if llr <= lower => TestVerdict::H0,
            _ => TestVerdict::Undecided,
        }
    }
}

/// The expected share at this difference in BayesElo, if draws have this strength. (Rémi Coulom, *Bayeselo*.)
fn score_of_bayes_elo(elo: f64, drawn: f64) -> f64 {
    let (win, loss) = (score_of_elo(elo - drawn), score_of_elo(-elo - drawn));
    win + (1.0 - win - loss) / 2.0
}

/// The likeliest probabilities if the mean is `t` standard deviations above ½. The condition is not linear, so each
/// iteration uses its linear part at the last solution, until the solution is stable. `None` if the solution does not
/// become stable, for example if nearly all blocks are equal or `t` is extreme.
fn with_t(shares: &[(f64, f64)], t: f64) -> Option<Vec<f64>> {
    let mut old = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(shares.iter().zip(&old).map(|((share, _), &p)| (*share, p)));
        let deviation = variance.sqrt();
        let condition = |share: f64| share - 0.5 - t * deviation * (1.0 + ((share - mean) / deviation).powi(2)) / 2.0;
        let new = tilted(shares, condition)?;
        let change = old.iter().zip(&new).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        old = new;
        if change < EXACT {
            return Some(old);
        }
    }
    None
}

/// The mean log likelihood ratio of a block if shares are taken as normal. Under H1 the mean share is `t1` standard
/// deviations above ½, under H0 `t0`. (*Comments on Normalized Elo*, section 4.2.)
fn normal_ratio(shares: &[(f64, f64)], [t0, t1]: [f64; 2]) -> f64 {
    let (mean, variance) = moments(shares.iter().copied());
    let t = (mean - 0.5) / variance.sqrt();
    ((t - t0).powi(2).ln_1p() - (t - t1).powi(2).ln_1p()) / 2.0
}
