//! Plans for tests. Their bots are never started.

use std::{collections::BTreeMap, path::Path};

use uvi_cup::{
    GameResult, KnownResults, Opening, Plan, PlanInputs, Progress, Trouble,
    file::{self, File},
    schedule::{Next, PlannedGame},
};
use uvi_games::{
    game::{Points, Seed},
    games::REGISTRY,
};
use uvi_match::referee::MatchSpec;

/// The plan of a file with these keys and this many bots, named `b0`, `b1` and so on.
pub(crate) fn plan(keys: &str, bots: usize) -> Plan {
    try_plan(keys, bots).unwrap()
}

/// The same plan, or the error.
pub(crate) fn try_plan(keys: &str, bots: usize) -> Result<Plan, String> {
    let bots = (0..bots).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
    let text = format!("{keys}\n{}", bots.collect::<String>());
    let file: File = file::read(&text).map_err(|trouble| trouble.flaw)?;
    file.plan_alone(REGISTRY, Seed([7; 16])).map_err(|trouble| trouble.flaw)
}

/// The plan of a tournament of Congress with these keys and this many bots.
pub(crate) fn congress(bots: usize, keys: &str) -> Plan {
    plan(&format!("variant = \"congress\"\nseed = \"2a\"\n{keys}"), bots)
}

/// The plan of a file whose bots are not tried. `find` finds their commands, `book` is the text of any file of openings,
/// and `judge` judges openings.
pub(crate) fn plan_of(
    text: &str,
    find: impl Fn(&str) -> String,
    book: &str,
    judge: impl FnMut(&MatchSpec) -> Result<Vec<f64>, String>,
) -> Result<Plan, Trouble> {
    file::read(text)?.plan(PlanInputs {
        registry: REGISTRY,
        seed: Seed([7; 16]),
        find,
        open: |_: &Path| Ok(book.to_owned()),
        try_on: |_: &MatchSpec, _: &[String]| Ok(None),
        judge,
    })
}

/// A judge of openings who is not to be asked.
pub(crate) fn nobody(_: &MatchSpec) -> Result<Vec<f64>, String> {
    panic!("nobody is to judge")
}

/// The result of a game in which each bot gets these points.
pub(crate) fn result(plan: &Plan, game: &PlannedGame, points: impl Fn(usize) -> Points) -> GameResult {
    GameResult {
        game: game.game,
        block: game.block,
        round: game.round,
        seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
        reason: "made up".to_owned(),
        score: Some(game.table.iter().map(|bot| points(bot.0)).collect()),
        decisions: 2,
        seed: Some(plan.seed_of(game)),
        log: uvi_cup::log(game.game),
        ..GameResult::default()
    }
}

/// Plays the tournament of a plan to its end.
pub(crate) fn played(plan: &Plan, mut result: impl FnMut(&PlannedGame) -> GameResult) -> Progress {
    let mut progress = Progress::new(plan, KnownResults::default()).unwrap();
    while let Next::One(game) = progress.hand_out() {
        progress.finish(result(&game), None);
    }
    progress
}

/// All points for the winner, none for any other bot.
pub(crate) fn won_by(winner: usize) -> impl Fn(usize) -> Points {
    move |bot| if bot == winner { Points::ONE } else { Points::ZERO }
}

/// `count` openings, named by their numbers from 0.
pub(crate) fn openings(count: usize) -> Vec<Opening> {
    let opening = |number: usize| Opening {
        name: number.to_string(),
        position: uvi::Words::new("-").unwrap(),
        tags: BTreeMap::new(),
    };
    (0..count).map(opening).collect()
}

/// The games of a plan as far as they do not depend on results.
pub(crate) fn games(plan: &Plan) -> Vec<PlannedGame> {
    let mut progress = Progress::new(plan, KnownResults::default()).unwrap();
    let mut games = Vec::new();
    while let Next::One(game) = progress.hand_out() {
        games.push(game);
    }
    games
}

pub(crate) fn opening_of(plan: &Plan, game: &PlannedGame) -> String {
    plan.opening(game.deal).unwrap().name.clone()
}

#[test]
fn a_bot_has_a_name_that_people_see() {
    let flaw = |name: &str| {
        try_plan(&format!("variant = \"congress\"\n[[bot]]\nname = \"{name}\"\ncommand = \"none\""), 1).err()
    };
    for name in
        ["", " ", "b ", "\tb", "\u{feff}b", "a\u{200b}", "\u{202e}b", "\u{3164}", "\u{2800}", "a\u{ad}", "a\u{fe0f}"]
    {
        let flaw = flaw(name).unwrap();
        assert!(flaw.starts_with("expected a name with a visible character"), "{name:?}: {flaw}");
    }
    assert_eq!(flaw("Größe 🐈"), None);
}

#[test]
fn no_type_is_named_to_people() {
    let unquoted = "expected a number, true, false, or a text in quotes, such as variant = \"isolation\"";
    for (line, expected) in [
        ("folder = isolation", unquoted),
        ("folder = nim", unquoted),
        ("folder = true1", unquoted),
        ("folder = round-robin", unquoted),
        ("clock = 10+0.1", unquoted),
        ("rounds = \"3\"", "invalid type: string \"3\", expected a whole number from 0 to 4294967295"),
        ("rounds = -1", "invalid value: integer `-1`, expected a whole number from 0 to 4294967295"),
        ("concurrency = 0", "invalid value: integer `0`, expected a whole number from 1"),
        ("keep = -1", "invalid value: integer `-1`, expected a whole number from 0"),
        ("match_play = \"on\"", "unknown field `match_play`; did you mean `match-play`?"),
        ("[openings]\nplie = 3", "unknown field `plie`; did you mean `plies`?"),
        ("[bot]\nname = \"a\"", "expected a list, as [[bot]] with two brackets is, found a table"),
        (
            "anchor = { name = \"a\" }",
            "expected a bot's name and its Elo, such as \"mine=1500\" or { name = \"mine\", elo = 1500 }",
        ),
        ("adjudication = { tables = \"on\" }", "invalid type: string \"on\", expected a table of keys"),
        ("format = \"swis\"", "expected one of `round-robin`, `gauntlet`, `swiss`, `knockout`, `tables`, found `swis`"),
    ] {
        let trouble = file::read(&format!("variant = \"orwell\"\n{line}\n")).unwrap_err();
        assert_eq!(trouble.flaw, expected, "{line}");
    }
}
