//! The bot's side: whole dialogues in memory.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::io::{self, Write};

use uvi::{
    EngineOptionKind, OptionSpec, Value, Word, Words,
    bot::{Answer, Dialogue, Feature, Identity, TurnRequest, serve},
};

fn identity() -> Identity {
    let seed = OptionSpec {
        name: Word::new("seed").unwrap(),
        kind: EngineOptionKind::Spin { default: Some(1), min: Some(0), max: None },
    };
    Identity::new("Tester", "us").wants(Feature::Legal).wants(Feature::History).option(seed)
}

/// Runs a bot on these lines, and compares what it says.
#[track_caller]
fn check<A: Into<Answer>>(heard: &[&str], decide: impl FnMut(&TurnRequest) -> A, said: &[&str]) {
    let mut output = Vec::new();
    serve(identity(), heard.join("\n").as_bytes(), &mut output, decide).unwrap();
    assert_eq!(String::from_utf8(output).unwrap().lines().collect::<Vec<_>>(), said);
}

const GAME: &str = "newgame variant orwell seats 3 seat 2 maxrounds 9";

#[test]
fn the_greeting_says_who_and_what() {
    let plays = identity().plays(&Word::new("orwell").unwrap()).plays(&Word::new("katarenga").unwrap());
    let mut said = Vec::new();
    serve(plays, &b"uvi 1\r\nquit\r\n"[..], &mut said, |_| Answer::Resign).unwrap();
    assert_eq!(
        String::from_utf8(said).unwrap(),
        "id name Tester\nid author us\noption name seed type spin default 1 min 0\nvariant orwell katarenga\n\
         feature legal history\nuviok\n"
    );
}

#[test]
fn a_decision_knows_the_whole_question() {
    let decide = |turn: &TurnRequest| {
        assert_eq!((turn.game.variant.as_str(), turn.game.seats, turn.game.seat), ("orwell", 3, 2));
        assert_eq!(turn.rule_option("maxrounds"), Some("9"));
        assert_eq!((turn.setting("seed"), turn.setting("other")), (Some("7"), None));
        assert_eq!(turn.position.as_str(), "7/7 2 13 --- 1 -");
        let history = turn.history.as_ref().unwrap();
        assert_eq!((history.start.as_str(), history.moves.as_str()), ("7/7 1 -", "@13 pass"));
        assert_eq!(turn.go.movetime, Some(100));
        turn.legal.clone()
    };
    let question =
        ["position 7/7 2 13 --- 1 -", "history 7/7 1 - moves @13 pass", "legal a1a2 b1b2", "go movetime 100"];
    let heard = [&["setoption name seed value 7", "setoption name no value 1", GAME][..], &question].concat();
    check(&heard, decide, &["bestmove a1a2 b1b2"]);
}

#[test]
fn a_declared_default_is_the_setting() {
    let decide = |turn: &TurnRequest| {
        assert_eq!(turn.settings, [(Word::new("seed").unwrap(), Value::new("1"))]);
        Word::new("x").unwrap()
    };
    check(&[GAME, "position p", "go"], decide, &["bestmove x"]);
}

#[test]
fn a_new_position_forgets_the_old_lists() {
    let heard = [GAME, "position p", "legal a1", "go", "position q", "go"];
    check(&heard, |turn| turn.legal.nth(0), &["bestmove a1", "resign"]);
}

#[test]
fn what_is_no_question_is_passed_over() {
    let heard = format!(
        "/hello/go depth x/position before/go/stop/isready/{GAME}/stop/gameover reason abort/go/error no such thing/quit/isready"
    );
    let heard: Vec<&str> = heard.split('/').collect();
    check(&heard, |_| Answer::Resign, &["readyok"]);
}

#[test]
fn no_words_are_a_resignation() {
    check(&[GAME, "go"], |_| Words::default(), &["resign"]);
    check(&[GAME, "go"], |_| Answer::Play(Words::default()), &["resign"]);
}

#[test]
fn a_bot_can_think_aloud() {
    let mut said = Vec::new();
    let heard = [GAME, "position p", "legal a1", "go"].join("\n");
    let mut dialogue = Dialogue::new(identity(), heard.as_bytes(), &mut said);
    while let Some(turn) = dialogue.next_turn().unwrap() {
        let action = turn.legal.nth(0);
        dialogue.info("score 3").unwrap();
        dialogue.answer(action).unwrap();
    }
    assert_eq!(String::from_utf8(said).unwrap(), "info score 3\nbestmove a1\n");
}

/// A writer that fails like a closed pipe after this many writes.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    for writes in 0..3 {
        let heard = "uvi 1\nisready\nnewgame variant v seats 2 seat 1\nposition p\ngo\nposition p\ngo\n";
        let mut decisions = 0;
        let result = serve(identity(), heard.as_bytes(), Pipe(writes), |_| {
            decisions += 1;
            Word::new("x").unwrap()
        });
        assert!(result.is_ok());
        assert_eq!(decisions, writes.saturating_sub(1), "a greeting is one write");
    }
}
