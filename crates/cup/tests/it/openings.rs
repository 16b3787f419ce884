//! Random openings of every variant.

use std::{cell::Cell, collections::BTreeSet};

use proptest::prelude::*;
use uvi::{ClockWords, Value, Word};
use uvi_cup::{Opening, OpeningsError, Plan, RandomOpenings, file::BalanceKeys};
use uvi_games::{
    game::{Seed, Turn, Variant},
    games::REGISTRY,
};
use uvi_match::referee::MatchSpec;

use super::plans::{nobody, plan_of};

fn by_lot(
    variant: &'static dyn Variant,
    seats: u8,
    seed: u128,
    decisions: u32,
    options: &[(&str, &str)],
) -> RandomOpenings {
    let word = |text: &str| Word::new(text).unwrap();
    let options: Vec<_> = options.iter().map(|(name, value)| (word(name), Value::new(*value))).collect();
    let seed = Seed(seed.to_be_bytes());
    RandomOpenings { spec: MatchSpec::new(word("m"), variant, Some(seats.into()), seed, &options).unwrap(), decisions }
}

fn texts(openings: &[Opening]) -> Vec<String> {
    openings.iter().map(|opening| format!("{}\t{}", opening.name, opening.position)).collect()
}

fn find(word: &str) -> &'static dyn Variant {
    REGISTRY.find(word).unwrap()
}

/// A variant with one of its numbers of seats.
fn boards() -> impl Strategy<Value = (&'static dyn Variant, u8)> {
    let all: Vec<(&'static dyn Variant, u8)> =
        REGISTRY.iter().flat_map(|variant| variant.seats().iter().map(move |&seats| (variant, seats))).collect();
    prop::sample::select(all)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Each opening waits for seats and reads back. All differ, and the same seed gives the same openings.
    #[test]
    fn every_opening_waits_for_a_decision_and_is_another((variant, seats) in boards(), seed: u128, decisions in 1..40_u32) {
        let by_lot = by_lot(variant, seats, seed, decisions, &[]);
        // Few decisions lead to few positions.
        let count = if decisions < 3 { 2 } else { 8 };
        let openings = match by_lot.openings(count, None, nobody) {
            Ok(openings) => openings,
            // Random games of Isolation are the shortest.
            Err(OpeningsError::Over { .. }) if decisions > 8 => return Ok(()),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        prop_assert_eq!(openings.len(), count as usize);
        for opening in &openings {
            let table = by_lot.spec.read(opening.position.as_str()).unwrap();
            prop_assert_eq!(table.position(), opening.position.clone());
            prop_assert!(table.forced().is_none());
            let Turn::Seats(deciding) = table.turn() else {
                return Err(TestCaseError::fail(format!("{} waits for nobody", opening.position)));
            };
            prop_assert!(deciding.iter().all(|seat| !table.legal(seat).is_empty()));
            // The position has no secret choice of a seat.
            for seat in uvi_games::game::Seat::all(seats) {
                prop_assert!(table.view(seat) == opening.position, "{}", opening.position);
            }
        }
        let distinct: BTreeSet<_> = openings.iter().map(|opening| opening.position.as_str()).collect();
        prop_assert_eq!(distinct.len(), openings.len());
        prop_assert_eq!(texts(&by_lot.openings(count, None, nobody).unwrap()), texts(&openings));
        // Fewer openings are the first of more.
        prop_assert_eq!(texts(&by_lot.openings(1, None, nobody).unwrap()), texts(&openings[..1]));
    }
}

/// Drawn openings must never change, because a seed stands for the same tournament for ever.
#[test]
fn openings_are_the_same_on_every_machine() {
    let drawn = |variant, options: &[(&str, &str)]| {
        let openings = by_lot(find(variant), find(variant).seats()[0], 0x2a, 6, options).openings(1, None, nobody);
        openings.unwrap().remove(0).position.to_string()
    };
    let drawn: Vec<_> = GOLDEN.iter().map(|(variant, options, _)| drawn(variant, options)).collect();
    let expected: Vec<_> = GOLDEN.iter().map(|(_, _, expected)| *expected).collect();
    assert_eq!(drawn, expected);
}

/// A variant, its options, and its first opening of six decisions under the seed 2a.
type Golden = (&'static str, &'static [(&'static str, &'static str)], &'static str);

const GOLDEN: &[Golden] = &[
    ("french-revolution", &[], "rn1qkb1r/1b2n2P/8/PPPPPPP1/ppppp1pp/5p2/3K4/RNBQ1BNR b kq pawn 2"),
    (
        "katarenga",
        &[],
        "BYRGBYGR/GRGBGYRY/RBYYRBGB/YBGRYRBG/YBGRBGRY/RBYYYRGB/BGRGRBYG/GRYBGBYR bb1bb1bb/6b1/2b5/8/8/3w4/2w2w2/www2w1w 2 play 00 wb 5 3",
    ),
    (
        "orwell",
        &[],
        "4bDwd1/1bubu1bubu1/bGbJbPbRbPbJbG/1bdbdbDbdbd1/6ru/1rururDru2/rGrJrPrRrPrJ1/1rdrdrDrdrG1/3wu3/1wu2wuwu1/wGwJwPwRwPwJwG/1wdwdwD1wd1 2 23 rw- 2 -",
    ),
    ("catalonia", &[], "1n1lgbn1/2pbppp1/3p4/1p6/2B5/4P1P1/1PPP1P2/1NBLG1N1 - 1 move 4 0 wb -"),
    (
        "cat-chess",
        &[("tiles", "0")],
        "111111/1222221/12333321/123444321/1234554321/11111112345654321/12222211234554321/12333321123444321/12344432112333321/12345543211222221/12345654321111111/1234554321111111/1234443211222221/1233332112333321/1222221123444321/1111111234554321/12345654321/1234554321/123444321/12333321/1222221/111111 sham:3:-,kero:4:-,vision:3:-/ispex:3:-,style:3:-,misto:3:- .........................,.....................S...,........S.S............../................S..S.....,S.......................P,........................S 1 style 1 --- 0 00 -",
    ),
];

#[test]
fn as_many_decisions_are_made_as_were_asked_for() {
    // A turn of French Revolution Chess has two parts. At the start, White has the first part alone.
    for decisions in [1, 2, 5, 8] {
        for opening in by_lot(find("isolation"), 2, 7, decisions, &[]).openings(4, None, nobody).unwrap() {
            let pawns = opening.position.nth(1).unwrap();
            let men = pawns.as_str().bytes().filter(u8::is_ascii_alphabetic).count();
            assert_eq!(men, decisions as usize, "{}", opening.position);
        }
    }
}

#[test]
fn too_few_is_said() {
    #[track_caller]
    fn check(by_lot: &RandomOpenings, count: u32, expected: &str) {
        assert_eq!(by_lot.openings(count, None, nobody).unwrap_err().to_string(), expected);
    }
    check(
        &by_lot(find("isolation"), 2, 1, 60, &[]),
        1,
        "isolation: every game is over after 60 decisions at random, in 1000 tries; use fewer decisions",
    );
    let board = "R".repeat(64);
    check(
        &by_lot(find("isolation"), 2, 1, 1, &[("board", &board)]),
        65,
        "expected 65 openings, found only 64 different positions after 1 decision at random; use a lower count or more decisions",
    );
}

fn balance(within: f64) -> BalanceKeys {
    BalanceKeys { bot: "judge".to_owned(), within, clock: Some(ClockWords { nodes: Some(7), ..ClockWords::default() }) }
}

#[test]
fn what_is_out_of_balance_is_drawn_again() {
    let by_lot = by_lot(find("congress"), 2, 5, 4, &[]);
    let asked = Cell::new(0);
    let mut offs = Vec::new();
    let openings = by_lot
        .openings(6, Some(&balance(0.25)), |spec| {
            asked.set(asked.get() + 1);
            // The bot plays a match of one decision from the position, in both seats.
            let settings = spec.settings(spec.table().unwrap()).unwrap();
            assert!(settings.set_position && settings.clock.nodes == Some(7));
            assert_eq!(spec.terms().adjudication.unwrap().to_string(), "max-decisions 1");
            let score = f64::from(asked.get() * 37 % 100);
            offs.push(score);
            Ok(vec![if asked.get() % 2 == 0 { -score } else { score }])
        })
        .unwrap();
    assert_eq!(openings.len(), 6);
    assert_eq!(offs.iter().filter(|score| **score <= 25.0).count(), 6, "{offs:?}");
    assert!(offs.len() > 12 && offs.last().is_some_and(|last| *last <= 25.0), "{offs:?}");
}

#[test]
fn who_cannot_judge_and_what_has_no_balance_is_said() {
    #[track_caller]
    fn check(variant: &str, judge: impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>, expected: &str) {
        let by_lot = by_lot(find(variant), 2, 5, 4, &[]);
        let error = by_lot.openings(3, Some(&balance(0.1)), judge).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    check(
        "congress",
        |_| Ok(vec![-37.5]),
        "opening 1: expected a position within 0.1, found none in 100; the closest is at 0.38: use a greater within or another number of decisions",
    );
    check(
        "congress",
        |_| Ok(vec![f64::NEG_INFINITY]),
        "opening 1: expected a position within 0.1, found none in 100; the closest is at inf",
    );
    check("congress", |_| Ok(Vec::new()), "expected an info score from the bot that judges, found none in ");
    check("congress", |_| Err("crash: gone".to_owned()), "the bot that judges: crash: gone");
    check("catalonia", nobody, "catalonia has one score for all seats, so no position can be unbalanced");
    let mut turn = 0;
    let both = |_: &MatchSpec| {
        turn += 1;
        Ok(vec![1.0, if turn < 3 { 40.0 } else { -9.0 }])
    };
    let by_lot = by_lot(find("congress"), 2, 5, 4, &[]);
    assert!(by_lot.openings(1, Some(&balance(0.1)), both).is_ok() && turn == 3, "each of those who decide is even");
}

const BOTS: &str = "[[bot]]\nname = \"a\"\ncommand = \"a\"\n[[bot]]\nname = \"b\"\ncommand = \"b\"\n";

fn plan(text: &str) -> Result<Plan, String> {
    let judge = |spec: &MatchSpec| {
        let settings = spec.settings(spec.table().unwrap()).unwrap();
        let text = format!("{:?}", settings.seats);
        assert!(text.contains("/found/judge --fast"), "{text}");
        Ok(vec![f64::from(u32::from(settings.seed.0[0]) % 32)])
    };
    let found = plan_of(text, |command| format!("/found/{command}"), "1b1wb1w1", judge);
    found.map_err(|trouble| trouble.show("cup.toml", text))
}

#[test]
fn a_tournament_draws_its_openings_from_its_seed() {
    let file = |openings: &str| format!("variant = \"congress\"\nseed = \"2a\"\n[openings]\n{openings}\n{BOTS}");
    let drawn = plan(&file("random = 6\ncount = 12")).unwrap().openings;
    assert_eq!(texts(&drawn), texts(&by_lot(find("congress"), 2, 0x2a, 6, &[]).openings(12, None, nobody).unwrap()));
    assert_eq!(plan(&file("random = 6")).unwrap().openings.len(), 100);
    let judged = plan(&file("random = 6\ncount = 12\nbalance = { bot = \"judge --fast\", within = 0.1 }")).unwrap();
    assert_ne!(texts(&judged.openings), texts(&drawn));
    // The stored plan has the positions, and needs no judge again.
    let kept = judged.to_toml();
    assert!(!kept.contains("random") && !kept.contains("balance ="), "{kept}");
    assert_eq!(texts(&plan(&kept).unwrap().openings), texts(&judged.openings));
}

#[test]
fn what_cannot_be_drawn_is_shown_where_it_stands() {
    #[track_caller]
    fn check(openings: &str, line: usize, expected: &str) {
        let shown = plan(&format!("variant = \"congress\"\n[openings]\n{openings}\n{BOTS}")).unwrap_err();
        assert!(shown.contains(expected) && shown.contains(&format!("cup.toml:{line}:")), "{shown}");
    }
    check("random = 1001", 3, "expected a number from 1 to 1000, found 1001");
    check("random = 4\ncount = 0", 4, "expected a number from 1 to 10000, found 0");
    check("random = 4\nfile = \"f\"", 3, "expected either random, or a file or positions; found both");
    check("random = 4\nplies = 3", 4, "plies and start need openings from a file, found random ones");
    check("file = \"f\"\ncount = 3", 4, "count and balance need random = N");
    check("random = 4\nbalance = { bot = \"judge\", within = 0 }", 4, "expected within to be above 0, such as 0.1");
    check("random = 4\nbalance = { bot = \"judge\" }", 4, "missing field `within`");
    check("random = 4\nbalance = { bot = \"judge --fast\", within = 1e-9 }", 4, "expected a position within");
}
