//! Known answers: for every message a line, its value and the canonical spelling.

#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use uvi::{
    ClockWords, Clocks, Digest, EngineOptionKind, ErrorCode, Fault, FaultWords, FromBot, FromHost, Go, InfoDetail,
    LogWords, Lots, NewGame, NewMatch, OnFault, OptionSpec, Over, ParseError, Patience, Points, ScoreText, SeatPlayer,
    Seed, Switch, Sync, Text, ToBot, ToHost, Value, Word, Words,
};

/// Checks that the line is the canonical spelling of the message.
#[track_caller]
fn check<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str, message: M) {
    assert_eq!(message.to_string(), line);
    assert_eq!(line.parse(), Ok(message));
}

/// Checks that both lines mean the same, and that the second is the canonical spelling.
#[track_caller]
fn same<M: FromStr<Err = ParseError> + Display + Debug + PartialEq>(line: &str, canonical: &str) {
    let message: M = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(message.to_string(), canonical);
    assert_eq!(canonical.parse(), Ok(message));
}

fn word(text: &str) -> Word {
    Word::new(text).unwrap()
}

fn words(text: &str) -> Words {
    Words::new(text).unwrap()
}

fn option(name: &str, kind: EngineOptionKind) -> OptionSpec {
    OptionSpec { name: word(name), kind }
}

fn over(reason: &str, score: Option<ScoreText>) -> Over {
    Over { reason: word(reason), score }
}

fn third() -> Points {
    Points::new(1, 3).unwrap()
}

#[test]
fn arbiter_to_bot() {
    check("uvi 1", ToBot::Uvi(1));
    check("setoption name seed value 7", ToBot::SetOption { name: word("seed"), value: Value::new("7") });
    check("setoption name book value \"a b\"", ToBot::SetOption { name: word("book"), value: Value::new("a b") });
    check("isready", ToBot::IsReady);
    check(
        "newgame variant orwell seats 3 seat 2 maxrounds 40",
        ToBot::NewGame(NewGame {
            variant: word("orwell"),
            seats: 3,
            seat: 2,
            lots: None,
            options: vec![(word("maxrounds"), Value::new("40"))],
        }),
    );
    check(
        "newgame variant orwell seats 3 seat 2 lots 00c0ffee00000007 maxrounds 40",
        ToBot::NewGame(NewGame {
            variant: word("orwell"),
            seats: 3,
            seat: 2,
            lots: Some(Lots(0x00c0_ffee_0000_0007)),
            options: vec![(word("maxrounds"), Value::new("40"))],
        }),
    );
    check("position 7/7 1 13 --- 1 -", ToBot::Position(words("7/7 1 13 --- 1 -")));
    check("history 7/7 1 - moves", ToBot::History { start: words("7/7 1 -"), moves: words("") });
    check(
        "history 7/7 1 - moves @13 c3d4 pass !2",
        ToBot::History { start: words("7/7 1 -"), moves: words("@13 c3d4 pass !2") },
    );
    check("legal", ToBot::Legal(words("")));
    check("legal c3b4 c3d4", ToBot::Legal(words("c3b4 c3d4")));
    check("go", ToBot::Go(Go::default()));
    check(
        "go movetime 500 time 60000 - 59000 inc 0 - 1000 movestogo 7 nodes 9 depth 3",
        ToBot::Go(Go {
            movetime: Some(500),
            clocks: Some(Clocks {
                time: vec![Some(60_000), None, Some(59_000)],
                inc: vec![Some(0), None, Some(1000)],
                movestogo: Some(7),
            }),
            nodes: Some(9),
            depth: Some(3),
        }),
    );
    check("stop", ToBot::Stop);
    check(
        "gameover reason royals score 1 0 1/3",
        ToBot::GameOver(over("royals", Some(ScoreText::Each(vec![Points::ONE, Points::ZERO, third()])))),
    );
    check("gameover reason turns shared 1234", ToBot::GameOver(over("turns", Some(ScoreText::Shared(1234)))));
    check("gameover reason abort", ToBot::GameOver(over("abort", None)));
    check("error expected an action, found \"x\"", ToBot::Error(Text::new("expected an action, found \"x\"")));
    check("error", ToBot::Error(Text::new("")));
    check("quit", ToBot::Quit);
}

#[test]
fn bot_to_arbiter() {
    check("id name Random 1.0", FromBot::IdName(Text::new("Random 1.0")));
    check("id author Zoë", FromBot::IdAuthor(Text::new("Zoë")));
    check("id name", FromBot::IdName(Text::new("")));
    check("option name a type check", FromBot::Option(option("a", EngineOptionKind::Check { default: None })));
    check(
        "option name a type check default true",
        FromBot::Option(option("a", EngineOptionKind::Check { default: Some(true) })),
    );
    check(
        "option name a type spin default -3 min -9 max 9",
        FromBot::Option(option("a", EngineOptionKind::Spin { default: Some(-3), min: Some(-9), max: Some(9) })),
    );
    check(
        "option name a type combo default \"x y\" var \"x y\" var z",
        FromBot::Option(option(
            "a",
            EngineOptionKind::Combo {
                default: Some(Value::new("x y")),
                vars: vec![Value::new("x y"), Value::new("z")],
            },
        )),
    );
    check(
        "option name a type string default \"\"",
        FromBot::Option(option("a", EngineOptionKind::String { default: Some(Value::new("")) })),
    );
    check("option name a type button", FromBot::Option(option("a", EngineOptionKind::Button)));
    check("variant orwell katarenga", FromBot::Variant(words("orwell katarenga")));
    check("feature legal history", FromBot::Feature(words("legal history")));
    check("uviok", FromBot::UviOk);
    check("readyok", FromBot::ReadyOk);
    check("info score 12 nodes 400", FromBot::Info(Text::new("score 12 nodes 400")));
    check("info", FromBot::Info(Text::new("")));
    check("bestmove c3d4", FromBot::BestMove(words("c3d4")));
    check("bestmove c3d4 f1e2j", FromBot::BestMove(words("c3d4 f1e2j")));
    check("resign", FromBot::Resign);
}

#[test]
fn host_to_arbiter_before_the_start() {
    let m = || word("m");
    check("uvi 1", FromHost::Uvi(1));
    check("uvi 4294967295", FromHost::Uvi(u32::MAX));
    check("isready", FromHost::IsReady);
    check("describe", FromHost::Describe);
    check(
        "newmatch m variant orwell",
        FromHost::NewMatch(NewMatch { name: m(), variant: word("orwell"), seats: None, seed: None, options: vec![] }),
    );
    let mut seed = [0; 16];
    seed[15] = 0x2a;
    check(
        "newmatch m variant orwell seats 3 seed 0000000000000000000000000000002a maxrounds 40 style \"a b\"",
        FromHost::NewMatch(NewMatch {
            name: m(),
            variant: word("orwell"),
            seats: Some(3),
            seed: Some(Seed(seed)),
            options: vec![(word("maxrounds"), Value::new("40")), (word("style"), Value::new("a b"))],
        }),
    );
    check("setposition m 7/7 1 -", FromHost::SetPosition { name: m(), position: words("7/7 1 -") });
    check(
        "seat m 1 bot ./bot \"a  b\" --depth 3",
        FromHost::Seat { name: m(), seat: 1, player: SeatPlayer::Bot(Text::new("./bot \"a  b\" --depth 3")) },
    );
    check("seat m 2 host", FromHost::Seat { name: m(), seat: 2, player: SeatPlayer::Host });
    check(
        "seatoption m 1 name seed value 7",
        FromHost::SeatOption { name: m(), seat: 1, option: word("seed"), value: Value::new("7") },
    );
    check("seatset m 1 clearenv", FromHost::SeatSet { name: m(), seat: 1, key: word("clearenv"), value: None });
    check(
        "seatset m 1 env \"NAME=a b\"",
        FromHost::SeatSet { name: m(), seat: 1, key: word("env"), value: Some(Value::new("NAME=a b")) },
    );
    check("clock m none", FromHost::Clock { name: m(), seat: None, clock: ClockWords::default() });
    check("clock m seat 2 none", FromHost::Clock { name: m(), seat: Some(2), clock: ClockWords::default() });
    check(
        "clock m seat 2 movetime 1 time 2 inc 3 movestogo 7 nodes 4 depth 5 margin 6",
        FromHost::Clock {
            name: m(),
            seat: Some(2),
            clock: ClockWords {
                movetime: Some(1),
                time: Some(2),
                inc: Some(3),
                movestogo: Some(7),
                nodes: Some(4),
                depth: Some(5),
                margin: Some(6),
            },
        },
    );
    check(
        "patience m greet 1 ready 2 quit 3",
        FromHost::Patience { name: m(), patience: Patience { greet: Some(1), ready: Some(2), quit: Some(3) } },
    );
    check("onfault m forfeit", FromHost::OnFault { name: m(), policy: OnFault::Forfeit.into() });
    check("onfault m random", FromHost::OnFault { name: m(), policy: OnFault::Random.into() });
    for (line, then) in [("onfault m retry 3", OnFault::Forfeit), ("onfault m retry 3 random", OnFault::Random)] {
        check(line, FromHost::OnFault { name: m(), policy: FaultWords { retry: Some(3), then } });
    }
    check(
        "log m game.jsonl",
        FromHost::Log {
            name: m(),
            log: LogWords { path: Value::new("game.jsonl"), times: None, info: None, sync: None },
        },
    );
    for (info, detail) in [("off", InfoDetail::Off), ("last", InfoDetail::Last), ("all", InfoDetail::All)] {
        check(
            &format!("log m \"my games/1.jsonl\" times off info {info} sync event"),
            FromHost::Log {
                name: m(),
                log: LogWords {
                    path: Value::new("my games/1.jsonl"),
                    times: Some(Switch::Off),
                    info: Some(detail),
                    sync: Some(Sync::Event),
                },
            },
        );
    }
    check("resume m game.jsonl", FromHost::Resume { name: m(), path: Value::new("game.jsonl") });
}

#[test]
fn host_to_arbiter_from_the_start() {
    let m = || word("m");
    check("start m", FromHost::Start(m()));
    check("play m 2 c3d4 pass", FromHost::Play { name: m(), seat: 2, actions: words("c3d4 pass") });
    check("resign m 2", FromHost::Resign { name: m(), seat: 2 });
    check("show m", FromHost::Show(m()));
    check("legal m 2", FromHost::Legal { name: m(), seat: 2 });
    check("position m", FromHost::Position { name: m(), seat: None });
    check("position m 2", FromHost::Position { name: m(), seat: Some(2) });
    check("history m", FromHost::History { name: m(), seat: None });
    check("history m 2", FromHost::History { name: m(), seat: Some(2) });
    check("debug on", FromHost::Debug(Switch::On));
    check("debug off", FromHost::Debug(Switch::Off));
    check("stop m", FromHost::Stop(m()));
    check("drop m", FromHost::Drop(m()));
    check("wait", FromHost::Wait(None));
    check("wait m", FromHost::Wait(Some(m())));
    check("quit", FromHost::Quit);
}

#[test]
fn arbiter_to_host() {
    let m = || word("m");
    check("id name Arbiter 0.1.0", ToHost::IdName(Text::new("Arbiter 0.1.0")));
    check("id author somebody", ToHost::IdAuthor(Text::new("somebody")));
    check(
        "variant name orwell seats 3 title Orwell Chess",
        ToHost::Variant { name: word("orwell"), seats: vec![3], title: Text::new("Orwell Chess") },
    );
    check(
        "variant name catalonia seats 1 2 3 4 title Catalonia",
        ToHost::Variant { name: word("catalonia"), seats: vec![1, 2, 3, 4], title: Text::new("Catalonia") },
    );
    check(
        "option variant orwell name maxrounds type spin default 500 min 1 max 10000",
        ToHost::Option {
            variant: word("orwell"),
            option: option("maxrounds", EngineOptionKind::Spin { default: Some(500), min: Some(1), max: Some(10_000) }),
        },
    );
    check("uviok", ToHost::UviOk);
    check("readyok", ToHost::ReadyOk);
    check(
        "about orwell game Three armies",
        ToHost::About { variant: word("orwell"), key: word("game"), text: Text::new("Three armies") },
    );
    check("created m", ToHost::Created(m()));
    check("ready m 1 name Random 1.0", ToHost::Ready { name: m(), seat: 1, bot: Text::new("Random 1.0") });
    check(
        &format!("started m commitment {}7f position 7/7 1 -", "00".repeat(31)),
        ToHost::Started {
            name: m(),
            commitment: Digest(std::array::from_fn(|place| if place == 31 { 0x7f } else { 0 })),
            position: words("7/7 1 -"),
        },
    );
    check("chance m @13", ToHost::Chance { name: m(), action: word("@13") });
    check(
        "played m 1 c3d4 time 12 text c3-d4",
        ToHost::Played { name: m(), seat: 1, action: word("c3d4"), time: 12, text: Text::new("c3-d4") },
    );
    check(
        "score m turn 2 points 5 total 9 chain a1 b2",
        ToHost::Score { name: m(), turn: 2, points: 5, total: 9, chain: words("a1 b2") },
    );
    check("turn m 2", ToHost::Turn { name: m(), seat: 2, go: Go::default() });
    check(
        "turn m 2 movetime 60000",
        ToHost::Turn { name: m(), seat: 2, go: Go { movetime: Some(60_000), ..Go::default() } },
    );
    check("info m 1 score 3", ToHost::Info { name: m(), seat: 1, text: Text::new("score 3") });
    check("over m reason abort", ToHost::Over { name: m(), over: over("abort", None) });
    check("over m reason turns shared 7", ToHost::Over { name: m(), over: over("turns", Some(ScoreText::Shared(7))) });
    check(
        "over m reason timeout score 0 1",
        ToHost::Over { name: m(), over: over("timeout", Some(ScoreText::Each(vec![Points::ZERO, Points::ONE]))) },
    );
    check("vacated m 2 reason crash", ToHost::Vacated { name: m(), seat: 2, reason: word("crash") });
    check("board m", ToHost::Board { name: m(), line: String::new() });
    check("board m 12  . w  r", ToHost::Board { name: m(), line: "12  . w  r".to_owned() });
    check("board m    a b c", ToHost::Board { name: m(), line: "   a b c".to_owned() });
    check("legal m 2", ToHost::Legal { name: m(), seat: 2, actions: words("") });
    check("legal m 2 c3b4 c3d4", ToHost::Legal { name: m(), seat: 2, actions: words("c3b4 c3d4") });
    check("position m 7/7 1 -", ToHost::Position { name: m(), position: words("7/7 1 -") });
    check(
        "history m 7/7 1 - moves @13 c3d4",
        ToHost::History { name: m(), start: words("7/7 1 -"), moves: words("@13 c3d4") },
    );
}

#[test]
fn every_fault_and_error_code_has_its_word() {
    for fault in Fault::ALL {
        let line = format!("fault m 1 {fault} expected bestmove");
        check(&line, ToHost::Fault { name: word("m"), seat: 1, fault, text: Text::new("expected bestmove") });
        check(fault.word(), fault);
    }
    for code in ErrorCode::ALL {
        check(&format!("error {code} line 3: why"), ToHost::Error { code, text: Text::new("line 3: why") });
        check(code.word(), code);
    }
}

#[test]
fn white_space_is_folded() {
    same::<ToBot>(" \t isready\t ", "isready");
    same::<ToBot>("\tposition \t a\t\tb  c ", "position a b c");
    same::<ToBot>("go\tdepth   3 ", "go depth 3");
    same::<FromBot>("bestmove\tc3d4  pass ", "bestmove c3d4 pass");
    same::<FromBot>("id  name \t Deep  Thought \t", "id name Deep  Thought");
    same::<FromBot>("info \t", "info");
    same::<FromHost>(" wait ", "wait");
    same::<ToHost>("board m one two  \t", "board m one two");
    same::<ToHost>("  board   m  x", "board m  x");
    same::<ToHost>("board m\tx", "board m x");
    same::<ToHost>("board m a\nb", "board m a b");
}

#[test]
fn pairs_come_in_any_order() {
    same::<ToBot>("setoption value 7 name seed", "setoption name seed value 7");
    same::<ToBot>(
        "newgame maxrounds 9 seat 1 style x seats 3 variant orwell",
        "newgame variant orwell seats 3 seat 1 maxrounds 9 style x",
    );
    same::<ToBot>("go depth 1 inc 0 - time 5 - movetime 3", "go movetime 3 time 5 - inc 0 - depth 1");
    same::<ToBot>("go movestogo 2 inc 0 - time 5 -", "go time 5 - inc 0 - movestogo 2");
    same::<ToBot>("gameover score 1 0 reason limit", "gameover reason limit score 1 0");
    same::<FromBot>("option max 9 type spin min 1 name a default 2", "option name a type spin default 2 min 1 max 9");
    same::<FromHost>("newmatch m seed 2A variant x", "newmatch m variant x seed 0000000000000000000000000000002a");
    same::<FromHost>("clock m depth 3 seat 1 time 5", "clock m seat 1 time 5 depth 3");
    same::<FromHost>("clock m movestogo 40 time 5", "clock m time 5 movestogo 40");
    same::<FromHost>("clock m none seat 1", "clock m seat 1 none");
    same::<FromHost>("patience m quit 3 greet 1", "patience m greet 1 quit 3");
    same::<FromHost>("log m a sync game times on", "log m a times on sync game");
    same::<ToHost>("variant seats 2 4 name x title A title", "variant name x seats 2 4 title A title");
    same::<ToHost>("option type button variant v name n", "option variant v name n type button");
    same::<ToHost>("score m total 3 turn 1 points 2 chain", "score m turn 1 points 2 total 3 chain");
}

#[test]
fn the_word_after_a_keyword_is_its_value() {
    same::<ToBot>("setoption name value value name", "setoption name value value name");
    same::<ToBot>("newgame variant seats seats 2 seat 1 a variant", "newgame variant seats seats 2 seat 1 a variant");
    same::<FromBot>("option name type type string default name", "option name type type string default name");
    same::<FromHost>("newmatch variant variant variant", "newmatch variant variant variant");
    same::<FromHost>("clock seat seat 2 depth 1", "clock seat seat 2 depth 1");
    same::<ToHost>("over reason reason score score 1", "over reason reason score score 1");
    same::<ToHost>("played m 1 time time 3 text text", "played m 1 time time 3 text text");
}

#[test]
fn values_are_words_or_quoted() {
    for (written, value, canonical) in [
        ("plain", "plain", "plain"),
        ("\"plain\"", "plain", "plain"),
        ("a\"b", "a\"b", "a\"b"),
        ("a\\b", "a\\b", "a\\b"),
        ("\"\"", "", "\"\""),
        ("\"a b\"", "a b", "\"a b\""),
        ("\" \\\" \\\\ \"", " \" \\ ", "\" \\\" \\\\ \""),
        ("\"\\\"x\"", "\"x", "\"\\\"x\""),
        ("\"Zoë\t!\"", "Zoë\t!", "\"Zoë\t!\""),
    ] {
        assert_eq!(written.parse(), Ok(Value::new(value)), "{written}");
        assert_eq!(Value::new(value).to_string(), canonical);
    }
}

#[test]
fn the_pieces_are_read_and_written_alone() {
    check("c3d4", word("c3d4"));
    check("a b c", words("a b c"));
    check("", words(""));
    check("free text, \"raw\"", Text::new("free text, \"raw\""));
    check("0", Points::ZERO);
    check("1/3", third());
    check("score 1 1/3", ScoreText::Each(vec![Points::ONE, third()]));
    check("shared 3", ScoreText::Shared(3));
    check("reason limit score 1/3", over("limit", Some(ScoreText::Each(vec![third()]))));
    check("movetime 5", Go { movetime: Some(5), ..Go::default() });
    check("", Go::default());
    check("name a type button", option("a", EngineOptionKind::Button));
    same::<Points>("2/4", "1/2");
    same::<Points>("007", "7");
    same::<Seed>("2A", "0000000000000000000000000000002a");
    same::<Seed>("fedcba98765432100123456789abcdef", "fedcba98765432100123456789abcdef");
    same::<Digest>(&"Ab".repeat(32), &"ab".repeat(32));
}

#[test]
fn what_cannot_stand_on_a_line_is_made_harmless() {
    assert_eq!(Text::new(" a\nb\r\n").to_string(), "a b");
    assert_eq!(Value::new("a\nb").to_string(), "\"a b\"");
    assert_eq!(ToHost::Board { name: word("m"), line: "a\nb\n".to_owned() }.to_string(), "board m a b");
}
