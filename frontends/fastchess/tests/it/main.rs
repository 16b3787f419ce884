//! The program as a process, read as the workers of testing frameworks read it.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::{
    collections::BTreeMap,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use regex_lite::Regex;
use serde_json::Value;
use testkit::{processes::scratch, root, word};

/// The program, in a folder of its own.
struct Bench {
    folder: PathBuf,
    engine: PathBuf,
}

/// The end of a run, and its text.
struct Run {
    code: i32,
    out: String,
    errors: String,
}

impl Bench {
    fn new(name: &str) -> Self {
        let folder = scratch(name);
        let engine = folder.join("engine.sh");
        fs::copy(root().join("frontends/fastchess/tests/it/engine.sh"), &engine).unwrap();
        Self { folder, engine }
    }

    /// The words of two engines, each with its name and mode, and of these options.
    fn duel(&self, engines: [(&str, &str); 2], options: &str) -> Vec<String> {
        let engine = |(name, mode): (&str, &str)| {
            let args = format!("args={} {mode}", word(&self.engine));
            ["-engine".to_owned(), "cmd=sh".to_owned(), args, format!("name={name}")]
        };
        [engines.map(engine).concat(), words(options)].concat()
    }

    fn run(&self, words: &[String]) -> Run {
        self.run_by(&testkit::program("arbiter-fastchess"), words)
    }

    fn run_by(&self, program: &Path, words: &[String]) -> Run {
        let mut command = Command::new(program);
        let command = command.current_dir(&self.folder).args(words).stdin(Stdio::null()).env_remove("ARBITER_LOG");
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Run { code: status.code().unwrap(), out: text(stdout), errors: text(stderr) }
    }

    /// The program under the name of cutechess's.
    fn cutechess(&self) -> PathBuf {
        let link = self.folder.join("cutechess-cli");
        std::os::unix::fs::symlink(testkit::program("arbiter-fastchess"), &link).unwrap();
        link
    }

    /// A book of positions that differ in the number of the move alone.
    fn write_book(&self, openings: usize) {
        let fen = |number: usize| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - {number} 1\n");
        fs::write(self.folder.join("book.epd"), (1..=openings).map(fen).collect::<String>()).unwrap();
    }

    fn read(&self, file: impl AsRef<Path>) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap()
    }

    /// The results in the folder of the tournament, as JSON.
    fn results(&self, run: &Run) -> Vec<Value> {
        let lines = self.read(Path::new(run.games()).join("results.jsonl"));
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Run {
    /// The folder that stderr names.
    fn games(&self) -> &str {
        let (_, folder) = self.errors.split_once("the games are kept in ").unwrap();
        folder.split([',', '\n']).next().unwrap()
    }

    fn lines(&self, part: &str) -> Vec<&str> {
        self.out.lines().filter(|line| line.contains(part)).collect()
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// A worker takes the number, the result and the reason of each game from its line, and pairs an odd game with the next.
#[test]
fn finished_games_read_as_a_worker_reads_them() {
    let bench = Bench::new("worker-lines");
    let options = "-each nodes=5 -rounds 3 -games 2 -concurrency 1 -recover -testEnv -ratinginterval 2";
    let pgn = ["-pgnout", "file=games.pgn", "seldepth=true", "nodes=true", "match_line=^info string pgncomment .*"];
    let duel = bench.duel([("new-dev", "well"), ("old-base", "well")], options);
    let run = bench.run(&[&duel[..], &pgn.map(str::to_owned)].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let mut games = BTreeMap::new();
    for line in run.lines("Finished game") {
        let tokens: Vec<_> = line.split_whitespace().collect();
        let reason = line.split(':').nth(1).unwrap();
        assert!(reason.contains("Black mates") && !reason.contains("disconnect"), "{line}");
        let names = if tokens[2].parse::<u32>().unwrap() % 2 == 1 {
            "(new-dev vs old-base):"
        } else {
            "(old-base vs new-dev):"
        };
        assert_eq!(tokens[3..6].join(" "), names);
        games.insert(tokens[2].to_owned(), tokens[6].to_owned());
    }
    assert_eq!(games.len(), 6);
    // One game is open at a time.
    let lines: Vec<_> = run.out.lines().filter_map(|line| line.split_once(" game ").map(|(verb, _)| verb)).collect();
    assert_eq!(lines, ["Started", "Finished"].repeat(6), "{}", run.out);
    assert!(games.values().all(|result| result == "0-1"));
    // The last line alone may be empty: a worker stops at the first one.
    let (text, last) = run.out.split_at(run.out.trim_end().len());
    assert!(!text.contains("\n\n") && last == "\n\n", "{}", run.out);
    // The comments that a worker uploads.
    let page = bench.read("games.pgn");
    let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let comment = Regex::new(r#"\{-0\.12/3 [0-9.]+s, n=5, sd=4, line="info string pgncomment calm"\}"#).unwrap();
    assert_eq!(comment.find_iter(&flat).count(), 18, "{page}");
    assert_eq!(page.matches("[Event \"Fastchess Tournament\"]").count(), 6);
    assert!(page.find("[SetUp").is_none() && page.contains("[TimeControl \"-\"]"), "{page}");
}

/// A worker adds up the block of results, and ends the task if it does not fit the games.
#[test]
fn the_block_of_results_reads_as_a_worker_reads_it() {
    let bench = Bench::new("worker-block");
    let options = "-testEnv -recover -repeat -games 2 -rounds 4 -ratinginterval 1 -scoreinterval 1 -autosaveinterval 0 \
                   -report penta=true -pgnout file=out.pgn append=false -crc32 pgn=true -srand 7 -variant standard \
                   -concurrency 1 -check-mate-pvs -each proto=uci tc=12.5+0.125 option.Hash=8";
    let run = bench.run(&bench.duel([("New", "well"), ("Base", "illegal")], options));
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let games = Regex::new(r"Games: ([0-9]+), Wins: ([0-9]+), Losses: ([0-9]+), Draws: ([0-9]+), Points: ([0-9.]+) \(")
        .unwrap();
    let pairs = Regex::new(r"Ptnml\(0-2\): \[([0-9]+), ([0-9]+), ([0-9]+), ([0-9]+), ([0-9]+)\]").unwrap();
    let figures = |pattern: &Regex, line: &str| -> Vec<f64> {
        let found = pattern.captures(line).unwrap();
        found.iter().skip(1).map(|part| part.unwrap().as_str().parse().unwrap()).collect()
    };
    let found: Vec<_> = run.lines("Games: ").iter().map(|line| figures(&games, line)).collect();
    assert_eq!(
        found,
        [1, 2, 3, 4].map(|pair| [2.0, 2.0, 0.0, 0.0, 2.0].map(|figure| figure * f64::from(pair)).to_vec())
    );
    let found: Vec<_> = run.lines("Ptnml").iter().map(|line| figures(&pairs, line)).collect();
    assert_eq!(found, [1, 2, 3, 4].map(|pair| vec![0.0, 0.0, 0.0, 0.0, f64::from(pair)]));
    // The logs say the same.
    let results = bench.results(&run);
    let winner = |result: &Value| result["seats"][usize::from(result["score"][1] == "1")].as_str().unwrap().to_owned();
    assert!(results.len() == 8 && results.iter().all(|result| winner(result) == "New"), "{results:?}");
    assert_eq!(run.lines("Warning; Illegal move a1a1 played by Base").len(), 8);
    assert_eq!(run.lines("Finished match").len(), 1);
    assert_eq!(run.lines("Results of New vs Base (12.5+0.12, NULL, 8MB):").len(), 4);
    // The last checksum is that of the file.
    let told = run.lines("has CRC32: 0x").last().unwrap().rsplit(' ').next().unwrap().to_owned();
    assert_eq!(told, format!("{:#x}", crc32fast::hash(bench.read("out.pgn").as_bytes())));
}

#[test]
fn a_command_line_is_refused_in_known_words() {
    let bench = Bench::new("refused");
    for (line, expected) in [
        ("-engne", "Unrecognized option: -engne parsing failed.: Did you mean \"-engine\"?"),
        ("-concurrency", "with value \"-concurrency\"\nReason: Option \"-concurrency\" expects exactly one value."),
        ("-recover true", "with value \"true\"\nReason: Option \"-recover\" does not accept parameters."),
        ("-log level", "Reason: Option \"-log\" expects key=value pairs, got \"level\"."),
        ("-log level=loud", "Reason: level: expected trace or info or warn or err or fatal, found loud"),
        ("-draw movecount=0", "Reason: movecount: expected a number from 1, found 0"),
        ("-rounds x", "Reason: Invalid numeric value: \"x\""),
        ("-resign twosided=yes", "Reason: Unrecognized resign option \"twosided\" with value \"yes\"."),
        ("-tbadjudicate WON", "Reason: expected WIN_LOSS or DRAW or BOTH, found WON"),
        ("-engine cmd=a nodes=1 -engine cmd=b nodes=1 -tb /nowhere", "tablebases: expected folders with files"),
        ("-engine cmd=a ponder", "Reason: no engine thinks on its opponent's time; omit ponder"),
        ("-each bookdepth=8", "Reason: engines have no books of their own here; omit bookdepth="),
        ("-engine cmd=a trust", "Reason: the rules judge every result; omit trust"),
        ("-engine cmd=a debug=x", "Reason: debug: expected true, found x"),
        ("-engine cmd=a tscale=2", "Reason: -startup-ms and -ping-ms set the time in which engines must be ready"),
        ("-engine cmd=a tc=1+2+3", "Reason: Invalid time control: \"1+2+3\""),
        ("-engine cmd=a tc=0/60", "Reason: Time control move count must be positive"),
        ("-engine name=a nodes=1 -engine cmd=b nodes=1", "-engine: the engine a has no cmd="),
        (
            "-engine cmd=a nodes=1 -engine cmd=b nodes=1 -variant fischerandom",
            "Error: Please specify a Chess960 opening book",
        ),
        ("-engine cmd=a nodes=1 -engine cmd=b nodes=1 -concurrency 4096", "Error: Concurrency exceeds number of CPUs."),
        ("-engine cmd=a nodes=1", "Error: Need at least two engines to start!"),
        ("-engine cmd=a -engine cmd=b", "Error; no TimeControl specified!"),
        ("-engine cmd=a nodes=1 -engine cmd=b nodes=1 -rounds 3 -games 3", "Error: Exceeded -game limit!"),
        ("-engine cmd=a nodes=1 -engine cmd=b nodes=1 -noswap", "-noswap: Arbiter keeps the colours"),
        (
            "-engine cmd=a nodes=1 -engine cmd=b nodes=1 -sprt elo0=5 elo1=5 alpha=0.05 beta=0.05",
            "Error; SPRT: elo0 must be less than elo1!",
        ),
        (
            "-engine cmd=a nodes=1 -engine cmd=b nodes=1 -sprt elo0=0 elo1=5",
            "Error; SPRT: alpha must be a decimal number between 0 and 1!",
        ),
        (
            "-engine cmd=a nodes=1 -engine cmd=b nodes=1 -sprt elo0=0 elo1=5 alpha=0.05",
            "Error; SPRT: beta must be a decimal number",
        ),
        (
            "-engine cmd=a nodes=1 -engine cmd=b nodes=1 -sprt elo0=0 elo1=5 alpha=0.5 beta=0.5",
            "Error; SPRT: sum of alpha and beta must be less than 1!",
        ),
        ("-engine cmd=no-such-engine nodes=1 -engine cmd=sh nodes=1", "Fatal; bot no-such-engine: "),
    ] {
        let run = bench.run(&words(line));
        assert!(run.code == 1 && run.out.contains(expected), "{line}\n{}", run.out);
        assert!(!run.out.contains("Finished match"), "{line}\n{}", run.out);
    }
    let run = bench.run(&words("--version"));
    assert!(run.code == 0 && Regex::new(r"^fastchess alpha \d+\.\d+\.\d+ ").unwrap().is_match(&run.out), "{}", run.out);
}

#[test]
fn settings_that_an_engine_lacks_are_told_and_dropped() {
    let bench = Bench::new("options");
    let options = "-each nodes=5 option.Hash=-16 option.Threads=2 option.UCI_Chess960=false option.UCI_Chess960=true \
                   -rounds 1";
    let spaced = ["-each", "option.Hash = 16"].map(str::to_owned);
    let all = [&bench.duel([("a", "well"), ("b", "well")], options)[..], &spaced].concat();
    let run = bench.run(&all);
    let told = run.lines("Warning; ");
    let expected = [
        "Invalid value for option Hash; -16",
        "a doesn't have option Threads",
        "option UCI_Chess960 of a follows from -variant, so it is false; omit it",
        "a doesn't have option Hash ",
    ];
    assert_eq!(told[..4], expected.map(|text| format!("Warning; {text}")));
    assert_eq!((run.code, told.len(), run.lines("Finished game").len()), (0, 8, 2), "{}", run.out);
    let run = bench.run(&[all, words("-strict")].concat());
    assert_eq!((run.code, run.lines("Finished game").len()), (1, 0), "{}", run.out);
}

/// The same command line resumes a tournament that was interrupted, and no game is written twice. Another program, and a
/// finished tournament, begin a new folder.
#[test]
fn the_same_command_line_resumes() {
    let bench = Bench::new("resume");
    let crash = format!("crash {}", word(bench.folder.join("mended")));
    let options = "-each nodes=5 -rounds 2 -pgnout file=games.pgn -epdout file=ends.epd -concurrency 1";
    let all = bench.duel([("a", "well"), ("b", &crash)], options);
    let first = bench.run(&all);
    assert!(first.out.contains("no recover option set for engine, stopping tournament."), "{}", first.out);
    assert!(first.out.contains("{Black disconnects}") && !first.out.contains("Finished game 2"), "{}", first.out);
    assert!(first.code == 1 && first.out.contains("Tournament was interrupted."), "{}", first.out);
    fs::write(bench.folder.join("mended"), "").unwrap();
    // As after a kill in the middle of a write, behind a game in Latin-1.
    let written = fs::read(bench.folder.join("games.pgn")).unwrap();
    let torn = [b"[Site \"M\xfcnchen\"]\n\n*\n\n", &written[..written.len() / 2]].concat();
    fs::write(bench.folder.join("games.pgn"), torn).unwrap();
    fs::write(bench.folder.join(first.games()).join("told"), "0").unwrap();
    let second = bench.run(&all);
    assert_eq!(second.code, 0, "{}{}", second.out, second.errors);
    assert_eq!(second.games(), first.games());
    assert!(second.errors.contains("resumed after 1 games"), "{}", second.errors);
    assert!(!second.out.contains("Finished game 1 ") && second.out.contains("Finished game 4 "), "{}", second.out);
    assert!(second.out.contains("Games: 4, Wins: 3, Losses: 1, Draws: 0"), "{}", second.out);
    let games = fs::read(bench.folder.join("games.pgn")).unwrap();
    assert_eq!(String::from_utf8_lossy(&games).matches("\n\n[Event ").count(), 4);
    assert!(games.windows(written.len()).any(|part| part == written));
    assert_eq!(bench.read("ends.epd").lines().count(), 4);
    let third = bench.run(&all);
    assert!(third.code == 0 && third.games() != first.games(), "{}", third.errors);
    let resumed = bench.run(&["-config".to_owned(), format!("file={}", first.games())]);
    assert!(resumed.out.contains("Finished game 4 "), "{}{}", resumed.out, resumed.errors);
    fs::remove_file(bench.folder.join("mended")).unwrap();
    let stopped = bench.run(&all);
    assert_eq!(stopped.code, 1);
    // Another engine plays none of the games of the one before.
    let text = fs::read_to_string(&bench.engine).unwrap();
    fs::write(&bench.engine, text.clone() + "# rebuilt\n").unwrap();
    fs::write(bench.folder.join("mended"), "").unwrap();
    let rebuilt = bench.run(&all);
    assert!(rebuilt.code == 0 && rebuilt.games() != stopped.games(), "{}{}", rebuilt.out, rebuilt.errors);
    assert_eq!(rebuilt.lines("Finished game").len(), 4, "{}", rebuilt.out);
    // The games of the old engine go on, though a later folder is finished.
    fs::write(&bench.engine, text).unwrap();
    let old = bench.run(&all);
    assert_eq!((old.code, old.games()), (0, stopped.games()), "{}", old.errors);
}

/// A script that resumes names the file that fastchess would have written.
#[test]
fn the_file_of_a_config_stands_for_its_newest_folder() {
    let bench = Bench::new("config");
    let mended = bench.folder.join("mended");
    let crash = format!("crash {}", word(&mended));
    for (outname, file) in [("-config outname=st.json", "st.json"), ("", "config.json")] {
        let file = words(&format!("-config file={file}"));
        let missing = bench.run(&file);
        assert!(missing.code == 1 && missing.out.contains("expected a folder of arbiter-fastchess"), "{}", missing.out);
        let all = bench.duel([("a", "well"), ("b", &crash)], &format!("-each nodes=5 -rounds 2 {outname}"));
        let finished = bench.run(&[&all[..], &words("-recover")].concat());
        let stopped = bench.run(&all);
        assert_eq!((finished.code, stopped.code), (0, 1), "{}{}", stopped.out, stopped.errors);
        fs::write(&mended, "").unwrap();
        let resumed = bench.run(&file);
        assert_eq!((resumed.code, resumed.games()), (0, stopped.games()), "{}{}", resumed.out, resumed.errors);
        // It is finished, so the same command line begins another one, and that is the newest one then.
        for _ in 0..2 {
            let again = bench.run(&file);
            assert_eq!((again.code, again.lines("Finished game").len()), (0, 4), "{}{}", again.out, again.errors);
            assert_ne!(again.games(), stopped.games());
        }
        fs::remove_file(&mended).unwrap();
    }
}

/// The numbers of the shuffle are those of fastchess, whose order these games have.
#[test]
fn openings_come_in_the_order_of_fastchess() {
    let bench = Bench::new("order");
    bench.write_book(5);
    let order = |options: &str| {
        let line =
            format!("-each nodes=5 -concurrency 1 -openings file=book.epd {options} -epdout file=ends append=false");
        let run = bench.run(&bench.duel([("a", "illegal"), ("b", "illegal")], &line));
        assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
        // Each wins a game of each pair, and even results have the sign that fastchess prints.
        assert!(run.out.contains("Elo: -0.00 +/- "), "{}", run.out);
        let ends = bench.read("ends");
        ends.lines().step_by(2).map(|line| line.split(' ').nth(5).unwrap().to_owned()).collect::<Vec<_>>().concat()
    };
    assert_eq!(order("-rounds 6"), "1;2;3;4;5;1;");
    assert_eq!(order("start=4 -rounds 4"), "4;5;1;2;");
    assert_eq!(order("order=random -srand 42 -rounds 5"), SHUFFLED);
    assert_eq!(order("order=random start=2 -srand 42 -rounds 2"), SHUFFLED[2..6]);
    // A message names the book as typed.
    fs::write(bench.folder.join("book.txt"), "4k3/8 w\n4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let run = bench.duel([("a", ""), ("b", "")], "-each nodes=5 -rounds 2 -openings file=book.txt format=epd");
    let run = bench.run(&run);
    assert!(run.errors.contains("1 of 2 openings left out: book.txt line 1: "), "{}{}", run.out, run.errors);
}

/// The order of five openings by `-srand 42`, as fastchess 1.8.2 played them.
const SHUFFLED: &str = "2;1;4;3;5;";

/// A tuner starts `cutechess-cli` with engines of `engines.json`, and reads the score after each game. It prints what
/// comes from stderr among its own messages.
#[test]
fn a_tuner_reads_scores_under_the_name_of_cutechess() {
    let bench = Bench::new("tuner");
    let link = bench.cutechess();
    let engine = |number: u32, mode: &str, hash: &str| {
        let command = format!("sh {} {mode}", word(&bench.engine));
        let lines = ["uci".to_owned(), format!("setoption name Hash value {hash}")];
        serde_json::json!({"command": command, "name": format!("engine{number}"), "initStrings": lines, "protocol": "uci"})
    };
    let engines = Value::from(vec![engine(1, "well", "8"), engine(2, "illegal", "9")]);
    fs::write(bench.folder.join("engines.json"), engines.to_string()).unwrap();
    bench.write_book(1);
    let line = "-concurrency 1 -engine conf=engine1 restart=auto tc=inf nodes=5 -engine conf=engine2 restart=auto tc=inf \
                nodes=5 -openings file=book.epd format=epd order=random -rounds 2 -games 2 -repeat -recover -debug -pgnout \
                out.pgn";
    let run = bench.run_by(&link, &words(line));
    assert_eq!(run.code, 0, "{}{}", run.out, run.errors);
    let scores = Regex::new(r"Score of.*:\s*([0-9]+\s-\s[0-9]+\s-\s[0-9]+)").unwrap();
    let found: Vec<_> = scores.captures_iter(&run.out).map(|found| found[1].to_owned()).collect();
    assert_eq!(found, ["1 - 0 - 0", "2 - 0 - 0", "3 - 0 - 0", "4 - 0 - 0"], "{}", run.out);
    let finished = Regex::new(r"Finished game ([0-9]+)").unwrap();
    assert_eq!(finished.find_iter(&run.out).count(), 4);
    let end = "...      engine1 playing White: 2 - 0 - 0  [1.000] 2\n\
               ...      engine1 playing Black: 2 - 0 - 0  [1.000] 2\n\
               ...      White vs Black: 2 - 2 - 0  [0.500] 4\n\
               Elo difference: inf +/- nan, LOS: 100.0 %, DrawRatio: 0.0 %\nFinished match\n";
    assert!(run.out.ends_with(end) && run.lines("Elo difference").len() == 1, "{}", run.out);
    assert!(run.errors.contains("setoption name Hash value"), "the talk is on stderr: {}", run.errors);
    // In the form of fastchess the same line is refused.
    let plain = bench.run(&words(line));
    assert!(plain.code == 1 && plain.out.contains("The 'debug' option does not exist in fastchess."), "{}", plain.out);
}

/// The games and their openings are those that cutechess plays, by its source.
#[test]
fn games_are_counted_as_cutechess_does_under_its_name() {
    let bench = Bench::new("counted");
    let link = bench.cutechess();
    bench.write_book(6);
    let args = format!("args={} illegal", word(&bench.engine));
    let third = ["-engine", "cmd=sh", &args, "name=c"].map(str::to_owned);
    let run = |options: &str| {
        let (options, more) = options.strip_suffix("-engine c").map_or((options, &[][..]), |rest| (rest, &third[..]));
        let line = format!("-epdout file=ends append=false -openings file=book.epd {options}");
        let both = bench.duel([("a", "illegal"), ("b", "illegal")], &line);
        bench.run_by(&link, &[&both[..], more, &words("-each nodes=5")].concat())
    };
    for (options, expected) in [
        ("", "ab1"),
        ("-repeat", "ab1"),
        ("-rounds 5", "ab1 ba2 ab3 ba4 ab5"),
        ("-games 3", "ab1 ba2 ab3"),
        ("-games 4 -repeat", "ab1 ba1 ab2 ba2"),
        ("-rounds 4 -repeat 2", "ab1 ba1 ab2 ba2"),
        ("-games 2 -rounds 2 -repeat", "ab1 ba1 ab2 ba2"),
        ("-games 2 -rounds 2", "ab1 ba2 ab3 ba4"),
        ("policy=round -games 2 -rounds 2", "ab1 ba1 ab2 ba2"),
        ("policy=round -rounds 2 -repeat", "ab1 ba2"),
        ("-rounds 3 -noswap", "ab1 ab2 ab3"),
        ("-rounds 2 -reverse", "ba1 ab2"),
        ("-tournament gauntlet -rounds 2 -engine c", "ab1 ac1 ba2 ca2"),
        ("-tournament gauntlet -games 2 -repeat -engine c", "ab1 ba1 ac1 ca1"),
    ] {
        let run = run(options);
        assert_eq!(run.code, 0, "{options}\n{}{}", run.out, run.errors);
        let finished = Regex::new(r"Finished game (\d+) \((.) vs (.)\)").unwrap();
        let ends = bench.read("ends");
        let openings = ends.lines().map(|line| line.split([' ', ';']).nth(5).unwrap());
        let games = finished.captures_iter(&run.out).zip(openings).map(|(found, opening)| {
            let [number, white, black] = [1, 2, 3].map(|part| &found[part]);
            (number.parse::<u32>().unwrap(), format!("{white}{black}{opening}"))
        });
        // The games of a pair may come in any order.
        let games: Vec<_> = games.collect::<BTreeMap<_, _>>().into_values().collect();
        assert_eq!(games.join(" "), expected, "{options}\n{}", run.out);
    }
    let gauntlet = run("-tournament gauntlet -rounds 2 -engine c");
    let table = "Rank Name                          Elo     +/-   Games   Score    Draw \n   \
                 1 a                              -0     798       4   50.0%    0.0% \n";
    assert!(gauntlet.out.contains(table) && gauntlet.lines("Score of").is_empty(), "{}", gauntlet.out);
    let uneven = "-repeat: Arbiter plays an opening once, or once with each colour;";
    for (options, expected) in [
        ("-rounds 3 -repeat", uneven),
        ("-games 4 -repeat 4", uneven),
        ("-repeat 0", "Reason: expected a number from 1"),
        ("-rounds 2 -repeat -noswap", "-noswap: Arbiter keeps the colours of two engines without -repeat"),
        ("-debug some", "Reason: expected all or no value"),
    ] {
        let run = run(options);
        assert!(run.code == 1 && run.out.contains(expected), "{options}\n{}", run.out);
    }
}

/// `-repeat` alone means two games, and more than two games are rounds.
#[test]
fn the_later_of_games_and_repeat_counts() {
    let bench = Bench::new("repeated");
    for (options, games, pairs) in [
        ("-games 4 -rounds 2 -repeat", 4, "[0, 0, 2, 0, 0]"),
        ("-games 200 -rounds 1 -repeat", 2, "[0, 0, 1, 0, 0]"),
        ("-games 1 -repeat -rounds 2", 4, "[0, 0, 2, 0, 0]"),
        ("-games 4 -repeat -rounds 3", 6, "[0, 0, 3, 0, 0]"),
        ("-games 200 -repeat 3 -rounds 1", 3, ""),
        ("-repeat -games 1 -rounds 2", 2, ""),
    ] {
        let run = bench.run(&bench.duel([("a", "well"), ("b", "well")], &format!("-each nodes=5 {options}")));
        assert_eq!((run.code, run.lines("Finished game").len()), (0, games), "{options}\n{}{}", run.out, run.errors);
        assert!(run.out.contains(pairs) && run.out.contains("Ptnml") != pairs.is_empty(), "{options}\n{}", run.out);
    }
}

/// Cutechess deals the starts of shuffled chess, knows no limit of games at once, and counts no moves if it is told 0.
#[test]
fn cutechess_takes_what_fastchess_refuses() {
    let bench = Bench::new("shuffled");
    let line = "-each tc=0/60+0 -variant fischerandom -concurrency 64 -games 4 -repeat -srand 1 -debug all \
                -epdout file=ends -resign movecount=3 score=400 -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05";
    let link = bench.cutechess();
    let run = bench.run_by(&link, &bench.duel([("a", "illegal"), ("b", "illegal")], line));
    assert_eq!((run.code, run.lines("Finished game").len()), (0, 4), "{}{}", run.out, run.errors);
    assert!(!run.out.contains("starting position"), "{}", run.out);
    let plan = bench.read(Path::new(run.games()).join("plan.toml"));
    assert_eq!(plan.matches("uci --overhead 0 --debug sh ").count(), 2, "{plan}");
    assert!(plan.contains("like = \"cutechess\"") && plan.contains("model = \"logistic\""), "{plan}");
    assert!(plan.contains("games = true"), "{plan}");
    let ends = bench.read("ends");
    let starts: Vec<_> = ends.lines().collect();
    assert!(starts[0] == starts[1] && starts[2] == starts[3] && starts[0] != starts[2], "{ends}");
    // The folder resumes with the defaults of the program that began it.
    let again = bench.run(&["-config".to_owned(), format!("file={}", run.games())]);
    assert_eq!((again.code, again.lines("Finished game").len()), (0, 4), "{}{}", again.out, again.errors);
    let ignored = "stderr=a.err -resultformat wide -outcomeinterval 9 -pgnout games.pgn fi notation=uci -wait 1000 \
                   -bookmode disk -show-latency";
    for (limits, told) in [("tc=/60 -wait 0", 0), ("tc=inf", 0), (&format!("tc=inf {ignored}"), 7)] {
        let line = format!("-each {limits}");
        let run = bench.run_by(&link, &bench.duel([("a", "illegal"), ("b", "illegal")], &line));
        assert_eq!((run.code, run.lines("Finished game").len()), (0, 1), "{}{}", run.out, run.errors);
        assert_eq!(
            run.lines("Warning; ").iter().filter(|text| text.contains(" is ignored: ")).count(),
            told,
            "{}",
            run.out
        );
    }
    let page = bench.read("games.pgn");
    assert!(["[Event \"?\"]", "[Result \"0-1\"]"].iter().all(|tag| page.contains(tag)), "{page}");
}

#[test]
fn an_engine_is_found_where_the_other_programs_find_it() {
    let bench = Bench::new("found");
    let below = bench.folder.join("a folder");
    fs::create_dir(&below).unwrap();
    fs::copy(&bench.engine, below.join("my engine")).unwrap();
    fs::set_permissions(below.join("my engine"), Permissions::from_mode(0o755)).unwrap();
    let engine = |keys: &[&str]| [&["-engine"], keys].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let second = engine(&["cmd=sh", "args=engine.sh well", "name=b"]);
    for first in [
        // A program on the PATH, whose arguments are paths of the folder.
        engine(&["cmd=sh", "arg=my engine", "arg=well", "dir=a folder", "name=a"]),
        engine(&["cmd=my engine", "dir=a folder", "name=a"]),
        engine(&["cmd=sh 'my engine' well", "dir=a folder", "name=a"]),
        engine(&["cmd=a folder/my engine", "name=a"]),
    ] {
        let options = words("-each nodes=5 -games 1 -rounds 1");
        let run = bench.run(&[first.clone(), second.clone(), options].concat());
        assert_eq!(run.lines("Finished game 1 (a vs b): 0-1").len(), 1, "{first:?}: {}{}", run.out, run.errors);
    }
}

#[test]
fn an_engine_may_write_the_log_that_its_arguments_name() {
    let bench = Bench::new("logs");
    let script = "arg=echo heard >>x.log; exec sh engine.sh well";
    let first = vec!["-engine", "cmd=sh", "arg=-c", script, "arg=--file=x.log", "arg=x.log", "name=a"];
    let second = vec!["-engine", "cmd=sh", "args=engine.sh well", "name=b"];
    let engines = [first, second].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    let words = [engines, words("-each nodes=5 restart=on -rounds 2")].concat();
    let run = bench.run(&words);
    assert_eq!(run.lines("Finished game").len(), 4, "{}{}", run.out, run.errors);
    // Another file is a part of the engine.
    fs::write(bench.folder.join("analog.nnue"), "").unwrap();
    let words: Vec<String> = words.iter().map(|word| word.replace("x.log", "analog.nnue")).collect();
    let run = bench.run(&words);
    let told = run.out.contains("analog.nnue changed while the tournament ran");
    assert!(told && run.lines("Finished game").len() == 1, "{}{}", run.out, run.errors);
}

#[test]
fn each_key_of_engines_json_is_done_or_refused() {
    let bench = Bench::new("keys");
    let link = bench.cutechess();
    let run = |keys: Value, mark: &str| {
        let command = format!("sh {} well", word(&bench.engine));
        let mut first = serde_json::json!({ "name": "a", "command": command, "protocol": "uci" });
        let second = serde_json::json!({ "name": "b", "command": command });
        first.as_object_mut().unwrap().extend(keys.as_object().unwrap().clone());
        fs::write(bench.folder.join("engines.json"), format!("{mark}{}", Value::from(vec![first, second]))).unwrap();
        bench.run_by(&link, &words("-engine conf=a -engine conf=b -each nodes=5 -games 1 -rounds 1"))
    };
    for (keys, expected) in [
        (serde_json::json!({ "whitepov": true }), "whitepov: scores of UCI are from the engine's view; omit whitepov"),
        (serde_json::json!({ "ponder": true }), "ponder: no engine thinks on its opponent's time; omit ponder"),
        (serde_json::json!({ "protocol": "xboard" }), "protocol: proto: expected uci, found xboard"),
        (serde_json::json!({ "restart": "never" }), "restart: restart: expected on or off or auto, found never"),
        (serde_json::json!({ "validateClaims": false }), "validateClaims: the rules judge every result; omit trust"),
        (serde_json::json!({ "timeoutScaleFactor": 1.5 }), "timeoutScaleFactor: -startup-ms and -ping-ms set the time"),
        (serde_json::json!({ "options": [{ "name": "Hash" }] }), "with options that have a name and a value"),
        (serde_json::json!({ "command": "" }), "engines.json: the engine a has no command"),
        (serde_json::json!({ "command": null }), "engines.json: the engine a has no command"),
        (serde_json::json!({ "name": "c" }), "engines.json: expected an engine a, found none"),
    ] {
        let run = run(keys, "");
        assert!(run.code == 1 && run.out.contains("engines.json: ") && run.out.contains(expected), "{}", run.out);
    }
    // The values that cutechess writes without being told change nothing, nor does the mark at the beginning.
    let usual = serde_json::json!({
        "whitepov": false, "ponder": false, "restart": "auto", "stderrFile": "", "workingDirectory": "", "debug": false,
        "validateClaims": true, "timeoutScaleFactor": 1.0, "variants": ["standard"],
        "options": [
            { "name": "Clear Hash", "type": "button" },
            { "name": "Hash", "type": "spin", "value": 8, "default": 16, "min": 1, "max": 64 },
        ],
    });
    let other = serde_json::json!({ "restart": "on", "debug": true });
    for (keys, mark, is_told) in [(usual, "\u{feff}", false), (other, "", true)] {
        let run = run(keys, mark);
        assert_eq!((run.code, run.lines("Finished game").len()), (0, 1), "{}{}", run.out, run.errors);
        assert!(!run.out.contains("Warning; "), "{}", run.out);
        let plan = bench.read(Path::new(run.games()).join("plan.toml"));
        let told = ["restart = \"on\"", " --debug "].map(|part| plan.contains(part));
        assert_eq!(told, [is_told, is_told], "{plan}");
    }
}

#[test]
fn the_log_has_the_printed_lines_of_its_level() {
    let bench = Bench::new("levels");
    let gone = "-engine cmd=false name=c nodes=5";
    for (options, told, expected) in [
        ("", "Warning; a doesn't have option Foo", [1, 0]),
        ("level=warn", "Warning: Unknown opening format, 2. All games will be played", [1, 0]),
        ("level=info", "Finished match", [1, 1]),
        ("level=err", "Fatal; c engine startup failure", [0, 0]),
    ] {
        let engine = if told.starts_with("Fatal") { gone } else { "" };
        let line = format!("-rounds 1 {engine} -each nodes=5 option.Foo=1 -log file=a.log append=false {options}");
        let run = bench.run(&bench.duel([("a", "well"), ("b", "well")], &line));
        let log = bench.read("a.log");
        assert!(run.lines(told).len() == 1 && log.matches(told).count() == 1, "{options}\n{log}{}", run.out);
        let counts = ["Warning; a ", "Finished match"].map(|part| log.matches(part).count());
        assert_eq!(counts, expected, "{options}\n{log}");
        assert!(!run.errors.contains("Fatal; "), "{}", run.errors);
    }
}

#[test]
fn the_table_of_three_engines_is_told_in_pairs() {
    let bench = Bench::new("three");
    let args = format!("args={} well", word(&bench.engine));
    let third = ["-engine", "cmd=sh", &args, "name=c"].map(str::to_owned);
    let duel = bench.duel([("a", "well"), ("b", "illegal")], "");
    let run = bench.run(&[&duel[..], &third, &words("-each nodes=5 -rounds 2 -ratinginterval 1")].concat());
    assert_eq!((run.code, run.lines("Finished game").len()), (0, 12), "{}{}", run.out, run.errors);
    assert_eq!(run.lines("[4, 0, 0, 0, 0]").len(), 1, "{}", run.out);
}

#[test]
fn each_game_with_the_same_colours_is_a_round() {
    let bench = Bench::new("rounds");
    for program in [testkit::program("arbiter-fastchess"), bench.cutechess()] {
        let options = "-each nodes=5 -rounds 3 -games 1 -noswap -pgnout file=games.pgn append=false";
        let run = bench.run_by(&program, &bench.duel([("a", "illegal"), ("b", "illegal")], options));
        assert_eq!((run.code, run.lines("Finished game 3 (a vs b)").len()), (0, 1), "{}{}", run.out, run.errors);
        let page = bench.read("games.pgn");
        let rounds: Vec<_> = page.lines().filter(|line| line.starts_with("[Round ")).collect();
        assert_eq!(rounds, ["[Round \"1\"]", "[Round \"2\"]", "[Round \"3\"]"]);
    }
}

#[test]
fn patterns_find_scores_as_engines_write_them() {
    let bench = Bench::new("patterns");
    for (mode, pattern, expected) in [
        ("well", "score cp", "line=\"info score cp -12 depth 3 seldepth 4 nodes 5 time 1 pv f2f3\""),
        ("boast", "score mate 1", "line=\"info score mate 1 depth 2 pv f2f3 a1a1\""),
        ("even", "cp 0$", "line=\"info score cp 0\""),
    ] {
        let options = format!("match_line={pattern}");
        let pgn = ["-pgnout", "file=games.pgn", "append=false", &options].map(str::to_owned);
        let duel = bench.duel([("a", mode), ("b", "well")], "-each nodes=5 -rounds 1 -games 1 -noswap");
        let run = bench.run(&[&duel[..], &pgn].concat());
        let page = bench.read("games.pgn");
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(run.code == 0 && flat.contains(expected), "{pattern}\n{page}{}", run.errors);
    }
}

/// Lines with the options that scripts of engines have, with fewer games.
#[test]
fn lines_of_scripts_play() {
    let bench = Bench::new("scripts");
    bench.write_book(2);
    fs::write(bench.folder.join("book.pgn"), "[Event \"a\"]\n\n1. e4 e5 *\n").unwrap();
    std::os::unix::fs::symlink(root().join("tests/tables"), bench.folder.join("tables")).unwrap();
    for line in [
        "-each proto=uci tc=inf/8+0.08 -openings file=book.epd format=epd order=random -games 2 -repeat 2 -maxmoves 200 \
         -sprt elo0=0 elo1=10 alpha=0.05 beta=0.1 -ratinginterval 10",
        "-each tc=10+0.1s timemargin=200 -openings file=book.pgn format=pgn order=random plies=16 -repeat -recover -draw \
         movenumber=40 movecount=8 score=10 -resign movecount=4 score=800 twosided=true -pgnout games.pgn",
        "-each proto=uci st=10 restart=on -tournament gauntlet -openings file=book.epd format=epd -pgnout file=games.pgn \
         -log file=/dev/null",
        "-each nodes=512 option.Hash=8 -games 2 -srand 512004 -openings file=book.epd order=random start=2 plies=4 \
         policy=round -log file=trace.log level=trace engine=true",
        "-each proto=uci tc=10/0+1",
        "-each depth=4 -tb tables -tbpieces 3 -tbignore50 -tbadjudicate WIN_LOSS -check-mate-pvs",
    ] {
        let run = bench.run(&bench.duel([("dev", "well"), ("main", "well")], &format!("{line} -rounds 1")));
        assert_eq!((run.code, run.lines("Finished game ").len()), (0, 2), "{line}\n{}{}", run.out, run.errors);
    }
    assert!(bench.read("trace.log").contains("bestmove"), "the talk with the engines");
}

/// The script of the page, with fewer games.
#[test]
fn the_script_of_the_page_plays() {
    let bench = Bench::new("page");
    let page = fs::read_to_string(root().join("docs/keep-your-script.md")).unwrap();
    let (_, script) = page.split_once("```bash\n").unwrap();
    let script = script.split("```").next().unwrap().replace("-rounds 500", "-rounds 2").replace("-concurrency 4", "");
    for name in ["new", "old"] {
        fs::copy(&bench.engine, bench.folder.join(name)).unwrap();
        fs::set_permissions(bench.folder.join(name), Permissions::from_mode(0o755)).unwrap();
    }
    bench.write_book(2);
    let path = format!("{}:{}", testkit::programs().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    let output = command.args(["-c", &script]).current_dir(&bench.folder).env("PATH", path).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && out.contains("Ptnml(0-2): [0, 0, 2, 0, 0]"), "{out}{output:?}");
    assert!(out.contains("(10+0.1, NULL, 64MB, book.epd)") && out.contains("LLR: "), "{out}");
}

/// The warnings about White, and what the PGN says of it.
#[test]
fn what_an_engine_leaves_out_is_told_as_fastchess_tells_it() {
    let bench = Bench::new("omissions");
    let form = "Move does not match uci move format, lowercase and 4/5 chars. Move (none) played by a";
    let empty = "No bestmove found from a because: Element 'bestmove' not found. Last line was: bestmove";
    let scoreless = "No info line available to extract score from engine a";
    let figures = "n=0, sd=0, nps=0, hashfull=0, tbhits=0, pv=\"\"}";
    let names = "[EngineBlackAuthor \"The Arbiter founders\"] [EngineBlackName \"Scripted\"]";
    for (mode, warnings, told) in [
        ("none", vec![form, "Illegal move (none) played by a"], vec!["{White makes an illegal move: (none)}", names]),
        ("empty", vec![empty, "Illegal move <none> played by a"], vec!["{White makes an illegal move}"]),
        ("crash", vec!["Engine a is not responsive"], vec!["[Termination \"abandoned\"]", "{White disconnects}"]),
        // It answers once, and then never again.
        (
            "stall",
            vec!["Engine a is not responsive"],
            vec!["[Termination \"abandoned\"]", ", White's connection stalls}"],
        ),
        ("terse", vec![scoreless, scoreless], vec!["1. f3 {/0 0.0", figures]),
        ("bound", vec![], vec!["1. f3 {/0 0.0", figures]),
        ("even", vec![], vec!["1. f3 {0.00/0 0.0", figures]),
    ] {
        let options = "-each nodes=5 -rounds 1 -games 1 -noswap -recover -ping-ms 1000 -pgnout file=games.pgn append=false \
                       nodes=true seldepth=true nps=true hashfull=true tbhits=true pv=true";
        let run = bench.run(&bench.duel([("a", mode), ("b", "well")], options));
        let expected: Vec<_> = warnings.iter().map(|text| format!("Warning; {text}")).collect();
        assert_eq!(run.lines("Warning; "), expected, "{mode}: {}{}", run.out, run.errors);
        let page = bench.read("games.pgn");
        let flat = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.iter().all(|part| flat.contains(part)), "{mode}: {page}");
    }
}

#[test]
fn what_an_engine_says_wrongly_of_its_play_is_told() {
    let bench = Bench::new("boasts");
    let all = |options: &str| {
        let line = format!("-each nodes=5 -rounds 1 -games 1 -testEnv {options}");
        bench.run(&bench.duel([("boaster", "boast"), ("well", "well")], &line))
    };
    let run = all("");
    let info = "Info; info score 29999 mate 1 depth 2 pv g2g4 a1a1 :: Position; startpos :: Moves; f2f3 e7e5";
    let told = format!("Warning; Illegal PV move - move a1a1 from boaster :: {info}");
    assert!(run.code == 0 && run.lines("Warning; ").contains(&&*told), "{}{}", run.out, run.errors);
    let other = "Warning; Bestmove does not match beginning of last PV - move f2f3 from boaster :: Info; ";
    assert_eq!((run.lines("Warning; ").len(), run.lines(other).len()), (4, 1), "{}", run.out);
    assert_eq!(all("-check-mate-pvs").lines("Warning; Incomplete mating PV - from boaster :: Info; ").len(), 2);
    let strict = all("-strict");
    assert_eq!((strict.code, strict.lines("Finished game").len()), (1, 1), "{}", strict.out);
}

#[test]
fn every_option_and_key_has_its_row() {
    let page = fs::read_to_string(root().join("docs/coming-from-fastchess.md")).unwrap();
    let list = include_str!("../../src/options.txt");
    let word = Regex::new(r"^(?:(-[^=,]*),?|([a-z0-9_]+)=.*)$").unwrap();
    let rows = list.lines().filter(|line| line.starts_with("  ")).map(|line| line.split('!').next().unwrap());
    let words = rows.flat_map(str::split_whitespace).filter_map(|text| word.captures(text));
    let words = words.map(|found| found.get(1).or_else(|| found.get(2)).unwrap().as_str());
    let missing: Vec<&str> = words.filter(|word| !page.contains(word)).collect();
    assert!(missing.is_empty(), "the page has no row for {missing:?}");
}
