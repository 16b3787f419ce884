//! The map and the pages for contributors name files and tests that exist.

use std::fs;

use super::{quoted, read, root};

const ARCHITECTURE: &str = include_str!("../../../ARCHITECTURE.md");

const LAYERS: &str = include_str!("../layers.rs");

#[test]
fn the_map_names_what_is_there() {
    names_what_is_there(ARCHITECTURE);
}

#[test]
fn the_pages_for_contributors_name_what_is_there() {
    for name in ["CONTRIBUTING.md", "docs/style.md", "docs/versions.md", "tests/README.md", "benches/README.md"] {
        names_what_is_there(&read(name));
    }
}

#[test]
fn decisions_are_dated_and_name_what_is_there() {
    let notes = fs::read_dir(root().join("docs/decisions")).unwrap().map(|note| note.unwrap().file_name());
    let notes: Vec<String> = notes.map(|name| name.into_string().unwrap()).collect();
    assert!(notes.len() > 10, "{notes:?}");
    for name in notes {
        let note = read(&format!("docs/decisions/{name}"));
        let date = note.lines().nth(2).unwrap();
        assert!(name.starts_with(&format!("{date}-")), "{name}: {date}");
        for part in ["**Context.** ", "**Decision.** ", "**Consequence.** "] {
            assert!(note.contains(part), "{name} has no {part}");
        }
        assert!(note.split_whitespace().count() <= 250, "{name} is longer than 250 words");
        names_what_is_there(&note);
    }
}

#[test]
fn the_map_has_at_most_3000_words() {
    let words = ARCHITECTURE.split_whitespace().count();
    assert!(words <= 3000, "{words}: move what is not the map to the modules, docs/decisions, tests or benches");
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
    let more = read("tests/README.md");
    let mut all = rows(ARCHITECTURE, "\n## Invariants\n");
    assert_eq!(all.len(), 25);
    all.extend(rows(&more, "\n## More invariants\n"));
    assert!(all.len() > 80, "{}", all.len());
    for row in all {
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

/// The rows of the table below a heading.
fn rows<'a>(document: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, section) = document.split_once(heading).expect("there is such a heading");
    let (section, _) = section.split_once("\n## ").unwrap();
    section.lines().filter(|line| line.starts_with('|')).skip(2).collect()
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
