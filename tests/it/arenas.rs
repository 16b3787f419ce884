//! The adapters of `examples/arenas`, called as each arena calls them.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use testkit::{need, processes::scratch, root};

use crate::docs::command;

/// A bot that plays the first legal action, and one that answers with an illegal one.
const BOTS: [(&str, &str); 2] = [("first.py", "legal[0]"), ("wrong.py", "'a1a1'")];

/// The output of Python in a folder, with the arbiter and its bots on the `PATH`. `play` has words for `arbiter play`.
#[track_caller]
fn printed(folder: &Path, words: &[&str], play: &str) -> String {
    let mut command = command("python3", folder);
    command.args(words).env("ARBITER_PLAY", play);
    command.env("PYTHONPATH", root().join("tests/it/arenas")).env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {said}");
    // A warning about the machine, such as about control groups, is shown once for all calls of the arbiter.
    let sampled = said.matches("limits of memory and processes are only sampled").count();
    assert!(sampled <= 1, "{words:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

fn example(name: &str) -> String {
    root().join("examples/arenas").join(name).to_str().unwrap().to_owned()
}

/// A folder with the bots. `None` without Python.
fn bots(name: &str) -> Option<PathBuf> {
    need::has("python", "python3", "the adapters for other arenas").then(|| {
        let folder = scratch(name);
        for (file, choice) in BOTS {
            let text = format!(
                "import sys\nlegal = []\nfor line in sys.stdin:\n    words = line.split()\n    verb = words[0] if words else ''\n    \
                 if verb == 'uvi': print('id name {file}\\nfeature legal\\nuviok', flush=True)\n    \
                 elif verb == 'isready': print('readyok', flush=True)\n    \
                 elif verb == 'legal': legal = words[1:]\n    \
                 elif verb == 'go': print('bestmove', {choice}, flush=True)\n    elif verb == 'quit': break\n"
            );
            fs::write(folder.join(file), text).unwrap();
        }
        folder
    })
}

#[test]
fn cg_arena_gets_ranks_errors_and_a_replay() {
    let Some(folder) = bots("cgarena") else { return };
    let players = ["python3 first.py", "python3 wrong.py", "python3 first.py"];
    let call = [&example("cgarena_play.py"), "orwell", "-5", "replay.json"];
    let mut words: Vec<&str> = call.to_vec();
    words.extend(players);
    let line: Value = serde_json::from_str(&printed(&folder, &words, "-o maxrounds=2")).unwrap();
    assert_eq!((&line["ranks"], &line["errors"]), (&serde_json::json!([0, 2, 0]), &serde_json::json!([0, 1, 0])));
    let fault = line["attributes"].as_array().unwrap().iter().find(|attribute| attribute["name"] == "fault").unwrap();
    assert_eq!((&fault["player"], &fault["value"]), (&1.into(), &"illegal".into()));
    let log = fs::read_to_string(folder.join("replay.json")).unwrap();
    assert!(log.lines().last().unwrap().contains("\"seed\":\"0000000000000000fffffffffffffffb\""), "{log}");
}

#[test]
fn psyleague_gets_a_block_of_games_in_the_order_of_its_bots() {
    let Some(folder) = bots("psyleague") else { return };
    let games = printed(&folder, &[&example("psyleague_play.py"), "congress", "first.py", "wrong.py"], "--seed 1");
    let games: Value = serde_json::from_str(&games).unwrap();
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), 2);
    for (number, game) in games.iter().enumerate() {
        assert_eq!((&game["ranks"], &game["errors"]), (&serde_json::json!([0, 1]), &serde_json::json!([0, 1])));
        assert_eq!(game["player_data"][0]["seat"], number % 2 + 1);
    }
}

#[test]
fn a_class_is_graded_with_an_interval() {
    let Some(folder) = bots("grade") else { return };
    fs::create_dir(folder.join("class")).unwrap();
    for (file, _) in BOTS {
        fs::rename(folder.join(file), folder.join("class").join(file)).unwrap();
    }
    fs::write(folder.join("class/notes.txt"), "no bot\n").unwrap();
    let grade = example("grade.py");
    let words = [&grade, "congress", "class", "random", "--blocks", "2", "--limits", "processes=64"];
    let table = printed(&folder, &words, "");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["submission", "mark", "±", "faults"]);
    assert_eq!((rows[1][0], rows[2][0], rows.len()), ("first.py", "wrong.py", 3), "{table}");
    assert_eq!((rows[1][3], rows[2][1], rows[2][3], rows[2][4]), ("0", "0.0", "4", "illegal:"), "{table}");
    let [mark, radius] = [1, 2].map(|column| rows[1][column].parse::<f64>().unwrap());
    assert!((0.0..=100.0).contains(&mark) && radius > 0.0, "{table}");
}

/// The classes of CodeClash that an arena needs stand in `tests/it/arenas/codeclash`, with this machine in place of its
/// containers.
#[test]
fn codeclash_gets_scores_a_winner_and_the_faults() {
    let Some(folder) = bots("codeclash") else { return };
    for (file, name) in [("first.py", "ann"), ("wrong.py", "bob")] {
        fs::create_dir(folder.join(name)).unwrap();
        fs::rename(folder.join(file), folder.join(name).join("main.py")).unwrap();
    }
    let script = format!(
        "import sys, json; sys.path.insert(0, {:?}); from codeclash_arbiter import ArbiterArena; from codeclash import run; \
         print(json.dumps(run(ArbiterArena, ['ann', 'bob'], {{'variant': 'congress', 'sims_per_round': 2, 'limits': []}})))",
        example("")
    );
    let stats: Value = serde_json::from_str(&printed(&folder, &["-c", &script], "")).unwrap();
    assert_eq!((&stats["winner"], &stats["scores"]), (&"ann".into(), &serde_json::json!({"ann": 2.0, "bob": 0.0})));
    assert_eq!(stats["details"].as_array().unwrap().len(), 2);
    assert!(stats["details"][0].as_str().unwrap().starts_with("game 1: bob: illegal: "), "{stats}");
}

#[test]
fn an_adapter_is_at_most_a_hundred_lines() {
    for entry in fs::read_dir(root().join("examples/arenas")).unwrap() {
        let path = entry.unwrap().path();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= 100, "{}: {lines}", path.display());
    }
}
