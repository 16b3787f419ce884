//! Shards: the games of each, which together are those of one machine.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
};

use proptest::prelude::*;
use uvi_cup::{
    GameResult, KnownResults, NextBlocks, Plan, Progress, Shard, ShardGames, Spread,
    schedule::{Next, PlannedGame},
};
use uvi_games::game::Seed;

use super::plans::{self, congress, nobody, won_by};

/// The result of a game that the better bot wins, except in a random third of the games.
fn result(plan: &Plan, game: &PlannedGame) -> GameResult {
    let luck = game.game.wrapping_mul(2_654_435_761) >> 16;
    let winner = if luck.is_multiple_of(3) { 1 } else { usize::from(game.table[1].0 < game.table[0].0) };
    plans::result(plan, game, won_by(game.table[winner].0))
}

/// The part of a tournament that this shard plays, if nothing is finished.
fn shard(plan: &Plan, progress: &Progress, number: u32, of: u32) -> ShardGames {
    ShardGames::new(plan, progress, Shard::new(number, of).unwrap(), BTreeSet::new(), BTreeSet::new())
}

/// All games of a tournament on one machine.
fn alone(plan: &Plan) -> Vec<PlannedGame> {
    let mut games = Vec::new();
    plans::played(plan, |game| {
        games.push(game.clone());
        result(plan, game)
    });
    games
}

/// The games that a shard plays now.
fn played(mut shard_games: ShardGames) -> Vec<PlannedGame> {
    let mut games = Vec::new();
    while let Next::One(game) = shard_games.hand_out_cheapest(NextBlocks::All, |_| 0) {
        shard_games.finish(game.game);
        games.push(game);
    }
    games
}

#[test]
fn shards_are_read_and_written() {
    for (text, folder) in [("1/1", "01-of-1"), ("3/20", "03-of-20"), ("7/1000", "0007-of-1000")] {
        let shard: Shard = text.parse().unwrap();
        assert_eq!((shard.to_string(), shard.folder()), (text.to_owned(), folder.to_owned()));
    }
    for text in ["", "3", "0/4", "5/4", "1/0", "1/2/3", "a/b", "-1/2", "1/100001", "1/99999999999"] {
        assert_eq!(
            text.parse::<Shard>().unwrap_err().to_string(),
            format!("expected a shard such as 3/20, from 1/20 to 20/20, of at most 100000, found {text}")
        );
    }
}

#[test]
fn the_spread_is_the_golden_one() {
    let mut spread = Spread::new(Seed([7; 16]), NonZeroU32::new(5).unwrap());
    let found: Vec<u32> = (1..=15).map(|block| spread.shard_of(block)).collect();
    assert_eq!(found, GOLDEN);
}

const GOLDEN: [u32; 15] = [2, 5, 1, 4, 3, 3, 4, 5, 1, 2, 2, 3, 5, 1, 4];

proptest! {
    #[test]
    fn each_shard_has_one_block_of_every_row(seed: [u8; 16], of in 1..200u32, row in 0..1000u32) {
        let mut spread = Spread::new(Seed(seed), NonZeroU32::new(of).unwrap());
        let blocks = row * of + 1..=row * of + of;
        let shards: BTreeSet<u32> = blocks.clone().map(|block| spread.shard_of(block)).collect();
        prop_assert_eq!(shards, (1..=of).collect::<BTreeSet<_>>());
        // A fresh spread gives the same answer for a single block.
        let last = blocks.last().unwrap();
        prop_assert_eq!(Spread::new(Seed(seed), NonZeroU32::new(of).unwrap()).shard_of(last), spread.shard_of(last));
    }

    #[test]
    fn shards_play_each_game_once(bots in 2..8usize, rounds in 1..4u32, of in 1..9u32) {
        let plan = congress(bots, &format!("rounds = {rounds}"));
        let progress = Progress::new(&plan, KnownResults::default()).unwrap();
        let mut games = BTreeMap::new();
        for number in 1..=of {
            for game in played(shard(&plan, &progress, number, of)) {
                prop_assert!(games.insert(game.game, game).is_none());
            }
        }
        let games: Vec<PlannedGame> = games.into_values().collect();
        prop_assert_eq!(games, alone(&plan));
    }

    #[test]
    fn what_is_finished_is_not_played_again(of in 1..7u32, elsewhere in 0..40u32, here: BTreeSet<u8>) {
        let plan = congress(5, "rounds = 3");
        let progress = Progress::new(&plan, KnownResults::default()).unwrap();
        let elsewhere: BTreeSet<u32> = (1..=elsewhere).collect();
        let here: BTreeSet<u32> = here.into_iter().map(|game| u32::from(game % 60) + 1).collect();
        let mut games = BTreeSet::new();
        for number in 1..=of {
            let shard = Shard::new(number, of).unwrap();
            games.extend(played(ShardGames::new(&plan, &progress, shard, here.clone(), elsewhere.clone())).iter().map(|game| game.game));
        }
        for game in alone(&plan) {
            // Unless a block is finished elsewhere as a whole, its unfinished games are played here.
            let first = game.game - (game.within - 1);
            let whole = |set: &BTreeSet<u32>| (first..first + 2).all(|game| set.contains(&game));
            let expected = !whole(&elsewhere) && !here.contains(&game.game);
            prop_assert_eq!(games.contains(&game.game), expected, "game {}", game.game);
        }
    }
}

/// In each round all shards play the games that they can, then their results are merged.
#[test]
fn rounds_come_one_after_another_and_are_those_of_one_machine() {
    for keys in ["format = \"swiss\"\nrounds = 4", "format = \"knockout\"", "adaptive = true\nrounds = 3"] {
        let plan = congress(9, keys);
        let mut progress = Progress::forgetful(&plan);
        let mut games: Vec<PlannedGame> = Vec::new();
        let mut tries = 0;
        while !progress.is_over() {
            tries += 1;
            assert!(tries < 100, "{keys}");
            let mut there = BTreeMap::new();
            for number in 1..=4 {
                there.extend(played(shard(&plan, &progress, number, 4)).into_iter().map(|game| (game.game, game)));
            }
            while let Next::One(game) = progress.hand_out() {
                let Some(found) = there.remove(&game.game) else { break };
                assert_eq!(found, game);
                progress.finish(result(&plan, &game), None);
                games.push(game);
            }
            // Games that were handed out but not played are handed out again.
            progress = games.iter().fold(Progress::forgetful(&plan), |mut progress, game| {
                progress.follow(result(&plan, game), None).unwrap();
                progress
            });
        }
        assert_eq!(games, alone(&plan), "{keys}");
    }
}

#[test]
fn match_play_waits_for_its_first_game_within_a_shard() {
    let plan = plans::plan("variant = \"katarenga\"\nseed = \"2a\"\nrounds = 4\nmatch-play = \"on\"", 2);
    let progress = Progress::new(&plan, KnownResults::default()).unwrap();
    let mut shard_games = shard(&plan, &progress, 1, 2);
    let mut first = Vec::new();
    while let Next::One(game) = shard_games.hand_out_cheapest(NextBlocks::All, |_| 0) {
        assert_eq!(game.within, 1);
        first.push(game.game);
    }
    assert_eq!(first.len(), 2);
    shard_games.finish(first[1]);
    let Next::One(game) = shard_games.hand_out_cheapest(NextBlocks::All, |_| 0) else {
        panic!("the second game of the block may start")
    };
    assert_eq!(game.game, first[1] + 1);
    assert_eq!(shard_games.hand_out_cheapest(NextBlocks::All, |_| 0), Next::Wait);
}

#[test]
fn who_forgets_comes_to_the_same_verdict() {
    let keys = "rounds = 400\n[sprt]\nelo0 = 0\nelo1 = 100\n";
    let plan = congress(2, keys);
    let whole = alone(&plan);
    assert!(whole.len() < 800, "the test decides");
    let mut progress = Progress::forgetful(&plan);
    let mut coming = progress.coming();
    'all: while let Next::One(block) = coming.step() {
        for game in block.entries() {
            let Next::One(wanted) = progress.hand_out() else { break 'all };
            assert_eq!(wanted, game);
            progress.finish(result(&plan, &game), None);
            assert!(progress.held().results.len() <= 2);
        }
    }
    assert_eq!(progress.count() as usize, whole.len());
    assert!(progress.is_over());
}

#[test]
fn a_plan_is_known_by_what_is_played_and_not_by_paths() {
    let text = |command: &str, more: &str| {
        format!(
            "variant = \"congress\"\nseed = \"2a\"\n{more}\n[[bot]]\nname = \"a\"\ncommand = \"{command}\"\n\
             [[bot.files]]\nword = 0\nsha256 = \"{}\"\n[[bot]]\nname = \"b\"\ncommand = \"b\"\n",
            "11".repeat(32)
        )
    };
    let id = |text: &str, find: fn(&str) -> String| plans::plan_of(text, find, "", nobody).unwrap().id();
    let plan = id(&text("/home/a/bot -x", ""), str::to_owned);
    assert_eq!(plan, id(&text("/home/b/other -x", ""), str::to_owned));
    assert_eq!(plan, id(&text("bot -x", ""), |command| format!("/opt/{command}")));
    assert_eq!(plan, id(&text("bot -x", "anchor = \"a\""), str::to_owned), "no game follows from how they are ranked");
    assert_ne!(plan, id(&text("/home/a/bot -y", ""), str::to_owned));
    assert_ne!(plan, id(&text("/home/a/bot -x", "rounds = 2"), str::to_owned));
    assert_ne!(plan, id(&text("/home/a/bot -x", "").replace("2a", "2b"), str::to_owned));
    assert_ne!(plan, id(&text("/home/a/bot -x", "").replace("1111", "1112"), str::to_owned));
}
