//! Runs the commands in the documents, and compares their output.
//!
//! The words after the language of a fenced block say what the block is. Pages that belong together run in one folder,
//! in order:
//!
//! - `bash run`: runs, with the arbiter and its bots on the `PATH`. `exit=1`: ends with this status. Other blocks of
//!   `bash` and `sh` are listed in `ELSEWHERE`, with the file that tries them.
//! - `bash run python`, `yaml run python`: needs a `python3`. Without one it is skipped with a message. So with `jq`.
//! - `text output`: lines that the block before it printed, in order; `…` stands for any number of others.
//! - `python NAME`, `toml NAME`: is written to a file of this name. Python is compiled.
//! - `text session`: a conversation with the daemon, `>` before lines of the host and `<` before lines of the daemon.
//!   Times may differ, and so may the order in which bots are ready.
//! - `yaml run`: a workflow, whose steps happen one after the other (`workflow.rs`).

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Lines, Write},
    path::Path,
    process::{ChildStdout, Stdio},
};

use testkit::{need, processes::scratch};

use super::{command, elsewhere::ELSEWHERE, pages, read, root, workflow};

struct Block {
    /// The page, and the line of the first fence, from 1.
    at: String,
    language: String,
    marks: Vec<String>,
    text: String,
}

impl Block {
    fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|found| found == mark)
    }

    fn exit(&self) -> i32 {
        self.marks.iter().find_map(|mark| mark.strip_prefix("exit=")).map_or(0, |code| code.parse().unwrap())
    }
}

fn blocks(page: &str) -> Vec<Block> {
    let document = read(page);
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(head) = line.strip_prefix("```") else { continue };
        let mut words = head.split_whitespace().map(str::to_owned);
        let language = words.next().unwrap_or_default();
        let text = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let text = text.map(|line| format!("{line}\n")).collect();
        blocks.push(Block { at: format!("{page}:{}", number + 1), language, marks: words.collect(), text });
    }
    blocks
}

/// Runs a script, checks its exit status, and returns its output.
#[track_caller]
fn run(folder: &Path, at: &str, script: &str, exit: i32) -> String {
    let output = command("bash", folder).args(["-euo", "pipefail", "-c", script]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{at}: {script}\n{said}\n{complained}");
    said
}

/// Compares lines in order. In `expected`, `…` stands for any number of lines.
fn matches_in_order<'a>(expected: &str, found: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let mut found = found.into_iter();
    let mut skip = true;
    for expected in expected.lines() {
        if expected == "…" {
            skip = true;
            continue;
        }
        let next = if skip { found.find(|line| *line == expected) } else { found.next() };
        if next != Some(expected) {
            return Err(format!("expected {expected:?}, found {}", next.unwrap_or("no such line")));
        }
        skip = false;
    }
    Ok(())
}

/// Runs the blocks of these pages in one folder, and checks their output.
#[track_caller]
fn happens(pages: &[&str]) {
    happens_in(&scratch("docs"), pages);
}

#[track_caller]
fn happens_in(folder: &Path, pages: &[&str]) {
    let python = need::has("python", "python3", "what the documents have in Python");
    let jq = need::has("jq", "jq", "the index that the book rebuilds");
    for page in pages {
        let mut printed = String::new();
        for block in blocks(page) {
            let Block { ref at, ref language, ref text, .. } = block;
            let runs = (python || !block.has("python")) && (jq || !block.has("jq"));
            match language.as_str() {
                "bash" if block.has("run") => {
                    printed = if runs { run(folder, at, text, block.exit()) } else { String::new() };
                }
                "text" if block.has("output") => {
                    if !printed.is_empty() {
                        matches_in_order(text, printed.lines())
                            .unwrap_or_else(|error| panic!("{at}: {error} in:\n{printed}"));
                    }
                }
                "text" if block.has("session") => converse(folder, at, text),
                "python" | "toml" => {
                    let name = block.marks.first().unwrap_or_else(|| panic!("{at}: the file has no name"));
                    fs::write(folder.join(name), text).unwrap();
                    if language == "python" && python {
                        run(folder, at, &format!("python3 -m py_compile {name}"), 0);
                    }
                }
                "yaml" if block.has("run") && runs => workflow::happens(folder, at, text),
                "yaml" if block.has("run") => {}
                // The test `every_command_is_tried` checks these.
                "bash" | "sh" => {}
                other => panic!("{at}: no test looks at this block of {other}"),
            }
        }
    }
}

#[test]
fn what_a_beginner_reads_happens() {
    happens(&["README.md", "docs/first-bot.md", "docs/faults.md", "docs/ci.md"]);
}

#[test]
fn what_comes_with_a_package_happens() {
    happens(&["packaging/README.md"]);
}

#[test]
fn what_the_games_show_happens() {
    happens(&["docs/games.md", "docs/commands.md"]);
}

#[test]
fn what_tournaments_show_happens() {
    happens(&["docs/tournaments.md"]);
}

#[test]
fn what_openings_and_models_show_happens() {
    happens(&["docs/openings.md", "docs/language-models.md"]);
}

#[test]
fn what_the_log_and_security_show_happens() {
    happens(&["docs/log.md", "docs/security.md"]);
}

#[test]
fn what_a_cluster_shows_happens() {
    happens(&["docs/cluster.md"]);
}

#[test]
fn what_arenas_are_told_happens() {
    happens(&["docs/arenas.md"]);
}

#[test]
fn what_guis_are_told_happens() {
    happens(&["docs/gui.md"]);
}

/// Runs the page with `arbiter-instant` in place of the reader's two engines.
#[test]
#[cfg(feature = "faulty")]
fn what_fastchess_users_read_happens() {
    let folder = scratch("fastchess");
    for name in ["new", "old"] {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_arbiter-instant"), folder.join(name)).unwrap();
    }
    fs::write(folder.join("openings.epd"), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n")
        .unwrap();
    happens_in(&folder, &["docs/coming-from-fastchess.md"]);
}

/// Runs the page in a folder that has the starters of this tree.
#[test]
fn what_is_told_of_a_crash_happens() {
    if need::has("c", "cc", "the page of a crash") && need::has("gdb", "gdb", "the page of a crash") {
        let folder = scratch("crashed");
        std::os::unix::fs::symlink(root().join("bots"), folder.join("bots")).unwrap();
        happens_in(&folder, &["docs/crashed.md"]);
    }
}

#[test]
fn every_command_is_tried() {
    let mut told = BTreeSet::new();
    for page in pages() {
        for block in blocks(&page).iter().filter(|block| ["bash", "sh"].contains(&block.language.as_str())) {
            let first = block.text.lines().next().unwrap_or_default();
            let row = ELSEWHERE.iter().position(|(name, line, _)| *name == page && *line == first);
            assert!(
                block.has("run") != row.is_some(),
                "{}: what tries `{first}`? A row of ELSEWHERE says so",
                block.at
            );
            told.extend(row);
        }
    }
    for (row, (page, line, tried_by)) in ELSEWHERE.iter().enumerate() {
        assert!(told.contains(&row), "{page} no longer has `{line}`");
        assert!(root().join(tried_by).exists(), "{tried_by}");
    }
}

/// Holds a conversation with the daemon, and compares its lines.
#[track_caller]
fn converse(folder: &Path, at: &str, session: &str) {
    let mut arbiter =
        command("arbiter", folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the arbiter starts");
    let mut input = arbiter.stdin.take().unwrap();
    let mut heard = BufReader::new(arbiter.stdout.take().unwrap()).lines();
    let mut expected = session.lines().peekable();
    let mut skip = false;
    while let Some(line) = expected.next() {
        if line == "…" {
            skip = true;
        } else if let Some(said) = line.strip_prefix("> ") {
            writeln!(input, "{said}").unwrap();
        } else if line.starts_with("< ready ") {
            let mut wanted = vec![line];
            while let Some(line) = expected.next_if(|line| line.starts_with("< ready ")) {
                wanted.push(line);
            }
            let found: BTreeSet<String> = wanted.iter().map(|_| hear(&mut heard, at)).collect();
            assert!(found.iter().eq(&wanted), "{at}: expected {wanted:?}, found {found:?}");
        } else {
            let mut found = hear(&mut heard, at);
            while skip && without_time(&found) != without_time(line) {
                found = hear(&mut heard, at);
            }
            skip = false;
            assert_eq!(without_time(&found), without_time(line), "{at}");
        }
    }
    drop(input);
    assert!(arbiter.wait().unwrap().success(), "{at}");
}

#[track_caller]
fn hear(lines: &mut Lines<BufReader<ChildStdout>>, at: &str) -> String {
    let line = lines.next().unwrap_or_else(|| panic!("{at}: the arbiter has no more to say"));
    format!("< {}", line.unwrap())
}

/// A `played` line without its time.
fn without_time(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(place) = words.iter().position(|word| *word == "time") {
        words.splice(place..place + 2, []);
    }
    words.join(" ")
}

#[test]
fn every_fault_and_command_has_its_row() {
    let (faults, rows) = (read("docs/faults.md"), read("docs/commands.md"));
    for fault in uvi::Fault::ALL {
        assert!(faults.contains(&format!("| `{fault}` |")), "{fault}");
    }
    let help = command("arbiter", root()).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter(|line| !line.starts_with("    ")).filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        assert!(rows.contains(&format!("`arbiter {name}`")), "{name}");
    }
}
