//! The seatings within a block.

use itertools::Itertools as _;
use serde::{Deserialize, Serialize};

use super::Lineup;

/// The seatings in which the bots of a table play over the same luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seatings {
    /// One game in the order of the table.
    Fixed,
    /// As many games as seats. Each bot moves on by one seat from game to game. With two seats, the bots swap.
    #[default]
    Rotations,
    /// All orders: 2, 6, 24 or 120 games for 2 to 5 seats.
    All,
}

impl Seatings {
    /// All seatings, each with its word in files and flags, and a line of help.
    pub const ALL: &[(&str, &str, Self)] = &[
        ("fixed", "One game", Self::Fixed),
        ("rotations", "Each bot has each seat once; with two seats, both ways round", Self::Rotations),
        ("all", "Every order", Self::All),
    ];

    /// The tables of a block, one for each game. If a bot sits at several seats, equal seatings are played once.
    pub fn tables(self, table: &Lineup) -> Vec<Lineup> {
        let tables: Vec<Lineup> = match self {
            Self::Fixed => vec![table.clone()],
            Self::Rotations => (0..table.len()).map(|places| table.rotated(places)).collect(),
            Self::All => table.iter().copied().permutations(table.len()).map(Lineup::new).collect(),
        };
        tables.into_iter().unique().collect()
    }

    /// The number of games of a block of different bots.
    pub fn games(self, seats: u8) -> u32 {
        match self {
            Self::Fixed => 1,
            Self::Rotations => seats.into(),
            Self::All => (1..=u32::from(seats)).product(),
        }
    }
}
