//! The Swiss system: in every round those with about as many points meet, who have not met before.

use std::cmp::Reverse;

use itertools::Itertools as _;
use petgraph::{algo::maximum_matching, graph::UnGraph};
use uvi_games::game::Points;

use super::{
    BotIndex, Table,
    round::{Pairing, Round},
};
use crate::stats::PointSum;

/// The pairings of a Swiss tournament.
///
/// With two seats, from the top of the standings down, each bot gets the first opponent in this order that leaves the
/// others pairable: the lower half of those with as many points, from its top; the upper half, from its end; then those
/// with fewer points, from the best. Bots that have met are paired only where there is no other way: then those who met
/// less often come first, and no pair meets more often than some pair must. If the number is odd, the lowest of those with the fewest byes has a bye that
/// lets the others be paired so. (As in the FIDE Dutch system, C.04.3, without its rules on colours: a block has both.)
///
/// With more seats, each table gets the highest bot that has none yet and then, one after another, the bot that has met
/// those at the table least often, the highest of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Swiss {
    bots: usize,
    seats: usize,
    rounds: usize,
    /// What a bye is worth: a win of every game that a table plays in a round.
    bye: PointSum,
}

impl Swiss {
    /// A tournament in which a table plays `games` games in a round.
    pub(super) fn new(bots: usize, seats: usize, rounds: u32, games: u32) -> Self {
        let bye = PointSum::of(Points::ONE).unwrap_or(PointSum::ZERO) * games;
        Self { bots, seats, rounds: rounds as usize, bye }
    }

    /// The next round after these; `None` after the last.
    pub(super) fn next(&self, past: &[Round]) -> Option<Round> {
        if past.len() >= self.rounds {
            return None;
        }
        let history = History::new(self, past);
        let ranked = history.ranking();
        Some(if self.seats == 2 { history.pairs(ranked) } else { history.tables(ranked, self.seats) })
    }

    /// How many tables there are in all rounds.
    pub(super) fn tables(&self) -> u64 {
        (self.bots / self.seats * self.rounds) as u64
    }

    /// The bots by points, those with as many by their index.
    pub(super) fn ranking(&self, past: &[Round]) -> Vec<BotIndex> {
        History::new(self, past).ranking()
    }
}

/// What the rounds so far say about bots, each by its index.
#[derive(Debug, Clone)]
struct History {
    rounds: usize,
    points: Vec<PointSum>,
    byes: Vec<u32>,
    /// How often two bots sat at one table.
    meetings: Vec<Vec<usize>>,
    /// How often a bot sat at a seat, as the tables were made.
    sat: Vec<Vec<u32>>,
}

impl History {
    fn new(swiss: &Swiss, past: &[Round]) -> Self {
        let Swiss { bots, seats, bye, .. } = *swiss;
        let mut history = Self {
            rounds: past.len(),
            points: vec![PointSum::ZERO; bots],
            byes: vec![0; bots],
            meetings: vec![vec![0; bots]; bots],
            sat: vec![vec![0; seats]; bots],
        };
        for bot in past.iter().flat_map(|round| &round.byes) {
            history.byes[bot.0] += 1;
            history.points[bot.0] += bye;
        }
        for pairing in past.iter().flat_map(|round| &round.pairings) {
            for (seat, (bot, &points)) in pairing.table.iter().zip(&pairing.points).enumerate() {
                history.sat[bot.0][seat] += 1;
                history.points[bot.0] += points;
                for other in pairing.table.iter().filter(|&other| other != bot) {
                    history.meetings[bot.0][other.0] += 1;
                }
            }
        }
        history
    }

    fn ranking(&self) -> Vec<BotIndex> {
        BotIndex::all(self.points.len()).sorted_by_key(|&bot| (Reverse(self.points[bot.0]), bot)).collect()
    }

    fn meetings(&self, one: BotIndex, other: BotIndex) -> usize {
        self.meetings[one.0][other.0]
    }

    /// Whether all these bots can be paired so that no pair has met more than `limit` times before.
    fn pairable(&self, bots: &[BotIndex], limit: usize) -> bool {
        let few = |&[one, other]: &[usize; 2]| self.meetings(bots[one], bots[other]) <= limit;
        let pairs = (0..bots.len()).array_combinations().filter(few);
        let mut graph: UnGraph<(), ()> =
            UnGraph::from_edges(pairs.map(|pair| <(u32, u32)>::from(pair.map(|node| node as u32))));
        while graph.node_count() < bots.len() {
            graph.add_node(());
        }
        maximum_matching(&graph).is_perfect()
    }

    /// A round of pairs, and one bye where the bots are odd.
    fn pairs(&self, ranked: Vec<BotIndex>) -> Round {
        // Someone has met someone at most as often as there were rounds, so that the last limit allows every pairing.
        let (limit, mut left, byes) = (0..=self.rounds)
            .find_map(|limit| self.without_bye(&ranked, limit).map(|(left, byes)| (limit, left, byes)))
            .unwrap_or((self.rounds, ranked, Vec::new()));
        let mut pairings = Vec::new();
        while !left.is_empty() {
            let top = left.remove(0);
            let Some(place) = self.preferred(top, &left).into_iter().find(|&place| {
                let mut rest = left.clone();
                let other = rest.remove(place);
                self.meetings(top, other) <= limit && self.pairable(&rest, limit)
            }) else {
                break;
            };
            let other = left.remove(place);
            pairings.push(Pairing::new(self.seated(&[top, other])));
        }
        Round { pairings, byes }
    }

    /// The bots that play within this limit of meetings, and who has a bye.
    fn without_bye(&self, ranked: &[BotIndex], limit: usize) -> Option<(Vec<BotIndex>, Vec<BotIndex>)> {
        if ranked.len().is_multiple_of(2) {
            return self.pairable(ranked, limit).then(|| (ranked.to_vec(), Vec::new()));
        }
        let fewest = ranked.iter().map(|&bot| self.byes[bot.0]).min()?;
        let candidates = ranked.iter().rev().filter(|&&bot| self.byes[bot.0] == fewest);
        candidates
            .map(|&bye| (ranked.iter().copied().filter(|&bot| bot != bye).collect_vec(), vec![bye]))
            .find(|(left, _)| self.pairable(left, limit))
    }

    /// The places of `left` in the order in which `top`, which stands before them, would meet them.
    fn preferred(&self, top: BotIndex, left: &[BotIndex]) -> Vec<usize> {
        let group = left.iter().take_while(|bot| self.points[bot.0] == self.points[top.0]).count();
        // Of the group and `top`, the lower half begins here.
        let half = group / 2;
        let order = (half..group).chain((0..half).rev()).chain(group..left.len());
        order.sorted_by_key(|&place| self.meetings(top, left[place])).collect()
    }

    /// A round of tables; those who are too many have a bye.
    fn tables(&self, mut left: Vec<BotIndex>, seats: usize) -> Round {
        let over = left.len() % seats;
        let byes = left.iter().copied().rev().sorted_by_key(|&bot| self.byes[bot.0]).take(over).collect_vec();
        left.retain(|bot| !byes.contains(bot));
        let mut pairings = Vec::new();
        while left.len() >= seats {
            let mut table = vec![left.remove(0)];
            while table.len() < seats {
                let met = |bot| table.iter().map(|&other| self.meetings(bot, other)).sum::<usize>();
                let Some(place) = (0..left.len()).min_by_key(|&place| (met(left[place]), place)) else { break };
                table.push(left.remove(place));
            }
            pairings.push(Pairing::new(self.seated(&table)));
        }
        Round { pairings, byes }
    }

    /// The bots in seat order: each seat has the one that sat there least often, the highest of these.
    fn seated(&self, bots: &[BotIndex]) -> Table {
        let mut left = bots.to_vec();
        let seats = 0..bots.len();
        Table::new(seats.map(|seat| {
            let place = (0..left.len()).min_by_key(|&place| (self.sat[left[place].0][seat], place)).unwrap_or(0);
            left.remove(place)
        }))
    }
}
