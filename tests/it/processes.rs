//! Real processes: how bots start, talk, end, and what they leave behind.
#![cfg(all(feature = "faulty", target_os = "linux"))]
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "clippy knows only the functions with #[test] as tests")]

pub(crate) mod bench;

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use arbiter::bot::{Exit, Launch, NoStart, Nursery, Output, Sent};
use bench::{
    Talk, bare, bots, eventually, faulty, isolated, limited, marker, nursery, scratch, sh, survivors, zombies,
};

// How a bot starts.

#[track_caller]
fn does_not_start(launch: Launch, expected: &str) {
    match nursery().launch(&launch) {
        Ok(_) => panic!("it starts; expected: {expected}"),
        Err(error) => assert_eq!(error.to_string(), expected),
    }
}

fn command(program: impl Into<String>) -> Launch {
    Launch::new(vec![program.into()])
}

#[test]
fn what_cannot_start_is_named() {
    let dir = scratch("no-start");
    let at = |name: &str| format!("{}/{name}", dir.display());
    fs::write(at("plain"), "text").unwrap();
    let in_dir = |program: &str| limited(command(program), |limits| limits.dir = Some(dir.clone()));
    let on_path = |path: &str| limited(command("plain"), |limits| limits.env = vec![("PATH".into(), path.into())]);

    does_not_start(Launch::default(), "the command names no program");
    does_not_start(command(""), "the command names no program");
    does_not_start(command(at("none")), &format!("there is no file {}", at("none")));
    does_not_start(command(at("plain/none")), &format!("there is no file {}", at("plain/none")));
    does_not_start(in_dir("./none"), &format!("there is no file {}", at("none")));
    does_not_start(command(dir.to_str().unwrap()), &format!("{} is a directory", dir.display()));
    does_not_start(command(at("plain")), &format!("{} is not executable", at("plain")));
    does_not_start(in_dir("./plain"), &format!("{} is not executable", at("plain")));
    does_not_start(on_path(dir.to_str().unwrap()), &format!("{} is not executable", at("plain")));
    does_not_start(on_path("/nowhere:/bin"), "there is no program plain on the path /nowhere:/bin");
    let clear = limited(command("no-such-bot"), |limits| limits.clear_env = true);
    does_not_start(clear, "there is no program no-such-bot on the path /usr/local/bin:/usr/bin:/bin");
    let nowhere = limited(command("sh"), |limits| limits.dir = Some("/nowhere".into()));
    does_not_start(nowhere, "there is no directory /nowhere");
    let in_file = limited(command("sh"), |limits| limits.dir = Some(at("plain").into()));
    does_not_start(in_file, &format!("{} is not a directory", at("plain")));
    let bad_name = limited(command("sh"), |limits| limits.env = vec![("A=B".into(), String::new())]);
    does_not_start(bad_name, "no variable can have the name \"A=B\"");
    does_not_start(command("sh\0"), "the command, its directory or its variables hold a NUL character");
}

#[test]
fn a_missing_arbiter_is_named() {
    let nursery = Nursery::new("/nowhere/arbiter".into()).unwrap();
    let error = nursery.launch(&command("sh")).unwrap_err();
    assert!(matches!(error, NoStart::NoKeeper { .. }));
    assert_eq!(error.to_string(), "cannot start /nowhere/arbiter: No such file or directory (os error 2)");
}

#[track_caller]
fn is_not_executed(content: &[u8], reason: &str) {
    let file = scratch("not-executed").join("bot");
    fs::write(&file, content).unwrap();
    fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
    let mut talk = Talk::start(&command(file.to_str().unwrap()));
    let expected = format!("cannot execute {}: {reason}", file.display());
    assert_eq!(talk.exit(), Exit::NotExecuted(expected));
}

#[test]
fn what_cannot_be_executed_ends_with_the_reason() {
    is_not_executed(b"#!/nowhere/interpreter\n", "its interpreter was not found");
    is_not_executed(b"\x7fELF and no more", "Exec format error");
    is_not_executed(b"echo a script without a first line\n", "Exec format error");
    is_not_executed(b"", "Exec format error");
}

#[test]
fn an_own_status_of_127_is_an_exit() {
    assert_eq!(Talk::start(&sh("exit 127")).exit(), Exit::Code(127));
    let forged = sh("echo hello; echo 'arbiter: cannot execute x: y' >&2; exit 127");
    assert_eq!(Talk::start(&forged).exit(), Exit::Code(127));
    let forged = sh("echo 'arbiter: cannot execute x: y' >&2; exit 127");
    assert_eq!(Talk::start(&forged).exit(), Exit::Code(127));
}

#[test]
fn a_program_that_was_moved_is_still_there() {
    let own = scratch("moved").join("arbiter");
    fs::copy(env!("CARGO_BIN_EXE_arbiter"), &own).unwrap();
    let nursery = Nursery::new(own.clone()).unwrap();
    fs::remove_file(own).unwrap();
    assert_eq!(Talk::over(nursery.launch(&sh("echo here")).unwrap()).line(), "here");
}

#[test]
fn what_fails_on_our_side_is_not_the_bots() {
    output_of(&["sh", "-c", "ulimit -n 40; exec \"$0\" \"$@\""], "short");
}

fn short() {
    let nursery = nursery();
    // Whether bots can be isolated is known from here on.
    Talk::over(nursery.launch(&sh("true")).unwrap()).rest();
    let mut bots = Vec::new();
    let error = loop {
        match nursery.launch(&sh("cat")) {
            Ok(bot) => bots.push(bot),
            Err(error) => break error,
        }
    };
    assert!(error.is_ours() && error.may_pass(), "{error}");
    assert!(error.to_string().contains("Too many open files"), "{error}");
    // There is room again.
    bots.truncate(1);
    eventually("another one starts", || nursery.launch(&sh("true")).is_ok());
}

#[test]
fn a_niceness_reaches_the_bot() {
    let launch = limited(sh("nice"), |limits| limits.nice = Some(5));
    assert_eq!(Talk::start(&launch).line(), "5");
}

#[test]
fn directory_variables_and_limits_reach_the_bot() {
    let dir = scratch("reach");
    fs::write(dir.join("bot"), "#!/bin/sh\necho \"$PWD $A $B ${HOME-none}\"; ulimit -n; ulimit -t; ulimit -c; env\n")
        .unwrap();
    fs::set_permissions(dir.join("bot"), PermissionsExt::from_mode(0o755)).unwrap();
    let launch = limited(command("./bot"), |limits| {
        limits.dir = Some(dir.clone());
        limits.env = vec![("A".into(), "one".into()), ("B".into(), "x=y z".into()), ("A".into(), "two".into())];
        limits.clear_env = true;
        limits.files = Some(77);
        limits.cpu = Some(9);
    });
    let mut talk = Talk::start(&launch);
    assert_eq!(talk.line(), format!("{} two x=y z none", dir.display()));
    assert_eq!([talk.line(), talk.line(), talk.line()], ["77", "9", "0"]);
    let rest = talk.rest();
    assert!(rest.contains("B=x=y z") && !rest.contains("ARBITER"), "{rest}");
}

#[test]
fn a_variable_for_the_bot_does_not_act_on_the_keeper() {
    let launch = limited(bare(sh("cat /proc/$PPID/environ; exit 0")), |limits| {
        limits.env = vec![("LD_LIBRARY_PATH".into(), "/x".into())];
    });
    let environ = format!("\0{}", Talk::start(&launch).rest());
    // What a keeper has is closed to its own account, and only root may look.
    let looks = rustix::process::geteuid().is_root();
    assert_eq!(environ.contains("\0ARBITER_BOT_0=LD_LIBRARY_PATH=/x\0"), looks, "{environ}");
    assert!(!environ.contains("\0LD_LIBRARY_PATH=/x\0"));
}

#[test]
fn a_bot_has_its_three_descriptors_and_no_other() {
    let nursery = nursery();
    let others: Vec<_> = (0..3).map(|_| nursery.launch(&sh("cat")).unwrap()).collect();
    let _open = fs::File::open("/dev/null").unwrap();
    // What a keeper has is closed to its own account, and only root may look.
    let few = if rustix::process::geteuid().is_root() { 5 } else { 0 };
    let script = format!("ls /proc/$$/fd; until [ $(ls /proc/$PPID/fd | wc -l) = {few} ]; do :; done; echo few");
    let mut talk = Talk::over(nursery.launch(&bare(sh(&script))).unwrap());
    assert_eq!([talk.line(), talk.line(), talk.line()], ["0", "1", "2"]);
    // Those of the keeper, once it has let go of the pipes: /dev/null three times, what wakes it, and what it tells the
    // arbiter by.
    assert_eq!(talk.line(), "few");
    drop(others);
}

// How a bot talks.

#[test]
fn a_bot_greets_and_plays() {
    let mut talk = Talk::start(&faulty("good", "greets"));
    talk.greet();
    talk.say("legal a1 b2 c3\ngo\n");
    assert_eq!(talk.line(), "bestmove a1");
    talk.say("quit\n");
    assert_eq!(talk.exit(), Exit::Code(0));
}

#[track_caller]
fn answers(mode: &str, expected: &str) {
    let mut talk = Talk::start(&faulty(mode, "answers"));
    talk.greet();
    talk.say("legal a1 b2\ngo\nlegal b2 c3\ngo\nisready\n");
    talk.bot.close_input();
    assert_eq!(talk.rest().replace("readyok\n", ""), expected, "{mode}");
}

#[test]
fn a_faulty_bot_says_what_its_mode_means() {
    answers("good", "bestmove a1\nbestmove b2\n");
    answers("good --pick last", "bestmove b2\nbestmove c3\n");
    answers("illegal", "bestmove zz9\nbestmove a1\n");
    answers("almost-right --after 1", "bestmove a1\nbestmove b2x\n");
    answers("wrong-case", "bestmove A1\nbestmove B2\n");
    answers("empty", "bestmove\nbestmove\n");
    answers("nul", "bestmove a1\0\nbestmove b2\0\n");
    answers("crash --after 1", "bestmove a1\n");
    answers("mid-line", "bestmove a1");
    answers("answer-and-exit", "bestmove a1\n");
    answers("no-newline", "bestmove a1bestmove b2");
    answers("many --count 3", "bestmove a1 b2 a1\nbestmove b2 c3 b2\n");
    answers("twice", "bestmove a1\nbestmove a1\nbestmove b2\nbestmove b2\n");
    answers("early", "bestmove a1\nbestmove b2\n");
    answers("out-of-turn --after 1", "bestmove a1\nbestmove b2\nbestmove b2\n");
    answers("resign", "resign\nbestmove b2\n");
    answers("resign-idle", "bestmove a1\nresign\nbestmove b2\n");
    answers("late --delay-ms 1", "bestmove a1\nbestmove b2\n");
}

#[test]
fn a_bot_that_ignores_quit_is_still_there() {
    let mut talk = Talk::start(&faulty("ignore-quit", "stays"));
    talk.greet();
    talk.say("quit\nquit\nisready\n");
    assert_eq!(talk.line(), "readyok");
}

#[test]
fn a_bot_that_does_not_read_blocks() {
    let mut talk = Talk::start(&faulty("deaf", "deaf"));
    let line = "history ".repeat(16_384);
    assert_eq!(talk.bot.send_now(line.as_bytes()), Sent::Blocked);
    assert!(talk.bot.is_queued());
    assert_eq!(talk.bot.flush(), Sent::Blocked);
    assert_eq!(talk.bot.send_now(b"more\n"), Sent::Blocked);
    talk.bot.kill();
    assert_eq!(talk.exit(), Exit::Signal(9));
    // A process that another thread is just starting has a copy of the pipe until its exec.
    eventually("its input is closed", || talk.bot.flush() == Sent::Closed);
    assert!(talk.bot.stdin_fd().is_none());
}

#[test]
fn what_was_queued_arrives_in_order() {
    let mut talk = Talk::start(&sh("read word; echo $word; wc -c"));
    let line = "x".repeat(200_000);
    assert_eq!(talk.bot.send_now(line.as_bytes()), Sent::Blocked);
    talk.bot.send(b"yy\n");
    talk.say("1234\n5678\n");
    talk.deliver();
    assert_eq!(talk.line(), format!("{line}yy"));
    talk.bot.close_input();
    assert_eq!(talk.line(), "10");
    assert_eq!(talk.bot.send_now(b"x"), Sent::Closed);
}

#[test]
fn a_closed_input_is_told() {
    let mut talk = Talk::start(&faulty("close-stdin", "closes"));
    talk.say("uvi 1\n");
    eventually("the input is closed", || talk.bot.send_now(b"isready\n") == Sent::Closed);
    assert_eq!(talk.bot.exit(), None);
}

#[test]
fn a_closed_output_ends_and_is_not_waited_for_again() {
    let mut talk = Talk::start(&faulty("close-all", "closes-all"));
    talk.greet();
    talk.say("go\n");
    assert_eq!(talk.rest(), "");
    eventually("stderr has ended", || talk.bot.drain_stderr() == Output::End);
    assert!(talk.bot.stdout_fd().is_none() && talk.bot.stderr_fd().is_none());
    assert_eq!(talk.bot.exit(), None);
    assert!(talk.bot.exit_fd().is_some());
}

#[test]
fn a_flood_on_stderr_does_not_hinder_stdout() {
    let mut talk = Talk::start(&faulty("flood-stderr", "flood"));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.line(), "bestmove a1");
    talk.say("quit\n");
    assert_eq!(talk.exit(), Exit::Code(0));
    eventually("stderr has ended", || talk.bot.drain_stderr() == Output::End);
    let tail = talk.bot.stderr_tail();
    assert!(tail.len() > 60_000 && tail.len() <= 65_536, "{}", tail.len());
    assert!(tail.starts_with("noise noise"), "{}", &tail[..20]);
    assert_eq!(talk.drained, 100_000_001);
}

// How a bot ends.

#[track_caller]
fn ends(mode: &str, expected: Exit) {
    let mut talk = Talk::start(&faulty(mode, "ends"));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.exit(), expected, "{mode}");
    assert!(talk.bot.exit_fd().is_none());
}

#[test]
fn statuses_and_signals_come_through() {
    ends("crash", Exit::Code(3));
    ends("exit", Exit::Code(0));
    ends("signal --signal segv", Exit::Signal(11));
    ends("signal --signal kill", Exit::Signal(9));
    ends("signal --signal abrt", Exit::Signal(6));
    ends("signal --signal term", Exit::Signal(15));
    ends("signal --signal int", Exit::Signal(2));
    assert_eq!(Talk::start(&sh("kill -16 $$")).exit(), Exit::Signal(16));
    assert_eq!(Talk::start(&sh("kill -PIPE $$")).exit(), Exit::Signal(13));
    assert_eq!(Talk::start(&sh("exit 255")).exit(), Exit::Code(255));
}

#[test]
fn what_was_written_before_the_end_can_be_read_after_it() {
    let mut talk = Talk::start(&sh("echo last; echo words >&2; exit 4"));
    eventually("it has ended", || talk.bot.exit().is_some());
    assert_eq!(talk.rest(), "last\n");
    while let Output::Bytes(_) = talk.bot.drain_stderr() {}
    assert_eq!(talk.bot.stderr_tail(), "words\n");
    assert_eq!(talk.bot.exit(), Some(Exit::Code(4)));
}

/// A bot that may ignore what it likes is killed, and so is all that it has started.
#[track_caller]
fn is_killed(mode: &str, started: usize) {
    let marker = marker("killed");
    for launch in [bare(faulty(mode, &marker)), isolated(faulty(mode, &marker))] {
        let mut talk = Talk::start(&launch);
        talk.greet();
        // The bot, and what it has started.
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
    for step in 0..200 {
        let bot = nursery.launch(&faulty("deaf", "early-kill")).unwrap();
        let start = Instant::now();
        while start.elapsed() < step * Duration::from_micros(20) {
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
fn a_stopped_bot_is_killed() {
    let mut talk = Talk::start(&faulty("stop-self", "stopped"));
    talk.greet();
    talk.say("go\n");
    eventually("it is stopped", || survivors_in_state("stopped", 'T') == 1);
    talk.bot.kill();
    assert_eq!(talk.exit(), Exit::Signal(9));
}

fn survivors_in_state(marker: &str, state: char) -> usize {
    survivors(marker).iter().filter(|line| line.starts_with(state)).count()
}

#[test]
fn a_stopped_keeper_goes_on_when_it_is_told_to_end() {
    let marker = marker("keeper-stopped");
    let mut talk = Talk::start(&bare(faulty("stop-keeper", &marker)));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.line(), "bestmove a1");
    eventually("the keeper is stopped", || survivors_in_state(&marker, 'T') == 1);
    talk.bot.kill();
    assert_eq!(talk.exit(), Exit::Signal(9));
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn an_isolated_bot_has_nobody_else_in_its_world() {
    let marker = marker("world");
    let mut other = Talk::start(&isolated(faulty("good", &marker)));
    other.greet();
    // Its parent stands outside, where no number of its own leads.
    let script = "echo $$ $PPID $(ls /proc | grep -c '^[0-9]'); kill -9 1; kill -STOP 1; [ $$ = 2 ] && kill -9 -1; kill -0 1; echo on; \
                  cat /proc/*/cmdline | tr '\\0' ' '; ls -l /proc/1/fd /proc/1/cwd 2>&1 | grep -c denied; echo; cat";
    let mut talk = Talk::start(&isolated(sh(script)));
    let first = talk.line();
    let first: Vec<&str> = first.split(' ').collect();
    // The init, the bot, and those of the question itself.
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
        format!("id -u; id -g; cd {}; echo x >new; stat -c '%u %g' new; stat -c '%u' /dev/null", dir.display());
    let said = |launch: &Launch| Talk::start(launch).rest();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (bare, isolated) = (said(&bare(sh(&script))), said(&isolated(sh(&script))));
    assert_eq!(lines(&bare)[..3], lines(&isolated)[..3], "what is another user's is shown as nobody's at most");
}

#[test]
fn the_arbiter_is_closed_to_its_own_account() {
    // Once there is a nursery.
    let nursery = nursery();
    let own = std::process::id();
    let script =
        format!("for file in mem environ fd/0; do (: </proc/{own}/$file) 2>/dev/null && echo $file; done; exit 0");
    let expected = if rustix::process::geteuid().is_root() { "mem\nenviron\nfd/0\n" } else { "" };
    assert_eq!(Talk::over(nursery.launch(&bare(sh(&script))).unwrap()).rest(), expected);
    // Where it is isolated the number is nobody's, for root as well.
    let isolates =
        Talk::over(nursery.launch(&isolated(sh("[ $$ = 2 ] && echo yes; exit 0"))).unwrap()).rest() == "yes\n";
    if isolates {
        assert_eq!(Talk::over(nursery.launch(&isolated(sh(&script))).unwrap()).rest(), "");
    }
}

#[test]
fn shared_memory_of_an_isolated_bot_ends_with_it() {
    let segments = || fs::read_to_string("/proc/sysvipc/shm").unwrap();
    let before = segments();
    let mut talk = Talk::start(&isolated(sh("ipcmk -M 1000000 >/dev/null; wc -l </proc/sysvipc/shm")));
    assert_eq!(talk.line(), "2");
    assert_eq!(talk.exit(), Exit::Code(0));
    assert_eq!(segments(), before);
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
fn a_grandchild_that_holds_the_pipes_hides_no_exit() {
    let marker = marker("holds");
    let mut talk = Talk::start(&faulty("grandchild-exit", &marker));
    talk.greet();
    talk.say("go\n");
    assert_eq!(talk.exit(), Exit::Code(3));
    assert_eq!(talk.rest(), "");
    assert_eq!(survivors(&marker), Vec::<String>::new());
}

#[test]
fn a_killed_keeper_takes_the_bot_with_it() {
    let marker = marker("keeper-killed");
    let mut talk = Talk::start(&bare(faulty("kill-keeper", &marker)));
    talk.greet();
    talk.say("legal a1\ngo\n");
    assert_eq!(talk.exit(), Exit::Signal(9));
    eventually("the bot has gone", || survivors(&marker).is_empty());
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

#[test]
fn a_dropped_bot_is_killed_and_reaped() {
    let marker = marker("dropped");
    let mut talk = Talk::start(&faulty("leave-session", &marker));
    talk.greet();
    eventually("all have started", || bots(&marker) == 2);
    drop(talk);
    eventually("all have gone", || survivors(&marker).is_empty());
    eventually("none is a zombie", || zombies() == 0);
}

// What another process must do, because it ends or because its descriptors are counted: this program again, which
// runs the test below in the role that the variable names.

const ROLE: &str = "ARBITER_TEST_ROLE";
const MARKER: &str = "ARBITER_TEST_MARKER";

/// The name of that test.
const ROLE_TEST: &str = "processes::role";

#[test]
fn role() {
    match std::env::var(ROLE).as_deref() {
        Ok("victim") => victim(),
        Ok("launcher") => launcher(),
        Ok("descriptors") => descriptors(),
        Ok("signals") => signals(),
        Ok("limits") => limits(),
        Ok("short") => short(),
        Ok("leak") => leak(),
        Ok("adopter") => adopter(),
        Ok(other) => panic!("no role {other}"),
        Err(_) => {}
    }
}

fn rerun(before: &[&str], role: &str, marker: &str) -> Command {
    let program: PathBuf = std::env::current_exe().unwrap();
    let words: Vec<&str> =
        before.iter().copied().chain([program.to_str().unwrap(), ROLE_TEST, "--exact", "--nocapture"]).collect();
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).env(ROLE, role).env(MARKER, marker).stdout(Stdio::piped()).stdin(Stdio::null());
    command
}

#[track_caller]
fn output_of(before: &[&str], role: &str) -> String {
    let output = rerun(before, role, role).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn a_killed_arbiter_leaves_nothing() {
    let marker = marker("arbiter-killed");
    let mut arbiter = rerun(&[], "victim", &marker).spawn().unwrap();
    let lines = BufReader::new(arbiter.stdout.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.ends_with("the bots have started")));
    // Ten bots, and twice 1 + 1 + 1 + 20 that they have started.
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
        let mut arbiter = rerun(&[], "launcher", &marker).spawn().unwrap();
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
    // Both the arbiter's mask and what it ignores, SIGCHLD among them, would be inherited.
    let env = ["env", "--ignore-signal=HUP,INT,CHLD,USR1,PIPE,TTOU", "--block-signal=TERM,CHLD,INT"];
    let text = output_of(&env, "signals");
    // Signals 32 and 33 are the C library's own.
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

/// As an arbiter, it takes in what keepers leave.
fn adopter() {
    arbiter::bot::adopt_orphans();
    for mode in ["kill-keeper", "stop-keeper", "hold-keeper", "trace-keeper", "blind-keeper", "traced", "kill-all"] {
        for launch in [bare, isolated] {
            let marker = marker("attacks");
            let mut talk = Talk::start(&launch(faulty(&format!("{mode} --at greeting"), &marker)));
            talk.say("uvi 1\n");
            // It greets when it has done so, if that has not ended it.
            let mut buffer = [0; 4096];
            eventually("it has done so", || {
                talk.bot.exit().is_some() || matches!(talk.bot.read_output(&mut buffer), Output::Bytes(_))
            });
            talk.bot.kill();
            talk.exit();
            eventually("nothing is left", || survivors(&marker).is_empty());
        }
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
