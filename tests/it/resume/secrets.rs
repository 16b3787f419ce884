//! A log that was cut off between two simultaneous choices. The match resumes with both choices or with neither.

use std::{fs, path::Path};

use rustix::process::Signal;
use testkit::{
    cats::{hills, scene, set},
    processes::scratch,
    session::{Session, verify},
    typed::after,
};

/// A cat of seat 2 has challenged one of seat 1, so both choose at once.
fn position() -> String {
    let cats = "kero:3:f11.3 lina:3:- misto:3:- / sham:3:e11.0 ispex:3:- vision:3:- / \
                speed:3:h11.3 darth:3:- setzer:3:-";
    let challenge = scene(&hills(""), cats, "1a11S 1a22P 2a11P 2a23P", "2 turn 2 ... 7 000 -");
    after(&set(&[], &challenge), "a!1a").to_string()
}

/// The challenge among host seats, with this log, after both seats were asked.
pub(crate) fn challenge(log: &Path) -> Session {
    let mut session = Session::start();
    session.say("newmatch m variant cat-chess seats 3");
    for seat in 1..=3 {
        session.say(format!("seat m {seat} host"));
    }
    session.say(format!("setposition m {}\nlog m {}\nstart m", position(), log.display()));
    for seat in [1, 2] {
        session.until(&format!("turn m {seat}"));
    }
    session
}

#[test]
fn nobody_is_told_what_another_has_chosen() {
    let log = scratch("secrets").join("m.jsonl");
    let mut session = challenge(&log);
    session.say("play m 1 sniff");
    session.say("play m 2 glare");
    session.until("played m 2 glare");
    session.signal(Signal::KILL);
    session.exit();
    let text = fs::read_to_string(&log).unwrap();
    let first = text.find("\"action\":\"sniff\"").unwrap();
    let end = first + text[first..].find('\n').unwrap() + 1;
    assert!(text[end..].contains("\"action\":\"glare\""), "{text}");
    fs::write(&log, &text[..end]).unwrap();
    let (code, _) = verify(&[&log]);
    assert_eq!(code, Some(3), "it is right as far as it goes");

    let mut session = Session::start();
    assert_eq!(session.ask(format!("resume m {}", log.display())), ["created m"]);
    assert!(!session.ask("history m")[0].contains("sniff"));
    session.say("start m");
    for seat in [1, 2] {
        session.until(&format!("turn m {seat}"));
    }
}
