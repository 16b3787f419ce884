//! Reports of tournaments: one with very many bots, one with openings.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use uvi_cup::{
    GameResult, KnownResults, NextGame, Plan, Progress,
    file::{self, File},
    schedule::PlannedGame,
};
use uvi_games::{
    game::{Points, Seed},
    games::REGISTRY,
};
use uvi_pages::report::{PageLinks, ReportFacts, html};

#[derive(Debug)]
struct Nowhere;

impl PageLinks for Nowhere {
    fn log(&self, _: &GameResult) -> Option<String> {
        None
    }

    fn log_path(&self, _: &GameResult) -> Option<String> {
        None
    }

    fn replay(&self, _: &GameResult) -> Option<String> {
        None
    }
}

/// The page of a tournament whose games are all played. `of` gives the opening of a game, and the half points of seat 1.
fn page_of(text: &str, of: impl Fn(&PlannedGame) -> (Option<&'static str>, u32)) -> String {
    let file: File = file::read(text).unwrap();
    let plan: Plan = file.plan_alone(REGISTRY, Seed([7; 16])).unwrap();
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    while let NextGame::Game(game) = progress.hand_out() {
        let (opening, halves) = of(&game);
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
            opening: opening.map(str::to_owned),
            reason: "mate".to_owned(),
            score: Some([halves, 2 - halves].map(|halves| Points::new(halves, 2).unwrap()).to_vec()),
            shared: None,
            decisions: 10,
            course: None,
            faults: Vec::new(),
            efforts: Vec::new(),
            seed: Some(plan.seed_of(&game)),
            log: uvi_cup::log(game.game),
        };
        progress.finish(result, None);
    }
    html(&plan, &progress, &ReportFacts { unproved: &[], links: &Nowhere })
}

/// A cross table would have a million cells.
#[test]
fn a_thousand_bots_have_a_page_of_a_sensible_size() {
    let bots = (0..1000).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
    let text = format!("variant = \"congress\"\nformat = \"gauntlet\"\n{}", bots.collect::<String>());
    let page = page_of(&text, |game| {
        let first = game.table.iter().map(|bot| bot.0).sum::<usize>() % 3 > 0;
        (None, if first { 2 } else { 0 })
    });
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert!(page.contains("left out: the cross table of more than 100 bots"));
    assert!(page.contains("The plot shows the first 60 bots.") && page.contains("Only the first 500 are listed"));
    assert!(!page.contains("id=\"cross-table\""));
}

#[test]
fn each_opening_has_the_results_of_its_games() {
    let bots = ["a", "b"].map(|bot| format!("[[bot]]\nname = \"{bot}\"\ncommand = \"none\"\n")).concat();
    // Two games of each block are from the same opening: two draws, two wins of seat 1, and a win of each seat.
    let half_points = [1, 1, 2, 2, 2, 0];
    let page = page_of(&format!("variant = \"congress\"\nrounds = 3\n{bots}"), |game| {
        (Some(["quiet", "sharp"][(game.block as usize + 1) % 2]), half_points[game.game as usize - 1])
    });
    for (name, row) in [("quiet", ["1", "2", "1", "0.500"]), ("sharp", ["2", "0", "0", "1.000"])] {
        let cells = row.map(|cell| format!("<td class=\"number\">{cell}</td>")).concat();
        assert!(page.contains(&format!("<td class=\"name\">{name}</td>{cells}")), "{name}");
    }
}
