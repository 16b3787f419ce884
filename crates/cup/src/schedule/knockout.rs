//! The knockout: the best of each table advance, the others are out.

use std::cmp::Reverse;

use itertools::Itertools as _;

use super::{
    BotIndex, Lineup, Stake,
    round::{Pairing, Round},
};
use crate::stats::PointSum;

/// A seeded bracket.
///
/// A **slot** is a place in the bracket. At first each slot has the seed of its number. The bots that advance from a
/// table take its best slots, in the order of their results. So with two seats the highest slot left meets the lowest
/// in every round, as in the usual bracket: seeds 1 and 2 can meet only in the final. With more seats, slots are dealt
/// to the tables back and forth.
///
/// A round has as many tables as it takes to need the fewest further rounds. Its last table eliminates fewer bots if
/// too few would remain for a full table. The bots with the best slots do not play in the round (byes).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Knockout {
    bots: usize,
    seats: usize,
    advance: usize,
    /// True if the losers of the semi-finals play for the third place.
    third_place: bool,
    /// The number of bots that remain after a round, for each number before it, from `seats` on.
    targets: Vec<usize>,
}

impl Knockout {
    pub(super) fn new(bots: usize, seats: usize, advance: usize, third_place: bool) -> Self {
        Self { bots, seats, advance, third_place, targets: targets(bots, seats, advance) }
    }

    /// The next round after these; `None` after the final.
    pub(super) fn next(&self, past: &[Round]) -> Option<Round> {
        let slots = past.iter().fold(BotIndex::all(self.bots).collect_vec(), |slots, round| self.after(&slots, round));
        (slots.len() > 1).then(|| {
            let tables = self.tables(slots.len());
            let byes = slots.len() - tables * self.seats;
            let mut pairings = vec![Vec::new(); tables];
            for (place, &bot) in slots[byes..].iter().enumerate() {
                let (lap, step) = (place / tables, place % tables);
                pairings[if lap.is_multiple_of(2) { step } else { tables - 1 - step }].push(bot);
            }
            // If three were left, only one bot has lost before the final.
            let losers = past.last().filter(|_| self.third_place && slots.len() == self.seats);
            let losers = losers.map_or_else(Vec::new, |round| self.leaving(round));
            let losers = losers.into_iter().sorted().collect_vec();
            let third_place = losers.len() == self.seats;
            pairings.extend(Some(losers).filter(|_| third_place));
            let pairings = pairings.into_iter().map(|bots| Pairing::new(Lineup::new(bots))).collect();
            Round { pairings, byes: slots[..byes].to_vec(), third_place }
        })
    }

    /// The bots that are left after a round, by slot.
    fn after(&self, slots: &[BotIndex], round: &Round) -> Vec<BotIndex> {
        let slot = |bot: BotIndex| slots.iter().position(|&other| other == bot).unwrap_or(slots.len());
        let mut left = round.byes.iter().map(|&bot| (slot(bot), bot)).collect_vec();
        for (place, pairing) in round.pairings.iter().enumerate() {
            if round.third_place && place > 0 {
                break;
            }
            // Bots sit in the order of their slots.
            let places = pairing.table.iter().map(|&bot| slot(bot));
            let advancing = pairing.ranking().into_iter().take(self.advancing(round, place));
            left.extend(places.zip(advancing));
        }
        left.into_iter().sorted().map(|(_, bot)| bot).collect()
    }

    /// The bots that are out after a round.
    fn leaving(&self, round: &Round) -> Vec<BotIndex> {
        let tables = round.pairings.iter().enumerate();
        tables.flat_map(|(place, pairing)| pairing.ranking().split_off(self.advancing(round, place))).collect()
    }

    /// The number of bots that advance from the table at this place. It is 1 for the table of the third place.
    pub(super) fn advancing(&self, round: &Round, place: usize) -> usize {
        if self.stake(round, place) != Stake::Advance {
            return 1;
        }
        if place + 1 < round.pairings.len() {
            return self.advance;
        }
        let there = self.there(round);
        let leaving_before = place * (self.seats - self.advance);
        self.seats - (there - self.targets[there - self.seats] - leaving_before)
    }

    /// The question that the table at this place decides.
    pub(super) fn stake(&self, round: &Round, place: usize) -> Stake {
        match round.third_place {
            true if place > 0 => Stake::ThirdPlace,
            true => Stake::Final,
            false if self.there(round) == self.seats => Stake::Final,
            // If three were left, nobody plays for the third place.
            false if self.third_place && self.there(round) == 4 && round.byes.is_empty() => Stake::Semifinal,
            false => Stake::Advance,
        }
    }

    /// The number of bots that are left before a round without a match for the third place.
    fn there(&self, round: &Round) -> usize {
        round.byes.len() + round.pairings.len() * self.seats
    }

    /// The number of tables when this many bots are left.
    fn tables(&self, left: usize) -> usize {
        if left == self.seats {
            1
        } else {
            (left - self.targets[left - self.seats]).div_ceil(self.seats - self.advance)
        }
    }

    /// All bots: the winner, then the others, the latest losers first. Bots of one round are ordered by their points
    /// of a block there, then by slot. Extra blocks count no more than others.
    pub(super) fn final_ranking(&self, past: &[Round]) -> Vec<BotIndex> {
        let mut slots = BotIndex::all(self.bots).collect_vec();
        let mut out = Vec::new();
        for round in past {
            let after = self.after(&slots, round);
            if round.third_place {
                // The semi-final losers were added with their round; their own match orders them.
                out.pop();
                out.extend(round.pairings.last().map(Pairing::ranking));
            }
            let mean = |&bot: &BotIndex| round.pairings.iter().find_map(|it| it.mean_of(bot)).unwrap_or_default();
            let leaving = slots.iter().copied().filter(|bot| !after.contains(bot));
            out.push(leaving.sorted_by(|one, other| PointSum::compare_means(mean(other), mean(one))).collect_vec());
            slots = after;
        }
        slots.into_iter().chain(out.into_iter().rev().flatten()).collect()
    }
}

/// The number of bots to remain after a round, for each number of bots from `seats` to `bots`: the largest from which
/// the final is reached in the fewest rounds, and at least the number that remains if as many as possible play.
fn targets(bots: usize, seats: usize, advance: usize) -> Vec<usize> {
    let mut targets = vec![seats];
    let mut rounds = vec![0_usize];
    for left in seats + 1..=bots {
        let least = (left - left / seats * (seats - advance)).max(seats);
        let (fewest, target) =
            (least..left).map(|next| (rounds[next - seats], Reverse(next))).min().unwrap_or((0, Reverse(seats)));
        targets.push(target.0);
        rounds.push(fewest + 1);
    }
    targets
}
