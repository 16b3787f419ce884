//! The number of games of a plan, and the supply of openings for its blocks.

use std::fmt;

use uvi::Points;

use super::Plan;
use crate::{
    schedule::{Fixtures, Format, Next, Seatings},
    stats::PointSum,
    terms::OpeningOrder,
};

/// A plan that has fewer openings than it needs.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Shortage {
    has: u32,
    wanted: u32,
    /// The reason for the wanted number, in words.
    wants: String,
    /// The number of blocks after which an opening comes again with the same seats.
    lap: u32,
    seatings: Seatings,
    order: OpeningOrder,
}

impl Shortage {
    /// The shortage of a plan. `None` if the plan has enough openings, or has none at all.
    fn of(plan: &Plan) -> Option<Self> {
        let has = u32::try_from(plan.openings.len()).ok().filter(|&has| has > 0)?;
        let wanted = plan.format.deals().or_else(|| fewest(plan)).filter(|&wanted| wanted > has)?;
        let wants = plan.format.wants(wanted, plan.sprt.is_some() || plan.lead.is_some());
        let (seatings, order) = (plan.seatings, plan.order);
        let lap = has.saturating_mul(seatings.turns(plan.seats));
        Some(Self { has, wanted, wants, lap, seatings, order })
    }
}

impl Plan {
    /// The number of games of the whole tournament. `None` for a knockout, in which results decide the number, or if
    /// the number exceeds [`u32::MAX`].
    pub fn total(&self) -> Option<u32> {
        let (rounds, one) = match &self.format {
            Format::Tables(_) => (1, self.format.clone()),
            format => (format.rounds()?, format.with_rounds(1)?),
        };
        let mut fixtures = Fixtures::new(&one, self.entrants.len(), self.seats, self.seatings).ok()?;
        let games = if one.follows_results() {
            fixtures.blocks()? * u64::from(self.seatings.games(self.seats))
        } else {
            // A block of a bot with itself may have fewer games.
            let mut games = 0;
            while let Next::One(block) = fixtures.step() {
                games += block.entries().count() as u64;
            }
            games
        };
        u32::try_from(games.checked_mul(rounds.into())?).ok()
    }

    /// The remarks to show before the first game: on the openings, and a warning if there are too few.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let shortage = Shortage::of(self).map(|shortage| shortage.to_string());
        self.remarks.iter().cloned().chain(shortage)
    }
}

/// The number of deals if the bot named first wins each game. `None` if the schedule waits although all blocks have
/// results.
fn fewest(plan: &Plan) -> Option<u32> {
    let mut fixtures = Fixtures::new(&plan.format, plan.entrants.len(), plan.seats, plan.seatings).ok()?;
    let win = PointSum::of(Points::ONE)?;
    let (mut most, mut given) = (0, Vec::new());
    loop {
        match fixtures.step() {
            Next::One(block) => {
                most = most.max(block.deal);
                given.push(block);
            }
            Next::Wait if given.is_empty() => return None,
            Next::Wait => {
                for block in given.drain(..) {
                    let behind = |bot| block.table.iter().filter(|&&other| other > bot).count() as u32;
                    let points: Vec<PointSum> = block.table.iter().map(|&bot| win * behind(bot)).collect();
                    fixtures.report(block.number, &points);
                }
            }
            Next::Over => return Some(most),
        }
    }
}

/// The warning before the first game.
impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { has, wanted, ref wants, lap, seatings, order } = *self;
        write!(f, "too few openings: there {} {has}, and {wants}", if has == 1 { "is" } else { "are" })?;
        let again = match order {
            OpeningOrder::Sequential | OpeningOrder::Fastchess => "the first comes again",
            OpeningOrder::Random => "all come again in another random order",
        };
        match seatings {
            Seatings::Single if wanted <= lap => f.write_str("; all come again with other seats"),
            Seatings::Single => {
                write!(f, "; all come again with other seats, and after {lap} blocks {again}")
            }
            Seatings::Balanced | Seatings::All => write!(f, "; after the last {again}"),
        }
    }
}
