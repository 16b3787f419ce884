//! A block, and the games of a block.

use super::{Lineup, Seatings};

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
