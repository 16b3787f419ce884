//! Resumes the tables of an earlier run: the arbiter resumes the matches from their logs.

use std::{path::Path, sync::Arc, time::Duration};

use anyhow::Context as _;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use uvi::{FromHost, Switch, ToHost, Value, Words};

use super::Hall;
use crate::{arbiter_link::RequestError, table::BoardTable};

/// The time during which a failed resume is tried again. The arbiter of a killed board holds the logs until it ends.
const PATIENCE: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(100);

impl Hall {
    /// Puts back the tables of the earlier run whose logs are there, and resumes their matches in the background.
    pub fn remember_tables(self: &Arc<Self>) {
        let Some(memory) = &self.parts.memory else { return };
        let mut tries = JoinSet::new();
        for remembered in memory.past().tables {
            // Without a log the match had not begun, and is started anew. Only a match that had begun has lost its log.
            if remembered.begun && !remembered.setting.log.exists() {
                continue;
            }
            let (hall, number) = (self.clone(), remembered.number);
            let table = Arc::new(BoardTable::remembered(remembered));
            self.tables.lock().by_name.insert(number, table.clone());
            tries.spawn(async move { hall.go_on_with(&table).await });
        }
        let hall = self.clone();
        tokio::spawn(async move {
            tries.join_all().await;
            hall.remember();
        });
    }

    /// Stores the port, so that pages find the board after a restart.
    pub fn remember_port(&self, port: u16) {
        if let Some(memory) = &self.parts.memory {
            memory.change(|past| past.port = Some(port));
        }
    }

    async fn go_on_with(&self, table: &BoardTable) {
        let until = Instant::now() + PATIENCE;
        loop {
            // Without the seed beside its log no match can be resumed (UVI 7).
            let has_seed = Path::new(&format!("{}.seed", table.setting.log.display())).exists();
            let failure = match self.try_to_go_on(table).await {
                Ok(()) => break,
                // Without the arbiter the board ends too.
                Err(error) if error.downcast_ref() == Some(&RequestError::Gone) => break,
                Err(error) => error.to_string(),
            };
            // Frees the name of the match for the next try.
            let _ = self.link.ask(vec![FromHost::Drop(table.setting.name.clone())]).await;
            if !has_seed || Instant::now() >= until {
                table.fail(&failure);
                break;
            }
            sleep(PAUSE).await;
        }
        table.has_come();
        self.changed();
    }

    async fn try_to_go_on(&self, table: &BoardTable) -> anyhow::Result<()> {
        let setting = &table.setting;
        let name = setting.name.clone();
        if !setting.log.exists() {
            anyhow::ensure!(!table.has_begun(), "its log is gone");
            self.link.ask(setting.lines.iter().filter_map(|line| line.parse().ok()).collect()).await?;
        } else {
            let path = setting.log.to_str().map(Value::new).context("the path of its log is not UTF-8")?;
            let watch = FromHost::Watch { name: name.clone(), path: path.clone() };
            let lines = vec![watch.clone(), FromHost::Drop(name.clone())];
            let told = self.link.listen(Some(name.clone()), lines).await?;
            table.recall(&told, None);
            if table.is_over() {
                // The arbiter can still show the final board.
                self.link.listen(Some(name), vec![watch]).await?;
                return Ok(());
            }
            let resume = vec![
                FromHost::Resume { name: name.clone(), path },
                FromHost::Keep { name: name.clone(), switch: Switch::On },
                FromHost::History { name: name.clone(), seat: None },
            ];
            let answers = self.link.ask(resume).await?;
            let stand = answers.iter().find_map(|answer| match answer {
                ToHost::History { moves, .. } => Some(actions(moves)),
                _ => None,
            });
            anyhow::ensure!(table.recall(&told, stand), "its log changed while it was being read");
        }
        self.link.ask(vec![FromHost::Start(name)]).await?;
        Ok(())
    }
}

/// The number of actions and chance events in a history, which also lists seats that have left.
fn actions(history: &Words) -> usize {
    history.iter().filter(|word| !word.starts_with('!')).count()
}
