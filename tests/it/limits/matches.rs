//! Limits in whole matches: set by a host, recorded in the log, and in effect beside a log.

use std::{fs, path::Path};

use testkit::{
    processes::{marker, scratch},
    run::RunFolder,
    session::{Session, faulty},
    terminal::Terminal,
    word,
};

use super::has_sandbox;

/// Begins a match of three bots, with further lines before its start.
fn begin(session: &mut Session, bots: [&str; 3], lines: &str) {
    session.say("newmatch m variant orwell seed 1 maxrounds 1\nclock m movetime 20000");
    for (number, bot) in (1..).zip(bots) {
        session.say(format!("seat m {number} bot {bot}"));
    }
    session.say(lines);
    session.say("start m");
}

/// The command line of a bot that first writes the output of a script into a file. The bot's program is a word of its
/// own, because the sandbox shows no other.
fn after(script: &str, file: &Path, marker: &str) -> String {
    let script = format!("({script}) >{} 2>&1; exec \"$0\" \"$@\"", word(file));
    format!("/bin/sh -c {} {}", word(script), faulty("good", marker))
}

#[test]
fn a_match_and_its_bots_share_a_core_and_spread_bots_do_not() {
    let dir = scratch("cores");
    let look = |name: &str| after("grep Cpus_allowed_list /proc/self/status; echo $PPID", &dir.join(name), "cores");
    let said = |name: &str| fs::read_to_string(dir.join(name)).unwrap();
    let cores = |text: &str| text.lines().next().unwrap().to_owned();
    let mut session = Session::start();
    session.say("newmatch m variant orwell seed 1\nseat m 1 host");
    session.say(format!("seat m 2 bot {}\nseat m 3 bot {}", look("m2"), look("m3")));
    session.say("seatset m 2 affinity match\nseatset m 3 affinity match\nseatset m 2 isolation off\nstart m");
    session.until("turn m 1");
    assert_eq!(cores(&said("m2")), cores(&said("m3")));

    // The parent of the keeper is the arbiter, which names its threads.
    let keeper = said("m2").lines().nth(1).unwrap().to_owned();
    let stat = fs::read_to_string(format!("/proc/{keeper}/stat")).unwrap();
    let arbiter = stat.rsplit(") ").next().unwrap().split(' ').nth(1).unwrap();
    let threads = fs::read_dir(format!("/proc/{arbiter}/task")).unwrap().flatten();
    let named = |comm: String| comm.trim() == "match m";
    let mut threads = threads.filter(|thread| named(fs::read_to_string(thread.path().join("comm")).unwrap()));
    let thread = threads.next().unwrap();
    let status = fs::read_to_string(thread.path().join("status")).unwrap();
    assert!(status.contains(&format!("{}\n", cores(&said("m2")))), "{status}");

    session.say("newmatch s variant orwell seed 1\nseat s 1 host");
    session.say(format!("seat s 2 bot {}\nseat s 3 bot {}", look("s2"), look("s3")));
    session.say("seatset s 2 affinity spread\nseatset s 3 affinity spread\nstart s");
    session.until("turn s 1");
    if fs::read_to_string("/proc/cpuinfo").unwrap().matches("processor\t").count() > 1 {
        assert_ne!(cores(&said("s2")), cores(&said("s3")));
    }
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn a_bot_in_the_sandbox_reads_neither_log_nor_seed() {
    if !has_sandbox() {
        return;
    }
    let dir = scratch("hidden");
    let own = dir.join("own");
    fs::create_dir(&own).unwrap();
    fs::write(dir.join("plain"), "plain text\n").unwrap();
    fs::write(dir.join("other.jsonl"), "another log\n").unwrap();
    let look = "for file in m.jsonl m.jsonl.seed other.jsonl plain; do head -c 9 ../$file; echo; done; grep -c hidden[=] /proc/$PPID/cmdline";
    let marker = marker("hidden");
    let free = after(look, &own.join("free"), &marker);
    let caged = after(look, &own.join("caged"), &marker);
    let good = faulty("good", &marker);
    let mut session = Session::start();
    let lines = format!(
        "log m {log}\nseatset m 1 dir {own}\nseatset m 1 isolation off\nseatset m 2 dir {own}\nseatset m 2 sandbox on",
        log = dir.join("m.jsonl").display(),
        own = own.display()
    );
    begin(&mut session, [&free, &caged, &good], &lines);
    assert!(session.until("over ").starts_with("over m reason limit"));
    let said = |name: &str| fs::read_to_string(own.join(name)).unwrap();
    assert!(said("free").contains("000000000\n") && said("free").contains("plain tex\n"), "{}", said("free"));
    assert!(said("free").ends_with("\n0\n"), "a free bot is told where the log is: {}", said("free"));
    let caged = said("caged");
    // It sees nothing outside of its directory.
    assert_eq!(caged.matches("head: cannot open").count(), 4, "{caged}");
    assert!(!caged.contains("000000000\n") && !caged.contains("plain tex\n"), "{caged}");

    // A log that cannot be hidden is an error before anything is made.
    session.say("drop m");
    let log = own.join("m.jsonl");
    begin(
        &mut session,
        [&good, &good, &good],
        &format!("log m {}\nseatset m 1 dir {}\nseatset m 1 sandbox", log.display(), own.display()),
    );
    let error = session.until("error ");
    assert!(error.starts_with("error cannot-start line "), "{error}");
    assert!(error.contains("seat 1: the sandbox cannot hide ") && !log.exists(), "{error}");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn a_bot_in_the_sandbox_reads_no_terminal() {
    if !has_sandbox() {
        return;
    }
    let dir = scratch("terminals");
    // A terminal for each seat, with a line of typed text.
    let terminals = [1, 2, 3].map(|seat| {
        let terminal = Terminal::new();
        rustix::io::write(&terminal.ours, format!("word {seat}\n").as_bytes()).unwrap();
        terminal
    });
    let seats = [0, 1, 2].map(|seat| {
        let own = dir.join(seat.to_string());
        fs::create_dir(&own).unwrap();
        after(&format!("timeout 20 head -n 1 {}", terminals[seat].path), &own.join("read"), "terminals")
    });
    let mut session = Session::start();
    let own = |seat: usize| dir.join(seat.to_string()).display().to_string();
    let lines = format!(
        "seatset m 1 dir {}\nseatset m 2 dir {}\nseatset m 2 sandbox\n\
         seatset m 3 dir {}\nseatset m 3 sandbox\nseatset m 3 isolation off",
        own(0),
        own(1),
        own(2)
    );
    begin(&mut session, [&seats[0], &seats[1], &seats[2]], &lines);
    assert!(session.until("over ").starts_with("over m reason limit"));
    let read = [0, 1, 2].map(|seat| fs::read_to_string(dir.join(seat.to_string()).join("read")).unwrap());
    assert_eq!(read[0], "word 1\n", "without a sandbox it can be read");
    for read in &read[1..] {
        assert!(!read.contains("word") && read.contains("cannot open"), "{read}");
    }
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

/// The number of bots that are held on a core, in each of two games, from the first lines of the logs.
fn held_in_two_games(modes: [&str; 3], name: &str) -> [usize; 2] {
    let folder = RunFolder::new(name);
    let bots = modes.map(|mode| format!("bot:{}", faulty(mode, name)));
    let words = ["-o", "maxrounds=1", "--seed", "1", "--games", "2", "--quiet", "--log", "m.jsonl"];
    folder.run(&[&["play", "orwell", &bots[0], &bots[1], &bots[2]][..], &words].concat()).code(0);
    [1, 2].map(|game| {
        let log = folder.read(&format!("m-{game}.jsonl"));
        log.lines().next().unwrap().matches("\"affinity\":\"auto\"").count()
    })
}

#[test]
fn a_match_is_held_to_a_core_where_each_bot_has_one_thread() {
    assert_eq!(held_in_two_games(["good", "good", "good"], "held"), [3, 3]);
    assert_eq!(held_in_two_games(["good", "threads --count 3", "good"], "loose"), [3, 0], "threads were seen");
}
