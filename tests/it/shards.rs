//! Tournaments that are played in pieces: whatever is lost, stopped or played twice, the folder is that of one machine.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use testkit::processes;

/// A scratch folder with a tournament in it.
#[derive(Debug)]
struct Cup {
    dir: PathBuf,
}

#[derive(Debug)]
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Said {
    #[track_caller]
    fn code(self, expected: i32) -> Self {
        assert_eq!(self.code, Some(expected), "{}\n{}", self.out, self.err);
        self
    }
}

fn said(output: Output) -> Said {
    let said = Said {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!said.err.contains("panicked"), "{}", said.err);
    said
}

/// Logs without times, of bots that play by lot.
fn file(bots: usize, keys: &str, tables: &str) -> String {
    let bot = |number| format!("[[bot]]\nname = \"bot-{number}\"\ncommand = \"random\"\n");
    let bots: String = (1..=bots).map(bot).collect();
    format!("seed = \"2a\"\nclock = \"nodes 10\"\n{keys}\n[log]\ntimes = \"off\"\n{tables}\n{bots}")
}

impl Cup {
    /// One that is planned, and in `one.games` played by one machine.
    #[track_caller]
    fn planned(name: &str, file: &str) -> Self {
        let cup = Self { dir: processes::scratch(name) };
        fs::write(cup.dir.join("cup.toml"), file).unwrap();
        cup.run(&["tournament", "cup.toml", "--folder", "one.games", "-q", "-c", "1"]).code(0);
        let said = cup.run(&["tournament", "cup.toml", "--plan"]).code(0);
        assert!(said.out.starts_with("plan "), "{}", said.out);
        cup
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    fn arbiter(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args).current_dir(&self.dir);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, args: &[&str]) -> Said {
        said(self.arbiter(args).output().unwrap())
    }

    fn shard(&self, shard: &str) -> Said {
        self.run(&["tournament", "cup.games", "--shard", shard, "-q", "-c", "1"])
    }

    /// What was merged into a folder is what one machine has made.
    #[track_caller]
    fn is_as_one(&self, folder: &str) {
        assert_eq!(tree(&self.path(folder)), tree(&self.path("one.games")));
    }

    /// The loop of all shards and the merge; how often it went round.
    #[track_caller]
    fn rounds(&self, of: u32) -> u32 {
        for round in 0..30 {
            match self.run(&["merge", "cup.games", "-q"]).code {
                Some(0) => return round,
                Some(3) => {}
                code => panic!("{code:?}"),
            }
            for number in 1..=of {
                self.shard(&format!("{number}/{of}")).code(0);
            }
        }
        panic!("it does not end");
    }
}

/// The files below a folder, but for shards, with what they hold.
fn tree(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(place) = folders.pop() {
        for entry in fs::read_dir(&place).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_owned();
            if path.is_dir() {
                if name != Path::new("shards") {
                    folders.push(path);
                }
            } else {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, to).unwrap();
        }
    }
}

/// 30 blocks of two games.
fn duel() -> String {
    format!("variant = \"congress\"\nrounds = 10\n{}", file(3, "", ""))
}

#[test]
fn shards_make_the_folder_of_one_machine() {
    let cup = Cup::planned("shards-one", &duel());
    let said = cup.run(&["merge", "cup.games"]).code(3);
    assert!(
        said.out.contains("0 results stand, 0 more are finished, 60 games of 30 blocks are to be played"),
        "{}",
        said.out
    );
    for shard in ["3/4", "1/4"] {
        cup.shard(shard).code(0);
        assert!(cup.path(&format!("cup.games/shards/0{}-of-4/done", &shard[..1])).is_file());
    }
    assert_eq!(cup.run(&["merge", "cup.games", "--missing"]).code(3).out, "2,4\n");
    // The others are played as two of three: what is finished is not played again.
    for shard in ["1/3", "2/3", "3/3"] {
        cup.shard(shard).code(0);
    }
    let said = cup.run(&["merge", "cup.games"]).code(0);
    assert!(said.out.contains("it is over: 60 results stand"), "{}", said.out);
    cup.is_as_one("cup.games");
    // Twice is no harm, nor is another folder, where every log is replayed.
    cup.run(&["merge", "cup.games"]).code(0);
    cup.is_as_one("cup.games");
    cup.run(&["merge", "cup.games", "--into", "other.games", "--verify"]).code(0);
    assert_eq!(tree(&cup.path("other.games")), tree(&cup.path("one.games")));
    assert!(!cup.path("other.games/shards").exists());
    // What was merged can be gone on with, and is over.
    cup.run(&["tournament", "cup.games", "-q"]).code(0);
    cup.is_as_one("cup.games");
    // A shard that comes late has nothing to do.
    let said = cup.run(&["tournament", "cup.games", "--shard", "1/9"]).code(0);
    assert!(said.out.contains("0 can be played now"), "{}", said.out);
}

#[test]
fn shards_need_no_common_folder() {
    let cup = Cup::planned("shards-apart", &duel());
    for number in 1..=3 {
        let there = cup.path(&format!("machine-{number}"));
        copy(&cup.path("cup.games"), &there.join("cup.games"));
        let shard = format!("{number}/3");
        let args = ["tournament", "cup.games", "--shard", &shard, "-q"];
        said(cup.arbiter(&args).current_dir(&there).output().unwrap()).code(0);
    }
    copy(&cup.path("machine-3/cup.games/shards/03-of-3"), &cup.path("third"));
    let merge = |folders: &[&str]| cup.run(&[&["merge", "cup.games", "-q"], folders].concat());
    merge(&["machine-2/cup.games"]).code(3);
    // A folder named twice, in any order, is no harm.
    merge(&["third", "machine-1/cup.games", "machine-2/cup.games", "third", "machine-3/cup.games"]).code(0);
    cup.is_as_one("cup.games");
}

#[test]
fn packed_logs_are_merged_as_files_are() {
    let cup = Cup::planned("shards-packed", &duel());
    for shard in ["1/2", "2/2"] {
        cup.run(&["tournament", "cup.games", "--shard", shard, "-q", "--pack", "-c", "2"]).code(0);
    }
    let games = fs::read_dir(cup.path("cup.games/shards/01-of-2/games")).unwrap().count();
    assert_eq!(games, 0);
    assert!(cup.path("cup.games/shards/01-of-2/games.pack").is_file());
    cup.run(&["merge", "cup.games", "--verify", "-q"]).code(0);
    cup.is_as_one("cup.games");
}

#[test]
fn a_sequential_test_ends_at_the_same_block() {
    let tables = "[sprt]\nelo0 = 0\nelo1 = 200\nalpha = 0.1\nbeta = 0.1\n";
    let text = file(2, "variant = \"congress\"\nrounds = 400", tables);
    let cup = Cup::planned("shards-sprt", &text.replacen("command = \"random\"", "command = \"greedy\"", 1));
    let one = fs::read_to_string(cup.path("one.games/results.jsonl")).unwrap().lines().count();
    assert!(one < 800, "the test decides");
    cup.shard("1/2").code(0);
    cup.run(&["merge", "cup.games", "-q"]).code(3);
    assert!(!cup.path("cup.games/shards/decided").exists());
    // Not all of this shard is wanted.
    let mut child = cup.arbiter(&["tournament", "cup.games", "--shard", "2/2", "-c", "1"]).spawn().unwrap();
    while cup.run(&["merge", "cup.games", "-q"]).code == Some(3) {
        assert!(child.try_wait().unwrap().is_none() || cup.run(&["merge", "cup.games", "-q"]).code == Some(0));
    }
    assert_eq!(said(child.wait_with_output().unwrap()).code, Some(0), "it has seen that all is decided");
    let merged = cup.run(&["merge", "cup.games"]).code(0);
    assert!(merged.out.contains("behind the verdict and count for nothing"), "{}", merged.out);
    cup.is_as_one("cup.games");
}

#[test]
fn rounds_are_played_by_the_same_loop() {
    let rows = [
        ("swiss", file(9, "variant = \"congress\"\nformat = \"swiss\"\nrounds = 4", ""), 4),
        ("knockout", file(5, "variant = \"congress\"\nformat = \"knockout\"", ""), 3),
        ("match-play", file(3, "variant = \"katarenga\"\nrounds = 3\nmatch-play = \"on\"", ""), 1),
        ("three", file(4, "variant = \"orwell\"\nrounds = 1", "[options]\nmaxrounds = 20"), 1),
    ];
    for (name, text, least) in rows {
        let cup = Cup::planned(&format!("shards-{name}"), &text);
        let rounds = cup.rounds(3);
        assert!(rounds >= least, "{name}: {rounds}");
        cup.is_as_one("cup.games");
    }
}
