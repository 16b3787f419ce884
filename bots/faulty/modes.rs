//! The modes of misbehaviour, one row each.

use std::{
    env, fs, hint, io,
    io::Write as _,
    os::unix::process::CommandExt,
    path::Path,
    process,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant, SystemTime},
};

use clap::ValueEnum as _;
use rustix::process::{Signal, getpid, getppid};

use crate::{
    Bot,
    FaultMoment::{self, Greeting, Idle, Listed, NewGame, Quit, Ready, Start, Thinking},
    FollowUp,
    acts::{
        close_output, close_stdin, end_by, ignore_signals, kill_all, parent_of, pour, reply, send, send_self, starve,
        take_all_cores, trace, turn_results, type_into,
    },
    doors, greet, say, sleep_for_ever, ties,
};

#[derive(Debug)]
pub(crate) struct Mode {
    pub(crate) name: &'static str,
    pub(crate) at: FaultMoment,
    /// True if the bot misbehaves only once, at the first moment `at`.
    pub(crate) once: bool,
    /// The text for `--help`. Empty for an internal mode.
    pub(crate) help: &'static str,
    pub(crate) act: Act,
}

/// The misbehaviour of a mode.
#[derive(Debug)]
pub(crate) enum Act {
    /// Then comes all that a good bot does at this moment.
    Besides(fn(&mut Bot)),
    /// The wrong answer, made of an action. Nothing comes then.
    Answer(fn(&str) -> String),
    /// The misbehaviour itself says what comes then.
    Instead(fn(&mut Bot) -> FollowUp),
    /// The whole work of a child process, in a session of its own.
    Apart(fn(&mut Bot) -> FollowUp),
}

/// The modes for `--help`.
pub(crate) fn table() -> String {
    let row = |mode: &Mode| {
        let at = mode.at.to_possible_value().map_or_else(String::new, |at| at.get_name().to_owned());
        format!("\n  {:17} {at:9} {:5} {}", mode.name, if mode.once { "once" } else { "" }, mode.help)
    };
    let rows: String = MODES.iter().filter(|mode| !mode.help.is_empty()).map(row).collect();
    format!(
        "Modes, each with the moment at which it begins; `once` is done one time, the others each time from then on:{rows}"
    )
}

/// The nanoseconds for which this bot could run and had no core, until its last answer.
static WAITED: AtomicU64 = AtomicU64::new(0);

/// The nanosecond in which this bot was first asked: a name of its own for its process.
static BEGUN: LazyLock<u128> = LazyLock::new(|| SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos()));

/// The same as [`WAITED`] until now. 0 if the system does not tell.
fn waited_for_core() -> u64 {
    let told = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    told.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or_default()
}

const fn once(name: &'static str, at: FaultMoment, help: &'static str, act: fn(&mut Bot) -> FollowUp) -> Mode {
    Mode { name, at, once: true, help, act: Act::Instead(act) }
}

const fn besides(name: &'static str, at: FaultMoment, help: &'static str, act: fn(&mut Bot)) -> Mode {
    Mode { name, at, once: true, help, act: Act::Besides(act) }
}

const fn each(name: &'static str, at: FaultMoment, help: &'static str, act: fn(&mut Bot) -> FollowUp) -> Mode {
    Mode { name, at, once: false, help, act: Act::Instead(act) }
}

const fn answers(name: &'static str, help: &'static str, answer: fn(&str) -> String) -> Mode {
    Mode { name, at: Thinking, once: false, help, act: Act::Answer(answer) }
}

const fn apart(name: &'static str, act: fn(&mut Bot) -> FollowUp) -> Mode {
    Mode { name, at: Start, once: true, help: "", act: Act::Apart(act) }
}

/// All modes. The first is good conduct.
const MODES: &[Mode] = &[
    once("good", Start, "does nothing wrong", |_| FollowUp::GoOn),
    // Ends.
    once("crash", Thinking, "exits with status 3", |_| process::exit(3)),
    once("exit", Thinking, "exits with status 0", |_| process::exit(0)),
    besides("signal", Thinking, "ends itself by --signal", |bot| end_by(&bot.settings.signal)),
    once("mid-line", Thinking, "exits in the middle of its answer", |bot| {
        say(format!("bestmove {}", bot.action()));
        process::exit(0)
    }),
    once("answer-and-exit", Thinking, "answers and exits", |bot| {
        bot.answer();
        process::exit(0)
    }),
    once("become-another", Thinking, "replaces itself by a program that ends with status 7", |_| {
        let error = process::Command::new("/bin/sh").args(["-c", "exit 7"]).exec();
        reply(format!("info string {error}\n"))
    }),
    // Missing or wrong greetings.
    once("never-greet", Greeting, "says nothing to `uvi 1`", |_| FollowUp::Handled),
    once("greet-for-ever", Greeting, "says `id name` again and again, never `uviok`", |_| {
        loop {
            say("id name Faulty\n");
            // The bot floods only if it greets for two minutes.
            thread::sleep(Duration::from_millis(10));
        }
    }),
    once("drip", Greeting, "writes one byte a second, and never the end of a line", |_| {
        loop {
            say("i");
            thread::sleep(Duration::from_secs(1));
        }
    }),
    once("parrot", Greeting, "says back what it hears", |_| {
        let _ = io::copy(&mut io::stdin(), &mut io::stdout());
        process::exit(0)
    }),
    besides("escapes", Greeting, "has a name that clears the screen of a terminal", |_| {
        say("id name \u{1b}[2J\u{1b}]0;mine\u{7}\u{9b}31m\r\u{8}Faulty\n")
    }),
    besides("greet-again", Thinking, "greets again, with another name and an option", |_| {
        say("id name Other\noption name Late type check default on\nfeature history\nuviok\nreadyok\n")
    }),
    once("bad-greeting", Greeting, "declares an option that cannot be read", |_| {
        reply("id name Faulty\noption name Hash type spin default many\nuviok\n")
    }),
    once("other-variant", Greeting, "says that it plays another variant only", |_| {
        reply("id name Faulty\nvariant nonesuch\nfeature legal\nuviok\n")
    }),
    each("ignore-isready", Ready, "does not answer `isready`", |_| FollowUp::Handled),
    // Late answers.
    once("stall", Thinking, "does nothing for ever", |_| sleep_for_ever()),
    each("late", Thinking, "answers after --delay-ms; the file --dir has each question, and its microseconds", |bot| {
        let (begun, waited) = (Instant::now(), waited_for_core());
        // This number leads from a fault in a log, which has the stderr, to what the file has of this process. The
        // process's own number is not its own alone, because each bot has a world of processes to itself.
        let number = *BEGUN;
        let note = |text: &str| {
            if let Some(path) = &bot.settings.dir {
                let file = fs::File::options().append(true).create(true).open(path);
                // A bot that cannot write answers all the same.
                let _ = file.and_then(|mut file| file.write_all(format!("{number} {text}\n").as_bytes()));
            }
        };
        if bot.settings.dir.is_some() && bot.moments == 1 {
            let _ = writeln!(io::stderr(), "{number}");
        }
        note("asked");
        thread::sleep(bot.settings.delay);
        bot.answer();
        // An answer is given when it is written. And the bot waited for a core before it read the question, too.
        let took = begun.elapsed();
        let waited = waited.saturating_sub(WAITED.swap(waited_for_core(), Ordering::Relaxed));
        note(&(took + Duration::from_nanos(waited)).as_micros().to_string());
        FollowUp::Handled
    }),
    each("late-told", Thinking, "answers when it is told that it is late, --count times in all", |bot| {
        bot.owes = bot.moments - bot.settings.after <= bot.settings.count;
        if bot.owes { FollowUp::Handled } else { FollowUp::GoOn }
    }),
    besides("held", Thinking, "answers one question when there is a file --dir", |bot| {
        while !bot.settings.dir.as_ref().is_some_and(|path| fs::exists(path).unwrap_or(false)) {
            thread::sleep(Duration::from_millis(5));
        }
    }),
    besides("late-once", Thinking, "answers one question after --delay-ms", |bot| thread::sleep(bot.settings.delay)),
    once("spin", Thinking, "uses a processor for ever", |_| {
        loop {
            hint::spin_loop();
        }
    }),
    besides("stop-self", Thinking, "stops itself by SIGSTOP", |_| send_self(Signal::STOP)),
    // Wrong answers.
    each("illegal", Thinking, "plays what was legal before and is not now, or --action", |bot| {
        let action = bot.seen.iter().find(|seen| !bot.legal.contains(seen)).unwrap_or(&bot.settings.action);
        reply(format!("bestmove {action}\n"))
    }),
    each("slip", Thinking, "counts tokens; plays --action every other time, --count times in all", |bot| {
        say("info tokens 1000 50 cost 0.25\n");
        if bot.moments % 2 == 1 && bot.moments.div_ceil(2) <= bot.settings.count {
            return reply(format!("bestmove {}\n", bot.settings.action));
        }
        FollowUp::GoOn
    }),
    answers("almost-right", "plays a legal action and one more character", |action| format!("bestmove {action}x\n")),
    answers("wrong-case", "plays a legal action with small and capital letters exchanged", |action| {
        let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
        format!("bestmove {}\n", action.chars().map(swap).collect::<String>())
    }),
    each("word", Thinking, "plays --action", |bot| reply(format!("bestmove {}\n", bot.settings.action))),
    each("empty", Thinking, "says `bestmove` and no action", |_| reply("bestmove\n")),
    each("garbage", Thinking, "says something that is no word of an answer", |_| reply("bestmove ,;%$ (( -- =\n")),
    answers("nul", "answers with a NUL", |action| format!("bestmove {action}\0\n")),
    each("not-utf8", Thinking, "answers in what is not UTF-8", |_| reply(b"bestmove \xff\xc3\x28\n")),
    each("control", Thinking, "answers with control characters", |_| reply("bestmove \u{1b}[2J\u{7}\u{9b}a\n")),
    answers("crlf", "ends its answer with CR and LF, which is allowed", |action| format!("bestmove {action}\r\n")),
    each("slowly", Thinking, "writes its answer byte by byte, which is allowed", |bot| {
        for byte in format!("bestmove {}\n", bot.action()).bytes() {
            say([byte]);
        }
        FollowUp::Handled
    }),
    each("many", Thinking, "answers with --count actions, the legal ones over and over", |bot| {
        let count = usize::try_from(bot.settings.count).unwrap_or(usize::MAX);
        let words: Vec<&str> = bot.legal.iter().map(String::as_str).cycle().take(count).collect();
        reply(format!("bestmove {}\n", words.join(" ")))
    }),
    answers("trailing", "answers with an action and what is none", |action| {
        format!("bestmove {action} ,;%$ \u{1b}[31m\n")
    }),
    answers("trailing-words", "answers with an action and words, as in UCI", |action| {
        format!("bestmove {action} ponder zz9\n")
    }),
    answers("mark", "answers behind a byte order mark", |action| format!("\u{feff}bestmove {action}\n")),
    answers("capital-verb", "answers with the verb in capitals", |action| format!("BESTMOVE {action}\n")),
    answers("blanks", "answers with many blanks and tabs, which is allowed", |action| {
        format!(" \t bestmove\t  {action} \t \r\n")
    }),
    answers("answer-and-resign", "answers and resigns at once", |action| format!("bestmove {action}\nresign\n")),
    answers("resign-and-answer", "resigns and answers at once", |action| format!("resign\nbestmove {action}\n")),
    each("former-game", NewGame, "answers for the game before, when a new one begins", |bot| {
        reply(format!("bestmove {}\n", bot.action()))
    }),
    answers("twice", "answers, and answers again", |action| format!("bestmove {action}\n").repeat(2)),
    answers("no-newline", "answers without the end of the line", |action| format!("bestmove {action}")),
    each("huge-line", Thinking, "answers in a line of --bytes, 1 MiB at most", |bot| {
        let bytes = bot.settings.bytes.min(1 << 20) as usize;
        reply(format!("bestmove {}\n", "a".repeat(bytes)))
    }),
    // Output at the wrong time or in excess.
    each("early", Listed, "answers before `go`, and not after it", |bot| {
        bot.answered = true;
        bot.answer();
        FollowUp::Handled
    }),
    each("out-of-turn", Idle, "plays again when it is not asked", |bot| {
        bot.answer();
        FollowUp::Handled
    }),
    once("resign", Thinking, "resigns", |_| reply("resign\n")),
    once("resign-idle", Idle, "resigns when it is not asked", |_| reply("resign\n")),
    each("unknown-verbs", Thinking, "says words that nobody knows, which is allowed", |_| {
        say("hello\n\n \t\nBESTMOVE a1\nbestmoves a1\nuci\nponder go resign\n\u{e9}t\u{e9} \u{1b}[31m\n");
        FollowUp::GoOn
    }),
    each("chatter", Thinking, "says --count lines of `info`, which is allowed under the cap", |bot| {
        let lines: String = (0..bot.settings.count).map(|n| format!("info depth {n} score {n} nodes {n}\n")).collect();
        say(lines);
        FollowUp::GoOn
    }),
    besides("flood", Thinking, "writes --bytes of `info` to stdout", |bot| {
        pour(io::stdout(), "info string flood flood flood flood flood flood flood flood\n", bot.settings.bytes)
    }),
    besides("flood-stderr", Thinking, "writes --bytes to stderr", |bot| {
        pour(io::stderr(), "noise noise noise noise noise noise noise noise noise\n", bot.settings.bytes)
    }),
    each("complain", Thinking, "writes --bytes of ESC to stderr, and answers by no action", |bot| {
        pour(io::stderr(), "\u{1b}", bot.settings.bytes);
        reply("bestmove ,;%$\n")
    }),
    // No reading.
    once("deaf", Start, "greets without being asked, and never reads", |_| {
        greet();
        say("readyok\nreadyok\n");
        sleep_for_ever()
    }),
    once("close-stdin", Greeting, "closes its input, and stays", |_| {
        greet();
        say("readyok\nreadyok\n");
        close_stdin();
        sleep_for_ever()
    }),
    once("close-stdout", Thinking, "closes its output, and stays", |_| {
        close_output();
        sleep_for_ever()
    }),
    once("close-all", Thinking, "closes all three, and stays", |_| {
        close_stdin();
        close_output();
        sleep_for_ever()
    }),
    once("close-apart", Thinking, "closes its input, half a second later the rest, and stays", |_| {
        close_stdin();
        thread::sleep(Duration::from_millis(500));
        close_output();
        sleep_for_ever()
    }),
    each("ignore-quit", Quit, "stays after `quit` and the end of input", |_| FollowUp::Handled),
    besides("ignore-term", Start, "ignores SIGTERM, SIGINT and SIGHUP, `quit` and the end of input", |bot| {
        ignore_signals();
        bot.settings.at = Some(Quit);
        bot.settings.mode = find("ignore-quit").expect("it is a mode");
        bot.moments = 0;
    }),
    // Processes left behind.
    besides("grandchild", Greeting, "starts a process that keeps its pipes", |bot| bot.leave_child("child")),
    once("grandchild-exit", Thinking, "starts a process that keeps its pipes, and exits with status 3", |bot| {
        bot.leave_child("child");
        process::exit(3)
    }),
    besides("leave-session", Greeting, "starts a process with its pipes that leaves its group and session", |bot| {
        bot.leave_child("session")
    }),
    besides("daemonise", Greeting, "starts a process through another one that ends, in a session of its own", |bot| {
        bot.leave_quiet_child("daemon", 0)
    }),
    besides("stopped-child", Greeting, "starts a process that leaves its session and stops itself", |bot| {
        bot.leave_quiet_child("stopped", 0)
    }),
    besides("fork-bomb", Greeting, "starts --count processes, each in a session of its own, from one another", |bot| {
        bot.leave_quiet_child("bomb", bot.settings.count)
    }),
    besides("runaway", Greeting, "starts a process that starts the next and ends, --count times", |bot| {
        bot.leave_quiet_child("runner", bot.settings.count)
    }),
    // Attacks.
    besides("kill-keeper", Thinking, "kills the process that started it", |_| send(getppid(), Signal::KILL)),
    besides("stop-keeper", Thinking, "stops the process that started it", |_| send(getppid(), Signal::STOP)),
    besides("hold-keeper", Thinking, "stops the process that started it again and again", |bot| {
        bot.leave_aimed_child("stopper", "--process", getppid())
    }),
    besides("trace-keeper", Thinking, "traces the process that started it, and stays", |_| trace(getppid())),
    besides("traced", Thinking, "is traced by a process that it has started", |bot| {
        bot.leave_aimed_child("tracer", "--process", Some(getpid()))
    }),
    besides("blind-keeper", Thinking, "takes files and memory from the process that started it", |_| starve(getppid())),
    besides("share-pipes", Thinking, "hands its pipes to the bots with --other, and keeps theirs", |bot| {
        if let Some(others) = &bot.settings.other {
            ties::share_pipes(others);
        }
    }),
    besides("trace-others", Thinking, "traces the bots with --other and their keepers, and holds their pipes", |bot| {
        bot.leave_aimed_child("tracer-of-others", "--other", bot.settings.other.as_ref())
    }),
    besides("stop-others", Thinking, "stops the keepers of the bots with --other again and again", |bot| {
        bot.leave_aimed_child("stopper-of-others", "--other", bot.settings.other.as_ref())
    }),
    besides("type", Thinking, "types --action into its terminal and into that in --dir, by way of perl", |bot| {
        type_into(&bot.settings.action, bot.settings.dir.as_deref())
    }),
    besides("rewrite", NewGame, "turns the results in the files of --dir around, again and again", |bot| {
        let dir = Path::new(bot.settings.dir.as_deref().unwrap_or_default());
        // On a busy machine the child may not run before the game ends, so this process turns a tournament's results.
        while !turn_results(dir) && dir.join("games").is_dir() {
            thread::sleep(Duration::from_millis(1));
        }
        bot.leave_aimed_child("rewriter", "--dir", bot.settings.dir.as_ref())
    }),
    besides("kill-all", Thinking, "kills all that it can see, where it is alone in its world", |_| {
        // Only the bot of a process namespace has the number 2. Elsewhere, it would kill its account's other processes.
        if getpid().as_raw_nonzero().get() == 2 {
            kill_all();
        }
    }),
    once("feign", Thinking, "ends as if it could not have been executed", |_| {
        let _ = io::stderr().write_all(b"arbiter: cannot execute it: it is missing\n");
        process::exit(127)
    }),
    besides("leave-core", Thinking, "takes all processor cores, whichever it is held to", |_| take_all_cores()),
    besides("slow-keeper", Thinking, "makes the process that started it nice", |_| {
        if let Some(keeper) = getppid() {
            let _ = rustix::process::setpriority_process(Some(keeper), 19);
        }
    }),
    besides("change-modes", Thinking, "takes all modes from the files in --dir", |bot| {
        use std::os::unix::fs::PermissionsExt;
        if let Some(Ok(entries)) = bot.settings.dir.as_ref().map(fs::read_dir) {
            let nobody = || fs::Permissions::from_mode(0o000);
            entries.flatten().for_each(|entry| drop(fs::set_permissions(entry.path(), nobody())));
        }
    }),
    besides(
        "reach",
        Thinking,
        "tries the door --action (name, clock, group, screen, disk, device, performance, set-user, datagram, file), and says on \
         stderr if it is open",
        |bot| doors::tell(&bot.settings.action, bot.settings.dir.as_deref()),
    ),
    besides("fill-shared", Thinking, "leaves a file of --bytes in shared memory", |bot| {
        let name = format!("/dev/shm/{}", bot.settings.marker);
        let _ = fs::write(name, vec![1; usize::try_from(bot.settings.bytes).unwrap_or(0)]);
    }),
    besides("fill-memory", Thinking, "fills --bytes of memory", |bot| drop(fill(bot.settings.bytes))),
    besides("hold-memory", Thinking, "fills --bytes of memory, keeps them, and answers", |bot| {
        std::mem::forget(fill(bot.settings.bytes))
    }),
    besides("threads", Thinking, "starts --count threads, and answers", |bot| {
        for _ in 0..bot.settings.count {
            thread::spawn(|| sleep_for_ever());
        }
    }),
    besides("connect", Thinking, "connects by TCP to --action, tells on stderr how that went, and answers", |bot| {
        let told = match std::net::TcpStream::connect(&bot.settings.action) {
            Ok(_) => "connected\n".to_owned(),
            Err(error) => format!("not connected: {error}\n"),
        };
        let _ = io::stderr().write_all(told.as_bytes());
    }),
    besides("delete-files", Greeting, "goes to --dir and deletes the files in it", |bot| {
        // Without a directory, the bot deletes nothing.
        if let Some(dir) = &bot.settings.dir
            && env::set_current_dir(dir).is_ok()
            && let Ok(entries) = fs::read_dir(".")
        {
            entries.flatten().for_each(|entry| drop(fs::remove_file(entry.path())));
        }
    }),
    // The keeper that has started this bot is a child of the arbiter.
    besides("kill-arbiter", Thinking, "kills the arbiter", |_| send(getppid().and_then(parent_of), Signal::KILL)),
    besides("open-files", Thinking, "opens --count files, or as many as it may", |bot| {
        let files: Vec<_> = (0..bot.settings.count).map_while(|_| fs::File::open("/dev/null").ok()).collect();
        drop(hint::black_box(files));
    }),
    besides("zombies", Thinking, "starts --count processes that end, and waits for none", |bot| {
        (0..bot.settings.count).for_each(|_| bot.leave_quiet_child("short", 0))
    }),
    // The internal modes of child processes.
    once("child", Start, "", |_| sleep_for_ever()),
    once("short", Start, "", |_| process::exit(0)),
    apart("stopper", |bot| {
        loop {
            send(bot.settings.process, Signal::STOP);
            thread::sleep(Duration::from_millis(1));
        }
    }),
    apart("tracer", |bot| {
        trace(bot.settings.process);
        sleep_for_ever()
    }),
    apart("tracer-of-others", |bot| ties::trace_for_ever(bot.settings.other.as_deref().unwrap_or_default())),
    apart("stopper-of-others", |bot| ties::stop_for_ever(bot.settings.other.as_deref().unwrap_or_default())),
    apart("rewriter", |bot| {
        loop {
            let _ = turn_results(bot.settings.dir.as_deref().unwrap_or_default().as_ref());
            thread::sleep(Duration::from_millis(1));
        }
    }),
    apart("session", |_| sleep_for_ever()),
    apart("daemon", |bot| {
        bot.leave_quiet_child("session", 0);
        process::exit(0)
    }),
    apart("stopped", |_| {
        ignore_signals();
        send_self(Signal::STOP);
        sleep_for_ever()
    }),
    apart("bomb", |bot| {
        // This process counts as one, and its two children take half of the rest each.
        let rest = bot.settings.count.saturating_sub(1);
        for half in [rest / 2, rest - rest / 2].into_iter().filter(|&half| half > 0) {
            bot.leave_quiet_child("bomb", half);
        }
        sleep_for_ever()
    }),
    apart("runner", |bot| {
        match bot.settings.count.checked_sub(1) {
            Some(rest) => bot.leave_quiet_child("runner", rest),
            None => sleep_for_ever(),
        }
        process::exit(0)
    }),
];

pub(crate) fn find(name: &str) -> Result<&'static Mode, String> {
    MODES.iter().find(|mode| mode.name == name).ok_or_else(|| format!("no mode {name}"))
}

/// Fills memory and touches each page, so that the system really provides it.
fn fill(bytes: u64) -> Vec<u8> {
    let mut memory = vec![0u8; bytes as usize];
    memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
    hint::black_box(memory)
}
