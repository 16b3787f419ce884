//! The thread that starts all bots and reaps those that nobody waits for.

use std::{
    collections::HashSet,
    io,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crossbeam_channel::{Receiver, Sender, unbounded};
use rustix::{
    event::{PollFd, PollFlags, poll},
    process::Pid,
};

use super::{Launch, NoStart, Process, Waker, keeper::Keeper, plan, process::Pipes, signals};

/// Starts bots. Clones of it are one nursery; its thread ends after the last of them and of the bots that it has
/// started, and reaps those that were dropped.
///
/// A keeper is told to kill its bot when the thread that has started it ends. So that thread is one that outlives all
/// bots, and not that of a match.
#[derive(Debug, Clone)]
pub struct Nursery(Arc<Desk>);

/// Where orders for the thread are taken.
#[derive(Debug)]
struct Desk {
    executable: PathBuf,
    orders: Sender<Order>,
    waker: Arc<Waker>,
}

/// What the thread is to do.
#[derive(Debug)]
enum Order {
    Start {
        executable: PathBuf,
        words: Box<Words>,
        reply: Sender<io::Result<(Keeper, Pipes)>>,
    },
    Bury(Keeper),
    /// A keeper was reaped by who waited for it. Where it was killed, the reply comes when what it has left is gone.
    Ended {
        keeper: Pid,
        killed: Option<Sender<()>>,
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
        let (orders, received) = unbounded();
        let waker = Arc::new(Waker::new()?);
        let woken = Arc::clone(&waker);
        thread::Builder::new().name("nursery".into()).spawn(move || work(&received, &woken))?;
        Ok(Self(Arc::new(Desk { executable, orders, waker })))
    }

    /// Starts a bot.
    ///
    /// # Errors
    /// Where the program or the directory cannot be used, or the system has no process left. What only the exec itself
    /// can tell, such as a wrong format, comes later as [`Exit::NotExecuted`](super::Exit::NotExecuted).
    pub fn launch(&self, launch: &Launch) -> Result<Process, NoStart> {
        let words = Box::new(Words { plan: launch.plan()?, env: launch.limits.env.clone() });
        let executable = self.0.executable.clone();
        let (reply, answer) = crossbeam_channel::bounded(1);
        self.0.order(Order::Start { executable: executable.clone(), words, reply });
        let started = answer.recv().expect("the thread lives as long as this nursery and answers each order");
        let (keeper, pipes) = started.map_err(|source| NoStart::NoKeeper { executable, source })?;
        Ok(Process::new(launch, keeper, pipes, self.clone()))
    }

    /// A keeper has ended by itself, and was reaped.
    pub(crate) fn ended(&self, keeper: Pid) {
        self.0.order(Order::Ended { keeper, killed: None });
    }

    /// A keeper was killed, and reaped. Returns when the offspring of its bot, which it has left behind, is gone.
    pub(crate) fn killed(&self, keeper: Pid) {
        let (reply, done) = crossbeam_channel::bounded(1);
        self.0.order(Order::Ended { keeper, killed: Some(reply) });
        // The thread answers each order.
        let _ = done.recv();
    }

    /// Reaps a keeper that was told to stop.
    pub(crate) fn bury(&self, keeper: Keeper) {
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

/// The thread: takes orders and reaps until it is told to end and all are reaped.
fn work(orders: &Receiver<Order>, waker: &Waker) {
    let mut dying: Vec<Keeper> = Vec::new();
    let mut open = true;
    // Those that may run: all others that are children of this process are strays.
    let mut keepers = HashSet::new();
    while open || !dying.is_empty() {
        let mut fds: Vec<PollFd<'_>> = dying.iter().map(|keeper| PollFd::new(keeper, PollFlags::IN)).collect();
        fds.push(PollFd::new(waker, PollFlags::IN));
        // It fails only when a signal interrupts it; looking at everything is right then too.
        let _ = poll(&mut fds, None);
        waker.clear();
        for order in orders.try_iter() {
            match order {
                Order::Start { executable, words, reply } => {
                    let started = start(&executable, &words);
                    if let Ok((keeper, _)) = &started {
                        keepers.insert(keeper.pid());
                    }
                    // Whoever asked waits for it.
                    let _ = reply.send(started);
                }
                Order::Bury(keeper) => dying.push(keeper),
                Order::Ended { keeper, killed } => {
                    keepers.remove(&keeper);
                    if let Some(reply) = killed {
                        sweep(&keepers);
                        #[cfg(target_os = "linux")]
                        super::cgroup::forget(keeper);
                        // Whoever asked waits for it.
                        let _ = reply.send(());
                    }
                }
                Order::End => open = false,
            }
        }
        let before = dying.len();
        dying.retain_mut(|keeper| {
            let lives = matches!(keeper.status(), Ok(None));
            if !lives {
                keepers.remove(&keeper.pid());
            }
            lives
        });
        if dying.len() < before {
            sweep(&keepers);
        }
    }
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

fn sweep(keepers: &HashSet<Pid>) {
    #[cfg(target_os = "linux")]
    if ADOPTS.load(Ordering::Relaxed) {
        super::offspring::end_strays(keepers);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = keepers;
}

fn start(executable: &std::path::Path, words: &Words) -> io::Result<(Keeper, Pipes)> {
    let mut child = Keeper::command(executable)
        .args(words.plan.words())
        .envs(plan::wrap_variables(&words.env))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let pipes = Pipes::take(&mut child);
    let keeper = Keeper::watch(child)?;
    Ok((keeper, pipes?))
}
