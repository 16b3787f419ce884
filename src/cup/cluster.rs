//! What the folders of shards show of a tournament that is played on several machines.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use uvi_cup::{Cluster, Condition, Machines, ShardRow};

use super::{
    merge::MACHINES,
    shard_paper::ShardState,
    shard_store::{PAPER, ShardStore},
    store::{RESULTS, SHARDS},
    store_error::{StoreError, system},
};
use crate::regular;

/// A shard that runs and says nothing for so long is lost: it touches its file every ten seconds.
const SILENCE: Duration = Duration::from_secs(60);

/// How the shards below a folder stand at this time; `None` if there are none.
///
/// # Errors
/// If a file cannot be read.
pub fn cluster(folder: &Path, total: Option<u32>, now: SystemTime) -> Result<Option<Cluster>, StoreError> {
    let folder = folder.join(SHARDS);
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        entries => entries.map_err(system("read", &folder))?,
    };
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    paths.sort_unstable();
    let rows = paths.iter().map(|path| row(path, now)).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Cluster { shards: rows.into_iter().flatten().collect(), machines: machines(&folder)?, total }))
}

fn row(folder: &Path, now: SystemTime) -> Result<Option<ShardRow>, StoreError> {
    let Some(paper) = ShardStore::paper(folder)? else { return Ok(None) };
    let path = folder.join(PAPER);
    let touched = fs::metadata(&path).and_then(|found| found.modified()).map_err(system("look at", &path))?;
    let condition = match paper.state {
        ShardState::Running if now.duration_since(touched).is_ok_and(|silence| silence > SILENCE) => Condition::Lost,
        ShardState::Running => Condition::Running,
        ShardState::Stopped => Condition::Stopped,
        ShardState::Failed => Condition::Failed,
        ShardState::Done => Condition::Done,
    };
    let games = lines(&folder.join(RESULTS))?;
    let attempt = paper.attempts.last();
    let an_hour = attempt.and_then(|attempt| {
        let begun = UNIX_EPOCH + Duration::from_secs(attempt.started);
        let until = if condition == Condition::Running { now } else { touched };
        let hours = until.duration_since(begun).ok()?.as_secs_f64() / 3600.0;
        let played = (games as usize).checked_sub(attempt.games)?;
        (hours > 0.0).then(|| played as f64 / hours)
    });
    let host = attempt.map(|attempt| attempt.host.clone()).unwrap_or_default();
    Ok(Some(ShardRow { shard: paper.shard, host, condition, games, an_hour }))
}

/// How many whole lines a file has.
fn lines(path: &Path) -> Result<u32, StoreError> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        file => file.map_err(system("open", path))?,
    };
    let mut buffer = vec![0; 1 << 16];
    let mut lines = 0;
    loop {
        match file.read(&mut buffer).map_err(system("read", path))? {
            0 => return Ok(lines),
            size => lines += buffer[..size].iter().filter(|&&byte| byte == b'\n').count() as u32,
        }
    }
}

fn machines(folder: &Path) -> Result<Machines, StoreError> {
    let path = folder.join(MACHINES);
    let text = match regular::read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Machines::default()),
        read => read.map_err(system("read", &path))?,
    };
    let machines = serde_json::from_slice(&text);
    machines.map_err(|error| StoreError::Unreadable { path, line: None, text: error.to_string() })
}
