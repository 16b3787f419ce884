//! A block, and the games of a block.

use super::{Lineup, Seatings};

/// All games of a table over the same luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its number in the tournament, from 1.
    pub number: u32,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// Its luck and its opening, from 1: all tables of a round have the same, one after another where they play several
    /// blocks.
    pub deal: u32,
    /// Who plays, in the seat order of its first game.
    pub table: Lineup,
    /// Which games it has.
    pub seatings: Seatings,
    /// How many games the blocks before it have.
    pub games_before: u32,
}

/// A game of the tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedGame {
    /// Its number in the tournament, from 1.
    pub game: u32,
    /// The number of its block, from 1.
    pub block: u32,
    /// Its number in the block, from 1.
    pub within: u32,
    /// The round, from 1.
    pub round: u32,
    /// The deal of its block.
    pub deal: u32,
    /// Who plays, in seat order.
    pub table: Lineup,
}

impl Block {
    /// Its games, in order.
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
