//! An overloaded machine, and bots that attack the processes around them.

use std::{thread, time::Duration};

use rustix::process::Signal;
use testkit::{
    processes::{eventually, marker, scratch, survivors},
    session::Session,
};

use super::{bot, newmatch};

/// The bot answers while the arbiter is stopped. The time until the arbiter continues does not count on the bot's
/// clock.
#[test]
fn a_clock_does_not_pay_for_a_time_in_which_the_arbiter_stood_still() {
    let marker = marker("stood");
    let mut session = Session::start();
    let players = [&bot("late --delay-ms 300", &marker), "host", "host"];
    // With this seed seat 1 can act at once. With other seeds, a bot at seat 1 is asked only after the host has played.
    session.say(format!("{}clock m seat 1 time 1500\nstart m", newmatch("m", "seed 2a", players)));
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
