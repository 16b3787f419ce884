//! The results of each pair of engines, as fastchess counts them.

use std::collections::BTreeMap;

use uvi_cup::stats::{BlockResults, Elo};

/// The results of an engine against others, from its view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PairScore {
    /// Losses, draws and wins.
    pub(crate) games: [u64; 3],
    /// Those of the games with White, unless pairs count.
    pub(crate) white: [u64; 3],
    /// The pairs of games with 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u64; 5],
    /// Of the pairs with a point each, those with two draws.
    pub(crate) drawn: u64,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct ScoreTable {
    scores: BTreeMap<(usize, usize), PairScore>,
    /// The first game of each pair whose second is not over: half points of the engine with the lower index.
    open: BTreeMap<(u32, usize, usize), usize>,
}

/// Figures of strength; not numbers if the results do not tell them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ShownStrength {
    /// Elo, and the half of its interval.
    pub(crate) elo: [f64; 2],
    /// Normalized Elo, and the half of its interval.
    pub(crate) nelo: [f64; 2],
    /// The chance in percent that the engine is the stronger one.
    pub(crate) los: f64,
}

impl ScoreTable {
    /// Adds a game of a round between two engines, in which White has this number of half points. Pairs count when both
    /// games are over if `in_pairs`.
    pub(crate) fn add(&mut self, round: u32, [white, black]: [usize; 2], halves: usize, in_pairs: bool) {
        let (low, high) = (white.min(black), white.max(black));
        let halves = if white == low { halves } else { 2 - halves };
        let score = self.scores.entry((low, high)).or_default();
        score.white[halves] += u64::from(white == low && !in_pairs);
        let mut games = vec![halves];
        if in_pairs {
            let Some(first) = self.open.remove(&(round, low, high)) else {
                self.open.insert((round, low, high), halves);
                return;
            };
            score.pairs[first + halves] += 1;
            score.drawn += u64::from(first == 1 && halves == 1);
            games.push(first);
        }
        games.into_iter().for_each(|halves| score.games[halves] += 1);
    }

    /// True if no pair of this round lacks its second game.
    pub(crate) fn is_whole(&self, round: u32, [one, other]: [usize; 2]) -> bool {
        !self.open.contains_key(&(round, one.min(other), one.max(other)))
    }

    /// The results of an engine against another, or against all others.
    pub(crate) fn of(&self, engine: usize, other: Option<usize>) -> PairScore {
        let mut sum = PairScore::default();
        for (&(low, high), score) in &self.scores {
            let against = if low == engine { high } else { low };
            if (low == engine || high == engine) && other.is_none_or(|other| other == against) {
                sum = sum.plus(if low == engine { *score } else { score.swapped() });
            }
        }
        sum
    }
}

impl PairScore {
    fn plus(mut self, more: Self) -> Self {
        self.games.iter_mut().zip(more.games).for_each(|(sum, more)| *sum += more);
        self.white.iter_mut().zip(more.white).for_each(|(sum, more)| *sum += more);
        self.pairs.iter_mut().zip(more.pairs).for_each(|(sum, more)| *sum += more);
        self.drawn += more.drawn;
        self
    }

    fn swapped(mut self) -> Self {
        self.white = self.black();
        self.white.reverse();
        self.games.reverse();
        self.pairs.reverse();
        self
    }

    /// The games with Black: losses, draws and wins.
    pub(crate) fn black(&self) -> [u64; 3] {
        [0, 1, 2].map(|halves| self.games[halves] - self.white[halves])
    }

    pub(crate) fn count(&self) -> u64 {
        self.games.iter().sum()
    }

    pub(crate) fn points(&self) -> f64 {
        self.games[2] as f64 + self.games[1] as f64 / 2.0
    }

    pub(crate) fn results(&self, in_pairs: bool) -> BlockResults {
        if in_pairs { BlockResults::from_pentanomial(self.pairs) } else { BlockResults::from_halves(1, &self.games) }
    }

    pub(crate) fn strength(&self, in_pairs: bool) -> ShownStrength {
        let results = self.results(in_pairs);
        // An end of the interval may be a share that no results have.
        let half = |low: f64, high: f64| Some((high - low) / 2.0).filter(|half| half.is_finite()).unwrap_or(f64::NAN);
        let counts: &[u64] = if in_pairs { &self.pairs } else { &self.games };
        let halves: u64 = (0..).zip(counts).map(|(halves, count)| halves * count).sum();
        let share = halves as f64 / ((counts.len() as u64 - 1) * counts.iter().sum::<u64>()) as f64;
        // By fastchess's formula, which makes even results -0.
        let value = -400.0 * (1.0 / share - 1.0).log10();
        if let Some(Elo { elo, normalized: Some(nelo), los }) = Elo::normal(&results) {
            return ShownStrength {
                elo: [value, half(elo.low, elo.high)],
                nelo: [nelo.value, half(nelo.low, nelo.high)],
                los: los * 100.0,
            };
        }
        // All results are equal, or there are none. What is no number is negative, as processors make it.
        let none = -f64::NAN;
        let told = |is_known: bool, figure: f64| if is_known { figure } else { none };
        let is_uneven = share != 0.5 && !share.is_nan();
        let elo = told(!share.is_nan(), value);
        ShownStrength {
            elo: [elo, told(share > 0.0 && share < 1.0, 0.0)],
            nelo: [told(is_uneven, (share - 0.5) * f64::INFINITY), none],
            los: told(is_uneven, 100.0 * f64::from(share > 0.5)),
        }
    }
}
