//! What the documents show is true: their commands run, their programs work, their conversations happen, and what they
//! name is there.
//!
//! The words after the language of a fenced block say what it is. In the README, in this order and in one folder:
//!
//! - `bash run`: runs, with the arbiter and its bots on the `PATH`. `exit=1`: with this status.
//! - `bash run python`, `yaml run python`: it needs a `python3`, and is passed over, with a word on stderr, where there
//!   is none.
//! - `text output`: lines of what the block before it printed, in order; `…` stands for any number of others.
//! - `python NAME`, `toml NAME`: is written to a file of this name.
//! - `text session`: a conversation with the daemon, `>` what the host says and `<` what it hears. Times may differ, and
//!   so may the order in which bots are ready.
//! - `yaml run`: its lines `- run: arbiter …` run.
#![expect(clippy::unwrap_used, clippy::print_stderr, reason = "clippy knows only the functions with #[test] as tests")]

use std::{
    collections::BTreeSet,
    env, fs,
    io::{BufRead, BufReader, Lines, Write},
    path::{Path, PathBuf},
    process::{ChildStdout, Command, Stdio},
};

const README: &str = include_str!("../../README.md");
const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");
/// What stands in it for those who write GUIs happens so.
const GUI: &str = include_str!("../../docs/gui.md");
const LAYERS: &str = include_str!("layers.rs");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A fenced block.
struct Block {
    /// The line of its first fence, from 1.
    line: usize,
    language: &'static str,
    marks: Vec<&'static str>,
    text: String,
}

impl Block {
    fn has(&self, mark: &str) -> bool {
        self.marks.contains(&mark)
    }

    /// The status with which it ends.
    fn exit(&self) -> i32 {
        self.marks.iter().find_map(|mark| mark.strip_prefix("exit=")).map_or(0, |code| code.parse().unwrap())
    }
}

fn blocks(document: &'static str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = document.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(head) = line.strip_prefix("```") else { continue };
        let mut words = head.split_whitespace();
        let language = words.next().unwrap_or_default();
        let text = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
        let text = text.map(|line| format!("{line}\n")).collect();
        blocks.push(Block { line: number + 1, language, marks: words.collect(), text });
    }
    blocks
}

/// An empty folder of its own.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A program in a folder, with the arbiter and its bots on the `PATH`.
fn command(program: &str, folder: &Path) -> Command {
    let programs = Path::new(env!("CARGO_BIN_EXE_arbiter")).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut command = Command::new(program);
    command.current_dir(folder).env("PATH", path).env_remove("ARBITER_LOG").stdin(Stdio::null());
    // As if the Python package were installed.
    command.env("PYTHONPATH", root().join("bots/python/src"));
    command
}

fn has_python() -> bool {
    let python = Command::new("python3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let found = python.is_ok_and(|status| status.success());
    if !found {
        eprintln!("there is no python3: what the README has in Python is not run");
    }
    found
}

/// Runs a script and gives what it printed.
#[track_caller]
fn run(folder: &Path, line: usize, script: &str, exit: i32) -> String {
    let output = command("bash", folder).args(["-euo", "pipefail", "-c", script]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "README.md:{line}: {script}\n{said}\n{complained}");
    said
}

/// Compares lines, of which `…` stands for any number.
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

#[test]
fn the_readme_runs() {
    let folder = scratch("readme");
    let python = has_python();
    let mut printed = String::new();
    for block in blocks(README) {
        let Block { line, language, ref text, .. } = block;
        match language {
            "bash" if block.has("run") => {
                let runs = python || !block.has("python");
                printed = if runs { run(&folder, line, text, block.exit()) } else { String::new() };
            }
            "text" if block.has("output") => {
                if !printed.is_empty() {
                    matches_in_order(text, printed.lines()).unwrap_or_else(|error| {
                        panic!("README.md:{line}: {error} in:\n{printed}");
                    });
                }
            }
            "text" if block.has("session") => converse(&folder, line, text),
            "python" | "toml" => fs::write(folder.join(block.marks[0]), text).unwrap(),
            "yaml" if block.has("run") => {
                let steps: Vec<_> = text.lines().filter_map(|line| line.trim().strip_prefix("- run: ")).collect();
                let runs = python || !block.has("python");
                for step in steps.into_iter().filter(|step| runs && step.starts_with("arbiter ")) {
                    run(&folder, line, step, 0);
                }
            }
            // How it is installed, which a clean checkout tries.
            "bash" => {}
            other => panic!("README.md:{line}: no test looks at this block of {other}"),
        }
    }
}

#[test]
fn the_session_of_a_gui_happens() {
    let folder = scratch("gui");
    let sessions: Vec<Block> = blocks(GUI).into_iter().filter(|block| block.has("session")).collect();
    assert_eq!(sessions.len(), 1);
    sessions.iter().for_each(|block| converse(&folder, block.line, &block.text));
}

/// A conversation with the daemon.
#[track_caller]
fn converse(folder: &Path, at: usize, session: &str) {
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
            assert!(found.iter().eq(&wanted), "README.md:{at}: expected {wanted:?}, found {found:?}");
        } else {
            let mut found = hear(&mut heard, at);
            while skip && without_time(&found) != without_time(line) {
                found = hear(&mut heard, at);
            }
            skip = false;
            assert_eq!(without_time(&found), without_time(line), "README.md:{at}");
        }
    }
    drop(input);
    assert!(arbiter.wait().unwrap().success(), "README.md:{at}");
}

#[track_caller]
fn hear(lines: &mut Lines<BufReader<ChildStdout>>, at: usize) -> String {
    let line = lines.next().unwrap_or_else(|| panic!("README.md:{at}: the arbiter has no more to say"));
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
fn every_fault_and_command_is_in_the_readme() {
    for fault in uvi::Fault::ALL {
        assert!(README.contains(&format!("| `{fault}` |")), "{fault}");
    }
    let help = command("arbiter", root()).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names = commands.filter(|line| !line.starts_with("    ")).filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        assert!(README.contains(&format!("`arbiter {name}`")), "{name}");
    }
}

/// The targets of the links of a document.
fn links(document: &str) -> impl Iterator<Item = &str> {
    document.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

/// How a heading is named in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let documents = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/own-game.md",
        "docs/packages.md",
        "docs/python.md",
        "docs/style.md",
        "protocol/UVI.md",
    ];
    for name in documents {
        let file = root().join(name);
        let text = fs::read_to_string(&file).unwrap();
        for link in links(&text).filter(|link| !link.starts_with("https://")) {
            let (path, wanted) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
            let target = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            assert!(target.exists(), "{name}: {link}");
            if let Some(wanted) = wanted {
                let text = fs::read_to_string(&target).unwrap();
                let found = text.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted);
                assert!(found, "{name}: {link}");
            }
        }
    }
}

/// What stands between backticks in a text.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn the_map_names_what_is_there() {
    names_what_is_there(ARCHITECTURE);
}

#[test]
fn the_page_of_style_names_what_is_there() {
    for name in ["CONTRIBUTING.md", "docs/style.md"] {
        names_what_is_there(&fs::read_to_string(root().join(name)).unwrap());
    }
}

#[track_caller]
fn names_what_is_there(document: &str) {
    let plain: String = document.split("```").step_by(2).collect();
    for name in quoted(&plain) {
        let is_path = name.contains('/') && name.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        if is_path
            && ["src/", "crates/", "tests/", "testkit/", "bots/", "benches/", "protocol/", "scripts/", ".ci/"]
                .iter()
                .any(|top| name.starts_with(top))
        {
            assert!(root().join(name).exists(), "{name}");
        }
    }
}

#[test]
fn every_invariant_has_its_test() {
    let (_, invariants) = ARCHITECTURE.split_once("\n## Invariants\n").expect("there is such a heading");
    let (invariants, _) = invariants.split_once("\n## ").unwrap();
    let rows: Vec<&str> = invariants.lines().filter(|line| line.starts_with('|')).skip(2).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let held_by = row.rsplit('|').nth(1).unwrap();
        let (files, tests): (Vec<&str>, Vec<&str>) = quoted(held_by).partition(|name| name.contains('.'));
        assert!(!files.is_empty() && !tests.is_empty(), "{row}");
        let texts: String = files.iter().map(|file| fs::read_to_string(root().join(file)).expect(file)).collect();
        for test in tests {
            let named = ["fn", "def"]
                .iter()
                .any(|word| ['(', '<'].iter().any(|end| texts.contains(&format!("{word} {test}{end}"))));
            assert!(named, "{test}, {files:?}");
        }
    }
}

#[test]
fn the_crates_are_in_order() {
    let (_, list) = LAYERS.split_once("const PURE").unwrap();
    let (list, _) = list.split_once("];").unwrap();
    let folders = list.split('"').skip(1).step_by(2).chain(["."]);
    let package = |folder: &str| {
        let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        let (_, package) = manifest.split_once("[package]\nname = \"").expect(folder);
        package.split('"').next().unwrap().to_owned()
    };
    let order: Vec<String> = folders.map(package).collect();
    assert!(order.len() > 5, "{order:?}");
    assert!(ARCHITECTURE.contains(&format!("`{}`", order.join(" ← "))), "{order:?}");
}

#[test]
fn no_dependency_binds_who_uses_it() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--frozen", "--all-features", "--filter-platform", &platform()])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(metadata.status.success(), "{}", String::from_utf8_lossy(&metadata.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 20);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_free(licence), "{} is under {licence}", package["name"]);
    }
}

/// This machine, as the compiler names it. What other machines need has not been fetched.
fn platform() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Whether a licence asks for no more than its own text. `(A OR B) AND C` asks for C and one of A and B.
fn is_free(licence: &str) -> bool {
    const FREE: [&str; 12] = [
        "MIT",
        "MIT-0",
        "Apache-2.0",
        "Apache-2.0 WITH LLVM-exception",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "ISC",
        "Unicode-3.0",
        "Unlicense",
        "Zlib",
    ];
    let one = |licence: &str| FREE.contains(&licence.trim_matches(['(', ')', ' ']));
    licence.split(" AND ").all(|part| part.replace('/', " OR ").split(" OR ").any(one))
}

#[test]
fn licences_are_told_apart() {
    for (licence, free) in [
        ("MIT OR Apache-2.0", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("MIT OR GPL-3.0-only", true),
        ("GPL-3.0-or-later", false),
        ("MIT AND LGPL-2.1-only", false),
        ("none", false),
    ] {
        assert_eq!(is_free(licence), free, "{licence}");
    }
}

#[test]
fn a_difference_is_seen() {
    let found = ["a", "b", "c", "d"];
    for (expected, same) in [("a\nb", true), ("b\nc", true), ("a\n…\nd", true), ("a\nc", false), ("d\n…\na", false)]
    {
        assert_eq!(matches_in_order(expected, found).is_ok(), same, "{expected}");
    }
    assert_eq!(without_time("< played m 1 c3d4 time 4180 text c3-d4"), "< played m 1 c3d4 text c3-d4");
    assert_eq!(anchor("### 8.1 Orwell Chess (`orwell`)"), "81-orwell-chess-orwell");
}
