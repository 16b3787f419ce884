//! Documents for download: logs, replays, rules and reports. Each has a secret path that works once.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::process::Command;

use crate::{key::Key, table::BoardTable, talk::Paper, watched_folder::WatchedFolder};

/// The lifetime of a path.
const LASTS: Duration = Duration::from_secs(60);

/// The maximum number of unused paths.
const MOST: usize = 256;

/// A document, ready to send.
#[derive(Debug)]
pub struct TablePaper {
    /// The content type.
    pub kind: &'static str,
    /// The file name for saving; `None` to show the document in the browser.
    pub name: Option<String>,
    /// The body of the response.
    pub bytes: Vec<u8>,
}

#[derive(Debug, Default)]
pub(super) struct Papers(Mutex<HashMap<Key, PaperLink>>);

#[derive(Debug)]
struct PaperLink {
    what: PaperSource,
    until: Instant,
}

#[derive(Debug)]
enum PaperSource {
    Log(PathBuf),
    Replay(PathBuf),
    Rules(String),
    Report(PathBuf),
}

impl Papers {
    pub(super) fn put(&self, table: &BoardTable, what: Paper) -> Result<String, String> {
        // The log of a running match has information that is still secret.
        if what != Paper::Rules && !table.is_over() {
            return Err("the log is available when the match is over".to_owned());
        }
        let setting = table.setting();
        self.keep(match what {
            Paper::Log => PaperSource::Log(setting.log.clone()),
            Paper::Replay => PaperSource::Replay(setting.log.clone()),
            Paper::Rules => PaperSource::Rules(setting.variant.clone()),
        })
    }

    pub(super) fn put_page(&self, folder: &WatchedFolder, game: Option<u64>) -> Result<String, String> {
        self.keep(match game {
            Some(game) => PaperSource::Replay(folder.log(game).ok_or_else(|| format!("game {game} has no log"))?),
            None => PaperSource::Report(folder.reported()),
        })
    }

    fn keep(&self, what: PaperSource) -> Result<String, String> {
        let now = Instant::now();
        let mut papers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        papers.retain(|_, wanted| wanted.until > now);
        if papers.len() >= MOST {
            return Err("too many pages requested at once; try again later".to_owned());
        }
        let key = Key::draw();
        let path = format!("/paper/{}", key.as_str());
        papers.insert(key, PaperLink { what, until: now + LASTS });
        Ok(path)
    }

    pub(super) async fn take(&self, arbiter: &Path, key: &Key) -> Result<TablePaper, String> {
        let wanted = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
        let wanted = wanted
            .filter(|wanted| wanted.until > Instant::now())
            .ok_or("this link has expired: it works once, for a minute")?;
        let mut command = Command::new(arbiter);
        match wanted.what {
            PaperSource::Log(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let bytes = tokio::fs::read(&path).await.map_err(|error| error.to_string())?;
                return Ok(TablePaper { kind: "application/x-ndjson", name, bytes });
            }
            PaperSource::Replay(path) => command.arg("replay").arg(path).args(["--output", "-"]),
            PaperSource::Report(path) => command.arg("report").arg(path).args(["--output", "-"]),
            PaperSource::Rules(variant) => command.args(["rules", &variant, "--format", "html"]),
        };
        let bytes = printed(command).await?;
        Ok(TablePaper { kind: "text/html; charset=utf-8", name: None, bytes })
    }
}

async fn printed(mut command: Command) -> Result<Vec<u8>, String> {
    let output = command.stdin(Stdio::null()).kill_on_drop(true).output().await.map_err(|error| error.to_string())?;
    // An incomplete log gives an error and still a valid page.
    if output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(output.stdout)
}
