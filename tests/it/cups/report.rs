//! The report of a tournament shows its results and standings, loads nothing, and escapes names.

use std::fs;

use serde_json::{Value, json};
use testkit::html::{Page, attribute, elements, figure, rows, text};

use super::{Cup, faulty, seats};

const NAUGHTY: &str = "<script>alert(1)</script> & \"b\" 'c' </style> é";

/// A file with these bots, each with its command line and a seed of its own.
fn file(head: &str, bots: &[(&str, &str)]) -> String {
    let bot = |(seed, (name, command)): (usize, &(&str, &str))| {
        let options = if *command == "random" { format!("options = {{ seed = {seed} }}\n") } else { String::new() };
        format!("[[bot]]\nname = {}\ncommand = {command:?}\n{options}", json!(name))
    };
    format!("seed = \"2a\"\n{head}\n{}", bots.iter().enumerate().map(bot).collect::<String>())
}

/// A played tournament, and its standings as JSON.
#[track_caller]
fn played(name: &str, text: &str) -> (Cup, Value) {
    let cup = Cup::with_file(name, text);
    cup.run(&["tournament", "cup.toml", "--quiet", "--json", "standings.json"]).code(0);
    let standings = serde_json::from_str(&cup.read("standings.json")).unwrap();
    (cup, standings)
}

/// The report of `cup.games`. Checks that it is a valid page and loads nothing.
#[track_caller]
fn report(cup: &Cup) -> Page {
    cup.run(&["report", "cup.games", "-o", "report.html"]).code(0);
    let source = cup.read("report.html");
    let page = Page::new(&source);
    assert!(!source.contains("http://") && !source.contains("https://") && !source.contains("//www"));
    for element in page.all("style") {
        let style = text(&element);
        assert!(!style.contains("url(") && !style.contains("@import"), "{style}");
    }
    for name in ["img", "link", "iframe", "object", "embed", "base", "form", "image", "use"] {
        assert!(page.all(name).is_empty(), "{name}");
    }
    assert_eq!((page.all("script").len(), page.all("style").len()), (1, 1));
    for (name, value) in page.attributes() {
        assert!(!name.starts_with("on") && name != "src", "{name}={value}");
    }
    for link in page.all("a") {
        let target = attribute(&link, "href").unwrap();
        match target.strip_prefix('#') {
            Some(id) => assert!(page.find(id).is_some(), "{target}"),
            None => assert!(cup.path(&target).is_file(), "{target}"),
        }
    }
    page
}

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
                other => panic!("nobody looks at {other}"),
            }
        }
    }
}

#[test]
fn a_duel_with_its_sequential_test() {
    let head = "variant = \"katarenga\"\nrounds = 400\n[sprt]\nelo0 = -300\nelo1 = -100";
    let (cup, standings) = played("duel", &file(head, &[("a", "random"), (NAUGHTY, "random")]));
    let page = report(&cup);
    has_standings(&page, &standings);
    let (duel, section) = (&standings["duel"], page.section("duel"));
    says_figure(&figure(&section, "Elo"), &duel["elo"]);
    says_figure(&figure(&section, "nElo"), &duel["nelo"]);
    says(&figure(&section, "LOS"), &[&json!(100.0 * duel["los"].as_f64().unwrap())]);
    says(&figure(&section, "Drawn"), &[&json!(100.0 * duel["draw_ratio"].as_f64().unwrap())]);
    let sprt = &duel["sprt"];
    says(&figure(&section, "LLR"), &[&sprt["llr"], &sprt["lower"], &sprt["upper"]]);
    let pairs = rows(&section)[1][1..].join(" ");
    says(&pairs, &duel["pentanomial"].as_array().unwrap().iter().collect::<Vec<_>>());
    for (row, bot) in rows(&page.section("ratings"))[1..].iter().zip(standings["bots"].as_array().unwrap()) {
        let rating = &bot["rating"];
        says(&row[1..].join(" "), &[&rating["value"], &rating["low"], &rating["high"]]);
    }
    let test = text(&page.section("test"));
    assert!(test.contains("(H1): Elo ") && test.contains("(bounds -2.94, 2.94), H1 accepted."), "{test}");
    for (seat, share) in (1..).zip(standings["seat_shares"].as_array().unwrap()) {
        says_figure(&figure(&page.section("seats"), &format!("seat {seat}")), share);
    }
    assert!(page.text().contains("Ended by its sequential test, which accepts H1 after"));
    // The plots are pairs, ratings, Elo, test, seats, lengths and times.
    assert_eq!(page.all("svg").len(), 7);
    assert!(page.find("cross-table").is_none() && page.find("partners").is_none());
}

#[test]
fn tables_of_three_with_faults() {
    let crash = faulty("--mode crash");
    let bots = [("a", "random"), (NAUGHTY, "random"), ("greedy", "greedy"), ("crasher", crash.as_str())];
    let (cup, standings) = played("three", &file("variant = \"orwell\"\noptions = { maxrounds = 12 }", &bots));
    let page = report(&cup);
    has_standings(&page, &standings);
    assert!(page.find("duel").is_none() && page.find("test").is_none());
    let results = cup.results("cup.games");
    let order: Vec<&str> =
        standings["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    let value = |points: &Value| {
        let points = points.as_str().unwrap();
        let (above, below) = points.split_once('/').unwrap_or((points, "1"));
        60 / below.parse::<u32>().unwrap() * above.parse::<u32>().unwrap()
    };
    let table = rows(&page.section("cross-table"));
    for (row, one) in table[1..].iter().zip(&order) {
        for (cell, other) in row[1..].iter().zip(&order) {
            let mut counts = [0; 3];
            for result in &results {
                let of = |name: &str| seats(result).iter().position(|other| *other == name);
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
    let faults = &rows(&page.section("faults"))[1..];
    assert_eq!(faults.len(), 1);
    let games = |result: &&Value| result.get("faults").is_some();
    let numbers: Vec<String> = results.iter().filter(games).map(|result| result["game"].to_string()).collect();
    assert_eq!(faults[0][..3], ["crasher".to_owned(), "crash".to_owned(), numbers.len().to_string()]);
    let first = results.iter().find(games).unwrap();
    let (log, seat) = (first["log"].as_str().unwrap(), &first["faults"][0]["seat"]);
    // The command is right in the folder of the page, like the links.
    assert_eq!(faults[0][3], format!("arbiter rerun cup.games/{log} {seat}"));
    assert_eq!(faults[0][4].split_whitespace().collect::<Vec<_>>(), numbers);
    assert_eq!(rows(&page.section("games")).len(), 1 + results.len());
    let lengths = results.iter().map(|result| result["decisions"].as_f64().unwrap());
    says(&figure(&page.section("length"), "Mean"), &[&json!(lengths.sum::<f64>() / results.len() as f64)]);
}

#[test]
fn one_score_for_all_seats() {
    let head = "variant = \"catalonia\"\nrounds = 2\nadjudication = { max-decisions = 24 }";
    let bots = [("chain", "chain"), ("a", "random"), ("b", "random"), ("greedy", "greedy")];
    let (cup, standings) = played("shared", &file(head, &bots));
    let page = report(&cup);
    has_standings(&page, &standings);
    says_figure(&figure(&page.section("score"), "Mean score of all games"), &standings["mean_score"]);
    for (row, scores) in rows(&page.section("partners"))[1..].iter().zip(standings["partners"].as_array().unwrap()) {
        for (cell, score) in row[1..].iter().zip(scores.as_array().unwrap()) {
            says(cell, &[score]);
        }
    }
    for (row, bot) in rows(&page.section("ratings"))[1..].iter().zip(standings["bots"].as_array().unwrap()) {
        let effect = &bot["effect"];
        says(&row[1..].join(" "), &[&effect["value"], &effect["low"], &effect["high"]]);
    }
    assert!(page.find("seats").is_none() && page.find("cross-table").is_none());
}

#[test]
fn a_lead_that_is_tested_is_shown() {
    let head = "variant = \"katarenga\"\nrounds = 25\n[lead]\nmargin = 0.45";
    let (cup, standings) = played("lead", &file(head, &[("a", "random"), ("b", "random")]));
    let page = report(&cup);
    let name = "Lead of a, valid at any time";
    says_figure(&figure(&page.section("score"), name), &standings["lead"]);
    let test = text(&page.section("test"));
    assert!(
        test.contains("above -0.450 it accepts H1")
            && test.contains("not worse by more than 0.45, wrong in at most 5 of 100"),
        "{test}"
    );
    assert!(test.contains("], H1 accepted."), "{test}");
    assert!(test.contains("not ahead") && test.contains("not worse"), "{test}");
    let live: Value =
        serde_json::from_str(&cup.run(&["report", "cup.games", "-o", "-", "--live"]).code(0).out).unwrap();
    assert_eq!((&live["total"], &live["test"]["verdict"]), (&json!(50), &json!("H1")));
    // Without its last results it has games to play.
    let results = cup.read("cup.games/results.jsonl");
    let first = results.lines().next().unwrap().to_owned() + "\n";
    fs::write(cup.path("cup.games/results.jsonl"), first).unwrap();
    let live: Value =
        serde_json::from_str(&cup.run(&["report", "cup.games", "-o", "-", "--live"]).code(0).out).unwrap();
    assert_eq!(live["test"]["verdict"], "undecided");
}

const CONGRESS: &str = "variant = \"congress\"\noptions = { maxturns = 20 }\nrounds = 4";

#[test]
fn the_same_folder_gives_the_same_page() {
    let (cup, _) = played("same", &file(CONGRESS, &[("a", "random"), ("b", "random"), ("c", "random")]));
    report(&cup);
    let page = cup.read("report.html");
    report(&cup);
    assert_eq!(cup.read("report.html"), page);
    assert_eq!(cup.run(&["report", "cup.games", "-o", "-"]).code(0).out, page);
}

#[test]
fn a_tournament_under_way_is_reported_as_far_as_it_is() {
    let (cup, _) = played("under-way", &file(CONGRESS, &[("a", "random"), ("b", "random"), ("c", "random")]));
    let results = cup.read("cup.games/results.jsonl");
    let lines: Vec<&str> = results.split_inclusive('\n').collect();
    let torn = lines[..7].concat() + &lines[7][..30];
    fs::write(cup.path("cup.games/results.jsonl"), &torn).unwrap();
    let page = report(&cup);
    assert!(page.text().contains("Unfinished: 7 of 24 games."), "{page:?}");
    assert!(page.text().contains("6 games in 3 blocks"));
    // A bot of a coming game might read the report, so it must not have the seed.
    let plan: toml::Table = cup.read("cup.games/plan.toml").parse().unwrap();
    let seed = plan["seed"].as_str().unwrap();
    assert!(page.text().contains("Commitment to the seed") && !cup.read("report.html").contains(seed), "{seed}");
    assert_eq!(rows(&page.section("games")).len(), 1 + 7);
    assert_eq!(cup.read("cup.games/results.jsonl"), torn, "a report changes nothing");
    // The page is valid for any number of games.
    for count in [0, 1, 2, 3, 4, 24] {
        fs::write(cup.path("cup.games/results.jsonl"), lines[..count].concat()).unwrap();
        assert_eq!(report(&cup).find("games").is_some(), count > 0);
    }
    assert!(report(&cup).text().contains("Finished: 24 games."));
}

#[test]
fn a_page_elsewhere_leads_to_the_logs_and_to_replays_beside_it() {
    let (cup, _) = played("links", &file("variant = \"congress\"", &[("a", "random"), ("b", "random")]));
    fs::create_dir_all(cup.path("pages 1%/replays")).unwrap();
    fs::write(cup.path("pages 1%/replays/000002.html"), "").unwrap();
    cup.run(&["report", "cup.games", "-o", "pages 1%/report.html"]).code(0);
    let page = Page::new(&cup.read("pages 1%/report.html"));
    let links = elements(&page.section("games"), "a");
    let targets: Vec<String> = links.iter().map(|link| attribute(link, "href").unwrap()).collect();
    assert_eq!(targets, ["../cup.games/games/000001.jsonl", "../cup.games/games/000002.jsonl", "replays/000002.html"]);
    fs::rename(cup.path("cup.games"), cup.path("cup 1%.games")).unwrap();
    cup.run(&["report", "cup 1%.games", "-o", "report.html"]).code(0);
    assert!(cup.read("report.html").contains("\"cup%201%25.games/games/000001.jsonl\""));
}

/// The chain has the hash of a missing log, but does not prove that it was played.
#[test]
fn a_log_that_is_missing_or_changed_is_said() {
    let (cup, _) = played("unproved", &file("variant = \"congress\"\nrounds = 2", &[("a", "random"), ("b", "random")]));
    let write = ["report", "cup.games", "-o", "report.html"];
    let said = "Not checked against a log";
    assert_eq!(cup.run(&write).code(0).err, "");
    assert!(!report(&cup).text().contains(said));
    fs::remove_file(cup.path("cup.games/games/000002.jsonl")).unwrap();
    let told = cup.run(&write).code(0).err;
    assert!(
        told.contains("the logs of 1 game are missing or changed, the first is cup.games/games/000002.jsonl"),
        "{told}"
    );
    let page = report(&cup);
    assert!(page.text().contains(&format!("{said}: 1 game (numbers 2).")), "{}", page.text());
    assert!(page.text().contains("only the chain vouches for the results"));
    let links = elements(&page.section("games"), "a");
    let targets: Vec<String> = links.iter().map(|link| attribute(link, "href").unwrap()).collect();
    assert_eq!(targets, [1, 3, 4].map(|game| format!("cup.games/games/00000{game}.jsonl")));
    let log = cup.read("cup.games/games/000004.jsonl").replacen("\"action\"", "\"action\" ", 1);
    fs::write(cup.path("cup.games/games/000004.jsonl"), log).unwrap();
    assert!(cup.run(&write).code(0).err.contains("the logs of 2 games are missing or changed"));
    assert!(report(&cup).text().contains(&format!("{said}: 2 games (numbers 2, 4).")));
}

#[test]
fn bots_need_not_be_there_any_more() {
    let cup = Cup::new("gone");
    fs::copy(env!("CARGO_BIN_EXE_arbiter-random"), cup.path("mine")).unwrap();
    let text = file("variant = \"congress\"", &[("a", "./mine"), ("b", "random")]);
    fs::write(cup.path("cup.toml"), text).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    fs::remove_file(cup.path("mine")).unwrap();
    cup.run(&["tournament", "cup.games", "--quiet"]).code(4);
    report(&cup);
}

#[test]
fn what_is_no_tournament_is_refused() {
    let (cup, _) = played("refused", &file("variant = \"congress\"", &[("a", "random"), ("b", "random")]));
    let refused = |folder: &str, output: &str, code: i32, expected: &str| {
        let said = cup.run(&["report", folder, "-o", output]).code(code);
        assert!(said.err.contains(expected), "{}", said.err);
    };
    refused("none", "-", 2, "none is not a tournament folder: expected a plan.toml in it");
    refused(".", "-", 2, ". is not a tournament folder");
    refused("cup.games", "none/report.html", 4, "none");
    refused("cup.games", ".", 4, "cannot write .");
    let results = cup.read("cup.games/results.jsonl");
    fs::write(cup.path("cup.games/results.jsonl"), results.replacen("\"a\"", "\"x\"", 1)).unwrap();
    refused("cup.games", "-", 4, "results.jsonl: game 1: expected b, a, found b, x");
    fs::write(cup.path("cup.games/results.jsonl"), "{}\n").unwrap();
    refused("cup.games", "-", 4, "results.jsonl line 1: missing field");
    fs::write(cup.path("cup.games/plan.toml"), "variant = \"halma\"\n").unwrap();
    refused("cup.games", "-", 2, "no variant halma");
    cup.run(&["report", "cup.games"]).code(2);
    assert!(!cup.path("report.html").exists());
}

/// The report of a thousand games, with made-up results.
#[test]
fn a_thousand_games_are_a_small_page() {
    let text =
        file("variant = \"katarenga\"\nrounds = 500", &[("first-bot-1.0", "random"), ("second-bot-2.0", "random")]);
    let cup = Cup::with_file("thousand", &text);
    let dry = cup.run(&["tournament", "cup.toml", "--dry-run"]).code(0).out;
    let games: Vec<&str> = dry.lines().filter_map(|line| line.strip_prefix("# game-")).collect();
    assert_eq!(games.len(), 1000);
    let line = |(number, game): (usize, &&str)| {
        let words: Vec<&str> = game.split([' ', ':', ',']).collect();
        let won = number * 7 % 11 < 5;
        let result = json!({
            "game": number + 1,
            "block": number / 2 + 1,
            "round": number / 2 + 1,
            "seats": [words[8], words[10]],
            "reason": "camps",
            "score": [if won { "1" } else { "0" }, if won { "0" } else { "1" }],
            "decisions": 40 + number * 13 % 170,
            "faults": if number % 3 == 0 { json!([{"seat": 1, "fault": "timeout"}]) } else { json!([]) },
            "seed": words[6],
            "log": format!("games/{:06}.jsonl", number + 1),
        });
        format!("{result}\n")
    };
    fs::create_dir_all(cup.path("cup.games/games")).unwrap();
    fs::write(cup.path("cup.games/plan.toml"), dry.split("\n\n# game").next().unwrap()).unwrap();
    fs::write(cup.path("cup.games/results.jsonl"), games.iter().enumerate().map(line).collect::<String>()).unwrap();
    fs::write(cup.path("cup.games/times.jsonl"), "").unwrap();
    cup.run(&["report", "cup.games", "-o", "report.html"]).code(0);
    let source = cup.read("report.html");
    assert!(source.contains("Finished: 1000 games."));
    assert!(source.len() < 500_000, "{} bytes", source.len());
    assert_eq!(rows(&Page::new(&source).section("games")).len(), 1 + 1000);
}
