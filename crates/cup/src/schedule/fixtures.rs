//! The blocks of a tournament, given out one after another.

use std::collections::{BTreeMap, VecDeque};

use super::{
    BadFormat, Block, BotIndex, Format, Seatings, Table, cycle,
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
    /// Its place in the round, where results are awaited.
    place: usize,
    table: Table,
    /// How many blocks, at least one.
    blocks: u32,
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
    Cycle { tables: Vec<Table>, round: u32, rounds: u32 },
    Results { system: System, blocks: u32, past: Vec<Round>, awaited: BTreeMap<u32, usize>, more: u32 },
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
        format.check(bots, seats)?;
        let chairs = usize::from(seats);
        let results =
            |system, blocks| Source::Results { system, blocks, past: Vec::new(), awaited: BTreeMap::new(), more: 0 };
        let source = match *format {
            Format::RoundRobin { rounds, company } => {
                Source::Cycle { tables: cycle::round_robin(bots, chairs, company), round: 0, rounds }
            }
            Format::Gauntlet { heroes, rounds } => {
                Source::Cycle { tables: cycle::gauntlet(bots, heroes, chairs), round: 0, rounds }
            }
            Format::Swiss { rounds, blocks } => {
                let games = blocks.saturating_mul(seatings.games(seats));
                results(System::Swiss(Swiss::new(bots, chairs, rounds, games)), blocks)
            }
            Format::Knockout { blocks, extra, advance } => {
                results(System::Knockout(Knockout::new(bots, chairs, advance, extra)), blocks)
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
        due.blocks -= 1;
        let (place, last) = (due.place, due.blocks == 0);
        self.blocks += 1;
        let block = Block {
            number: self.blocks,
            round: due.round,
            table: due.table.clone(),
            seatings: self.seatings,
            games_before: self.games,
        };
        if last {
            self.queue.pop_front();
        }
        self.games += block.entries().count() as u32;
        if let Source::Results { awaited, .. } = &mut self.source {
            awaited.insert(block.number, place);
        }
        Step::Block(block)
    }

    /// How many blocks there are in all; `None` for a knockout, where ties add some.
    pub fn blocks(&self) -> Option<u64> {
        match &self.source {
            Source::Cycle { tables, rounds, .. } => Some(tables.len() as u64 * u64::from(*rounds)),
            Source::Results { system: System::Swiss(swiss), blocks, .. } => Some(swiss.tables() * u64::from(*blocks)),
            Source::Results { system: System::Knockout(_), .. } => None,
        }
    }

    /// What the bots of a block have scored in all its games, in the order of the block's table. A block that is not
    /// awaited changes nothing; in a round robin and a gauntlet none is.
    pub fn report(&mut self, block: u32, points: &[PointSum]) {
        let Source::Results { past, awaited, .. } = &mut self.source else { return };
        let (Some(place), Some(round)) = (awaited.remove(&block), past.last_mut()) else { return };
        for (sum, &more) in round.pairings[place].points.iter_mut().zip(points) {
            *sum += more;
        }
    }

    /// The bots, best first, where the format itself ranks them: by points with the Swiss system, byes counted as wins;
    /// by how far they came in a knockout. `None` for the other formats.
    pub fn ranking(&self) -> Option<Vec<BotIndex>> {
        match &self.source {
            Source::Cycle { .. } => None,
            Source::Results { system: System::Swiss(swiss), past, .. } => Some(swiss.ranking(past)),
            Source::Results { system: System::Knockout(knockout), past, .. } => Some(knockout.final_ranking(past)),
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
            Self::Cycle { round, rounds, .. } if round == rounds => Refill::Over,
            Self::Cycle { tables, round, .. } => {
                // From round to round everyone moves on by a seat, which matters where a block has one seating only.
                let turn = *round as usize;
                *round += 1;
                let due = |table: &Table| Due { round: *round, place: 0, table: table.rotated(turn), blocks: 1 };
                Refill::Tables(tables.iter().map(due).collect())
            }
            Self::Results { awaited, .. } if !awaited.is_empty() => Refill::Wait,
            Self::Results { system, blocks, past, more, .. } => {
                let due = |round: usize, place: usize, pairing: &Pairing, blocks: u32| Due {
                    round: round as u32,
                    place,
                    table: pairing.table.clone(),
                    blocks,
                };
                if let (System::Knockout(knockout), Some(round)) = (&*system, past.last()) {
                    let unclear = knockout.unclear(round, *more);
                    if !unclear.is_empty() {
                        *more += 1;
                        let again = |place: usize| due(past.len(), place, &round.pairings[place], 1);
                        return Refill::Tables(unclear.into_iter().map(again).collect());
                    }
                }
                let Some(round) = system.next(past) else { return Refill::Over };
                let pairings = round.pairings.iter().enumerate();
                let tables = pairings.map(|(place, pairing)| due(past.len() + 1, place, pairing, *blocks)).collect();
                *more = 0;
                past.push(round);
                Refill::Tables(tables)
            }
        }
    }
}
