//! The model of Plackett and Luce: how strong bots are by the orders in which they came in.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::BlockScore;

/// After how many steps the search is given up.
const STEPS: usize = 100_000;

/// How much a strength may still change, as a part of it, when the search ends: less than a hundredth of a point of Elo.
const EXACT: f64 = 1e-8;

/// What games of some bots say about their strengths.
///
/// A ranking is taken as a row of choices: the first among all, the second among the others, and so on; a bot is chosen
/// with the chance that its strength has among those that can be. (R. D. Luce, *Individual Choice Behavior*, 1959; R. L.
/// Plackett, *The Analysis of Permutations*, 1975; for two it is the model of Bradley and Terry, that of Elo.) Where
/// some have as many points, all orders of them count alike, each as a part of a game; so a draw of two is half a win of
/// either, as in Elo. A game in which a bot sits at several seats says nothing and is left out.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Choices {
    /// How often each bot was chosen.
    chosen: BTreeMap<usize, f64>,
    /// How often there was a choice among these bots, ascending.
    among: BTreeMap<Vec<usize>, f64>,
}

impl Choices {
    /// The choices of a block's games.
    pub(super) fn of(block: &BlockScore) -> Self {
        let mut choices = Self::default();
        for game in &block.games {
            if game.table.iter().all_unique() {
                let ranked = game.ranked();
                choices.add(ranked.iter().map(|group| group.iter().map(|bot| bot.0).collect()).collect());
            }
        }
        choices
    }

    /// Adds a ranking: groups of those that came in together, best first.
    fn add(&mut self, mut groups: Vec<Vec<usize>>) {
        while !groups.is_empty() {
            let group = groups.remove(0);
            let behind = groups.concat();
            // Of the orders of the group, each set of it is as often still to come when so many are.
            for left in (1..=group.len()).rev() {
                let sets = group.iter().copied().combinations(left).collect_vec();
                let weight = 1.0 / sets.len() as f64;
                for set in sets {
                    let among = set.iter().chain(&behind).copied().sorted().collect_vec();
                    if among.len() < 2 {
                        continue;
                    }
                    *self.among.entry(among).or_default() += weight;
                    for bot in set {
                        *self.chosen.entry(bot).or_default() += weight / left as f64;
                    }
                }
            }
        }
    }

    /// The choices of all of these.
    pub(super) fn sum<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut sum = Self::default();
        for choices in all {
            for (&bot, times) in &choices.chosen {
                *sum.chosen.entry(bot).or_default() += times;
            }
            for (among, times) in &choices.among {
                match sum.among.get_mut(among) {
                    Some(sum) => *sum += times,
                    None => drop(sum.among.insert(among.clone(), *times)),
                }
            }
        }
        sum
    }

    /// The likeliest strengths of the first `bots` bots, if each has also drawn `drawn` games against a bot of strength
    /// 1; with `drawn` 0 their geometric mean is 1. `None` where the search does not end: without drawn games there is no
    /// likeliest strength of bots that never lost to some others.
    ///
    /// Each step is the minorization and maximization of D. R. Hunter, *MM Algorithms for Generalized Bradley–Terry
    /// Models*, 2004, equation 30, which never makes the result less likely.
    pub(super) fn strengths(&self, bots: usize, drawn: f64) -> Option<Vec<f64>> {
        let mut strengths = vec![1.0; bots];
        for _ in 0..STEPS {
            let mut shares: Vec<f64> = strengths.iter().map(|strength| drawn / (strength + 1.0)).collect();
            for (among, times) in &self.among {
                let share = times / among.iter().filter_map(|&bot| strengths.get(bot)).sum::<f64>();
                among.iter().for_each(|&bot| shares.get_mut(bot).into_iter().for_each(|sum| *sum += share));
            }
            let chosen = |bot| self.chosen.get(&bot).copied().unwrap_or_default() + drawn / 2.0;
            let mut next: Vec<f64> = shares.iter().enumerate().map(|(bot, share)| chosen(bot) / share).collect();
            if drawn == 0.0 {
                let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / bots as f64;
                next.iter_mut().for_each(|strength| *strength /= mean.exp());
            }
            let still = next.iter().zip(&strengths).all(|(next, old)| (next / old - 1.0).abs() < EXACT);
            strengths = next;
            if still {
                return Some(strengths);
            }
        }
        None
    }
}
