//! `scripts/release` refuses a tree that is not ready, and says why.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::PathBuf,
    process::{Command, Output},
};

use testkit::{processes::scratch, root};

/// The files that the script checks before it builds.
const LOOKED_AT: [&str; 8] = [
    "Cargo.toml",
    "bots/javascript/package-lock.json",
    "bots/javascript/package.json",
    "bots/python/pyproject.toml",
    "bots/python/src/uvi/__init__.py",
    "packaging/requirements.txt",
    "scripts/prepare",
    "scripts/release",
];

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A repository of its own, with this tree's manifests and a change log, that is ready for release.
struct Tree(PathBuf);

impl Tree {
    fn ready() -> Self {
        let tree = Self(scratch("release"));
        for file in LOOKED_AT {
            fs::create_dir_all(tree.0.join(file).parent().unwrap()).unwrap();
            fs::copy(root().join(file), tree.0.join(file)).unwrap();
        }
        let words = format!("# Changelog\n\n## [Unreleased]\n\n## [{VERSION}] - 2026-01-02\n\n### Added\n- Words.\n");
        fs::write(tree.0.join("CHANGELOG.md"), words).unwrap();
        tree.git("init --quiet");
        tree.commit();
        // This tag is no version.
        tree.git("tag very-old");
        tree
    }

    fn git(&self, arguments: &str) {
        let own = "-c user.name=Somebody -c user.email=somebody@example.org -c commit.gpgsign=false";
        let arguments = own.split(' ').chain(arguments.split(' '));
        assert!(
            Command::new("git").args(arguments.clone()).current_dir(&self.0).status().unwrap().success(),
            "{arguments:?}"
        );
    }

    fn commit(&self) {
        self.git("add --all");
        self.git("commit --quiet --message all");
    }

    fn replace(&self, (file, old, new): (&str, &str, &str)) {
        let text = fs::read_to_string(self.0.join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(self.0.join(file), text.replace(old, new)).unwrap();
    }

    fn release(&self, arguments: &[&str]) -> Output {
        Command::new("scripts/release").args(arguments).arg("--check").current_dir(&self.0).output().unwrap()
    }

    /// Checks that the tree can be released, or is refused with exactly these reasons.
    #[track_caller]
    fn says(&self, arguments: &[&str], reasons: &[&str]) {
        let output = self.release(arguments);
        let [said, complaint] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        let refused: String = reasons.iter().map(|reason| format!("refused: {reason}\n")).collect();
        let expected = match reasons {
            [] => (Some(0), format!("version {} can be released\n", arguments[0])),
            [..] => (Some(1), String::new()),
        };
        assert_eq!((output.status.code(), said, complaint), (expected.0, expected.1, refused), "{arguments:?}");
    }

    /// The same with these tags, and with changes (file, old text, new text) that are committed after them.
    #[track_caller]
    fn with(&self, tags: &[&str], changes: &[(&str, &str, &str)], arguments: &[&str], reasons: &[&str]) {
        tags.iter().for_each(|tag| self.git(&format!("tag v{tag}")));
        changes.iter().for_each(|&change| self.replace(change));
        if !changes.is_empty() {
            self.commit();
        }
        self.says(arguments, reasons);
        tags.iter().for_each(|tag| self.git(&format!("tag --delete v{tag}")));
        self.git("reset --quiet --hard very-old");
    }
}

#[test]
fn a_tree_is_released_or_refused_with_every_reason() {
    let tree = Tree::ready();
    // A version is above every tag. A pre-release comes before its version.
    let [pre, next] = ["rc.1", "rc.2"].map(|end| format!("{VERSION}-{end}"));
    let out = format!("version {VERSION} is out: there is a tag v{VERSION}");
    let below = |newest: &str, found: &str| format!("expected a version above {newest}, the newest tag, found {found}");
    tree.with(&["0.0.9", "0.0.10"], &[], &[VERSION], &[]);
    tree.with(&[&next], &[], &[VERSION], &[]);
    tree.with(&[VERSION], &[], &[VERSION], &[&out]);
    tree.with(&[VERSION], &[], &[VERSION, "--draft"], &[]);
    tree.with(&["99.10.0", "99.9.0"], &[], &[VERSION], &[&below("99.10.0", VERSION)]);
    let [own, other] = [VERSION, &pre].map(|version| format!("\"{version}\""));
    let [heading, other_heading] = [VERSION, &pre].map(|version| format!("## [{version}]"));
    let mut all: Vec<_> = LOOKED_AT[..5].iter().map(|file| (*file, own.as_str(), other.as_str())).collect();
    all.push(("CHANGELOG.md", &heading, &other_heading));
    tree.with(&[], &all, &[&pre], &[]);
    tree.with(&[&next], &all, &[&pre], &[&below(&next, &pre)]);
    tree.with(&[VERSION], &all, &[&pre], &[&below(VERSION, &pre)]);
    // In the workflow the tag stands at this commit.
    tree.with(&[VERSION], &[], &[VERSION, "--tagged"], &[]);
    tree.with(&["99.10.0", VERSION], &[], &[VERSION, "--tagged"], &[&below("99.10.0", VERSION)]);
    let later = [("CHANGELOG.md", "- Words.", "- More words.")];
    tree.with(&[VERSION], &later, &[VERSION, "--tagged"], &[&format!("expected the tag v{VERSION} at this commit")]);
    // Each manifest has the version.
    let package = format!("\nversion = \"{VERSION}\"");
    let npm = format!("\"version\": \"{VERSION}\"");
    for (file, old, place) in [
        ("Cargo.toml", &package, "Cargo.toml, [workspace.package]"),
        (
            "Cargo.toml",
            &format!("uvi-match = {{ path = \"crates/match\", version = \"{VERSION}\""),
            "Cargo.toml, dependency uvi-match",
        ),
        ("bots/python/pyproject.toml", &package, "bots/python/pyproject.toml"),
        (
            "bots/python/src/uvi/__init__.py",
            &format!("\n__version__ = \"{VERSION}\""),
            "bots/python/src/uvi/__init__.py",
        ),
        ("bots/javascript/package.json", &npm, "bots/javascript/package.json"),
        ("bots/javascript/package-lock.json", &npm, "bots/javascript/package-lock.json"),
    ] {
        let reason = format!("expected version {VERSION} in {place}, found 9.8.7");
        tree.with(&[], &[(file, old, &old.replace(VERSION, "9.8.7"))], &[VERSION], &[&reason]);
    }
    // The change log has words. Those of another version do not count, but for a draft.
    let none = ("CHANGELOG.md", "- Words.\n", "");
    let empty = format!("CHANGELOG.md says nothing of {VERSION}: the section is empty");
    let missing =
        format!("expected a section '## [{VERSION}]' in CHANGELOG.md: rename Unreleased, and begin a new one above it");
    let unreleased = ("CHANGELOG.md", "## [Unreleased]", "## [Unreleased]\n- Words.");
    let renamed = ("CHANGELOG.md", heading.as_str(), "## [0.0.1]");
    tree.with(&[], &[none], &[VERSION], &[&empty]);
    tree.with(&[], &[none, unreleased], &[VERSION], &[&empty]);
    tree.with(&[], &[none, unreleased, renamed], &[VERSION], &[&missing]);
    tree.with(&[], &[none, unreleased, renamed], &[VERSION, "--draft"], &[]);
    tree.with(&[], &[none, renamed], &[VERSION, "--draft"], &[&missing]);
    // All is committed, and every reason is told at once.
    let dirty = "expected a clean tree, found changes that are not committed:\n";
    fs::write(tree.0.join("new"), "").unwrap();
    tree.says(&[VERSION, "--draft"], &[]);
    tree.says(&[VERSION], &[&format!("{dirty}?? new")]);
    fs::remove_file(tree.0.join("new")).unwrap();
    tree.git("tag v9.0.0");
    tree.replace(("bots/python/pyproject.toml", VERSION, "9.8.7"));
    tree.replace(none);
    let manifest = format!("expected version {VERSION} in bots/python/pyproject.toml, found 9.8.7");
    let changes = format!("{dirty} M CHANGELOG.md\n M bots/python/pyproject.toml");
    tree.says(&[VERSION], &[&below("9.0.0", VERSION), &manifest, &empty, &changes]);
}

#[test]
fn what_is_no_version_is_refused() {
    let tree = Tree::ready();
    for word in ["v0.1.0", "0.1", "00.1.0", "0.1.0-", "latest", "0.1.0 0.2.0"] {
        tree.says(&[word], &[&format!("expected a version such as 1.2.3 or 1.2.3-rc.1, found {word}")]);
    }
    for arguments in [&[][..], &["0.1.0", "0.2.0"], &["0.1.0", "--fast"], &["0.1.0", "--only", "all"]] {
        let output = tree.release(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("scripts/release VERSION"), "{arguments:?}");
    }
}

/// The workflow agrees with the scripts.
#[test]
fn the_workflow_calls_the_scripts() {
    let read = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    let workflow: serde_yaml_ng::Value = serde_yaml_ng::from_str(&read(".github/workflows/release.yml")).unwrap();
    let machines = workflow["jobs"]["programs"]["strategy"]["matrix"]["machine"].as_sequence().unwrap();
    assert_eq!(machines.len(), 4);

    let (release, test) = (read("scripts/release"), read("scripts/test-release"));
    let mut ways = 0;
    for (name, job) in workflow["jobs"].as_mapping().unwrap() {
        for step in job["steps"].as_sequence().unwrap() {
            let Some(line) = step["run"].as_str() else { continue };
            let words: Vec<_> = line.split_whitespace().collect();
            for pair in words.windows(2).filter(|pair| pair[0].starts_with("--")) {
                match words[0] {
                    "scripts/release" => {
                        assert!(release.contains(&format!("\n#   {}", pair[0])), "{name:?}: {line}");
                        assert!(pair[0] != "--only" || release.contains(&format!(" {}:", pair[1])), "{name:?}: {line}");
                    }
                    "scripts/test-release" => {
                        assert!(test.contains(&format!("\ntry_{}() {{\n", pair[1])), "{name:?}: {line}");
                        ways += 1;
                    }
                    _ => {}
                }
            }
        }
    }
    // One of the jobs tries each way.
    assert_eq!(ways, test.matches("\ntry_").count());
}
