//! The ranks of bots: by score, then by tie-breaks. Bots that are still level share a rank.

use std::collections::BTreeMap;

use crate::{
    schedule::BotIndex,
    stats::{BlockCounts, CrossTable, Tally},
    terms::TieBreak,
};

/// The difference up to which two figures count as equal: they are sums of fractions in floating point.
const SAME: f64 = 1e-9;

/// The data that ranks are computed from.
#[derive(Debug)]
pub(super) struct Ties<'a> {
    /// The score of each bot, byes included.
    pub(super) scores: &'a [f64],
    /// The blocks, with copies pooled.
    pub(super) blocks: &'a BlockCounts,
    pub(super) tallies: &'a [Tally],
    pub(super) table: &'a CrossTable,
    pub(super) ratings: Option<&'a [f64]>,
    /// For each bot, the number of meetings that it missed by byes; empty without byes. Each counts as a meeting with an
    /// opponent who has the bot's own score, and gives the bot a fair share. (FIDE Handbook C.07, 2024, article 16.4.)
    pub(super) missed: &'a [f64],
    /// The most blocks in which two bots meet at once: those of a round of a Swiss. Unbounded in other formats.
    pub(super) meeting: f64,
    /// A fair share of the points of a game.
    pub(super) fair: f64,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Ranks {
    /// The bots in groups that share a rank, best first.
    pub(super) groups: Vec<Vec<usize>>,
    /// The value of each tie-break for each bot, if it was computed.
    pub(super) values: Vec<BTreeMap<TieBreak, f64>>,
}

impl Ties<'_> {
    /// The ranks by this figure of each bot, the greatest first, then by these tie-breaks.
    pub(super) fn ranks(&self, figures: &[f64], tie_breaks: &[TieBreak]) -> Ranks {
        let mut ranks = Ranks { groups: Vec::new(), values: vec![BTreeMap::new(); figures.len()] };
        let all = tie_breaks.iter().filter(|&&tie_break| tie_break != TieBreak::HeadToHead);
        let all: BTreeMap<TieBreak, Vec<f64>> =
            all.filter_map(|&tie_break| Some((tie_break, self.figures(tie_break)?))).collect();
        for (&tie_break, figures) in &all {
            for (values, &figure) in ranks.values.iter_mut().zip(figures) {
                values.insert(tie_break, figure);
            }
        }
        for group in split((0..figures.len()).collect(), |bot| figures[bot]) {
            self.decide(group, tie_breaks, &all, &mut ranks);
        }
        ranks
    }

    fn decide(
        &self,
        group: Vec<usize>,
        tie_breaks: &[TieBreak],
        all: &BTreeMap<TieBreak, Vec<f64>>,
        ranks: &mut Ranks,
    ) {
        let Some((&first, others)) = tie_breaks.split_first().filter(|_| group.len() > 1) else {
            ranks.groups.push(group);
            return;
        };
        let parts = if let Some(figures) = all.get(&first) {
            split(group, |bot| figures[bot])
        } else if let Some(among) = (first == TieBreak::HeadToHead).then(|| self.head_to_head(&group)).flatten() {
            among.iter().for_each(|(&bot, &figure)| {
                ranks.values[bot].insert(first, figure);
            });
            split(group, |bot| among[&bot])
        } else {
            vec![group]
        };
        parts.into_iter().for_each(|part| self.decide(part, others, all, ranks));
    }

    /// The value of a tie-break for each bot. `None` if it depends on which bots are level, or on missing ratings.
    fn figures(&self, tie_break: TieBreak) -> Option<Vec<f64>> {
        let mut figures = vec![0.0; self.scores.len()];
        let missed = |bot: usize| self.missed.get(bot).copied().unwrap_or(0.0) * self.scores[bot];
        match tie_break {
            TieBreak::Buchholz => self.each_meeting(|bot, other, times, _| figures[bot] += times * self.scores[other]),
            TieBreak::BuchholzCut => {
                let mut blocks = vec![BTreeMap::<usize, f64>::new(); figures.len()];
                self.each_meeting(|bot, other, times, _| {
                    figures[bot] += times * self.scores[other];
                    *blocks[bot].entry(other).or_default() += times;
                });
                // The opponent of a bye has the bot's own score.
                for (bot, &missed) in self.missed.iter().enumerate().filter(|(_, missed)| **missed > 0.0) {
                    blocks[bot].insert(bot, missed);
                }
                for (figure, opponents) in figures.iter_mut().zip(blocks) {
                    let lowest = opponents.into_iter().map(|(other, times)| (self.scores[other], times));
                    let lowest = lowest.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
                    *figure -= lowest.map_or(0.0, |(score, times)| score * times.min(self.meeting));
                }
            }
            TieBreak::SonnebornBerger => {
                self.each_meeting(|bot, other, times, share| figures[bot] += times * share * self.scores[other]);
            }
            TieBreak::HeadToHead => return None,
            TieBreak::Wins => return Some(self.tallies.iter().map(|tally| f64::from(tally.alone)).collect()),
            TieBreak::Rating => return self.ratings.map(<[f64]>::to_vec),
        }
        let part = if tie_break == TieBreak::SonnebornBerger { self.fair } else { 1.0 };
        (0..).zip(&mut figures).for_each(|(bot, figure)| *figure += part * missed(bot));
        Some(figures)
    }

    /// Calls `hear` for each bot and each other one of its block, with the number of plays and the first bot's share.
    fn each_meeting(&self, mut hear: impl FnMut(usize, usize, f64, f64)) {
        for kind in self.blocks {
            let bots = kind.score.different_bots();
            let times = kind.times() as f64;
            for &bot in &bots {
                let Some(share) = kind.score.share_of(BotIndex(bot)) else { continue };
                bots.iter().filter(|&&other| other != bot).for_each(|&other| hear(bot, other, times, share));
            }
        }
    }

    /// The score of these bots in their games against each other, 0 to 1. `None` if two of them did not meet.
    fn head_to_head(&self, group: &[usize]) -> Option<BTreeMap<usize, f64>> {
        let score = |bot: usize| {
            let mut sum = [0; 2];
            for &other in group.iter().filter(|&&other| other != bot) {
                let [ahead, level, behind] = self.table.against(BotIndex(bot), BotIndex(other))?;
                sum = [sum[0] + 2 * ahead + level, sum[1] + 2 * (ahead + level + behind)];
            }
            Some((bot, f64::from(sum[0]) / f64::from(sum[1].max(1))))
        };
        group.iter().map(|&bot| score(bot)).collect()
    }
}

/// Sorts bots by a figure, the greatest first. Bots with equal figures form a group, in ascending order.
pub(super) fn split(mut group: Vec<usize>, figure: impl Fn(usize) -> f64) -> Vec<Vec<usize>> {
    group.sort_by(|&one, &other| figure(other).total_cmp(&figure(one)));
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for bot in group {
        match parts.last_mut() {
            Some(part) if (figure(part[0]) - figure(bot)).abs() <= SAME * figure(bot).abs().max(1.0) => part.push(bot),
            _ => parts.push(vec![bot]),
        }
    }
    parts.iter_mut().for_each(|part| part.sort_unstable());
    parts
}
