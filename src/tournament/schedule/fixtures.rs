//! The blocks of a tournament, given out one after another.

use std::collections::{BTreeMap, VecDeque};

use super::{
    BadFormat, Block, BotIndex, Format, Seatings, Table, cycle,
    knockout::Knockout,
    round::{Pairing, Round},
    swiss::Swiss,
};
use crate::tournament::stats::PointSum;

/// The blocks of a tournament, one after another.
///
/// They follow from what [`Fixtures::new`] was given and from the points reported for earlier blocks, and not from the
/// order in which these were reported. So a tournament is resumed by drawing its blocks again and reporting the points
/// of those that have been played.
#[derive(Debug, Clone)]
pub struct Fixtures {
    source: Source,
    seatings: Seatings,
    /// What is to be given out next: the round, and the table, with its place in the round.
    queue: VecDeque<(u32, usize, Table)>,
    blocks: u32,
    games: u32,
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
        let Some((round, place, table)) = self.queue.pop_front() else { return Step::Over };
        self.blocks += 1;
        let block = Block { number: self.blocks, round, table, seatings: self.seatings, games_before: self.games };
        self.games += block.entries().count() as u32;
        if let Source::Results { awaited, .. } = &mut self.source {
            awaited.insert(block.number, place);
        }
        Step::Block(block)
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
enum Refill {
    Tables(Vec<(u32, usize, Table)>),
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
                Refill::Tables(tables.iter().map(|table| (*round, 0, table.rotated(turn))).collect())
            }
            Self::Results { awaited, .. } if !awaited.is_empty() => Refill::Wait,
            Self::Results { system, blocks, past, more, .. } => {
                let number = past.len() as u32;
                if let (System::Knockout(knockout), Some(round)) = (&*system, past.last()) {
                    let unclear = knockout.unclear(round, *more);
                    if !unclear.is_empty() {
                        *more += 1;
                        let again = |place: usize| (number, place, round.pairings[place].table.clone());
                        return Refill::Tables(unclear.into_iter().map(again).collect());
                    }
                }
                let Some(round) = system.next(past) else { return Refill::Over };
                let table = |(place, pairing): (usize, &Pairing)| {
                    std::iter::repeat_n((number + 1, place, pairing.table.clone()), *blocks as usize)
                };
                let tables = round.pairings.iter().enumerate().flat_map(table).collect();
                *more = 0;
                past.push(round);
                Refill::Tables(tables)
            }
        }
    }
}
