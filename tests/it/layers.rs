//! The rules for the source tree that manifests and texts can show. The compiler checks the dependencies between
//! crates. Clippy checks that pure crates do not touch the world, by the `clippy.toml` beside each. These tests check
//! the manifests, each `clippy.toml`, and the order of the modules within a crate.
//!
//! There are no exceptions. If a check is wrong, change the check and say why.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod circles;
mod names;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use testkit::root;

use self::circles::{circles, paths};

/// The pure crates, lowest first. Each may use those before it.
const PURE: [&str; 5] = ["protocol", "crates/games", "crates/match", "crates/cup", "crates/pages"];

/// The other crates that pure crates may depend on. None starts a process, reads a clock or touches a file.
const HARMLESS: [&str; 29] = [
    "annotate-snippets",
    "arrayvec",
    "base64",
    "comfy-table",
    "csv",
    "indexmap",
    "itertools",
    "itoa",
    "log",
    "maud",
    "memchr",
    "nalgebra",
    "nom",
    "plotters",
    "pulldown-cmark",
    "rand_mt",
    "schemars",
    "serde",
    "serde_json",
    "serde_with",
    "sha2",
    "shell-words",
    "similar",
    "smallvec",
    "statrs",
    "strsim",
    "svg",
    "thiserror",
    "toml",
];

/// Ordered modules of a crate. Each uses only those before it.
const MODULES: [(&str, &[&str]); 4] = [
    ("crates/games/src", &["game", "board", "games"]),
    ("crates/match/src", &["record", "referee"]),
    ("crates/pages/src", &["document", "report", "viewer", "rules"]),
    ("src", &["world", "bot", "driver", "cup", "rerun", "check", "daemon", "cli"]),
];

/// Folders whose files form no circles: no file uses itself through others. An empty name stands for the whole crate.
/// Add a folder as soon as it is free of circles.
const FREE_OF_CIRCLES: [(&str, &[&str]); 6] = [
    ("protocol/src", &["/grammar", "/host_link"]),
    (
        "crates/games/src",
        &["/board/orthodox", "/game/laws", "/games/cat_chess", "/games/french_revolution", "/games/orwell"],
    ),
    ("crates/match/src", &["/record", "/referee"]),
    ("crates/cup/src", &[""]),
    ("crates/pages/src", &[""]),
    ("src", &["/bot", "/check", "/cli", "/cup", "/daemon", "/driver", "/rerun"]),
];

/// Twins: pairs of files, one for Linux and one for other systems, that define types of the same names.
const TWINS: [(&str, &str); 5] = [
    ("src/bot/nursery/keeper_starter.rs", "src/bot/elsewhere/keeper_starter.rs"),
    ("src/bot/nursery/keeper.rs", "src/bot/elsewhere/keeper.rs"),
    ("src/bot/nursery/held_bot.rs", "src/bot/elsewhere/held_bot.rs"),
    ("src/bot/system/cgroup.rs", "src/bot/elsewhere/cgroup.rs"),
    ("src/bot/system/sandbox.rs", "src/bot/elsewhere/sandbox.rs"),
];

/// A file for other systems is compiled only there, so nobody sees here that its path is wrong.
#[test]
fn files_for_other_systems_are_where_their_modules_look() {
    for (file, text) in files(&["src"], "rs") {
        for path in text.lines().filter_map(|line| line.split_once(", path = \"")?.1.split('"').next()) {
            assert!(root().join(&file).with_file_name(path).is_file(), "{file}: there is no {path}");
        }
    }
}

/// Games give the same name to types with the same purpose, such as `Position`, `Action` and `Phase`, and so does the
/// game with which the search is tested. Each program of a bot has its `Command`. Elsewhere every name is unique.
#[test]
fn a_name_of_a_type_means_one_thing() {
    let twins = TWINS.map(|(_, twin)| twin);
    assert!(twins.iter().all(|twin| root().join(twin).exists()), "a twin is gone: {TWINS:?}");
    let all = files(&["protocol/src", "crates", "src", "bots", "frontends"], "rs");
    let texts = all.iter().map(|(file, text)| (file.as_str(), text.as_str()));
    let is_counted = |file: &str| {
        !file.starts_with("crates/games/src/games/")
            && !["/tests/", "/tests.rs", "/benches/", "bots/search/toy.rs"].iter().any(|part| file.contains(part))
            && !twins.contains(&file)
    };
    let mut shared = names::shared(texts.filter(|(file, _)| is_counted(file)));
    shared.retain(|row| !row.starts_with("Command: "));
    assert!(
        shared.is_empty(),
        "names with several meanings; give all but one a name of its own:\n{}",
        shared.join("\n")
    );
}

#[test]
fn pure_crates_depend_on_nothing_that_touches_the_world() {
    for (place, folder) in PURE.iter().enumerate() {
        let manifest: toml::Table = read(&root().join(folder).join("Cargo.toml")).parse().unwrap();
        let own: BTreeSet<String> = PURE[..place].iter().map(|folder| package(folder)).collect();
        for name in manifest["dependencies"].as_table().unwrap().keys() {
            let known = HARMLESS.contains(&name.as_str()) || own.contains(name);
            assert!(known, "{folder} depends on {name}, which is neither below it nor known to be harmless");
        }
        assert!(manifest.get("target").is_none() && manifest.get("build-dependencies").is_none(), "{folder}");
    }
}

#[test]
fn pure_crates_are_told_what_they_may_not_call() {
    let banned = read(&root().join("crates/games/clippy.toml"));
    for call in ["std::time::Instant::now", "std::time::SystemTime::now", "std::fs::read", "std::thread::spawn"] {
        assert!(banned.contains(&format!("\"{call}\"")), "{call} is not banned");
    }
    for folder in PURE {
        let own = root().join(folder).join("clippy.toml");
        // The crate `uvi` needs no such file: it reads lines from any reader, and has a bot's side of the link.
        assert_eq!(own.exists(), folder != "protocol", "{folder}");
        assert!(!own.exists() || read(&own) == banned, "{folder}/clippy.toml is not that of crates/games");
        assert!(
            !own.exists() || read(&root().join(folder).join("src/lib.rs")).contains(LINTS),
            "{folder} is not held to it"
        );
    }
}

/// The line with which a library is held to its `clippy.toml`.
const LINTS: &str = "\n#![warn(clippy::disallowed_methods, clippy::disallowed_types)]\n";

/// The files that may call what the `clippy.toml` of the arbiter bans, besides tests.
const OUTSIDE: [&str; 5] = ["src/lib.rs", "src/world.rs", "src/bot.rs", "src/cup/programs.rs", "src/daemon/watched.rs"];

#[test]
fn the_arbiter_reaches_time_threads_and_files_through_its_world() {
    let banned = read(&root().join("clippy.toml"));
    for call in ["time::Instant::now", "fs::read", "fs::rename", "fs::File", "thread::spawn", "thread::Builder::spawn"]
    {
        assert!(banned.contains(&format!("\"std::{call}\"")), "{call} is not banned");
    }
    assert!(read(&root().join("src/lib.rs")).contains(LINTS));
    for (file, text) in files(&["src"], "rs") {
        let product = text.split("#[cfg(test)]\n#[expect").next().unwrap_or_default();
        let is_exception = product.contains("clippy::disallowed");
        assert_eq!(is_exception, OUTSIDE.contains(&file.as_str()), "{file}");
    }
}

#[test]
fn no_module_uses_one_above_it() {
    for (folder, order) in MODULES {
        let own: BTreeSet<String> = fs::read_dir(root().join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
            .filter(|name| !matches!(name.as_str(), "lib" | "main"))
            .collect();
        assert_eq!(own, order.iter().map(|name| (*name).to_owned()).collect(), "{folder}");
        for (place, module) in order.iter().enumerate() {
            for (file, text) in files(&[&format!("{folder}/{module}")], "rs") {
                // Unit tests count here.
                for used in paths(&text.replace("#[cfg(test)]", "")).iter().filter(|path| path[0] == "crate") {
                    let found = order.iter().position(|name| used.get(1).is_some_and(|used| used == name));
                    assert!(found.is_none_or(|found| found <= place), "{file}: {module} uses {}", used.join("::"));
                }
            }
        }
    }
}

/// The floors of bots. Each uses only those before it.
const BOT_FLOORS: [&str; 4] = ["terms", "system", "inside", "nursery"];

#[test]
fn no_floor_of_bots_uses_one_above() {
    for (place, floor) in BOT_FLOORS.iter().enumerate() {
        let files = files(&[&format!("src/bot/{floor}")], "rs");
        assert!(!files.is_empty(), "{floor}");
        for (file, text) in files {
            let above = BOT_FLOORS[place + 1..].iter().find(|above| text.contains(&format!("{above}::")));
            assert_eq!(above, None, "{file}");
        }
    }
}

#[test]
fn no_file_uses_itself_over_others() {
    for (sources, folders) in FREE_OF_CIRCLES {
        let files = files(&[sources], "rs");
        for folder in folders {
            let folder = format!("{sources}{folder}");
            let found = circles(sources, &folder, &files);
            assert!(found.is_empty(), "{folder}: these files use each other in circles: {found:#?}");
        }
    }
}

#[test]
fn circles_are_seen() {
    let files = |texts: &[(&str, &str)]| -> Vec<(String, String)> {
        texts.iter().map(|(file, text)| (format!("src/{file}.rs"), (*text).to_owned())).collect()
    };
    #[track_caller]
    fn check(files: &[(String, String)], expected: &[&str]) {
        let expected: Vec<String> = expected.iter().map(|file| format!("src/{file}.rs")).collect();
        assert_eq!(circles("src", "src", files).concat(), expected);
    }
    let lib = ("lib", "mod a;\nmod b;\nmod c;\npub use b::{B, Other as Name};\nuse c::helper;\n");
    let a =
        |text| files(&[lib, ("a", text), ("b", "use crate::c;\nstruct B(c::C);"), ("c", "use super::a::A; fn f() {}")]);
    let all = ["a", "b", "c"];
    check(&a("struct A;"), &[]);
    check(&a("use crate::B; struct A;"), &all);
    check(&a("use crate::{\n    x,\n    b::{self},\n};\nstruct A;"), &all);
    check(&a("use std::{fmt, fs as b}; struct A(b::B);"), &[]);
    check(&a("struct A(super::Name);"), &all);
    check(&a("fn a() { crate::helper() }"), &["a", "c"]);
    check(&a("mod inner { use super::super::c; } struct A;"), &["a", "c"]);
    check(&a("// crate::b\nfn a() -> char { \"crate::b is\"; r#\"super::b\"#; '\"' }"), &[]);
    check(&a("#[serde(with = \"crate::b\")]\nstruct A;"), &all);
    check(&a("struct A;\n#[cfg(test)]\nmod tests {\n    use crate::b::B;\n}\n"), &[]);
    let folder =
        |text| files(&[("d/mod", "mod e; mod f; pub use e::E;"), ("d/e", text), ("d/f", "use super::E; struct F;")]);
    check(&folder("struct E;"), &[]);
    check(&folder("use super::f; struct E(f::F);"), &["d/e", "d/f"]);
    check(&files(&[("d", "mod e; struct D(e::E);"), ("d/e", "use super::D; struct E;")]), &["d", "d/e"]);
}

#[test]
fn no_game_knows_another_game() {
    let folder = root().join("crates/games/src/games");
    let games: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(games.len() >= 5, "{games:?}");
    for game in &games {
        for (file, text) in files(&[&format!("crates/games/src/games/{game}")], "rs") {
            for other in games.iter().filter(|other| *other != game) {
                assert!(!text.contains(&format!("{other}::")), "{file}: {game} uses {other}");
            }
        }
    }
}

#[test]
fn no_test_is_ignored() {
    for (file, text) in files(&["src", "crates", "protocol", "bots", "tests", "testkit", "benches"], "rs") {
        let ignored = concat!("#[", "ignore");
        assert!(!text.contains(ignored), "{file} ignores a test");
    }
}

fn package(folder: &str) -> String {
    let manifest: toml::Table = read(&root().join(folder).join("Cargo.toml")).parse().unwrap();
    manifest["package"]["name"].as_str().unwrap().to_owned()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The texts of the files with this extension in these folders, and of files with these names, by path.
pub(crate) fn files(folders: &[&str], ending: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    for folder in folders {
        let path = root().join(folder);
        files_below(&path, &mut files);
        files.extend(Some(path.with_extension(ending)).filter(|file| file.is_file()));
    }
    files.retain(|file| file.extension().is_some_and(|found| found == ending));
    files.sort();
    let name = |file: &PathBuf| file.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (name(file), read(file))).collect()
}

/// Collects files recursively. Skips folders that do not exist, hidden ones, and those of built or fetched files.
fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with('.') || ["target", "node_modules", "env"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            files_below(&path, files);
        } else {
            files.push(path);
        }
    }
}
