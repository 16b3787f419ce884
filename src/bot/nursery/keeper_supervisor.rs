//! The work of the nursery's thread: keepers to start, stop, kill and reap, each with a deadline and a next step.

use std::{
    collections::HashSet,
    io,
    sync::{Arc, mpsc::SyncSender},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Pid,
};

use super::{
    keeper::{Keeper, KeeperEnd, Stopper},
    keeper_starter::KeeperStarter,
    pipes::Pipes,
    stops::Stops,
};
#[cfg(target_os = "linux")]
use crate::bot::system::offspring;
use crate::bot::{
    system::{Waker, cgroup::BotGroups},
    terms::ExecPlan,
};

/// The time for an isolated keeper to stop before it is killed. The namespace of the bot ends with the keeper.
const ISOLATED_ENDS_IN: Duration = Duration::from_millis(500);

/// The time for a keeper without a namespace to stop before it is killed. It must find all processes that its bot has
/// started. The arbiter adopts those that remain.
const KEEPER_ENDS_IN: Duration = Duration::from_secs(3);

/// The time for killed processes to end. After that they are left to the system.
const KILLED_ENDS_IN: Duration = Duration::from_secs(2);

/// The time for which a fork server is kept without keepers.
const RESTS_AFTER: Duration = Duration::from_millis(500);

/// The time between two looks at processes that give no sign of their end.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(crate) enum SupervisorOrder {
    Start {
        plan: Box<ExecPlan>,
        reply: SyncSender<io::Result<(Keeper, Pipes)>>,
    },
    /// Kills a keeper if it does not stop in time. The sender has told it to stop, waits for its end, and reaps it.
    Press(Stopper),
    Bury(Keeper),
    /// Tells that the keeper's owner has reaped it or, if there is a reply, that it was killed. Replies when the
    /// processes that it left are gone or given up.
    Ended {
        keeper: Pid,
        isolated: bool,
        reply: Option<Sender<()>>,
    },
    /// Ends the thread. Replies when the fork server has ended and what keepers have left is gone or given up; no
    /// keeper may be started afterwards.
    End {
        reply: SyncSender<()>,
    },
}

#[derive(Debug)]
struct StoppingKeeper {
    stopper: Stopper,
    kill_at: Instant,
}

#[derive(Debug)]
struct DyingKeeper {
    keeper: Keeper,
    step: KeeperStep,
}

#[derive(Debug, Clone, Copy)]
enum KeeperStep {
    KillAt(Instant),
    GiveUpAt(Instant),
}

#[derive(Debug)]
struct Sweep {
    keeper: Pid,
    /// The sender that waits until they are gone, if any.
    reply: Option<Sender<()>>,
    give_up_at: Instant,
}

#[derive(Debug)]
pub(crate) struct KeeperSupervisor {
    orders: Receiver<SupervisorOrder>,
    waker: Arc<Waker>,
    groups: Arc<BotGroups>,
    /// The keepers and the fork server. All other children of this process are strays.
    keepers: HashSet<Pid>,
    pressed: Vec<StoppingKeeper>,
    dying: Vec<DyingKeeper>,
    sweeps: Vec<Sweep>,
    starter: KeeperStarter,
    /// The time to end the fork server. Set if there are no keepers.
    rest_at: Option<Instant>,
    stops: Stops,
    open: bool,
    /// The sender of the end, which waits until no sweep is left.
    waits: Option<SyncSender<()>>,
}

impl KeeperSupervisor {
    pub(crate) fn new(
        orders: Receiver<SupervisorOrder>,
        waker: Arc<Waker>,
        starter: KeeperStarter,
        groups: Arc<BotGroups>,
    ) -> Self {
        Self {
            orders,
            waker,
            groups,
            keepers: HashSet::new(),
            pressed: Vec::new(),
            dying: Vec::new(),
            sweeps: Vec::new(),
            starter,
            rest_at: None,
            stops: Stops::default(),
            open: true,
            waits: None,
        }
    }

    /// Works until the end is ordered, and all keepers that no other thread waits for, and what keepers have left, are
    /// reaped or given up.
    pub(crate) fn work(mut self) {
        while self.open || !self.dying.is_empty() || !self.sweeps.is_empty() {
            self.wait();
            self.waker.clear();
            for order in self.orders.clone().try_iter() {
                self.obey(order);
            }
            let now = Instant::now();
            self.press(now);
            self.reap(now);
            self.sweep(now);
            if self.sweeps.is_empty() {
                // The sender may have given up.
                let _ = self.waits.take().map(|reply| reply.send(()));
            }
            self.rest(now);
            self.stops.look(now);
        }
    }

    fn wait(&self) {
        let steps = self.dying.iter().map(|dying| match dying.step {
            KeeperStep::KillAt(at) | KeeperStep::GiveUpAt(at) => at,
        });
        let pressed = self.pressed.iter().map(|pressed| pressed.kill_at);
        let deadlines = steps.chain(pressed).chain(self.rest_at).chain(self.stops.look_at).min();
        let mut timeout = deadlines.map(|at| at.saturating_duration_since(Instant::now()));
        let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(self.dying.len() + self.pressed.len() + 1);
        fds.push(PollFd::new(&self.waker, PollFlags::IN));
        for dying in &self.dying {
            match dying.keeper.stopper.is_over() {
                // The keeper has ended, but its tracer has not released it.
                true => timeout = Some(timeout.map_or(LOOK_AGAIN, |timeout| timeout.min(LOOK_AGAIN))),
                false => fds.push(PollFd::new(&dying.keeper.stopper, PollFlags::IN)),
            }
        }
        fds.extend(self.pressed.iter().map(|pressed| PollFd::new(&pressed.stopper, PollFlags::IN)));
        if !self.sweeps.is_empty() {
            timeout = Some(timeout.map_or(LOOK_AGAIN, |timeout| timeout.min(LOOK_AGAIN)));
        }
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        // Fails only if a signal interrupts the call. An early look at orders and keepers does no harm.
        let _ = poll(&mut fds, timeout.as_ref());
    }

    fn obey(&mut self, order: SupervisorOrder) {
        let now = Instant::now();
        match order {
            SupervisorOrder::Start { plan, reply } => {
                let before = self.starter.pid();
                let started = self.starter.start(&plan);
                if before != self.starter.pid() {
                    before.map(|lost| self.keepers.remove(&lost));
                    self.keepers.extend(self.starter.pid());
                }
                if let Ok((keeper, _)) = &started {
                    self.keepers.insert(keeper.pid());
                    self.stops.watch(keeper.pid(), &plan, now);
                }
                // Cannot fail: the sender waits for the reply.
                let _ = reply.send(started);
            }
            SupervisorOrder::Press(stopper) => {
                let kill_at = now + patience(stopper.is_isolated());
                self.pressed.push(StoppingKeeper { stopper, kill_at });
            }
            SupervisorOrder::Bury(keeper) => {
                self.stops.forget(keeper.pid());
                let step = KeeperStep::KillAt(now + patience(keeper.stopper.is_isolated()));
                self.dying.push(DyingKeeper { keeper, step });
            }
            SupervisorOrder::Ended { keeper, isolated, reply } => {
                self.keepers.remove(&keeper);
                self.stops.forget(keeper);
                // A keeper without a namespace may have missed processes of its bot, which are adopted here.
                if !isolated || reply.is_some() {
                    self.sweeps.push(Sweep { keeper, reply, give_up_at: now + KILLED_ENDS_IN });
                }
            }
            SupervisorOrder::End { reply } => {
                self.open = false;
                self.end_fork_server();
                self.waits = Some(reply);
            }
        }
    }

    /// Ends the fork server if there have been no keepers for [`RESTS_AFTER`].
    fn rest(&mut self, now: Instant) {
        let fork_server = self.starter.pid();
        let only = fork_server.is_some() && self.keepers.iter().all(|&keeper| fork_server == Some(keeper));
        self.rest_at = only.then(|| self.rest_at.unwrap_or(now + RESTS_AFTER));
        if self.rest_at.is_some_and(|at| at <= now) {
            self.rest_at = None;
            self.end_fork_server();
        }
    }

    fn end_fork_server(&mut self) {
        let fork_server = self.starter.pid();
        self.starter.end();
        fork_server.map(|ended| self.keepers.remove(&ended));
    }

    fn press(&mut self, now: Instant) {
        self.pressed.retain(|StoppingKeeper { stopper, kill_at }| {
            let due = *kill_at <= now;
            if due {
                stopper.kill();
            }
            !due && !stopper.is_over()
        });
    }

    /// Reaps keepers that have ended, and takes the next step with the others.
    fn reap(&mut self, now: Instant) {
        let Self { dying, keepers, starter, .. } = self;
        let before = dying.len();
        dying.retain_mut(|DyingKeeper { keeper, step }| {
            let reaped = matches!(keeper.ended(), Ok(Some(KeeperEnd::Status(_))) | Err(_));
            if reaped {
                keepers.remove(&keeper.pid());
                return false;
            }
            match *step {
                KeeperStep::KillAt(at) if at <= now => {
                    keeper.stopper.kill();
                    // Not a keeper any more: its processes are now strays.
                    keepers.remove(&keeper.pid());
                    *step = KeeperStep::GiveUpAt(now + KILLED_ENDS_IN);
                    true
                }
                KeeperStep::GiveUpAt(at) if at <= now => {
                    log::error!("keeper {} was killed but does not end; leaving it to the system", keeper.pid());
                    false
                }
                KeeperStep::KillAt(_) | KeeperStep::GiveUpAt(_) => true,
            }
        });
        if dying.len() < before {
            starter.kill_strays(keepers);
        }
    }

    /// Kills the processes that keepers have left, and replies to the senders that wait.
    fn sweep(&mut self, now: Instant) {
        if self.sweeps.is_empty() {
            return;
        }
        let clean = self.starter.kill_strays(&self.keepers);
        #[cfg(target_os = "linux")]
        if !clean && self.sweeps.iter().any(|sweep| sweep.give_up_at <= now) {
            let names = offspring::name_strays(&self.keepers, Instant::now() + super::keeper_starter::SWEEP_ENDS_IN);
            log::error!("a bot has started processes that do not end in time; leaving them to the system: {names}");
        }
        self.sweeps.retain(|Sweep { keeper, reply, give_up_at }| {
            let over = *give_up_at <= now;
            if clean || over {
                self.groups.forget(*keeper);
                // Cannot fail: the sender waits for the reply.
                let _ = reply.as_ref().map(|reply| reply.send(()));
            }
            !clean && !over
        });
    }
}

fn patience(isolated: bool) -> Duration {
    if isolated { ISOLATED_ENDS_IN } else { KEEPER_ENDS_IN }
}
