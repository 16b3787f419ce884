//! Workflows of GitHub Actions in the documents: their steps happen one after the other, with nothing but what a fresh
//! machine has and what the steps before have brought.
//!
//! `cargo install` takes long, so it happens only if `WORKFLOW_INSTALL` is set, as `scripts/nightly` does. Otherwise the
//! programs of the tests stand in for what it installs.

use std::{env, fs, os::unix, path::Path};

use serde_yaml_ng::Value;

use super::{command, root};

/// Runs a workflow in a folder, which is the checkout of the reader's own repository.
#[track_caller]
pub(super) fn happens(folder: &Path, at: &str, text: &str) {
    let workflow: Value = serde_yaml_ng::from_str(text).unwrap();
    for (_, job) in workflow["jobs"].as_mapping().unwrap() {
        let steps = job["steps"].as_sequence().unwrap();
        // A test that fails hides no later one, nor its games.
        let is_test = |step: &&Value| step["run"].as_str().is_some_and(|line| line.starts_with("arbiter "));
        for step in steps.iter().skip_while(|step| !is_test(step)).skip(1) {
            assert!(matches!(step["if"].as_str(), Some("always()" | "${{ !cancelled() }}")), "{at}: {step:?}");
        }
        for step in steps {
            match (step["uses"].as_str(), step["run"].as_str()) {
                (Some("actions/checkout@v4"), None) => check_out(folder, &step["with"]),
                (Some("actions/upload-artifact@v4"), None) => {
                    let paths = step["with"]["path"].as_str().unwrap();
                    paths.lines().for_each(|path| run(folder, at, &job["env"], &format!("ls -d {path}")));
                }
                (None, Some(line)) => run(folder, at, &job["env"], line),
                _ => panic!("{at}: no test knows the step {step:?}"),
            }
        }
    }
}

/// The reader's repository is there. Another one can only be the arbiter's.
fn check_out(folder: &Path, with: &Value) {
    if let Some(path) = with["path"].as_str() {
        unix::fs::symlink(root(), folder.join(path)).unwrap();
    }
}

#[track_caller]
fn run(folder: &Path, at: &str, variables: &Value, line: &str) {
    if line.starts_with("cargo install ") && env::var_os("WORKFLOW_INSTALL").is_none() {
        let path = line.split_once(" --path ").unwrap().1;
        assert!(fs::read_to_string(folder.join(path).join("Cargo.toml")).unwrap().contains("name = \"uvi-arbiter\""));
        return;
    }
    let mut command = command("bash", folder);
    let installed = folder.join("installed");
    let path = command.get_envs().find_map(|(name, value)| value.filter(|_| name == "PATH")).unwrap().to_owned();
    let path = env::join_paths([installed.join("bin")].into_iter().chain(env::split_paths(&path))).unwrap();
    command.env("PATH", path).env("CARGO_INSTALL_ROOT", &installed).env_remove("PYTHONPATH");
    for (name, value) in variables.as_mapping().into_iter().flatten() {
        let value = value.as_str().unwrap().replace("${{ github.workspace }}", folder.to_str().unwrap());
        command.env(name.as_str().unwrap(), value);
    }
    command.env("GITHUB_STEP_SUMMARY", folder.join("step-summary.md"));
    let output = command.args(["-euo", "pipefail", "-c", line]).output().unwrap();
    assert!(output.status.success(), "{at}: {line}: {output:?}");
}
