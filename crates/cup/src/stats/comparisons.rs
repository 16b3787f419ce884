//! All pairs of bots, compared together: ranks that hold at once.

use super::{
    BlockCounts,
    likelihood::above,
    luce::{DRAWN, Luce, alike, bots_of},
    profile_likelihood::ProfileLikelihood,
    sample::student_quantile_at,
};

/// The probability that any of the comparisons is wrong.
const ALPHA: f64 = 0.05;

/// The most bots that are compared, because the time grows with the fifth power of the number of bots.
const MOST_COMPARED: usize = 50;

/// The comparisons of all pairs of bots, of which all hold together in 95 of 100 tournaments.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparisons {
    /// The best and the worst rank by strength that each bot may have.
    pub ranks: Vec<[usize; 2]>,
    /// Letters, by bot. Bots that share a letter cannot be told apart.
    pub groups: Vec<String>,
    /// The likelihood that one bot is stronger than another, by both. Each holds alone. `None` for a bot itself.
    pub superiority: Vec<Vec<Option<f64>>>,
}

impl Comparisons {
    /// The comparisons of the first `bots` bots. `None` for fewer than two blocks, and for more than 50 bots.
    ///
    /// Two bots differ if their equality is rejected with an error of 5 % divided by the number of pairs (Olive Dunn,
    /// *Multiple Comparisons among Means*, 1961), by the profile of their ratings. The best rank of a bot is behind all
    /// bots that are surely stronger, its worst rank before all that are surely weaker. Such ranks hold whenever all
    /// comparisons do. (Diaa Al Mohamad, Jelle Goeman and Erik van Zwet, *Simultaneous Confidence Intervals for Ranks
    /// With Application to Ranking Institutions*, Biometrics 78, 2022.)
    pub fn of(bots: usize, blocks: &BlockCounts) -> Option<Self> {
        if bots > MOST_COMPARED {
            return None;
        }
        let blocks = alike(bots, blocks);
        if blocks.iter().map(|(_, count)| count).sum::<u64>() < 2 {
            return None;
        }
        let model = Luce::new(bots, DRAWN, &blocks);
        let strengths = model.strengths()?;
        let profile = ProfileLikelihood::new(&model, &blocks, &strengths);
        let mut counts = vec![0; bots];
        for block in &blocks {
            bots_of(block).into_iter().for_each(|bot| counts[bot] += block.1);
        }
        let alpha = ALPHA / (bots * bots.saturating_sub(1) / 2).max(1) as f64;
        let mut superiority = vec![vec![None; bots]; bots];
        // For each bot, true for the bots that are surely weaker.
        let mut beats = vec![vec![false; bots]; bots];
        for one in 0..bots {
            for other in 0..one {
                let mut contrast = vec![0.0; bots];
                (contrast[one], contrast[other]) = (1.0, -1.0);
                let ratio = profile.ratio(&contrast, 0.0);
                let is_above = strengths[one] > strengths[other];
                let los = above(ratio, is_above);
                (superiority[one][other], superiority[other][one]) = (Some(los), Some(1.0 - los));
                let freedom = counts[one].min(counts[other]).saturating_sub(1) as f64;
                let quantile = student_quantile_at(freedom, alpha);
                if quantile.is_some_and(|quantile| ratio > quantile.powi(2)) {
                    let (better, worse) = if is_above { (one, other) } else { (other, one) };
                    beats[better][worse] = true;
                }
            }
        }
        let count = |is: &dyn Fn(usize) -> bool| (0..bots).filter(|&other| is(other)).count();
        let ranks =
            (0..bots).map(|bot| [1 + count(&|other| beats[other][bot]), bots - count(&|other| beats[bot][other])]);
        Some(Self { ranks: ranks.collect(), groups: groups(&strengths, &beats), superiority })
    }
}

/// The letters of the groups: each longest run of bots, by strength, of which no two differ. (A compact letter display:
/// Hans-Peter Piepho, *An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons*, 2004, for runs.)
fn groups(strengths: &[f64], beats: &[Vec<bool>]) -> Vec<String> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|&one, &other| strengths[other].total_cmp(&strengths[one]));
    let mut letters = vec![String::new(); order.len()];
    let (mut end, mut number) = (0, 0);
    for start in 0..order.len() {
        let mut next = end.max(start);
        let fits = |next: usize| {
            (start..next).all(|place| {
                let (one, other) = (order[place], order[next]);
                !beats[one][other] && !beats[other][one]
            })
        };
        // A run that ends where the last one ended is a part of it, unless it is the first.
        while next < order.len() && fits(next) {
            next += 1;
        }
        if next > end {
            order[start..next].iter().for_each(|&bot| letters[bot].push_str(&letter(number)));
            (end, number) = (next, number + 1);
        }
    }
    letters
}

/// The letters a to z, then a1 to z1 and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_share_a_letter_if_no_two_of_a_run_differ() {
        let beats = |pairs: &[(usize, usize)]| {
            let mut beats = vec![vec![false; 4]; 4];
            pairs.iter().for_each(|&(one, other)| beats[one][other] = true);
            groups(&[4.0, 3.0, 2.0, 1.0], &beats)
        };
        assert_eq!(beats(&[]), ["a"; 4]);
        assert_eq!(beats(&[(0, 2), (0, 3), (1, 3)]), ["a", "ab", "bc", "c"]);
        assert_eq!(beats(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), ["a", "b", "c", "d"]);
        assert_eq!(beats(&[(0, 2), (0, 3), (1, 2), (1, 3)]), ["a", "a", "b", "b"]);
        assert_eq!(letter(27), "b1");
    }
}
