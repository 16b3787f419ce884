//! Every number of a report is that of the standings as JSON, which fit their schema.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{
    html::{Page, figure, rows},
    schema::Schema,
};
use uvi_cup::{GameResult, Standings};
use uvi_pages::report::{ReportFacts, html};

use super::outputs::{Halves, SCENES};

/// Checks that a text has these numbers, in this order, rounded to the digits shown.
#[track_caller]
fn says(text: &str, expected: &[&Value]) {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '.' && c != '-');
    let found: Vec<&str> = numbers.filter(|number| number.contains(|c: char| c.is_ascii_digit())).collect();
    // Unknown values are not shown.
    let expected: Vec<&Value> = expected.iter().copied().filter(|value| !value.is_null()).collect();
    assert_eq!(found.len(), expected.len(), "{text}: {expected:?}");
    for (found, expected) in found.iter().zip(expected) {
        let digits = found.split_once('.').map_or(0, |(_, digits)| digits.len());
        // Zero has no sign.
        let expected = format!("{:.digits$}", expected.as_f64().unwrap());
        let is_zero = expected.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        let expected = if is_zero { expected.trim_start_matches('-').to_owned() } else { expected };
        assert_eq!(*found, expected, "{text}");
    }
}

/// Checks that a text shows a figure with its interval: `v ±r`, `v [l, h]`, or the value alone.
#[track_caller]
fn says_figure(text: &str, figure: &Value) {
    let (value, low, high) = (&figure["value"], &figure["low"], &figure["high"]);
    if text == "?" {
        assert!(low.is_null() && high.is_null());
    } else if let Some(text) = text.strip_prefix("> ") {
        assert!(high.is_null());
        says(text, &[low]);
    } else if let Some(text) = text.strip_prefix("< ") {
        assert!(low.is_null());
        says(text, &[high]);
    } else if text.contains('[') {
        says(text, &[value, low, high]);
    } else if text.contains('±') {
        says(text, &[value, &json!((high.as_f64().unwrap() - low.as_f64().unwrap()) / 2.0)]);
    } else {
        says(text, &[value]);
        assert_eq!(low, high);
    }
}

/// Checks every number in the table of the standings against the JSON.
#[track_caller]
fn has_standings(page: &Page, standings: &Value) {
    let table = rows(&page.section("standings"));
    let bots = standings["bots"].as_array().unwrap();
    assert_eq!(table.len(), 1 + bots.len());
    for (row, bot) in table[1..].iter().zip(bots) {
        for (title, cell) in table[0].iter().zip(row) {
            match title.as_str() {
                "#" => says(cell, &[&bot["rank"]]),
                "bot" => assert_eq!(bot["name"], cell.as_str()),
                "games" => says(cell, &[&bot["games"]]),
                "points" => assert_eq!(bot["points"], cell.as_str()),
                "share" | "rating" | "effect" => says_figure(cell, &bot[title]),
                "against hero" if cell.is_empty() => assert!(bot.get("against_hero").is_none()),
                "against hero" => says_figure(cell, &bot["against_hero"]),
                "byes" => says(cell, &[&bot["byes"]]),
                "buchholz" | "buchholz-cut" | "sonneborn-berger" | "head-to-head" => match bot["tie_breaks"].get(title)
                {
                    Some(figure) => says(cell, &[figure]),
                    None => assert_eq!(cell, ""),
                },
                "won" => says(cell, &[&bot["wins_draws_losses"][0]]),
                "drawn" => says(cell, &[&bot["wins_draws_losses"][1]]),
                "lost" => says(cell, &[&bot["wins_draws_losses"][2]]),
                "places" => {
                    says(&cell.replace('-', " "), &bot["places"].as_array().unwrap().iter().collect::<Vec<_>>())
                }
                "ranks" => says(&cell.replace('-', " "), &bot["ranks"].as_array().unwrap().iter().collect::<Vec<_>>()),
                "group" => assert_eq!(bot["group"], cell.as_str()),
                "mean" => says(cell, &[&bot["mean_place"]]),
                "with others" => says(cell, &[&bot["with_others"]]),
                "ms" => says(cell, &[&bot["times"]["mean_ms"]]),
                "longest" => says(cell, &[&bot["times"]["longest_ms"]]),
                "faults" => {
                    let faults = bot["faults"].as_object().unwrap().iter();
                    let faults: Vec<String> = faults.map(|(fault, count)| format!("{fault} {count}")).collect();
                    assert_eq!(*cell, faults.join(", "));
                }
                "tries" => {
                    let tries = ["illegal", "unreadable"].map(|kind| &bot["effort"][kind]);
                    says(cell, &tries.into_iter().filter(|count| **count != 0).collect::<Vec<_>>());
                }
                "tokens" => says(cell, &[&bot["effort"]["tokens"][0], &bot["effort"]["tokens"][1]]),
                "cost" => says(cell, &[&bot["effort"]["cost"]]),
                other => panic!("nobody looks at {other}"),
            }
        }
    }
}

/// Checks the figures of two bots, and those of their test.
#[track_caller]
fn has_duel(page: &Page, duel: &Value) {
    let section = page.section("duel");
    says_figure(&figure(&section, "Elo"), &duel["elo"]);
    says_figure(&figure(&section, "nElo"), &duel["nelo"]);
    says(&figure(&section, "LOS"), &[&json!(100.0 * duel["los"].as_f64().unwrap())]);
    says(&figure(&section, "Drawn"), &[&json!(100.0 * duel["draw_ratio"].as_f64().unwrap())]);
    let pairs = rows(&section)[1][1..].join(" ");
    says(&pairs, &duel["pentanomial"].as_array().unwrap().iter().collect::<Vec<_>>());
    if let sprt @ Value::Object(_) = &duel["sprt"] {
        says(&figure(&section, "LLR"), &[&sprt["llr"], &sprt["lower"], &sprt["upper"]]);
    }
}

/// Checks the score that all seats share, and the tables of partners and their effects.
#[track_caller]
fn has_partners(page: &Page, standings: &Value) {
    says_figure(&figure(&page.section("score"), "Mean score of all games"), &standings["mean_score"]);
    for (row, scores) in rows(&page.section("partners"))[1..].iter().zip(standings["partners"].as_array().unwrap()) {
        for (cell, score) in row[1..].iter().zip(scores.as_array().unwrap()) {
            says(cell, &[score]);
        }
    }
}

/// Checks the strengths beside their plot.
#[track_caller]
fn has_ratings(page: &Page, standings: &Value, kind: &str) {
    for (row, bot) in rows(&page.section("ratings"))[1..].iter().zip(standings["bots"].as_array().unwrap()) {
        let figure = &bot[kind];
        for (cell, key) in row[1..4].iter().zip(["value", "low", "high"]) {
            match cell.as_str() {
                // A figure with an open end has no known value.
                "?" => assert!(figure["low"].is_null() || figure["high"].is_null(), "{figure}"),
                "∞" | "-∞" | "−∞" => assert!(figure[key].is_null(), "{figure}"),
                number => says(number, &[&figure[key]]),
            }
        }
    }
}

/// Counts who was ahead of whom in the results, and compares the table with that.
#[track_caller]
fn has_cross_table(page: &Page, standings: &Value, results: &[Value]) {
    let order: Vec<&Value> = standings["bots"].as_array().unwrap().iter().map(|bot| &bot["name"]).collect();
    let value = |points: &Value| {
        let points = points.as_str().unwrap();
        let (above, below) = points.split_once('/').unwrap_or((points, "1"));
        60 / below.parse::<u32>().unwrap() * above.parse::<u32>().unwrap()
    };
    for (row, one) in rows(&page.section("cross-table"))[1..].iter().zip(&order) {
        for (cell, other) in row[1..].iter().zip(&order) {
            let mut counts = [0; 3];
            for result in results {
                let of = |name: &Value| result["seats"].as_array().unwrap().iter().position(|other| other == name);
                let (Some(mine), Some(theirs)) = (of(one), of(other)) else { continue };
                let [mine, theirs] = [mine, theirs].map(|seat| value(&result["score"][seat]));
                counts[if mine > theirs { 0 } else { 2 - usize::from(mine == theirs) }] += 1;
            }
            let [ahead, level, behind] = counts.map(f64::from);
            let score = (ahead + level / 2.0) / (ahead + level + behind);
            let [ahead, level, behind] = counts;
            let expected =
                if one == other { "–".to_owned() } else { format!("{score:.2}{ahead}–{level}–{behind}") };
            assert_eq!(*cell, expected, "{one} against {other}");
        }
    }
}

#[test]
fn every_number_of_a_report_is_that_of_the_standings() {
    let schema = |text: String| Schema::new(serde_json::from_str(&text).unwrap());
    let (standings_schema, result_schema) = (schema(Standings::schema()), schema(GameResult::schema()));
    let mut seen = BTreeSet::new();
    for scene in &SCENES {
        let plan = scene.plan();
        let progress = scene.play(&plan);
        let standings = serde_json::to_value(Standings::of(&plan, &progress)).unwrap();
        standings_schema.check(&standings).unwrap();
        assert!(result_schema.check(&standings).is_err());
        let results: Vec<Value> =
            progress.held().results.iter().map(|result| serde_json::to_value(result).unwrap()).collect();
        results.iter().for_each(|result| result_schema.check(result).unwrap());
        let page = Page::new(&html(&plan, &progress, &ReportFacts { unproved: &[], links: &Halves }));
        has_standings(&page, &standings);
        seen.extend(["ratings", "seats", "length"].into_iter().filter(|section| page.find(section).is_some()));
        seen.insert(scene.name);
        match scene.name {
            "duel" | "sprt" => {
                assert_eq!(standings["duel"]["sprt"].is_object(), scene.name == "sprt");
                has_duel(&page, &standings["duel"]);
            }
            "robin" | "three" => has_cross_table(&page, &standings, &results),
            "shared" => has_partners(&page, &standings),
            "lead" => {
                let name = "Lead of b0, valid at any time";
                says_figure(&figure(&page.section("score"), name), &standings["lead"]);
            }
            _ => {}
        }
        if page.find("ratings").is_some() {
            has_ratings(&page, &standings, if scene.name == "shared" { "effect" } else { "rating" });
        }
        if page.find("seats").is_some() {
            for (seat, share) in (1..).zip(standings["seat_shares"].as_array().unwrap()) {
                says_figure(&figure(&page.section("seats"), &format!("seat {seat}")), share);
            }
        }
        if let Some(mean) = page.find("length").map(|section| figure(&section, "Mean")) {
            let lengths = results.iter().map(|result| result["decisions"].as_f64().unwrap());
            says(&mean, &[&json!(lengths.sum::<f64>() / results.len() as f64)]);
        }
    }
    // Where a scene or a section is gone, its numbers were not compared.
    for name in ["duel", "sprt", "robin", "three", "shared", "lead", "ratings", "seats", "length"] {
        assert!(seen.contains(name), "{name}");
    }
}
