//! `arbiter-uci` between the arbiter and an engine. A fault of the engine is a fault of its seat, with the engine's
//! words in its text, and no process is left. The engine is a script; installed real engines play too.

#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use serde_json::Value;
use testkit::need;

const ARBITER: &str = env!("CARGO_BIN_EXE_arbiter");

fn script() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/uci/engine.sh")
}

/// Plays with these words. Returns the records of the log.
#[track_caller]
fn play(name: &str, words: &[&str]) -> Vec<Value> {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("uci-{name}.jsonl"));
    let _ = fs::remove_file(&log);
    let mut command = Command::new(ARBITER);
    command.args(["play", "chess"]).args(words).args(["--quiet", "--seed", "1", "--log"]).arg(&log);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let text = fs::read_to_string(&log).unwrap_or_else(|error| panic!("{name}: {error}: {said}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn engine(mode: &str) -> String {
    format!("bot:uci {} {mode}", testkit::word(script()))
}

#[test]
fn a_game_is_played_to_mate_with_its_scores() {
    let mode = engine("good");
    let records = play("good", &[&mode, &mode, "--clock", "movetime 20000"]);
    let result = records.last().unwrap();
    assert_eq!((&result["reason"], &result["decisions"]), (&"checkmate".into(), &4.into()), "{result}");
    let mate = &records[records.len() - 2];
    assert_eq!(
        (&mate["text"], &mate["info"]["score"], &mate["info"]["depth"]),
        (&"Qh4#".into(), &29_999.into(), &9.into())
    );
    let first = &records[1]["info"];
    assert_eq!((&first["score"], &first["nodes"], &first["depth"]), (&21.into(), &7.into(), &2.into()));
    assert_eq!(records[0]["seats"][0]["name"], "Scripted");
}

#[test]
fn a_mistake_in_the_words_of_the_adapter_is_told_before_any_game() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (words, expected) in [
        ("uci", "the following required arguments were not provided: <ENGINE>"),
        ("uci --overhead x sh", "invalid value 'x' for '--overhead <MS>'"),
        ("uci --overhed 20 sh", "unexpected argument '--overhed' found"),
        ("uci --overhed sh", "unexpected argument '--overhed' found"),
    ] {
        let args = ["tournament", "--variant", "chess", "--bot", &format!("a={words}"), "--bot", "random", "--dry-run"];
        let output = Command::new(ARBITER).args(args).current_dir(dir).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains(expected), "{words}: {said}");
        let play =
            Command::new(ARBITER).args(["play", "chess", "bot:random", &format!("bot:{words}")]).output().unwrap();
        let said = String::from_utf8(play.stderr).unwrap();
        assert_eq!(play.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains(expected) && !said.contains("bot:prowler"), "{words}: {said}");
    }
}

#[test]
fn options_of_every_type_reach_the_engine() {
    let mode = engine("good");
    let set = ["1:Hash=8", "1:Clear_Hash=x", "1:Style_of_Play=Risky", "1:Book_File=a b.bin", "1:Ponder=true"];
    let flags: Vec<&str> = set.iter().flat_map(|set| ["--bot-option", *set]).collect();
    let mut words = vec![mode.as_str(), mode.as_str(), "--clock", "movetime 20000"];
    words.extend(flags);
    let records = play("options", &words);
    assert_eq!(records.last().unwrap()["reason"], "checkmate");
}

/// The input of the scripted engine in two games in which it reports its chances, and the records of the first game.
fn chances(name: &str, more: &[&str]) -> (Vec<String>, Vec<Value>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (heard, log) = (folder.join(format!("uci-{name}.txt")), folder.join(format!("uci-{name}.jsonl")));
    let numbered = |number: u32| folder.join(format!("uci-{name}-{number}.jsonl"));
    for path in [&heard, &numbered(1), &numbered(2)] {
        let _ = fs::remove_file(path);
    }
    let engine = format!("{} {}", engine("chances"), testkit::word(&heard));
    let mut command = Command::new(ARBITER);
    command.args(["play", "chess", &engine, &self::engine("good"), "--games", "2", "--clock"]);
    command.args(["movetime 20000", "--info", "all", "--quiet", "--seed", "1", "--log"]).arg(log).args(more);
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let records = fs::read_to_string(numbered(1)).unwrap();
    let heard = fs::read_to_string(heard).unwrap();
    (
        heard.lines().map(str::to_owned).collect(),
        records.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    )
}

#[test]
fn chances_are_shown_and_passed_on_with_all_figures() {
    let (heard, records) = chances("chances", &[]);
    assert_eq!(&heard[..3], ["uci", "setoption name UCI_ShowWDL value true", "isready"], "{heard:?}");
    assert!(!heard.iter().any(|line| line.contains("UCI_Opponent")), "nobody has named one: {heard:?}");
    let infos = records[1]["infos"].as_array().unwrap();
    let said = "score 30 wdl 57 930 13 depth 3 seldepth 4 nodes 9 nps 8 hashfull 2 tbhits 1 time 1 pv e2e4";
    assert!(infos.iter().any(|info| info == said), "{infos:?}");
    // A bound is not taken for a score, wherever its word stands in the line.
    assert!(infos.iter().all(|info| !info.as_str().unwrap().contains("score 90")), "{infos:?}");
}

#[test]
fn who_sets_what_the_adapter_would_set_is_heard() {
    let more = ["--bot-option", "1:UCI_ShowWDL=false", "--bot-option", "1:UCI_Opponent=GM 2800 human A B"];
    let (heard, _) = chances("opponent", &more);
    assert!(!heard.iter().any(|line| line.contains("UCI_ShowWDL")), "{heard:?}");
    let told = heard.windows(3).filter(|lines| {
        lines[0] == "ucinewgame"
            && lines[1] == "setoption name UCI_Opponent value GM 2800 human A B"
            && lines[2] == "isready"
    });
    assert_eq!(told.count(), 2, "{heard:?}");
    assert_eq!(heard.iter().filter(|line| line.contains("UCI_Opponent")).count(), 2, "{heard:?}");
}

/// The engine of the tests of `arbiter-fastchess` says an illegal line, and plays another move than its last one
/// begins.
#[test]
fn a_tournament_warns_of_what_an_engine_says_wrongly() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci-warns");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let engine = testkit::word(testkit::root().join("frontends/fastchess/tests/it/engine.sh"));
    let bot = |name: &str, mode: &str| {
        format!("[[bot]]\nname = {name:?}\ncommand = {:?}\n", format!("uci sh {engine} {mode}"))
    };
    let (boaster, well) = (bot("boaster", "boast"), bot("well", "well"));
    let run = |warn: &str| {
        let file = format!(
            "variant = \"chess\"\nformat = \"gauntlet\"\nseatings = \"single\"\nclock = \"nodes 5\"\nwarn = {warn}\n{boaster}{well}"
        );
        fs::write(folder.join("cup.toml"), file).unwrap();
        let args = ["tournament", "cup.toml", "--quiet", "--folder", &format!("warn-{}", warn.len())];
        let output = Command::new(ARBITER).args(args).current_dir(&folder).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let lines = [
        "game 1, boaster: at action 1, its line has a1a1, which is not legal there: info score 29999 mate 1 depth 2 pv f2f3 \
         a1a1 (2 times in this game)",
        "game 1, boaster: at action 1, its line is shorter than the mate of its score: info score 29991 mate 9 depth 4 pv \
         a2a3 (2 times in this game)",
        "game 1, boaster: at action 1, its answer f2f3 is not the beginning of its last line: info score 29991 mate 9 depth 4 \
         pv a2a3 (2 times in this game)",
    ];
    assert_eq!(run("true"), (Some(0), lines.map(|line| format!("arbiter: {line}\n")).concat()));
    assert_eq!(run("false"), (Some(0), String::new()));
}

/// Plays as White in this mode. Returns the fault.
#[track_caller]
fn fault(mode: &str, word: &str, clock: &str) -> Value {
    let records = play(mode, &[&engine(mode), "bot:random", "--clock", clock]);
    let fault =
        records.iter().find(|record| record["type"] == "fault").unwrap_or_else(|| panic!("{mode}: {records:?}"));
    assert_eq!((&fault["fault"], &fault["seat"]), (&word.into(), &1.into()), "{mode}: {fault}");
    nothing_is_left(mode);
    fault.clone()
}

/// Checks that no process runs the script in this mode.
#[track_caller]
fn nothing_is_left(mode: &str) {
    let wanted = format!("engine.sh\0{mode}\0");
    let running = fs::read_dir("/proc").into_iter().flatten().flatten().find(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(&wanted)
    });
    assert!(running.is_none(), "{mode}: {running:?}");
}

#[test]
fn an_answer_that_is_no_move_is_told_as_the_engine_said_it() {
    for (mode, word, text) in [
        ("none", "unreadable", "found (none)"),
        ("null", "unreadable", "found 0000"),
        ("illegal", "illegal", "found e2e5: the pawn on e2 cannot go to e5"),
        ("nothing", "unreadable", "bestmove"),
    ] {
        let fault = fault(mode, word, "movetime 20000");
        assert!(fault["text"].as_str().unwrap().contains(text), "{mode}: {fault}");
    }
}

#[test]
fn an_engine_that_ends_is_a_crash_that_says_how_and_what_it_said_last() {
    for (mode, told) in [
        ("crash", "the engine ended, exit status: 3; the last that it said: info string about to divide by zero"),
        ("killed", "the engine ended, signal: 9 (SIGKILL); the last that it said: readyok"),
        ("closed", "the engine closed its output; the last that it said: readyok"),
    ] {
        let fault = fault(mode, "crash", "movetime 20000");
        assert!(fault["stderr"].as_str().unwrap().contains(told), "{mode}: {fault}");
    }
}

#[test]
fn an_engine_that_does_not_answer_is_late() {
    fault("hang", "timeout", "movetime 300");
    let chatter = fault("chatter", "timeout", "movetime 300");
    assert!(chatter["text"].as_str().unwrap().contains("cannot open book.bin"), "{chatter}");
}

/// The records of two games in which Black is played by an engine in this mode.
#[track_caller]
fn fate(mode: &str) -> Vec<Vec<Value>> {
    let name = format!("uci-{}", mode.replace('@', "-at-"));
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
    let logs = [1, 2].map(|number| log.with_file_name(format!("{name}-{number}.jsonl")));
    for log in &logs {
        let _ = fs::remove_file(log);
    }
    let mut command = Command::new(ARBITER);
    command.args(["play", "chess", &engine("good"), &engine(mode), "--games", "2", "--bot-option", "2:Hash=8"]);
    // Only modes whose engine is stopped wait in vain. The other modes have much time, for a busy machine.
    let waits = if mode.starts_with("stop") {
        ["movetime 4000", "greet 4000 ready 4000 quit 1000"]
    } else {
        ["movetime 30000", "greet 30000 ready 30000 quit 5000"]
    };
    command.args(["--clock", waits[0], "--patience", waits[1]]);
    let output = command.args(["--quiet", "--seed", "1", "--log"]).arg(&log).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{mode}: {output:?}");
    nothing_is_left(mode);
    let read = |log: &PathBuf| fs::read_to_string(log).unwrap_or_else(|error| panic!("{mode}: {error}: {output:?}"));
    logs.map(|log| read(&log).lines().map(|line| serde_json::from_str(line).unwrap()).collect()).into()
}

/// The fault of each game, if there is one.
fn faults(games: &[Vec<Value>]) -> Vec<Option<String>> {
    let fault = |game: &Vec<Value>| {
        let fault = game.iter().find(|record| record["type"] == "fault")?;
        assert_eq!(fault["seat"], 2, "{fault}");
        Some(fault["fault"].as_str().unwrap().to_owned())
    };
    games.iter().map(fault).collect()
}

#[test]
fn an_adapter_or_an_engine_that_is_killed_is_a_crash_at_every_stage() {
    for who in ["kill", "adapter"] {
        for stage in ["uci", "setoption", "isready", "ucinewgame", "go"] {
            let mode = format!("{who}@{stage}");
            assert_eq!(faults(&fate(&mode)), [Some("crash".to_owned()), Some("crash".to_owned())], "{mode}");
        }
        // A finished game has no fault, but an adapter may be killed before it has passed on the last answer. The next
        // game may have a fault too, if the arbiter has not yet noticed that the bot is dead.
        let games = fate(&format!("{who}@idle"));
        let found = faults(&games);
        let mated = games[0].last().unwrap()["reason"] == "checkmate";
        assert!((mated && found[0].is_none()) || (who == "adapter" && found[0].is_some()), "{who}: {found:?}");
        let known = |fault: &Option<String>| fault.as_deref().is_none_or(|fault| fault == "crash" || fault == "deaf");
        assert!(found.iter().all(known), "{who}: {found:?}");
        assert_eq!(faults(&fate(&format!("{who}@quit"))), [None, None]);
    }
}

#[test]
fn an_engine_that_is_stopped_is_late_at_every_stage() {
    // Each game waits for a timeout, so all wait at once.
    thread::scope(|scope| {
        for (stage, expected) in [
            ("uci", [Some("no-greeting"); 2]),
            ("setoption", [Some("timeout"); 2]),
            ("isready", [Some("timeout"); 2]),
            ("ucinewgame", [Some("timeout"); 2]),
            ("go", [Some("timeout"); 2]),
            ("idle", [None, Some("timeout")]),
            ("quit", [None, None]),
        ] {
            scope.spawn(move || {
                let found = faults(&fate(&format!("stop@{stage}")));
                assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected, "{stage}");
            });
        }
    });
}

#[test]
fn an_engine_that_does_not_greet_is_told_with_what_it_said() {
    let words = [&engine("good"), &engine("silent"), "--clock", "movetime 30000", "--patience", "greet 4000"];
    let records = play("silent", &words);
    let fault = records.iter().find(|record| record["type"] == "fault").unwrap();
    assert_eq!(fault["fault"], "no-greeting");
    assert!(fault["text"].as_str().unwrap().contains("cannot open eval.nnue"), "{fault}");
    nothing_is_left("silent");
}

/// Checks that the program refuses these words with this exit code and text.
#[track_caller]
fn refused(words: &[&str], code: i32, expected: &str) {
    let output = Command::new(ARBITER).args(words).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{words:?}: {said}");
    assert!(said.contains(expected), "{words:?}: {said}");
}

#[test]
fn what_an_engine_lacks_is_told_before_the_first_game() {
    let absent = ["play", "chess", "bot:uci no-such-engine", "bot:random", "--quiet"];
    refused(&absent, 2, "seat 1: there is no program no-such-engine on the PATH");
    let absent = ["tournament", "--variant", "chess", "--bot", "a=uci no-such-engine", "--bot", "random", "--dry-run"];
    refused(&absent, 2, "there is no program no-such-engine on the PATH");
    let plain = engine("plain");
    let shuffled = ["play", "chess", "bot:random", &plain, "-o", "start=shuffled", "--quiet"];
    refused(&shuffled, 2, "the engine has no option UCI_Chess960, which a shuffled start needs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci-shuffled");
    let _ = fs::remove_dir_all(&folder);
    let (folder, bot) = (folder.display().to_string(), format!("plain={}", &plain["bot:".len()..]));
    let cup = ["tournament", "--variant", "chess", "--bot", &bot, "--bot", "random", "-o", "start=shuffled", "--quiet"];
    let words: Vec<&str> = cup.into_iter().chain(["--folder", &folder]).collect();
    refused(&words, 2, "bot plain: ");
    let spaced = ["play", "chess", "bot:random", "bot:random", "--bot-option", "1:Skill Level=3"];
    refused(&spaced, 2, "such as Skill_Level, found Skill Level");
    let windows = Path::new(env!("CARGO_TARGET_TMPDIR")).join("uci-windows.sh");
    fs::write(&windows, "#!/bin/sh\r\necho uciok\r\n").unwrap();
    fs::set_permissions(&windows, fs::Permissions::from_mode(0o755)).unwrap();
    refused(
        &["check", &format!("uci {}", testkit::word(&windows))],
        2,
        "has Windows line ends: its first line is `#!/bin/sh\\r`",
    );
}

#[test]
fn an_engine_that_floods_does_so_as_any_bot() {
    fault("flood", "flood", "movetime 20000");
    fault("long", "flood", "movetime 20000");
}

#[test]
fn an_engine_that_prints_before_it_greets_is_heard() {
    let records = play("banner", &[&engine("banner"), &engine("good"), "--clock", "movetime 20000"]);
    assert_eq!(records.last().unwrap()["reason"], "checkmate");
}

/// The installed engines of `scripts/engines`.
fn installed() -> Vec<&'static str> {
    const ENGINES: [&str; 5] = ["stockfish", "fairy-stockfish", "ethereal-chess", "toga2", "glaurung"];
    let is_there = |name: &&str| ["/usr/games", "/usr/bin"].iter().any(|folder| Path::new(folder).join(name).is_file());
    let (there, absent): (Vec<&str>, Vec<&str>) = ENGINES.into_iter().partition(is_there);
    if there.len() < 2 {
        let why = format!("there is no {}; scripts/engines installs them", absent.join(", "));
        need::not_tried("engines", "real UCI engines", &why);
    }
    there
}

#[test]
fn real_engines_play_whole_games_without_a_fault() {
    let engines = installed();
    for pair in engines.windows(2).take(2) {
        let [one, other] = [pair[0], pair[1]].map(|name| format!("bot:uci:{name}"));
        let name = format!("real-{}", pair[0]);
        let records = play(&name, &[&one, &other, "--clock", "movetime 30 margin 20000"]);
        assert!(records.iter().all(|record| record["type"] != "fault"), "{pair:?}: {:?}", records.last());
        let said = records.iter().filter(|record| record["info"]["score"].is_number()).count();
        assert!(said * 2 > records.len(), "{pair:?}: {said} scores");
    }
}
