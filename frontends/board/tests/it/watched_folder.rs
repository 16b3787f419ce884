//! The folders that a board may watch.

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
    process::Command,
};

use arbiter_board::watched_folder::WatchedFolder;
use serde_json::{Value, json};
use testkit::{processes::scratch, program};

use crate::board::Board;

#[test]
fn a_ladder_is_watched_at_its_last_planned_round() {
    let ladder = scratch("board");
    fs::write(ladder.join("ladder.toml"), "").unwrap();
    assert_eq!(WatchedFolder::open(&ladder).unwrap().path(), fs::canonicalize(&ladder).unwrap());
    for (round, is_planned) in [("000001-chess", true), ("000002-orwell", true), ("000003-chess", false)] {
        let folder = ladder.join("rounds").join(round);
        fs::create_dir_all(&folder).unwrap();
        if is_planned {
            fs::write(folder.join("plan.toml"), "variant = \"chess\"").unwrap();
        }
    }
    let watched = WatchedFolder::open(&ladder).unwrap();
    assert!(watched.path().ends_with("rounds/000002-orwell"), "{}", watched.path().display());
    assert_eq!(watched.named, fs::canonicalize(&ladder).unwrap());
}

/// A folder in which two bots of one program have played eight games.
fn cup(seed: &str) -> PathBuf {
    let cup = scratch("board").join("cup");
    let args = ["tournament", "--variant", "isolation", "--bot", "a=random", "--bot", "b=random", "--rounds", "4"];
    let output = Command::new(program("arbiter")).args(args).args(["--seed", seed, "--folder"]).arg(&cup).output();
    assert!(output.is_ok_and(|output| output.status.success()));
    cup
}

/// Without a reader or writer the opening of a pipe never ends, and `/dev/zero` has no end.
#[tokio::test]
async fn what_is_no_file_is_told_and_holds_up_neither_the_board_nor_its_end() {
    let cup = cup("1");
    let pipe = cup.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // A path of this kind may have 108 bytes only, so the socket lies elsewhere.
    let socket = std::env::temp_dir().join(format!("board-{}", std::process::id()));
    let _listener = UnixListener::bind(&socket).unwrap();
    // Game 3 still runs.
    let results = fs::read_to_string(cup.join("results.jsonl")).unwrap();
    let kept: String = results.split_inclusive('\n').filter(|line| !line.contains("\"game\":3,")).collect();
    fs::write(cup.join("results.jsonl"), &kept).unwrap();
    let log = fs::read_to_string(cup.join("games/000003.jsonl")).unwrap();
    let begun: String = log.split_inclusive('\n').take(4).collect();
    fs::write(cup.join("games/000003.jsonl"), begun).unwrap();

    let mut board = Board::start(&[cup.to_str().unwrap()]);
    let (mut page, _) = board.page(&board.key).await;
    for (name, target, kind) in [
        ("results.jsonl", &*pipe, "a pipe"),
        ("plan.toml", &socket, "a socket"),
        ("games/000003.jsonl", Path::new("/dev/zero"), "a device"),
    ] {
        let file = cup.join(name);
        let whole = fs::read(&file).unwrap();
        fs::remove_file(&file).unwrap();
        symlink(target, &file).unwrap();
        let expected = format!("{name}: expected a regular file, found {kind}");
        page.until(|said| said["trouble"].as_str().is_some_and(|text| text.ends_with(&expected))).await;
        fs::remove_file(&file).unwrap();
        fs::write(&file, whole).unwrap();
        let course = page.until(|said| said["is"] == "course" && said["trouble"].is_null()).await;
        assert_eq!(course["finished"], 7, "{course}");
    }
    fs::remove_file(cup.join("results.jsonl")).unwrap();
    fs::rename(&pipe, cup.join("results.jsonl")).unwrap();
    page.until(|said| said["trouble"].as_str().is_some_and(|text| text.ends_with("found a pipe"))).await;
    assert_eq!(board.terminate(), Some(0));

    fs::rename(cup.join("results.jsonl"), cup.join("plan.toml")).unwrap();
    let error = WatchedFolder::open(&cup).unwrap_err().to_string();
    assert!(error.ends_with("plan.toml: expected a regular file, found a pipe"), "{error}");
    fs::remove_file(socket).unwrap();
}

/// The scheduler prefers games whose bots already run, so logs come in any order.
#[tokio::test]
async fn running_games_are_shown_in_whatever_order_they_begin() {
    let cup = cup("1");
    // Only games 2 and 7 have ended. Games 5 and 8 still run, and the others have not begun.
    let results = fs::read_to_string(cup.join("results.jsonl")).unwrap();
    let ended = |line: &&str| [2, 7].contains(&serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap());
    let kept: String = results.lines().filter(ended).map(|line| format!("{line}\n")).collect();
    fs::write(cup.join("results.jsonl"), kept).unwrap();
    for game in [1, 3, 4, 6] {
        fs::remove_file(cup.join(format!("games/{game:06}.jsonl"))).unwrap();
    }
    for game in [5, 8] {
        let path = cup.join(format!("games/{game:06}.jsonl"));
        let lines = fs::read_to_string(&path).unwrap();
        let begun: String = lines.lines().take(4).map(|line| format!("{line}\n")).collect();
        fs::write(&path, begun).unwrap();
    }
    let board = Board::start(&[cup.to_str().unwrap()]);
    let (mut page, _) = board.page(&board.key).await;
    let shown =
        page.until(|said| said["is"] == "course" && said["boards"].as_array().is_some_and(|b| b.len() == 2)).await;
    let boards: Vec<u64> = shown["boards"].as_array().unwrap().iter().filter_map(|b| b["game"].as_u64()).collect();
    assert_eq!((boards, &shown["running"], &shown["finished"]), (vec![5, 8], &2.into(), &2.into()), "{shown}");
    // The bots are of one program, and each has its own name from the first record on.
    for board in shown["boards"].as_array().unwrap() {
        let names: Vec<&Value> = board["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
        let mut rows = results.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let row = rows.find(|row| row["game"] == board["game"]).unwrap();
        assert_eq!(names, row["seats"].as_array().unwrap().iter().collect::<Vec<_>>());
    }
}

/// The texts of the actions in the log of a folder's first game.
fn actions(folder: &Path) -> Vec<String> {
    let log = fs::read_to_string(folder.join("games/000001.jsonl")).unwrap();
    let records = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.filter(|record| record["type"] == "action").map(|it| it["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_number_is_that_of_the_present_round_and_an_open_game_stays() {
    let ladder = scratch("board");
    fs::write(ladder.join("ladder.toml"), "").unwrap();
    fs::create_dir(ladder.join("rounds")).unwrap();
    let [first, second] = ["000001-isolation", "000002-isolation"].map(|round| ladder.join("rounds").join(round));
    fs::rename(cup("1"), &first).unwrap();
    let board = Board::start(&[ladder.to_str().unwrap()]);
    let mut pages = Vec::new();
    for (round, seed) in [(&first, None), (&second, Some("2")), (&second, Some("3"))] {
        if let Some(seed) = seed {
            // The second time the round begins anew.
            let _ = fs::remove_dir_all(round);
            fs::rename(cup(seed), round).unwrap();
        }
        let expected = actions(round);
        // The board looks at the folder again within a second.
        pages.push(loop {
            let (mut page, _) = board.page(&board.key).await;
            page.say(&json!({"do": "watch", "game": 1})).await;
            let view = page.until(|said| said["is"] == "refused" || said["status"] == "over").await;
            let moves = view["moves"].as_array().into_iter().flatten().filter_map(|told| told["text"].as_str());
            if moves.eq(expected.iter().map(String::as_str)) {
                break page;
            }
        });
    }
    let gone = "the tournament was begun anew, without this game";
    for (page, expected) in pages.iter_mut().zip([None, Some(gone), None]) {
        for wish in [json!({"do": "past", "plies": 1}), json!({"do": "fetch", "what": "replay"})] {
            page.say(&wish).await;
            let said = page.until(|said| said["is"] != "table" && said["is"] != "course").await;
            assert_eq!(said["text"].as_str(), expected, "{said}");
        }
    }
}
