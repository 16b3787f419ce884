//! Matches that outlive their host.

use std::{fs, path::Path};

use testkit::{
    processes::scratch,
    session::{Session, faulty, verify},
};

/// Starts a match of a person against a bot, plays an action, and leaves by `leave`.
fn left(log: &Path, leave: impl FnOnce(&mut Session)) -> Vec<String> {
    let bot = faulty("good", "keeping");
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant isolation seed 1\nseat m 1 host\nseat m 2 bot {bot}\nkeep m on\nlog m {}\nstart m",
        log.display()
    ));
    session.until("turn m 1");
    let action = session.ask("legal m 1").pop().unwrap().split(' ').nth(3).unwrap().to_owned();
    session.say(format!("play m 1 {action}"));
    session.until("turn m 1");
    let position = session.ask("position m");
    leave(&mut session);
    assert_eq!(session.exit(), Some(0));
    position
}

#[test]
fn a_match_that_is_kept_is_resumed_after_its_host_has_left() {
    let dir = scratch("keeping");
    type Leave = fn(&mut Session);
    let ways: [(&str, Leave); 2] = [("quit", |session| session.say("quit")), ("end", |session| session.close())];
    for (name, leave) in ways {
        let log = dir.join(format!("{name}.jsonl"));
        let position = left(&log, leave);
        assert!(!fs::read_to_string(&log).unwrap().contains(r#""type":"result""#), "{name}");
        let mut session = Session::start();
        session.say(format!("resume m {}\nstart m", log.display()));
        session.until("turn m 1");
        assert_eq!(session.ask("position m"), position, "{name}");
        session.say("stop m\nquit");
        assert_eq!(session.exit(), Some(0));
        assert_eq!(verify(&[&log]).0, Some(0), "{name}");
        assert!(!dir.join(format!("{name}.jsonl.seed")).exists());
    }
}

#[test]
fn a_match_whose_bots_still_greet_leaves_nothing() {
    let dir = scratch("keeping");
    let log = dir.join("greets.jsonl");
    let bot = faulty("never-greet", "keeping");
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant isolation\nseat m 1 host\nseat m 2 bot {bot}\nkeep m on\nlog m {}\nstart m\nquit",
        log.display()
    ));
    assert_eq!(session.exit(), Some(0));
    assert!(!log.exists() && !dir.join("greets.jsonl.seed").exists());
}
