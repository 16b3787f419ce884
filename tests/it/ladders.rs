//! Ladders with real bots: bots come, change and go, and kills change nothing.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    io::{BufRead as _, BufReader, Read as _},
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use testkit::{
    processes, program,
    run::{Said, said},
    session::faulty,
    word,
};

const FILE: &str = "\
tables = 4
seed = \"7\"
[[game]]
variant = \"isolation\"
log = { times = \"off\" }
adjudication = { max-decisions = 8 }
[[game]]
variant = \"congress\"
log = { times = \"off\" }
adjudication = { max-decisions = 8 }
";

struct TestLadder {
    dir: PathBuf,
}

impl TestLadder {
    /// A ladder with three bots that play at random.
    fn new(name: &str) -> Self {
        let ladder = Self { dir: processes::scratch(name) };
        fs::write(ladder.dir.join("ladder.toml"), FILE).unwrap();
        fs::create_dir(ladder.dir.join("bots")).unwrap();
        for seed in 1..=3 {
            ladder.put(&format!("r{seed}.toml"), &format!("command = \"random\"\noptions = {{ seed = {seed} }}\n"));
        }
        ladder
    }

    /// Writes a file of a bot.
    fn put(&self, name: &str, text: &str) {
        let path = self.dir.join("bots").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Writes a script that starts another program.
    fn put_script(&self, name: &str, program: &Path) {
        fs::create_dir_all(self.dir.join("bots").join(name).parent().unwrap()).unwrap();
        processes::put_program(self.dir.join("bots").join(name), format!("#!/bin/sh\nexec {}\n", word(program)));
    }

    fn arbiter(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.arg("ladder").arg(&self.dir).args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    #[track_caller]
    fn run(&self, args: &[&str]) -> Said {
        said(self.arbiter(args).output().unwrap())
    }

    /// Plays up to a number of rounds. Returns stderr.
    #[track_caller]
    fn play(&self, rounds: usize) -> String {
        self.run(&["--quiet", "--rounds", &rounds.to_string()]).code(0).err
    }

    /// The rows of a game in the table.
    fn rows(&self, game: &str) -> Vec<Value> {
        let table: Value = serde_json::from_str(&self.run(&["--show", "--format", "json"]).out).unwrap();
        table["games"][game]["bots"].as_array().unwrap().clone()
    }

    /// The state of a bot, whatever its version.
    fn state(&self, game: &str, bot: &str) -> Vec<String> {
        let rows = self.rows(game).into_iter();
        let rows = rows.filter(|row| row["name"].as_str().unwrap().split('@').next() == Some(bot));
        rows.map(|row| row["state"].as_str().unwrap().to_owned()).collect()
    }

    /// Makes 14 November 2023 the day of all rounds so far.
    fn end_day(&self) {
        let day = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_700_000_000);
        let rounds = fs::read_dir(self.dir.join("rounds")).unwrap().map(|round| round.unwrap().path());
        for file in rounds.map(|round| round.join("results.jsonl")).chain([self.dir.join("finished.jsonl")]) {
            fs::File::open(file).unwrap().set_modified(day).unwrap();
        }
    }

    /// The ranks of the bots of a game.
    fn ranks(&self, game: &str) -> BTreeMap<String, i64> {
        let rows = self.rows(game).into_iter();
        rows.filter_map(|row| Some((row["name"].as_str()?.to_owned(), row["rank"].as_i64()?))).collect()
    }

    /// The finished rounds.
    fn finished(&self) -> Vec<String> {
        let text = fs::read_to_string(self.dir.join("finished.jsonl")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The logs of all rounds.
    fn logs(&self) -> BTreeMap<String, String> {
        let rounds = fs::read_dir(self.dir.join("rounds")).unwrap().map(|round| round.unwrap().path());
        let logs = rounds.flat_map(|round| fs::read_dir(round.join("games")).unwrap()).map(|log| log.unwrap().path());
        logs.map(|log| (word(log.strip_prefix(&self.dir).unwrap()), fs::read_to_string(&log).unwrap())).collect()
    }
}

#[test]
fn a_ladder_that_is_moved_in_the_middle_of_a_round_goes_on() {
    let with_programs = |name: &str| {
        let ladder = TestLadder::new(name);
        ladder.put_script("script", &program("arbiter-random"));
        ladder.put_script("folder/bot", &program("arbiter-greedy"));
        ladder
    };
    let undisturbed = with_programs("ladder-stays");
    undisturbed.play(4);
    let mut moved = with_programs("ladder-moves");
    for (place, logs) in [("ladder moved once", 3), ("ladder moved twice", 18)] {
        let mut arbiter = moved.arbiter(&["--quiet", "--rounds", "4"]).spawn().unwrap();
        processes::eventually("the ladder is in a round", || {
            let rounds = fs::read_dir(moved.dir.join("rounds")).into_iter().flatten();
            let games =
                rounds.map(|round| fs::read_dir(round.unwrap().path().join("games")).map_or(0, Iterator::count));
            games.sum::<usize>() >= logs || arbiter.try_wait().unwrap().is_some()
        });
        arbiter.kill().unwrap();
        arbiter.wait().unwrap();
        let to = processes::scratch(place);
        fs::rename(&moved.dir, &to).unwrap();
        moved.dir = to;
    }
    moved.play(4);
    assert_eq!(moved.finished(), undisturbed.finished());
    assert_eq!(moved.logs(), undisturbed.logs());
    let plans = fs::read_dir(moved.dir.join("rounds")).unwrap().map(|round| round.unwrap().path().join("plan.toml"));
    let plans: Vec<String> = plans.map(|plan| fs::read_to_string(plan).unwrap()).collect();
    assert!(plans.iter().any(|plan| plan.contains("dir = \"versions/script@")), "{plans:?}");
    assert!(plans.iter().all(|plan| !plan.contains("ladder-moves")), "{plans:?}");
}

/// An arbiter that lacks a program of a round which another one plays.
#[test]
fn an_arbiter_needs_nothing_of_the_rounds_of_others() {
    let ladder = TestLadder::new("ladder-elsewhere");
    // It holds up its round.
    processes::put_program(ladder.dir.join("bots/script"), "#!/bin/sh\nexec sleep 1000\n");
    let mut arbiter = ladder.arbiter(&["--quiet"]).spawn().unwrap();
    let round = ladder.dir.join("rounds/000001-isolation");
    processes::eventually("the ladder is in a round", || round.join("games/000001.jsonl").exists());
    arbiter.kill().unwrap();
    arbiter.wait().unwrap();
    assert!(fs::read_to_string(round.join("plan.toml")).unwrap().contains("versions/script@"));
    fs::remove_file(ladder.dir.join("bots/script")).unwrap();
    fs::rename(ladder.dir.join("versions"), ladder.dir.join("elsewhere")).unwrap();
    let claimed = fs::File::open(&round).unwrap();
    claimed.lock().unwrap();
    let arbiter = ladder.arbiter(&["--quiet", "--rounds", "2"]).spawn().unwrap();
    processes::eventually("another round is played", || !ladder.finished().is_empty());
    drop(claimed);
    let said = said(arbiter.wait_with_output().unwrap()).code(4);
    assert!(said.err.contains("000001-isolation cannot go on: put back what is missing"), "{}", said.err);
}

#[test]
fn a_ladder_can_be_changed_and_always_shows_its_tables() {
    let ladder = TestLadder::new("ladder-changed");
    ladder.play(2);
    let file = |text: &str| fs::write(ladder.dir.join("ladder.toml"), text).unwrap();
    let (first, second) = FILE.split_at(FILE.find("[[game]]\nvariant = \"congress\"").unwrap());
    file(first);
    let told = "arbiter: ladder: congress is no game of this ladder any more: its table stays as congress-until-2";
    assert!(ladder.play(3).contains(told));
    assert_eq!(ladder.rows("congress-until-2").len(), 3);
    file(&(first.replace("max-decisions = 8", "max-decisions = 9") + second));
    let said = ladder.play(4);
    let told = "the settings of isolation are not those of its last round: it begins a new table, and the old one stays \
                as isolation-until-3";
    assert!(said.contains(told) && !said.contains("congress"), "{said}");
    assert_eq!(ladder.rows("isolation-until-3").len(), 3);
    assert_eq!(ladder.rows("congress")[0]["rank"], 1);
    let finished = ladder.dir.join("finished.jsonl");
    let good = fs::read_to_string(&finished).unwrap();
    fs::write(&finished, good.replace("\"round\":2,", "\"round\":")).unwrap();
    let said = ladder.run(&["--rounds", "5"]).code(4).err;
    let cure = "put the line back as it was, or remove it: if its folder is in rounds/, it is finished again;";
    assert!(said.contains("finished.jsonl line 2: ") && said.contains(cure), "{said}");
    let show = || ladder.run(&["--show"]).code(0);
    let shown = show().out;
    assert!(shown.contains("isolation-until-3\n|") && shown.contains(cure), "{shown}");
    fs::write(&finished, good).unwrap();
    file("[[game]]\nvariant = \"isolatio\"\n");
    let Said { out, err, .. } = show();
    assert!(out.contains("congress-until-2\n|") && err.contains("did you mean isolation?"), "{out}\n{err}");
}

/// A kill after the plan of a round and before its settings.
#[test]
fn a_round_without_settings_is_planned_again() {
    let ladder = TestLadder::new("ladder-unset");
    let (file, _) = FILE.split_at(FILE.find("[[game]]\nvariant = \"congress\"").unwrap());
    fs::write(ladder.dir.join("ladder.toml"), file).unwrap();
    ladder.play(1);
    let [first, cut] =
        ["000001", "000002"].map(|number| ladder.dir.join(format!("rounds/{number}-isolation/plan.toml")));
    fs::create_dir(cut.parent().unwrap()).unwrap();
    fs::copy(first, &cut).unwrap();
    fs::write(ladder.dir.join("ladder.toml"), file.replace("decisions = 8", "decisions = 9")).unwrap();
    ladder.play(2);
    for text in [&ladder.finished()[1], &fs::read_to_string(cut).unwrap()] {
        assert!(text.contains("max-decisions = 9"), "{text}");
    }
}

#[test]
fn two_arbiters_play_one_ladder() {
    let ladder = TestLadder::new("ladder-two");
    let both = [(), ()].map(|()| ladder.arbiter(&["--quiet", "--rounds", "4"]).spawn().unwrap());
    both.into_iter().for_each(|arbiter| drop(said(arbiter.wait_with_output().unwrap()).code(0)));
    let finished = ladder.finished();
    assert_eq!(finished.len(), 4);
    for round in &finished {
        let round: Value = serde_json::from_str(round).unwrap();
        assert_eq!(round["results"].as_array().unwrap().len(), 8);
    }
}

#[test]
fn a_changed_bot_is_a_new_version_and_the_old_one_keeps_its_record() {
    let ladder = TestLadder::new("ladder-changes");
    ladder.put_script("script", &program("arbiter-random"));
    ladder.put_script("folder/bot", &program("arbiter-greedy"));
    ladder.play(2);
    assert_eq!(ladder.state("isolation", "script"), ["plays"]);
    assert_eq!(ladder.state("isolation", "folder"), ["plays"]);
    for file in ["__pycache__/helper.cpython-313.pyc", ".git/HEAD", ".bot.swp", "bot~", "data/.hidden"] {
        ladder.put(&format!("folder/{file}"), "left behind");
    }
    assert_eq!(ladder.state("isolation", "folder"), ["plays"]);
    let old = ladder.rows("isolation").into_iter().find(|row| row["name"].as_str().unwrap().starts_with("script@"));
    ladder.put_script("script", &program("arbiter-greedy"));
    let versions = || fs::read_dir(ladder.dir.join("versions")).unwrap().count();
    let before = versions();
    assert_eq!(ladder.state("isolation", "script").len(), 2);
    assert_eq!(versions(), before, "whoever looks on copies nothing, because the ladder may be copying");
    fs::remove_dir_all(ladder.dir.join("bots/folder")).unwrap();
    ladder.play(6);
    let mut states = ladder.state("isolation", "script");
    states.sort();
    assert_eq!(states, ["gone", "plays"]);
    assert_eq!(ladder.state("isolation", "folder"), ["gone"]);
    let rows = ladder.rows("isolation");
    let kept = rows.iter().find(|row| row["name"] == old.as_ref().unwrap()["name"]).unwrap();
    assert_eq!(kept["games"], old.unwrap()["games"]);
}

#[test]
fn a_bot_that_cannot_play_is_benched_with_its_reason() {
    let ladder = TestLadder::new("ladder-benched");
    let marker = processes::marker("ladder-benched");
    ladder.put("missing.toml", "command = \"./nobody\"\n");
    // Some editors put a byte order mark before a text.
    ladder.put("crashes.toml", &format!("\u{feff}command = {:?}\n", faulty("crash", &marker)));
    ladder.put("chess.toml", &format!("command = {:?}\n", faulty("other-variant", &marker)));
    ladder.put("notes.txt", "no bot");
    for file in ["windows.sh", "folder/bot"] {
        ladder.put_script(file, Path::new("true"));
        processes::put_program(ladder.dir.join("bots").join(file), "#!/bin/sh\r\nexec true\r\n");
    }
    ["dup.py", "dup.sh"].iter().for_each(|bot| ladder.put_script(bot, &program("arbiter-random")));
    fs::write(ladder.dir.join("bots").join(OsStr::from_bytes(b"\xffx")), "").unwrap();
    let said = ladder.play(10);
    assert!(said.contains("bots/dup.py and bots/dup.sh have one name: only bots/dup.py plays"), "{said}");
    assert!(said.contains("bots/\u{fffd}x: expected a name in UTF-8"), "{said}");
    for bot in ["missing", "windows", "folder", "chess"] {
        let told = |line: &str| {
            line.starts_with(&format!("arbiter: ladder: {bot}@"))
                && line.contains(" plays isolation no more until it changes or the ladder is started again: ")
        };
        assert_eq!(said.lines().filter(|line| told(line)).count(), 1, "{bot}: {said}");
    }
    let notes = "bots/notes.txt is no bot: it cannot be executed, and there is no notes.toml";
    assert!(said.contains(notes), "{said}");
    assert!(fs::read_to_string(ladder.dir.join("table.txt")).unwrap().contains(notes));
    assert!(fs::read_to_string(ladder.dir.join("index.html")).unwrap().contains(notes));
    assert_eq!(ladder.state("isolation", "r1"), ["plays"]);
    let state = |bot: &str| ladder.state("isolation", bot).concat();
    assert_eq!(state("crashes"), "three crashes in its last 30 games");
    assert!(state("missing").contains("there is no file"), "{}", state("missing"));
    assert!(state("windows").contains("/bots/windows.sh has Windows line ends"), "{}", state("windows"));
    assert!(state("folder").contains("/bots/folder/bot has Windows line ends"), "{}", state("folder"));
    assert!(state("chess").contains("does not play isolation, only nonesuch"), "{}", state("chess"));
}

#[test]
fn a_ladder_with_too_few_bots_says_what_it_waits_for() {
    let ladder = TestLadder::new("ladder-waits");
    fs::write(ladder.dir.join("ladder.toml"), "tables = 1\n[[game]]\nvariant = \"isolation\"\n").unwrap();
    ["r2.toml", "r3.toml"].iter().for_each(|bot| fs::remove_file(ladder.dir.join("bots").join(bot)).unwrap());
    let waiting = |is_again: bool| {
        let mut arbiter = ladder.arbiter(&["--quiet", "--rounds", "1"]).spawn().unwrap();
        let mut errors = BufReader::new(arbiter.stderr.take().unwrap());
        let mut line = String::new();
        // At its second start it first tries again what is missing.
        for _ in 0..=u8::from(is_again) {
            line.clear();
            errors.read_line(&mut line).unwrap();
        }
        assert_eq!(line, "arbiter: ladder: waiting for bots: 1 can play isolation, which needs 2\n");
        (arbiter, errors)
    };
    let (arbiter, mut errors) = waiting(false);
    ladder.put("missing.toml", "command = \"./nobody\"\n");
    let mut benched = String::new();
    errors.read_line(&mut benched).unwrap();
    assert!(benched.contains("missing") && benched.contains("there is no file"), "{benched}");
    kill_process(Pid::from_child(&arbiter), Signal::INT).unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    said(arbiter.wait_with_output().unwrap()).code(130);
    assert!(ladder.state("isolation", "missing").concat().contains("there is no file"));
    let (arbiter, _errors) = waiting(true);
    ladder.put("r2.toml", "command = \"random\"\n");
    said(arbiter.wait_with_output().unwrap()).code(0);
    let has_games = |round: &&String| !round.contains("\"results\":[]");
    assert_eq!(ladder.finished().iter().filter(has_games).count(), 1);
}

/// The only bots of a round cannot be started, but others can. At the next start they are tried again.
#[test]
fn a_ladder_goes_on_behind_a_round_that_nobody_can_play() {
    let ladder = TestLadder::new("ladder-nobody");
    let file = "tables = 1\n[[game]]\nvariant = \"isolation\"\nadjudication = { max-decisions = 8 }\n";
    fs::write(ladder.dir.join("ladder.toml"), file).unwrap();
    for bot in ["missing", "late"] {
        ladder.put(&format!("{bot}.toml"), "command = \"arbiter-late\"\n");
    }
    ladder.play(1);
    let finished = ladder.finished();
    assert_eq!((finished.len(), finished[0].contains("\"results\":[]")), (2, true), "{finished:?}");
    assert!(ladder.play(1).contains("there is 1 finished round already"));
    for bot in ["missing", "late"] {
        let state = ladder.state("isolation", bot).concat();
        assert!(state.contains("there is no program"), "{state}");
    }
    assert_eq!(ladder.state("isolation", "r1"), ["plays"]);
    let programs = processes::scratch("ladder-nobody-programs");
    let script = format!("#!/bin/sh\nexec {}\n", word(program("arbiter-random")));
    processes::put_program(programs.join("arbiter-late"), script);
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    said(ladder.arbiter(&["--quiet", "--rounds", "3"]).env("PATH", path).output().unwrap()).code(0);
    assert_eq!(ladder.state("isolation", "late"), ["plays"]);
}

#[test]
fn a_ladder_has_a_page_and_its_rounds_are_tournaments() {
    let ladder = TestLadder::new("ladder-report");
    ladder.play(1);
    let site = processes::scratch("ladder-site");
    let page = site.join("page.html");
    let run = |words: &[&str], folder: &Path| {
        let said = Command::new(env!("CARGO_BIN_EXE_arbiter")).args(words).arg(folder).output().unwrap();
        (said.status.code(), String::from_utf8(said.stderr).unwrap())
    };
    let report = ["report", "-o", page.to_str().unwrap()];
    assert_eq!(run(&report, &ladder.dir), (Some(0), String::new()));
    let elsewhere = fs::read_to_string(&page).unwrap();
    let own = fs::read_to_string(ladder.dir.join("index.html")).unwrap();
    let log = "rounds/000001-isolation/games/000001.jsonl";
    assert!(own.contains(&format!("href=\"{log}\"")), "{own}");
    assert!(elsewhere.contains(&format!("/{log}\"")) && !elsewhere.contains(&format!("\"{log}\"")), "{elsewhere}");
    let name = ladder.dir.file_name().unwrap().to_str().unwrap();
    assert!(own.contains(&format!("<h1>Ladder {name}</h1>")), "{own}");
    assert!(own.contains("id=\"bot-r1\"") && own.contains("href=\"#bot-r1\""), "{own}");
    assert_eq!(run(&report, &ladder.dir.join("rounds/000001-isolation")), (Some(0), String::new()));
    let (code, told) = run(&["tournament"], &ladder.dir);
    assert!(code == Some(2) && told.contains("is a ladder: its page is") && told.contains("/rounds/*"), "{told}");
    let (code, told) = run(&["report", "--replays", "-o", page.to_str().unwrap()], &ladder.dir);
    assert!(code == Some(2) && told.contains("--replays: expected the folder of a tournament"), "{told}");
    let finished = ladder.dir.join("finished.jsonl");
    for words in [&["report", "-o"][..], &["report", "--live", "-o"]] {
        let (code, told) = run(&[words, &[finished.to_str().unwrap()]].concat(), &ladder.dir);
        assert!(code == Some(2) && told.contains("is read by this command"), "{told}");
    }
    assert_eq!(ladder.finished().len(), 1);
}

#[test]
fn rounds_of_other_machines_count_once_in_any_order() {
    let ladders = [1, 2].map(|seed| {
        let ladder = TestLadder::new(&format!("ladder-apart-{seed}"));
        fs::write(ladder.dir.join("ladder.toml"), FILE.replace('7', &seed.to_string())).unwrap();
        ladder.play(2 * seed);
        ladder
    });
    let [one, other] = &ladders;
    let merge = |into: &TestLadder, from: &Path| {
        let said = into.run(&["--merge", from.to_str().unwrap()]);
        (said.code, said.all())
    };
    for (into, from, rounds) in
        [(one, other, "4 rounds"), (one, other, "0 rounds"), (other, one, "2 rounds"), (one, one, "0 rounds")]
    {
        let (code, text) = merge(into, &from.dir);
        assert!(code == Some(0) && text.contains(&format!("{rounds} of ")), "{text}");
    }
    let games = |ladder: &TestLadder| -> Vec<(String, Value)> {
        ladder.rows("isolation").into_iter().map(|row| (row["name"].to_string(), row["games"].clone())).collect()
    };
    assert_eq!((games(one), one.logs().len()), (games(other), other.logs().len()));
    // A round of another ladder that was torn or changed is told.
    let file = one.dir.join("finished.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    fs::write(&file, &whole[..whole.len() - 20]).unwrap();
    let shown = one.run(&["--show"]).code(0).out;
    assert!(shown.contains("finished.jsonl line 6: torn") && shown.contains("merge again"), "{shown}");
    let (_, text) = merge(one, &other.dir);
    assert!(text.contains("finished.jsonl line 6: torn") && text.contains("1 round of "), "{text}");
    assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    let (others, last) = whole.trim_end().rsplit_once('\n').unwrap();
    fs::write(&file, format!("{others}\n{}\n", last.replacen("\"decisions\":", "\"decisions\":1", 1))).unwrap();
    let (_, text) = merge(one, &other.dir);
    assert!(text.contains("finished.jsonl line 6 and ") && text.contains(" are the same round, and one"), "{text}");
    // So is one of the ladder that played it, whichever of the two takes the other's rounds.
    let (own, others) = whole.split_once('\n').unwrap();
    fs::write(&file, format!("{}\n{others}", own.replacen("\"decisions\":", "\"decisions\":1", 1))).unwrap();
    for (into, from) in [(one, other), (other, one)] {
        let (_, text) = merge(into, &from.dir);
        assert!(text.contains("0 rounds of ") && text.contains(" are the same round, and one"), "{text}");
    }
    fs::write(&file, whole).unwrap();
    // The ladder goes on, and a copied round is no round to go on with.
    one.play(7);
    assert_eq!(one.finished().len(), 7);
    let third = TestLadder::new("ladder-apart-3");
    fs::write(third.dir.join("ladder.toml"), FILE.replace("decisions = 8", "decisions = 9")).unwrap();
    third.play(1);
    let (code, text) = merge(one, &third.dir);
    let warning = "rounds of isolation have other settings (max-decisions = 9 there, max-decisions = 8 here) and count in \
                   the table isolation-until-8";
    assert!(code == Some(0) && text.contains(warning), "{text}");
    let (code, text) = merge(one, &one.dir.join("rounds"));
    assert!(code == Some(2) && text.contains("has no ladder.toml"), "{text}");
}

/// Tables that take long are written less often than rounds end, so those in the folder may be of an earlier round.
#[test]
fn a_day_has_its_table_and_packed_rounds_and_the_next_tells_who_moved() {
    let ladder = TestLadder::new("ladder-days");
    let read = |name: &str| fs::read_to_string(ladder.dir.join(name)).unwrap();
    ladder.play(1);
    let earlier = read("table.json");
    ladder.play(4);
    assert!(!read("index.html").contains("Strengths by day"), "one day is no course");
    assert!(ladder.rows("isolation").iter().all(|row| row.get("moved").is_none()));
    let (whole, before) = (read("table.json"), ladder.ranks("isolation"));
    fs::write(ladder.dir.join("table.json"), earlier).unwrap();
    ladder.end_day();
    let logs = ladder.logs();
    ladder.play(8);
    // The rounds of the day are packed, and count on.
    assert!(ladder.logs().keys().all(|log| !logs.contains_key(log)));
    assert_eq!(ladder.rows("isolation").iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 4 * 16);
    let mut unpack = Command::new("tar");
    unpack.args(["xzf", "days/2023-11-14.tar.gz", "--one-top-level=unpacked"]).current_dir(&ladder.dir);
    assert!(unpack.status().unwrap().success());
    for (log, text) in logs {
        assert_eq!(read(&log.replace("rounds/", "unpacked/")), text);
    }
    assert_eq!(read("days/2023-11-14.json"), whole);
    let now = ladder.ranks("isolation");
    for row in ladder.rows("isolation") {
        let name = row["name"].as_str().unwrap();
        let expected = before.get(name).zip(now.get(name)).map(|(before, now)| before - now);
        assert_eq!(row["moved"].as_i64(), expected, "{name}");
    }
    let page = read("index.html");
    let parts = page.matches("aria-label=\"Strengths by day, from 2023-11-14 to ").count();
    let mut report = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let live = said(report.args(["report", "--live", "-o", "-"]).arg(&ladder.dir).output().unwrap());
    let live: Value = serde_json::from_str(&live.out).unwrap();
    let live = live["strengths"].as_object().unwrap();
    assert_eq!((live.len(), parts), (2, 2));
    assert!(live.values().all(|plot| page.contains(plot.as_str().unwrap())), "the hall shows the plot of the page");
    // A file of a day that is damaged is named, and the tables are shown without it.
    fs::write(ladder.dir.join("days/2023-11-14.json"), "{").unwrap();
    let text = ladder.run(&["--show"]).out;
    assert!(text.contains("days/2023-11-14.json") && text.contains("remove the file"), "{text}");
    fs::remove_file(ladder.dir.join("days/2023-11-14.json")).unwrap();
    fs::remove_file(ladder.dir.join("finished.jsonl")).unwrap();
    let refused = ladder.run(&["--rounds", "9"]).code(4).err;
    assert!(refused.contains("days/ has archives of some; merge a ladder"), "{refused}");
    assert!(ladder.run(&["--show"]).out.contains("days/ has archives of some"));
    assert!(!ladder.dir.join("finished.jsonl").exists());
}
