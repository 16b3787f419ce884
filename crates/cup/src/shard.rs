//! Shards: the parts of a tournament that single machines play.

use std::{collections::BTreeSet, fmt, iter, num::NonZeroU32, str::FromStr, time::Duration};

use nom::{Parser, bytes::complete::tag, character::complete::u32, combinator::all_consuming, error::Error};
use uvi::Seed;
use uvi_games::game::Stream;

use crate::{
    plan::Plan,
    progress::{ComingBlocks, DrawnBlocks, NextBlocks, Progress},
    schedule::{Block, Next, PlannedGame},
};

/// The most shards of a tournament: the number of tasks in the largest job of a scheduler. The work for a row of blocks
/// grows with the number of shards.
pub const MOST_SHARDS: u32 = 100_000;

/// One shard, with the number of all shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard {
    number: u32,
    of: NonZeroU32,
}

impl Shard {
    /// Shard `number`, from 1, of `of` shards. `None` if either is out of range; `of` is at most [`MOST_SHARDS`].
    pub fn new(number: u32, of: u32) -> Option<Self> {
        let of = NonZeroU32::new(of).filter(|of| of.get() <= MOST_SHARDS)?;
        (1..=of.get()).contains(&number).then_some(Self { number, of })
    }

    /// The number of the shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of all shards.
    pub fn of(self) -> NonZeroU32 {
        self.of
    }

    /// The blocks of the shard that are known after this progress, and that lack results.
    pub fn blocks(self, plan: &Plan, progress: &Progress) -> impl Iterator<Item = Block> {
        let (mut coming, mut spread) = (progress.coming(), Spread::new(plan.seed, self.of));
        let known = iter::from_fn(move || match coming.step() {
            Next::One(block) => Some(block),
            Next::Wait | Next::Over => None,
        });
        known.filter(move |block| spread.shard_of(block.number) == self.number)
    }

    /// The name of the shard's folder, such as `03-of-20`.
    pub fn folder(self) -> String {
        let width = self.of.to_string().len().max(2);
        format!("{:0width$}-of-{}", self.number, self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = all_consuming::<_, Error<&str>, _>((u32, tag("/"), u32)).parse(text).ok();
        read.and_then(|(_, (number, _, of))| Self::new(number, of)).ok_or_else(|| {
            format!("expected a shard such as 3/20, from 1/20 to 20/20, of at most {MOST_SHARDS}, found {text}")
        })
    }
}

/// The assignment of blocks to shards. Blocks are dealt in rows of one per shard, in a new order for each row. So all
/// shards advance evenly, and no pair of bots always meets on one machine.
#[derive(Debug, Clone)]
pub struct Spread {
    seed: Seed,
    of: NonZeroU32,
    /// The current row: its number, from 0, and the shards in the order of its blocks.
    row: Option<(u32, Vec<u32>)>,
}

impl Spread {
    /// The spread over this many shards that follows from the seed of a plan.
    pub fn new(seed: Seed, of: NonZeroU32) -> Self {
        Self { seed, of, row: None }
    }

    /// The number of the shard that plays a block, both from 1.
    pub fn shard_of(&mut self, block: u32) -> u32 {
        let of = self.of.get();
        let (number, place) = ((block - 1) / of, (block - 1) % of);
        if self.row.as_ref().is_none_or(|(there, _)| *there != number) {
            let mut order: Vec<u32> = (1..=of).collect();
            Stream::new(&self.seed, &format!("shards {of} row {}", number + 1)).shuffle(&mut order);
            self.row = Some((number, order));
        }
        self.row.as_ref().map_or(1, |(_, order)| order[place as usize])
    }
}

/// The games of a shard. The games are handed out as in a whole tournament, but their results wait for no other game.
#[derive(Debug, Clone)]
pub struct ShardGames {
    coming: ComingBlocks,
    spread: Spread,
    shard: Shard,
    drawn: DrawnBlocks,
    /// The games that are finished here.
    pub finished: BTreeSet<u32>,
    /// The games known to be finished in other shards.
    elsewhere: BTreeSet<u32>,
    /// The longest thinking time of a game's bots in an earlier attempt. Zero if logs have no times.
    pub longest: Duration,
}

impl ShardGames {
    /// The games of a shard of a tournament that has made this progress. `finished` has the games that are finished
    /// here, `elsewhere` the games known to be finished in other shards. The lot omits the games of `finished`, and the
    /// blocks whose games are all in `elsewhere`.
    pub fn new(
        plan: &Plan,
        progress: &Progress,
        shard: Shard,
        finished: BTreeSet<u32>,
        elsewhere: BTreeSet<u32>,
    ) -> Self {
        Self {
            coming: progress.coming(),
            spread: Spread::new(plan.seed, shard.of()),
            shard,
            drawn: DrawnBlocks::new(plan, progress.may_end_early()),
            finished,
            elsewhere,
            longest: Duration::ZERO,
        }
    }

    /// The next game that can start, in the order of [`Progress::hand_out_cheapest`].
    pub fn hand_out_cheapest(&mut self, blocks: NextBlocks, cost: impl Fn(&PlannedGame) -> usize) -> Next<PlannedGame> {
        let Self { coming, spread, shard, drawn, finished, elsewhere, .. } = self;
        let draw = |drawn: &mut DrawnBlocks| {
            loop {
                let next = coming.step();
                let Next::One(block) = &next else { return next.map(|_| ()) };
                let is_ours = spread.shard_of(block.number) == shard.number();
                let is_there = |place: &BTreeSet<u32>| block.entries().all(|entry| place.contains(&entry.game));
                if is_ours && !is_there(elsewhere) && !is_there(finished) {
                    return next.map(|block| drawn.add(block, |entry| !finished.contains(&entry.game)));
                }
            }
        };
        drawn.next(blocks, |game| finished.contains(&game), cost, draw)
    }

    /// Marks a game as finished.
    pub fn finish(&mut self, game: u32) {
        self.finished.insert(game);
        let finished = &self.finished;
        let is_whole = |block: &Block| block.entries().all(|entry| finished.contains(&entry.game));
        if let Some(place) = self.drawn.blocks.iter().position(is_whole) {
            self.drawn.blocks.remove(place);
        }
    }

    /// The number of games that can still be handed out without further results of other shards.
    pub fn left(&self) -> usize {
        let mut rest = self.clone();
        let mut left = 0;
        while let Next::One(game) = rest.hand_out_cheapest(NextBlocks::All, |_| 0) {
            rest.finish(game.game);
            left += 1;
        }
        left
    }
}
