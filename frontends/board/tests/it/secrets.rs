//! Secrets that others on this machine could find: in command lines, traces, and files.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use serde_json::json;
use testkit::processes::{eventually, scratch, survivors};

use crate::{
    attacks::answer,
    board::{BOARD, Board, Page},
};

/// The rights on a file.
fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_browser_is_led_to_the_board_by_a_private_file_that_goes_with_the_board() {
    let folder = scratch("board");
    let (logs, opened) = (folder.join("lögs here"), folder.join("opened"));
    // A board that was killed has left its page.
    fs::create_dir_all(logs.join("open-1")).unwrap();
    let browser = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/browser");
    let mut command = Command::new(BOARD);
    let mut board = Board::start_by(command.env("BROWSER", browser).env("OPENED", &opened), logs.clone());
    eventually("the browser is led", || opened.exists());
    assert!(!survivors("--arbiter").is_empty() && survivors(&board.key).is_empty());
    let address = fs::read_to_string(&opened).unwrap();
    let (path, name) = address.strip_prefix("file://").unwrap().rsplit_once('/').unwrap();
    assert!(path.contains("/l%C3%B6gs%20here/open-") && name == "board.html", "{address}");
    let page = logs.join(path.rsplit_once('/').unwrap().1);
    let text = fs::read_to_string(page.join(name)).unwrap();
    assert!(text.contains(&format!("0; url=http://{}/#{}", board.address, board.key)), "{text}");
    assert_eq!((mode(&page), mode(&page.join(name))), (0o700, 0o600));
    // The terminal was closed.
    assert_eq!(board.end_by("-HUP"), Some(0));
    let left: Vec<_> = fs::read_dir(&logs).unwrap().flatten().map(|entry| entry.file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("open-")), "{left:?}");
}

#[tokio::test]
async fn a_trace_has_no_key_and_only_the_own_account_reads_what_is_left() {
    let logs = scratch("board");
    let trace = logs.with_extension("trace");
    let mut command = Command::new("sh");
    command.args(["-c", "umask 0 && exec \"$@\"", "sh", BOARD, "--no-open"]).env("ARBITER_LOG", "trace");
    let mut board = Board::start_by(command.stderr(fs::File::create(&trace).unwrap()), logs.clone());
    let seats = json!([{"who": "link", "name": "Ann"}, {"who": "bot", "name": "random"}]);
    let (mut owner, view) = board.table(json!({"variant": "isolation", "seats": seats})).await;
    let links = view["links"].as_array().unwrap().iter().map(|link| link["key"].as_str().unwrap().to_owned());
    let mut keys: Vec<String> = links.chain([board.key.clone()]).collect();
    let (mut ann, _) = board.page(&keys[0]).await;
    ann.say(&json!({"do": "resign", "seat": 1})).await;
    owner.until(|said| said["status"] == "over").await;
    owner.say(&json!({"do": "past", "plies": 0})).await;
    owner.until(|said| said["is"] == "past").await;
    for what in ["log", "replay", "rules"] {
        owner.say(&json!({"do": "fetch", "what": what})).await;
        let paper = owner.until(|said| said["is"] == "paper").await;
        let path = paper["path"].as_str().unwrap();
        // A link works as often as the page is loaded.
        for _ in 0..2 {
            let page = answer(&board, &format!("GET {path} HTTP/1.1\r\nHost: {}", board.address)).await;
            assert!(page.starts_with("HTTP/1.1 200"), "{page}");
        }
        keys.push(path.rsplit_once('/').unwrap().1.to_owned());
    }
    assert_eq!(board.terminate(), Some(0));
    let traced = fs::read_to_string(&trace).unwrap();
    assert!(traced.contains("newmatch table-1"), "the arbiter traces its lines: {traced}");
    assert_eq!(keys.len(), 6);
    for key in keys {
        assert!(!traced.contains(&key[..8]), "{key}: {traced}");
    }
    let files: Vec<_> = fs::read_dir(&logs).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(files.iter().any(|file| file.extension().is_some_and(|name| name == "jsonl")), "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    fs::remove_file(trace).unwrap();
}

#[tokio::test]
async fn the_owner_alone_reads_command_lines_and_the_stderr_of_bots() {
    let secrets = ["/private/nobot", "hush-hush"];
    let absent = format!("absent={}", secrets[0]);
    let loud = format!("loud={}", shell_words::join(["sh", "-c", &format!("echo {} >&2; exit 3", secrets[1])]));
    let board = Board::start(&["--bot", &absent, "--bot", &loud]);
    for (bot, fault, secret) in [("absent", "no-start", secrets[0]), ("loud", "crash", secrets[1])] {
        let seats = json!([{"who": "link", "name": "Ann"}, {"who": "bot", "name": bot}]);
        let (mut owner, mut view) = board.table(json!({"variant": "isolation", "seats": seats})).await;
        while view["status"] != "over" {
            view = owner.until(|said| said["is"] == "table").await;
        }
        let whole = view["notices"][0].as_str().unwrap();
        assert!(whole.starts_with(&format!("{bot}: {fault}: ")) && whole.contains(secret), "{whole}");
        for part in [0, 1] {
            let (mut page, seen) = board.page(view["links"][part]["key"].as_str().unwrap()).await;
            assert_eq!(seen["notices"], json!([format!("{bot}: {fault}")]));
            page.say(&json!({"do": "fetch", "what": "log"})).await;
            assert_eq!(page.refusal().await, "only the owner of the table can do that");
            let replay = paper(&board, &mut page, "replay").await;
            assert!(
                replay.contains(fault) && replay.contains("The log is verified") && !replay.contains(secret),
                "{replay}"
            );
        }
        for what in ["log", "replay"] {
            assert!(paper(&board, &mut owner, what).await.contains(secret), "{what}");
        }
    }
}

/// The document of a table, as a page gets it.
async fn paper(board: &Board, page: &mut Page, what: &str) -> String {
    page.say(&json!({"do": "fetch", "what": what})).await;
    let paper = page.until(|said| said["is"] == "paper").await;
    let path = paper["path"].as_str().unwrap();
    answer(board, &format!("GET {path} HTTP/1.1\r\nHost: {}", board.address)).await
}
