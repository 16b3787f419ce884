//! The answers of `arbiter report --live`.

use std::{collections::BTreeMap, path::Path, process::Stdio};

use serde::{Deserialize, de::DeserializeOwned};
use tokio::process::Command;

#[derive(Debug, Default, Deserialize)]
pub(super) struct LiveReport {
    pub(super) total: Option<u64>,
    pub(super) test: Option<serde_json::Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct StrengthPlots {
    /// The plots as HTML, by the name of the game.
    pub(super) strengths: BTreeMap<String, String>,
}

/// The answer of `arbiter report --live` for a folder; `None` if it fails.
pub(super) async fn live_report<T: DeserializeOwned>(arbiter: &Path, folder: &Path) -> Option<T> {
    let mut command = Command::new(arbiter);
    command.arg("report").arg(folder).args(["--output", "-", "--live"]).stdin(Stdio::null()).kill_on_drop(true);
    let written = command.output().await.ok().filter(|output| output.status.success())?;
    serde_json::from_slice(&written.stdout).ok()
}
