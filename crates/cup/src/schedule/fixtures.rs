//! The blocks of a tournament, given out one after another.

use std::collections::{BTreeMap, VecDeque};

use super::{
    BadFormat, Block, BotIndex, Format, Seatings, Stage, Table,
    cycle::{Cycle, Meeting},
    knockout::Knockout,
    round::{Pairing, Round},
    swiss::Swiss,
};
use crate::stats::PointSum;

/// The blocks of a tournament, one after another.
///
/// They follow from what [`Fixtures::new`] was given and from the points reported for earlier blocks, and not from the
/// order in which these were reported. So a tournament is resumed by drawing its blocks again and reporting the points
/// of those that have been played.
#[derive(Debug, Clone)]
pub struct Fixtures {
    source: Source,
    seatings: Seatings,
    queue: VecDeque<Due>,
    /// How many blocks and games have been given out.
    blocks: u32,
    games: u32,
}

/// A table that is to play next.
#[derive(Debug, Clone)]
struct Due {
    round: u32,
    /// The deal of its next block.
    deal: u32,
    /// Its place in the round, where results are awaited.
    place: usize,
    table: Table,
    /// How many blocks it has had in this round, where results are awaited.
    had: u32,
    /// How many blocks are left, at least one.
    left: u32,
}

/// What comes next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// This block can be played now.
    Block(Block),
    /// The next block depends on the points of blocks that were given out and not reported.
    Wait,
    /// There are no more blocks.
    Over,
}

#[derive(Debug, Clone)]
enum Source {
    Cycle(Cycle),
    Results(Results),
}

/// The rounds of a format whose next round follows from the rounds before.
#[derive(Debug, Clone)]
struct Results {
    system: System,
    /// How many blocks a table plays in a round.
    blocks: u32,
    past: Vec<Round>,
    /// The blocks of which results are awaited: the place of the table in the round, and how it is turned.
    awaited: BTreeMap<u32, (usize, usize)>,
    /// How many blocks more the tables of the last round have had.
    more: u32,
    /// How many deals the rounds before the last have had.
    deals: u32,
}

/// A format whose rounds follow from the rounds before.
#[derive(Debug, Clone)]
enum System {
    Swiss(Swiss),
    Knockout(Knockout),
}

impl System {
    fn next(&self, past: &[Round]) -> Option<Round> {
        match self {
            Self::Swiss(swiss) => swiss.next(past),
            Self::Knockout(knockout) => knockout.next(past),
        }
    }
}

impl Fixtures {
    /// The blocks of a tournament of `bots` bots at tables of `seats`.
    ///
    /// # Errors
    /// Where such a tournament cannot be held.
    pub fn new(format: &Format, bots: usize, seats: u8, seatings: Seatings) -> Result<Self, BadFormat> {
        Self::grown(format, &[], bots, seats, seatings)
    }

    /// The blocks of a tournament that was smaller before: those of each stage first, in the order they had there.
    ///
    /// # Errors
    /// Where such a tournament cannot be held.
    pub fn grown(
        format: &Format,
        stages: &[Stage],
        bots: usize,
        seats: u8,
        seatings: Seatings,
    ) -> Result<Self, BadFormat> {
        format.check(bots, seats)?;
        format.check_stages(stages, bots, seats)?;
        let chairs = usize::from(seats);
        let cycle = |meeting, rounds| {
            let all = stages.iter().copied().chain([Stage { bots, rounds }]).collect();
            Source::Cycle(Cycle::new(meeting, chairs, all))
        };
        let source = match *format {
            Format::RoundRobin { rounds, company } => cycle(Meeting::Each(company), rounds),
            Format::Gauntlet { heroes, rounds } => cycle(Meeting::Heroes(heroes), rounds),
            Format::Swiss { rounds, blocks } => {
                let games = blocks.saturating_mul(seatings.games(seats));
                Source::Results(Results::new(System::Swiss(Swiss::new(bots, chairs, rounds, games)), blocks))
            }
            Format::Knockout { blocks, extra, advance } => {
                Source::Results(Results::new(System::Knockout(Knockout::new(bots, chairs, advance, extra)), blocks))
            }
        };
        Ok(Self { source, seatings, queue: VecDeque::new(), blocks: 0, games: 0 })
    }

    /// The next block.
    pub fn step(&mut self) -> Step {
        if self.queue.is_empty() {
            match self.source.refill() {
                Refill::Tables(tables) => self.queue.extend(tables),
                Refill::Wait => return Step::Wait,
                Refill::Over => return Step::Over,
            }
        }
        let Some(due) = self.queue.front_mut() else { return Step::Over };
        // A table that plays one game a block sits differently in the next one.
        let turn = if self.seatings == Seatings::Fixed { due.had as usize % due.table.len() } else { 0 };
        self.blocks += 1;
        let block = Block {
            number: self.blocks,
            round: due.round,
            deal: due.deal,
            table: due.table.rotated(turn),
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
        if let Source::Results(results) = &mut self.source {
            results.awaited.insert(block.number, (place, turn));
        }
        Step::Block(block)
    }

    /// How many blocks there are in all; `None` for a knockout, where ties add some.
    pub fn blocks(&self) -> Option<u64> {
        match &self.source {
            Source::Cycle(cycle) => Some(cycle.blocks()),
            Source::Results(Results { system: System::Swiss(swiss), blocks, .. }) => {
                Some(swiss.tables() * u64::from(*blocks))
            }
            Source::Results(Results { system: System::Knockout(_), .. }) => None,
        }
    }

    /// What the bots of a block have scored in all its games, in the order of the block's table. A block that is not
    /// awaited changes nothing; in a round robin and a gauntlet none is.
    pub fn report(&mut self, block: u32, points: &[PointSum]) {
        if let Source::Results(results) = &mut self.source {
            results.report(block, points);
        }
    }

    /// The bots, best first, where the format itself ranks them: by points with the Swiss system, byes counted as wins;
    /// by how far they came in a knockout. `None` for the other formats.
    pub fn ranking(&self) -> Option<Vec<BotIndex>> {
        match &self.source {
            Source::Cycle(_) => None,
            Source::Results(Results { system: System::Swiss(swiss), past, .. }) => Some(swiss.ranking(past)),
            Source::Results(Results { system: System::Knockout(knockout), past, .. }) => {
                Some(knockout.final_ranking(past))
            }
        }
    }
}

/// What a source has next.
#[derive(Debug)]
enum Refill {
    Tables(Vec<Due>),
    Wait,
    Over,
}

impl Source {
    /// The tables to be given out after those before: at least one, or a reason why there is none.
    fn refill(&mut self) -> Refill {
        match self {
            Self::Cycle(cycle) => {
                let Some((round, tables)) = cycle.next() else { return Refill::Over };
                let due = |table| Due { round, deal: round, place: 0, table, had: 0, left: 1 };
                Refill::Tables(tables.into_iter().map(due).collect())
            }
            Self::Results(results) => results.refill(),
        }
    }
}

impl Results {
    fn new(system: System, blocks: u32) -> Self {
        Self { system, blocks, past: Vec::new(), awaited: BTreeMap::new(), more: 0, deals: 0 }
    }

    fn refill(&mut self) -> Refill {
        if !self.awaited.is_empty() {
            return Refill::Wait;
        }
        if let (System::Knockout(knockout), Some(round)) = (&self.system, self.past.last()) {
            let unclear = knockout.unclear(round, self.more);
            if !unclear.is_empty() {
                let had = self.blocks.saturating_add(self.more);
                let again = unclear.into_iter().map(|place| self.due(place, &round.pairings[place], had, 1)).collect();
                self.more += 1;
                return Refill::Tables(again);
            }
        }
        let Some(round) = self.system.next(&self.past) else { return Refill::Over };
        if !self.past.is_empty() {
            self.deals = self.deals.saturating_add(self.blocks).saturating_add(self.more);
        }
        self.more = 0;
        self.past.push(round);
        let pairings = self.past.last().map_or(&[][..], |round| &round.pairings).iter().enumerate();
        Refill::Tables(pairings.map(|(place, pairing)| self.due(place, pairing, 0, self.blocks)).collect())
    }

    /// A table of the last round, which has had some blocks and is to have so many more.
    fn due(&self, place: usize, pairing: &Pairing, had: u32, left: u32) -> Due {
        let deal = self.deals.saturating_add(had).saturating_add(1);
        Due { round: self.past.len() as u32, deal, place, table: pairing.table.clone(), had, left }
    }

    fn report(&mut self, block: u32, points: &[PointSum]) {
        let Some((place, turn)) = self.awaited.remove(&block) else { return };
        let Some(round) = self.past.last_mut() else { return };
        let sums = &mut round.pairings[place].points;
        let seats = sums.len();
        for (seat, &more) in points.iter().enumerate().take(seats) {
            sums[(seat + turn) % seats] += more;
        }
    }
}
