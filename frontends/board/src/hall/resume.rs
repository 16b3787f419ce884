//! Resumes the tables of an earlier run: the arbiter resumes the matches from their logs.

use std::{sync::Arc, time::Duration};

use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};
use uvi::{FromHost, Switch, ToHost, Value, Words};

use super::Hall;
use crate::{arbiter_link::RequestError, memory::SavedTable, table::BoardTable};

/// The time during which a failed resume is tried again. The arbiter of a killed board holds the logs until that
/// arbiter has ended.
const PATIENCE: Duration = Duration::from_secs(10);

const PAUSE: Duration = Duration::from_millis(100);

enum ResumeOutcome {
    /// The table is resumed.
    Done,
    /// The log does not exist.
    Gone,
    /// The try failed; another try may succeed.
    Failed(String),
}

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
            match self.try_to_go_on(number, begun, &table).await {
                Ok(ResumeOutcome::Done | ResumeOutcome::Gone) => return,
                Ok(ResumeOutcome::Failed(text)) if Instant::now() >= until => {
                    table.fail(&text);
                    self.put(number, table);
                    return;
                }
                Ok(ResumeOutcome::Failed(_)) => sleep(PAUSE).await,
                // Without the arbiter the board ends too.
                Err(_) => return,
            }
        }
    }

    async fn try_to_go_on(
        &self,
        number: u64,
        begun: bool,
        table: &Arc<BoardTable>,
    ) -> Result<ResumeOutcome, RequestError> {
        let setting = table.setting();
        let name = setting.name.clone();
        if !setting.log.exists() {
            // Without a log the match had not begun, and is started anew. Only a match that had begun has lost its log.
            return if begun { Ok(ResumeOutcome::Gone) } else { self.begin_again(number, table).await };
        }
        let Some(path) = setting.log.to_str().map(Value::new) else { return Ok(ResumeOutcome::Gone) };
        let watch = FromHost::Watch { name: name.clone(), path: path.clone() };
        let told = match self.link.listen(Some(name.clone()), vec![watch.clone(), FromHost::Drop(name.clone())]).await {
            Ok(told) => told,
            Err(failure) => return failed(failure),
        };
        table.recall(&told, None);
        if table.is_over() {
            // The arbiter can still show the final board.
            return match self.link.listen(Some(name), vec![watch]).await {
                Ok(_) => {
                    self.put(number, table.clone());
                    Ok(ResumeOutcome::Done)
                }
                Err(failure) => failed(failure),
            };
        }
        let resume = vec![
            FromHost::Resume { name: name.clone(), path },
            FromHost::Keep { name: name.clone(), switch: Switch::On },
            FromHost::History { name: name.clone(), seat: None },
        ];
        let answers = match self.link.ask(resume).await {
            Ok(answers) => answers,
            Err(failure) => {
                self.forget(name).await;
                return failed(failure);
            }
        };
        let stand = answers.iter().find_map(|answer| match answer {
            ToHost::History { moves, .. } => Some(actions(moves)),
            _ => None,
        });
        if !table.recall(&told, stand) {
            self.forget(name).await;
            return Ok(ResumeOutcome::Failed("its log changed while it was being read".to_owned()));
        }
        self.put(number, table.clone());
        match self.link.ask(vec![FromHost::Start(name.clone())]).await {
            Ok(_) => Ok(ResumeOutcome::Done),
            Err(failure) => {
                self.forget(name).await;
                failed(failure)
            }
        }
    }

    /// Starts the match of a stored table that had not begun.
    async fn begin_again(&self, number: u64, table: &Arc<BoardTable>) -> Result<ResumeOutcome, RequestError> {
        let name = table.setting().name.clone();
        let lines = table.setting().lines.iter().filter_map(|line| line.parse().ok()).collect();
        self.put(number, table.clone());
        let made = match self.link.ask(lines).await {
            Ok(_) => self.link.ask(vec![FromHost::Start(name.clone())]).await,
            Err(failure) => Err(failure),
        };
        match made {
            Ok(_) => Ok(ResumeOutcome::Done),
            Err(failure) => {
                self.forget(name).await;
                failed(failure)
            }
        }
    }

    /// Frees the name of the match for the next try.
    async fn forget(&self, name: uvi::Word) {
        let _ = self.link.ask(vec![FromHost::Drop(name)]).await;
    }
}

fn failed(failure: RequestError) -> Result<ResumeOutcome, RequestError> {
    match failure {
        RequestError::Refused { text, .. } => Ok(ResumeOutcome::Failed(text)),
        RequestError::Gone => Err(RequestError::Gone),
    }
}

/// The number of actions and chance events in a history, which also lists seats that have left.
fn actions(history: &Words) -> usize {
    history.iter().filter(|word| !word.starts_with('!')).count()
}
