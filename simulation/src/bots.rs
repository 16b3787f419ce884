//! Simulated bots: values that hear and say lines at simulated times. Their pipes may split lines. A bot's choice
//! depends only on the position and the legal actions, so a restarted bot plays the same game.

use std::{
    collections::VecDeque,
    io,
    os::fd::BorrowedFd,
    sync::Mutex,
    time::{Duration, Instant},
};

use arbiter::{
    bot::{BotProcess, BotSource, Bots, Exit, Interest, Launch, ReadResult, StartError},
    world::WorldClock as _,
};
use uvi_match::referee::Delivery;

use super::{
    clock::SimulatedClock,
    lock,
    lots::{LotSource, mixed},
    planted::PlantedBug,
    schedule::Schedule,
};

/// The conduct of a bot: the last word of its command line. "Sometimes" means in about one of twelve positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// Answers in time.
    Steady,
    /// Sometimes answers just after its time.
    Late,
    /// Sometimes does not answer.
    Silent,
    /// Sometimes says this text instead of its answer. `{}` stands for the action.
    Says(&'static str),
    /// Sometimes says this text instead of its answer, and exits with this status.
    Exits(&'static str, i32),
    /// Sometimes ends by this signal instead of answering.
    Signalled(i32),
    /// Sometimes closes its output instead of answering.
    Mute,
    /// Says much before each answer.
    Shouter,
    /// Sometimes says a line that is far too long.
    Flood,
    /// Sometimes stops reading for good, and does not answer.
    Deaf,
    /// Ends after each game, before it is told to.
    Leaver,
    /// Ignores `quit` and the end of its input.
    Stayer,
}

/// All conducts, the steady one first: the word, true if the bot is never at fault, and the conduct. Most are modes of
/// `bots/faulty`. Modes are missing in which the bot does not greet, leaves a process behind, or has a state after an
/// answer: a restart of the arbiter would lose that state.
const CONDUCTS: [(&str, bool, Conduct); 32] = [
    ("steady", true, Conduct::Steady),
    ("shouter", true, Conduct::Shouter),
    ("leaver", true, Conduct::Leaver),
    ("ignore-quit", true, Conduct::Stayer),
    ("crlf", true, Conduct::Says("bestmove {}\r\n")),
    ("blanks", true, Conduct::Says(" \t bestmove\t  {} \t \r\n")),
    ("unknown-verbs", true, Conduct::Says("hello\n\n \t\nBESTMOVE a1\nuci\n\u{e9}t\u{e9} \u{1b}[31m\nbestmove {}\n")),
    ("chatter", true, Conduct::Says("info depth 1 nodes 1\ninfo depth 2 score 7 nodes 9\nbestmove {}\n")),
    ("late", false, Conduct::Late),
    ("stall", false, Conduct::Silent),
    ("illegal", false, Conduct::Says("bestmove a0a0\n")),
    ("almost-right", false, Conduct::Says("bestmove {}x\n")),
    ("empty", false, Conduct::Says("bestmove\n")),
    ("garbage", false, Conduct::Says("bestmove ,;%$ (( -- =\n")),
    ("nul", false, Conduct::Says("bestmove {}\0\n")),
    ("control", false, Conduct::Says("bestmove \u{1b}[2J\u{7}\u{9b}a\n")),
    ("trailing", false, Conduct::Says("bestmove {} ,;%$ \u{1b}[31m\n")),
    ("trailing-words", false, Conduct::Says("bestmove {} ponder zz9\n")),
    ("mark", false, Conduct::Says("\u{feff}bestmove {}\n")),
    ("capital-verb", false, Conduct::Says("BESTMOVE {}\n")),
    ("resign-and-answer", false, Conduct::Says("resign\nbestmove {}\n")),
    ("resign", false, Conduct::Says("resign\n")),
    ("no-newline", false, Conduct::Says("bestmove {}")),
    ("greet-again", false, Conduct::Says("id name Other\nfeature history\nuviok\nreadyok\nbestmove {}\n")),
    ("slip", false, Conduct::Says("info tokens 1000 50 cost 0.25\nbestmove zz\n")),
    ("crash", false, Conduct::Exits("", 3)),
    ("exit", false, Conduct::Exits("info string bye\n", 0)),
    ("mid-line", false, Conduct::Exits("bestmove {}", 0)),
    ("signal", false, Conduct::Signalled(11)),
    ("close-stdout", false, Conduct::Mute),
    ("flood", false, Conduct::Flood),
    ("deaf", false, Conduct::Deaf),
];

impl Conduct {
    /// Draws the word of a conduct. If `is_innocent`, the bot of the conduct is never at fault.
    pub(crate) fn draw(lots: &mut LotSource, is_innocent: bool) -> &'static str {
        loop {
            let (word, innocent, _) = lots.one_of(&CONDUCTS);
            if *innocent || !is_innocent {
                return word;
            }
        }
    }

    /// True if a bot of this conduct is never at fault.
    pub(crate) fn is_innocent(word: &str) -> bool {
        CONDUCTS.iter().any(|(name, innocent, _)| *name == word && *innocent)
    }

    fn of(launch: &Launch) -> Self {
        let word = launch.command.last().map_or("", String::as_str);
        CONDUCTS.iter().find(|(name, ..)| *name == word).map_or(Self::Steady, |(.., conduct)| *conduct)
    }
}

/// Starts simulated bots.
#[derive(Debug)]
pub(crate) struct SimulatedBots {
    clock: &'static SimulatedClock,
    lots: Mutex<LotSource>,
    /// On average, one start in this number lacks a descriptor. 0: no start does.
    shortage: u64,
    /// The mean time for which a bot thinks, in milliseconds. 0: up to 5 ms.
    thinking: u64,
    bug: Option<PlantedBug>,
}

impl SimulatedBots {
    pub(crate) fn new(
        clock: &'static SimulatedClock,
        lots: LotSource,
        schedule: &Schedule,
        bug: Option<PlantedBug>,
    ) -> Self {
        let Schedule { shortage, thinking, .. } = *schedule;
        Self { clock, lots: Mutex::new(lots), shortage, thinking, bug }
    }
}

impl Bots for SimulatedBots {
    fn start(&self, launch: &Launch) -> Result<Box<dyn BotProcess>, StartError> {
        let lots = lock(&self.lots).part();
        Ok(Box::new(SimulatedBot::new(self, Conduct::of(launch), lots)))
    }

    fn have_room_for(&self, _: usize) -> io::Result<()> {
        let is_short = self.shortage > 0 && lock(&self.lots).one_in(self.shortage);
        // EMFILE: too many open files.
        if is_short { Err(io::Error::from_raw_os_error(24)) } else { Ok(()) }
    }
}

/// The prime of the hash FNV-1a (Fowler, Noll and Vo), by which a bot knows a position again.
const FNV: u64 = 0x100_0000_01b3;

/// The bytes that a pipe holds.
const PIPE: usize = 64 * 1024;

#[derive(Debug)]
struct SimulatedBot {
    clock: &'static SimulatedClock,
    conduct: Conduct,
    lots: LotSource,
    thinking: u64,
    bug: Option<PlantedBug>,
    /// The bytes that the pipe has not taken. The pipe takes more from `room_at` on.
    queue: Vec<u8>,
    room_at: Instant,
    /// The number of bytes in the pipe that the bot has not read. 0 unless the bot is deaf.
    unread: usize,
    is_deaf: bool,
    is_input_open: bool,
    /// The beginning of a line whose end has not come.
    heard: Vec<u8>,
    position: u64,
    legal: String,
    /// The output of the bot, each part with the time at which it can be read.
    said: VecDeque<(Instant, VecDeque<u8>)>,
    /// The time at which the bot closes its output.
    mute_at: Option<Instant>,
    /// True if the end of the bot's output was read.
    is_read: bool,
    exit: Option<(Instant, Exit)>,
}

impl SimulatedBot {
    fn new(bots: &SimulatedBots, conduct: Conduct, lots: LotSource) -> Self {
        let clock = bots.clock;
        Self {
            clock,
            thinking: bots.thinking,
            bug: bots.bug,
            conduct,
            lots,
            queue: Vec::new(),
            room_at: clock.now(),
            unread: 0,
            is_deaf: false,
            is_input_open: true,
            heard: Vec::new(),
            position: 0,
            legal: String::new(),
            said: VecDeque::new(),
            mute_at: None,
            is_read: false,
            exit: None,
        }
    }

    fn has_exited(&self) -> bool {
        self.exit.as_ref().is_some_and(|(at, _)| *at <= self.clock.now())
    }

    /// Adds output that comes after a delay, in one part or in two.
    fn say(&mut self, after: Duration, text: impl Into<Vec<u8>>) {
        let mut at = self.clock.now() + after;
        if let Some((last, _)) = self.said.back() {
            at = at.max(*last);
        }
        let mut text = text.into();
        let cut = if self.lots.one_in(8) { self.lots.below(text.len() as u64 + 1) as usize } else { text.len() };
        let rest = text.split_off(cut);
        for (part, delay) in [(text, 0), (rest, 30)] {
            if !part.is_empty() {
                let at = at + Duration::from_micros(delay);
                self.said.push_back((at, part.into()));
                self.clock.note(at);
            }
        }
    }

    fn end(&mut self, after: Duration, exit: Exit) {
        let at = self.clock.now() + after;
        if self.exit.is_none() {
            self.exit = Some((at, exit));
            self.clock.note(at);
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        if self.is_deaf {
            self.unread += bytes.len();
            return;
        }
        let mut heard = std::mem::take(&mut self.heard);
        heard.extend_from_slice(bytes);
        let whole = heard.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        for line in str::from_utf8(&heard[..whole]).expect("the arbiter writes UTF-8").split_inclusive('\n') {
            self.hear(line.trim_end());
        }
        heard.drain(..whole);
        self.heard = heard;
    }

    fn hear(&mut self, line: &str) {
        let soon = Duration::from_micros(20 + self.lots.below(200));
        // A bot that is about to end hears nothing more.
        if self.exit.is_some() {
            return;
        }
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "uvi" => self.say(soon, "id name Simulated\nfeature legal\nuviok\n"),
            "isready" => self.say(soon, "readyok\n"),
            "position" => {
                self.position = rest.bytes().fold(FNV, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(FNV))
            }
            "legal" => rest.clone_into(&mut self.legal),
            "go" => self.think(rest),
            "gameover" if self.conduct == Conduct::Leaver => self.end(soon, Exit::Code(0)),
            "quit" if self.conduct != Conduct::Stayer => self.end(soon, Exit::Code(0)),
            _ => {}
        }
    }

    /// Answers a question, or does what its conduct says.
    fn think(&mut self, terms: &str) {
        let lot = mixed(self.position ^ 0x5eed);
        let time = match self.thinking {
            0 => Duration::from_micros(50 + lot % 5000),
            mean => Duration::from_millis(mean / 2 + lot % mean.max(1)),
        };
        let count = 1 + self.legal.bytes().filter(|byte| *byte == b' ').count() as u64;
        let action = self.legal.split(' ').nth((lot % count) as usize).unwrap_or_default().to_owned();
        let answer = format!("bestmove {action}\n");
        let is_bad = mixed(lot).is_multiple_of(12);
        let movetime = || {
            let mut words = terms.split(' ').skip_while(|word| *word != "movetime");
            words.nth(1).and_then(|ms| ms.parse().ok()).map_or(Duration::from_secs(60), Duration::from_millis)
        };
        match self.conduct {
            Conduct::Shouter => {
                let shout = format!("info string {}\n", "la ".repeat(200));
                self.say(time / 2, shout.repeat(5));
                self.say(time, answer);
            }
            Conduct::Late if is_bad => self.say(movetime() + Duration::from_millis(1), answer),
            Conduct::Silent if is_bad => {}
            Conduct::Says(words) if is_bad => self.say(time, words.replace("{}", &action)),
            Conduct::Exits(words, status) if is_bad => {
                self.say(time, words.replace("{}", &action));
                self.end(time + Duration::from_micros(30), Exit::Code(status));
            }
            Conduct::Signalled(signal) if is_bad => self.end(time, Exit::Signal(signal)),
            Conduct::Mute if is_bad => {
                let at = self.clock.now() + time;
                self.mute_at = Some(at);
                self.clock.note(at);
            }
            Conduct::Flood if is_bad => self.say(time, "flood ".repeat(200_000)),
            Conduct::Deaf if is_bad => self.is_deaf = true,
            _ if self.bug == Some(PlantedBug::OutputTwice) && self.lots.one_in(40) => self.say(time, answer.repeat(2)),
            _ => self.say(time, answer),
        }
    }
}

impl BotProcess for SimulatedBot {
    fn send_now(&mut self, bytes: &[u8]) -> Delivery {
        self.queue.extend_from_slice(bytes);
        self.flush()
    }

    fn flush(&mut self) -> Delivery {
        if !self.is_input_open || self.has_exited() {
            self.queue.clear();
            return Delivery::Closed;
        }
        let now = self.clock.now();
        let room = if self.room_at > now { 0 } else { PIPE.saturating_sub(self.unread) };
        let mut count = room.min(self.queue.len());
        if count > 1 && self.lots.one_in(32) {
            count = 1 + self.lots.below(count as u64 - 1) as usize;
            self.room_at = now + Duration::from_micros(40);
            self.clock.note(self.room_at);
        }
        let rest = self.queue.split_off(count);
        let taken = std::mem::replace(&mut self.queue, rest);
        self.read(&taken);
        if self.queue.is_empty() { Delivery::Done } else { Delivery::Blocked }
    }

    fn is_queued(&self) -> bool {
        !self.queue.is_empty()
    }

    fn close_input(&mut self) {
        if self.is_input_open {
            self.is_input_open = false;
            self.queue.clear();
            if !self.is_deaf && self.conduct != Conduct::Stayer {
                self.end(Duration::from_micros(20), Exit::Code(0));
            }
        }
    }

    fn read_output(&mut self, buffer: &mut Vec<u8>) -> ReadResult {
        buffer.clear();
        let now = self.clock.now();
        let has_ended = self.has_exited() || self.mute_at.is_some_and(|at| at <= now);
        match self.said.front_mut().filter(|(at, _)| *at <= now) {
            Some((_, part)) => {
                let (bytes, _) = part.as_slices();
                let count = bytes.len().min(buffer.capacity());
                buffer.extend_from_slice(&bytes[..count]);
                part.drain(..count);
                if part.is_empty() {
                    self.said.pop_front();
                }
                ReadResult::Bytes(count)
            }
            None if has_ended => {
                self.is_read = true;
                ReadResult::End
            }
            None => ReadResult::Nothing,
        }
    }

    fn drain_stderr(&mut self) -> ReadResult {
        if self.has_exited() { ReadResult::End } else { ReadResult::Nothing }
    }

    fn stderr_tail(&self) -> String {
        String::new()
    }

    fn stderr_after(&self, _: u64) -> (&[u8], u64) {
        (&[], 0)
    }

    fn kill(&mut self) {
        self.said.clear();
        self.exit = self.exit.take().filter(|(at, _)| *at <= self.clock.now());
        self.end(Duration::from_micros(100), Exit::Signal(9));
    }

    fn exit(&mut self) -> Option<Exit> {
        self.exit.clone().filter(|(at, _)| *at <= self.clock.now()).map(|(_, exit)| exit)
    }

    fn fd(&self, _: BotSource) -> Option<BorrowedFd<'_>> {
        None
    }

    fn is_ready(&self, source: BotSource, interest: Interest) -> bool {
        let now = self.clock.now();
        match (source, interest) {
            (BotSource::Output, _) => {
                self.said.front().is_some_and(|(at, _)| *at <= now)
                    || (!self.is_read && (self.has_exited() || self.mute_at.is_some_and(|at| at <= now)))
            }
            (BotSource::Input, Interest::Write) => self.has_exited() || (self.room_at <= now && self.unread < PIPE),
            (BotSource::Input, _) => self.is_input_open && self.has_exited(),
            (BotSource::Errors, _) => false,
            (BotSource::Exit, _) => self.has_exited(),
        }
    }
}
