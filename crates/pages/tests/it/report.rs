//! Reports of tournaments: one with very many bots, one with openings.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use serde_json::{Value, json};
use uvi_cup::{
    DayTable, GameResult, KnownResults, Plan, Progress, Standings,
    file::{self, File},
    schedule::{Next, PlannedGame},
};
use uvi_games::{
    game::{Points, Seed},
    games::REGISTRY,
};
use uvi_pages::report::{ReportFacts, StrengthCourse, html};

use super::outputs::Halves;

/// The page and the standings of a tournament whose games are all played. `of` gives the opening of a game, and the half
/// points of seat 1.
fn outputs_of(text: &str, of: impl Fn(&PlannedGame) -> (Option<&'static str>, u32)) -> [String; 2] {
    let file: File = file::read(text).unwrap();
    let plan: Plan = file.plan_alone(REGISTRY, Seed([7; 16])).unwrap();
    let mut progress = Progress::new(&plan, KnownResults::default()).unwrap();
    while let Next::One(game) = progress.hand_out() {
        let (opening, halves) = of(&game);
        let result = GameResult {
            game: game.game,
            block: game.block,
            round: game.round,
            seats: game.table.iter().map(|&bot| plan.entrant(bot).name.clone()).collect(),
            opening: opening.map(str::to_owned),
            reason: "mate".to_owned(),
            score: Some([halves, 2 - halves].map(|halves| Points::new(halves, 2).unwrap()).to_vec()),
            decisions: 10,
            seed: Some(plan.seed_of(&game)),
            log: uvi_cup::log(game.game),
            ..GameResult::default()
        };
        progress.finish(result, None);
    }
    let page = html(&plan, &progress, &ReportFacts { unproved: &[], links: &Halves });
    [page, Standings::of(&plan, &progress).to_text()]
}

/// A cross table would have hundreds of thousands of cells.
#[test]
fn hundreds_of_bots_have_a_page_of_a_sensible_size() {
    let bots = (0..510).map(|bot| format!("[[bot]]\nname = \"b{bot}\"\ncommand = \"none\"\n"));
    let text = format!("variant = \"congress\"\nformat = \"gauntlet\"\n{}", bots.collect::<String>());
    let [page, text] = outputs_of(&text, |game| {
        let first = game.table.iter().map(|bot| bot.0).sum::<usize>() % 3 > 0;
        (None, if first { 2 } else { 0 })
    });
    assert!(page.len() < 1_500_000, "{}", page.len());
    assert!([&page, &text].iter().all(|output| output.contains("left out: the cross table of more than 100 bots")));
    assert!(text.len() < 400_000 && text.contains("509 pairs of bots met"), "{}", text.len());
    assert!(page.contains("The plot shows the first 60 bots.") && page.contains("Only the first 500 are listed"));
    assert!(!page.contains("id=\"cross-table\""));
}

#[test]
fn each_opening_has_the_results_of_its_games() {
    let bots = ["a", "b"].map(|bot| format!("[[bot]]\nname = \"{bot}\"\ncommand = \"none\"\n")).concat();
    // Two games of each block are from the same opening: two draws, two wins of seat 1, and a win of each seat.
    let half_points = [1, 1, 2, 2, 2, 0];
    let [page, _] = outputs_of(&format!("variant = \"congress\"\nrounds = 3\n{bots}"), |game| {
        (Some(["quiet", "sharp"][(game.block as usize + 1) % 2]), half_points[game.game as usize - 1])
    });
    for (name, row) in [("quiet", ["1", "2", "1", "0.500"]), ("sharp", ["2", "0", "0", "1.000"])] {
        let cells = row.map(|cell| format!("<td class=\"number\">{cell}</td>")).concat();
        assert!(page.contains(&format!("<td class=\"name\">{name}</td>{cells}")), "{name}");
    }
}

/// The table of a day on which these bots have these strengths, each with an interval of 10 on either side. A bot without a
/// strength has lost all.
fn day(bots: &[(String, Option<f64>)]) -> DayTable {
    let rows = bots.iter().enumerate().map(|(place, (name, strength))| {
        let rating = match strength {
            Some(value) => json!({ "value": value, "low": value - 10.0, "high": value + 10.0 }),
            None => json!({ "value": -900, "low": null, "high": -800 }),
        };
        json!({ "name": format!("{name}@0123456789ab"), "rank": place + 1, "rating": rating })
    });
    let gone = json!({ "name": "gone@0123456789ab", "rank": null, "rating": { "value": 0, "low": -1, "high": 1 } });
    let rows: Vec<Value> = rows.chain([gone]).collect();
    serde_json::from_value(json!({ "games": { "chess": { "bots": rows } } })).unwrap()
}

#[test]
fn a_ladder_has_a_line_for_each_bot_and_names_for_the_first_ten() {
    let bots = |shift: f64| (0..14).map(move |bot| (format!("b{bot}"), Some(100.0 - 9.0 * f64::from(bot) + shift)));
    let first: Vec<_> = bots(0.0).take(13).collect();
    let mut second: Vec<_> = bots(5.0).collect();
    second[1].1 = None;
    let third: Vec<_> = bots(7.0).collect();
    let tables = [first, second, third].map(|bots| day(&bots));
    let days = ["2026-11-24", "2026-11-25", "2026-11-28"].into_iter().zip(&tables).collect::<Vec<_>>();
    let course = StrengthCourse::of("chess", &days).unwrap();
    assert_eq!(course.days, ["2026-11-24", "2026-11-25", "2026-11-28"]);
    assert_eq!(course.bots.len(), 14, "one that does not play has no line");
    let values = |bot: usize| course.bots[bot].strengths.iter().map(|day| day.map(|it| it.value)).collect::<Vec<_>>();
    assert_eq!((course.bots[0].name, values(0)), ("b0", vec![Some(100.0), Some(105.0), Some(107.0)]));
    assert_eq!(values(1), [Some(91.0), None, Some(98.0)]);
    assert_eq!(values(13), [None, Some(-12.0), Some(-10.0)]);
    let html = course.html();
    let label = "aria-label=\"Strengths by day, from 2026-11-24 to 2026-11-28: b0 from 100 to 107, b1 from 91 to 98, ";
    assert!(html.contains(label), "{html}");
    let lines = |colour: &str, width: u32| {
        let drawn = |line: &&str| line.contains(&format!("stroke=\"{colour}\" stroke-width=\"{width}\""));
        html.split("<polyline").filter(drawn).count()
    };
    // The line of the second bot is two points apart, which are spots beside their lines.
    assert_eq!(
        lines("#0072B2", 8) + lines("#D55E00", 8) + lines("#009E73", 8) + lines("#CC79A7", 8) + lines("#8A6D00", 8),
        11
    );
    let text = |name: &str| html.contains(&format!("\n{name}\n</text>"));
    assert!((0..10).all(|bot| text(&format!("b{bot}"))) && !text("b10"), "{html}");
    assert!(text("25 Nov") || text("26 Nov"), "{html}");
    let row = "<td>2026-11-25</td><td class=\"number\">105 ±10</td><td class=\"number\"></td>";
    assert!(html.contains(row), "{html}");
    assert_eq!(StrengthCourse::of("chess", &days[..1]), None, "one day is no course");
    assert_eq!(StrengthCourse::of("isolation", &days), None);
}
