//! Analysis: a bot is asked about a position outside a match.

use testkit::{
    processes::{eventually, marker, survivors},
    program_word,
    session::{Session, faulty},
};

const POSITION: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4 -";

fn ask(bot: &str) -> Session {
    let mut session = Session::start();
    session.ask(format!("newmatch a variant chess seed 0\nseat a 1 bot {bot}\npatience a quit 200 ready 500"));
    assert!(session.ask(format!("setposition a {POSITION}")).is_empty());
    session
}

#[test]
fn a_bot_thinks_until_it_is_stopped_and_is_asked_again() {
    let mut session = ask(&program_word("arbiter-search"));
    session.ask("clock a movetime 600000");
    for _ in 0..2 {
        session.say("analyse a");
        session.until("ready a 1 name ");
        session.until("started a ");
        session.say("stop a");
        // The bot reports its search when it answers.
        session.until("info a 1 nodes ");
        let played = session.until("played a 1 ");
        assert!(played.contains(" text "), "{played}");
        assert_eq!(session.line(), "over a reason analysed");
        // The match is new again, and can have another position.
        assert!(session.ask(format!("setposition a {POSITION}")).is_empty());
    }
    session.say("clock a nodes 50\nanalyse a");
    session.until("played a 1 ");
    session.until("over a reason analysed");
    session.say("quit");
    assert_eq!(session.exit(), Some(0));
}

#[test]
fn what_a_bot_does_wrong_is_named_and_nothing_survives() {
    for (mode, fault) in [("crash", "crash"), ("stall", "timeout")] {
        let marker = marker("analysing");
        let mut session = ask(&faulty(mode, &marker));
        session.say("analyse a");
        if mode == "stall" {
            session.until("started a ");
            session.say("stop a");
        }
        let told = session.until("fault a 1 ");
        assert!(told.starts_with(&format!("fault a 1 {fault} ")), "{mode}: {told}");
        let late = told.contains(" expected an answer within 500 ms of stop, none came");
        assert_eq!(late, mode == "stall", "{told}");
        assert_eq!(session.until("over a "), format!("over a reason {fault}"), "{mode}");
        eventually("the bot is gone", || survivors(&marker).is_empty());
        assert_eq!(session.ask(""), [""; 0]);
    }
}
