//! `arbiter-faulty`, a bot with every kind of misbehaviour, one at a time. It knows no game and shares no code with the
//! arbiter, so it can send anything. Apart from its mode it behaves well: it asks for the legal actions and plays the
//! first of them, or with `--pick` another that depends only on the question.

#[path = "faulty/acts.rs"]
mod acts;
#[path = "faulty/doors.rs"]
mod doors;
#[path = "faulty/modes.rs"]
mod modes;
#[path = "faulty/ties.rs"]
mod ties;

use std::{
    collections::BTreeSet,
    io::{self, BufRead, Write},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use clap::{Parser, ValueEnum};
use modes::{Act, Mode};
use rustix::process::Pid;

/// The moment at which a bot misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
enum FaultMoment {
    /// Before the bot reads anything.
    Start,
    /// At `uvi`, before the bot greets.
    Greeting,
    /// At `isready`.
    Ready,
    /// At `newgame`.
    NewGame,
    /// At `legal`, before the `go`.
    Listed,
    /// At `go`, before the bot answers.
    Thinking,
    /// After the bot's answer.
    Idle,
    /// At `gameover`.
    Over,
    /// At `quit` and at the end of input.
    Quit,
}

/// The part of a good bot's behaviour that follows a misbehaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FollowUp {
    /// All that a good bot does at this moment.
    GoOn,
    /// Nothing.
    Handled,
}

/// A bot with every kind of misbehaviour, one at a time
#[derive(Debug, Clone, Parser)]
#[command(args_override_self = true, term_width = 0, after_help = modes::table())]
struct FaultySettings {
    /// The fault of the bot
    #[arg(long, default_value = "good", value_parser = modes::find)]
    mode: &'static Mode,
    /// The moment of the fault; by default as the table says
    #[arg(long)]
    at: Option<FaultMoment>,
    /// Not the first N times that the moment comes
    #[arg(long, value_name = "N", default_value_t = 0)]
    after: u64,
    /// The legal action that it plays
    #[arg(long, default_value = "first")]
    pick: Pick,
    /// The time by which it is late
    #[arg(long = "delay-ms", value_name = "N", default_value = "1000")]
    #[arg(value_parser = |text: &str| text.parse().map(Duration::from_millis))]
    delay: Duration,
    /// The bytes that it writes or fills; a line has at most 1048576
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    bytes: u64,
    /// The number of actions, processes or lines
    #[arg(long, value_name = "N", default_value_t = 50)]
    count: u64,
    /// segv, kill, abrt, term, stop or int
    #[arg(long, default_value = "segv")]
    signal: String,
    /// The answer if its mode needs a word
    #[arg(long, default_value = "zz9", allow_hyphen_values = true)]
    action: String,
    /// The directory whose files it deletes or rewrites, the terminal that it types into, a directory with a file `luck`
    /// and a socket `socket` that it wants to reach, or a file that it waits for
    #[arg(long)]
    dir: Option<String>,
    /// The text that it writes to stderr when it misbehaves
    #[arg(long, allow_hyphen_values = true)]
    last_words: Option<String>,
    /// A process to attack, for the child processes of this program
    #[arg(long, hide = true)]
    #[arg(value_parser = |text: &str| text.parse().ok().and_then(Pid::from_raw).ok_or("expected a process"))]
    process: Option<Pid>,
    /// An argument of the bots of other matches that it goes for, itself included
    #[arg(long, allow_hyphen_values = true)]
    other: Option<String>,
    /// An argument of every process that it starts, by which they can be found
    #[arg(long, default_value = "none", allow_hyphen_values = true)]
    marker: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Pick {
    First,
    Last,
    /// An action that depends only on the position and the list.
    Any,
}

#[derive(Debug)]
struct Bot {
    settings: FaultySettings,
    /// The number of times that the moment of the mode has come.
    moments: u64,
    position: String,
    legal: Vec<String>,
    /// All actions that were ever legal.
    seen: BTreeSet<String>,
    /// True if the bot has answered early, so it skips the answer at `go`.
    answered: bool,
    /// True if the bot answers when it hears that it is at fault.
    owes: bool,
}

fn main() {
    Bot {
        settings: FaultySettings::parse(),
        moments: 0,
        position: String::new(),
        legal: Vec::new(),
        seen: BTreeSet::new(),
        answered: false,
        owes: false,
    }
    .run();
}

impl Bot {
    fn run(&mut self) {
        if self.moment(FaultMoment::Start) == FollowUp::Handled {
            return;
        }
        let mut line = Vec::new();
        let mut input = io::stdin().lock();
        while input.read_until(b'\n', &mut line).is_ok_and(|count| count > 0) {
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            let mut words = text.split_whitespace();
            match words.next() {
                Some("uvi") if self.moment(FaultMoment::Greeting) == FollowUp::GoOn => greet(),
                Some("isready") if self.moment(FaultMoment::Ready) == FollowUp::GoOn => say("readyok\n"),
                Some("newgame") => drop(self.moment(FaultMoment::NewGame)),
                Some("position") => self.position = words.collect::<Vec<_>>().join(" "),
                Some("legal") => {
                    self.legal = words.map(str::to_owned).collect();
                    self.seen.extend(self.legal.iter().cloned());
                    let _ = self.moment(FaultMoment::Listed);
                }
                Some("go") => {
                    if self.moment(FaultMoment::Thinking) == FollowUp::GoOn && !std::mem::take(&mut self.answered) {
                        self.answer();
                    }
                    let _ = self.moment(FaultMoment::Idle);
                }
                Some("error") if std::mem::take(&mut self.owes) => self.answer(),
                Some("gameover") => drop(self.moment(FaultMoment::Over)),
                Some("quit") if self.moment(FaultMoment::Quit) == FollowUp::GoOn => return,
                _ => {}
            }
        }
        if self.moment(FaultMoment::Quit) == FollowUp::Handled {
            sleep_for_ever();
        }
    }

    /// Misbehaves if `at` is the moment of the mode, and the mode is due.
    fn moment(&mut self, at: FaultMoment) -> FollowUp {
        if at != self.settings.at.unwrap_or(self.settings.mode.at) {
            return FollowUp::GoOn;
        }
        self.moments += 1;
        let due = self.moments > self.settings.after;
        let first = self.moments == self.settings.after + 1;
        if !due || self.settings.mode.once && !first {
            return FollowUp::GoOn;
        }
        if let Some(words) = &self.settings.last_words {
            // If stderr is closed, the bot misbehaves anyway.
            let _ = writeln!(io::stderr(), "{words}");
        }
        match self.settings.mode.act {
            Act::Besides(act) => {
                act(self);
                FollowUp::GoOn
            }
            Act::Answer(answer) => acts::reply(answer(self.action())),
            Act::Instead(act) => act(self),
            Act::Apart(act) => {
                acts::leave_session();
                act(self)
            }
        }
    }

    /// The action to play; `--action` if no action is legal.
    fn action(&self) -> &str {
        let picked = match self.settings.pick {
            Pick::First => self.legal.first(),
            Pick::Last => self.legal.last(),
            Pick::Any => self.legal.get(hash(&self.position) as usize % self.legal.len().max(1)),
        };
        picked.map_or(&self.settings.action, |action| action)
    }

    fn answer(&self) {
        say(format!("bestmove {}\n", self.action()));
    }

    /// Prepares a command that runs this program in an internal mode, with the marker of this bot.
    fn again(&self, mode: &str, count: u64) -> Command {
        // If the program file is gone, the bot cannot start a process, and exits with status 70.
        let program = std::env::current_exe().unwrap_or_else(|_| std::process::exit(70));
        let mut command = Command::new(program);
        command.args(["--mode", mode, "--count", &count.to_string(), "--marker", &self.settings.marker]);
        command
    }

    /// Starts a process in an internal mode that holds the bot's pipes.
    fn leave_child(&self, mode: &str) {
        // If no process can be started, the rest of the behaviour does not matter.
        drop(self.again(mode, self.settings.count).spawn());
    }

    /// Starts a process that acts on what an option names, without the pipes.
    fn leave_aimed_child(&self, mode: &str, option: &str, aim: Option<impl ToString>) {
        if let Some(aim) = aim {
            start_quietly(self.again(mode, 0).args([option, &aim.to_string()]));
        }
    }

    /// Starts a process without the pipes.
    fn leave_quiet_child(&self, mode: &str, count: u64) {
        start_quietly(&mut self.again(mode, count));
    }
}

fn start_quietly(command: &mut Command) {
    drop(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn());
}

/// FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn greet() {
    say("id name Faulty\nid author The Arbiter founders\nfeature legal\nuviok\n");
}

/// Writes to stdout at once. Exits if stdout is closed, as any bot would.
fn say(text: impl AsRef<[u8]>) {
    let mut stdout = io::stdout().lock();
    if stdout.write_all(text.as_ref()).and_then(|()| stdout.flush()).is_err() {
        std::process::exit(0);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}
