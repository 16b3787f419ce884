//! The report of a tournament loads nothing, escapes names, and leads to the logs.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use testkit::{
    account::{NOBODY, OpenFolder, become_account},
    html::{Page, attribute, elements, rows, text},
};

use super::{Cup, faulty, file, said};

const NAUGHTY: &str = "<script>alert(1)</script> & \"b\" 'c' </style> é";

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

/// The numbers of a report are tested without a process: `crates/pages/tests/it/outputs.rs`.
#[test]
fn a_report_treats_names_as_text_loads_nothing_and_is_the_same_again() {
    let crash = faulty("--mode crash");
    let bots = [("a", "random"), (NAUGHTY, "random"), ("crasher", crash.as_str())];
    let (cup, standings) = played("three", &file("variant = \"orwell\"\noptions = { maxrounds = 12 }", &bots));
    let page = report(&cup);
    let table = rows(&page.section("standings"));
    let place = table[0].iter().position(|title| title == "bot").unwrap();
    let names: Vec<&str> = table[1..].iter().map(|row| row[place].as_str()).collect();
    let bots: Vec<&str> =
        standings["bots"].as_array().unwrap().iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    assert_eq!(names, bots);
    // The command is right in the folder of the page, like the links.
    let results = cup.results("cup.games");
    let first = results.iter().find(|result| result.get("faults").is_some()).unwrap();
    let (log, seat) = (first["log"].as_str().unwrap(), &first["faults"][0]["seat"]);
    let faults = &rows(&page.section("faults"))[1];
    assert_eq!(faults[..2], ["crasher", "crash"]);
    assert_eq!(faults[3], format!("arbiter rerun cup.games/{log} {seat}"));
    // The same folder gives the same page.
    let source = cup.read("report.html");
    report(&cup);
    assert_eq!(cup.read("report.html"), source);
    assert_eq!(cup.run(&["report", "cup.games", "-o", "-"]).code(0).out, source);
}

#[test]
fn the_state_of_a_test_is_told_to_programs() {
    let head = "variant = \"katarenga\"\nrounds = 25\n[lead]\nmargin = 0.45";
    let (cup, _) = played("lead", &file(head, &[("a", "random"), ("b", "random")]));
    let live = || -> Value {
        serde_json::from_str(&cup.run(&["report", "cup.games", "-o", "-", "--live"]).code(0).out).unwrap()
    };
    assert_eq!((&live()["total"], &live()["test"]["verdict"]), (&json!(50), &json!("H1")));
    // Without its last results it has games to play.
    let results = cup.read("cup.games/results.jsonl");
    let first = results.lines().next().unwrap().to_owned() + "\n";
    fs::write(cup.path("cup.games/results.jsonl"), first).unwrap();
    assert_eq!(live()["test"]["verdict"], "undecided");
}

const CONGRESS: &str = "variant = \"congress\"\noptions = { maxturns = 20 }\nrounds = 4";

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
    for count in [0, 1, 4, 24] {
        fs::write(cup.path("cup.games/results.jsonl"), lines[..count].concat()).unwrap();
        assert_eq!(report(&cup).find("games").is_some(), count > 0);
    }
    assert!(report(&cup).text().contains("Finished: 24 games."));
}

#[test]
fn a_page_elsewhere_leads_to_the_logs_and_to_replays_beside_it() {
    let cup = Cup::with_file("links", &file("variant = \"isolation\"", &[("a", "./mine"), ("b", "random")]));
    fs::copy(env!("CARGO_BIN_EXE_arbiter-random"), cup.path("mine")).unwrap();
    cup.run(&["tournament", "cup.toml", "--quiet"]).code(0);
    // A report needs no bot.
    fs::remove_file(cup.path("mine")).unwrap();
    cup.run(&["tournament", "cup.games", "--quiet"]).code(4);
    fs::create_dir_all(cup.path("pages 1%/report-replays")).unwrap();
    fs::write(cup.path("pages 1%/report-replays/000002.html"), "").unwrap();
    cup.run(&["report", "cup.games", "-o", "pages 1%/report.html"]).code(0);
    let page = Page::new(&cup.read("pages 1%/report.html"));
    let links = elements(&page.section("games"), "a");
    let targets: Vec<String> = links.iter().map(|link| attribute(link, "href").unwrap()).collect();
    assert_eq!(
        targets,
        ["../cup.games/games/000001.jsonl", "../cup.games/games/000002.jsonl", "report-replays/000002.html"]
    );
    fs::rename(cup.path("cup.games"), cup.path("cup 1%.games")).unwrap();
    cup.run(&["report", "cup 1%.games", "-o", "report.html"]).code(0);
    assert!(cup.read("report.html").contains("\"cup%201%25.games/games/000001.jsonl\""));
}

/// The chain has the hash of a missing log, but does not prove that it was played.
#[test]
fn a_log_that_is_missing_or_changed_is_said() {
    let (cup, _) =
        played("unproved", &file("variant = \"isolation\"\nrounds = 2", &[("a", "random"), ("b", "random")]));
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
fn what_is_no_tournament_is_refused() {
    let (cup, _) = played("refused", &file("variant = \"isolation\"", &[("a", "random"), ("b", "random")]));
    let refused = |folder: &str, output: &str, code: i32, expected: &str| {
        let said = cup.run(&["report", folder, "-o", output]).code(code);
        assert!(said.err.contains(expected), "{}", said.err);
    };
    refused("none", "-", 2, "none is not a tournament folder: expected a plan.toml in it");
    refused(".", "-", 2, ". is not a tournament folder");
    refused("cup.toml", "-", 2, "cup.toml is not a tournament folder");
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

/// Nobody knows if a folder that is closed has a file of a ladder.
#[test]
fn a_folder_that_is_closed_is_named() {
    let open = rustix::process::geteuid().is_root().then(|| OpenFolder::new("closed"));
    let (cup, arbiter) = match &open {
        Some(open) => (Cup { dir: open.folder_of(NOBODY, "cup") }, open.program("arbiter")),
        None => (Cup::new("closed"), testkit::program("arbiter")),
    };
    fs::create_dir(cup.path("closed")).unwrap();
    let allow = |mode| fs::set_permissions(cup.path("closed"), fs::Permissions::from_mode(mode)).unwrap();
    allow(0o000);
    let mut command = Command::new("env");
    if open.is_some() {
        command.args(become_account(NOBODY));
    }
    command.arg(arbiter).args(["report", "closed", "-o", "-"]).current_dir(&cup.dir).stdin(Stdio::null());
    let said = said(command.output().unwrap());
    // So that the folder can be removed.
    allow(0o700);
    assert_eq!(said.code, Some(4));
    assert!(said.err.contains("cannot read closed: Permission denied"), "{}", said.err);
}
