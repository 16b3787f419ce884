//! Earlier boards of a table: the arbiter shows the beginning of the log.

use std::path::PathBuf;

use anyhow::Context as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use uvi::{FromHost, Value, Word};

use super::BoardTable;
use crate::{arbiter_link::ArbiterLink, game_log::log_up_to, key::Key, memory::private, regular_file};

/// The longest beginning of a log that is read, in bytes.
const LONGEST_LOG: u64 = 128 * 1024 * 1024;

/// A file that is removed when it is dropped.
struct Beginning(PathBuf);

impl Drop for Beginning {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl BoardTable {
    /// The picture of the board after `plies` actions and chance events, as a seat may see it; `None` for the
    /// spectators' view. The beginning of the log is written to a file in `folder` for as long as that takes. Fails if
    /// the log has no such board, or the arbiter refuses. The error is a text.
    pub async fn past(
        &self,
        link: &ArbiterLink,
        folder: &std::path::Path,
        seat: Option<u32>,
        plies: usize,
    ) -> anyhow::Result<String> {
        let mut log = String::new();
        let no_board = || format!("there is no board {plies}");
        let file = regular_file::open(self.log().map_err(anyhow::Error::msg)?).with_context(no_board)?;
        tokio::fs::File::from_std(file).take(LONGEST_LOG).read_to_string(&mut log).await?;
        let log = log_up_to(&log, plies).with_context(no_board)?;
        let key = Key::draw();
        let file = Beginning(folder.join(format!("{}.past", key.as_str())));
        let mut written = tokio::fs::File::from_std(private(&file.0)?);
        written.write_all(log.as_bytes()).await?;
        written.flush().await?;
        let name = Word::new(format!("past-{}", key.as_str())).with_context(no_board)?;
        let path = file.0.to_str().map(Value::new).with_context(no_board)?;
        let picture = link.picture(name.clone(), FromHost::Watch { name, path }, seat).await.with_context(no_board)?;
        picture.with_context(no_board)
    }
}
