//! Boards that are killed and restarted, and boards that cannot start.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use testkit::{processes::scratch, program};

use crate::board::{BOARD, Board};

#[tokio::test]
async fn games_outlive_a_board_that_is_killed() {
    let board = Board::start(&[]);
    let order = |other: serde_json::Value| {
        let seats = json!([{"who": "link", "name": "Ann"}, other]);
        json!({"variant": "isolation", "seats": seats, "seed": "7", "takeback": true})
    };
    let clock = json!({"time": 600_000, "inc": 1000});
    let mut first = order(json!({"who": "bot", "name": "random"}));
    first["clock"] = clock;
    let (owner, view) = board.table(first).await;
    assert_eq!(view["is"], "table", "{view}");
    let key = view["links"][0]["key"].as_str().unwrap().to_owned();
    let (mut ann, her) = board.page(&key).await;
    let her = ann.due(her).await;
    ann.say(&json!({"do": "play", "seat": 1, "action": her["legal"][0]["action"]})).await;
    let before = ann.until(|said| said["plies"] == 2 && said["legal"] != json!([])).await;
    // The second table is over; the third has no actions.
    let bots = json!([{"who": "bot", "name": "random"}, {"who": "bot", "name": "greedy"}]);
    let (mut second, _) = board.table(json!({"variant": "isolation", "seats": bots, "seed": "1"})).await;
    let ended = second.until(|said| said["status"] == "over").await;
    let people = json!([{"who": "here"}, {"who": "here"}]);
    let (mut third, view) = board.table(json!({"variant": "chess", "seats": people})).await;
    third.due(view).await;
    drop((owner, ann, second, third));

    let (address, own) = (board.address.clone(), board.key.clone());
    let board = board.start_again();
    assert_eq!((&board.address, &board.key), (&address, &own), "pages find it where it was");
    let (mut ann, her) = board.page(&key).await;
    assert_eq!(her["moves"].as_array().unwrap().len(), 2, "{her}");
    let her = ann.due(her).await;
    for part in ["plies", "picture", "legal", "seats", "options", "takeback"] {
        let (is, was) = match part {
            // The clock has run since the restart.
            "seats" => (her[part][0]["name"].clone(), before[part][0]["name"].clone()),
            _ => (her[part].clone(), before[part].clone()),
        };
        assert_eq!(is, was, "{part}");
    }
    let left = her["seats"][0]["left"].as_u64().unwrap();
    assert!((1..=602_000).contains(&left), "{left}");
    ann.say(&json!({"do": "undo"})).await;
    let back = ann.until(|said| said["plies"] == 0 && said["legal"] != json!([])).await;
    assert_eq!(back["status"], "running");
    let (mut owner, mut hall) = board.page(&board.key).await;
    let is = |hall: &Value, all: [&str; 3]| (0..3).all(|table| hall["tables"][table]["status"] == all[table]);
    // The tables come back one by one.
    while !is(&hall, ["running", "over", "running"]) {
        hall = owner.until(|said| said["is"] == "hall").await;
    }
    owner.say(&json!({"do": "open", "table": "table-2"})).await;
    let over = owner.until(|said| said["id"] == "table-2").await;
    assert_eq!((&over["over"], &over["picture"]), (&ended["over"], &ended["picture"]));
    owner.say(&json!({"do": "fetch", "what": "replay"})).await;
    owner.until(|said| said["is"] == "paper").await;
    owner.say(&json!({"do": "open", "table": "table-1"})).await;
    owner.until(|said| said["id"] == "table-1").await;
    owner.say(&json!({"do": "stop"})).await;
    owner.until(|said| said["status"] == "over").await;
    // A new table does not reuse the name of an old one.
    let (_, view) = board.table(json!({"variant": "chess", "seats": people})).await;
    assert_eq!(view["id"], "table-4");
}

#[tokio::test]
async fn a_table_that_cannot_be_resumed_says_why_and_its_owner_alone_hears_of_folders() {
    let board = Board::start(&[]);
    let seats = json!([{"who": "here"}, {"who": "link"}]);
    let (mut page, view) = board.table(json!({"variant": "isolation", "seats": seats})).await;
    let view = page.due(view).await;
    let keys = [0, 1].map(|place: usize| view["links"][place]["key"].as_str().unwrap().to_owned());
    let seed = file(&board.logs, "seed");
    fs::remove_file(&seed).unwrap();
    let board = board.start_again();
    for key in keys {
        let (_, seen) = board.page(&key).await;
        assert_eq!((&seen["status"], &seen["notices"]), (&json!("failed"), &json!(["the game cannot continue"])));
        assert_eq!((&seen["picture"], &seen["legal"]), (&Value::Null, &json!([])));
    }
    let (mut owner, _) = board.page(&board.key).await;
    owner.say(&json!({"do": "open", "table": "table-1"})).await;
    let seen = owner.until(|said| said["is"] == "table").await;
    let why = seen["notices"][0].as_str().unwrap();
    let reason = format!("cannot resume without the seed in {}: ", seed.display());
    assert!(why.starts_with("the game cannot continue: ") && why.contains(&reason), "{why}");
}

#[tokio::test]
async fn the_board_listens_while_a_log_is_held_and_its_page_waits_for_the_table() {
    let board = Board::start(&[]);
    let seats = json!([{"who": "link"}, {"who": "here"}]);
    let (_owner, view) = board.table(json!({"variant": "isolation", "seats": seats})).await;
    let key = view["links"][0]["key"].as_str().unwrap().to_owned();
    let (mut page, view) = board.page(&key).await;
    page.due(view).await;
    let logs = board.kill();
    let held = fs::File::open(file(&logs, "jsonl")).unwrap();
    // The arbiter of the killed board holds the log until it ends.
    held.lock().unwrap();
    let board = Board::start_at(logs, &[]);
    let mut page = board.connect().await;
    page.say(&json!({"do": "hello", "key": key})).await;
    drop(held);
    let seen = page.hear().await;
    assert_eq!((&seen["is"], &seen["notices"]), (&json!("table"), &json!([])), "{seen}");
    assert_eq!(page.due(seen).await["status"], "running");
}

/// The only file of a folder with this extension.
fn file(folder: &Path, extension: &str) -> PathBuf {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let found: Vec<_> = files.filter(|path| path.extension().is_some_and(|ending| ending == extension)).collect();
    let [file] = &found[..] else { panic!("expected one file, found {found:?}") };
    file.clone()
}

#[test]
fn what_the_command_line_names_and_is_not_there_is_told() {
    let arbiter = program("arbiter");
    let by = arbiter.to_str().unwrap();
    for (by, arguments, code, named) in [
        (by, &["/nowhere/cup.games"][..], 2, "/nowhere/cup.games"),
        (by, &["--bots", "/nowhere/bots.toml"], 2, "/nowhere/bots.toml"),
        (by, &["--bots", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")], 2, "Cargo.toml"),
        (by, &[env!("CARGO_MANIFEST_DIR")], 2, "plan.toml"),
        (by, &["--bot", "open=\"abc"], 2, "closing quote"),
        (by, &["--name", "https://x.example"], 2, "a host name"),
        ("/dev/null/none", &[], 4, "Not a directory"),
        ("/bin/true", &[], 4, "the arbiter did not greet: the arbiter has ended"),
        // The program echoes for ever without a greeting.
        ("/bin/cat", &[], 4, "the arbiter did not greet: deadline has elapsed"),
    ] {
        let mut command = Command::new(BOARD);
        let command = command.args(["--no-open", "--arbiter", by, "--logs"]).arg(scratch("board")).args(arguments);
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{by} {arguments:?}: {text}");
        assert!(text.contains("error: ") && text.contains(named), "{by} {arguments:?}: {text}");
    }
}

#[test]
fn the_manual_has_every_option() {
    let output = Command::new(BOARD).arg("--man").output().unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && page.contains("\n.TH arbiter-board 1 "), "{page}");
    for option in ["arbiter", "bots", "logs", "listen", "port", "name", "no\\-open"] {
        assert!(page.contains(&format!("\\-\\-{option}\\fR")), "{option}: {page}");
    }
}
