//! Tests that need another process, because that process ends or its descriptors are counted. The other process is this
//! test program again, which runs the test `role`. An environment variable names its role.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use arbiter::bot::{BotProcess, Exit, Launch, Nursery, ReadResult};
use testkit::account::{NOBODY, OpenFolder, become_account};

use super::{
    bench::{
        Talk, bare, bots, children, eventually, faulty, isolated, isolates, limited, marker, nursery, sh, survivors,
        zombies,
    },
    starts::{command, mounted_meanwhile, short},
};

const ROLE: &str = "ARBITER_TEST_ROLE";
const MARKER: &str = "ARBITER_TEST_MARKER";

const ROLE_TEST: &str = "processes::roles::role";

#[test]
fn role() {
    match std::env::var(ROLE).as_deref() {
        Ok("victim") => victim(),
        Ok("launcher") => launcher(),
        Ok("descriptors") => descriptors(),
        Ok("signals") => signals(),
        Ok("limits") => limits(),
        Ok("short") => short(),
        Ok("mounted-meanwhile") => mounted_meanwhile(),
        Ok("leak") => leak(),
        Ok("adopter") => adopter(),
        Ok("closed") => closed(),
        Ok(other) => panic!("no role {other}"),
        Err(_) => {}
    }
}

fn this() -> PathBuf {
    std::env::current_exe().unwrap()
}

fn rerun(before: &[&str], program: &Path, role: &str, marker: &str) -> Command {
    let words: Vec<&str> =
        before.iter().copied().chain([program.to_str().unwrap(), ROLE_TEST, "--exact", "--nocapture"]).collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env(ROLE, role).env(MARKER, marker).stdout(Stdio::piped()).stdin(Stdio::null());
    command
}

#[track_caller]
pub(super) fn output_of(before: &[&str], role: &str) -> String {
    succeeds(&mut rerun(before, &this(), role, role))
}

#[track_caller]
fn succeeds(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn a_killed_arbiter_leaves_nothing() {
    let marker = marker("arbiter-killed");
    let mut arbiter = rerun(&[], &this(), "victim", &marker).spawn().unwrap();
    let lines = BufReader::new(arbiter.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.ends_with("the bots have started")));
    // Ten bots. Some of them start 1, 1, 1 and 20 processes, both with namespaces and without.
    assert_eq!(bots(&marker), 10 + 46);
    arbiter.kill().unwrap();
    arbiter.wait().unwrap();
    eventually("all have gone", || survivors(&marker).is_empty());
}

fn victim() {
    let marker = std::env::var(MARKER).unwrap();
    let nursery = nursery();
    let modes = ["good", "grandchild", "leave-session", "daemonise", "fork-bomb --count 20"];
    let launches = modes.iter().flat_map(|mode| [bare(faulty(mode, &marker)), isolated(faulty(mode, &marker))]);
    let talks: Vec<Talk> = launches
        .map(|launch| {
            let mut talk = Talk::over(nursery.launch(&launch).unwrap());
            talk.greet();
            talk
        })
        .collect();
    eventually("all have started", || bots(&marker) == 56);
    println!("the bots have started");
    std::io::stdout().flush().unwrap();
    eventually("this process is killed", || false);
    drop(talks);
}

#[test]
fn an_arbiter_killed_at_any_moment_of_a_launch_leaves_nothing() {
    for step in 0..12 {
        let marker = marker("launcher-killed");
        let mut arbiter = rerun(&[], &this(), "launcher", &marker).spawn().unwrap();
        let lines = BufReader::new(arbiter.stdout.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line.ends_with("launching")));
        let start = Instant::now();
        while start.elapsed() < step * Duration::from_micros(700) {
            std::hint::spin_loop();
        }
        arbiter.kill().unwrap();
        arbiter.wait().unwrap();
        eventually("all have gone", || survivors(&marker).is_empty());
    }
}

fn launcher() {
    let marker = std::env::var(MARKER).unwrap();
    let nursery = nursery();
    println!("launching");
    std::io::stdout().flush().unwrap();
    let bots: Vec<_> = (0..20).map(|_| nursery.launch(&faulty("daemonise --at start", &marker)).unwrap()).collect();
    eventually("this process is killed", || false);
    drop(bots);
}

#[test]
fn a_hundred_bots_leave_no_descriptor_thread_or_process() {
    output_of(&[], "descriptors");
}

fn descriptors() {
    let marker = marker("descriptors");
    let count = |dir: &str| fs::read_dir(dir).unwrap().count();
    let (files, threads) = (count("/proc/self/fd"), count("/proc/self/task"));
    let nursery = Nursery::new(env!("CARGO_BIN_EXE_arbiter").into()).unwrap();
    for round in 0..100 {
        let mut talk = Talk::over(nursery.launch(&faulty("good", &marker)).unwrap());
        if round % 2 == 0 {
            talk.greet();
        }
    }
    let copy = nursery.clone();
    drop(nursery);
    copy.launch(&command("/nowhere")).unwrap_err();
    drop(copy);
    eventually("no descriptor is left", || count("/proc/self/fd") == files);
    eventually("no thread is left", || count("/proc/self/task") == threads);
    eventually("no process is left", || survivors(&marker).is_empty());
    assert_eq!(zombies(), 0);
}

#[test]
fn a_bot_has_default_signals_whatever_the_arbiter_has() {
    // The arbiter starts with blocked and ignored signals, SIGCHLD among them. Without care, a bot would inherit them.
    let env = ["env", "--ignore-signal=HUP,INT,CHLD,USR1,PIPE,TTOU", "--block-signal=TERM,CHLD,INT"];
    let text = output_of(&env, "signals");
    // The C library uses signals 32 and 33 itself.
    let mask = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        u64::from_str_radix(line.trim(), 16).unwrap() & 0x7fff_ffff
    };
    assert_eq!((mask("SigBlk:"), mask("SigIgn:")), (0, 0), "{text}");
}

fn signals() {
    let mut talk = Talk::start(&sh("exec grep -E 'SigBlk|SigIgn' /proc/self/status"));
    println!("\n{}", talk.rest());
    assert_eq!(talk.exit(), Exit::Code(0));
    let mut talk = Talk::start(&faulty("good", "signals"));
    talk.greet();
    talk.bot.kill();
    assert_eq!(talk.exit(), Exit::Signal(9));
}

#[test]
fn no_variable_of_the_arbiter_reaches_a_bot_that_is_to_have_none() {
    output_of(&["env", "ARBITER_BOT_0=LEAK=1", "ARBITER_BOT_7=LEAK=2"], "leak");
}

fn leak() {
    let launch = limited(sh("env"), |limits| {
        limits.clear_env = true;
        limits.env = vec![("OWN".into(), "x".into())];
    });
    let said = Talk::start(&launch).rest();
    assert!(!said.contains("LEAK") && said.contains("OWN=x"), "{said}");
}

#[test]
fn a_bot_that_attacks_its_keeper_leaves_nothing() {
    output_of(&[], "adopter");
}

/// Adopts the processes that keepers leave, like an arbiter.
fn adopter() {
    let nursery = Nursery::adopting(testkit::program("arbiter")).unwrap();
    for mode in ["kill-keeper", "stop-keeper", "hold-keeper", "trace-keeper", "blind-keeper", "traced", "kill-all"] {
        for launch in [bare, isolated] {
            let marker = marker("attacks");
            let bot = nursery.launch(&launch(faulty(&format!("{mode} --at greeting"), &marker)));
            let mut talk = Talk::over(bot.unwrap());
            talk.say("uvi 1\n");
            // The bot greets after the attack, unless the attack has ended the bot.
            let mut buffer = Vec::with_capacity(4096);
            eventually("it has done so", || {
                talk.bot.exit().is_some() || matches!(talk.bot.read_output(&mut buffer), ReadResult::Bytes(_))
            });
            talk.bot.kill();
            talk.exit();
            eventually("nothing is left", || survivors(&marker).is_empty());
        }
    }
}

/// The account is an ordinary one, because root may see everything.
#[test]
fn arbiter_and_keepers_are_closed_to_an_ordinary_account() {
    if rustix::process::geteuid().is_root() {
        let open = OpenFolder::new("closed");
        let change = become_account(NOBODY);
        let change: Vec<&str> = change.iter().map(String::as_str).collect();
        let mut command = rerun(&change, &open.test_program(), "closed", "closed");
        succeeds(command.current_dir(open.path()));
    } else {
        output_of(&[], "closed");
    }
}

fn closed() {
    let nursery = nursery();
    let script = |process: &str| {
        format!(
            "for file in mem environ fd/0 maps; do (: </proc/{process}/$file) 2>/dev/null && echo $file; done; exit 0"
        )
    };
    let finds = |launch: &dyn Fn(Launch) -> Launch, process: &str| {
        Talk::over(nursery.launch(&launch(sh(&script(process)))).unwrap()).rest()
    };
    // The script can distinguish open files from closed ones.
    assert_eq!(finds(&bare, "$$"), "mem\nenviron\nfd/0\nmaps\n");
    assert_eq!(finds(&bare, "$PPID"), "", "its keeper");
    assert_eq!(finds(&bare, &std::process::id().to_string()), "", "the arbiter");
    if isolates() {
        assert_eq!(finds(&isolated, "1"), "", "its init");
        assert_eq!(finds(&isolated, &std::process::id().to_string()), "", "the number of the arbiter");
    }
    let mut talk = Talk::over(nursery.launch(&bare(faulty("trace-keeper --at greeting", "closed"))).unwrap());
    talk.greet();
    let traced = |line: &String| line.starts_with("TracerPid:") && !line.ends_with("\t0");
    let status = |pid: String| fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let children = children();
    assert!(!children.is_empty());
    for keeper in children {
        assert!(!status(keeper).lines().map(str::to_owned).any(|line| traced(&line)), "its keeper is traced");
    }
}

#[test]
fn a_bot_gets_the_file_limit_that_the_arbiter_had() {
    let text = output_of(&["sh", "-c", "ulimit -Sn 300; exec \"$0\" \"$@\""], "limits");
    assert!(text.contains("bot 300\n"), "{text}");
}

fn limits() {
    assert_eq!(arbiter::bot::raise_file_limit(), 300);
    assert_eq!(arbiter::bot::raise_file_limit(), 300);
    println!("\nbot {}", Talk::start(&sh("ulimit -n")).line());
}
