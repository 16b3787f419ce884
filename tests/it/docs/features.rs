//! The features of the crates that programs link. What only a test turns on makes another build of the programs, so a
//! machine that runs all tests would compile them twice.

use std::{collections::BTreeSet, process::Command};

use super::root;

/// The crates that such edges lead to, each with its features.
fn linked(edges: &str) -> BTreeSet<String> {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--frozen", "--workspace", "--all-features", "--prefix", "none", "--no-dedupe"]);
    let output = tree.args(["--format", "{p} {f}", "--edges", edges]).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn tests_add_no_feature_to_what_programs_link() {
    let (alone, tested) = (linked("normal,build"), linked("normal,build,dev"));
    assert!(alone.len() > 50, "{alone:?}");
    let changed: Vec<_> = alone.difference(&tested).collect();
    assert!(changed.is_empty(), "with dev-dependencies these have other features: {changed:#?}");
}
