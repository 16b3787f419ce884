//! The model of Plackett and Luce: how strong bots are by the orders in which they came in.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::BlockScore;

/// After how many steps the search is given up.
const STEPS: usize = 100_000;

/// How much a strength may still change in a step, as a part of it, when the search ends: far below a point of Elo.
const EXACT: f64 = 1e-7;

/// What games of some bots say about their strengths.
///
/// A ranking is taken as a row of choices: the first among all, the second among the others, and so on; a bot is chosen
/// with the chance that its strength has among those that can be. (R. D. Luce, *Individual Choice Behavior*, 1959; R. L.
/// Plackett, *The Analysis of Permutations*, 1975; for two it is the model of Bradley and Terry, that of Elo.) Where
/// some have as many points, all orders of them count alike, each as a part of a game; so a draw of two is half a win of
/// either, as in Elo. A game in which a bot sits at several seats says nothing and is left out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PlackettLuce {
    bots: usize,
    /// Among whom there were choices: the bots of each set, ascending.
    sets: Vec<Vec<usize>>,
    /// The place of each set in `sets`.
    places: BTreeMap<Vec<usize>, usize>,
}

/// The choices of some games.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Choices {
    /// Who was chosen, how often.
    chosen: Vec<(usize, f64)>,
    /// Among which set, by its place, how often.
    among: Vec<(usize, f64)>,
}

impl PlackettLuce {
    /// The model of the first `bots` bots.
    pub(super) fn new(bots: usize) -> Self {
        Self { bots, sets: Vec::new(), places: BTreeMap::new() }
    }

    /// The choices of a block's games, none of which has a bot beyond the first ones.
    pub(super) fn choices(&mut self, block: &BlockScore) -> Choices {
        let mut choices = Choices::default();
        for game in &block.games {
            if game.table.iter().all_unique() {
                let ranked = game.ranked();
                let groups = ranked.iter().map(|group| group.iter().map(|bot| bot.0).collect()).collect();
                self.add(groups, &mut choices);
            }
        }
        choices
    }

    /// The choices of `games` drawn games of each other bot with this one.
    pub(super) fn drawn(&mut self, with: usize, games: f64) -> Choices {
        let mut choices = Choices::default();
        for bot in (0..self.bots).filter(|&bot| bot != with) {
            choices.among.push((self.place(vec![bot.min(with), bot.max(with)]), games));
            choices.chosen.extend([bot, with].map(|bot| (bot, games / 2.0)));
        }
        choices
    }

    /// Adds a ranking: groups of those that came in together, best first.
    fn add(&mut self, mut groups: Vec<Vec<usize>>, choices: &mut Choices) {
        while !groups.is_empty() {
            let group = groups.remove(0);
            let behind = groups.concat();
            // In the orders of the group, each part of it is as often still to come when so many are.
            for left in (1..=group.len()).rev() {
                let parts = group.iter().copied().combinations(left).collect_vec();
                let weight = 1.0 / parts.len() as f64;
                for part in parts {
                    let among = part.iter().chain(&behind).copied().sorted().collect_vec();
                    if among.len() > 1 {
                        choices.among.push((self.place(among), weight));
                        choices.chosen.extend(part.into_iter().map(|bot| (bot, weight / left as f64)));
                    }
                }
            }
        }
    }

    /// The place of a set, which is a new one if need be.
    fn place(&mut self, set: Vec<usize>) -> usize {
        *self.places.entry(set).or_insert_with_key(|set| {
            self.sets.push(set.clone());
            self.sets.len() - 1
        })
    }

    /// The likeliest strength of each bot, their geometric mean 1. `None` where the search does not end: there is no
    /// likeliest strength of bots that never lost to some others.
    ///
    /// Each step is the minorization and maximization of D. R. Hunter, *MM Algorithms for Generalized Bradley–Terry
    /// Models*, 2004, equation 30, which never makes the result less likely.
    pub(super) fn strengths<'a>(&self, all: impl IntoIterator<Item = &'a Choices>) -> Option<Vec<f64>> {
        let mut chosen = vec![0.0; self.bots];
        let mut among = vec![0.0; self.sets.len()];
        for choices in all {
            choices.chosen.iter().for_each(|&(bot, times)| chosen[bot] += times);
            choices.among.iter().for_each(|&(set, times)| among[set] += times);
        }
        let mut strengths = vec![1.0; self.bots];
        for _ in 0..STEPS {
            let mut shares = vec![0.0; self.bots];
            for (set, times) in self.sets.iter().zip(&among).filter(|&(_, &times)| times > 0.0) {
                let share = times / set.iter().map(|&bot| strengths[bot]).sum::<f64>();
                set.iter().for_each(|&bot| shares[bot] += share);
            }
            let mut next: Vec<f64> = chosen.iter().zip(shares).map(|(chosen, share)| chosen / share).collect();
            let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / self.bots as f64;
            next.iter_mut().for_each(|strength| *strength /= mean.exp());
            let still = next.iter().zip(&strengths).all(|(next, old)| (next / old - 1.0).abs() < EXACT);
            strengths = next;
            if still {
                return Some(strengths);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model and the choices of these rankings.
    fn ranked(bots: usize, rankings: impl IntoIterator<Item = Vec<Vec<usize>>>) -> (PlackettLuce, Choices) {
        let (mut model, mut choices) = (PlackettLuce::new(bots), Choices::default());
        rankings.into_iter().for_each(|ranking| model.add(ranking, &mut choices));
        (model, choices)
    }

    /// The strengths without drawn games, as logarithms, less that of the last bot.
    fn logarithms((model, choices): &(PlackettLuce, Choices)) -> Vec<f64> {
        let strengths = model.strengths([choices]).unwrap();
        strengths.iter().map(|strength| (strength / strengths[model.bots - 1]).ln()).collect()
    }

    #[track_caller]
    fn check(found: &[f64], expected: &[f64], error: f64) {
        assert_eq!(found.len(), expected.len());
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() <= error);
        assert!(near, "{found:?} is not {expected:?}");
    }

    /// Alan Agresti, *Categorical Data Analysis*, 2nd edition 2002, tables 10.10 and 10.11: the American League in 1987,
    /// won games of Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and Baltimore against each.
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
            let against = move |(loser, &times)| std::iter::repeat_n(vec![vec![winner], vec![loser]], times);
            row.iter().enumerate().flat_map(against)
        });
        check(&logarithms(&ranked(7, games)), &[1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0], 0.005);
    }

    /// `opt_rankings` of the Python package choix 0.4.1, which maximizes by another method.
    #[test]
    fn rankings_of_three_have_the_strengths_that_choix_gives_them() {
        let rankings = [
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
        let found = ranked(5, rankings.map(|ranking| ranking.map(|bot| vec![bot]).to_vec()));
        let elo = [-15.615975, 8.751601, 40.298434, -46.499243, 13.065183_f64];
        let expected = elo.map(|own| (own - elo[4]) / 400.0 * 10_f64.ln());
        check(&logarithms(&found), &expected, 1e-5);
    }

    /// Six ties of three say the same as a game in each of their orders.
    #[test]
    fn a_tie_counts_as_all_its_orders() {
        let others = [vec![vec![0], vec![1]], vec![vec![1], vec![2], vec![3]], vec![vec![2], vec![0]]];
        let ties = std::iter::repeat_n(vec![vec![3], vec![0, 1, 2]], 6);
        let orders = (0..3).permutations(3).map(|order| [3].into_iter().chain(order).map(|bot| vec![bot]).collect());
        let ties = ranked(4, ties.chain(others.clone()));
        let orders = ranked(4, orders.chain(others));
        check(&logarithms(&ties), &logarithms(&orders), 1e-5);
    }

    #[test]
    fn who_never_lost_has_a_strength_with_drawn_games_only() {
        let (model, choices) = ranked(2, std::iter::repeat_n(vec![vec![0], vec![1]], 10));
        assert_eq!(model.strengths([&choices]), None);
        let (mut model, choices) = ranked(3, std::iter::repeat_n(vec![vec![0], vec![1]], 10));
        let drawn = model.drawn(2, 1.0);
        let strengths = model.strengths([&choices, &drawn]).unwrap();
        // The third is in the middle, and the first is expected to win what it has won: 10½ of 11.
        check(&[strengths[2], strengths[0] * strengths[1]], &[1.0, 1.0], 1e-5);
        let expected = |other: f64| strengths[0] / (strengths[0] + other);
        check(&[10.0 * expected(strengths[1]) + expected(strengths[2])], &[10.5], 1e-5);
    }
}
