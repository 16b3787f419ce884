//! Resumes the tables of an earlier run: the arbiter resumes the matches from their logs.

use std::{sync::Arc, time::Duration};

use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use uvi::{FromHost, Switch, ToHost, Value, Words};

use super::Hall;
use crate::{arbiter_link::RequestError, memory::SavedTable, table::BoardTable};

/// The time during which a failed resume is tried again. The arbiter of a killed board holds the logs until it ends.
const PATIENCE: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(100);

impl Hall {
    /// Resumes all stored tables whose logs still exist, at the same time.
    pub async fn remember_tables(self: &Arc<Self>) {
        let Some(memory) = &self.parts.memory else { return };
        let mut tries = JoinSet::new();
        for remembered in memory.past().tables {
            let hall = self.clone();
            tries.spawn(async move { hall.go_on_with(remembered).await });
        }
        tries.join_all().await;
        self.remember();
    }

    /// Stores the port, so that pages find the board after a restart.
    pub fn remember_port(&self, port: u16) {
        if let Some(memory) = &self.parts.memory {
            memory.change(|past| past.port = Some(port));
        }
    }

    async fn go_on_with(&self, remembered: SavedTable) {
        let (number, begun) = (remembered.number, remembered.begun);
        let table = Arc::new(BoardTable::remembered(remembered));
        let until = Instant::now() + PATIENCE;
        loop {
            let failure = match self.try_to_go_on(number, begun, &table).await {
                Ok(()) => return,
                // Without the arbiter the board ends too.
                Err(error) if error.downcast_ref() == Some(&RequestError::Gone) => return,
                Err(error) => error.to_string(),
            };
            // Frees the name of the match for the next try.
            let _ = self.link.ask(vec![FromHost::Drop(table.setting().name.clone())]).await;
            if Instant::now() >= until {
                table.fail(&failure);
                return self.put(number, table);
            }
            sleep(PAUSE).await;
        }
    }

    /// Resumes a table, unless its log is gone.
    async fn try_to_go_on(&self, number: u64, begun: bool, table: &Arc<BoardTable>) -> anyhow::Result<()> {
        let setting = table.setting();
        let name = setting.name.clone();
        if !setting.log.exists() {
            // Without a log the match had not begun, and is started anew. Only a match that had begun has lost its log.
            if begun {
                return Ok(());
            }
            self.put(number, table.clone());
            self.link.ask(setting.lines.iter().filter_map(|line| line.parse().ok()).collect()).await?;
        } else {
            let Some(path) = setting.log.to_str().map(Value::new) else { return Ok(()) };
            let watch = FromHost::Watch { name: name.clone(), path: path.clone() };
            let lines = vec![watch.clone(), FromHost::Drop(name.clone())];
            let told = self.link.listen(Some(name.clone()), lines).await?;
            table.recall(&told, None);
            if table.is_over() {
                // The arbiter can still show the final board.
                self.link.listen(Some(name), vec![watch]).await?;
                self.put(number, table.clone());
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
            if !table.recall(&told, stand) {
                anyhow::bail!("its log changed while it was being read");
            }
            self.put(number, table.clone());
        }
        self.link.ask(vec![FromHost::Start(name)]).await?;
        Ok(())
    }
}

/// The number of actions and chance events in a history, which also lists seats that have left.
fn actions(history: &Words) -> usize {
    history.iter().filter(|word| !word.starts_with('!')).count()
}
