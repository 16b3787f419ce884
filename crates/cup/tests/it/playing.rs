//! Plays the blocks of a tournament with made-up results.

use uvi_cup::{
    schedule::{Block, BotIndex, Company, Fixtures, Format, Lineup, Next},
    stats::PointSum,
};
use uvi_games::game::{Points, Seed, Stream};

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

/// Random points below a number for each bot of a block.
pub(crate) fn by_lot(seed: u8, below: u32) -> impl FnMut(&Block) -> Vec<u32> {
    let mut stream = Stream::new(&Seed([seed; 16]), "points");
    move |block| block.table.iter().map(|_| stream.below(below)).collect()
}

pub(crate) fn robin(rounds: u32) -> Format {
    Format::RoundRobin { rounds, company: Company::Others }
}

/// The tables of all games.
pub(crate) fn all_tables(blocks: &[Block]) -> Vec<Vec<usize>> {
    blocks.iter().flat_map(Block::entries).map(|game| numbers(&game.table)).collect()
}

/// The number of games of each bot at each seat; 0 is counted too.
pub(crate) fn sittings(bots: usize, games: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut sittings = vec![vec![0; games[0].len()]; bots];
    games.iter().for_each(|game| game.iter().enumerate().for_each(|(seat, &bot)| sittings[bot][seat] += 1));
    sittings
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
