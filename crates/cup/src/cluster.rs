//! How a tournament stands that is played on several machines.

use std::fmt;

use crate::machines::Machines;

/// The shards of a tournament, and what came of its machines.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cluster {
    /// By name.
    pub shards: Vec<ShardRow>,
    /// As of the last merge.
    pub machines: Machines,
    /// How many games the tournament has, where that is known.
    pub total: Option<u32>,
}

/// One row of the table of shards.
#[derive(Debug, Clone, PartialEq)]
pub struct ShardRow {
    /// Which one, such as `3/20`.
    pub shard: String,
    /// Where it was played last.
    pub host: String,
    /// How it stands.
    pub condition: Condition,
    /// How many games are finished.
    pub games: u32,
    /// How many games an hour were finished where it was played last.
    pub an_hour: Option<f64>,
}

/// How a shard stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Condition {
    /// All that it could play is played.
    Done,
    /// It is being played.
    Running,
    /// It was stopped, or its time was over.
    Stopped,
    /// Something failed.
    Failed,
    /// It said that it was running, and has not been heard of since.
    Lost,
}

impl Condition {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Done, Self::Running, Self::Stopped, Self::Failed, Self::Lost];
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "done",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
            Self::Lost => "lost",
        })
    }
}

impl Cluster {
    /// How many shards stand so.
    pub fn count(&self, condition: Condition) -> usize {
        self.shards.iter().filter(|row| row.condition == condition).count()
    }

    /// How many games an hour are finished by the shards that run.
    pub fn an_hour(&self) -> f64 {
        let running = self.shards.iter().filter(|row| row.condition == Condition::Running);
        running.filter_map(|row| row.an_hour).sum()
    }

    /// In how many hours it will be over at this pace, where games neither wait for results nor end early.
    pub fn hours_left(&self) -> Option<f64> {
        let left = self.total?.saturating_sub(self.shards.iter().map(|row| row.games).sum());
        let pace = self.an_hour();
        (pace > 0.0 && left > 0).then(|| f64::from(left) / pace)
    }
}

/// In a line: `12 done, 7 running, 1 lost; 5200 games an hour, over in 1.4 h`.
impl fmt::Display for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = Condition::ALL.map(|condition| (self.count(condition), condition));
        let there: Vec<String> =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        match there.is_empty() {
            true => f.write_str("no shard has begun")?,
            false => f.write_str(&there.join(", "))?,
        }
        if self.count(Condition::Running) > 0 {
            write!(f, "; {:.0} games an hour", self.an_hour())?;
        }
        match self.hours_left() {
            Some(hours) if hours < 1.0 => write!(f, ", over in {:.0} min", (60.0 * hours).ceil()),
            Some(hours) => write!(f, ", over in {hours:.1} h"),
            None => Ok(()),
        }
    }
}
