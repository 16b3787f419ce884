//! The model of Luce: the strengths of bots by their shares of points.

use itertools::Itertools as _;
use nalgebra::{DMatrix, DVector};

use super::{
    BlockCounts,
    meeting_games::{MeetingGames, expect},
};

/// The most steps of Newton's method; a dozen are usually enough.
const STEPS: usize = 200;

/// The search ends with a step that changes strengths (logarithms) by less than this number, far less than a point of
/// Elo. Steps converge quadratically, until rounding stops them.
const EXACT: f64 = 1e-7;

/// The relative precision of a step after one of width 1, and its bounds. Precise steps far from the end would be lost time:
/// the error of a step is far less than the step after it. (Dembo, Eisenstat and Steihaug, *Inexact Newton Methods*, 1982.)
const PRECISE: f64 = 1e-3;
const MOST_PRECISE: f64 = 1e-10;
const LEAST_PRECISE: f64 = 1e-2;

/// The number of drawn games that are added for each bot, against a bot of strength 1: the count of an outcome that is
/// possible but did not occur. The added games keep strengths finite if a bot has won or lost every game. If results
/// bound a strength, they move it by less than a point of Elo.
pub(super) const DRAWN: f64 = super::likelihood::PRIOR;

/// The model of Luce for a set of games.
///
/// The model chooses one seat in each game, with a chance proportional to its strength (R. D. Luce, *Individual Choice
/// Behavior*, 1959). If seats divide the points, each seat counts as chosen with its part of the points. So at the
/// likeliest strengths, the expected points of each bot are its actual points. For two seats this is the model of
/// Bradley and Terry, and of Elo, with a draw as half a win. If the winner takes all, a game does not compare the
/// losers with each other. Strengths are stored as logarithms.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Luce {
    bots: usize,
    /// The number of drawn games of each bot against a bot of strength 1.
    drawn: f64,
    /// All games, by their bots.
    pub(super) meetings: Vec<MeetingGames>,
}

impl Luce {
    /// The model of `bots` bots after these blocks, which have no others, with `drawn` added drawn games for each bot.
    pub(super) fn of(bots: usize, drawn: f64, blocks: &BlockCounts) -> Self {
        Self { bots, drawn, meetings: blocks.games().cloned().collect() }
    }

    /// The likeliest strengths, as logarithms, by Newton's method. `None` if the search does not converge in `STEPS`
    /// steps. With added drawn games it does converge.
    pub(super) fn strengths(&self) -> Option<Vec<f64>> {
        let mut strengths = vec![0.0; self.bots];
        let mut width = f64::INFINITY;
        for _ in 0..STEPS {
            let precise = (PRECISE * width).clamp(MOST_PRECISE, LEAST_PRECISE);
            let step = self.curvature(&strengths).solve(&self.slope(&strengths), precise);
            let (least, most) = step.iter().fold((0.0_f64, 0.0_f64), |(least, most), &s| (least.min(s), most.max(s)));
            width = most - least;
            // The step is damped, so that it never makes the result less likely. (Francis Bach, *Self-Concordant
            // Analysis for Logistic Regression*, 2010, proposition 1.)
            let part = if width < EXACT { 1.0 } else { width.ln_1p() / width };
            strengths.iter_mut().zip(step).for_each(|(strength, step)| *strength += part * step);
            if width < EXACT {
                return Some(strengths);
            }
        }
        None
    }

    /// For each bot, the number of its group: the bots that met, or met through others.
    pub(super) fn groups(&self) -> Vec<usize> {
        let mut groups: Vec<usize> = (0..self.bots).collect();
        for meeting in &self.meetings {
            for (&(one, _), &(other, _)) in meeting.bots.iter().tuple_windows() {
                let (kept, joined) = (groups[one], groups[other]);
                groups.iter_mut().filter(|group| **group == joined).for_each(|group| *group = kept);
            }
        }
        groups
    }

    /// The derivative of the log likelihood by each strength.
    pub(super) fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let mut slope: Vec<f64> = strengths.iter().map(|&strength| self.drawn * (0.5 - logistic(strength))).collect();
        let mut expected = Vec::new();
        for meeting in &self.meetings {
            expect(&meeting.bots, strengths, &mut expected);
            for ((&(bot, _), got), expected) in meeting.bots.iter().zip(&meeting.got).zip(&expected) {
                slope[bot] += got - meeting.games * expected;
            }
        }
        slope
    }

    /// The negative second derivative of the log likelihood.
    pub(super) fn curvature(&self, strengths: &[f64]) -> Curvature {
        let drawn = |&strength: &f64| self.drawn * logistic(strength) * logistic(-strength);
        let drawn: Vec<f64> = strengths.iter().map(drawn).collect();
        let mut diagonal = drawn.clone();
        let mut pairs = Vec::with_capacity(self.meetings.len());
        let mut expected = Vec::new();
        for meeting in &self.meetings {
            expect(&meeting.bots, strengths, &mut expected);
            for [(&(one, _), part), (&(other, _), other_part)] in
                meeting.bots.iter().zip(&expected).array_combinations()
            {
                let information = meeting.games * part * other_part;
                diagonal[one] += information;
                diagonal[other] += information;
                pairs.push((one, other, information));
            }
        }
        Curvature { pairs, drawn, diagonal }
    }
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

/// The number of drawn games against an average bot that each bot is given, so that a bot without games has a strength
/// and an uncertainty: a standard error of 2, or 347 points of Elo.
const GIVEN: f64 = 1.0;

/// The strengths of `bots` bots after these blocks, which have no others, as natural logarithms; and the information about
/// each if all other strengths were known: the inverse of its variance.
pub(crate) fn known_strengths(bots: usize, blocks: &BlockCounts) -> (Vec<f64>, Vec<f64>) {
    let model = Luce::of(bots, GIVEN, blocks);
    let strengths = model.strengths().unwrap_or_else(|| vec![0.0; bots]);
    let information = model.curvature(&strengths).diagonal;
    (strengths, information)
}

/// The negative second derivative of the log likelihood at some strengths: the information about them.
#[derive(Debug)]
pub(super) struct Curvature {
    /// The information of games about the difference of two bots. A pair may occur several times.
    pairs: Vec<(usize, usize, f64)>,
    drawn: Vec<f64>,
    /// The information about each bot's strength if all other strengths are known.
    pub(super) diagonal: Vec<f64>,
}

impl Curvature {
    pub(super) fn matrix(&self) -> DMatrix<f64> {
        let mut matrix = DMatrix::from_diagonal(&DVector::from_column_slice(&self.diagonal));
        for &(one, other, information) in &self.pairs {
            matrix[(one, other)] -= information;
            matrix[(other, one)] -= information;
        }
        matrix
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        let mut product: Vec<f64> = vector.iter().zip(&self.drawn).map(|(value, drawn)| value * drawn).collect();
        for &(one, other, information) in &self.pairs {
            let flow = information * (vector[one] - vector[other]);
            product[one] += flow;
            product[other] -= flow;
        }
        product
    }

    /// Solves for the vector that gives this product, to a relative precision of `exact`, by conjugate gradients.
    /// (Hestenes and Stiefel, 1952; each bot is scaled by its diagonal element.)
    pub(super) fn solve(&self, product: &[f64], exact: f64) -> Vec<f64> {
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(one, other)| one * other).sum::<f64>();
        let scaled = |vector: &[f64]| vector.iter().zip(&self.diagonal).map(|(v, d)| v / d).collect::<Vec<f64>>();
        let mut found = vec![0.0; product.len()];
        let mut left = product.to_vec();
        let mut direction = scaled(&left);
        let mut size = dot(&left, &direction);
        let enough = size * exact * exact;
        for _ in 0..4 * product.len() + 10 {
            let image = self.times(&direction);
            let information = dot(&direction, &image);
            // Without added games nothing is known about the mean of all strengths.
            if size <= enough || information <= 0.0 {
                break;
            }
            let along = size / information;
            found.iter_mut().zip(&direction).for_each(|(found, direction)| *found += along * direction);
            left.iter_mut().zip(&image).for_each(|(left, image)| *left -= along * image);
            let next = scaled(&left);
            let turned = dot(&left, &next);
            direction.iter_mut().zip(next).for_each(|(old, next)| *old = next + turned / size * *old);
            size = turned;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;

    /// The strengths relative to the last bot, after games with the winner named first, without drawn games.
    fn strengths(bots: usize, games: impl IntoIterator<Item = Vec<usize>>) -> Vec<f64> {
        let games = games.into_iter().map(|game| {
            let (winner, table) = (game[0], game.iter().copied().sorted().collect_vec());
            let got = table.iter().map(|&bot| f64::from(u8::from(bot == winner))).collect();
            MeetingGames { bots: table.into_iter().map(|bot| (bot, 1)).collect(), games: 1.0, got }
        });
        let strengths = Luce { bots, drawn: 0.0, meetings: games.collect() }.strengths().unwrap();
        strengths.iter().map(|strength| strength - strengths[bots - 1]).collect()
    }

    #[track_caller]
    fn check(found: &[f64], expected: &[f64], error: f64) {
        assert_eq!(found.len(), expected.len());
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= error);
        assert!(near, "{found:?} is not {expected:?}");
    }

    /// Alan Agresti, *Categorical Data Analysis*, 2nd edition 2002, tables 10.10 and 10.11: the American League in
    /// 1987, games won by Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and Baltimore against each other.
    #[test]
    fn baseball_teams_are_as_strong_as_agresti_says() {
        let won = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let games = won.iter().enumerate().flat_map(|(winner, row)| {
            let against = move |(loser, &times)| std::iter::repeat_n(vec![winner, loser], times);
            row.iter().enumerate().flat_map(against)
        });
        check(&strengths(7, games), &[1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0], 0.005);
    }

    /// `opt_top1` of the Python package choix 0.4.1, which maximizes by another method. The winner stands first.
    #[test]
    fn winners_of_three_have_the_strengths_that_choix_gives_them() {
        let games = [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 3],
            [3, 1, 0],
            [2, 4, 0],
            [4, 2, 3],
            [1, 4, 2],
            [3, 4, 0],
            [0, 4, 1],
            [2, 3, 1],
            [1, 3, 4],
            [4, 0, 3],
            [0, 1, 4],
            [2, 1, 0],
        ];
        let expected = [0.54775269, 0.24929373, 0.67939752, 0.12551105, 0.0];
        check(&strengths(5, games.map(|game| game.to_vec())), &expected, 1e-6);
    }

    #[test]
    fn who_never_lost_is_expected_to_get_what_it_got_with_a_drawn_game() {
        let games = MeetingGames { bots: smallvec![(0, 1), (1, 1)], games: 10.0, got: smallvec![10.0, 0.0] };
        let strengths = Luce { bots: 2, drawn: 1.0, meetings: vec![games] }.strengths().unwrap();
        check(&[strengths[0] + strengths[1]], &[0.0], 1e-9);
        check(&[10.0 * logistic(strengths[0] - strengths[1]) + logistic(strengths[0])], &[10.5], 1e-9);
    }
}
