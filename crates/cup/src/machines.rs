//! What is to be compared between the machines that a tournament was played on. Sums only, however many games there are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ChiSquared, ContinuousCDF as _};
use uvi::Fault;

use crate::{
    plan::Plan,
    progress::{GameResult, GameTimes},
};

/// Where a game was played.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The machine; `None` if nobody has said it.
    pub host: Option<String>,
    /// The shard, such as `3/20`; `None` if the whole tournament was played there.
    pub shard: Option<String>,
}

/// What came of the games of a host or of a shard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MachineRow {
    /// How many games it has played.
    pub games: u64,
    /// In how many of them the first bot sat.
    pub first: u64,
    /// The sum of the first bot's share of the points in those.
    share: f64,
    /// In how many blocks it sat.
    blocks: u64,
    /// The sum of its mean share in each of those.
    means: f64,
    /// The sum of the squares.
    squares: f64,
    /// The last of them.
    #[serde(skip)]
    last: Option<BlockShare>,
    /// How many decisions were timed.
    pub decisions: u64,
    /// How long they took together, in milliseconds.
    pub ms: f64,
    /// How long the longest took.
    pub longest: f64,
    /// How often a bot was late.
    pub timeouts: u64,
    /// How many other faults there were.
    pub faults: u64,
}

/// The first bot's share in a block. The games of a block have the same luck, so that they are no two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
struct BlockShare {
    block: u32,
    games: f64,
    sum: f64,
}

impl MachineRow {
    /// The first bot's mean share of the points.
    pub fn share(&self) -> Option<f64> {
        (self.first > 0).then(|| self.share / self.first as f64)
    }

    /// How long a decision took on average, in milliseconds.
    pub fn mean_ms(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.ms / self.decisions as f64)
    }

    /// Games come in the order of the plan, so that those of a block follow on one another.
    fn add_share(&mut self, block: u32, share: f64) {
        let before = self.last.filter(|last| last.block == block);
        let now = match before {
            Some(last) => BlockShare { games: last.games + 1.0, sum: last.sum + share, ..last },
            None => BlockShare { block, games: 1.0, sum: share },
        };
        let mean = |share: BlockShare| share.sum / share.games;
        let [mean_before, mean_now] = [before.map_or(0.0, mean), mean(now)];
        self.blocks += u64::from(before.is_none());
        self.means += mean_now - mean_before;
        self.squares += mean_now.powi(2) - mean_before.powi(2);
        self.last = Some(now);
    }

    fn add(&mut self, share: Option<f64>, result: &GameResult, times: Option<&GameTimes>) {
        self.games += 1;
        if let Some(share) = share {
            self.first += 1;
            self.share += share;
            self.add_share(result.block, share);
        }
        for seat in times.iter().flat_map(|times| &times.seats) {
            self.decisions += u64::from(seat.decisions);
            self.ms += seat.ms;
            self.longest = self.longest.max(seat.longest);
        }
        let late = result.faults.iter().filter(|fault| fault.fault == Fault::Timeout).count() as u64;
        self.timeouts += late;
        self.faults += result.faults.len() as u64 - late;
    }
}

/// The machines of a tournament.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machines {
    /// By host name.
    pub hosts: BTreeMap<String, MachineRow>,
    /// By shard.
    pub shards: BTreeMap<String, MachineRow>,
}

/// Whether the first bot fares differently from machine to machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unevenness {
    /// The sum of the squares of the differences from the common mean, in squared standard errors.
    pub chi_square: f64,
    /// One less than there are machines.
    pub degrees: u32,
    /// How likely so much or more is by chance alone.
    pub p: f64,
}

/// What stands for a host that nobody has named.
const UNKNOWN: &str = "unknown";

impl Machines {
    /// A game was played there.
    pub fn hear(&mut self, plan: &Plan, place: &Place, result: &GameResult, times: Option<&GameTimes>) {
        let share = first_share(plan, result);
        let host = place.host.as_deref().unwrap_or(UNKNOWN);
        self.hosts.entry(host.to_owned()).or_default().add(share, result, times);
        if let Some(shard) = &place.shard {
            self.shards.entry(shard.clone()).or_default().add(share, result, times);
        }
    }

    /// Whether the first bot fares differently from host to host.
    pub fn between_hosts(&self) -> Option<Unevenness> {
        unevenness(self.hosts.values())
    }

    /// Whether the first bot fares differently from shard to shard.
    pub fn between_shards(&self) -> Option<Unevenness> {
        unevenness(self.shards.values())
    }
}

/// The first bot's share of the points of a game; `None` if it did not sit there, or all share one score.
fn first_share(plan: &Plan, result: &GameResult) -> Option<f64> {
    let name = &plan.entrants.first()?.name;
    let points = result.score.as_ref()?;
    let own: Vec<f64> = result
        .seats
        .iter()
        .zip(points)
        .filter(|(seat, _)| *seat == name)
        .map(|(_, points)| f64::from(points.numerator()) / f64::from(points.denominator()))
        .collect();
    // One that sits beside itself says nothing.
    (own.len() == 1).then(|| own[0])
}

/// Each machine's mean share is held against that of all, by the spread of single blocks.
fn unevenness<'a>(rows: impl Iterator<Item = &'a MachineRow>) -> Option<Unevenness> {
    let rows: Vec<&MachineRow> = rows.filter(|row| row.blocks > 0).collect();
    let degrees = u32::try_from(rows.len().checked_sub(1).filter(|&degrees| degrees > 0)?).ok()?;
    let sum = |of: fn(&MachineRow) -> f64| rows.iter().map(|row| of(row)).sum::<f64>();
    let blocks = sum(|row| row.blocks as f64);
    let mean = sum(|row| row.means) / blocks;
    let spread = sum(|row| row.squares) / blocks - mean * mean;
    if spread <= f64::EPSILON {
        return Some(Unevenness { chi_square: 0.0, degrees, p: 1.0 });
    }
    let square = |row: &&MachineRow| {
        let blocks = row.blocks as f64;
        blocks * (row.means / blocks - mean).powi(2) / spread
    };
    let chi_square = rows.iter().map(square).sum();
    let p = ChiSquared::new(f64::from(degrees)).map_or(1.0, |chi| chi.sf(chi_square));
    Some(Unevenness { chi_square, degrees, p })
}
