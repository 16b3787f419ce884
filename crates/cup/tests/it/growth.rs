//! Growing tournaments: the played games are the first games of the grown plan.

use std::collections::BTreeSet;

use itertools::Itertools as _;
use proptest::prelude::*;
use uvi_cup::Plan;

use super::{
    plans::{games, openings, plan, try_plan},
    playing::numbers,
};

/// The deals, each with the sets of bots that meet in it.
fn meetings(plan: &Plan) -> BTreeSet<(u32, Vec<usize>)> {
    let sets = games(plan).into_iter().filter(|game| game.within == 1);
    sets.map(|game| (game.deal, numbers(&game.table).into_iter().sorted().collect())).collect()
}

#[track_caller]
fn check(old: &Plan, bigger: &Plan, grown: &Plan) {
    let (before, after) = (games(old), games(grown));
    assert_eq!(after[..before.len()], before, "the old games come first, as they were");
    for game in &before {
        assert_eq!(old.seed_of(game), grown.seed_of(game));
        assert_eq!(old.opening(game.deal), grown.opening(game.deal));
    }
    assert!(after.iter().map(|game| game.game).eq(1..=after.len() as u32));
    assert_eq!(meetings(grown), meetings(bigger), "all games are those of the bigger one");
    assert_eq!(after.len(), games(bigger).len(), "each once");
    assert_eq!(grown.total(), bigger.total());
    // The plan as text reads back as the same plan.
    let text = grown.to_toml();
    let read = try_plan(&text, 0).unwrap();
    assert_eq!((read.to_toml(), &read.grown), (text, &grown.grown));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn a_tournament_grows_by_rounds_and_bots(
        gauntlet: bool, fixed: bool, seats in 2_usize..=4, bots in 4_usize..6, rounds in 1_u32..3,
        steps in prop::collection::vec((0_usize..3, 0_u32..3), 1..4),
    ) {
        let of = |bots: usize, rounds: u32| {
            let format = if gauntlet { "gauntlet" } else { "round-robin" };
            let seatings = if fixed { "single" } else { "balanced" };
            let keys = format!("variant = \"cat-chess\"\nseats = {seats}\nformat = \"{format}\"\nrounds = {rounds}\nseatings = \"{seatings}\"");
            let mut plan = plan(&keys, bots);
            plan.openings = openings(0);
            plan
        };
        let (mut bots, mut rounds) = (bots, rounds);
        let mut old = of(bots, rounds);
        for (more_bots, more_rounds) in steps {
            (bots, rounds) = (bots + more_bots, rounds + more_rounds);
            let bigger = of(bots, rounds);
            let grown = old.grown_into(&bigger).unwrap();
            check(&old, &bigger, &grown);
            old = grown;
        }
    }

    /// Bots also meet themselves, as in all games with a shared score.
    #[test]
    fn a_partner_matrix_grows(bots in 2_usize..4, more in 0_usize..3, rounds in 1_u32..3) {
        let of = |bots, rounds| plan(&format!("variant = \"catalonia\"\nrounds = {rounds}"), bots);
        let (old, bigger) = (of(bots, rounds), of(bots + more, rounds + 1));
        check(&old, &bigger, &old.grown_into(&bigger).unwrap());
    }
}

#[test]
fn what_does_not_grow_says_why() {
    let of = |keys: &str, bots| plan(&format!("variant = \"congress\"\n{keys}"), bots);
    let why = |old: &Plan, bigger: &Plan| old.grown_into(bigger).unwrap_err();
    let (two, three) = (of("rounds = 2", 3), of("rounds = 3", 4));
    assert_eq!(why(&three, &of("rounds = 2", 4)), "expected at least 3 rounds, found 2");
    assert_eq!(why(&three, &of("rounds = 3", 3)), "expected at least 4 bots, found 3");
    let seed = of("rounds = 3\nseed = \"2a\"", 4);
    assert_eq!(why(&two, &seed), "seed: another then: only the number of rounds and the bots of a tournament can grow");
    let fixed = of("rounds = 3\nseatings = \"single\"", 4);
    assert!(why(&two, &fixed).starts_with("seatings: \"balanced\" then, \"single\" now"));
    let swiss = of("format = \"swiss\"\nrounds = 3", 4);
    assert!(why(&two, &swiss).contains("format: \"round-robin\" then, \"swiss\" now"));
    let mut other = of("rounds = 3", 4);
    other.entrants[1].name = "other".to_owned();
    assert!(why(&two, &other).starts_with("bots: b0, b1, b2 then, b0, other, b2 now"));
    let swiss = |rounds, bots| of(&format!("format = \"swiss\"\nrounds = {rounds}"), bots);
    assert_eq!(
        why(&swiss(2, 4), &swiss(3, 5)),
        "expected the same 4 bots: more can join only a round robin or a gauntlet"
    );
    // A new bot would get the luck of rounds whose results the test has already heard.
    let tested = |rounds, bots| of(&format!("rounds = {rounds}\n[lead]\nmargin = 0.1"), bots);
    let told = "a sequential test cannot continue with more bots; start it in another folder";
    assert_eq!(why(&tested(1, 3), &tested(1, 4)), told);
    assert!(tested(1, 3).grown_into(&tested(2, 3)).is_ok());
    let grown = "variant = \"congress\"\ngrown = [{ bots = 3, rounds = 1 }]\n[lead]\nmargin = 0.1";
    assert_eq!(try_plan(grown, 4).unwrap_err(), told);
    assert_eq!(swiss(2, 4).grown_into(&swiss(5, 4)).unwrap().to_toml(), swiss(5, 4).to_toml());
    let knockout = of("format = \"knockout\"", 4);
    assert_eq!(knockout.grown_into(&knockout).unwrap().to_toml(), knockout.to_toml());
}

#[test]
fn stages_that_were_never_there_are_refused() {
    for keys in [
        "[[grown]]\nbots = 5\nrounds = 1",
        "[[grown]]\nbots = 3\nrounds = 3",
        "[[grown]]\nbots = 3\nrounds = 2\n[[grown]]\nbots = 4\nrounds = 1",
        "format = \"swiss\"\n[[grown]]\nbots = 3\nrounds = 1",
    ] {
        let wrong = try_plan(&format!("variant = \"congress\"\nrounds = 2\n{keys}"), 4).unwrap_err();
        assert!(wrong.starts_with("grown: expected the bots"), "{keys}: {wrong}");
    }
}
