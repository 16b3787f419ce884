//! Where bots are started: the desk of the thread that starts them all.

use std::{
    collections::HashMap,
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, mpsc::sync_channel},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Sender, unbounded};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Pid,
};

use super::{
    Isolation, Launch, NoStart, Process, Waker,
    keeper::{Ended, Keeper, Program},
    plan::ExecPlan,
    process::Pipes,
    progress::Stage,
    signals,
    ward::{Order, Ward, Words},
};

/// How often is tried whether bots can be isolated, or forget, before they are not.
const TRIALS: u32 = 3;

/// How long it may take to find out whether there are namespaces.
const TRIAL_ENDS_IN: Duration = Duration::from_secs(5);

/// How long the end of what makes keepers is waited for.
const ENDS_IN: Duration = Duration::from_secs(2);

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
    isolates: Mutex<Option<Result<(), String>>>,
    /// Whether what bots write into these directories can be taken away with them, once that was tried.
    forgetful: Mutex<HashMap<PathBuf, bool>>,
}

impl Nursery {
    /// A nursery that starts its keepers as `<executable> __keep …`. The executable is the arbiter's own program: it
    /// must call [`hidden_command`](super::hidden_command) before anything else.
    ///
    /// # Errors
    /// If no thread or no descriptor is left.
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
        let (isolates, forgetful) = (Mutex::default(), Mutex::default());
        Ok(Self(Arc::new(Desk { program, orders, waker, isolates, forgetful })))
    }

    /// Starts a bot.
    ///
    /// # Errors
    /// If the program or the directory cannot be used, or the system has no process left. What only the exec itself
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
        if isolated {
            launch.check_sight(&plan)?;
        }
        if !isolated && !plan.limits.sandbox {
            // Such a bot can read the command line of its keeper, and learns of no log that it might read.
            plan.hidden.clear();
        }
        plan.forgets = isolated && launch.forgets && self.can_forget(plan.limits.dir.as_deref())?;
        let (keeper, pipes) = self.start(plan, launch.limits.env.clone())?;
        Ok(Process::new(launch, isolated, keeper, pipes, self.clone()))
    }

    /// Whether bots can be isolated here, and else why not. The first one to ask tries it, and all others wait for that.
    fn isolates(&self) -> Result<Result<(), String>, NoStart> {
        let mut isolates = self.0.isolates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*isolates {
            return Ok(known.clone());
        }
        if !cfg!(target_os = "linux") {
            return Ok(Err("only an arbiter on Linux can isolate bots".to_owned()));
        }
        let found = self.try_out(&ExecPlan { isolated: true, trial: true, ..ExecPlan::nothing() })?;
        if let Err(reason) = &found {
            log::info!("bots are not isolated: {reason}");
        }
        Ok(isolates.insert(found).clone())
    }

    /// Whether what an isolated bot writes into this directory can be taken away with it. As with [`Self::isolates`], one
    /// tries it, and all others wait for that.
    fn can_forget(&self, dir: Option<&Path>) -> Result<bool, NoStart> {
        let Some(dir) = dir else { return Ok(false) };
        let mut forgetful = self.0.forgetful.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = forgetful.get(dir) {
            return Ok(*known);
        }
        let mut plan = ExecPlan { isolated: true, forgets: true, trial: true, ..ExecPlan::nothing() };
        plan.limits.dir = Some(dir.to_owned());
        let found = self.try_out(&plan)?;
        if let Err(reason) = &found {
            log::warn!(
                "a bot can read in its next game what it wrote into {}, even in a game with the same luck: {reason}",
                dir.display()
            );
        }
        forgetful.insert(dir.to_owned(), found.is_ok());
        Ok(found.is_ok())
    }

    /// Tries whether what comes before a bot can be done.
    fn try_out(&self, plan: &ExecPlan) -> Result<Result<(), String>, NoStart> {
        let mut found = self.try_once(plan.clone())?;
        for _ in 1..TRIALS {
            if found.is_ok() {
                break;
            }
            // What is short now may be there a moment later.
            found = self.try_once(plan.clone())?;
        }
        Ok(found)
    }

    fn try_once(&self, plan: ExecPlan) -> Result<Result<(), String>, NoStart> {
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
        Ok(found)
    }

    fn start(&self, plan: ExecPlan, env: Vec<(String, String)>) -> Result<(Keeper, Pipes), NoStart> {
        let program = Arc::clone(&self.0.program);
        // Unlike other channels this one does not yield its core before it sleeps.
        let (reply, answer) = sync_channel(1);
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
        let (reply, ended) = sync_channel(1);
        self.order(Order::End { reply });
        // The thread answers at once, but for a nurse that does not end.
        let _ = ended.recv_timeout(ENDS_IN);
    }
}
