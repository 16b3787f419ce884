//! Gates on random games. The test is that of a plan, told block after block.

use std::collections::BTreeMap;

use uvi_cup::{
    LeadTest, Plan, SprtTest, Test, file,
    schedule::{BotIndex, Lineup},
    stats::{BlockResults, BlockScore, Elo, GameScore, Model, Sprt, TestVerdict, score_of_elo},
};
use uvi_games::{
    game::{BySeat, Points, Score, Seed, Stream},
    games::REGISTRY,
};

use self::Variant::{Pool, Shared, Three};

/// A distribution of the games of a round.
pub(crate) struct Games {
    /// The words for it in tables.
    pub(crate) name: &'static str,
    /// The kind of the variant, and of the gate.
    pub(crate) variant: Variant,
    /// The true lead of the new bot.
    pub(crate) lead: f64,
    /// Draws the blocks of a round.
    pub(crate) round: fn(&mut Stream) -> Vec<BlockScore>,
}

/// The kind of a variant: one of three seats, one with a shared score, or one of two seats against a pool of three bots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    Three,
    Shared,
    Pool,
}

impl Variant {
    /// The plan of a gate with this margin.
    pub(crate) fn plan(self, margin: f64) -> Plan {
        let (variant, format, bots): (_, _, &[&str]) = match self {
            Self::Three => ("orwell", "gauntlet", &["new", "old", "old-2"]),
            Self::Shared => ("catalonia", "round-robin", &["new", "old"]),
            Self::Pool => ("isolation", "gauntlet", &["new", "old", "a", "b", "c"]),
        };
        let (heroes, pool) = if self == Self::Pool { ("heroes = 2\n", "[gate]\npool = true\n") } else { ("", "") };
        let bots: String = bots.iter().map(|name| format!("[[bot]]\nname = \"{name}\"\ncommand = \"bot\"\n")).collect();
        let text =
            format!("variant = \"{variant}\"\nformat = \"{format}\"\n{heroes}[lead]\nmargin = {margin}\n{pool}{bots}");
        file::read(&text).unwrap().plan_alone(REGISTRY, Seed([0; 16])).unwrap()
    }
}

/// True with this probability, in millionths.
fn happens(stream: &mut Stream, millionths: u32) -> bool {
    stream.below(1_000_000) < millionths
}

/// A game in which each bot gets these points.
fn game(table: Lineup, points: impl Fn(usize) -> Points) -> GameScore {
    let score = Score::Each(BySeat::new(table.len() as u8, |seat| points(table[seat.index()].0)));
    GameScore { table, score }
}

/// A block of three games, in which the new bot has these sixths of the points.
fn three(sixths: [u32; 3]) -> Vec<BlockScore> {
    let games = sixths.into_iter().enumerate().map(|(place, mine)| {
        let [own, other] = [2 * mine, 6 - mine].map(|part| Points::new(part, 12).unwrap());
        game(Lineup::new([0, 1, 2].map(BotIndex)).rotated(place), |bot| if bot == 0 { own } else { other })
    });
    vec![BlockScore { games: games.collect() }]
}

/// In each game the new bot wins or draws with these probabilities, in millionths; otherwise it has no points.
fn three_by_lot(stream: &mut Stream, won: u32, drawn: u32) -> Vec<BlockScore> {
    three([(); 3].map(|()| match stream.below(1_000_000) {
        lot if lot < won => 6,
        lot if lot < won + drawn => 2,
        _ => 0,
    }))
}

/// The blocks of the tables new with new, new with old, and old with old, with these scores.
fn shared([new, mixed, old]: [u32; 3]) -> Vec<BlockScore> {
    let block = |tables: &[[usize; 2]], score: u32| BlockScore {
        games: tables
            .iter()
            .map(|bots| GameScore { table: Lineup::new(bots.map(BotIndex)), score: Score::Shared(score) })
            .collect(),
    };
    vec![block(&[[0, 0]], new), block(&[[0, 1], [1, 0]], mixed), block(&[[1, 1]], old)]
}

/// The blocks of the new and the old bot against a pool of three. The old bot wins by lot, and the new one over the same
/// lots with a chance that is smaller by `less` millionths.
fn against_pool(stream: &mut Stream, less: u32) -> Vec<BlockScore> {
    let mut blocks = Vec::new();
    for (opponent, chance) in [(2, 300_000), (3, 500_000), (4, 700_000)] {
        let lots = [(); 2].map(|()| stream.below(1_000_000));
        blocks.extend([chance - less, chance].into_iter().enumerate().map(|(hero, chance)| {
            let games = lots.into_iter().enumerate().map(|(place, lot)| {
                let points = |bot| if (bot == hero) == (lot < chance) { Points::ONE } else { Points::ZERO };
                game(Lineup::new([hero, opponent].map(BotIndex)).rotated(place), points)
            });
            BlockScore { games: games.collect() }
        }));
    }
    blocks
}

const fn games(name: &'static str, variant: Variant, lead: f64, round: fn(&mut Stream) -> Vec<BlockScore>) -> Games {
    Games { name, variant, lead, round }
}

const EQUAL: Games = games("wins by lot, equal", Three, 0.0, |stream| three_by_lot(stream, 333_333, 0));
const DRAWN: Games = games("all drawn", Three, 0.0, |_| three([2; 3]));
const SPREAD: Games =
    games("one score, equal bots, spread", Shared, 0.0, |stream| shared([(); 3].map(|()| 1500 + stream.below(1500))));

/// New bots that are worse than the old one by this lead, or equal to it. A gate with a smaller margin must not pass
/// the worse ones.
pub(crate) const WORSE: [Games; 9] = [
    games("wins by lot, 2 points of 100 too few", Three, 0.313_333 - 1.0 / 3.0, |stream| {
        three_by_lot(stream, 313_333, 0)
    }),
    EQUAL,
    games("94 of 100 drawn, 2 points of 100 too few", Three, -0.02, |stream| three_by_lot(stream, 0, 940_000)),
    games("all drawn but 1 block in 100, which is lost", Three, -0.01 / 3.0, |stream| {
        if happens(stream, 10_000) { three([0; 3]) } else { three([2; 3]) }
    }),
    games("1 game in 100 blocks won, 1 block lost", Three, -0.01 / 9.0, |stream| match stream.below(100) {
        0 => three([0; 3]),
        1 => three([6, 2, 2]),
        _ => three([2; 3]),
    }),
    DRAWN,
    // The new bot has nothing beside itself, and half of 1 and of 1/2 beside the old bot.
    games("one score, all alike but 1 round in 100", Shared, -0.01 * 0.25, |stream| {
        if happens(stream, 10_000) { shared([0, 0, 2000]) } else { shared([2000; 3]) }
    }),
    SPREAD,
    games("against a pool, 2 points of 100 too few", Pool, -0.02, |stream| against_pool(stream, 40_000)),
];

/// New bots that are as good as the old one, or better. They show how soon gates pass.
pub(crate) const GOOD: [Games; 6] = [
    EQUAL,
    games("wins by lot, 10 points of 100 ahead", Three, 0.1, |stream| three_by_lot(stream, 433_333, 0)),
    games("wins by lot, 30 points of 100 ahead", Three, 0.3, |stream| three_by_lot(stream, 633_333, 0)),
    games("half drawn, equal", Three, 0.0, |stream| three_by_lot(stream, 166_667, 500_000)),
    DRAWN,
    SPREAD,
];

/// The verdict of a gate, and the number of its rounds.
pub(crate) fn gate(games: &Games, margin: f64, most: u32, stream: &mut Stream) -> (TestVerdict, u32) {
    let mut test = Test::of(&games.variant.plan(margin)).unwrap();
    for round in 1..=most {
        (games.round)(stream).iter().for_each(|block| test.hear(block, false));
        if test.verdict() != TestVerdict::Undecided {
            return (test.verdict(), round);
        }
    }
    (TestVerdict::Undecided, most)
}

/// The lead of such a gate after all rounds.
pub(crate) fn lead_after(games: &Games, rounds: u32, stream: &mut Stream) -> LeadTest {
    let mut test = Test::of(&games.variant.plan(0.0)).unwrap();
    for _ in 0..rounds {
        (games.round)(stream).iter().for_each(|block| test.hear(block, false));
    }
    match test {
        Test::Lead(test) => test,
        Test::Sprt(_) => unreachable!("the plan has a lead"),
    }
}

/// The part of tests with each verdict; the mean number of rounds, and the number within which nine of ten end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ends {
    pub(crate) h0: f64,
    pub(crate) h1: f64,
    pub(crate) mean: f64,
    pub(crate) nine_of_ten: u32,
}

/// Runs this many tests.
pub(crate) fn ends(runs: u32, mut test: impl FnMut() -> (TestVerdict, u32)) -> Ends {
    let mut found: Vec<(TestVerdict, u32)> = (0..runs).map(|_| test()).collect();
    found.sort_by_key(|&(_, rounds)| rounds);
    let part =
        |wanted: TestVerdict| found.iter().filter(|&&(verdict, _)| verdict == wanted).count() as f64 / f64::from(runs);
    Ends {
        h0: part(TestVerdict::H0),
        h1: part(TestVerdict::H1),
        mean: found.iter().map(|&(_, rounds)| f64::from(rounds)).sum::<f64>() / f64::from(runs),
        nine_of_ten: found[found.len() * 9 / 10].1,
    }
}

/// The results of random games: the chances to win and to draw, in millionths.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pairs {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
}

impl Pairs {
    /// Games of a bot that is better by this Elo, of which this part is drawn.
    pub(crate) fn of(elo: f64, drawn: f64) -> Self {
        let share = 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
        let millionths = |part: f64| (part * 1e6).round() as u32;
        Self { won: millionths(share - drawn / 2.0), drawn: millionths(drawn) }
    }

    /// Games of a bot that is better by this normalized Elo, of which this part is drawn.
    pub(crate) fn of_normalized(nelo: f64, drawn: f64) -> Self {
        // Elo follows from the deviation, which hardly depends on Elo, so this converges.
        (0..50).fold(Self::of(nelo, drawn), |pairs, _| {
            let share = 0.5 + nelo / (800.0 / std::f64::consts::LN_10) * pairs.deviation();
            Self::of(400.0 * (share / (1.0 - share)).log10(), drawn)
        })
    }

    /// The standard deviation of a game.
    pub(crate) fn deviation(self) -> f64 {
        let (won, drawn) = (f64::from(self.won) / 1e6, f64::from(self.drawn) / 1e6);
        let mean = won + drawn / 2.0;
        (won + drawn / 4.0 - mean * mean).sqrt()
    }

    fn half_points(self, stream: &mut Stream) -> u32 {
        match stream.below(1_000_000) {
            lot if lot < self.won => 2,
            lot if lot < self.won + self.drawn => 1,
            _ => 0,
        }
    }
}

/// The verdict of an SPRT over blocks of this many games, and the number of blocks.
pub(crate) fn sprt(sprt: Sprt, pairs: Pairs, games: u32, most: u32, stream: &mut Stream) -> (TestVerdict, u32) {
    let mut test = SprtTest::new(sprt, games);
    for block in 1..=most {
        let points: u32 = (0..games).map(|_| pairs.half_points(stream)).sum();
        test.add(f64::from(points) / f64::from(2 * games));
        if test.verdict() != TestVerdict::Undecided {
            return (test.verdict(), block);
        }
    }
    (TestVerdict::Undecided, most)
}

/// The results of pairs of games at the end of an SPRT with at most `most` pairs. Looks rarely while a verdict is far.
pub(crate) fn end_of_sprt(sprt: Sprt, pairs: Pairs, most: u64, stream: &mut Stream) -> BlockResults {
    let [lower, upper] = sprt.bounds();
    let mut counts = [0_u64; 5];
    loop {
        let llr_with = |more: Option<usize>| {
            let mut counts = counts;
            more.into_iter().for_each(|points| counts[points] += 1);
            sprt.llr(&BlockResults::from_pentanomial(counts))
        };
        let (played, llr) = (counts.iter().sum::<u64>(), llr_with(None));
        if played == most || llr >= upper || llr <= lower {
            return BlockResults::from_pentanomial(counts);
        }
        let step = [0, 4].map(|points| (llr_with(Some(points)) - llr).abs()).into_iter().fold(0.0, f64::max);
        let far = ((upper - llr).min(llr - lower) / (1.3 * step)) as u64;
        for _ in 0..far.min(played).min(most - played).max(1) {
            let points = pairs.half_points(stream) + pairs.half_points(stream);
            counts[points as usize] += 1;
        }
    }
}

/// The estimates after SPRTs: the parts that are above the truth, and whose interval holds it; the
/// mean error and length, and the part of the most frequent estimate.
#[derive(Debug, Default)]
pub(crate) struct EstimateTally {
    pub(crate) above: f64,
    pub(crate) held: f64,
    pub(crate) error: f64,
    pub(crate) pairs: f64,
    pub(crate) most_frequent: f64,
}

/// The estimates of `runs` SPRTs of pairs of games, of a bot that is better by this Elo.
pub(crate) fn estimates(test: Sprt, elo: f64, drawn: f64, most: u64, runs: u32, stream: &mut Stream) -> EstimateTally {
    let mut found = EstimateTally::default();
    let mut values: BTreeMap<i64, u32> = BTreeMap::new();
    let part = 1.0 / f64::from(runs);
    for _ in 0..runs {
        let results = end_of_sprt(test, Pairs::of(elo, drawn), most, stream);
        let after = Elo::after(&test, &results).unwrap();
        let (estimate, mean) = (after.elo, results.sample().unwrap().mean);
        // The interval of the share belongs to that of Elo.
        let share = after.share(mean);
        assert!(share.contains(mean) && share.contains(score_of_elo(elo)) == estimate.contains(elo), "{after:?}");
        found.above += part * f64::from(u8::from(estimate.value > elo + 1e-6));
        found.held += part * f64::from(u8::from(estimate.contains(elo)));
        found.error += part * (estimate.value.clamp(-1500.0, 1500.0) - elo);
        found.pairs += part * results.sample().unwrap().count as f64;
        *values.entry((estimate.value * 1e3) as i64).or_default() += 1;
    }
    found.most_frequent = part * f64::from(values.into_values().max().unwrap());
    found
}

/// The part of drawn games, for a part of the draws that this strength allows.
pub(crate) fn drawn_of_allowed(elo: f64, part: f64) -> f64 {
    let share = score_of_elo(elo);
    part * 2.0 * share.min(1.0 - share)
}

/// An SPRT with both error rates 5 %.
pub(crate) fn five_percent(model: Model, elos: [f64; 2]) -> Sprt {
    Sprt::new(model, elos, [0.05, 0.05]).unwrap()
}
