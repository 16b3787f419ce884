//! Real bots whose answers are refused and that are asked again: over the host link, and in a tournament.
#![cfg(all(feature = "faulty", target_os = "linux"))]

use std::fs;

use serde_json::Value;
use testkit::{
    processes::scratch,
    run::RunFolder,
    session::{Session, faulty, verify},
};

#[test]
fn a_host_and_who_looks_on_hear_of_tries() {
    let dir = scratch("retry-link");
    let log = dir.join("m.jsonl");
    let mut session = Session::start();
    session.say("newmatch m variant chess seed 2a");
    for (seat, wrong) in [(1, "e2e5"), (2, "e7e4")] {
        session.say(format!("seat m {seat} bot {}", faulty(&format!("slip --count 1 --action {wrong}"), "retry")));
    }
    assert_eq!(session.ask("onfault m retry 0").last().unwrap().split(' ').nth(1), Some("bad-argument"));
    assert!(
        session.ask("seatset m 1 legal maybe").last().unwrap().contains("seatset legal: expected on, off or no value")
    );
    assert!(session.ask("seatset m 1 nothing off").last().unwrap().contains("strict, untrusted, legal"));
    assert_eq!(session.ask("onfault m retry 1\nclock m movetime 10000\nseatset m 2 legal off"), [""; 0]);
    session.say(format!("log m {}\nstart m", log.display()));
    let told = session.until("try m 1 ");
    assert!(told.contains(" left 0 time "), "{told}");
    assert!(told.contains("; 20 actions are legal, such as a2a3, "), "{told}");
    let told = session.until("try m 2 ");
    assert!(told.contains(" found e7e4: ") && !told.contains("are legal"), "{told}");
    // Without the list, the bot knows no action.
    let fault = session.until("fault m 2 ");
    assert!(!fault.contains("are legal"), "{fault}");
    session.until("over m ");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.lines().next().unwrap().contains(r#""set":[["legal","off"]]"#), "{text}");
    assert_eq!(verify(&[&log]).0, Some(0));
    let mut watcher = Session::start();
    watcher.say(format!("watch w {}", log.display()));
    assert_eq!(watcher.until("try w 2 ").replace("try w", "try m"), told);
}

#[test]
fn a_tournament_counts_tries_forfeits_and_tokens() {
    let cup = RunFolder::new("retry-cup");
    let bots = |modes: [&str; 2]| {
        modes.map(|mode| {
            let name = mode.split(' ').next().unwrap();
            format!("[[bot]]\nname = \"{name}\"\ncommand = {:?}\n", faulty(mode, "retry"))
        })
    };
    let head = "variant = \"congress\"\nseed = \"2a\"\nrounds = 2\n[options]\nmaxturns = 4\n";
    let play = |name: &str, onfault: &str, modes| {
        let text = format!("onfault = {onfault:?}\n{head}{}", bots(modes).concat());
        let [file, json, page, folder] = ["toml", "json", "html", "games"].map(|ending| format!("{name}.{ending}"));
        fs::write(cup.path(&file), text).unwrap();
        cup.run(&["tournament", &file, "--quiet", "--json", &json, "--csv", "table.csv"]).code(0);
        cup.run(&["report", &folder, "-o", &page]).code(0);
        cup.verifies(&folder);
        let standings: Value = serde_json::from_str(&cup.read(&json)).unwrap();
        (standings, cup.read(&page), cup.read("table.csv"))
    };
    let effort = |standings: &Value, name: &str| {
        let bots = standings["bots"].as_array().unwrap();
        bots.iter().find(|bot| bot["name"] == name).unwrap()["effort"].clone()
    };
    let (standings, page, csv) = play("tries", "retry 3", ["slip --count 2", "empty"]);
    // In each of the four games one bot slips at most twice, and the other bot forfeits after its three tries.
    let slips = effort(&standings, "slip");
    assert_eq!(slips["retries"], slips["unreadable"].as_u64().unwrap() + slips["illegal"].as_u64().unwrap());
    assert_eq!(slips["forfeits"], Value::Null);
    let tokens = slips["tokens"].as_array().unwrap();
    assert_eq!(tokens[0].as_u64().unwrap(), 20 * tokens[1].as_u64().unwrap());
    assert_eq!(slips["cost"].as_f64().unwrap(), tokens[1].as_f64().unwrap() / 200.0);
    let other = effort(&standings, "empty");
    assert_eq!((&other["unreadable"], &other["retries"]), (&16.into(), &12.into()), "{other}");
    assert_eq!(other["forfeits"]["unreadable"], 4);
    assert!(page.contains("Tries and tokens") && page.contains("unreadable 4"), "{page}");
    assert!(
        csv.lines().next().unwrap().ends_with("illegal,unreadable,retries,forfeits,tokens_read,tokens_written,cost")
    );
    assert!(csv.contains(",0,16,12,unreadable 4,,,"), "{csv}");
    let (standings, page, csv) = play("plain", "forfeit", ["good", "empty"]);
    assert_eq!(effort(&standings, "empty"), Value::Null);
    assert!(!page.contains("Tries and tokens") && !csv.contains("tokens"));
    let results = cup.read("plain.games/results.jsonl");
    assert!(!results.contains("effort"), "a tournament without tries is written as before: {results}");
}
