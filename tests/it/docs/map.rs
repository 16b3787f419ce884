//! What the map of the house and the page of style name is there.

use std::fs;

use super::{quoted, root};

const ARCHITECTURE: &str = include_str!("../../../ARCHITECTURE.md");

const LAYERS: &str = include_str!("../layers.rs");

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
