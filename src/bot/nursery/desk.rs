//! The desk of the nursery's thread: sends it orders, for the nursery and for each bot.

use std::{
    io,
    path::{Path, PathBuf},
    sync::{Arc, mpsc::sync_channel},
    thread,
    time::Duration,
};

use crossbeam_channel::{Sender, unbounded};
use rustix::process::Pid;

use super::{
    keeper::{Keeper, Program},
    keeper_supervisor::{KeeperSupervisor, KeeperWords, SupervisorOrder},
    pipes::Pipes,
};
use crate::bot::{
    system::{Waker, affinity},
    terms::{CoreShares, ExecPlan},
};

/// The time for the fork server, and for processes that keepers have left, to end at the end of the nursery. Twice what
/// the nursery's thread takes, which gets little of a processor that such processes fill.
const ENDS_IN: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct Desk {
    program: Arc<Program>,
    orders: Sender<SupervisorOrder>,
    waker: Arc<Waker>,
    cores: Arc<CoreShares>,
}

impl Desk {
    /// Starts the thread. `adopts` is true if this process adopts orphans.
    pub(crate) fn start_thread(executable: PathBuf, adopts: bool) -> io::Result<Self> {
        let (orders, received) = unbounded();
        let waker = Arc::new(Waker::new()?);
        let woken = Arc::clone(&waker);
        let work = move || KeeperSupervisor::new(received, woken, adopts).work();
        thread::Builder::new().name("nursery".into()).spawn(work)?;
        Ok(Self { program: Arc::new(Program::new(executable)), orders, waker, cores: affinity::cores() })
    }

    pub(crate) fn executable(&self) -> &Path {
        self.program.path()
    }

    /// The cores that bots and matches share.
    pub(crate) fn cores(&self) -> &Arc<CoreShares> {
        &self.cores
    }

    /// Starts a keeper for a bot with these variables.
    pub(crate) fn start(&self, plan: ExecPlan, env: Vec<(String, String)>) -> io::Result<(Keeper, Pipes)> {
        // Unlike a crossbeam channel, this one does not yield its core before it sleeps.
        let (reply, answer) = sync_channel(1);
        let words = Box::new(KeeperWords { plan, env });
        self.order(SupervisorOrder::Start { program: Arc::clone(&self.program), words, reply });
        answer.recv().expect("the thread lives as long as this desk and answers each order")
    }

    /// Tells the thread that a keeper has ended by itself and was reaped.
    pub(crate) fn ended(&self, keeper: Pid, isolated: bool) {
        self.order(SupervisorOrder::Ended { keeper, isolated });
    }

    /// Tells the thread that a keeper was killed. Returns when the processes that its bot has left are gone or given
    /// up.
    pub(crate) fn killed(&self, keeper: Pid) {
        let (reply, done) = crossbeam_channel::bounded(1);
        self.order(SupervisorOrder::Killed { keeper, reply });
        // The thread replies by the deadline.
        let _ = done.recv();
    }

    /// Tells a keeper to stop, and has it killed if it does not stop in time. Returns at once: the caller waits for the
    /// keeper's end, and reaps it.
    pub(crate) fn press(&self, keeper: &Keeper) {
        keeper.stop();
        self.order(SupervisorOrder::Press(keeper.stopper()));
    }

    /// Tells a keeper to stop, and has it reaped, and killed before if it does not stop in time. Returns at once.
    pub(crate) fn bury(&self, keeper: Keeper) {
        keeper.stop();
        self.order(SupervisorOrder::Bury(keeper));
    }

    fn order(&self, order: SupervisorOrder) {
        self.orders.send(order).expect("the thread lives as long as this desk");
        self.waker.wake();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let (reply, ended) = sync_channel(1);
        self.order(SupervisorOrder::End { reply });
        // The thread replies at once, unless a process does not end.
        let _ = ended.recv_timeout(ENDS_IN);
    }
}
