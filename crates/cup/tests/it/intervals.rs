//! Intervals hold the true value as often as promised: the quick part of `cargo bench -p uvi-cup --bench intervals`.

use itertools::iproduct;
use uvi_cup::{
    schedule::BotIndex,
    stats::{BlockCounts, Elo, Tally, Zero, ratings, seat_shares},
};
use uvi_games::game::{Seat, Seed, Stream};

use super::simulated::{Ending, World};

const TOURNAMENTS: u8 = 12;

/// Counts all tournaments with gaps of 0, 400 and 800 points and with 5, 20 and 80 blocks together.
fn check(seats: usize, ending: Ending) {
    let (mut held, mut of) = ([0; 4], [0; 4]);
    let mut count = |kind: usize, is_held: bool| {
        held[kind] += u32::from(is_held);
        of[kind] += 1;
    };
    for (gap, blocks, tournament) in iproduct!([0.0, 400.0, 800.0], [5, 20, 80], 0..TOURNAMENTS) {
        let world = World::spread(seats, gap, ending);
        let strength = |bot: usize| 10_f64.powf(world.elo[bot] / 400.0);
        let skill = strength(0) / (0..seats).map(strength).sum::<f64>();
        let seed = Seed([tournament; 16]);
        let blocks = BlockCounts::of(&world.blocks(blocks, &mut Stream::new(&seed, "intervals")));
        let luck = match ending {
            Ending::Luck(part) => f64::from(part) / 100.0,
            Ending::Winner | Ending::Shared(_) => 0.0,
        };
        if luck == 0.0 {
            let found = ratings(seats, &blocks, &Zero::Mean).unwrap();
            found.iter().zip(&world.elo).for_each(|(found, &truth)| count(0, found.contains(truth)));
            let pair = Elo::between(BotIndex(0), BotIndex(seats - 1), &blocks);
            count(1, pair.is_none_or(|found| found.elo.contains(gap)));
        }
        let share = Tally::all(1, &blocks)[0].share.unwrap();
        count(2, share.contains(luck / seats as f64 + (1.0 - luck) * skill));
        let seat = seat_shares(seats as u8, &blocks)[Seat::ONE].unwrap();
        count(3, seat.contains(1.0 / seats as f64));
    }
    for (kind, (held, of)) in ["ratings", "pair", "share", "seat"].into_iter().zip(held.into_iter().zip(of)) {
        assert!(held * 100 >= of * 93, "{seats} seats, {ending:?}: {kind} held {held} times of {of}");
    }
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    for seats in [2, 3, 5] {
        [Ending::Winner, Ending::Shared(60), Ending::Luck(50)].into_iter().for_each(|ending| check(seats, ending));
    }
}

/// Two groups of two bots at several distances: the quick part of the table of distances of the bench.
#[test]
fn intervals_between_groups_far_apart_hold_the_truth_as_often_as_they_say() {
    for (kind, zero) in [("mean", None), ("anchor", Some(BotIndex(3)))] {
        let (mut held, mut of) = (0, 0);
        let endings = [Ending::Winner, Ending::Shared(60)];
        for (half, ending, blocks, tournament) in
            iproduct!([100.0, 400.0, 600.0, 1000.0], endings, [5, 20], 0..TOURNAMENTS)
        {
            let world = World { elo: vec![half, half, -half, -half], seats: 2, ending };
            let blocks = world.blocks(blocks, &mut Stream::new(&Seed([tournament; 16]), "groups"));
            let zero = zero.map_or(Zero::Mean, |bot| Zero::Anchor { bot, elo: -half });
            let found = ratings(4, &BlockCounts::of(&blocks), &zero).unwrap();
            held += found.iter().zip(&world.elo).take(3).filter(|(found, truth)| found.contains(**truth)).count();
            of += 3;
        }
        assert!(held * 100 >= of * 93, "relative to the {kind}: held {held} times of {of}");
    }
}
