//! The thread that starts all bots and reaps those that nobody waits for.

use std::{
    collections::HashSet,
    io,
    path::PathBuf,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Pid,
};

use super::{
    Isolation, Launch, NoStart, Process, Waker,
    keeper::{Ended, Keeper, Program, Stopper},
    plan,
    process::Pipes,
    progress::Stage,
    signals,
};

/// How long a keeper may take to do as it was told, before it is killed: its bot's namespace ends with it.
const ISOLATED_ENDS_IN: Duration = Duration::from_millis(500);

/// The same for one that has to find what its bot has started: what it has not found by then comes to the arbiter.
const KEEPER_ENDS_IN: Duration = Duration::from_secs(3);

/// How long what was killed may take to be gone. Then it is left to the system.
const KILLED_ENDS_IN: Duration = Duration::from_secs(2);

/// How often is looked for what gives no sign of its end.
const LOOK_AGAIN: Duration = Duration::from_millis(5);

/// How long it may take to find out whether there are namespaces.
const TRIAL_ENDS_IN: Duration = Duration::from_secs(5);

/// Starts bots. Clones of it are one nursery; its thread ends after the last of them and of the bots that it has
/// started, and reaps those that were dropped.
///
/// A keeper is told to kill its bot when the thread that has started it ends. So that thread is one that outlives all
/// bots, and not that of a match. It waits for nothing that a bot could hold up: what is to end is looked after, with a
/// deadline and a next step.
#[derive(Debug, Clone)]
pub struct Nursery(Arc<Desk>);

/// Where orders for the thread are taken.
#[derive(Debug)]
struct Desk {
    program: Arc<Program>,
    orders: Sender<Order>,
    waker: Arc<Waker>,
    /// Why bots cannot be isolated, or that they can, once that was tried.
    isolates: OnceLock<Result<(), String>>,
}

/// What the thread is to do.
#[derive(Debug)]
enum Order {
    Start {
        program: Arc<Program>,
        words: Box<Words>,
        reply: Sender<io::Result<(Keeper, Pipes)>>,
    },
    /// A keeper is to stop; who ordered it waits for its end.
    Press(Stopper),
    Bury(Keeper),
    /// A keeper was reaped by who waited for it.
    Ended {
        keeper: Pid,
        isolated: bool,
    },
    /// The same, and it was killed. The reply comes when what it has left is gone.
    Killed {
        keeper: Pid,
        reply: Sender<()>,
    },
    End,
}

/// What a keeper is started with.
#[derive(Debug)]
struct Words {
    plan: plan::Plan,
    env: Vec<(String, String)>,
}

impl Nursery {
    /// A nursery that starts its keepers as `<executable> __keep …`. The executable is the arbiter's own program: it
    /// must call [`hidden_command`](super::hidden_command) before anything else.
    ///
    /// # Errors
    /// Where no thread or no descriptor is left.
    pub fn new(executable: PathBuf) -> io::Result<Self> {
        signals::let_children_be_waited_for();
        // Its memory, where seeds and secret choices are, and its descriptors are closed to others of its account.
        #[cfg(target_os = "linux")]
        rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
        let (orders, received) = unbounded();
        let waker = Arc::new(Waker::new()?);
        let woken = Arc::clone(&waker);
        thread::Builder::new().name("nursery".into()).spawn(move || Ward::new(received, woken).work())?;
        let program = Arc::new(Program::new(executable));
        Ok(Self(Arc::new(Desk { program, orders, waker, isolates: OnceLock::new() })))
    }

    /// Starts a bot.
    ///
    /// # Errors
    /// Where the program or the directory cannot be used, or the system has no process left. What only the exec itself
    /// can tell, such as a wrong format, comes later as [`Exit::NotExecuted`](super::Exit::NotExecuted), and what fails
    /// on the way to it as [`Exit::NotStarted`](super::Exit::NotStarted).
    pub fn launch(&self, launch: &Launch) -> Result<Process, NoStart> {
        let mut plan = launch.plan()?;
        plan.isolated = match launch.limits.isolation {
            Isolation::Off => false,
            Isolation::Auto => self.isolates()?.is_ok(),
            Isolation::On => self.isolates()?.map(|()| true).map_err(NoStart::NoIsolation)?,
        };
        let isolated = plan.isolated;
        let (keeper, pipes) = self.start(plan, launch.limits.env.clone())?;
        Ok(Process::new(launch, isolated, keeper, pipes, self.clone()))
    }

    /// Whether bots can be isolated here, and else why not. The first one to ask waits until that was tried.
    fn isolates(&self) -> Result<Result<(), String>, NoStart> {
        if let Some(known) = self.0.isolates.get() {
            return Ok(known.clone());
        }
        if !cfg!(target_os = "linux") {
            return Ok(Err("only an arbiter on Linux can isolate bots".to_owned()));
        }
        let plan = plan::Plan { isolated: true, trial: true, ..plan::Plan::nothing() };
        let (mut keeper, pipes) = self.start(plan, Vec::new())?;
        drop(pipes);
        let by = Instant::now() + TRIAL_ENDS_IN;
        let ended = loop {
            match keeper.ended() {
                Ok(None) => {}
                Ok(Some(Ended::Status(status))) => break Some(status),
                Ok(Some(Ended::Unknown)) | Err(_) => break None,
            }
            let left = by.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break None;
            }
            // It fails only when a signal interrupts it.
            let _ = poll(&mut [PollFd::new(&keeper, PollFlags::IN)], Timespec::try_from(left).ok().as_ref());
        };
        let found = match (ended, keeper.stage()) {
            (Some(status), _) if status.success() => Ok(()),
            (_, Stage::Failed(failure)) => Err(failure.to_string()),
            (Some(status), Stage::Ours | Stage::Begun) => Err(format!("the trial ended with {status}")),
            (None, Stage::Ours | Stage::Begun) => Err("the trial did not end".to_owned()),
        };
        match ended {
            Some(_) => self.ended(keeper.pid(), true),
            None => self.bury(keeper),
        }
        if let Err(reason) = &found {
            log::info!("bots are not isolated: {reason}");
        }
        Ok(self.0.isolates.get_or_init(|| found).clone())
    }

    fn start(&self, plan: plan::Plan, env: Vec<(String, String)>) -> Result<(Keeper, Pipes), NoStart> {
        let program = Arc::clone(&self.0.program);
        let (reply, answer) = crossbeam_channel::bounded(1);
        self.0.order(Order::Start { program: Arc::clone(&program), words: Box::new(Words { plan, env }), reply });
        let started = answer.recv().expect("the thread lives as long as this nursery and answers each order");
        started.map_err(|source| NoStart::NoKeeper { executable: program.path().to_owned(), source })
    }

    /// A keeper has ended by itself, and was reaped.
    pub(crate) fn ended(&self, keeper: Pid, isolated: bool) {
        self.0.order(Order::Ended { keeper, isolated });
    }

    /// A keeper was killed. Returns when the offspring of its bot, which it has left behind, is gone or given up.
    pub(crate) fn killed(&self, keeper: Pid) {
        let (reply, done) = crossbeam_channel::bounded(1);
        self.0.order(Order::Killed { keeper, reply });
        // The thread answers each order by its deadline.
        let _ = done.recv();
    }

    /// Stops a keeper, and kills it where it does not stop in time. Whoever has it waits for its end.
    pub(crate) fn press(&self, keeper: &Keeper) {
        keeper.stop();
        // Without a descriptor left it has been told at least.
        if let Ok(stopper) = keeper.stopper() {
            self.0.order(Order::Press(stopper));
        }
    }

    /// Stops a keeper, kills it where it does not stop in time, and reaps it.
    pub(crate) fn bury(&self, keeper: Keeper) {
        keeper.stop();
        self.0.order(Order::Bury(keeper));
    }
}

impl Desk {
    fn order(&self, order: Order) {
        self.orders.send(order).expect("the thread lives as long as this desk");
        self.waker.wake();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.order(Order::End);
    }
}

/// A keeper that is to stop.
#[derive(Debug)]
struct Pressed {
    stopper: Stopper,
    kill_at: Instant,
}

/// A keeper that nobody else waits for.
#[derive(Debug)]
struct Dying {
    keeper: Keeper,
    step: Step,
}

/// What comes next where a keeper does not end.
#[derive(Debug, Clone, Copy)]
enum Step {
    KillAt(Instant),
    GiveUpAt(Instant),
}

/// Somebody waits until all that a killed keeper has left is gone.
#[derive(Debug)]
struct Sweep {
    keeper: Pid,
    reply: Sender<()>,
    give_up_at: Instant,
}

/// The thread, and all that it looks after.
#[derive(Debug)]
struct Ward {
    orders: Receiver<Order>,
    waker: Arc<Waker>,
    /// Those that may run: all others that are children of this process are strays.
    keepers: HashSet<Pid>,
    pressed: Vec<Pressed>,
    dying: Vec<Dying>,
    sweeps: Vec<Sweep>,
    open: bool,
}

impl Ward {
    fn new(orders: Receiver<Order>, waker: Arc<Waker>) -> Self {
        let (pressed, dying, sweeps) = (Vec::new(), Vec::new(), Vec::new());
        Self { orders, waker, keepers: HashSet::new(), pressed, dying, sweeps, open: true }
    }

    /// Takes orders and reaps until it is told to end and all are reaped.
    fn work(mut self) {
        while self.open || !self.dying.is_empty() {
            self.wait();
            self.waker.clear();
            for order in self.orders.clone().try_iter() {
                self.obey(order);
            }
            let now = Instant::now();
            self.press(now);
            self.reap(now);
            self.sweep(now);
        }
    }

    /// Waits for an order, an end, or a deadline.
    fn wait(&self) {
        let steps = self.dying.iter().map(|dying| match dying.step {
            Step::KillAt(at) | Step::GiveUpAt(at) => at,
        });
        let deadlines = steps.chain(self.pressed.iter().map(|pressed| pressed.kill_at)).min();
        let mut timeout = deadlines.map(|at| at.saturating_duration_since(Instant::now()));
        let mut fds: Vec<PollFd<'_>> = Vec::with_capacity(self.dying.len() + self.pressed.len() + 1);
        fds.push(PollFd::new(&self.waker, PollFlags::IN));
        for dying in &self.dying {
            match dying.keeper.is_over() {
                // It has ended, and who traces it has not let go of it.
                true => timeout = Some(timeout.map_or(LOOK_AGAIN, |timeout| timeout.min(LOOK_AGAIN))),
                false => fds.push(PollFd::new(&dying.keeper, PollFlags::IN)),
            }
        }
        fds.extend(self.pressed.iter().map(|pressed| PollFd::new(&pressed.stopper, PollFlags::IN)));
        if !self.sweeps.is_empty() {
            timeout = Some(timeout.map_or(LOOK_AGAIN, |timeout| timeout.min(LOOK_AGAIN)));
        }
        let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
        // It fails only when a signal interrupts it; looking at everything is right then too.
        let _ = poll(&mut fds, timeout.as_ref());
    }

    fn obey(&mut self, order: Order) {
        let now = Instant::now();
        match order {
            Order::Start { program, words, reply } => {
                let started = Keeper::start(&program, &words.plan, &words.env);
                if let Ok((keeper, _)) = &started {
                    self.keepers.insert(keeper.pid());
                }
                // Whoever asked waits for it.
                let _ = reply.send(started);
            }
            Order::Press(stopper) => {
                let kill_at = now + patience(stopper.is_isolated());
                self.pressed.push(Pressed { stopper, kill_at });
            }
            Order::Bury(keeper) => {
                let step = Step::KillAt(now + patience(keeper.is_isolated()));
                self.dying.push(Dying { keeper, step });
            }
            Order::Ended { keeper, isolated } => {
                self.keepers.remove(&keeper);
                if !isolated {
                    // One that could not see all of what its bot had started has left that to this process.
                    sweep(&self.keepers);
                }
            }
            Order::Killed { keeper, reply } => {
                self.keepers.remove(&keeper);
                self.sweeps.push(Sweep { keeper, reply, give_up_at: now + KILLED_ENDS_IN });
            }
            Order::End => self.open = false,
        }
    }

    /// Kills keepers that were told to stop and have not.
    fn press(&mut self, now: Instant) {
        self.pressed.retain(|Pressed { stopper, kill_at }| {
            let due = *kill_at <= now;
            if due {
                stopper.kill();
            }
            !due && !stopper.is_over()
        });
    }

    /// Reaps keepers that have ended, and presses the others.
    fn reap(&mut self, now: Instant) {
        let Self { dying, keepers, .. } = self;
        let before = dying.len();
        dying.retain_mut(|Dying { keeper, step }| {
            let reaped = matches!(keeper.ended(), Ok(Some(Ended::Status(_))) | Err(_));
            if reaped {
                keepers.remove(&keeper.pid());
                return false;
            }
            match *step {
                Step::KillAt(at) if at <= now => {
                    keeper.kill();
                    // What it has left is not its own any more.
                    keepers.remove(&keeper.pid());
                    *step = Step::GiveUpAt(now + KILLED_ENDS_IN);
                    true
                }
                Step::GiveUpAt(at) if at <= now => {
                    log::error!("keeper {} was killed and does not end; it is left to the system", keeper.pid());
                    false
                }
                Step::KillAt(_) | Step::GiveUpAt(_) => true,
            }
        });
        if dying.len() < before {
            sweep(keepers);
        }
    }

    /// Kills what killed keepers have left, and answers those who wait for that.
    fn sweep(&mut self, now: Instant) {
        if self.sweeps.is_empty() {
            return;
        }
        let clean = sweep(&self.keepers);
        self.sweeps.retain(|Sweep { keeper, reply, give_up_at }| {
            let over = *give_up_at <= now;
            if over && !clean {
                log::error!("what the bot of keeper {keeper} has started was killed and does not end");
            }
            if clean || over {
                #[cfg(target_os = "linux")]
                super::cgroup::forget(*keeper);
                // Whoever asked waits for it.
                let _ = reply.send(());
            }
            !clean && !over
        });
    }
}

fn patience(isolated: bool) -> Duration {
    if isolated { ISOLATED_ENDS_IN } else { KEEPER_ENDS_IN }
}

/// Whether this process takes in the orphans of killed keepers, and has no other children than keepers.
static ADOPTS: AtomicBool = AtomicBool::new(false);

/// Has the offspring of a bot that kills its keeper come to this process, to be killed by it. Only for a process that
/// starts no other children than bots.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    if rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok() {
        ADOPTS.store(true, Ordering::Relaxed);
    }
}

/// Kills all children that are no keepers. Whether none is left.
fn sweep(keepers: &HashSet<Pid>) -> bool {
    #[cfg(target_os = "linux")]
    if ADOPTS.load(Ordering::Relaxed) {
        return super::offspring::kill_strays(keepers);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = keepers;
    true
}
