//! The bots of a game, the seatings of a block, and the games of a block.

use std::{ops, sync::Arc};

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};
use uvi_games::game::{MAX_SEATS, Seat};

/// The index of a bot in the plan, from 0. A lower index means a better place in the seeding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotIndex(pub usize);

impl BotIndex {
    /// The first `bots` bots.
    pub fn all(bots: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..bots).map(Self)
    }
}

/// The bots of a game, in seat order. A bot may sit at several seats. Copies share their memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lineup(Arc<[BotIndex]>);

impl Lineup {
    /// The lineup of these bots in seat order. A game must have that many seats.
    pub fn new(bots: impl IntoIterator<Item = BotIndex>) -> Self {
        Self(bots.into_iter().collect())
    }

    /// Each seat with its bot, in order of play.
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = (Seat, BotIndex)> + ExactSizeIterator {
        Seat::all(MAX_SEATS as u8).zip(self.0.iter().copied())
    }

    /// The lineup with each bot moved `places` seats earlier. The first bots go to the end.
    pub fn rotated(&self, places: usize) -> Self {
        Self::new((0..self.len()).map(|seat| self[(seat + places) % self.len()]))
    }
}

impl ops::Deref for Lineup {
    type Target = [BotIndex];

    fn deref(&self) -> &[BotIndex] {
        &self.0
    }
}

/// The seatings in which the bots of a table play over the same luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// As many games as seats, in which each bot has each seat once. With two seats, the bots swap. With more, they sit
    /// in another order from block to block, so that each bot acts after each other bot equally often.
    #[default]
    Balanced,
    /// One game. Seats and order change from block to block.
    Single,
    /// All orders: 2, 6, 24 or 120 games for 2 to 5 seats.
    All,
}

impl Seatings {
    /// All seatings, each with its word in files and flags, and a line of help.
    pub const ALL: &[(&str, &str, Self)] = &[
        (
            "balanced",
            "Each bot has each seat once, in another order round the table from block to block",
            Self::Balanced,
        ),
        ("single", "One game; seats and order change from block to block", Self::Single),
        ("all", "Every order", Self::All),
    ];

    /// The tables of a block, one for each game. If a bot sits at several seats, equal seatings are played once.
    pub fn tables(self, table: &Lineup) -> Vec<Lineup> {
        let tables: Vec<Lineup> = match self {
            Self::Single => vec![table.clone()],
            // Each order comes with its reverse.
            Self::Balanced if table.len() == 4 => {
                let swap = |swap: usize| Lineup::new((0..4).map(|seat| table[seat ^ swap]));
                (0..4).map(swap).collect()
            }
            Self::Balanced => (0..table.len()).map(|places| table.rotated(places)).collect(),
            Self::All => table.iter().copied().permutations(table.len()).map(Lineup::new).collect(),
        };
        tables.into_iter().unique().collect()
    }

    /// The number of games of a block of different bots.
    pub fn games(self, seats: u8) -> u32 {
        match self {
            Self::Single => 1,
            Self::Balanced => seats.into(),
            Self::All => (1..=u32::from(seats)).product(),
        }
    }

    /// The number of blocks after which a table has had all its seatings.
    pub(crate) fn turns(self, seats: u8) -> u32 {
        match self {
            Self::Single => Self::All.games(seats),
            Self::Balanced | Self::All => 1,
        }
    }
}

/// All games of a table with the same chance events and opening, in different seatings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of the block in the tournament, from 1.
    pub number: u32,
    /// The round of the block, from 1.
    pub round: u32,
    /// The deal: the number of the chance events and the opening that the games share, from 1. All tables of a round
    /// have the same deals. If a table plays several blocks in a round, each block has a deal of its own.
    pub deal: u32,
    /// The bots, in the seat order of the first game.
    pub table: Lineup,
    /// The seatings that the block plays.
    pub seatings: Seatings,
    /// The number of games in all blocks before this one.
    pub games_before: u32,
}

/// A game of the tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedGame {
    /// The number of the game in the tournament, from 1.
    pub game: u32,
    /// The number of the block, from 1.
    pub block: u32,
    /// The number of the game in the block, from 1.
    pub within: u32,
    /// The round, from 1.
    pub round: u32,
    /// The deal of the block.
    pub deal: u32,
    /// The bots, in seat order.
    pub table: Lineup,
}

impl Block {
    /// The games of the block, in order.
    pub fn entries(&self) -> impl Iterator<Item = PlannedGame> {
        let tables = self.seatings.tables(&self.table);
        (1..).zip(tables).map(|(within, table)| PlannedGame {
            game: self.games_before + within,
            block: self.number,
            within,
            round: self.round,
            deal: self.deal,
            table,
        })
    }
}

/// The next item, such as a block or a game, or the reason why there is none now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next<T> {
    /// An item that can be played now.
    One(T),
    /// The next item depends on results that have not come yet.
    Wait,
    /// There are no more items.
    Over,
}

impl<T> Next<T> {
    /// Changes the item.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Next<U> {
        match self {
            Self::One(item) => Next::One(change(item)),
            Self::Wait => Next::Wait,
            Self::Over => Next::Over,
        }
    }
}
