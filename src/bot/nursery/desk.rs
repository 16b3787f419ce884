//! The desk of the nursery's thread: sends it orders, for the nursery and for each bot.

use std::{
    io,
    path::PathBuf,
    sync::{Arc, mpsc::sync_channel},
    thread,
    time::Duration,
};

use crossbeam_channel::{Sender, unbounded};
use rustix::process::Pid;

use super::{
    keeper::Keeper,
    keeper_starter::KeeperStarter,
    keeper_supervisor::{KeeperSupervisor, SupervisorOrder},
    pipes::Pipes,
};
use crate::bot::{
    system::{Waker, affinity, cgroup::BotGroups},
    terms::{CoreShares, ExecPlan, StartError},
};

/// The time for the fork server, and for processes that keepers have left, to end at the end of the nursery. Twice what
/// the nursery's thread takes, which gets little of a processor that such processes fill.
const ENDS_IN: Duration = Duration::from_secs(5);

#[derive(Debug)]
pub(crate) struct Desk {
    executable: PathBuf,
    orders: Sender<SupervisorOrder>,
    waker: Arc<Waker>,
    pub(super) cores: Arc<CoreShares>,
    pub(super) groups: Arc<BotGroups>,
}

impl Desk {
    /// Starts the thread. `adopts` is true if this process adopts orphans.
    pub(crate) fn start_thread(executable: PathBuf, adopts: bool) -> io::Result<Self> {
        let (orders, received) = unbounded();
        let waker = Arc::new(Waker::new()?);
        let (starter, groups) = (KeeperStarter::new(executable.clone(), adopts), Arc::<BotGroups>::default());
        let supervisor = KeeperSupervisor::new(received, Arc::clone(&waker), starter, Arc::clone(&groups));
        thread::Builder::new().name("nursery".into()).spawn(|| supervisor.work())?;
        Ok(Self { executable, orders, waker, cores: affinity::cores(), groups })
    }

    pub(crate) fn start(&self, plan: ExecPlan) -> Result<(Keeper, Pipes), StartError> {
        // Unlike a crossbeam channel, this one does not yield its core before it sleeps.
        let (reply, answer) = sync_channel(1);
        self.order(SupervisorOrder::Start { plan: Box::new(plan), reply });
        let started = answer.recv().expect("the thread lives as long as this desk and answers each order");
        started.map_err(|source| StartError::NoKeeper { executable: self.executable.clone(), source })
    }

    pub(crate) fn ended(&self, keeper: Pid, isolated: bool) {
        self.order(SupervisorOrder::Ended { keeper, isolated, reply: None });
    }

    /// Tells the thread that a keeper was killed. Returns when what its bot has left is gone or given up.
    pub(crate) fn killed(&self, keeper: Pid) {
        let (reply, done) = crossbeam_channel::bounded(1);
        self.order(SupervisorOrder::Ended { keeper, isolated: false, reply: Some(reply) });
        // The thread replies by the deadline.
        let _ = done.recv();
    }

    /// Tells a keeper to stop, and has it killed if it does not stop in time. Returns at once: the caller waits for the
    /// keeper's end, and reaps it.
    pub(crate) fn press(&self, keeper: &Keeper) {
        keeper.stop();
        self.order(SupervisorOrder::Press(keeper.stopper.clone()));
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
        self.groups.leave();
    }
}
