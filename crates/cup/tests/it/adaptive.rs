//! The adaptive round robin.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::schedule::{Block, Fixtures, Format, Next, Seatings};
use uvi_games::game::{Seed, Stream};

use super::{
    plans::{plan, try_plan},
    playing::{numbers, play, points},
};

fn adaptive(bots: usize, seats: u8, rounds: u32) -> Fixtures {
    Fixtures::new(&Format::Adaptive { rounds }, bots, seats, Seatings::Balanced).unwrap()
}

fn pair(block: &Block) -> Vec<usize> {
    numbers(&block.table).into_iter().sorted().collect()
}

/// Bots 0 and 1 are equal and draw lots for each block. Of any other pair, the bot in the first seat wins.
fn close(stream: &mut Stream) -> impl FnMut(&Block) -> Vec<u32> {
    |block| {
        let lot = stream.below(2) as usize;
        let won = |bot: usize| if pair(block) == [0, 1] { bot == lot } else { pair(block)[0] == bot };
        block.table.iter().map(|bot| if won(bot.0) { 2 } else { 0 }).collect()
    }
}

#[test]
fn what_is_open_is_played_most() {
    let mut stream = Stream::new(&Seed([1; 16]), "adaptive");
    let mut fixtures = adaptive(4, 2, 30);
    assert_eq!(fixtures.blocks(), Some(180));
    let blocks = play(&mut fixtures, close(&mut stream));
    assert_eq!((blocks.len(), fixtures.blocks()), (180, Some(180)));
    let met = blocks.iter().map(pair).counts();
    // The first round has each pair once.
    assert!(blocks[..6].iter().map(pair).all_unique());
    let (open, others) = (met[&vec![0, 1]], met.iter().filter(|(pair, _)| **pair != [0, 1]).map(|(_, &times)| times));
    assert!(others.clone().all(|times| 2 * times < open && times >= 5), "{met:?}");
}

/// All pairs share the luck of their n-th blocks, and seats turn.
#[test]
fn each_pair_has_its_deals_in_order() {
    let mut stream = Stream::new(&Seed([2; 16]), "adaptive");
    let mut fixtures = Fixtures::new(&Format::Adaptive { rounds: 9 }, 5, 2, Seatings::Single).unwrap();
    let blocks = play(&mut fixtures, close(&mut stream));
    for (pair, blocks) in blocks.iter().into_group_map_by(|block| pair(block)) {
        assert!(blocks.iter().map(|block| (block.deal, block.round)).eq((1..=blocks.len() as u32).map(|at| (at, at))));
        let seats = blocks.iter().map(|block| numbers(&block.table)).collect_vec();
        assert!(seats.windows(2).all(|two| two[0] != two[1]), "{pair:?} {seats:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    /// The blocks do not depend on the number of games at once or the order in which they end. Only results that the
    /// schedule waits for are awaited.
    #[test]
    fn the_order_in_which_games_end_does_not_matter(bots in 2_usize..7, seats in 2_u8..4, rounds in 1_u32..6, at_once in 1_usize..9, seed: u8) {
        let bots = bots.max(seats.into());
        let score = |block: &Block| {
            let mut stream = Stream::new(&Seed([seed; 16]), &format!("block {}", block.number));
            block.table.iter().map(|_| stream.below(4)).collect_vec()
        };
        let one_by_one = play(&mut adaptive(bots, seats, rounds), score);
        let mut fixtures = adaptive(bots, seats, rounds);
        let mut lots = Stream::new(&Seed([seed; 16]), "order");
        let (mut running, mut blocks) = (Vec::<Block>::new(), Vec::new());
        loop {
            let step = if running.len() < at_once { fixtures.step() } else { Next::Wait };
            match step {
                Next::One(block) => {
                    running.push(block.clone());
                    blocks.push(block);
                }
                Next::Over if running.is_empty() => break,
                Next::Wait | Next::Over => {
                    let ended = running.swap_remove(lots.below(running.len() as u32) as usize);
                    fixtures.report(ended.number, &score(&ended).into_iter().map(points).collect_vec());
                }
            }
        }
        prop_assert_eq!(blocks, one_by_one);
    }

    /// A tournament with more rounds continues one with fewer.
    #[test]
    fn it_grows_by_rounds(bots in 2_usize..6, rounds in 1_u32..5, more in 0_u32..4, seed: u8) {
        let played = |rounds| {
            let mut stream = Stream::new(&Seed([seed; 16]), "growth");
            let mut scores = BTreeMap::new();
            play(&mut adaptive(bots, 2, rounds), |block| {
                scores.entry(block.number).or_insert_with(|| vec![stream.below(4), stream.below(4)]).clone()
            })
        };
        let (few, many) = (played(rounds), played(rounds + more));
        prop_assert_eq!(&many[..few.len()], few);
    }
}

#[test]
fn adaptive_is_a_key_of_a_round_robin() {
    let file = plan("variant = \"congress\"\nrounds = 4\nadaptive = true", 3);
    assert_eq!(file.format, Format::Adaptive { rounds: 4 });
    assert_eq!(file.total(), Some(24));
    let more = plan("variant = \"congress\"\nrounds = 6\nadaptive = true", 3);
    assert_eq!(file.grown_into(&more).unwrap().to_toml(), more.to_toml());
    assert!(plan("variant = \"congress\"\nadaptive = false", 3).format != Format::Adaptive { rounds: 1 });
    for keys in [
        "variant = \"congress\"\nformat = \"swiss\"",
        "variant = \"catalonia\"",
        "variant = \"congress\"\nself = \"on\"",
    ] {
        let wrong = try_plan(&format!("{keys}\nadaptive = true"), 3).unwrap_err();
        assert_eq!(
            wrong,
            "adaptive needs a round robin of different bots, in a variant where each seat has its own points"
        );
    }
}

#[test]
fn a_key_without_an_effect_is_refused() {
    let wide = try_plan("variant = \"congress\"\n[lead]\nmargin = 1.1", 2).unwrap_err();
    assert_eq!(wide, "expected a share of the points as the margin, from 0 to 1");
    let own = "variant = \"congress\"\nformat = \"swiss\"\nself = \"on\"";
    assert_eq!(try_plan(own, 4).unwrap_err(), "self is a key of the format round-robin, and this is a swiss");
    let both = "variant = \"congress\"\nformat = \"knockout\"\nthird-place = \"on\"\nelimination = \"double\"";
    assert!(try_plan(both, 4).unwrap_err().starts_with("third-place needs elimination = \"single\""));
    let three = "variant = \"orwell\"\nformat = \"knockout\"\nelimination = \"double\"";
    assert!(try_plan(three, 4).unwrap_err().contains("found 3 seats"));
}
