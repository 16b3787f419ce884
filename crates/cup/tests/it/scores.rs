//! Points, shares, places, ratings, and the worth of seats.

use uvi_cup::{
    schedule::{BotIndex, Lineup},
    stats::{
        BlockCounts, BlockResults, BlockScore, CrossTable, Elo, Estimate, GameScore, PointSum, Tally, Zero, ratings,
        ratio_of_means, seat_shares,
    },
};
use uvi_games::game::{BySeat, Points, Score, Seat, Seed, Stream};

use super::playing::{near, points};

/// A game with these bots in seat order, and their points in sixtieths.
fn game(bots: &[usize], sixtieths: &[u32]) -> GameScore {
    let points = |seat: Seat| Points::new(sixtieths[seat.index()], 60).unwrap();
    GameScore {
        table: Lineup::new(bots.iter().copied().map(BotIndex)),
        score: Score::Each(BySeat::new(bots.len() as u8, points)),
    }
}

fn block(games: impl IntoIterator<Item = GameScore>) -> BlockScore {
    BlockScore { games: games.into_iter().collect() }
}

/// A pair of games with the swap. The arguments are the half points of bot 0 in each game.
fn pair(first: u32, second: u32) -> BlockScore {
    let win = |halves: u32| [30 * halves, 60 - 30 * halves];
    let [mine, others] = win(second);
    block([game(&[0, 1], &win(first)), game(&[1, 0], &[others, mine])])
}

#[test]
fn sums_of_points_are_exact() {
    let third = PointSum::of(Points::new(1, 3).unwrap()).unwrap();
    assert_eq!(third + third + third, points(1));
    assert_eq!(third * 3, points(1));
    assert_eq!([third; 6].into_iter().sum::<PointSum>(), points(2));
    assert_eq!(PointSum::of(Points::new(1, 7).unwrap()), None);
    near((third * 4).value(), 4.0 / 3.0, 1e-12);
    for (sixtieths, text) in [(0, "0"), (60, "1"), (20, "1/3"), (90, "1 1/2"), (145, "2 5/12"), (6000, "100")] {
        let sum = PointSum::of(Points::new(sixtieths, 60).unwrap()).unwrap();
        assert_eq!(sum.to_string(), text);
    }
}

#[test]
fn a_tally_of_pairs() {
    let blocks = [pair(2, 2), pair(2, 0), pair(1, 0), pair(1, 1)];
    let mine = Tally::all(1, &BlockCounts::of(&blocks))[0];
    assert_eq!((mine.games, mine.blocks, mine.wins_draws_losses()), (8, 4, [3, 3, 2]));
    assert_eq!(mine.points.to_string(), "4 1/2");
    assert_eq!(mine.places, [6, 2, 0, 0, 0]);
    near(mine.mean_place.unwrap(), (3.0 * 1.0 + 3.0 * 1.5 + 2.0 * 2.0) / 8.0, 1e-12);
    let share = mine.share.unwrap();
    near(share.value, 4.5 / 8.0, 1e-12);
    // For blocks of 1, ½, ¼ and ½, Owen's ratio at the end is Student's quantile for 3 degrees of freedom. Computed
    // with scipy's brentq.
    near(share.low, 0.140734, 1e-4);
    near(share.high, 0.948348, 1e-4);
    let other = Tally::all(2, &BlockCounts::of(&blocks))[1];
    assert_eq!(other.wins_draws_losses(), [2, 3, 3]);
    assert_eq!(Tally::all(3, &BlockCounts::of(&blocks))[2], Tally::default());
}

#[test]
fn places_of_three_seats() {
    let blocks = [
        block([game(&[0, 1, 2], &[60, 0, 0]), game(&[1, 2, 0], &[30, 0, 30])]),
        block([game(&[2, 0, 1], &[20, 20, 20])]),
    ];
    let first = Tally::all(1, &BlockCounts::of(&blocks))[0];
    assert_eq!(first.places, [3, 0, 0, 0, 0]);
    near(first.mean_place.unwrap(), (1.0 + 1.5 + 2.0) / 3.0, 1e-12);
    assert_eq!(first.points.to_string(), "1 5/6");
    let last = Tally::all(3, &BlockCounts::of(&blocks))[2];
    assert_eq!(last.places, [1, 1, 1, 0, 0]);
    near(last.mean_place.unwrap(), (2.5 + 3.0 + 2.0) / 3.0, 1e-12);
}

/// A win with two points is a whole share, and a game without points is shared equally.
#[test]
fn a_share_is_a_part_of_the_points_that_there_were() {
    for (points, share) in [([120, 0], 1.0), ([0, 0], 0.5), ([40, 20], 2.0 / 3.0)] {
        near(block([game(&[0, 1], &points)]).share_of(BotIndex(0)).unwrap(), share, 1e-12);
    }
    assert_eq!(pair(2, 2).share_of(BotIndex(2)), None);
    let sums = pair(2, 1).points(&[BotIndex(1), BotIndex(0)]).unwrap();
    assert_eq!(sums.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1/2", "1 1/2"]);
    assert_eq!(pair(2, 1).shared(), None);
}

#[test]
fn pairs_make_a_pentanomial_and_what_is_not_whole_is_left_out() {
    let blocks = [pair(2, 2), pair(2, 0), pair(1, 0), pair(1, 1), pair(2, 2), block([game(&[0, 1], &[60, 0])])];
    let results = BlockResults::of(BotIndex(0), 2, &BlockCounts::of(&blocks));
    assert_eq!(results.pentanomial(), Some([0, 1, 2, 0, 2]));
    assert_eq!(BlockResults::of(BotIndex(1), 2, &BlockCounts::of(&blocks)).pentanomial(), Some([2, 0, 2, 1, 0]));
    let sample = results.sample().unwrap();
    assert_eq!(sample.count, 5);
    near(sample.mean, 0.65, 1e-12);
    near(sample.variance, (2.0 * 0.35_f64.powi(2) + 2.0 * 0.15_f64.powi(2) + 0.4_f64.powi(2)) / 5.0, 1e-12);
    // Thirds are not half points.
    let thirds = [block([game(&[0, 1], &[20, 40]), game(&[1, 0], &[60, 0])])];
    let results = BlockResults::of(BotIndex(0), 2, &BlockCounts::of(&thirds));
    assert_eq!((results.pentanomial(), results.counts()), (None, &[(1.0 / 6.0, 1)][..]));
    assert_eq!(BlockResults::from_halves(1, &[1, 2, 3]).pentanomial(), None);
}

/// The maximum of the sum of logarithms of the choices, each weighted with its points, computed by gradient ascent with a
/// thousandth of a drawn game for each bot. (With a whole drawn game, the ascent gives the maximum that scipy's BFGS
/// gives.)
#[test]
fn ratings_of_games_with_shared_points() {
    let blocks: Vec<BlockScore> = [
        ([0, 1, 2], [60, 0, 0]),
        ([3, 0, 4], [40, 20, 0]),
        ([1, 4, 2], [30, 30, 0]),
        ([2, 3, 0], [20, 20, 20]),
        ([4, 1, 3], [40, 20, 0]),
        ([0, 3, 2], [40, 20, 0]),
        ([1, 0, 4], [40, 20, 0]),
        ([2, 4, 1], [40, 20, 0]),
    ]
    .iter()
    .map(|(bots, points)| block([game(bots, points)]))
    .collect();
    let found = ratings(5, &BlockCounts::of(&blocks), &Zero::Mean).unwrap();
    for (found, expected) in found.iter().zip([118.737681, -30.076988, -92.031123, 29.030792, -25.660362]) {
        near(found.value, expected, 1e-3);
        assert!(found.low < expected && expected < found.high);
    }
    let backwards: Vec<BlockScore> = blocks.iter().rev().cloned().collect();
    let again = ratings(5, &BlockCounts::of(&backwards), &Zero::Mean).unwrap();
    again.iter().zip(&found).for_each(|(again, found)| near(again.value, found.value, 1e-6));
    assert_eq!(ratings(5, &BlockCounts::of(&blocks[..1]), &Zero::Mean), None);
    let anchored = ratings(5, &BlockCounts::of(&blocks), &Zero::Anchor { bot: BotIndex(2), elo: 1500.0 }).unwrap();
    assert_eq!(anchored[2], Estimate::around(1500.0, 0.0));
    near(anchored[0].value - 1500.0, found[0].value - found[2].value, 1e-6);
}

/// Ratings of two bots agree with Elo: the prior moves nothing that is printed.
#[test]
fn ratings_of_two_are_their_elo() {
    let blocks = drawn(3);
    let ratings = ratings(2, &BlockCounts::of(&blocks), &Zero::Anchor { bot: BotIndex(1), elo: 0.0 }).unwrap();
    let elo = Elo::of(&BlockResults::of(BotIndex(0), 2, &BlockCounts::of(&blocks))).unwrap().elo;
    near(ratings[0].value, elo.value, 0.01);
    near(ratings[0].low, elo.low, 0.02);
    near(ratings[0].high, elo.high, 0.02);
    let between = Elo::between(BotIndex(0), BotIndex(1), &BlockCounts::of(&blocks)).unwrap();
    near(between.elo.low, elo.low, 1e-9);
}

/// Four bots in two groups. Within a group each bot wins half of the games; between groups, bots 0 and 1 win all.
fn apart(blocks: usize, met: bool) -> Vec<BlockScore> {
    let block = |one: usize, other: usize, points: [u32; 2]| {
        block([game(&[one, other], &[60, 0]), game(&[other, one], &points)])
    };
    let pairs = [(0, 2), (0, 3), (1, 2), (1, 3)];
    let within = (0..blocks).flat_map(|_| [block(0, 1, [60, 0]), block(2, 3, [60, 0])]);
    let between = (0..blocks).flat_map(|_| pairs.map(|(one, other)| block(one, other, [0, 60])));
    within.chain(between.filter(|_| met)).collect()
}

/// No result bounds the distance of two groups from above if one took all points, and not at all if they never met.
#[test]
fn groups_without_a_chain_of_points_have_open_ends() {
    let won = apart(20, true);
    let anchored = Zero::Anchor { bot: BotIndex(3), elo: 0.0 };
    let [one, two, three, zero] = ratings(4, &BlockCounts::of(&won), &anchored).unwrap().try_into().unwrap();
    for found in [one, two] {
        // 80 blocks won of 80 exclude a share of exp(-3.9/160) = 0.976, which is 644 points of Elo.
        assert!((550.0..660.0).contains(&found.low) && found.high == f64::INFINITY, "{found:?}");
    }
    near(three.value, 0.0, 0.1);
    // All blocks within the group are even, which narrows the interval.
    assert!((-45.0..-20.0).contains(&three.low) && (20.0..45.0).contains(&three.high), "{three:?}");
    assert_eq!((zero.low, zero.high), (0.0, 0.0));
    for (bot, found) in ratings(4, &BlockCounts::of(&won), &Zero::Mean).unwrap().into_iter().enumerate() {
        assert_eq!((found.low.is_finite(), found.high.is_finite()), (bot < 2, bot >= 2), "{bot} {found:?}");
    }
    // A chain has a top and a bottom; the bot between them is bounded on neither side.
    let wins = [[0, 1], [1, 2]].map(|bots| block([game(&bots, &[60, 0])]));
    let chain = ratings(3, &BlockCounts::of(&[&wins[..], &wins].concat()), &Zero::Mean).unwrap();
    let finite = chain.iter().map(|found| (found.low.is_finite(), found.high.is_finite())).collect::<Vec<_>>();
    assert_eq!(finite, [(true, false), (false, false), (false, true)]);
    let never_met = ratings(4, &BlockCounts::of(&apart(20, false)), &Zero::Mean).unwrap();
    assert!(never_met.iter().all(|found| (found.low, found.high) == (f64::NEG_INFINITY, f64::INFINITY)));
}

/// An unbeaten bot has no upper end, in a tournament of any size: also if intervals are not profiled.
#[test]
fn an_unbeaten_bot_has_no_upper_end() {
    let circle = |bots: usize, one: usize| {
        let other = 1 + one % (bots - 1);
        let wins = [[60, 0], [60, 0]];
        [block([game(&[one, other], &wins[0]), game(&[other, one], &wins[1])]), block([game(&[0, one], &[60, 0])])]
    };
    for bots in [3, 10, 60] {
        for rounds in [1, 20] {
            let blocks = (0..rounds).flat_map(|_| (1..bots).flat_map(|one| circle(bots, one)));
            let blocks: Vec<BlockScore> = blocks.collect();
            let found = ratings(bots, &BlockCounts::of(&blocks), &Zero::Anchor { bot: BotIndex(1), elo: 0.0 }).unwrap();
            assert!(found[0].low > 100.0 || rounds == 1, "{:?}", found[0]);
            assert_eq!(found[0].high, f64::INFINITY);
            assert!(found[2..].iter().all(|found| found.low.is_finite() && found.high.is_finite()));
        }
    }
}

/// A tournament of two bots. Bot 0 wins a game with probability 0.64, which is 100 Elo.
fn drawn(seed: u8) -> Vec<BlockScore> {
    let mut stream = Stream::new(&Seed([seed; 16]), "games");
    let mut win = || if stream.below(10_000) < 6401 { 2 } else { 0 };
    (0..100).map(|_| pair(win(), win())).collect()
}

#[test]
fn a_seat_has_the_share_of_those_who_sat_there() {
    let first = |winner: [usize; 2]| {
        let points = |seat: usize| if seat == 0 { [60, 0] } else { [0, 60] };
        block([game(&[0, 1], &points(winner[0])), game(&[1, 0], &points(winner[1]))])
    };
    let blocks = [first([0, 0]), first([0, 1]), first([0, 0]), first([1, 0])];
    let shares = seat_shares(2, &BlockCounts::of(&blocks));
    let Estimate { value, low, high } = shares[Seat::ONE].unwrap();
    near(value, 0.75, 1e-12);
    // The blocks have shares of 1, ½, 1 and ½.
    near(low, 0.199010, 1e-4);
    near(high, 0.989840, 1e-4);
    near(shares[Seat::TWO].unwrap().value, 0.25, 1e-12);
    assert_eq!(seat_shares(2, &BlockCounts::of(&blocks[..1]))[Seat::ONE], None);
}

#[test]
fn a_bot_at_two_seats_counts_twice_and_never_against_itself() {
    let table = CrossTable::of(&BlockCounts::of(&[block([game(&[0, 1, 1], &[60, 0, 0])])]));
    let against = [(0, 1), (1, 0), (1, 1)].map(|(one, other)| table.against(BotIndex(one), BotIndex(other)));
    assert_eq!(against, [Some([2, 0, 0]), Some([0, 0, 2]), None]);
}

#[test]
fn a_ratio_of_times_needs_two_blocks_with_times() {
    let even = [10.0, 5.0, 10.0, 10.0];
    for (blocks, expected) in [
        (&[][..], None),
        (&[even], None),
        (&[[0.0, 5.0, 10.0, 10.0], [0.0, 5.0, 9.0, 10.0]], None),
        (&[even, even], Some(Estimate::around(2.0, 0.0))),
    ] {
        assert_eq!(ratio_of_means(blocks), expected, "{blocks:?}");
    }
}
