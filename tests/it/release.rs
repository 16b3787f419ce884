//! `scripts/release` refuses a tree that is not ready, and says why.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

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

/// A repository of its own, with this tree's manifests and a change log.
struct Tree(PathBuf);

impl Tree {
    /// A tree that is ready for release.
    fn ready(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("release-{name}"));
        let _ = fs::remove_dir_all(&folder);
        for file in LOOKED_AT {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), folder.join(file)).unwrap();
        }
        let tree = Self(folder);
        let words = format!("# Changelog\n\n## [Unreleased]\n\n## [{VERSION}] - 2026-01-02\n\n### Added\n- Words.\n");
        fs::write(tree.0.join("CHANGELOG.md"), words).unwrap();
        tree.git(&["init", "--quiet"]);
        tree.commit();
        tree
    }

    fn git(&self, arguments: &[&str]) {
        let status = Command::new("git")
            .args(["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"])
            .args(arguments)
            .current_dir(&self.0)
            .status();
        assert!(status.unwrap().success(), "{arguments:?}");
    }

    fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--message", "all"]);
    }

    fn tag(&self, version: &str) {
        self.git(&["tag", &format!("v{version}")]);
    }

    fn replace(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.0.join(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old}");
        fs::write(self.0.join(file), text.replacen(old, new, 1)).unwrap();
    }

    fn release(&self, arguments: &[&str]) -> Output {
        Command::new("scripts/release").args(arguments).arg("--check").current_dir(&self.0).output().unwrap()
    }

    #[track_caller]
    fn accepts(&self, arguments: &[&str]) {
        let output = self.release(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""), "{arguments:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said, format!("version {} can be released\n", arguments[0]));
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str], reasons: &[&str]) {
        let output = self.release(arguments);
        let complaint = String::from_utf8(output.stderr).unwrap();
        let expected: String = reasons.iter().map(|reason| format!("refused: {reason}\n")).collect();
        assert_eq!((output.status.code(), complaint), (Some(1), expected), "{arguments:?}");
        assert_eq!(output.stdout, b"");
    }
}

#[test]
fn a_version_is_above_every_tag() {
    let pre = format!("{VERSION}-rc.2");
    let out = format!("version {VERSION} is out: there is a tag v{VERSION}");
    let below = format!("expected a version above 99.10.0, the newest tag, found {VERSION}");
    for (tags, more, reason) in [
        (&["0.0.9", "0.0.10"][..], None, None),
        (&[&pre], None, None),
        (&[VERSION], None, Some(&out)),
        (&[VERSION], Some("--draft"), None),
        // In the workflow the tag exists, and `--tagged` expects it.
        (&[VERSION], Some("--tagged"), None),
        (&["99.10.0", "99.9.0"], None, Some(&below)),
        (&["99.10.0", VERSION], Some("--tagged"), Some(&below)),
    ] {
        let tree = Tree::ready("tags");
        // This tag is no version.
        tree.git(&["tag", "very-old"]);
        tags.iter().for_each(|tag| tree.tag(tag));
        let arguments: Vec<&str> = [VERSION].into_iter().chain(more).collect();
        match reason {
            Some(reason) => tree.refuses(&arguments, &[reason]),
            None => tree.accepts(&arguments),
        }
    }
    let tree = Tree::ready("later");
    tree.tag(VERSION);
    fs::write(tree.0.join("later"), "").unwrap();
    tree.commit();
    tree.refuses(&[VERSION, "--tagged"], &[&format!("expected the tag v{VERSION} at this commit")]);
}

#[test]
fn what_is_no_version_is_refused() {
    let tree = Tree::ready("words");
    for word in ["v0.1.0", "0.1", "00.1.0", "0.1.0-", "latest", "0.1.0 0.2.0"] {
        tree.refuses(&[word], &[&format!("expected a version such as 1.2.3 or 1.2.3-rc.1, found {word}")]);
    }
    for arguments in [&[][..], &["0.1.0", "0.2.0"], &["0.1.0", "--fast"], &["0.1.0", "--only", "all"]] {
        let output = tree.release(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("scripts/release VERSION"), "{arguments:?}");
    }
}

#[test]
fn a_pre_release_comes_before_its_version() {
    let tree = Tree::ready("pre");
    tree.tag(&format!("{VERSION}-rc.2"));
    for file in &LOOKED_AT[..6] {
        let text = fs::read_to_string(tree.0.join(file)).unwrap();
        fs::write(tree.0.join(file), text.replace(&format!("\"{VERSION}\""), &format!("\"{VERSION}-rc.1\""))).unwrap();
    }
    tree.replace("CHANGELOG.md", &format!("[{VERSION}]"), &format!("[{VERSION}-rc.1]"));
    tree.commit();
    let pre = format!("{VERSION}-rc.1");
    tree.refuses(&[&pre], &[&format!("expected a version above {VERSION}-rc.2, the newest tag, found {pre}")]);
    tree.git(&["tag", "--delete", &format!("v{VERSION}-rc.2")]);
    tree.accepts(&[&pre]);
    tree.tag(VERSION);
    tree.refuses(&[&pre], &[&format!("expected a version above {VERSION}, the newest tag, found {pre}")]);
}

#[test]
fn a_version_that_differs_from_a_manifest_is_refused() {
    let package = format!("\nversion = \"{VERSION}\"");
    let dependency = format!("uvi-match = {{ path = \"crates/match\", version = \"{VERSION}\"");
    let python = format!("\n__version__ = \"{VERSION}\"");
    let npm = format!("\"version\": \"{VERSION}\"");
    let rows = [
        ("Cargo.toml", package.as_str(), "Cargo.toml, [workspace.package]"),
        ("Cargo.toml", &dependency, "Cargo.toml, dependency uvi-match"),
        ("bots/python/pyproject.toml", &package, "bots/python/pyproject.toml"),
        ("bots/python/src/uvi/__init__.py", &python, "bots/python/src/uvi/__init__.py"),
        ("bots/javascript/package.json", &npm, "bots/javascript/package.json"),
        ("bots/javascript/package-lock.json", &npm, "bots/javascript/package-lock.json"),
    ];
    let tree = Tree::ready("manifests");
    for (file, old, place) in rows {
        let new = old.replace(VERSION, "9.8.7");
        tree.replace(file, old, &new);
        tree.commit();
        tree.refuses(&[VERSION], &[&format!("expected version {VERSION} in {place}, found 9.8.7")]);
        tree.replace(file, &new, old);
    }
}

#[test]
fn missing_words_are_refused() {
    let tree = Tree::ready("log");
    let heading = format!("## [{VERSION}] - 2026-01-02");
    tree.replace("CHANGELOG.md", "- Words.\n", "");
    tree.commit();
    tree.refuses(&[VERSION], &[&format!("CHANGELOG.md says nothing of {VERSION}: the section is empty")]);

    // The words of another version do not count.
    tree.replace("CHANGELOG.md", "## [Unreleased]", "## [Unreleased]\n- Words.");
    tree.commit();
    tree.refuses(&[VERSION], &[&format!("CHANGELOG.md says nothing of {VERSION}: the section is empty")]);

    let missing =
        format!("expected a section '## [{VERSION}]' in CHANGELOG.md: rename Unreleased, and begin a new one above it");
    tree.replace("CHANGELOG.md", &heading, "## [0.0.1] - 2026-01-02");
    tree.commit();
    tree.refuses(&[VERSION], &[&missing]);
    // A draft accepts unreleased changes.
    tree.accepts(&[VERSION, "--draft"]);
    tree.replace("CHANGELOG.md", "- Words.", "");
    tree.refuses(&[VERSION, "--draft"], &[&missing]);
}

#[test]
fn changes_that_are_not_committed_are_refused() {
    let expected = "expected a clean tree, found changes that are not committed:\n";
    let tree = Tree::ready("dirty");
    fs::write(tree.0.join("new"), "").unwrap();
    tree.refuses(&[VERSION], &[&format!("{expected}?? new")]);
    tree.accepts(&[VERSION, "--draft"]);
    tree.commit();
    tree.replace("Cargo.toml", "[workspace]", "# Changed.\n[workspace]");
    tree.refuses(&[VERSION], &[&format!("{expected} M Cargo.toml")]);
}

#[test]
fn every_reason_is_told_at_once() {
    let tree = Tree::ready("all");
    tree.tag("9.0.0");
    tree.replace("bots/python/pyproject.toml", VERSION, "9.8.7");
    tree.replace("CHANGELOG.md", "- Words.\n", "");
    let output = tree.release(&[VERSION]);
    assert_eq!(String::from_utf8(output.stderr).unwrap().matches("refused: ").count(), 4);
}

/// The workflow agrees with the scripts.
#[test]
fn the_workflow_calls_the_scripts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
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
