//! How many games a plan has, and whether its openings last: how many its blocks want, and what happens if there are fewer.

use std::fmt;

use uvi::Points;

use super::Plan;
use crate::{
    counted::counted,
    schedule::{Company, Fixtures, Format, Seatings, Upcoming},
    stats::PointSum,
    terms::OpeningOrder,
};

/// A plan that wants more openings than it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shortage {
    has: u32,
    wanted: u32,
    wants: Wants,
    /// How many blocks pass before an opening comes again with the same seats.
    lap: u32,
    seatings: Seatings,
    order: OpeningOrder,
}

/// What wants so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wants {
    /// All rounds.
    Rounds,
    /// The rounds, unless a test ends them earlier.
    UpToRounds,
    /// The rounds; a table of which little is known gets more blocks than one of which much is known.
    RoundsAndMore,
    /// The blocks of the rounds.
    Blocks { rounds: u32, blocks: u32 },
    /// A knockout, even if nobody draws.
    Knockout,
}

impl Shortage {
    /// That of a plan; none if its openings last, or it has none.
    pub(crate) fn of(plan: &Plan) -> Option<Self> {
        let has = u32::try_from(plan.openings.len()).ok().filter(|&has| has > 0)?;
        let tested = plan.sprt.is_some() || plan.lead.is_some();
        let (wanted, wants) = match plan.format {
            Format::RoundRobin { rounds, .. } | Format::Gauntlet { rounds, .. } => {
                (rounds, if tested { Wants::UpToRounds } else { Wants::Rounds })
            }
            Format::Adaptive { rounds } => (rounds, Wants::RoundsAndMore),
            Format::Swiss { rounds, blocks: 1 } => (rounds, Wants::Rounds),
            Format::Swiss { rounds, blocks } => (rounds.saturating_mul(blocks), Wants::Blocks { rounds, blocks }),
            Format::Knockout { .. } => (fewest(plan)?, Wants::Knockout),
        };
        let (seatings, order) = (plan.seatings, plan.order);
        let lap = has.saturating_mul(if seatings == Seatings::Fixed { plan.seats.into() } else { 1 });
        (wanted > has).then_some(Self { has, wanted, wants, lap, seatings, order })
    }
}

impl Plan {
    /// How many games the whole tournament has, where that does not depend on results.
    pub fn total(&self) -> Option<u32> {
        // The rounds of these are all as long as the first.
        let (first, rounds) = match self.format {
            Format::RoundRobin { rounds, company } => (Format::RoundRobin { rounds: 1, company }, rounds),
            Format::Gauntlet { heroes, rounds } => (Format::Gauntlet { heroes, rounds: 1 }, rounds),
            // It has as many games, in another order.
            Format::Adaptive { rounds } => (Format::RoundRobin { rounds: 1, company: Company::Others }, rounds),
            Format::Swiss { .. } | Format::Knockout { .. } => (self.format.clone(), 1),
        };
        let mut fixtures = Fixtures::new(&first, self.entrants.len(), self.seats, self.seatings).ok()?;
        if let Format::Swiss { .. } = self.format {
            return u32::try_from(fixtures.blocks()? * u64::from(self.seatings.games(self.seats))).ok();
        }
        let mut total = 0_u32;
        loop {
            match fixtures.step() {
                Upcoming::Block(block) => total = total.checked_add(u32::try_from(block.entries().count()).ok()?)?,
                Upcoming::Wait => return None,
                Upcoming::Over => return total.checked_mul(rounds),
            }
        }
    }
}

/// How many deals the plan has if the bot that was named first wins every game.
fn fewest(plan: &Plan) -> Option<u32> {
    let mut fixtures = Fixtures::new(&plan.format, plan.entrants.len(), plan.seats, plan.seatings).ok()?;
    let win = PointSum::of(Points::ONE)?;
    let (mut most, mut given) = (0, Vec::new());
    loop {
        match fixtures.step() {
            Upcoming::Block(block) => {
                most = most.max(block.deal);
                given.push(block);
            }
            Upcoming::Wait if given.is_empty() => return None,
            Upcoming::Wait => {
                for block in given.drain(..) {
                    let behind = |bot| block.table.iter().filter(|&&other| other > bot).count() as u32;
                    let points: Vec<PointSum> = block.table.iter().map(|&bot| win * behind(bot)).collect();
                    fixtures.report(block.number, &points);
                }
            }
            Upcoming::Over => return Some(most),
        }
    }
}

/// Told before the first game.
impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { has, wanted, wants, lap, seatings, order } = *self;
        write!(f, "too few openings: there {} {has}, and ", if has == 1 { "is" } else { "are" })?;
        match wants {
            Wants::Rounds => write!(f, "{} want {wanted}", counted(wanted, "round"))?,
            Wants::UpToRounds => write!(f, "up to {} want {wanted}", counted(wanted, "round"))?,
            Wants::RoundsAndMore => write!(f, "{} want {wanted} or more", counted(wanted, "round"))?,
            Wants::Blocks { rounds, blocks } => {
                write!(f, "{} of {} want {wanted}", counted(rounds, "round"), counted(blocks, "block"))?;
            }
            Wants::Knockout => write!(f, "the knockout wants at least {wanted}")?,
        }
        let again = match order {
            OpeningOrder::Sequential => "the first comes again",
            OpeningOrder::Random => "all come again in another random order",
        };
        match seatings {
            Seatings::Fixed if wanted <= lap => f.write_str("; all come again with other seats"),
            Seatings::Fixed => write!(f, "; all come again with other seats, and after {lap} blocks {again}"),
            Seatings::Rotations | Seatings::All => write!(f, "; after the last {again}"),
        }
    }
}
