//! Test vectors for other implementations: positions of every variant with all legal actions, and the complete dialogue
//! of a short game of each.
//!
//! All vectors follow from the registry, so `UPDATE_GOLDENS=1 cargo test -p uvi-match-tests vectors` makes the files of a new
//! variant. `protocol/vectors/README.md` explains the format.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

mod fields;
mod positions;
mod talk;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use testkit::golden::golden;
use uvi_games::games::REGISTRY;
use uvi_match::record::InfoSummary;

fn protocol() -> PathBuf {
    testkit::root().join("protocol")
}

/// Checks that each variant has its file, and that no file belongs to a removed variant.
#[track_caller]
fn files_of_all(folder: &Path, prefix: &str, ending: &str) {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let found = fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap()));
    let found: BTreeSet<String> = found.filter(|name| name.starts_with(prefix) && name.ends_with(ending)).collect();
    let expected = REGISTRY.iter().map(|variant| format!("{prefix}{}{ending}", variant.word())).collect();
    assert_eq!(found, expected);
}

#[test]
fn positions_have_these_legal_actions() {
    let folder = protocol().join("vectors");
    for variant in REGISTRY {
        let found = positions::of(variant);
        assert!(found.len() >= 36, "{}: {} positions are few", variant.word(), found.len());
        golden(&folder.join(format!("positions-{}.json", variant.word())), &positions::file(variant, &found));
    }
    files_of_all(&folder, "positions-", ".json");
}

/// `scripts/bindings` makes the positions of the packages of these.
#[test]
fn positions_have_these_words() {
    golden(&protocol().join("positions.json"), &fields::file());
}

#[test]
fn a_game_is_talked_through_so() {
    let folder = protocol().join("transcripts");
    for variant in REGISTRY {
        golden(&folder.join(format!("{}.txt", variant.word())), &talk::of(variant));
    }
    files_of_all(&folder, "", ".txt");
}

#[test]
fn info_has_these_figures() {
    let path = protocol().join("vectors/info.json");
    let vectors: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let rows = vectors["info"].as_array().unwrap().iter().map(|row| {
        let text = row["text"].as_str().unwrap();
        let mut figures = InfoSummary::default();
        let refused = figures.hear(text).map(|refused| refused.to_string());
        let mut row = json!({"text": text, "figures": figures});
        refused.into_iter().for_each(|refused| row["ignored"] = refused.into());
        format!("    {row}")
    });
    let rows: Vec<String> = rows.collect();
    golden(&path, &format!("{{\n  \"uvi\": {},\n  \"info\": [\n{}\n  ]\n}}\n", uvi::VERSION, rows.join(",\n")));
}
