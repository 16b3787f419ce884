//! The rules of the house that a text can show: what "never" means in the documents, this says with a file and a line.
//!
//! Nothing is excused here. Where a check is wrong, change the check and say why; each has a test with a violation that
//! it must see.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "layers/source.rs"]
mod source;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path as FilePath, PathBuf},
};

use source::{Manner, Origin, Path, Source};

/// The layers, each of which may use those before it, save the two that do not know each other.
const LAYERS: [&str; 13] = [
    "game",
    "board",
    "games",
    "record",
    "referee",
    "bot",
    "driver",
    "tournament",
    "report",
    "viewer",
    "check",
    "daemon",
    "cli",
];

const STRANGERS: [&str; 2] = ["referee", "bot"];

/// The lowest layer that may touch the world.
const FIRST_IN_THE_WORLD: &str = "bot";

/// Parts of higher layers that do not touch it either.
const PURE: [&[&str]; 4] = [&["tournament", "schedule"], &["tournament", "stats"], &["report"], &["viewer"]];

/// What of the standard library touches the world.
const WORLD_OF_STD: [&str; 6] = ["process", "thread", "fs", "net", "io", "env"];

/// Crates that touch the world. Every name that begins with `rand` counts too.
const WORLD_OF_CRATES: [&str; 5] = ["getrandom", "rustix", "nix", "signal_hook", "crossbeam_channel"];

/// Names that belong to where the project was made, in pieces so that this file does not hold them.
const INTERNAL_NAMES: [&str; 3] = [concat!(".lib", "rary"), concat!("farm-", "bench"), concat!("shared", "/")];

// The tree.

#[test]
fn no_layer_reaches_upward() {
    let files = rust_files(&["src"]);
    let layers: BTreeSet<&str> =
        files.iter().filter_map(|(file, _)| file["src/".len()..].split(['/', '.']).next()).collect();
    for layer in ["game", "games", "record", "referee", "bot", "driver"] {
        assert!(layers.contains(layer), "the layer {layer} was not read");
    }
    report(&files, layer_faults);
}

#[test]
fn no_low_layer_touches_the_world() {
    report(&rust_files(&["src"]), world_faults);
}

#[test]
fn nothing_panics_or_waits_for_its_author() {
    let files = rust_files(&["src", "protocol/src", "bots"]);
    let tests: BTreeSet<String> = files.iter().flat_map(|(file, text)| test_files(file, text)).collect();
    report(&files, |file, text| habit_faults(text, if is_among(file, &tests) { Part::Test } else { Part::Product }));
    report(&rust_files(&["tests", "benches", "protocol/tests", "protocol/examples"]), |_, text| {
        habit_faults(text, Part::Test)
    });
}

#[test]
fn no_internal_name_is_mentioned() {
    let mut files = Vec::new();
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        // In a work tree `.git` is a file.
        if path.is_file() && !path.ends_with(".git") {
            files.push(path);
        }
    }
    for folder in [".cargo", ".github", "benches", "bots", "docs", "examples", "protocol", "src", "tests"] {
        files_below(&root().join(folder), &mut files);
    }
    // Fixtures are others' texts.
    files.retain(|file| !file.starts_with(root().join("tests/golden")));
    let texts: Vec<(String, String)> = files.iter().map(|file| (name(file), read(file))).collect();
    report(&texts, |_, text| name_faults(text));
}

/// Every file with the faults that the check finds in it.
#[track_caller]
fn report(files: &[(String, String)], check: impl Fn(&str, &str) -> Vec<String>) {
    let faults: Vec<String> = files
        .iter()
        .flat_map(|(file, text)| check(file, text).into_iter().map(move |fault| format!("{file}:{fault}")))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn root() -> &'static FilePath {
    FilePath::new(env!("CARGO_MANIFEST_DIR"))
}

fn name(file: &FilePath) -> String {
    file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned()
}

fn read(file: &FilePath) -> String {
    String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned()
}

/// The Rust files below these folders, by name, with their texts.
fn rust_files(folders: &[&str]) -> Vec<(String, String)> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| files_below(&root().join(folder), &mut files));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    files.sort();
    files.iter().map(|file| (name(file), read(file))).collect()
}

/// A folder that does not exist has no files.
fn files_below(folder: &FilePath, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
}

// The checks. Each gives lines such as `12: what is wrong`.

fn fault(line: usize, wrong: impl std::fmt::Display) -> String {
    format!("{line}: {wrong}")
}

fn rank(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|known| *known == layer)
}

/// The file as it is named from `src`; `None` for one that is elsewhere, and for the roots, which know every layer.
fn source_of(file: &str, text: &str) -> Option<Source> {
    let source = Source::new(file.strip_prefix("src/")?, text);
    (!source.module().is_empty()).then_some(source)
}

fn layer_faults(file: &str, text: &str) -> Vec<String> {
    let Some(source) = source_of(file, text) else { return Vec::new() };
    let own = source.module();
    let Some(own_rank) = rank(&own[0]) else { return vec![fault(1, format!("{} is no layer", own[0]))] };
    let own_game = (own[0] == "games").then(|| own.get(1)).flatten();
    let wrong = |path: &Path| {
        let [layer, inner @ ..] = &path.segments[..] else {
            return Some("the whole crate".to_owned());
        };
        let Some(rank) = rank(layer) else { return Some(format!("{layer}, which is no layer")) };
        let strangers = own[0] != *layer && STRANGERS.contains(&own[0].as_str()) && STRANGERS.contains(&layer.as_str());
        // A game is its folder: the registry beside it and what else `games` holds is not for it.
        let is_other_game = layer == "games" && own_game.is_some() && inner.first() != own_game;
        (rank > own_rank || strangers || is_other_game).then(|| path.segments.join("::"))
    };
    let paths = source.paths();
    let faults = paths.iter().filter(|path| path.origin == Origin::Crate);
    faults.filter_map(|path| Some(fault(path.line, format!("{} uses {}", own.join("::"), wrong(path)?)))).collect()
}

fn world_faults(file: &str, text: &str) -> Vec<String> {
    let Some(source) = source_of(file, text) else { return Vec::new() };
    let module = source.module();
    let pure = PURE.iter().any(|part| module.iter().take(part.len()).eq(*part));
    if rank(&module[0]) >= rank(FIRST_IN_THE_WORLD) && !pure {
        return Vec::new();
    }
    let touches = |path: &&Path| {
        let segments: Vec<&str> = path.segments.iter().map(String::as_str).collect();
        match segments[..] {
            ["std" | "core"] => path.manner != Manner::Code,
            ["std", part, ..] => WORLD_OF_STD.contains(&part),
            [name, ..] => path.origin == Origin::Name && (WORLD_OF_CRATES.contains(&name) || name.starts_with("rand")),
            [] => false,
        }
    };
    let paths = source.paths();
    let mut faults: Vec<String> = paths
        .iter()
        .filter(touches)
        .map(|path| fault(path.line, format!("touches {}", path.segments.join("::"))))
        .collect();
    faults.extend(source.find(&["::", "now"]).into_iter().map(|line| fault(line, "asks what time it is")));
    faults.extend(source.find(&["SystemTime"]).into_iter().map(|line| fault(line, "knows the time of day")));
    faults
}

/// Which rules hold in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Product,
    Test,
}

fn habit_faults(text: &str, part: Part) -> Vec<String> {
    let source = Source::new("", text);
    let mut faults = Vec::new();
    let mut look = |source: &Source, wanted: &[&str], wrong: &str| {
        faults.extend(source.find(wanted).into_iter().map(|line| fault(line, wrong)));
    };
    if part == Part::Product {
        let product = source.without_tests();
        look(&product, &[".", "unwrap", "(", ")"], "unwrap outside tests");
        look(&product, &["::", "unwrap"], "unwrap outside tests");
    }
    look(&source, &["todo", "!"], "todo!");
    look(&source, &["unimplemented", "!"], "unimplemented!");
    look(&source, &["#", "[", "ignore"], "an ignored test");
    look(&source, &[",", "ignore", ")", "]"], "an ignored test");
    look(&source, &[",", "ignore", "="], "an ignored test");
    faults
}

/// The files, without `.rs`, of the test modules that this file declares.
fn test_files(file: &str, text: &str) -> Vec<String> {
    Source::new(file, text).test_modules()
}

/// Whether a file is that of one of these modules, or of one within it.
fn is_among(file: &str, modules: &BTreeSet<String>) -> bool {
    let module = file.trim_end_matches(".rs");
    modules
        .iter()
        .any(|known| module.strip_prefix(known.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

fn name_faults(text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.to_lowercase();
        for internal in INTERNAL_NAMES.iter().filter(|internal| line.contains(**internal)) {
            faults.push(fault(number + 1, format!("mentions {internal}")));
        }
    }
    faults
}

// Violations that must be seen, and what is none.

#[track_caller]
fn check_layers(file: &str, text: &str, faults: &[&str]) {
    assert_eq!(layer_faults(file, text), faults);
}

#[track_caller]
fn check_world(file: &str, text: &str, faults: &[&str]) {
    assert_eq!(world_faults(file, text), faults);
}

#[track_caller]
fn check_habits(text: &str, faults: &[&str]) {
    assert_eq!(habit_faults(text, Part::Product), faults);
}

#[test]
fn an_upward_use_is_seen() {
    check_layers("src/game/seat.rs", "use crate::board::Square;", &["1: game::seat uses board::Square"]);
    check_layers("src/games/mod.rs", "\npub use crate::record::Log;", &["2: games uses record::Log"]);
    check_layers("src/record/line.rs", "use crate::referee as r;", &["1: record::line uses referee"]);
    check_layers("src/driver.rs", "use crate::daemon::*;", &["1: driver uses daemon"]);
    check_layers(
        "src/record/line.rs",
        "use crate::{\n    game::{self, Seat},\n    driver::{\n        journal::{Journal, JournalError},\n    },\n};",
        &["4: record::line uses driver::journal::Journal", "4: record::line uses driver::journal::JournalError"],
    );
}

#[test]
fn an_upward_path_in_code_is_seen() {
    check_layers("src/game/seat.rs", "fn f() -> crate::games::X { g() }", &["1: game::seat uses games::X"]);
    check_layers(
        "src/game/seat.rs",
        "macro_rules! m { () => { $crate::cli::run() } }",
        &["1: game::seat uses cli::run"],
    );
    check_layers("src/game/seat.rs", "pub(in crate::bot) struct X;", &["1: game::seat uses bot"]);
    check_layers("src/game/seat.rs", "const X: Y = arbiter::bot::Z;", &["1: game::seat uses bot::Z"]);
    check_layers(
        "src/game/seat.rs",
        "fn f() { let x = a < crate::bot::Y && 'a' < '\"'; }",
        &["1: game::seat uses bot::Y"],
    );
}

#[test]
fn super_leads_upward_too() {
    check_layers("src/game/seat.rs", "use super::super::bot::Exit;", &["1: game::seat uses bot::Exit"]);
    check_layers(
        "src/game/mod.rs",
        "use super::{bot::Exit, board};",
        &["1: game uses bot::Exit", "1: game uses board"],
    );
    check_layers("src/game/seat.rs", "mod inner { use super::super::super::bot; }", &["1: game::seat uses bot"]);
    check_layers("src/game/seat.rs", "mod inner { use super::super::Seat; } use super::Score;", &[]);
}

#[test]
fn the_whole_crate_is_too_much() {
    for text in ["use crate::*;", "use crate as c;", "use super::super::*;", "use crate::{self as c};"] {
        check_layers("src/game/seat.rs", text, &["1: game::seat uses the whole crate"]);
    }
}

#[test]
fn what_has_no_layer_is_seen() {
    check_layers("src/helpers.rs", "", &["1: helpers is no layer"]);
    check_layers("src/bot/mod.rs", "use crate::helpers::x;", &["1: bot uses helpers, which is no layer"]);
}

#[test]
fn referee_and_bot_are_strangers() {
    check_layers("src/referee/chair.rs", "use crate::bot::Exit;", &["1: referee::chair uses bot::Exit"]);
    check_layers("src/bot/exit.rs", "use crate::referee::Match;", &["1: bot::exit uses referee::Match"]);
    check_layers("src/bot/exit.rs", "use crate::bot::Exit;", &[]);
}

#[test]
fn games_are_strangers() {
    let file = "src/games/orwell/rules.rs";
    check_layers(file, "use crate::games::katarenga::X;", &["1: games::orwell::rules uses games::katarenga::X"]);
    check_layers(file, "use super::super::katarenga;", &["1: games::orwell::rules uses games::katarenga"]);
    check_layers(file, "use crate::games;", &["1: games::orwell::rules uses games"]);
    check_layers(file, "use super::man::Man; use crate::games::orwell::Board; use crate::board::Ray;", &[]);
    check_layers("src/games/mod.rs", "use self::orwell::Orwell; const X: Y = crate::games::katarenga::Z;", &[]);
}

#[test]
fn what_is_no_path_is_no_violation() {
    check_layers(
        "src/game/seat.rs",
        "//! [`crate::bot::Exit`]\n/* use crate::bot; /* crate::bot::X */ crate::bot::Y */\n\
         const A: &str = \"use crate::bot;\\\" crate::bot::X\"; const B: &str = r#\"crate::\"bot::X\"#;\n\
         fn f<'a>(x: &'a str) -> char { '\"' } use uvi::bot::Turn; impl X + use<'a>;",
        &[],
    );
    check_layers("src/main.rs", "use arbiter::bot::hidden_command;", &[]);
    check_layers("src/lib.rs", "pub use crate::bot::Exit;", &[]);
}

#[test]
fn the_world_is_seen_from_below() {
    check_world("src/referee/chair.rs", "use std::thread;", &["1: touches std::thread"]);
    check_world(
        "src/record/line.rs",
        "use std::{\n    fmt,\n    fs::{self, File},\n    io::Write as _,\n};",
        &["3: touches std::fs", "3: touches std::fs::File", "4: touches std::io::Write"],
    );
    check_world("src/game/seat.rs", "fn f() { ::std::process::exit(1) }", &["1: touches std::process::exit"]);
    check_world("src/game/seat.rs", "use std::net;", &["1: touches std::net"]);
    check_world("src/game/seat.rs", "use std as s; use std::*;", &["1: touches std", "1: touches std"]);
    check_world(
        "src/game/seat.rs",
        "use rand::rng; use rand_core::X;",
        &["1: touches rand::rng", "1: touches rand_core::X"],
    );
    check_world("src/game/seat.rs", "let x: u8 = rand::random();", &["1: touches rand::random"]);
    check_world("src/games/x/mod.rs", "use rustix::event;", &["1: touches rustix::event"]);
    check_world("src/tournament/stats/elo.rs", "use rand::rng;", &["1: touches rand::rng"]);
    check_world("src/tournament/schedule/mod.rs", "use std::fs;", &["1: touches std::fs"]);
    check_world("src/report/page.rs", "use std::fs;", &["1: touches std::fs"]);
    check_world("src/board/mod.rs", "use std::time::SystemTime;", &["1: knows the time of day"]);
    check_world("src/board/mod.rs", "\nlet t = Instant::now();", &["2: asks what time it is"]);
    check_world("src/board/mod.rs", "use Instant as I; let t = I::now;", &["1: asks what time it is"]);
}

#[test]
fn what_is_not_the_world_is_let_be() {
    check_world("src/referee/chair.rs", "use std::{fmt::Write, time::{Duration, Instant}}; fn f(now: Instant) {}", &[]);
    check_world("src/game/seat.rs", "use super::random::X; let rand = 1; // std::fs::read", &[]);
    check_world("src/bot/exit.rs", "use std::process::Command;", &[]);
    check_world("src/tournament/run.rs", "use std::thread;", &[]);
    check_world("src/main.rs", "use std::process::ExitCode;", &[]);
}

#[test]
fn an_unwrap_outside_tests_is_seen() {
    check_habits("fn f() { g()\n    .unwrap() }", &["2: unwrap outside tests"]);
    check_habits("fn f() { x.map(Option::unwrap) }", &["1: unwrap outside tests"]);
    let tests = "#[cfg(test)]\n#[expect(x, reason = \"y\")]\nmod tests { fn f() { let [a] = [1]; g().unwrap() } }";
    check_habits(tests, &[]);
    check_habits(&format!("{tests}\nfn h() {{ x.unwrap() }}"), &["4: unwrap outside tests"]);
    check_habits("#[cfg(test)] use a::{b, c}; fn f() { x.unwrap() }", &["1: unwrap outside tests"]);
    check_habits("#[cfg(test)] mod tests; fn f() { x.unwrap() }", &["1: unwrap outside tests"]);
    check_habits("#[cfg(test)] const X: Y = Y { z: 1 }; fn f() { x.unwrap() }", &["1: unwrap outside tests"]);
    check_habits("#[cfg(all(test, unix))] fn f() { x.unwrap() }", &[]);
    check_habits("#[cfg(not(test))] fn f() { x.unwrap() }", &["1: unwrap outside tests"]);
    check_habits("/// x.unwrap()\nfn f() { x.unwrap_or(\".unwrap()\") }", &[]);
}

#[test]
fn the_file_of_a_test_module_is_known() {
    let text = "#[cfg(test)]\n#[path = \"x\"]\npub(crate) mod testing;\n#[cfg(test)] mod inline { }\nmod product;";
    assert_eq!(test_files("src/game/mod.rs", text), ["src/game/testing"]);
    assert_eq!(test_files("src/game/chance.rs", "#[cfg(test)] mod tests;"), ["src/game/chance/tests"]);
    let modules = BTreeSet::from(["src/game/tests".to_owned()]);
    for (file, is_test) in [
        ("src/game/tests.rs", true),
        ("src/game/tests/mod.rs", true),
        ("src/game/tests/deep.rs", true),
        ("src/game/testsuite.rs", false),
        ("src/game/mod.rs", false),
    ] {
        assert_eq!(is_among(file, &modules), is_test, "{file}");
    }
}

#[test]
fn what_waits_for_its_author_is_seen() {
    check_habits("fn f() { todo!() }", &["1: todo!"]);
    check_habits("#[cfg(test)] mod tests { fn f() { unimplemented!(\"x\") } }", &["1: unimplemented!"]);
    check_habits("#[test]\n#[ignore = \"slow\"]\nfn f() {}", &["2: an ignored test"]);
    check_habits("#[cfg_attr(miri, ignore)] fn f() {}", &["1: an ignored test"]);
    check_habits("// todo!() #[ignore]\nlet x = \"todo!\"; let y = f(1, ignore);", &[]);
}

#[test]
fn an_internal_name_is_seen() {
    for internal in INTERNAL_NAMES {
        assert_eq!(
            name_faults(&format!("fine\nsee {}x", internal.to_uppercase())),
            [format!("2: mentions {internal}")]
        );
    }
    assert_eq!(name_faults("a library, a farm and its bench, shared by all"), [""; 0]);
}
