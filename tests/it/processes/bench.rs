//! Helpers of the tests of processes.

use std::{collections::VecDeque, fs, path::PathBuf, sync::LazyLock};

use arbiter::bot::{
    BotProcess, BotSource, Exit, Isolation, Launch, Limits, Nursery, Process, ReadResult, split_command,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
pub(crate) use testkit::processes::{PATIENCE, eventually, marker, scratch, state, survivors};
use uvi_match::referee::Delivery;

/// The nursery of all tests in this process, as an arbiter has one for all matches.
pub(crate) fn nursery() -> Nursery {
    static NURSERY: LazyLock<Nursery> = LazyLock::new(|| Nursery::new(testkit::program("arbiter")).unwrap());
    NURSERY.clone()
}

/// `/bin/sh` with a script.
pub(crate) fn sh(script: &str) -> Launch {
    Launch::new(vec!["/bin/sh".into(), "-c".into(), script.into()])
}

pub(crate) fn limited(mut launch: Launch, set: impl FnOnce(&mut Limits)) -> Launch {
    set(&mut launch.limits);
    launch
}

/// The launch, changed so that the bot has no namespaces of its own.
pub(crate) fn bare(launch: Launch) -> Launch {
    limited(launch, |limits| limits.isolation = Isolation::Off)
}

/// The launch, changed so that the bot has namespaces of its own if this system has them.
pub(crate) fn isolated(launch: Launch) -> Launch {
    limited(launch, |limits| limits.isolation = Isolation::Auto)
}

/// True if this system has namespaces. If not, reports that the test is not tried.
pub(crate) fn isolates() -> bool {
    let launch = limited(sh("true"), |limits| limits.isolation = Isolation::On);
    match nursery().launch(&launch) {
        Ok(bot) => Talk::over(bot).exit() == Exit::Code(0),
        Err(error) => {
            testkit::need::not_tried("isolation", "the isolation of bots", &error.to_string());
            assert!(error.to_string().contains("no namespaces: "), "{error}");
            false
        }
    }
}

/// The number of processes with this text among their arguments, without keepers and inits.
pub(crate) fn bots(marker: &str) -> usize {
    survivors(marker).iter().filter(|line| !line.contains(" arbiter __keep ")).count()
}

/// The faulty bot in a mode, with further options.
pub(crate) fn faulty(mode: &str, marker: &str) -> Launch {
    Launch::new(split_command(&testkit::session::faulty(mode, marker)).unwrap())
}

/// The numbers of the children of this process.
pub(crate) fn children() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").unwrap().flatten();
    let children = tasks.map(|task| fs::read_to_string(task.path().join("children")).unwrap_or_default());
    children.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// The number of children of this process that have ended and are not reaped.
pub(crate) fn zombies() -> usize {
    children().iter().filter(|pid| state(&PathBuf::from("/proc").join(pid)) == 'Z').count()
}

/// A bot, and its output so far.
pub(crate) struct Talk {
    pub(crate) bot: Process,
    said: VecDeque<u8>,
    over: bool,
}

impl Talk {
    #[track_caller]
    pub(crate) fn start(launch: &Launch) -> Self {
        Self::over(nursery().launch(launch).unwrap())
    }

    pub(crate) fn over(bot: Process) -> Self {
        Self { bot, said: VecDeque::new(), over: false }
    }

    #[track_caller]
    pub(crate) fn say(&mut self, text: &str) {
        assert_ne!(self.bot.send_now(text.as_bytes()), Delivery::Closed);
    }

    /// Waits until the queued input is written.
    #[track_caller]
    pub(crate) fn deliver(&mut self) {
        while self.bot.flush() != Delivery::Done {
            self.wait();
        }
    }

    #[track_caller]
    pub(crate) fn greet(&mut self) {
        self.say("uvi 1\n");
        while self.line() != "uviok" {}
    }

    #[track_caller]
    pub(crate) fn line(&mut self) -> String {
        loop {
            if let Some(end) = self.said.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.said.drain(..=end).collect();
                return String::from_utf8_lossy(&line[..end]).into_owned();
            }
            assert!(!self.over, "its output ended; stderr: {}", self.bot.stderr_tail());
            self.wait();
        }
    }

    /// All output of the bot until its end.
    #[track_caller]
    pub(crate) fn rest(&mut self) -> String {
        while !self.over {
            self.wait();
        }
        String::from_utf8_lossy(&self.said.drain(..).collect::<Vec<u8>>()).into_owned()
    }

    #[track_caller]
    pub(crate) fn exit(&mut self) -> Exit {
        loop {
            if let Some(exit) = self.bot.exit() {
                return exit;
            }
            self.wait();
        }
    }

    /// The end of a bot that works without output. It may take any time.
    #[track_caller]
    pub(crate) fn exit_after_work(&mut self) -> Exit {
        if let Some(end) = self.bot.fd(BotSource::Exit) {
            poll(&mut [PollFd::new(&end, PollFlags::IN)], None).unwrap();
        }
        self.exit()
    }

    /// Waits for any event, and reads the available output.
    #[track_caller]
    fn wait(&mut self) {
        let readable = [self.bot.fd(BotSource::Output), self.bot.fd(BotSource::Errors), self.bot.fd(BotSource::Exit)];
        let mut fds: Vec<PollFd<'_>> = readable.iter().flatten().map(|fd| PollFd::new(fd, PollFlags::IN)).collect();
        let writable = self.bot.fd(BotSource::Input).filter(|_| self.bot.is_queued());
        fds.extend(writable.iter().map(|fd| PollFd::new(fd, PollFlags::OUT)));
        let timeout = Timespec::try_from(PATIENCE).unwrap();
        let ready = rustix::io::retry_on_intr(|| poll(&mut fds, Some(&timeout))).unwrap();
        assert!(
            ready > 0,
            "waited in vain for a bot; it said {}",
            String::from_utf8_lossy(self.said.make_contiguous())
        );
        let mut buffer = Vec::with_capacity(65_536);
        match self.bot.read_output(&mut buffer) {
            ReadResult::Bytes(_) => self.said.extend(&buffer),
            ReadResult::Nothing => {}
            ReadResult::End => self.over = true,
        }
        self.bot.drain_stderr();
    }
}
