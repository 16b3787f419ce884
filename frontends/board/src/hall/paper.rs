//! Documents for download: logs, replays, rules and reports. Each has a secret path that works for a time.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use parking_lot::Mutex;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    process::Command,
};

use crate::{
    game_log::without_details,
    key::Key,
    regular_file,
    table::{BoardTable, TableRole},
    talk::Paper,
};

/// The lifetime of a path. Meanwhile the page may be loaded again.
const LASTS: Duration = Duration::from_secs(3600);

const MOST: usize = 256;

#[derive(Debug)]
pub struct TablePaper {
    pub kind: &'static str,
    /// The file name for saving; `None` to show the document in the browser.
    pub name: Option<String>,
    pub bytes: Vec<u8>,
}

/// The documents by their paths, each with the end of its lifetime.
#[derive(Debug, Default)]
pub struct Papers(Mutex<HashMap<Key, (PaperSource, Instant)>>);

#[derive(Debug, Clone)]
pub(super) enum PaperSource {
    Log(PathBuf),
    /// `is_whole` is false for people who may not know what faults tell of this machine.
    Replay {
        log: PathBuf,
        names: Vec<String>,
        is_whole: bool,
    },
    Rules(String),
    Report(PathBuf),
}

impl Papers {
    /// Prepares a document of a table for a role and returns its path. Fails if the document is not available yet, or
    /// is for the owner only.
    pub fn put(&self, table: &BoardTable, part: &TableRole, what: Paper) -> Result<String, String> {
        let is_whole = table.tells_all(part);
        if what == Paper::Log && !is_whole {
            return Err("only the owner of the table can do that".to_owned());
        }
        // The log of a running match, or of one that may be resumed, has information that is still secret.
        let is_open = table.is_over() && (is_whole || !table.has_failed()) || table.is_of_tournament();
        if what != Paper::Rules && !is_open {
            return Err("the log is available when the match is over".to_owned());
        }
        Ok(self.keep(match what {
            Paper::Log => PaperSource::Log(table.log()?.to_owned()),
            Paper::Replay => {
                PaperSource::Replay { log: table.log()?.to_owned(), names: table.setting.names(), is_whole }
            }
            Paper::Rules => PaperSource::Rules(table.setting.variant.clone()),
        }))
    }

    /// Keeps what a document is made of, and returns its path.
    pub(super) fn keep(&self, what: PaperSource) -> String {
        let now = Instant::now();
        let mut papers = self.0.lock();
        papers.retain(|_, (_, until)| *until > now);
        if papers.len() >= MOST {
            let oldest = papers.iter().min_by_key(|(_, (_, until))| *until).map(|(key, _)| key.clone());
            oldest.map(|key| papers.remove(&key));
        }
        let key = Key::draw();
        let path = format!("/paper/{}", key.as_str());
        papers.insert(key, (what, now + LASTS));
        path
    }

    /// Makes the document at a path, as often as it is loaded.
    pub(super) async fn fetch(&self, arbiter: &Path, key: &Key) -> Result<TablePaper, String> {
        let wanted = self.0.lock().get(key).filter(|(_, until)| *until > Instant::now()).map(|(what, _)| what.clone());
        let wanted = wanted.ok_or("this link has expired: it works for an hour")?;
        let (mut command, mut input) = (Command::new(arbiter), String::new());
        match &wanted {
            PaperSource::Log(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                let bytes = read(path).await.map_err(|error| error.to_string())?;
                return Ok(TablePaper { kind: "application/x-ndjson", name, bytes });
            }
            PaperSource::Replay { log, names, is_whole } => {
                let mut path = log.as_path();
                if !is_whole {
                    let log = read(log).await.ok().and_then(|log| String::from_utf8(log).ok());
                    input = without_details(&log.ok_or("the log cannot be read")?);
                    path = Path::new("-");
                }
                let names = names.iter().map(|name| format!("--name={name}"));
                command.arg("replay").arg(path).args(["--output", "-"]).args(names)
            }
            PaperSource::Report(path) => command.arg("report").arg(path).args(["--output", "-"]),
            PaperSource::Rules(variant) => command.args(["rules", variant, "--format", "html"]),
        };
        let mut bytes = printed(command, input).await?;
        if matches!(wanted, PaperSource::Report(_)) {
            bytes = without_files(&String::from_utf8_lossy(&bytes)).into_bytes();
        }
        Ok(TablePaper { kind: "text/html; charset=utf-8", name: None, bytes })
    }
}

async fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    tokio::fs::File::from_std(regular_file::open(path)?).read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Runs a command with this input, and returns its stdout.
async fn printed(mut command: Command, input: String) -> Result<Vec<u8>, String> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    if let Some(mut stdin) = child.stdin.take() {
        // The command says why if it does not read all.
        let _ = stdin.write_all(input.as_bytes()).await;
    }
    let output = child.wait_with_output().await.map_err(|error| error.to_string())?;
    // An incomplete log gives an error and still a valid page.
    if output.stdout.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(output.stdout)
}

/// The page without its links to files beside it, which the board does not serve.
fn without_files(page: &str) -> String {
    let mut parts = page.split("<a href=\"");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('>').and_then(|(_, rest)| rest.split_once("</a>")) {
            Some((text, rest)) if !part.starts_with('#') => kept.extend([text, rest]),
            _ => kept.extend(["<a href=\"", part]),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_links_to_no_file() {
        let page = "<p><a href=\"#games\">Games</a> <a href=\"x/games/000001.jsonl\">1</a> <a href=\"#a\">a</a></p>";
        let expected = "<p><a href=\"#games\">Games</a> 1 <a href=\"#a\">a</a></p>";
        assert_eq!(without_files(page), expected);
    }
}
