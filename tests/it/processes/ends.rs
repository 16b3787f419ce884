//! The end of bots, and no leftovers.

use std::{
    fs,
    time::{Duration, Instant},
};

use arbiter::bot::{BotProcess, BotSource, Exit, Launch, Nursery};
use rustix::thread::{capabilities, set_capabilities};

use super::bench::{
    Talk, bare, bots, eventually, faulty, isolated, isolates, limited, marker, nursery, scratch, sh, survivors,
};

#[track_caller]
fn ends(mode: &str, expected: Exit) {
    let mut talk = Talk::start(&faulty(mode, "ends"));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.exit(), expected, "{mode}");
    assert!(talk.bot.fd(BotSource::Exit).is_none());
}

#[test]
fn statuses_and_signals_come_through() {
    ends("crash", Exit::Code(3));
    ends("signal --signal segv", Exit::Signal(11));
    ends("signal --signal term", Exit::Signal(15));
    assert_eq!(Talk::start(&sh("kill -16 $$")).exit(), Exit::Signal(16));
    assert_eq!(Talk::start(&sh("kill -PIPE $$")).exit(), Exit::Signal(13));
    assert_eq!(Talk::start(&sh("exit 255")).exit(), Exit::Code(255));
}

/// Checks that a stubborn bot is killed with all processes that it has started.
#[track_caller]
fn is_killed(mode: &str, started: usize) {
    let marker = marker("killed");
    for launch in [bare(faulty(mode, &marker)), isolated(faulty(mode, &marker))] {
        let mut talk = Talk::start(&launch);
        talk.greet();
        // The bot and the processes that it has started.
        eventually("all have started", || bots(&marker) == 1 + started);
        talk.bot.kill();
        assert_eq!(talk.exit(), Exit::Signal(9), "{mode}");
        assert_eq!(survivors(&marker), Vec::<String>::new(), "{mode}");
    }
}

#[test]
fn a_kill_leaves_nothing() {
    is_killed("good", 0);
    is_killed("ignore-quit", 0);
    is_killed("ignore-term", 0);
    is_killed("grandchild", 1);
    is_killed("leave-session", 1);
    is_killed("daemonise", 1);
    is_killed("stopped-child", 1);
    is_killed("fork-bomb --count 50", 50);
}

#[test]
fn a_kill_at_any_moment_of_the_start_is_not_lost() {
    let nursery = nursery();
    for step in 0..40 {
        let bot = nursery.launch(&faulty("deaf", "early-kill")).unwrap();
        let start = Instant::now();
        while start.elapsed() < step * Duration::from_micros(100) {
            std::hint::spin_loop();
        }
        let mut talk = Talk::over(bot);
        talk.bot.kill();
        assert_eq!(talk.exit(), Exit::Signal(9));
    }
}

#[test]
fn a_bot_that_ends_leaves_nothing() {
    for mode in ["leave-session", "daemonise", "stopped-child", "fork-bomb"] {
        let marker = marker("ends");
        for launch in [bare(faulty(mode, &marker)), isolated(faulty(mode, &marker))] {
            let mut talk = Talk::start(&launch);
            talk.greet();
            talk.say("quit\n");
            assert_eq!(talk.exit(), Exit::Code(0), "{mode}");
            assert_eq!(survivors(&marker), Vec::<String>::new(), "{mode}");
        }
    }
}

#[test]
fn a_chain_of_short_lives_is_outrun() {
    let marker = marker("chain");
    let runaway = || faulty("runaway --count 1000000", &marker);
    for launch in [bare(runaway()), isolated(runaway())] {
        let mut talk = Talk::start(&launch);
        talk.greet();
        talk.bot.kill();
        assert_eq!(talk.exit(), Exit::Signal(9));
        assert_eq!(survivors(&marker), Vec::<String>::new());
    }
}

#[test]
fn an_isolated_bot_has_nobody_else_in_its_world() {
    if !isolates() {
        return;
    }
    let marker = marker("world");
    let mut other = Talk::start(&isolated(faulty("good", &marker)));
    other.greet();
    // The bot's parent is outside the namespace, so `$PPID` is 0.
    let script = "echo $$ $PPID $(ls /proc | grep -c '^[0-9]'); kill -9 1; kill -STOP 1; [ $$ = 2 ] && kill -9 -1; kill -0 1; echo on; \
                  cat /proc/*/cmdline | tr '\\0' ' '; ls -l /proc/1/fd /proc/1/cwd 2>&1 | grep -c denied; echo; cat";
    let mut talk = Talk::start(&isolated(sh(script)));
    let first = talk.line();
    let first: Vec<&str> = first.split(' ').collect();
    // The init, the bot, and the processes of the script.
    assert_eq!(first[..2], ["2", "0"], "{first:?}");
    assert!(first[2].parse::<u32>().unwrap() <= 5, "{first:?}");
    assert_eq!(talk.line(), "on");
    talk.bot.close_input();
    let rest = talk.rest();
    assert!(!rest.contains(&marker) && rest.contains("__keep"), "{rest}");
    assert_eq!(talk.exit(), Exit::Code(0));
    other.say("quit\n");
    assert_eq!(other.exit(), Exit::Code(0));
}

#[test]
fn an_isolated_bot_is_who_it_was_and_its_files_are_its_own() {
    let dir = scratch("owner");
    let script =
        format!("id -u; id -g; cd {}; echo x >new; stat -c '%u %g' new; stat -c '%u' /dev/null", testkit::word(dir));
    let said = |launch: &Launch| Talk::start(launch).rest();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (bare, isolated) = (said(&bare(sh(&script))), said(&isolated(sh(&script))));
    assert_eq!(lines(&bare)[..3], lines(&isolated)[..3], "what is another user's is shown as nobody's at most");
}

/// An isolated bot has no power even if root runs the arbiter, or the arbiter has inheritable capabilities.
#[test]
fn an_isolated_bot_has_no_power_over_its_namespaces() {
    let mounts = || fs::read_to_string("/proc/self/mountinfo").unwrap();
    let before = mounts();
    if rustix::process::geteuid().is_root() {
        let mut powers = capabilities(None).unwrap();
        powers.inheritable = powers.permitted;
        set_capabilities(None, powers).unwrap();
    }
    let script = "[ $$ = 2 ] && echo isolated; grep -E '^Cap(Inh|Prm|Eff|Bnd|Amb)' /proc/self/status; echo; cat";
    // A nursery of its own, because the thread that starts bots has the capabilities of the thread that made it.
    let nursery = Nursery::new(env!("CARGO_BIN_EXE_arbiter").into()).unwrap();
    let mut talk = Talk::over(nursery.launch(&isolated(sh(script))).unwrap());
    let first = talk.line();
    assert_eq!(mounts(), before, "what is mounted for it stays with it");
    if first == "isolated" {
        // The capabilities over files, users and its own processes, and to listen at low ports.
        let kept: u64 = [0, 1, 3, 4, 5, 6, 7, 8, 10].iter().map(|power| 1 << power).sum();
        let mut powers = [0; 5];
        for held in &mut powers {
            let line = talk.line();
            *held = u64::from_str_radix(line.split_whitespace().last().unwrap(), 16).unwrap();
        }
        let [inherited, permitted, effective, bound, ambient] = powers;
        assert_eq!((inherited | permitted | effective | ambient) & !kept, 0, "{powers:x?}");
        if rustix::process::geteuid().is_root() {
            assert_eq!(bound & !kept, 0, "{powers:x?}");
        }
    }
    talk.bot.close_input();
    talk.rest();
    assert_eq!(talk.exit(), Exit::Code(0));
}

#[test]
fn shared_memory_of_an_isolated_bot_ends_with_it() {
    if !isolates() {
        return;
    }
    let segments = || fs::read_to_string("/proc/sysvipc/shm").unwrap();
    let before = segments();
    let mut talk = Talk::start(&isolated(sh("ipcmk -M 1000000 >/dev/null; wc -l </proc/sysvipc/shm")));
    assert_eq!(talk.line(), "2");
    assert_eq!(talk.exit(), Exit::Code(0));
    assert_eq!(segments(), before);
}

#[test]
fn a_bot_in_shared_memory_is_not_isolated_from_itself() {
    if !isolates() {
        return;
    }
    let name = marker("own");
    let (program, link) = (format!("/dev/shm/{name}"), scratch("out-of-sight").join("link"));
    fs::copy("/bin/sh", &program).unwrap();
    std::os::unix::fs::symlink(&program, &link).unwrap();
    let link = link.to_str().unwrap();
    let run = |words: &[&str]| Launch::new(words.iter().map(|&word| word.to_owned()).collect());
    let by_dir = limited(sh("echo here"), |limits| limits.dir = Some("/dev/shm".into()));
    let own = run(&[&program, "-c", "echo here"]);
    let rows = [
        (own, program.as_str()),
        (run(&[link, "-c", "echo here"]), link),
        (run(&["sh", "-c", "echo here", &program]), &program),
        (by_dir, "/dev/shm"),
    ];
    for (launch, named) in rows {
        match nursery().launch(&isolated(launch.clone())) {
            Ok(_) => panic!("it starts, with {named}"),
            Err(error) => {
                assert!(error.is_ours() && error.is_of_settings() && !error.may_pass(), "{error}");
                let expected = "an isolated bot has a /dev/shm of its own, and does not see";
                let advice = "put that elsewhere, or set isolation=off";
                assert_eq!(error.to_string(), format!("{expected} {named}; {advice}"));
            }
        }
        assert_eq!(Talk::start(&bare(launch)).line(), "here", "{named}");
    }
    fs::remove_file(program).unwrap();
}

#[test]
fn files_in_shared_memory_of_an_isolated_bot_end_with_it() {
    if !isolates() {
        return;
    }
    let name = marker("shm");
    let script = format!("ls -A /dev/shm; head -c 1000000 /dev/zero >/dev/shm/{name} && wc -c </dev/shm/{name}");
    let outside = format!("/dev/shm/{name}-outside");
    fs::write(&outside, "").unwrap();
    let mut talk = Talk::start(&isolated(sh(&script)));
    assert_eq!(talk.rest(), "1000000\n");
    assert_eq!(talk.exit(), Exit::Code(0));
    assert!(!fs::exists(format!("/dev/shm/{name}")).unwrap());
    fs::remove_file(outside).unwrap();
    // The file system is no larger than the bot's memory.
    let full = "head -c 9000000 /dev/zero >/dev/shm/x 2>/dev/null || echo full";
    let limited = limited(isolated(sh(full)), |limits| limits.set("memory", Some("8M")).unwrap());
    let mut talk = Talk::start(&limited);
    assert!(talk.rest() == "full\n" || talk.exit().to_string().contains("memory limit"));
}

#[test]
fn a_bot_has_no_terminal_and_a_session_of_its_own() {
    for launch in [bare(sh("true")), isolated(sh("true"))] {
        let script = "cut -d' ' -f1,5-8 /proc/self/stat >/dev/null; set -- $(cat /proc/$$/stat); \
                      [ $1 = $5 ] && [ $1 = $6 ] && echo $7; (: </dev/tty) 2>/dev/null || echo none";
        let mut talk = Talk::start(&Launch { command: sh(script).command, ..launch });
        assert_eq!([talk.line(), talk.line()], ["0", "none"]);
    }
}

#[test]
fn a_keeper_survives_what_does_not_mean_it() {
    let script = "for s in INT HUP PIPE QUIT USR1 USR2 ALRM TSTP TTIN CHLD WINCH; do kill -$s $PPID; done; echo sent; \
                  read word; exit 5";
    let mut talk = Talk::start(&bare(sh(script)));
    assert_eq!(talk.line(), "sent");
    talk.say("end\n");
    assert_eq!(talk.exit(), Exit::Code(5));
}
