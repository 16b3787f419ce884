//! The seatings within a block.

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::Lineup;

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
