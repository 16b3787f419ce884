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
    process::{Command, ExitCode, Stdio},
    thread,
    time::Duration,
};

use modes::{Act, MODES, Mode};
use rustix::process::Pid;

/// The moment at which a bot misbehaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl FaultMoment {
    const WORDS: [(&str, Self); 9] = [
        ("start", Self::Start),
        ("greeting", Self::Greeting),
        ("ready", Self::Ready),
        ("newgame", Self::NewGame),
        ("listed", Self::Listed),
        ("thinking", Self::Thinking),
        ("idle", Self::Idle),
        ("over", Self::Over),
        ("quit", Self::Quit),
    ];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, at)| *at == self).map_or("", |(word, _)| word)
    }
}

/// The part of a good bot's behaviour that follows a misbehaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FollowUp {
    /// All that a good bot does at this moment.
    GoOn,
    /// Nothing.
    Handled,
}

#[derive(Debug, Clone)]
struct FaultySettings {
    mode: &'static Mode,
    at: FaultMoment,
    after: u64,
    pick: Pick,
    delay: Duration,
    bytes: u64,
    count: u64,
    signal: String,
    action: String,
    dir: Option<String>,
    last_words: Option<String>,
    /// A process to attack, for the child processes of this program.
    process: Option<Pid>,
    /// A text by which the bots of other matches are recognised: a part of their command lines.
    other: Option<String>,
    marker: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

const USAGE: &str = "\
Usage: arbiter-faulty [--mode MODE] [OPTION]...

  --mode MODE       what it does wrong (default: good)
  --at MOMENT       when: start, greeting, ready, newgame, listed, thinking, idle, over, quit
                    (default: as the table says)
  --after N         not the first N times that the moment comes (default: 0)
  --pick WHICH      which legal action it plays: first, last, or any (default: first)
  --delay-ms N      how late it is (default: 1000)
  --bytes N         how much it writes or fills (default: 100000000; a line has at most 1048576)
  --count N         how many actions, processes or lines (default: 50)
  --signal NAME     segv, kill, abrt, term, stop or int (default: segv)
  --action TEXT     what it answers where its mode needs a word (default: zz9)
  --dir PATH        the directory whose files it deletes or rewrites, the terminal that it types into, a directory
                    with a file `luck` and a socket `socket` that it wants to reach, or a file that it waits for
  --other TEXT      an argument of the bots of other matches that it goes for, itself included
  --last-words TEXT what it writes to stderr when it misbehaves
  --marker TEXT     an argument of every process that it starts, by which they can be found

Modes, each with the moment at which it begins; `once` is done one time, the others each time from then on:
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        let rows: String = MODES
            .iter()
            .filter(|mode| !mode.hidden())
            .map(|mode| format!("  {:17} {:9} {:5} {}\n", mode.name, mode.at.word(), mode.often(), mode.help))
            .collect();
        say(format!("{USAGE}{rows}"));
        return ExitCode::SUCCESS;
    }
    match parse(&words) {
        Ok(settings) => {
            Bot {
                settings,
                moments: 0,
                position: String::new(),
                legal: Vec::new(),
                seen: BTreeSet::new(),
                answered: false,
                owes: false,
            }
            .run();
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "arbiter-faulty: {error}; see --help");
            ExitCode::from(2)
        }
    }
}

fn parse(words: &[String]) -> Result<FaultySettings, String> {
    let mut settings = FaultySettings {
        mode: &MODES[0],
        at: MODES[0].at,
        after: 0,
        pick: Pick::First,
        delay: Duration::from_millis(1000),
        bytes: 100_000_000,
        count: 50,
        signal: "segv".into(),
        action: "zz9".into(),
        dir: None,
        last_words: None,
        process: None,
        other: None,
        marker: "none".into(),
    };
    let mut at = None;
    let mut words = words.iter();
    while let Some(option) = words.next() {
        let value = words.next().ok_or_else(|| format!("{option} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{option} needs a number, not {value}"));
        match option.as_str() {
            "--mode" => {
                settings.mode =
                    MODES.iter().find(|mode| mode.name == value).ok_or_else(|| format!("no mode {value}"))?;
            }
            "--at" => {
                let known = FaultMoment::WORDS.iter().find(|(word, _)| word == value);
                at = Some(known.ok_or_else(|| format!("no moment {value}"))?.1);
            }
            "--after" => settings.after = number()?,
            "--pick" => {
                settings.pick = match value.as_str() {
                    "first" => Pick::First,
                    "last" => Pick::Last,
                    "any" => Pick::Any,
                    _ => return Err(format!("no pick {value}")),
                }
            }
            "--delay-ms" => settings.delay = Duration::from_millis(number()?),
            "--bytes" => settings.bytes = number()?,
            "--count" => settings.count = number()?,
            "--signal" => settings.signal.clone_from(value),
            "--action" => settings.action.clone_from(value),
            "--dir" => settings.dir = Some(value.clone()),
            "--process" => settings.process = i32::try_from(number()?).ok().and_then(Pid::from_raw),
            "--other" => settings.other = Some(value.clone()),
            "--last-words" => settings.last_words = Some(value.clone()),
            "--marker" => settings.marker.clone_from(value),
            _ => return Err(format!("no option {option}")),
        }
    }
    settings.at = at.unwrap_or(settings.mode.at);
    Ok(settings)
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
        if at != self.settings.at {
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

    /// Starts a process that acts on another process, without the pipes.
    fn leave_aimed_child(&self, mode: &str, process: Option<Pid>) {
        if let Some(process) = process {
            self.leave_child_with(mode, ["--process", &process.to_string()]);
        }
    }

    /// Starts a process with a further option, without the pipes.
    fn leave_child_with(&self, mode: &str, option: [&str; 2]) {
        start_quietly(self.again(mode, 0).args(option));
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
