//! The report of a tournament with very many bots.

use uvi_cup::{
    GameResult, KnownResults, NextGame, Progress,
    file::{self, File},
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

    fn replay(&self, _: &GameResult) -> Option<String> {
        None
    }
}

/// A cross table would have a million cells.
#[test]
fn a_thousand_bots_have_a_page_of_a_sensible_size() {
    let bots = (0..1000).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
    let text = format!("variant = \"congress\"\nformat = \"gauntlet\"\n{}", bots.collect::<String>());
    let file: File = file::read(&text).unwrap();
    let plan = file.plan_alone(REGISTRY, Seed([7; 16]));
    let plan = plan.unwrap();
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    while let NextGame::Game(game) = progress.hand_out() {
        let first = game.table.iter().map(|bot| bot.0).sum::<usize>() % 3 > 0;
        let score = [first, !first].map(|wins| if wins { Points::ONE } else { Points::ZERO });
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
            opening: None,
            reason: "mate".to_owned(),
            score: Some(score.to_vec()),
            shared: None,
            decisions: 10,
            course: None,
            faults: Vec::new(),
            efforts: Vec::new(),
            seed: plan.seed_of(&game),
            log: uvi_cup::log(&game),
        };
        progress.finish(result, None);
    }
    let page = html(&plan, &progress, &ReportFacts { unproved: &[], links: &Nowhere });
    assert!(page.len() < 2_000_000, "{}", page.len());
    assert!(page.contains("left out: the cross table of more than 100 bots"));
    assert!(page.contains("The plot shows the first 60 bots.") && page.contains("Only the first 500 are listed"));
    assert!(!page.contains("id=\"cross-table\""));
}
