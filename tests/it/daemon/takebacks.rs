//! Takebacks by a host: over the link, in the log, and after a kill.

use std::fs;

use testkit::{
    run::RunFolder,
    session::{Session, verify},
};

#[test]
fn a_game_goes_on_with_the_same_luck_after_a_kill_too() {
    let folder = RunFolder::new("takebacks");
    let log = folder.path("m.jsonl");
    let mut session = Session::start();
    session.say(format!(
        "newmatch m variant orwell seed 1\nseat m 1 host\nseat m 2 host\nseat m 3 host\nlog m {} times off\nstart m",
        log.display()
    ));
    session.until("turn m 1");
    let first = session.ask("position m");
    let play = |session: &mut Session| {
        session.say("play m 1 b1a12");
        session.until("played m 1 b1a12 ");
        let legal = session.ask("legal m 1").pop().unwrap();
        let action = legal.split(' ').nth(3).unwrap().to_owned();
        session.say(format!("play m 1 {action}"));
        session.until(&format!("played m 1 {action} "));
        let chance = session.line();
        assert!(chance.starts_with("chance m @"), "{chance}");
        session.until("turn m 2");
        chance
    };
    let chance = play(&mut session);
    assert_eq!(session.ask("undo m 3").len(), 1);
    session.say("undo m 2");
    assert_eq!(session.until("undone "), "undone m 2 to 1");
    assert_eq!(session.until("turn "), "turn m 1");
    assert_eq!(session.ask("position m"), first);
    assert_eq!(play(&mut session), chance);
    session.say("undo m 1");
    session.until("undone m 1 to 2");
    session.until("turn m 1");
    let position = session.ask("position m").pop();
    drop(session);
    // The arbiter was killed.
    let mut session = Session::start();
    session.say(format!("resume m {}\nstart m", log.display()));
    session.until("turn m 1");
    assert_eq!(session.ask("position m").pop(), position);
    session.say("undo m to 1");
    session.until("undone m 1 to 1");
    session.until("turn m 1");
    assert_eq!(session.ask("position m"), first);
    assert_eq!(play(&mut session), chance);
    session.say("stop m\nquit");
    assert_eq!(session.exit(), Some(0));
    let text = fs::read_to_string(&log).unwrap();
    assert_eq!(text.matches(r#"{"type":"undo","plies":"#).count(), 3, "{text}");
    assert_eq!(verify(&[&log]).0, Some(0));
    folder.run(&["show", "m.jsonl"]).code(0);
    folder.run(&["replay", "m.jsonl", "-o", "m.html"]).code(0);
    let page = folder.read("m.html");
    assert!(page.contains("2 plies were taken back") && page.contains("1 ply was taken back"));
}
