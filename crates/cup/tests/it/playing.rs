//! Plays the blocks of a tournament with made-up results.

use uvi_cup::{
    schedule::{Block, BotIndex, Fixtures, Lineup, Next},
    stats::PointSum,
};
use uvi_games::game::Points;

#[track_caller]
pub(crate) fn near(found: f64, expected: f64, error: f64) {
    assert!((found - expected).abs() <= error, "{found} is not {expected}");
}

pub(crate) fn points(many: u32) -> PointSum {
    PointSum::of(Points::new(many, 1).unwrap()).unwrap()
}

pub(crate) fn numbers(table: &Lineup) -> Vec<usize> {
    table.iter().map(|bot| bot.0).collect()
}

/// Plays all blocks in order. `score` gives the points of each bot of a block.
pub(crate) fn play(fixtures: &mut Fixtures, mut score: impl FnMut(&Block) -> Vec<u32>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut reported = 0;
    loop {
        match fixtures.step() {
            Next::One(block) => blocks.push(block),
            Next::Wait => {
                assert!(reported < blocks.len(), "waits for nothing");
                for block in &blocks[reported..] {
                    let points: Vec<PointSum> = score(block).into_iter().map(points).collect();
                    fixtures.report(block.number, &points);
                }
                reported = blocks.len();
            }
            Next::Over => return blocks,
        }
    }
}

/// The blocks that can be played now.
pub(crate) fn due(fixtures: &mut Fixtures) -> Vec<Block> {
    std::iter::from_fn(|| if let Next::One(block) = fixtures.step() { Some(block) } else { None }).collect()
}

/// Gives the better seed more points.
pub(crate) fn by_seed(block: &Block) -> Vec<u32> {
    block.table.iter().map(|bot| 1000 - bot.0 as u32).collect()
}

/// The tables of a round in order, without repetition.
pub(crate) fn tables(blocks: &[Block], round: u32) -> Vec<Vec<usize>> {
    let mut tables: Vec<_> =
        blocks.iter().filter(|block| block.round == round).map(|block| numbers(&block.table)).collect();
    tables.dedup();
    tables
}

pub(crate) fn ranking(fixtures: &Fixtures) -> Vec<usize> {
    fixtures.ranking().unwrap().into_iter().map(|BotIndex(bot)| bot).collect()
}
