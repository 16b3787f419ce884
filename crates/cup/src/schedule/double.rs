//! The double elimination: a bot that loses twice is out.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::{
    BotIndex, Lineup, Stake,
    cost::Cost,
    matching::cheapest,
    round::{Pairing, Round},
};
use crate::stats::PointSum;

/// An upper bracket of the bots without a loss, and a lower one of the bots with one loss.
///
/// Above, the highest slot meets the lowest, as in a [`Knockout`](super::knockout::Knockout). Below, every bot plays in
/// every round, and the first meets the last. The bots that have just lost for the first time come first, by the slots
/// that they had. Bots that have met do not meet again if this can be avoided.
///
/// If the number of bots below is odd, the first bot with the fewest byes has a bye. When one bot is left above and one
/// below, they meet. If the bot from above loses, they meet a second time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Double {
    bots: usize,
}

#[derive(Debug, Clone)]
struct BracketState {
    /// The bots without a loss, by slot.
    above: Vec<BotIndex>,
    /// The bots with one loss.
    below: Vec<BotIndex>,
    /// The bots that are out, by the round of their second loss.
    out: Vec<Vec<BotIndex>>,
}

impl Double {
    pub(super) fn new(bots: usize) -> Self {
        Self { bots }
    }

    /// The next round after these; `None` when only one bot is left.
    pub(super) fn next(&self, past: &[Round]) -> Option<Round> {
        let BracketState { above, below, .. } = self.left(past);
        let round = |tables: Vec<[BotIndex; 2]>, byes| {
            let pairings = tables.into_iter().map(|table| Pairing::new(Lineup::new(table))).collect();
            Some(Round { pairings, byes, third_place: false })
        };
        match (above.as_slice(), below.as_slice()) {
            ([], [_]) | ([_], []) | ([], []) => None,
            (&[one], &[other]) | ([], &[one, other]) => round(vec![[one, other]], Vec::new()),
            _ => {
                let byes = if above.len() > 1 { above.len().next_power_of_two() - above.len() } else { 0 };
                let (resting, playing) = above.split_at(byes);
                let fold = (0..playing.len() / 2).map(|slot| [playing[slot], playing[playing.len() - 1 - slot]]);
                let (pairs, bye) = self.below(below, past);
                round(fold.chain(pairs).collect(), resting.iter().copied().chain(bye).collect())
            }
        }
    }

    /// The pairs of the lower bracket, and the bot that has a bye.
    fn below(&self, mut below: Vec<BotIndex>, past: &[Round]) -> (Vec<[BotIndex; 2]>, Option<BotIndex>) {
        let byes = |bot: BotIndex| past.iter().filter(|round| round.byes.contains(&bot)).count();
        let resting = (0..below.len()).min_by_key(|&place| (byes(below[place]), place));
        let bye = resting.filter(|_| !below.len().is_multiple_of(2)).map(|place| below.remove(place));
        let pairings = past.iter().flat_map(|round| &round.pairings);
        let met = pairings.map(|pairing| pairing.table.iter().copied().sorted().collect_vec()).counts();
        let cost = |one: usize, other: usize| {
            let pair = [below[one], below[other]].into_iter().sorted().collect_vec();
            let met = met.get(&pair).copied().unwrap_or(0) as i64;
            let order = (one + other).abs_diff(below.len() - 1) as i64;
            Cost([met, order.pow(2), 0, 0, 0, 0])
        };
        let pairs = cheapest(below.len(), cost).into_iter().map(|(one, other)| [below[one], below[other]]);
        (pairs.collect(), bye)
    }

    /// The question that the table at this place in the last of these rounds decides.
    pub(super) fn stake(&self, past: &[Round], place: usize) -> Option<Stake> {
        let (last, before) = past.split_last()?;
        let loser = |pairing: &Pairing| pairing.ranking().get(1).copied();
        let of = last.pairings.get(place)?;
        if !before.iter().flat_map(|round| &round.pairings).any(|pairing| loser(pairing) == loser(of)) {
            return Some(Stake::LowerBracket);
        }
        let is_last = || {
            let BracketState { above, below, .. } = self.left(past);
            above.len() + below.len() == 1
        };
        Some(if last.pairings.len() == 1 && is_last() { Stake::Final } else { Stake::Advance })
    }

    fn left(&self, past: &[Round]) -> BracketState {
        let mut left = BracketState { above: BotIndex::all(self.bots).collect(), below: Vec::new(), out: Vec::new() };
        past.iter().for_each(|round| left.play(round));
        left
    }

    /// All bots: those still in, then the latest losers. Those of a round are ordered by their points of a block.
    pub(super) fn final_ranking(&self, past: &[Round]) -> Vec<BotIndex> {
        let BracketState { above, below, out } = self.left(past);
        above.into_iter().chain(below).chain(out.into_iter().rev().flatten()).collect()
    }
}

impl BracketState {
    fn play(&mut self, round: &Round) {
        let slots: BTreeMap<BotIndex, usize> = self.above.iter().copied().zip(0..).collect();
        let (mut down, mut out) = (Vec::new(), Vec::new());
        for pairing in &round.pairings {
            let &[winner, loser] = pairing.ranking().as_slice() else { continue };
            let slot = |bot: BotIndex| self.above.iter().position(|&other| other == bot);
            match (slot(winner), slot(loser)) {
                (winning, Some(losing)) => {
                    // The winner takes the better of the two slots.
                    if let Some(winning) = winning.filter(|&winning| losing < winning) {
                        self.above.swap(losing, winning);
                    }
                    self.above.retain(|&other| other != loser);
                    down.push(loser);
                }
                (_, None) => {
                    self.below.retain(|&other| other != loser);
                    out.push((pairing.mean_of(loser).unwrap_or_default(), loser));
                }
            }
        }
        down.sort_by_key(|bot| slots.get(bot));
        self.below.splice(0..0, down);
        out.sort_by(|&(one, _), &(other, _)| PointSum::compare_means(other, one));
        self.out.push(out.into_iter().map(|(_, bot)| bot).collect());
    }
}
