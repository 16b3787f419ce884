//! What the documents show is true: their commands run, their programs work, their conversations happen, and what they
//! name is there.
//!
//! The words after the language of a fenced block say what it is. Pages that belong together run in one folder, in order:
//!
//! - `bash run`: runs, with the arbiter and its bots on the `PATH`. `exit=1`: with this status. Other blocks of `bash` and
//!   `sh` stand in `ELSEWHERE`, with what tries them.
//! - `bash run python`, `yaml run python`: it needs a `python3`, and is passed over, with a word on stderr, where there
//!   is none.
//! - `text output`: lines of what the block before it printed, in order; `…` stands for any number of others.
//! - `python NAME`, `toml NAME`: is written to a file of this name; Python is compiled.
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

const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");
const LAYERS: &str = include_str!("layers.rs");

/// Commands that no test of this file runs: their page, their first line, and what tries them.
const ELSEWHERE: [(&str, &str, &str); 24] = [
    ("README.md", "scripts/first-match", ".ci/run"),
    ("README.md", "export PATH=\"$PWD/target/quick:$PATH\"", "tests/it/docs.rs"),
    ("README.md", "scripts/test", ".ci/run"),
    ("README.md", "export PYTHONPATH=\"$PWD/bots/python/src\"", "tests/it/docs.rs"),
    ("docs/board.md", "scripts/board", "scripts/test-pages"),
    (
        "docs/board.md",
        "arbiter-board --bot 'stockfish=arbiter-uci stockfish' --bots my-bots.toml",
        "frontends/board/tests",
    ),
    ("docs/board.md", "arbiter-board cup.games", "tests/pages/test_board.py"),
    ("docs/board.md", "websocketd --port=8000 --staticdir=. arbiter", "tests/pages/test_board.py"),
    (
        "docs/cluster.md",
        "until arbiter merge cup.games; do sbatch --wait --array=1-20 slurm.sh cup.games; done",
        "scripts/test-cluster",
    ),
    ("docs/cluster.md", "sbatch --array=1-20 slurm.sh cup.games", "scripts/test-cluster"),
    ("docs/cluster.md", "rsync -a cup.games/ node1:cup.games/", "tests/it/shards.rs"),
    ("docs/cluster.md", "arbiter merge cup.games second/cup.games --strict --into both.games", "tests/it/shards.rs"),
    (
        "docs/coming-from-fastchess.md",
        "git clone https://github.com/Disservin/fastchess /tmp/fastchess",
        "scripts/same-games",
    ),
    ("docs/coming-from-fastchess.md", "cargo build --release --features faulty --bins", "scripts/same-games"),
    ("docs/coming-from-openspiel.md", "pip install './bots/python[openspiel]'", "scripts/test-python"),
    (
        "docs/coming-from-openspiel.md",
        "arbiter play katarenga 'bot:python3 bots/python/examples/openspiel_mcts.py' bot:random",
        "bots/python/tests/test_openspiel.py",
    ),
    ("docs/first-bot.md", "python3 -m venv env", "scripts/test-python"),
    ("docs/first-bot.md", "cc -O2 -o starter bots/starters/starter.c", "tests/it/starters.rs"),
    ("docs/own-game.md", "cd examples/own-game", "tests/it/own_game.rs"),
    (
        "docs/packages.md",
        "arbiter play orwell bot:random bot:greedy bot:greedy --log first.jsonl",
        "scripts/test-release",
    ),
    ("docs/packages.md", "sha256sum --check --ignore-missing SHA256SUMS", "scripts/test-release"),
    (
        "docs/python-environments.md",
        "pip install './bots/python[environments]'     # needs Rust; [openspiel] for OpenSpiel",
        "scripts/test-python",
    ),
    ("docs/python.md", "export UVI_CHAT_KEY=…", "bots/python/tests/test_chat.py"),
    ("docs/python.md", "pip install ./bots/python              # in a clone of the repository", "scripts/test-python"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A document, by its path in the tree.
fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).unwrap_or_else(|error| panic!("{page}: {error}"))
}

/// A fenced block.
struct Block {
    /// Its page, and the line of its first fence, from 1.
    at: String,
    language: String,
    marks: Vec<String>,
    text: String,
}

impl Block {
    fn has(&self, mark: &str) -> bool {
        self.marks.iter().any(|found| found == mark)
    }

    /// The status with which it ends.
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
        eprintln!("there is no python3: what the documents have in Python is not run");
    }
    found
}

/// Runs a script and gives what it printed.
#[track_caller]
fn run(folder: &Path, at: &str, script: &str, exit: i32) -> String {
    let output = command("bash", folder).args(["-euo", "pipefail", "-c", script]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let complained = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{at}: {script}\n{said}\n{complained}");
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

/// Everything that these pages show happens, in one folder.
#[track_caller]
fn happens(pages: &[&str]) {
    happens_in(&scratch(&pages[0].replace(['/', '.'], "-")), pages);
}

#[track_caller]
fn happens_in(folder: &Path, pages: &[&str]) {
    let python = has_python();
    for page in pages {
        let mut printed = String::new();
        for block in blocks(page) {
            let Block { ref at, ref language, ref text, .. } = block;
            let runs = python || !block.has("python");
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
                "yaml" if block.has("run") => {
                    let steps = text.lines().filter_map(|line| line.trim().strip_prefix("- run: "));
                    for step in steps.filter(|step| runs && step.starts_with("arbiter ")) {
                        run(folder, at, step, 0);
                    }
                }
                // `every_command_is_tried` looks at these.
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

/// With an engine that answers at once in the place of the reader's two.
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

#[test]
fn what_guis_are_told_happens() {
    happens(&["docs/gui.md"]);
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

/// The documents whose commands readers type: the README, and the pages of the book that are not another's.
fn pages() -> Vec<String> {
    let docs =
        fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let pages = docs.filter(|name| name.ends_with(".md")).map(|name| format!("docs/{name}"));
    ["README.md".to_owned()].into_iter().chain(pages).collect()
}

/// A conversation with the daemon.
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

/// The targets of the links of a document, also of those in HTML, but for what stands in fences and between backticks.
fn links(document: &str) -> Vec<String> {
    let prose: String = document.split("```").step_by(2).collect();
    let prose: String = prose.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let ends = [("](", ')'), ("src=\"", '"'), ("href=\"", '"')];
    let targets = ends.into_iter().flat_map(|(start, end)| {
        prose.split(start).skip(1).filter_map(move |rest| rest.split_once(end)).map(|(target, _)| target.to_owned())
    });
    targets.collect()
}

/// How a heading is named in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// Whether a document has a heading of this name. A line of a fence is none.
fn has_heading(document: &str, wanted: &str) -> bool {
    let prose = document.split("\n```").step_by(2);
    prose.flat_map(str::lines).filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted)
}

/// What is wrong with the links of a document.
fn dead_links(page: &str, text: &str) -> Vec<String> {
    let file = root().join(page);
    let leads = |link: &str| {
        let (path, wanted) = link.split_once('#').map_or((link, None), |(path, anchor)| (path, Some(anchor)));
        if path.is_empty() {
            return wanted.is_none_or(|wanted| has_heading(text, wanted));
        }
        let target = file.parent().unwrap().join(path);
        let heading = |wanted: &str| fs::read_to_string(&target).is_ok_and(|text| has_heading(&text, wanted));
        target.exists() && wanted.is_none_or(heading)
    };
    let inside = links(text).into_iter().filter(|link| !link.starts_with("https://"));
    inside.filter(|link| !leads(link)).map(|link| format!("{page}: {link}")).collect()
}

/// Every document of the tree.
fn documents(folder: &Path) -> Vec<String> {
    let unread = ["target", "node_modules", "env", ".git"];
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().into_string().unwrap_or_default());
        if entry.file_type().unwrap().is_dir() && !unread.contains(&name.as_str()) {
            found.extend(documents(&path));
        } else if name.ends_with(".md") {
            found.push(path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned());
        }
    }
    found
}

#[test]
fn every_link_leads_somewhere() {
    let mut documents = documents(root());
    // A part of docs/python.md, whose links hold there.
    documents.retain(|page| page != "bots/python/reference.md");
    assert!(documents.len() > 30, "{documents:?}");
    let dead: Vec<String> = documents.iter().flat_map(|page| dead_links(page, &read(page))).collect();
    assert!(dead.is_empty(), "{dead:#?}");
}

#[test]
fn no_document_has_what_a_merge_leaves() {
    for page in documents(root()) {
        let marks = ["<<<<<<< ", ">>>>>>> "];
        let left = read(&page).lines().position(|line| marks.iter().any(|mark| line.starts_with(mark)));
        assert_eq!(left, None, "{page}");
    }
}

#[test]
fn a_dead_link_is_seen() {
    for (link, leads) in [
        ("[a](../README.md)", true),
        ("[a](../README.md#licence)", true),
        ("[a](../README.md#no-such-heading)", false),
        ("[a](no-such-page.md)", false),
        ("[a](#here)", true),
        ("[a](#there)", false),
        ("<img src=\"pictures/chess.svg\">", true),
        ("<img src=\"pictures/checkers.svg\">", false),
        ("`[a](no-such-page.md)`", true),
        ("[a](https://example.org/no-such-page)", true),
    ] {
        let page = format!("# Here\n\n{link}\n\n```bash\n# There\n```\n");
        assert_eq!(dead_links("docs/page.md", &page).is_empty(), leads, "{link}");
    }
}

#[test]
fn every_page_is_in_the_book() {
    let contents = read("docs/SUMMARY.md");
    for page in pages().iter().filter(|page| *page != "docs/SUMMARY.md") {
        let link = page.strip_prefix("docs/").map_or_else(|| format!("../{page}"), str::to_owned);
        assert!(contents.contains(&format!("]({link})")), "{page} is not in docs/SUMMARY.md");
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
