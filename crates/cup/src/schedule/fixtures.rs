//! The blocks of a tournament, given out one after another. The module knows no names of bots, no games and no luck.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{
    Block, BotIndex, Bracket, Bye, Company, Format, FormatError, GrowthStage, Lineup, Next, Seatings, SeedDecision,
    Stake,
    adaptive::Adaptive,
    cycle::{Cycle, RoundMeeting},
    double::Double,
    knockout::Knockout,
    rings::{self, RingHistory},
    round::{Pairing, Round},
    swiss::{SeatBalance, Swiss},
};
use crate::stats::PointSum;

/// The blocks of a tournament, one after another.
///
/// The blocks follow from the arguments of [`Fixtures::new`] and from the points reported for earlier blocks. The order
/// of the reports does not matter. To resume, draw the blocks again and report the points of the played ones.
#[derive(Debug, Clone)]
pub struct Fixtures {
    source: FixtureSource,
    seatings: Seatings,
    queue: VecDeque<DueTable>,
    /// The numbers of blocks and games that were given out.
    blocks: u32,
    games: u32,
}

#[derive(Debug, Clone)]
struct DueTable {
    round: u32,
    /// The deal of the table's next block.
    deal: u32,
    /// The place of the table in the round, or among all tables of an adaptive round robin.
    place: usize,
    table: Lineup,
    /// The number of blocks that the table has had in this round, if results are awaited.
    had: u32,
    /// The number of blocks left for the table, at least one.
    left: u32,
}

#[derive(Debug, Clone)]
enum FixtureSource {
    Cycle(Cycle),
    Adaptive(Adaptive),
    Results(Results),
    /// Listed tables, all of which are due from the beginning.
    Listed,
}

/// The rounds of a format whose next round follows from the rounds before.
#[derive(Debug, Clone)]
struct Results {
    system: System,
    /// The number of blocks that a table plays in a round.
    blocks: u32,
    /// The most extra blocks of a table while a tie leaves open who advances.
    extra: u32,
    past: Vec<Round>,
    /// The blocks whose results are awaited: the place of the table in the round, and the bots in seat order.
    awaited: BTreeMap<u32, (usize, Lineup)>,
    rings: RingHistory,
    /// The number of extra blocks that the tables of the last round have had.
    more: u32,
    /// The number of deals in all rounds before the last.
    deals: u32,
}

/// A format that draws each round from the results of the rounds before.
#[derive(Debug, Clone)]
enum System {
    Swiss(Swiss),
    Knockout(Knockout),
    Double(Double),
}

impl System {
    fn next(&self, past: &[Round]) -> Option<Round> {
        match self {
            Self::Swiss(swiss) => swiss.next(past),
            Self::Knockout(knockout) => knockout.next(past),
            Self::Double(double) => double.next(past),
        }
    }

    /// The number of bots that advance from the table at this place; `None` if all do.
    fn advancing(&self, round: &Round, place: usize) -> Option<usize> {
        match self {
            Self::Swiss(_) => None,
            Self::Knockout(knockout) => Some(knockout.advancing(round, place)),
            Self::Double(_) => Some(1),
        }
    }

    /// The question that the table at this place in the last of these rounds decides; `None` in a Swiss.
    fn stake(&self, past: &[Round], place: usize) -> Option<Stake> {
        match self {
            Self::Swiss(_) => None,
            Self::Knockout(knockout) => Some(knockout.stake(past.last()?, place)),
            Self::Double(double) => double.stake(past, place),
        }
    }

    fn ranking(&self, past: &[Round]) -> Vec<BotIndex> {
        match self {
            Self::Swiss(swiss) => swiss.ranking(past),
            Self::Knockout(knockout) => knockout.final_ranking(past),
            Self::Double(double) => double.final_ranking(past),
        }
    }
}

impl Fixtures {
    /// The blocks of a tournament of `bots` bots at tables of `seats`.
    ///
    /// # Errors
    /// If this format cannot have that many bots and seats.
    pub fn new(format: &Format, bots: usize, seats: u8, seatings: Seatings) -> Result<Self, FormatError> {
        Self::grown(format, &[], bots, seats, seatings)
    }

    /// The blocks of a tournament that was smaller before. Those of each stage come first, in their order there.
    ///
    /// # Errors
    /// If this format cannot have that many bots and seats, or these stages.
    pub fn grown(
        format: &Format,
        stages: &[GrowthStage],
        bots: usize,
        seats: u8,
        seatings: Seatings,
    ) -> Result<Self, FormatError> {
        format.check(bots, seats)?;
        format.check_stages(stages, bots, seats)?;
        let chairs = usize::from(seats);
        let mut queue = VecDeque::new();
        let cycle = |meeting, rounds| {
            let all = stages.iter().copied().chain([GrowthStage { bots, rounds }]).collect();
            FixtureSource::Cycle(Cycle::new(meeting, chairs, all))
        };
        let source = match *format {
            Format::RoundRobin { rounds, company } => cycle(RoundMeeting::Each(company), rounds),
            Format::Gauntlet { heroes, rounds } => cycle(RoundMeeting::Heroes(heroes), rounds),
            Format::Swiss { rounds, blocks } => {
                let games = blocks.saturating_mul(seatings.games(seats));
                let balance = if seatings.games(seats) == 1 && !blocks.is_multiple_of(2) {
                    SeatBalance::SomeRounds
                } else {
                    SeatBalance::EveryRound
                };
                let swiss = Swiss::new(bots, chairs, rounds, games, balance);
                FixtureSource::Results(Results::new(System::Swiss(swiss), blocks, 0))
            }
            Format::Knockout { blocks, extra, advance, bracket } => {
                let system = match bracket {
                    Bracket::Single => System::Knockout(Knockout::new(bots, chairs, advance, false)),
                    Bracket::ThirdPlace => System::Knockout(Knockout::new(bots, chairs, advance, true)),
                    Bracket::Double => System::Double(Double::new(bots)),
                };
                FixtureSource::Results(Results::new(system, blocks, extra))
            }
            Format::Adaptive { rounds } => {
                let tables = RoundMeeting::Each(Company::Others).tables(bots, chairs);
                FixtureSource::Adaptive(Adaptive::new(tables, rounds, bots, seatings.games(seats)))
            }
            Format::Tables(ref tables) => {
                // Each table has luck of its own, so no bot meets the same luck at two tables.
                queue.extend((1..).zip(tables).map(|(deal, table)| DueTable::once(1, deal, 0, table.clone())));
                FixtureSource::Listed
            }
        };
        Ok(Self { source, seatings, queue, blocks: 0, games: 0 })
    }

    /// Gives out the next block.
    pub fn step(&mut self) -> Next<Block> {
        if self.queue.is_empty() {
            match self.source.refill() {
                Next::One(tables) => self.queue.extend(tables),
                Next::Wait => return Next::Wait,
                Next::Over => return Next::Over,
            }
        }
        let Some(due) = self.queue.front_mut() else { return Next::Over };
        let round = due.round as usize - 1;
        let table = match (self.seatings, &mut self.source) {
            (Seatings::All, _) | (_, FixtureSource::Listed) => due.table.clone(),
            // Two bots have one order round the table.
            (Seatings::Balanced, _) if due.table.len() <= 2 => due.table.clone(),
            (Seatings::Single, _) if due.table.len() <= 2 => due.table.rotated(due.had as usize % due.table.len()),
            (seatings @ (Seatings::Balanced | Seatings::Single), FixtureSource::Results(results)) => {
                results.rings.next(&due.table, seatings)
            }
            (Seatings::Balanced, FixtureSource::Cycle(_) | FixtureSource::Adaptive(_)) => {
                rings::seated(&due.table, round)
            }
            // The bots of these tables move on by a seat from round to round.
            (Seatings::Single, FixtureSource::Cycle(_) | FixtureSource::Adaptive(_)) => {
                rings::seated(&due.table, round / due.table.len())
            }
        };
        self.blocks += 1;
        let block = Block {
            number: self.blocks,
            round: due.round,
            deal: due.deal,
            table,
            seatings: self.seatings,
            games_before: self.games,
        };
        let place = due.place;
        due.deal = due.deal.saturating_add(1);
        due.had += 1;
        due.left -= 1;
        if due.left == 0 {
            self.queue.pop_front();
        }
        self.games += block.entries().count() as u32;
        match &mut self.source {
            FixtureSource::Results(results) => _ = results.awaited.insert(block.number, (place, block.table.clone())),
            FixtureSource::Adaptive(adaptive) => adaptive.begin(block.number, place, &block.table),
            FixtureSource::Cycle(_) | FixtureSource::Listed => {}
        }
        Next::One(block)
    }

    /// Removes the deals that a future block may use.
    pub(crate) fn keep_settled(&self, deals: &mut BTreeSet<u32>) {
        match &self.source {
            FixtureSource::Cycle(_) | FixtureSource::Listed => {
                let mut rest = self.clone();
                while let Next::One(block) = rest.step() {
                    deals.remove(&block.deal);
                }
            }
            // The next table follows from results, and each pair begins with the first deal.
            FixtureSource::Adaptive(_) => match self.clone().step() {
                Next::One(_) | Next::Wait => deals.clear(),
                Next::Over => {}
            },
            // A table of the last round may get more blocks. Further rounds have later deals.
            FixtureSource::Results(results) => match self.clone().step() {
                Next::One(_) | Next::Wait => deals.retain(|&deal| deal <= results.deals),
                Next::Over => {}
            },
        }
    }

    /// The number of blocks in all; `None` for a knockout, because ties add blocks.
    pub fn blocks(&self) -> Option<u64> {
        match &self.source {
            FixtureSource::Cycle(cycle) => Some(cycle.blocks()),
            FixtureSource::Adaptive(adaptive) => Some(adaptive.blocks()),
            FixtureSource::Results(Results { system: System::Swiss(swiss), blocks, .. }) => {
                Some(swiss.tables() * u64::from(*blocks))
            }
            FixtureSource::Results(Results { system: System::Knockout(_) | System::Double(_), .. }) => None,
            FixtureSource::Listed => Some(u64::from(self.blocks) + self.queue.len() as u64),
        }
    }

    /// Reports the points of a block, summed over its games, in the order of the block's table. A block that is not
    /// awaited changes nothing. Only a Swiss, a knockout and an adaptive round robin await blocks.
    pub fn report(&mut self, block: u32, points: &[PointSum]) {
        match &mut self.source {
            FixtureSource::Cycle(_) | FixtureSource::Listed => {}
            FixtureSource::Adaptive(adaptive) => adaptive.report(block, points),
            FixtureSource::Results(results) => results.report(block, points),
        }
    }

    /// The bots, best first; `None` if the format ranks none. A Swiss ranks by points, with a fair share for a bye. A
    /// knockout ranks by the round that a bot reached.
    pub fn ranking(&self) -> Option<Vec<BotIndex>> {
        let FixtureSource::Results(Results { system, past, .. }) = &self.source else { return None };
        Some(system.ranking(past))
    }

    /// The bots of a knockout, best first, in groups that share a rank: bots that went out in the same round with equal
    /// points of a block. The bracket parts level bots of a table, and the final from the match for the third place.
    pub(crate) fn shared_ranks(&self) -> Option<Vec<Vec<BotIndex>>> {
        let FixtureSource::Results(Results { system, past, .. }) = &self.source else { return None };
        if matches!(system, System::Swiss(_)) {
            return None;
        }
        let decided = self.decided_by_seed();
        let is_parted = |round: usize, [one, other]: [&BotIndex; 2]| {
            let of_round = decided.iter().filter(|decision| decision.round as usize == round);
            let parts = |one, other| of_round.clone().any(|it| it.through.contains(one) && it.out.contains(other));
            parts(one, other) || parts(other, one)
        };
        let last = |bot: BotIndex| {
            let points = |round: &Round| round.pairings.iter().find_map(|it| it.mean_of(bot).filter(|mean| mean.1 > 0));
            (1..=past.len()).rev().find_map(|number| Some((number, points(&past[number - 1])?)))
        };
        let mut groups: Vec<Vec<_>> = Vec::new();
        for bot in system.ranking(past) {
            let last = last(bot);
            let alike = |(other, its_last): &(BotIndex, _)| match (last, *its_last) {
                (Some((round, one)), Some((other_round, points))) => {
                    round == other_round
                        && PointSum::compare_means(one, points).is_eq()
                        && !past[round - 1].third_place
                        && !is_parted(round, [&bot, other])
                }
                (one, points) => one == points,
            };
            match groups.last_mut() {
                Some(group) if group.iter().all(alike) => group.push((bot, last)),
                _ => groups.push(vec![(bot, last)]),
            }
        }
        Some(groups.into_iter().map(|group| group.into_iter().map(|(bot, _)| bot).collect()).collect())
    }

    /// The byes, in order of rounds.
    pub fn byes(&self) -> Vec<Bye> {
        let FixtureSource::Results(Results { past, .. }) = &self.source else { return Vec::new() };
        let rounds = (1..).zip(past);
        rounds.flat_map(|(round, it)| it.byes.iter().map(move |&bot| Bye { round, bot })).collect()
    }

    /// The points for a bye, a fair share of the games of a round. `None` if byes give no points.
    pub fn bye_worth(&self) -> Option<PointSum> {
        let FixtureSource::Results(Results { system: System::Swiss(swiss), .. }) = &self.source else { return None };
        Some(swiss.bye)
    }

    /// The ties that seeds have decided in a knockout so far, in order.
    pub fn decided_by_seed(&self) -> Vec<SeedDecision> {
        let FixtureSource::Results(results) = &self.source else { return Vec::new() };
        let is_over = self.queue.is_empty() && results.awaited.is_empty() && results.unclear().is_empty();
        results.decided_in(if is_over { results.past.len() } else { results.past.len().saturating_sub(1) })
    }
}

impl FixtureSource {
    /// The tables that come next: at least one, or the reason why there are none.
    fn refill(&mut self) -> Next<Vec<DueTable>> {
        match self {
            Self::Cycle(cycle) => {
                let Some((round, tables)) = cycle.next() else { return Next::Over };
                Next::One(tables.into_iter().map(|table| DueTable::once(round, round, 0, table)).collect())
            }
            Self::Adaptive(adaptive) => {
                let due = |(place, round, table)| DueTable::once(round, round, place, table);
                adaptive.next().map(|blocks| blocks.into_iter().map(due).collect())
            }
            Self::Results(results) => results.refill(),
            Self::Listed => Next::Over,
        }
    }
}

impl DueTable {
    /// A table that plays one block.
    fn once(round: u32, deal: u32, place: usize, table: Lineup) -> Self {
        Self { round, deal, place, table, had: 0, left: 1 }
    }
}

impl Results {
    fn new(system: System, blocks: u32, extra: u32) -> Self {
        Self {
            system,
            blocks,
            extra,
            past: Vec::new(),
            awaited: BTreeMap::new(),
            rings: RingHistory::default(),
            more: 0,
            deals: 0,
        }
    }

    fn refill(&mut self) -> Next<Vec<DueTable>> {
        if !self.awaited.is_empty() {
            return Next::Wait;
        }
        let unclear = self.unclear();
        if let Some(round) = self.past.last().filter(|_| !unclear.is_empty()) {
            let had = self.blocks.saturating_add(self.more);
            let again = unclear.into_iter().map(|place| self.due(place, &round.pairings[place], had, 1)).collect();
            self.more += 1;
            return Next::One(again);
        }
        let Some(round) = self.system.next(&self.past) else { return Next::Over };
        if !self.past.is_empty() {
            self.deals = self.deals.saturating_add(self.blocks).saturating_add(self.more);
        }
        self.more = 0;
        self.past.push(round);
        let pairings = self.past.last().map_or(&[][..], |round| &round.pairings).iter().enumerate();
        Next::One(pairings.map(|(place, pairing)| self.due(place, pairing, 0, self.blocks)).collect())
    }

    /// The places in the last round whose tables must play on, because a tie leaves open who advances.
    fn unclear(&self) -> Vec<usize> {
        let Some(round) = self.past.last().filter(|_| self.more < self.extra) else { return Vec::new() };
        let unclear = |&place: &usize| self.level(round, place).is_some();
        (0..round.pairings.len()).filter(unclear).collect()
    }

    /// The bots that a tie leaves level at a table so far: those that advance by seed, and those that do not.
    fn level(&self, round: &Round, place: usize) -> Option<[Vec<BotIndex>; 2]> {
        round.pairings[place].by_seed(self.system.advancing(round, place)?)
    }

    fn decided_in(&self, rounds: usize) -> Vec<SeedDecision> {
        let mut decisions = Vec::new();
        for (number, round) in (1..).zip(&self.past[..rounds]) {
            for place in 0..round.pairings.len() {
                if let Some([through, out]) = self.level(round, place)
                    && let Some(stake) = self.system.stake(&self.past[..number as usize], place)
                {
                    decisions.push(SeedDecision { round: number, through, out, stake });
                }
            }
        }
        decisions
    }

    /// A table of the last round that has had `had` blocks and gets `left` more.
    fn due(&self, place: usize, pairing: &Pairing, had: u32, left: u32) -> DueTable {
        let deal = self.deals.saturating_add(had).saturating_add(1);
        DueTable { round: self.past.len() as u32, deal, place, table: pairing.table.clone(), had, left }
    }

    fn report(&mut self, block: u32, points: &[PointSum]) {
        let Some((place, seated)) = self.awaited.remove(&block) else { return };
        let Some(round) = self.past.last_mut() else { return };
        let Pairing { table, points: sums, blocks } = &mut round.pairings[place];
        *blocks += 1;
        for (bot, &more) in seated.iter().zip(points) {
            table.iter().zip(&mut *sums).filter(|(other, _)| *other == bot).for_each(|(_, sum)| *sum += more);
        }
    }
}
