//! The Swiss system: in every round, bots with similar points meet, if possible bots that have not met before.

use std::cmp::Reverse;

use itertools::Itertools as _;
use uvi_games::game::Points;

use super::{
    BotIndex, Lineup,
    colours::{Colour, Preference, SeatPreference, Sittings},
    cost::Cost,
    gathering::gather,
    matching::cheapest,
    round::{Pairing, Round},
};
use crate::stats::PointSum;

/// The pairings of a Swiss tournament.
///
/// With two seats, the round is the best of all possible rounds. The criteria, the weightiest first:
///
/// 1. Bots that have met meet again only if there is no other way. Then the bots that have met least often meet again.
/// 2. Two bots that must have the same seat do not meet (an absolute preference of both: FIDE Handbook C.04.3, C.3).
/// 3. If the number of bots is odd, the bye goes to the lowest bot with the fewest byes.
/// 4. The differences of score are least. Of equal sums, the one with fewer great differences is better.
/// 5. Few bots miss the seat that they should have, and few of these need it strongly (C.10, C.11).
/// 6. Of bots with equal points, the upper half meets the lower half, each in its order (D.1). If a bot must leave its
///    group, it is the last, and it meets the first of the next group.
///
/// Criteria 2 and 5 apply unless a table has both seats equally often within a round. Two rules of the handbook do not
/// apply: the last round is like any other, so that rounds can be added, and a bot may float twice.
///
/// With more seats, two bots meet as rarely as possible; then the differences of score are least.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Swiss {
    bots: usize,
    seats: usize,
    rounds: usize,
    balance: SeatBalance,
    /// The points for a bye: a fair share of the games that a table plays in a round.
    pub(super) bye: PointSum,
}

/// The times at which both bots of a table have had each seat equally often.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeatBalance {
    EveryRound,
    /// After some rounds, if the pairings allow it.
    SomeRounds,
}

impl Swiss {
    /// A tournament in which a table plays `games` games in a round.
    pub(super) fn new(bots: usize, seats: usize, rounds: u32, games: u32, balance: SeatBalance) -> Self {
        let fair = u32::try_from(seats).ok().and_then(|seats| Points::new(1, seats)).and_then(PointSum::of);
        let bye = fair.unwrap_or(PointSum::ZERO) * games;
        Self { bots, seats, rounds: rounds as usize, balance, bye }
    }

    /// The next round after these; `None` after the last.
    pub(super) fn next(&self, past: &[Round]) -> Option<Round> {
        if past.len() >= self.rounds {
            return None;
        }
        let history = SwissHistory::new(self, past);
        Some(if self.seats == 2 { history.pairs(self.balance) } else { history.tables(self.seats) })
    }

    pub(super) fn tables(&self) -> u64 {
        (self.bots / self.seats * self.rounds) as u64
    }

    /// The bots by points. Bots with equal points are ordered by index.
    pub(super) fn ranking(&self, past: &[Round]) -> Vec<BotIndex> {
        SwissHistory::new(self, past).ranking()
    }
}

/// The history of each bot, by index.
#[derive(Debug, Clone)]
pub(super) struct SwissHistory {
    points: Vec<PointSum>,
    byes: Vec<u32>,
    /// The number of times that two bots sat at one table.
    meetings: Vec<Vec<u32>>,
    /// The number of times that a bot sat at a seat, by the seating of the table as it was made.
    sat: Vec<Vec<u32>>,
    sittings: Vec<Sittings>,
}

impl SwissHistory {
    fn new(swiss: &Swiss, past: &[Round]) -> Self {
        let Swiss { bots, seats, bye, .. } = *swiss;
        let mut history = Self {
            points: vec![PointSum::ZERO; bots],
            byes: vec![0; bots],
            meetings: vec![vec![0; bots]; bots],
            sat: vec![vec![0; seats]; bots],
            sittings: vec![Sittings::default(); bots],
        };
        for bot in past.iter().flat_map(|round| &round.byes) {
            history.byes[bot.0] += 1;
            history.points[bot.0] += bye;
        }
        for pairing in past.iter().flat_map(|round| &round.pairings) {
            for (seat, (bot, &points)) in pairing.table.iter().zip(&pairing.points).enumerate() {
                history.sat[bot.0][seat] += 1;
                history.sittings[bot.0].add(if seat == 0 { Colour::First } else { Colour::Second });
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

    /// A round of pairs, with one bye if the number of bots is odd.
    fn pairs(&self, balance: SeatBalance) -> Round {
        let field = SwissField::new(self, self.ranking(), 1, balance);
        let bots = field.ranked.len();
        let pairs = cheapest(bots.next_multiple_of(2), |one, other| field.cost(one.min(other), one.max(other)));
        let (byes, pairs): (Vec<_>, Vec<_>) = pairs.into_iter().partition(|&(_, other)| other == bots);
        let seated = |(high, low): (usize, usize)| {
            let [high, low] = [field.ranked[high], field.ranked[low]];
            let pair = match self.sittings[high.0].against(&self.sittings[low.0], high) {
                Colour::First => [high, low],
                Colour::Second => [low, high],
            };
            Pairing::new(Lineup::new(pair))
        };
        Round {
            pairings: pairs.into_iter().map(seated).collect(),
            byes: byes.into_iter().map(|(bot, _)| field.ranked[bot]).collect(),
            third_place: false,
        }
    }

    /// A round of tables. The bots left over have a bye.
    fn tables(&self, seats: usize) -> Round {
        let mut ranked = self.ranking();
        let over = ranked.len() % seats;
        let byes = ranked.iter().copied().rev().sorted_by_key(|&bot| self.byes[bot.0]).take(over).collect_vec();
        ranked.retain(|bot| !byes.contains(bot));
        let field = SwissField::new(self, ranked, seats - 1, SeatBalance::EveryRound);
        let tables = gather(field.ranked.len(), seats, |one, other| field.cost(one.min(other), one.max(other)));
        let seated = |table: Vec<usize>| {
            Pairing::new(self.seated(&table.into_iter().map(|place| field.ranked[place]).collect_vec()))
        };
        Round { pairings: tables.into_iter().map(seated).collect(), byes, third_place: false }
    }

    /// The bots in seat order: each seat gets the bot that sat there least often, the highest-ranked of these.
    fn seated(&self, bots: &[BotIndex]) -> Lineup {
        let mut left = bots.to_vec();
        let seats = 0..bots.len();
        Lineup::new(seats.map(|seat| {
            let place = (0..left.len()).min_by_key(|&place| (self.sat[left[place].0][seat], place)).unwrap_or(0);
            left.remove(place)
        }))
    }
}

/// The bots to be paired, and the cost of each pair. Bots are named by rank. The rank after the last stands for a bye.
#[derive(Debug)]
struct SwissField<'a> {
    history: &'a SwissHistory,
    ranked: Vec<BotIndex>,
    /// The cost of one more meeting for each number of former ones: above any set of pairs that have met less often.
    again: Vec<i64>,
    /// By rank: the number of the score group, the place in the group, and the size of the group.
    groups: Vec<ScoreGroup>,
    preferences: Vec<Option<Preference>>,
    fewest_byes: u32,
}

#[derive(Debug, Clone, Copy)]
struct ScoreGroup {
    number: i64,
    place: i64,
    size: i64,
}

impl<'a> SwissField<'a> {
    /// A field of these bots, in which each meets `partners` others in the round.
    fn new(history: &'a SwissHistory, ranked: Vec<BotIndex>, partners: usize, balance: SeatBalance) -> Self {
        let met = ranked.iter().array_combinations().map(|[one, other]| history.meetings[one.0][other.0]);
        let counts = met.unique().sorted().collect_vec();
        // The number of pairs in a round, plus a possible bye, plus one.
        let base = (ranked.len() * partners) as i64 / 2 + 2;
        let most = i64::MAX / 16 / (base * base);
        let most_met = counts.last().copied().unwrap_or(0);
        let mut again = vec![0; most_met as usize + 2];
        let mut price = 1_i64;
        for (met, again) in (0..).zip(&mut again) {
            // Numbers of meetings that no pair has need no cost.
            if met > most_met || counts.binary_search(&met).is_ok() {
                *again = if counts.first() == Some(&met) { 0 } else { price };
                price = price.saturating_mul(base).min(most);
            }
        }
        let mut groups = Vec::new();
        let by_points = ranked.iter().chunk_by(|bot| history.points[bot.0]);
        for (number, (_, bots)) in (0..).zip(&by_points) {
            let size = bots.count() as i64;
            groups.extend((0..size).map(|place| ScoreGroup { number, place, size }));
        }
        drop(by_points);
        let preference =
            |bot: &BotIndex| history.sittings[bot.0].preference().filter(|_| balance == SeatBalance::SomeRounds);
        let preferences = ranked.iter().map(preference).collect();
        let fewest_byes = ranked.iter().map(|bot| history.byes[bot.0]).min().unwrap_or(0);
        Self { history, ranked, again, groups, preferences, fewest_byes }
    }

    /// The cost of this pair; `high` is the better rank.
    fn cost(&self, high: usize, low: usize) -> Cost {
        let bots = self.ranked.len();
        let one = self.ranked[high];
        if low == bots {
            let again = if self.history.byes[one.0] > self.fewest_byes { self.again.last() } else { None };
            return Cost([again.copied().unwrap_or(0), (bots - high) as i64, 0, 0, 0, 0]);
        }
        let other = self.ranked[low];
        let met = self.again[self.history.meetings[one.0][other.0] as usize];
        let [must, should, strong] = self.same_seat(high, low);
        let points = self.history.points[one.0].difference(self.history.points[other.0]);
        let (above, below) = (self.groups[high], self.groups[low]);
        let groups = below.number - above.number;
        let order = if groups == 0 {
            // Any order across the halves is better than two bots of one half (D.2 comes after D.1).
            let half = above.size / 2;
            let exchanged = below.place < half || above.place >= half;
            (below.place - above.place - half).pow(2) + if exchanged { above.size.pow(3) } else { 0 }
        } else {
            (above.size - 1 - above.place).pow(2) + below.place.pow(2)
        };
        let bots = bots as i64 + 1;
        Cost([
            met,
            must * bots,
            i64::try_from(points).unwrap_or(i64::MAX / 16 / bots),
            groups * groups,
            should * bots + strong,
            order,
        ])
    }

    /// Says if both bots must have the same seat, should have it, and need it strongly: 1 or 0 each.
    fn same_seat(&self, one: usize, other: usize) -> [i64; 3] {
        let (Some(one), Some(other)) = (self.preferences[one], self.preferences[other]) else { return [0; 3] };
        let least = one.strength.min(other.strength);
        let same = one.colour == other.colour;
        [same && least == SeatPreference::Absolute, same, same && least >= SeatPreference::Strong].map(i64::from)
    }
}
