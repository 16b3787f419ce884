//! Intervals hold if results depend on each other: if blocks share luck or an opening, and if a test stops when results
//! look good.

use uvi_cup::{
    schedule::{BotIndex, Lineup},
    stats::{BlockCounts, BlockScore, GameScore, Tally, Zero, mean_score, ratings},
};
use uvi_games::game::{Score, Seed, Stream};

use super::simulated::{Ending, World, held, rounds};

/// Which shares and ratings, and whether all ranks, hold in each of 40 tournaments of so many rounds.
fn tournaments(elo: &[f64], count: u32, moved: f64, is_dealt: bool) -> Vec<(Vec<bool>, Vec<bool>, bool)> {
    let world = World { elo: elo.to_vec(), seats: 2, ending: Ending::Winner };
    let tournament = |number| {
        let dealt = rounds(&world, count, moved, &mut Stream::new(&Seed([number; 16]), "deals"));
        let mut blocks = BlockCounts::of(dealt.iter().map(|(_, block)| block));
        if is_dealt {
            blocks = blocks.with_deals(dealt.iter().map(|(round, block)| (*round, block)));
        }
        held(elo, moved, &blocks)
    };
    (0..40).map(tournament).collect()
}

/// The percentages of tournaments of six equal bots in which the shares, the ratings and all ranks hold.
fn percent_held(moved: f64, is_dealt: bool) -> [usize; 3] {
    let found = tournaments(&[0.0; 6], 12, moved, is_dealt);
    let shares = found.iter().flat_map(|(shares, _, _)| shares).filter(|held| **held).count();
    let ratings = found.iter().flat_map(|(_, ratings, _)| ratings).filter(|held| **held).count();
    let ranks = 6 * found.iter().filter(|(_, _, ranks)| *ranks).count();
    [shares, ratings, ranks].map(|held| 100 * held / (6 * 40))
}

#[test]
fn intervals_count_deals_if_blocks_share_luck() {
    for moved in [0.0, 200.0] {
        let found = percent_held(moved, true);
        assert!(found.iter().all(|held| *held >= 92), "{moved}: {found:?}");
    }
    // Blocks that count as independent hold far less often than they say.
    let found = percent_held(200.0, false);
    assert!(found.iter().all(|held| *held < 88), "{found:?}");
}

/// Deals that have all gone alike, but for the results of others, say nothing of how much deals differ.
#[test]
fn the_interval_of_an_unbeaten_bot_holds() {
    let found = tournaments(&[525.0, -175.0, -175.0, -175.0], 6, 0.0, true);
    let shares = found.iter().filter(|(shares, _, _)| shares[0]).count();
    let ratings = found.iter().filter(|(_, ratings, _)| ratings[0]).count();
    assert!(shares >= 37 && ratings >= 37, "{shares} and {ratings} of 40");
}

#[test]
fn one_deal_tells_nothing_about_others_and_a_deal_of_one_block_is_a_block() {
    let world = World { elo: vec![0.0; 4], seats: 2, ending: Ending::Winner };
    let dealt = rounds(&world, 3, 0.0, &mut Stream::new(&Seed([1; 16]), "deals"));
    let blocks = || BlockCounts::of(dealt.iter().map(|(_, block)| block));
    let of = |blocks: &BlockCounts| (Tally::all(4, blocks), ratings(4, blocks, &Zero::Mean));
    let single = blocks().with_deals(dealt.iter().map(|(_, block)| block).enumerate());
    assert_eq!((single.count_of_deals(), of(&single)), (None, of(&blocks())));
    let one = blocks().with_deals(dealt.iter().map(|(_, block)| (0, block)));
    assert_eq!((one.is_one_deal(), one.count_of_deals(), of(&one)), (true, None, of(&blocks())));
}

/// A test that stops as soon as the share looks good or bad finds it so even if the bots are equal.
#[test]
fn intervals_after_a_test_hold_at_any_time() {
    let (mut naive, mut tested) = (0, 0);
    for tournament in 0..40 {
        let mut stream = Stream::new(&Seed([tournament; 16]), "tested");
        let world = World::spread(2, 0.0, Ending::Winner);
        let mut all: Vec<BlockScore> = Vec::new();
        let holds = |blocks: BlockCounts| {
            let share = Tally::all(1, &blocks)[0].share.unwrap();
            share.contains(0.5) && ratings(2, &blocks, &Zero::Mean).unwrap()[0].contains(0.0)
        };
        let mut excluded = [false; 2];
        while all.len() < 200 && !excluded[1] {
            all.extend(world.blocks(8, &mut stream));
            let blocks = BlockCounts::of(&all);
            excluded[0] |= !holds(blocks.clone());
            excluded[1] |= !holds(blocks.tested());
        }
        naive += u32::from(excluded[0]);
        tested += u32::from(excluded[1]);
    }
    assert!(naive > 8 && tested <= 2, "{naive} {tested}");
}

fn shared(score: u32) -> BlockScore {
    let table = Lineup::new([BotIndex(0), BotIndex(1)]);
    BlockScore { games: vec![GameScore { table, score: Score::Shared(score) }] }
}

/// Scores are skewed: half of all games lose everything after each goal, so that a few are very high.
#[test]
fn the_mean_score_of_skewed_scores_holds() {
    let mut held = 0;
    for tournament in 0..200 {
        let mut stream = Stream::new(&Seed([tournament; 16]), "skewed");
        let score = |stream: &mut Stream| (0..30).take_while(|_| stream.below(4) > 0).count() as u32;
        let blocks: Vec<BlockScore> = (0..10).map(|_| shared(score(&mut stream))).collect();
        let found = mean_score(&BlockCounts::of(&blocks)).unwrap();
        held += u32::from(found.contains(3.0));
    }
    assert!((186..=199).contains(&held), "{held} of 200");
}
