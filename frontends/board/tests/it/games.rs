//! Whole games of every variant, played by people over the socket.

use std::{fs, process::Command};

use serde_json::{Value, json};
use testkit::{processes::scratch, program};

use crate::board::{Board, Page};

/// The order of a table at which two seats choose at the same time, in a challenge.
fn challenge(who: &str) -> Value {
    let position = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/challenge.txt")).unwrap();
    let seats = json!([{"who": who, "name": "Ann"}, {"who": who, "name": "Ben"}]);
    json!({"variant": "cat-chess", "seats": seats, "seed": "7", "position": position.trim(), "takeback": true})
}

/// Plays all seats of a page: always the action in the middle of the list.
async fn play_out(page: &mut Page, mut view: Value, most: usize) -> Value {
    let mut played = 0;
    loop {
        if view["status"] == "over" || played >= most {
            return view;
        }
        let legal = view["legal"].as_array().unwrap();
        if let Some(choice) = legal.get(legal.len() / 2) {
            page.say(&json!({"do": "play", "seat": view["look"], "action": choice["action"]})).await;
            played += 1;
        }
        view = page.until(|said| said["is"] == "table").await;
    }
}

#[tokio::test]
async fn every_variant_is_played_and_its_log_verifies() {
    for arbiter in ["arbiter", "own-arbiter"] {
        let board = Board::of(arbiter);
        let (_, hall) = board.page(&board.key).await;
        for variant in hall["variants"].as_array().unwrap() {
            let word = variant["word"].as_str().unwrap();
            let most = variant["seats"].as_array().unwrap().last().unwrap().as_u64().unwrap();
            let seats: Vec<_> = (0..most).map(|_| json!({"who": "here"})).collect();
            let order = json!({"variant": word, "seats": seats, "seed": "2a"});
            let (mut page, view) = board.table(order).await;
            assert_eq!(view["is"], "table", "{word}: {view}");
            let view = play_out(&mut page, view, 16).await;
            assert!(view["picture"].as_str().unwrap().starts_with("<svg"), "{word}");
            if view["status"] != "over" {
                page.say(&json!({"do": "stop"})).await;
                page.until(|said| said["status"] == "over").await;
            }
            for what in ["log", "replay", "rules"] {
                page.say(&json!({"do": "fetch", "what": what})).await;
                assert_eq!(page.until(|said| said["is"] == "paper").await["what"], what);
            }
        }
        let logs: Vec<_> = fs::read_dir(&board.logs).unwrap().map(|entry| entry.unwrap().path()).collect();
        let logs: Vec<_> =
            logs.iter().filter(|path| path.extension().is_some_and(|ending| ending == "jsonl")).collect();
        assert_eq!(logs.len(), hall["variants"].as_array().unwrap().len());
        let output = Command::new(program(arbiter)).arg("verify").args(logs).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

#[tokio::test]
async fn a_choice_in_secret_is_hidden_until_all_have_chosen() {
    let board = Board::start(&[]);
    let (mut owner, view) = board.table(challenge("link")).await;
    assert_eq!(view["is"], "table", "{view}");
    let key = |place: usize| view["links"][place]["key"].as_str().unwrap().to_owned();
    let (mut ann, her) = board.page(&key(0)).await;
    let (mut ben, his) = board.page(&key(1)).await;
    let her = ann.due(her).await;
    let his = ben.due(his).await;
    let before = (his["plies"].clone(), his["picture"].clone());
    let (_, all) = board.page(&key(2)).await;
    ann.say(&json!({"do": "play", "seat": 1, "action": her["legal"][0]["action"]})).await;
    for page in [&mut ben, &mut owner] {
        let seen = page.until(|said| said["is"] == "table" && said["seats"][0]["asked"] == false).await;
        assert_eq!(seen["plies"], before.0, "{seen}");
        assert_eq!(seen["over"], Value::Null);
    }
    ann.say(&json!({"do": "undo"})).await;
    assert_eq!(ann.refusal().await, "your choice can be taken back when all have chosen");
    let (_, looks_on) = board.page(&key(2)).await;
    assert_eq!(looks_on["picture"], all["picture"], "who looks on does not see it either");
    let (_, again) = board.page(&key(1)).await;
    assert_eq!(again["picture"], before.1, "what Ben sees does not change by what Ann has chosen");
    ben.say(&json!({"do": "play", "seat": 2, "action": his["legal"][0]["action"]})).await;
    let shown = ben.until(|said| said["plies"] != before.0).await;
    assert!(shown["moves"].as_array().unwrap().len() >= 2, "{shown}");
}

/// The list of tables is seen by everybody at the screen.
#[tokio::test]
async fn the_list_of_tables_has_their_boards_and_no_secret() {
    let board = Board::start(&[]);
    let (mut owner, _) = board.table(challenge("here")).await;
    let (mut hall, _) = board.page(&board.key).await;
    let before = hall.until(|said| said["is"] == "picture").await;
    assert_eq!(before["table"], "table-1");
    assert!(before["picture"].as_str().unwrap().starts_with("<svg"), "{before}");
    for seat in [1, 2] {
        owner.say(&json!({"do": "look", "seat": seat})).await;
        let view = owner.until(|said| said["look"] == seat && said["legal"] != json!([])).await;
        owner.say(&json!({"do": "play", "seat": seat, "action": view["legal"][0]["action"]})).await;
        owner.until(|said| said["seats"][seat as usize - 1]["asked"] == false).await;
    }
    let after = hall.until(|said| said["is"] == "picture" && said["picture"] != before["picture"]).await;
    owner.say(&json!({"do": "look", "seat": 1})).await;
    let view = owner.until(|said| said["is"] == "table" && said["picture"] != before["picture"]).await;
    assert_eq!(after["picture"], view["picture"], "the first news is that of both choices");
    let (mut later, _) = board.page(&board.key).await;
    assert_eq!(later.until(|said| said["is"] == "picture").await["picture"], after["picture"]);
}

#[tokio::test]
async fn a_bot_is_asked_about_the_position_by_who_has_made_the_table() {
    // The bot reports its search again and again.
    let muser =
        format!("muser={}", shell_words::join(["python3", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/muser.py")]));
    let board = Board::start(&["--bot", &muser, "--bot", "mute=false"]);
    let seats = json!([{"who": "here"}, {"who": "link"}]);
    let (mut page, mut view) = board.table(json!({"variant": "isolation", "seats": seats, "seed": "7"})).await;
    view = page.due(view).await;
    assert_eq!(view["advice"], Value::Null);
    page.say(&json!({"do": "analyse", "bot": "nobody", "seat": 1})).await;
    assert_eq!(page.refusal().await, "no bot called \"nobody\" plays this game");
    page.say(&json!({"do": "analyse", "bot": "random", "seat": 2})).await;
    assert_eq!(page.refusal().await, "seat 2 is not yours");
    // A bot that cannot start is in nobody's way.
    page.say(&json!({"do": "analyse", "bot": "mute", "seat": 1})).await;
    page.until(|said| said["advice"]["bot"] == "mute" && said["advice"]["runs"] == false).await;
    page.say(&json!({"do": "analyse", "bot": "muser", "seat": 1})).await;
    let thinks = page.until(|said| said["advice"]["says"].as_array().is_some_and(|says| !says.is_empty())).await;
    assert_eq!(thinks["advice"]["runs"], true, "{thinks}");
    page.say(&json!({"do": "analyse", "bot": "random", "seat": 1})).await;
    assert_eq!(page.refusal().await, "a bot is already being asked; stop it first");
    page.say(&json!({"do": "hush"})).await;
    let done = page.until(|said| said["advice"]["runs"] == false).await;
    let would = done["advice"]["would"][0][1].as_str().unwrap();
    assert!(view["legal"].as_array().unwrap().iter().any(|legal| legal["text"] == would), "{done}");
    assert_eq!((&done["plies"], &done["legal"]), (&json!(0), &view["legal"]), "nothing was played");
    // The next action ends the analysis.
    page.say(&json!({"do": "analyse", "bot": "muser", "seat": 1})).await;
    page.until(|said| said["advice"]["runs"] == true).await;
    page.say(&json!({"do": "play", "seat": 1, "action": view["legal"][0]["action"]})).await;
    page.until(|said| said["plies"] == 1 && said["advice"]["runs"] == false).await;
    // Other people neither start nor see an analysis.
    let key = view["links"][0]["key"].as_str().unwrap();
    let (mut ben, his) = board.page(key).await;
    assert_eq!(his["advice"], Value::Null);
    ben.say(&json!({"do": "analyse", "bot": "muser", "seat": 2})).await;
    assert_eq!(ben.refusal().await, "only the owner of the table can do that");
}

#[tokio::test]
async fn actions_are_taken_back_where_that_is_agreed() {
    let board = Board::start(&[]);
    let order = |takeback: bool| {
        let seats = json!([{"who": "here"}, {"who": "bot", "name": "random"}]);
        json!({"variant": "isolation", "seats": seats, "seed": "7", "takeback": takeback})
    };
    let (mut page, view) = board.table(order(false)).await;
    assert_eq!(view["is"], "table", "{view}");
    page.say(&json!({"do": "undo"})).await;
    assert_eq!(page.refusal().await, "moves cannot be taken back at this table");

    let (mut page, mut view) = board.table(order(true)).await;
    let (mut watcher, _) = board.page(view["links"][0]["key"].as_str().unwrap()).await;
    watcher.say(&json!({"do": "undo"})).await;
    assert_eq!(watcher.refusal().await, "only a player can take moves back");
    view = page.due(view).await;
    page.say(&json!({"do": "play", "seat": 1, "action": view["legal"][0]["action"]})).await;
    let after = page.until(|said| said["plies"] == 2 && said["legal"] != json!([])).await;
    assert_ne!(after["picture"], view["picture"]);
    page.say(&json!({"do": "undo"})).await;
    let back = page.until(|said| said["is"] == "table" && said["plies"] == 0 && said["legal"] != json!([])).await;
    assert_eq!((&back["picture"], &back["legal"], &back["from"]), (&view["picture"], &view["legal"], &json!(0)));
    page.say(&json!({"do": "undo"})).await;
    assert_ne!(page.refusal().await, "");
    page.say(&json!({"do": "stop"})).await;
    page.until(|said| said["status"] == "over").await;
}

#[tokio::test]
async fn an_earlier_board_is_shown_as_the_seat_may_see_it_and_leaves_no_file() {
    let board = Board::start(&[]);
    let seats = json!([{"who": "link", "name": "Ann"}, {"who": "link", "name": "Ben"}]);
    let (_, view) = board.table(json!({"variant": "isolation", "seats": seats, "seed": "7"})).await;
    let key = |place: usize| view["links"][place]["key"].as_str().unwrap().to_owned();
    let (mut ann, her) = board.page(&key(0)).await;
    let her = ann.due(her).await;
    ann.say(&json!({"do": "play", "seat": 1, "action": her["legal"][0]["action"]})).await;
    let after = ann.until(|said| said["plies"] == 1).await;
    assert_ne!(after["picture"], her["picture"]);
    let (mut watcher, _) = board.page(&key(2)).await;
    for page in [&mut ann, &mut watcher] {
        for (plies, picture) in [(0, &her["picture"]), (1, &after["picture"])] {
            page.say(&json!({"do": "past", "plies": plies})).await;
            let past = page.until(|said| said["is"] == "past").await;
            assert_eq!((&past["plies"], &past["picture"]), (&json!(plies), picture));
        }
        page.say(&json!({"do": "past", "plies": 2})).await;
        assert_eq!(page.refusal().await, "there is no board 2");
        page.say(&json!({"do": "watch", "game": 1})).await;
        assert_eq!(page.refusal().await, "this link is only for one table");
    }
    let left = fs::read_dir(&board.logs).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(left.filter(|path| path.extension().is_some_and(|ending| ending == "past")).count(), 0);
}

#[tokio::test]
async fn players_play_again_with_seats_changed_and_a_finished_table_is_removed() {
    let board = Board::start(&[]);
    let seats = json!([{"who": "here", "name": "Ann"}, {"who": "bot", "name": "random"}]);
    let (mut page, view) = board.table(json!({"variant": "isolation", "seats": seats, "takeback": true})).await;
    assert_eq!((&view["again"], &view["takeback"]), (&json!(true), &json!(true)));
    page.say(&json!({"do": "again"})).await;
    assert_eq!(page.refusal().await, "this table cannot play again now");
    page.say(&json!({"do": "remove", "table": view["id"]})).await;
    assert_eq!(page.refusal().await, "the game is not over; stop it first");
    page.say(&json!({"do": "stop"})).await;
    page.until(|said| said["status"] == "over").await;
    page.say(&json!({"do": "again"})).await;
    let next = page.until(|said| said["is"] == "table" && said["id"] != view["id"]).await;
    let names: Vec<_> = (0..2).map(|seat| next["seats"][seat]["name"].as_str().unwrap()).collect();
    assert_eq!((names, &next["takeback"]), (vec!["random", "Ann"], &json!(true)));
    page.say(&json!({"do": "leave"})).await;
    page.until(|said| said["is"] == "hall").await;
    page.say(&json!({"do": "remove", "table": view["id"]})).await;
    let hall = page.until(|said| said["is"] == "hall" && said["tables"].as_array().unwrap().len() == 1).await;
    assert_eq!(hall["tables"][0]["id"], next["id"]);
    let option = &hall["variants"][0]["options"][0];
    assert!(option["about"].as_str().unwrap().starts_with("the colours to start with"), "{option}");
    let logs = fs::read_dir(&board.logs).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
    assert_eq!(logs.filter(|name| name.ends_with(".jsonl")).count(), 2, "the log of a removed table stays");
    // People with links would need new ones.
    let seats = json!([{"who": "here"}, {"who": "link"}]);
    let (_, view) = board.table(json!({"variant": "isolation", "seats": seats})).await;
    assert_eq!(view["again"], false);
}

#[tokio::test]
async fn a_bot_of_a_file_is_seated_with_its_options_and_shut_in() {
    let folder = scratch("board");
    let file = folder.join("bots.toml");
    let entry = "[[bot]]\nname = \"mine\"\ncommand = \"search\"\nuntrusted = true\n\
                 options = { nodes = 9 }\nlimits = { strict = \"off\" }\n";
    fs::write(&file, entry).unwrap();
    let board = Board::start(&["--bots", file.to_str().unwrap()]);
    let seats = json!([{"who": "here"}, {"who": "bot", "name": "mine"}]);
    board.table(json!({"variant": "isolation", "seats": seats})).await;
    let kept = fs::read_to_string(board.logs.join("board.json")).unwrap();
    let lines = [r#""seatoption table-1 2 name nodes value 9""#, r#""seatset table-1 2 untrusted""#];
    let lines = format!(r#"{},"seatset table-1 2 strict off""#, lines.join(","));
    assert!(kept.contains(&lines), "{kept}");
    fs::remove_dir_all(folder).unwrap();
}
