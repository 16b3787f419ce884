//! The tables of a round robin and of a gauntlet, round by round.

use itertools::{Either, Itertools as _};

use super::{BotIndex, Company, GrowthStage, Lineup};

/// The pairs or sets of bots that meet in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoundMeeting {
    /// Every set of bots meets.
    Each(Company),
    /// Each of this many first bots meets every set of the others.
    Heroes(usize),
}

/// The rounds of a tournament. In each, every set of bots meets once.
///
/// A tournament that grew plays the rounds of its stages first. Then come the tables that the stages did not have: sets
/// with a new bot, and new rounds. A set has the round that it would have in a tournament of full size.
#[derive(Debug, Clone)]
pub(super) struct Cycle {
    meeting: RoundMeeting,
    seats: usize,
    /// The stages, smallest first. The last is the whole tournament.
    stages: Vec<GrowthStage>,
    /// The index of the current stage, and the number of its rounds that were given out.
    stage: usize,
    round: u32,
    /// The tables of a whole round of the current stage.
    tables: Vec<Lineup>,
}

impl Cycle {
    pub(super) fn new(meeting: RoundMeeting, seats: usize, stages: Vec<GrowthStage>) -> Self {
        let tables = stages.first().map_or_else(Vec::new, |stage| meeting.tables(stage.bots, seats));
        Self { meeting, seats, stages, stage: 0, round: 0, tables }
    }

    /// The number and the tables of the next round that has tables.
    pub(super) fn next(&mut self) -> Option<(u32, Vec<Lineup>)> {
        loop {
            let stage = *self.stages.get(self.stage)?;
            if self.round == stage.rounds {
                self.stage += 1;
                self.round = 0;
                self.tables = self.meeting.tables(self.stages.get(self.stage)?.bots, self.seats);
                continue;
            }
            // Every bot moves on by a seat from round to round. This matters if a block has only one seating.
            let turn = self.round as usize;
            self.round += 1;
            let before: Vec<GrowthStage> =
                self.stages[..self.stage].iter().copied().filter(|before| self.round <= before.rounds).collect();
            let is_new = |table: &&Lineup| {
                let latest = table.iter().map(|bot| bot.0).max().unwrap_or(0);
                before.iter().all(|before| latest >= before.bots)
            };
            let tables = self.tables.iter().filter(is_new).map(|table| table.rotated(turn)).collect_vec();
            if !tables.is_empty() {
                return Some((self.round, tables));
            }
        }
    }

    pub(super) fn blocks(&self) -> u64 {
        let Some(all) = self.stages.last() else { return 0 };
        self.meeting.tables(all.bots, self.seats).len() as u64 * u64::from(all.rounds)
    }
}

impl RoundMeeting {
    pub(super) fn tables(self, bots: usize, seats: usize) -> Vec<Lineup> {
        match self {
            // At any time all bots have played about equally often.
            Self::Each(Company::Others) if seats == 2 => circle(bots),
            Self::Each(company) => orbits(bots, seats, company),
            Self::Heroes(heroes) => gauntlet(bots, heroes, seats),
        }
    }
}

/// Each of the first `heroes` bots with every set of the others. All heroes meet one set before the next set comes.
fn gauntlet(bots: usize, heroes: usize, seats: usize) -> Vec<Lineup> {
    let sets = orbits(bots - heroes, seats - 1, Company::Others);
    let tables = sets.iter().flat_map(|set| {
        let others = set.iter().map(|bot| BotIndex(bot.0 + heroes)).collect_vec();
        BotIndex::all(heroes).map(move |hero| Lineup::new(std::iter::once(hero).chain(others.iter().copied())))
    });
    tables.collect()
}

/// Pairs by the circle method: the last bot stands still, the others move round a circle and meet the bot opposite.
/// After each turn of the circle all bots play, except one if the number of bots is odd. Each bot has the first seat as
/// often as the second, or once more or less.
fn circle(bots: usize) -> Vec<Lineup> {
    let even = bots + bots % 2;
    let ring = even - 1;
    let day = |day: usize| {
        let still = if day.is_multiple_of(2) { [ring, day] } else { [day, ring] };
        let around = (1..even / 2).map(move |step| [(day + step) % ring, (day + ring - step) % ring]);
        std::iter::once(still).chain(around)
    };
    let days = (0..ring).flat_map(day);
    days.filter(|pair| pair.iter().all(|&bot| bot < bots)).map(|pair| Lineup::new(pair.map(BotIndex))).collect()
}

/// All sets of `chosen` bots, ordered in orbits. Each next set of an orbit replaces every bot by its successor, and the
/// last bot by the first. In an orbit all bots play equally often, and each at every seat.
fn orbits(bots: usize, chosen: usize, company: Company) -> Vec<Lineup> {
    let sets = match company {
        Company::Others => Either::Left((0..bots).combinations(chosen)),
        Company::AlsoItself => Either::Right((0..bots).combinations_with_replacement(chosen)),
    };
    sets.flat_map(|set| orbit(bots, &set)).collect()
}

/// The orbit of this set. Empty unless this set is the least of its orbit, so that no orbit comes twice.
fn orbit(bots: usize, set: &[usize]) -> Vec<Lineup> {
    let mut tables = Vec::new();
    for shift in 0..bots.max(1) {
        let shifted = set.iter().map(|bot| (bot + shift) % bots).collect_vec();
        let sorted = shifted.iter().copied().sorted().collect_vec();
        if sorted.as_slice() < set {
            return Vec::new();
        }
        if shift > 0 && sorted == set {
            break;
        }
        tables.push(Lineup::new(shifted.into_iter().map(BotIndex)));
    }
    tables
}
