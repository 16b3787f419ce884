//! All pairs of bots, compared together: ranks that hold at once.

use super::{
    BlockCounts,
    evidence::Evidence,
    likelihood::above,
    luce::{DRAWN, Luce},
    profile_likelihood::ProfileLikelihood,
};

/// The probability that any of the comparisons is wrong.
const ALPHA: f64 = 0.05;

/// The most bots that are compared, because the time grows with the fifth power of the number of bots.
const MOST_COMPARED: usize = 50;

/// The most letters of groups: a to z, and a1 to z1. More would tell a reader nothing.
pub(crate) const MOST_LETTERS: usize = 52;

/// The comparisons of all pairs of bots, of which all hold together in 95 of 100 tournaments.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparisons {
    /// The best and the worst rank by strength that each bot may have.
    pub ranks: Vec<[usize; 2]>,
    /// Letters, by bot. Two bots share a letter if and only if neither is surely stronger than the other. `None` if this
    /// takes too many letters to read.
    pub groups: Option<Vec<String>>,
    /// The likelihood that one bot is stronger than another, by both. Each holds alone. `None` for a bot itself, and for bots
    /// that never met, not even through others.
    pub superiority: Vec<Vec<Option<f64>>>,
}

impl Comparisons {
    /// The comparisons of `bots` bots, of which the blocks are. `None` for fewer than two blocks, and for more than 50
    /// bots.
    ///
    /// Two bots differ if their equality is rejected with an error of 5 % divided by the number of pairs (Olive Dunn,
    /// *Multiple Comparisons among Means*, 1961), by the profile of their ratings. The best rank of a bot is behind all
    /// bots that are surely stronger, its worst rank before all that are surely weaker. Such ranks hold whenever all
    /// comparisons do. (Diaa Al Mohamad, Jelle Goeman and Erik van Zwet, *Simultaneous Confidence Intervals for Ranks
    /// With Application to Ranking Institutions*, Biometrics 78, 2022.)
    ///
    /// # Panics
    /// If a block has a bot beyond `bots`.
    pub fn of(bots: usize, blocks: &BlockCounts) -> Option<Self> {
        if bots > MOST_COMPARED {
            return None;
        }
        let model = Luce::of(bots, DRAWN, blocks);
        // A comparison of many looks far beyond the range of a few deals.
        let evidence = Evidence::new(blocks.units(), false);
        if evidence.count() < 2 {
            return None;
        }
        let strengths = model.strengths()?;
        let profile = ProfileLikelihood::new(&model, &evidence, &strengths);
        let own = blocks.units_of_each(bots);
        let counts: Vec<u64> = own.iter().map(|own| own.iter().map(|(_, count)| count).sum()).collect();
        let has_met = model.groups();
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
                let observations = counts[one].min(counts[other]);
                if has_met[one] == has_met[other] {
                    let los = above(ratio, is_above, observations);
                    (superiority[one][other], superiority[other][one]) = (Some(los), Some(1.0 - los));
                }
                let rejection = blocks.rejection(observations, alpha);
                if rejection.is_some_and(|rejection| ratio > rejection) {
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

/// The letters of the groups, the strongest first: sets of bots of which no two differ, until any two bots that do not
/// differ share one. `None` if this takes more than `MOST_LETTERS` letters. (A compact letter display: Hans-Peter
/// Piepho, *An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons*, 2004. His algorithm finds all
/// such sets that are maximal, which can be very many. Here each set starts with two bots that share no letter yet, so
/// there are never more sets than pairs.)
fn groups(strengths: &[f64], beats: &[Vec<bool>]) -> Option<Vec<String>> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by(|&one, &other| strengths[other].total_cmp(&strengths[one]));
    let differ = |one: usize, other: usize| beats[one][other] || beats[other][one];
    let mut letters = vec![String::new(); order.len()];
    let mut share = vec![vec![false; order.len()]; order.len()];
    let mut number = 0;
    for (place, &one) in order.iter().enumerate() {
        // The bot itself is last, so that a bot that differs from all others has a letter too.
        for &other in order[place + 1..].iter().chain([&one]) {
            let is_done = share[one][other] || other == one && !letters[one].is_empty();
            if is_done || differ(one, other) {
                continue;
            }
            if number == MOST_LETTERS {
                return None;
            }
            let mut set = vec![one, other];
            for &more in &order {
                if !set.contains(&more) && set.iter().all(|&bot| !differ(bot, more)) {
                    set.push(more);
                }
            }
            set.sort_unstable();
            set.dedup();
            set.iter().for_each(|&bot| letters[bot].push_str(&letter(number)));
            set.iter().for_each(|&bot| set.iter().for_each(|&with| share[bot][with] = true));
            number += 1;
        }
    }
    Some(letters)
}

/// The letters a to z, then a1 to z1 and so on.
fn letter(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

#[cfg(test)]
mod tests {
    use uvi_games::game::{Seed, Stream};

    use super::*;

    #[test]
    fn bots_of_a_run_share_a_letter_if_no_two_differ() {
        let beats = |pairs: &[(usize, usize)]| {
            let mut beats = vec![vec![false; 4]; 4];
            pairs.iter().for_each(|&(one, other)| beats[one][other] = true);
            groups(&[4.0, 3.0, 2.0, 1.0], &beats).unwrap()
        };
        assert_eq!(beats(&[]), ["a"; 4]);
        assert_eq!(beats(&[(0, 2), (0, 3), (1, 3)]), ["a", "ab", "bc", "c"]);
        assert_eq!(beats(&[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), ["a", "b", "c", "d"]);
        assert_eq!(beats(&[(0, 2), (0, 3), (1, 2), (1, 3)]), ["a", "a", "b", "b"]);
        // The second bot is badly known: it differs from nobody, but the others do.
        assert_eq!(beats(&[(0, 2), (0, 3), (2, 3)]), ["a", "abc", "b", "c"]);
        assert_eq!(letter(27), "b1");
    }

    /// The letters of bots of which these parts of all pairs differ, in any pattern.
    #[track_caller]
    fn check(bots: usize, part: f64, seed: u8) {
        let mut stream = Stream::new(&Seed([seed; 16]), "letters");
        let mut random = || f64::from(stream.below(1 << 31)) / f64::from(1_u32 << 31);
        let strengths: Vec<f64> = (0..bots).map(|_| random()).collect();
        let mut beats = vec![vec![false; bots]; bots];
        for one in 0..bots {
            for other in 0..bots {
                beats[one][other] = strengths[one] > strengths[other] && random() < part;
            }
        }
        let Some(found) = groups(&strengths, &beats) else {
            return assert!(bots > 10, "{bots} bots");
        };
        // A letter is a character with the digits after it.
        let letters = |bot: usize| {
            let text: &String = &found[bot];
            let starts: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_alphabetic()).map(|(at, _)| at).collect();
            let ends = starts.iter().skip(1).copied().chain([text.len()]);
            starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect::<Vec<_>>()
        };
        for one in 0..bots {
            assert!(!found[one].is_empty());
            for other in 0..one {
                let is_shared = letters(one).iter().any(|letter| letters(other).contains(letter));
                let differ = beats[one][other] || beats[other][one];
                assert_eq!(is_shared, !differ, "{bots} {part} {seed}: {one} {} {other} {}", found[one], found[other]);
            }
        }
    }

    #[test]
    fn two_bots_share_a_letter_if_and_only_if_they_do_not_differ() {
        for seed in 0..200 {
            for part in [0.1, 0.5, 0.9] {
                check(2 + usize::from(seed) % 9, part, seed);
                check(30, part, seed);
            }
        }
    }

    /// Many bots take no longer: letters are left out as soon as there are too many.
    #[test]
    fn letters_of_many_bots_are_bounded() {
        let many = 1000;
        let strengths: Vec<f64> = (0..many).map(|bot| -f64::from(bot)).collect();
        let beats = |differ: &dyn Fn(usize, usize) -> bool| -> Vec<Vec<bool>> {
            let row = |one: usize| (0..many as usize).map(|other| one < other && differ(one, other)).collect();
            (0..many as usize).map(row).collect()
        };
        assert_eq!(groups(&strengths, &beats(&|_, _| false)), Some(vec!["a".to_owned(); many as usize]));
        assert_eq!(groups(&strengths, &beats(&|_, _| true)), None);
        // As many maximal sets as there are ways to choose one bot of each three: 3 to the power of 333.
        assert_eq!(groups(&strengths, &beats(&|one, other| one / 3 == other / 3)), None);
    }
}
