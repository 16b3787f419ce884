//! Starts bots: the handle to the thread that starts them all.

use std::{
    collections::HashMap,
    fmt, io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, Once,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{
    desk::Desk,
    keeper::KeeperEnd,
    process::{BotProcess, Process},
};
use crate::{
    bot::{
        system::{
            resources::{have_room_for, machine_share},
            signals,
        },
        terms::{Core, ExecPlan, Isolation, Launch, MachineShare, StartError, StartStage},
    },
    world::threads::lock,
};

/// The number of failed trials after which bots count as not isolable, or a directory as unable to forget.
const TRIALS: u32 = 3;

const TRIAL_ENDS_IN: Duration = Duration::from_secs(5);

/// The starter of bots.
pub trait Bots: fmt::Debug + Send + Sync {
    /// Starts a bot. Returns an error if the bot cannot be started. Errors that show later come as
    /// [`Exit::NotExecuted`](crate::bot::Exit::NotExecuted) and [`Exit::NotStarted`](crate::bot::Exit::NotStarted).
    fn start(&self, launch: &Launch) -> Result<Box<dyn BotProcess>, StartError>;

    /// Checks that this many more files can be opened, for a match and its bots. Returns an error if there is no room.
    fn have_room_for(&self, files: usize) -> io::Result<()>;

    /// Returns true if the bots are processes of this machine. Only such bots have programs, cores and descriptors.
    fn are_processes(&self) -> bool {
        false
    }

    /// Takes the core with the fewest shares. `None` if the system does not list its cores, or the bots are simulated.
    fn take_core(&self) -> Option<Arc<Core>> {
        None
    }
}

/// Starts bots. All clones share one thread, which reaps dropped bots, and ends after the last clone and the last bot.
#[derive(Debug, Clone)]
pub struct Nursery(Arc<Shared>);

/// The results of trials. `Err` has the reason if something is not possible here.
type Trials = HashMap<Option<PathBuf>, Result<(), String>>;

#[derive(Debug)]
struct Shared {
    desk: Arc<Desk>,
    /// The result of the trial of isolation, by `None`.
    isolates: Mutex<Trials>,
    /// The results of trials that a directory can forget what bots write, by the directory. A mutex of their own,
    /// because a directory may be slow, and only bots with a directory should wait for it.
    forgetful: Mutex<Trials>,
    /// Done once it was told that nothing holds a bot.
    warned: Once,
    bots_at_once: AtomicU64,
    /// Done once the share of a bot was logged.
    shared: Once,
}

impl Nursery {
    /// Creates a nursery that starts its keepers as `<executable> __keep …`. The executable is the arbiter's own
    /// program, which must call [`hidden_command`](crate::bot::hidden_command) before anything else. Fails if the
    /// system has no thread or descriptor left.
    pub fn new(executable: PathBuf) -> io::Result<Self> {
        Self::start_thread(executable, false)
    }

    /// Creates a nursery in a process that adopts and kills the processes of a bot that kills its keeper, and that
    /// needs no `execve` for a keeper. Call this only in a process that starts no children except bots. On systems
    /// other than Linux the same as [`new`](Self::new). Fails if the system has no thread or descriptor left.
    pub fn adopting(executable: PathBuf) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        let adopts = rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok();
        #[cfg(not(target_os = "linux"))]
        let adopts = false;
        Self::start_thread(executable, adopts)
    }

    /// Creates a nursery for an arbiter whose program is the running one: see [`adopting`](Self::adopting). Fails if
    /// this program is gone, or the system has no thread or descriptor left.
    pub fn of_this_program() -> io::Result<Self> {
        Self::adopting(std::env::current_exe()?)
    }

    fn start_thread(executable: PathBuf, adopts: bool) -> io::Result<Self> {
        signals::let_children_be_waited_for();
        // Denies other processes of this account access to the memory and the descriptors of this process. The memory
        // has seeds and secret choices.
        #[cfg(target_os = "linux")]
        rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable)?;
        Ok(Self(Arc::new(Shared {
            desk: Arc::new(Desk::start_thread(executable, adopts)?),
            isolates: Mutex::default(),
            forgetful: Mutex::default(),
            warned: Once::new(),
            // Those of a match of two.
            bots_at_once: AtomicU64::new(2),
            shared: Once::new(),
        })))
    }

    /// Divides the machine among this many bots that run at the same time. Affects the bots that are started later.
    pub fn divide_machine(&self, bots: u64) {
        self.0.bots_at_once.store(bots, Ordering::Relaxed);
    }

    fn share(&self) -> MachineShare {
        let share = machine_share(self.0.bots_at_once.load(Ordering::Relaxed));
        self.0.shared.call_once(|| share.told().iter().for_each(|text| log::info!("{text}")));
        share
    }

    /// Checks the program, the directory and strict limits of a bot, if this is possible before the start. Fails as
    /// [`launch`](Self::launch), but not for isolation or the keeper's start.
    pub fn check(&self, launch: &Launch) -> Result<(), StartError> {
        launch.check()?;
        self.0.desk.groups.place(&launch.limits, None).map(drop)
    }

    /// Starts a bot. Fails if the program or the directory cannot be used, a required limit or isolation is not
    /// available, or the system has no process left. Errors of the exec itself, such as a wrong format, come later as
    /// [`Exit::NotExecuted`](crate::bot::Exit::NotExecuted). Failures between the start and the exec come as
    /// [`Exit::NotStarted`](crate::bot::Exit::NotStarted).
    pub fn launch(&self, launch: &Launch) -> Result<Process, StartError> {
        let mut plan = launch.plan(self.share())?;
        plan.groups = self.0.desk.groups.place(&launch.limits, plan.core)?;
        plan.isolated = match launch.limits.isolation {
            Isolation::Off => false,
            Isolation::Auto => self.isolates()?.is_ok(),
            Isolation::On => self.isolates()?.map(|()| true).map_err(StartError::NoIsolation)?,
        };
        let isolated = plan.isolated;
        if isolated {
            launch.check_sight(&plan)?;
        } else if plan.groups.is_none() && cfg!(target_os = "linux") {
            self.warn_of_bombs(launch.limits.isolation);
        }
        if !isolated && !plan.limits.sandbox {
            // Such a bot could read the paths of hidden files in the command line of its keeper.
            plan.hidden.clear();
        }
        if let Some(dir) = plan.limits.dir.as_deref().filter(|_| isolated && launch.forgets) {
            plan.forgets = self.try_out(Some(dir))?.is_ok();
        }
        let share = plan.share;
        let started = self.0.desk.start(plan)?;
        Ok(Process::new(launch, share, isolated, started, Arc::clone(&self.0.desk)))
    }

    /// Tests if bots can be isolated here. Fails as [`try_out`](Self::try_out).
    fn isolates(&self) -> Result<Result<(), String>, StartError> {
        if !cfg!(target_os = "linux") {
            return Ok(Err("only an arbiter on Linux can isolate bots".to_owned()));
        }
        self.try_out(None)
    }

    /// Warns, once, that a bot is neither isolated nor in a control group.
    fn warn_of_bombs(&self, isolation: Isolation) {
        self.0.warned.call_once(|| {
            let isolates = lock(&self.0.isolates);
            let reason = match (isolation, isolates.get(&None)) {
                (Isolation::Auto, Some(Err(reason))) => reason,
                _ => "isolation=off",
            };
            log::warn!(
                "nothing holds a bot that starts processes without end: it is not isolated ({reason}) and in no control \
                 group; it can outlive its match and hold up the machine, so play only bots that you trust"
            );
        });
    }

    /// Tries all steps before the exec of an isolated bot, at most `TRIALS` times until they succeed. If a directory is
    /// given, it is to forget what the bot writes there. The inner `Err` has the reason if that is not possible here,
    /// the outer one if the trial could not start. The first call makes the trial, and all others wait for its result.
    fn try_out(&self, dir: Option<&Path>) -> Result<Result<(), String>, StartError> {
        let mut tried = lock(if dir.is_some() { &self.0.forgetful } else { &self.0.isolates });
        let dir = dir.map(Path::to_owned);
        if let Some(known) = tried.get(&dir) {
            return Ok(known.clone());
        }
        let mut plan = ExecPlan { isolated: true, forgets: dir.is_some(), trial: true, ..ExecPlan::default() };
        plan.limits.dir.clone_from(&dir);
        let mut found = self.try_once(plan.clone())?;
        for _ in 1..TRIALS {
            if found.is_ok() {
                break;
            }
            // The shortage may be over a moment later.
            found = self.try_once(plan.clone())?;
        }
        match (&found, &dir) {
            (Ok(()), _) => {}
            (Err(reason), None) => log::info!("bots are not isolated: {reason}"),
            (Err(reason), Some(dir)) => log::warn!(
                "a bot can read in its next game what it wrote into {}, even in a game with the same luck: {reason}",
                dir.display()
            ),
        }
        tried.insert(dir, found.clone());
        Ok(found)
    }

    fn try_once(&self, plan: ExecPlan) -> Result<Result<(), String>, StartError> {
        let (mut keeper, pipes) = self.0.desk.start(plan)?;
        drop(pipes);
        let by = Instant::now() + TRIAL_ENDS_IN;
        let ended = loop {
            match keeper.ended() {
                Ok(None) => {}
                Ok(Some(KeeperEnd::Status(status))) => break Some(status),
                Ok(Some(KeeperEnd::Unknown)) | Err(_) => break None,
            }
            let left = by.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break None;
            }
            // Fails only if a signal interrupts it.
            let _ = poll(&mut [PollFd::new(&keeper.stopper, PollFlags::IN)], Timespec::try_from(left).ok().as_ref());
        };
        let found = match (ended, keeper.stage()) {
            (Some(status), _) if status.success() => Ok(()),
            (_, StartStage::Failed(failure)) => Err(failure.to_string()),
            (Some(status), StartStage::Ours | StartStage::Begun) => Err(format!("the trial ended with {status}")),
            (None, StartStage::Ours | StartStage::Begun) => Err("the trial did not end".to_owned()),
        };
        match ended {
            Some(_) => self.0.desk.ended(keeper.pid(), true),
            None => self.0.desk.bury(keeper),
        }
        Ok(found)
    }
}

impl Bots for Nursery {
    fn start(&self, launch: &Launch) -> Result<Box<dyn BotProcess>, StartError> {
        Ok(Box::new(self.launch(launch)?))
    }

    fn have_room_for(&self, files: usize) -> io::Result<()> {
        have_room_for(files)
    }

    fn are_processes(&self) -> bool {
        true
    }

    fn take_core(&self) -> Option<Arc<Core>> {
        self.0.desk.cores.take(None)
    }
}

impl From<Nursery> for Arc<dyn Bots> {
    fn from(nursery: Nursery) -> Self {
        Arc::new(nursery)
    }
}
