//! An overloaded machine, and bots that attack the processes around them.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process};
use testkit::{
    processes::{eventually, marker, scratch, state, survivors},
    session::Session,
};

use super::{bot, newmatch};

/// A seed with which seat 1 can act at once. With other seeds, a bot at seat 1 is asked only after the host has played.
const LUCK: &str = "seed 2a";

/// The process of a bot with this marker among its arguments, not its keeper.
fn process_of(marker: &str) -> Option<Pid> {
    fs::read_dir("/proc").unwrap().flatten().find_map(|entry| {
        let words = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&words).into_owned();
        let is_bot = line.split('\0').next()?.ends_with("arbiter-faulty") && line.contains(marker);
        Pid::from_raw(entry.file_name().to_str()?.parse().ok()?).filter(|_| is_bot)
    })
}

/// Stops the arbiter and its bot while the bot thinks. `None` if that took longer than `movetime`.
fn both_stopped(movetime: Duration) -> Option<(Session, Pid)> {
    let marker = &marker("late");
    let mut session = Session::start();
    let players = [&bot("stop-self", marker), "host", "host"];
    let clock = format!("clock m seat 1 movetime {}", movetime.as_millis());
    session.say(format!("{}{clock}\nstart m", newmatch("m", LUCK, players)));
    session.until("started m ");
    let begun = Instant::now();
    let mut stopped = None;
    eventually("it is stopped while it thinks", || {
        stopped = process_of(marker).filter(|pid| state(format!("/proc/{}", pid.as_raw_pid()).as_ref()) == 'T');
        stopped.is_some()
    });
    session.signal(Signal::STOP);
    // The bot was asked after `begun`. So if less than `movetime` has passed since `begun`, the deadline is still to
    // come.
    (begun.elapsed() < movetime).then_some((session, stopped.unwrap()))
}

#[test]
fn a_bot_does_not_pay_for_a_deadline_that_the_arbiter_has_seen_late() {
    let times = [1, 4, 16].map(Duration::from_secs);
    let both = times.into_iter().find_map(|time| Some((both_stopped(time)?, time)));
    let ((mut session, stopped), movetime) = both.unwrap();
    // Neither process gets any time until two seconds after the deadline, as on a busy machine.
    thread::sleep(movetime + Duration::from_secs(2));
    session.signal(Signal::CONT);
    // The second answer comes after the match has looked at its deadline.
    for _ in 0..2 {
        session.ask("position m");
    }
    kill_process(stopped, Signal::CONT).unwrap();
    session.until("played m 1 ");
    let told: Vec<_> = session.heard().iter().filter(|line| line.starts_with("fault ")).collect();
    assert!(told.is_empty(), "{told:?}");
    session.say("stop m\nquit");
    session.rest();
    assert_eq!(session.exit(), Some(0));
}

/// The bot answers while the arbiter is stopped. The time until the arbiter continues does not count on the bot's
/// clock.
#[test]
fn a_clock_does_not_pay_for_a_time_in_which_the_arbiter_stood_still() {
    let marker = marker("stood");
    let mut session = Session::start();
    let players = [&bot("late --delay-ms 300", &marker), "host", "host"];
    session.say(format!("{}clock m seat 1 time 1500\nstart m", newmatch("m", LUCK, players)));
    session.until("started m ");
    thread::sleep(Duration::from_millis(100));
    session.signal(Signal::STOP);
    // This is longer than the clock has.
    thread::sleep(Duration::from_secs(2));
    session.signal(Signal::CONT);
    let played = session.until("played m 1 ");
    let time: u64 = played.split_once(" time ").and_then(|(_, rest)| rest.split(' ').next()).unwrap().parse().unwrap();
    assert!(time < 1500, "{played}");
    let told: Vec<_> = session.heard().iter().filter(|line| line.starts_with("fault ")).collect();
    assert!(told.is_empty(), "{told:?}");
    session.say("stop m\nquit");
    session.rest();
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn quit_and_signals_end_it_whatever_bots_do_to_their_keepers() {
    const ATTACKS: [&str; 6] = ["stop-keeper", "hold-keeper", "trace-keeper", "blind-keeper", "traced", "kill-all"];
    for signal in [None, Some(Signal::TERM), Some(Signal::INT)] {
        let marker = marker("attacks");
        let dir = scratch("attacks");
        let mut session = Session::start();
        let stalls = bot("stall", &marker);
        let mut names = Vec::new();
        for attack in ATTACKS {
            for isolation in ["auto", "off"] {
                // A bot without isolation would kill the arbiter.
                if (attack, isolation) == ("kill-all", "off") {
                    continue;
                }
                let name = format!("{attack}-{isolation}");
                let attacker = bot(&format!("{attack} --at greeting"), &marker);
                session.say(newmatch(&name, "", [&attacker, &stalls, &stalls]));
                session.say(format!("seatset {name} 1 isolation {isolation}\npatience {name} quit 200 greet 3000"));
                session.say(format!("log {name} {}\nstart {name}", dir.join(format!("{name}.jsonl")).display()));
                names.push(name);
            }
        }
        for _ in &names {
            session.until("started ");
        }
        match signal {
            None => session.say("quit"),
            Some(signal) => session.signal(signal),
        }
        session.rest();
        let code = signal.map_or(0, |signal| 128 + signal.as_raw());
        assert_eq!(session.exit(), Some(code));
        eventually("nothing is left", || survivors(&marker).is_empty());
    }
}
