//! Plans for tests. Their bots are never started.

use std::collections::BTreeMap;

use uvi_cup::{
    KnownResults, NextGame, Opening, Plan, Progress,
    file::{self, File},
    schedule::PlannedGame,
};
use uvi_games::{game::Seed, games::REGISTRY};

/// The plan of a file with these keys and this many bots, named `b0`, `b1` and so on.
pub(crate) fn plan(keys: &str, bots: usize) -> Plan {
    try_plan(keys, bots).unwrap()
}

/// The same plan, or the error.
pub(crate) fn try_plan(keys: &str, bots: usize) -> Result<Plan, String> {
    let bots = (0..bots).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
    let text = format!("{keys}\n{}", bots.collect::<String>());
    let file: File = file::read(&text).map_err(|trouble| trouble.flaw.to_string())?;
    file.plan_alone(REGISTRY, Seed([7; 16])).map_err(|trouble| trouble.flaw.to_string())
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
    while let NextGame::Game(game) = progress.hand_out() {
        games.push(game);
    }
    games
}

pub(crate) fn opening_of(plan: &Plan, game: &PlannedGame) -> String {
    plan.opening(game.deal).unwrap().name.clone()
}
