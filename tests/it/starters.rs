//! The starter bots in other languages. Each plays every variant, and all give the same answers.
//!
//! A starter whose language is missing on this machine is skipped. The test says so on stderr, past the capture of
//! tests. `scripts/test` installs the missing languages.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    io::Write,
    iter,
    path::Path,
    process::{Command, Stdio},
    sync::LazyLock,
    thread,
};

use testkit::{
    boards::{self, Board},
    need,
    processes::scratch,
    program,
    run::said,
    word,
};

const STARTERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/starters");

/// Time enough for an interpreter that starts on a busy machine, and for its answers.
const PATIENT: [&str; 4] = ["--patience", "greet 300000 ready 300000 quit 300000", "--clock", "movetime 300000"];

/// The path by which Python finds the package without installing it.
const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/bots/python/src");

struct Starter {
    language: &'static str,
    words: Vec<String>,
}

/// The starters whose languages are available, built.
static ALL: LazyLock<Vec<Starter>> = LazyLock::new(|| {
    let starter = |language, words: &[&str]| Starter { language, words: words.iter().map(|&w| w.to_owned()).collect() };
    let mut all = vec![starter("Rust", &[&example()])];
    if need::has("python", "python3", "the starter in Python") {
        all.push(starter("Python", &["python3", &format!("{STARTERS}/starter.py")]));
        if need::has_python(3, 10, "the starter with the package uvi") {
            all.push(starter("Python, uvi", &["python3", &format!("{STARTERS}/starter_uvi.py")]));
        }
    }
    if need::has("node", "node", "the starter in JavaScript") {
        all.push(starter("JavaScript", &["node", &format!("{STARTERS}/starter.js")]));
    }
    if need::has("c", "cc", "the starter in C") {
        all.push(starter("C", &[&compiled()]));
    }
    all
});

/// The starter in Rust. A test of the whole workspace has built it already.
fn example() -> String {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--frozen", "--workspace", "--all-features", "--example", "starter", "--target-dir"])
        .arg(testkit::programs().parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    testkit::programs().join("examples/starter").to_str().unwrap().to_owned()
}

/// The starter in C, built without a warning. Each process of tests builds its own, since they run side by side.
fn compiled() -> String {
    let program = scratch("starter-c").join("starter").into_os_string().into_string().unwrap();
    let built = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", &program])
        .arg(format!("{STARTERS}/starter.c"))
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    program
}

/// The arbiter, whose bots have the package.
fn arbiter() -> Command {
    let mut command = Command::new(program("arbiter"));
    command.env("PYTHONPATH", PACKAGE).stdin(Stdio::null());
    command
}

impl Starter {
    /// The output of the starter for this input, after which its input ends. Lines about its thinking are left out.
    #[track_caller]
    fn talk(&self, heard: &[u8]) -> Vec<String> {
        let mut bot = Command::new(&self.words[0])
            .args(&self.words[1..])
            .env("PYTHONPATH", PACKAGE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // If the bot leaves early, its output shows it.
        let _ = bot.stdin.take().unwrap().write_all(heard);
        let output = bot.wait_with_output().unwrap();
        let complained = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}\n{complained}", self.language, output.status);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.is_empty() || said.ends_with('\n'), "{}", self.language);
        said.lines().filter(|line| !line.starts_with("info")).map(str::to_owned).collect()
    }

    /// The starter as a player of a match.
    fn player(&self) -> String {
        format!("bot:{}", shell_words::join(&self.words))
    }

    /// The log of a match of the starter against bots in Rust, without the head, which has names and commands.
    #[track_caller]
    fn play(&self, board: Board, folder: &Path) -> String {
        let word = board.variant.word();
        let log = folder.join(format!("{}-{word}.jsonl", self.language.replace(", ", "-")));
        let mut command = arbiter();
        command.args(against_random(board, self.player()));
        command.args(["--seed", "5", "--bot-option", "1:seed=7", "--quiet", "--forbid-faults"]);
        command.args(PATIENT).args(["--times", "off", "--log"]).arg(&log);
        let played = said(command.output().unwrap());
        assert_eq!(played.code, Some(0), "{}, {word}: {played:?}", self.language);
        let text = fs::read_to_string(log).unwrap();
        let (head, records) = text.split_once('\n').unwrap();
        let name = format!("\"name\":\"Starter ({})\"", self.language);
        assert!(head.contains(&name), "{head}");
        assert!(!records.contains("\"fault\""), "{records}");
        // The hash covers the head too.
        let (records, hash) = records.split_once(",\"sha256\":").unwrap();
        assert_eq!(hash.len(), 64 + "\"\"}\n".len(), "{hash}");
        records.to_owned()
    }
}

/// The words of `arbiter play` for a short game of this player in the first seat. The others are quicker to start.
fn against_random(board: Board, player: String) -> Vec<String> {
    board.play(iter::once(player).chain((1..board.seats).map(|_| "random".to_owned())))
}

/// Checks that each starter answers this input with these lines.
#[track_caller]
fn check(heard: impl AsRef<[u8]>, said: &[&str]) {
    for starter in ALL.iter() {
        let mut expected = said.to_vec();
        let name = format!("id name Starter ({})", starter.language);
        if let Some(line) = expected.iter_mut().find(|line| **line == "id name") {
            *line = &name;
        }
        assert_eq!(starter.talk(heard.as_ref()), expected, "{}", starter.language);
    }
}

const GREETING: [&str; 5] =
    ["id name", "id author me", "option name seed type spin default 0 min 0 max 4294967295", "feature legal", "uviok"];
const GAME: &str = "newgame variant demo seats 3 seat 2 length 9\n";

#[test]
fn every_starter_plays_every_variant_to_the_same_log() {
    let folder = &scratch("starter-logs");
    let mut boards = boards::all();
    boards.dedup_by_key(|board| board.variant.word());
    for board in boards {
        let logs: Vec<(&str, String)> = thread::scope(|scope| {
            let play = |starter: &'static Starter| (starter.language, starter.play(board, folder));
            let games: Vec<_> = ALL.iter().map(|starter| scope.spawn(move || play(starter))).collect();
            games.into_iter().map(|game| game.join().unwrap()).collect()
        });
        // The logs are equal, so the one of the first starter stands for all.
        let log = folder.join(format!("{}-{}.jsonl", logs[0].0, board.variant.word()));
        assert!(arbiter().args(["verify", "--quiet"]).arg(&log).status().unwrap().success(), "{}", log.display());
        for (language, log) in &logs {
            assert_eq!(log, &logs[0].1, "{}: {language} plays otherwise than {}", board.variant.word(), logs[0].0);
        }
    }
}

/// A bot that is shut in has all that its interpreter needs.
#[test]
fn every_starter_plays_untrusted() {
    for starter in ALL.iter() {
        let bot = starter.player();
        let mut command = arbiter();
        command.args(["play", "orwell", &bot, &bot, &bot, "-o", "maxrounds=1", "--untrusted"]);
        let played = said(command.args(PATIENT).args(["--quiet", "--forbid-faults"]).output().unwrap());
        let lacks = [
            ("groups", "strict: no control groups", "no control group can be made here"),
            ("isolation", "no namespaces", "there are no namespaces here"),
            ("sandbox", "this kernel", "the kernel has no sandbox"),
        ];
        match lacks.iter().find(|(_, told, _)| played.err.contains(told)) {
            Some((need, _, why)) => need::not_tried(need, "untrusted starters", why),
            None => assert_eq!(played.code, Some(0), "{}: {played:?}", starter.language),
        }
    }
}

/// Another test plays every variant, so this one checks one of the shortest.
#[test]
fn every_starter_keeps_the_protocol() {
    thread::scope(|scope| {
        for starter in ALL.iter() {
            scope.spawn(move || {
                let mut command = arbiter();
                command.args(["check", &shell_words::join(&starter.words)]);
                command.args(["--variant", "isolation", "--clock", "movetime 20000"]);
                command.args(&PATIENT[..2]);
                let checked = said(command.output().unwrap());
                assert_eq!(checked.code, Some(0), "{}: {checked:?}", starter.language);
                assert!(checked.out.contains(" 0 failed, 0 left out\n"), "{}: {checked:?}", starter.language);
            });
        }
    });
}

/// If the package cannot read a position, it passes the text to the bot, and a starter plays on. So this test uses a
/// strict bot, which fails if a position could not be read.
#[test]
fn the_package_reads_the_positions_of_whole_games() {
    if !need::has_python(3, 10, "the package uvi on whole games") {
        return;
    }
    let bot = format!("bot:python3 {}", word(concat!(env!("CARGO_MANIFEST_DIR"), "/bots/python/tests/strict.py")));
    let mut boards = boards::all();
    // The positions of the most seats have the most parts.
    boards.reverse();
    boards.dedup_by_key(|board| board.variant.word());
    for board in boards {
        let mut command = arbiter();
        command.env("PYTHONHASHSEED", "1").args(against_random(board, bot.clone()));
        command.args(PATIENT).args(["--seed", "9", "--quiet", "--forbid-faults"]);
        let played = said(command.output().unwrap());
        assert_eq!(played.code, Some(0), "{}: {played:?}", board.variant.word());
    }
}

/// Conversations with every starter. They are one test, because each test builds the starters.
#[test]
fn every_starter_answers_so() {
    // It greets and leaves. The end of its input is an end too.
    check("uvi 1\nquit\nisready\n", &GREETING);
    check("uvi 1\r\nisready\r\nquit\r\n", &[&GREETING[..], &["readyok"]].concat());
    check("", &[]);
    check("uvi 1", &GREETING);

    // An answer follows from the question, the seed and the lots of the game.
    let question = "position p q\nlegal a b c d e f g h\ngo movetime 100\n";
    let with = |lots: &str| format!("newgame variant demo seats 3 seat 2 lots {lots} length 9\n{question}");
    let [one, other] = ["7182e7f96bb0e393", "ed2a9fa410286902"].map(with);
    check(format!("setoption name seed value 1\n{GAME}{question}{one}"), &["bestmove f", "bestmove c"]);
    // One conversation of many games. A line may be as long as the arbiter writes it.
    let long = "abcdefg ".repeat(uvi::MAX_WRITTEN_LINE / 8 - 1);
    let (heard, said): (Vec<String>, Vec<&str>) = [
        // What is no question is passed over.
        (
            format!(
                "\n \t \nhello\nstop\nerror timeout: z\u{f6}e\n{GAME}gameover reason limit score 1 0 1/2\n\tisready \n"
            ),
            "readyok",
        ),
        (format!("{GAME}{question}{question}"), "c c"),
        (format!("{GAME}position p r\nlegal a b c d e f g h\ngo\n"), "h"),
        (format!("newgame seat 3 variant demo seats 3\n{question}"), "f"),
        (format!("{one}{other}{GAME}{question}"), "f c c"),
        // A new position forgets the old list.
        (format!("{GAME}position p\nlegal a\ngo\nposition p\ngo\nlegal\ngo\n"), "a resign resign"),
        (format!("{GAME}position p\nlegal {long}\ngo\n"), "abcdefg"),
    ]
    .into_iter()
    .unzip();
    let said = said.iter().flat_map(|said| said.split_whitespace()).map(|said| match said {
        "readyok" | "resign" => said.to_owned(),
        action => format!("bestmove {action}"),
    });
    let said: Vec<String> = said.collect();
    check(heard.concat(), &said.iter().map(String::as_str).collect::<Vec<_>>());
}
