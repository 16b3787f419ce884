//! Every kind of bad line with its exact error: the column, what was expected, what was found.

use std::{fmt::Debug, str::FromStr};

use uvi::{
    Digest, ErrorCode, Fault, FromBot, FromHost, ParseError, ParseErrorKind, Points, ScoreText, Seed, ToBot, ToHost,
    Value, Word, Words,
};

#[track_caller]
fn error<M: FromStr<Err = ParseError> + Debug>(line: &str) -> ParseError {
    line.parse::<M>().expect_err(line)
}

#[track_caller]
fn check<M: FromStr<Err = ParseError> + Debug>(line: &str, message: &str) {
    let error = error::<M>(line);
    assert_eq!(error.to_string(), message, "{line}");
    assert!(!error.is_unknown_verb() && !error.is_empty_line(), "{line}");
}

const END: &str = "the end of the line";

#[test]
fn an_unknown_verb_is_told_from_bad_arguments() {
    for line in ["hello there", "Go", "bestmove", "zoë", "uvi\u{a0}1"] {
        assert!(error::<ToBot>(line).is_unknown_verb(), "{line}");
    }
    assert!(error::<FromBot>("go").is_unknown_verb());
    assert!(error::<FromHost>("bestmove x").is_unknown_verb());
    assert!(error::<ToHost>("newmatch m variant x").is_unknown_verb());
    assert_eq!(error::<ToBot>("  hello there").to_string(), "column 3: unknown verb \"hello\"");
}

#[test]
fn an_empty_line_is_neither() {
    for line in ["", " ", "\t \t"] {
        for error in [error::<ToBot>(line), error::<FromBot>(line), error::<FromHost>(line), error::<ToHost>(line)] {
            assert!(error.is_empty_line() && !error.is_unknown_verb(), "{line:?}");
            let expected = format!("column {}: expected a verb, found {END}", line.len() + 1);
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[test]
fn an_error_has_its_facts() {
    let error = error::<ToBot>("go movetime abc");
    assert_eq!(error.column, 13);
    let ParseErrorKind::Unexpected { expected, found } = &error.kind else { panic!("{error:?}") };
    assert_eq!((*expected, found.as_deref()), ("a number of milliseconds", Some("abc")));
    assert_eq!(error.kind.to_string(), "expected a number of milliseconds, found \"abc\"");
}

#[test]
fn columns_count_characters() {
    check::<ToHost>("variant name zoë seats 1 title x", "column 14: expected a word, found \"zoë\"");
    check::<FromBot>(
        "option name x type string default \"éé\" min 3",
        "column 44: expected no min or max for type string, found \"3\"",
    );
}

#[test]
fn what_is_shown_is_escaped_and_cut() {
    check::<FromBot>("uviok \u{1b}[2J", "column 7: expected the end of the line, found \"\\u{1b}[2J\"");
    check::<FromBot>("uviok a\u{202e}\u{9b}", "column 7: expected the end of the line, found \"a\\u{202e}\\u{9b}\"");
    let long = format!("uviok {}", "é".repeat(100));
    check::<FromBot>(&long, &format!("column 7: expected the end of the line, found \"{}…\"", "é".repeat(40)));
}

#[test]
fn lone_verbs_take_no_words() {
    for verb in ["isready", "stop", "quit"] {
        let message = format!("column {}: expected the end of the line, found \"now\"", verb.len() + 2);
        check::<ToBot>(&format!("{verb} now"), &message);
    }
    check::<FromBot>("uviok 1", "column 7: expected the end of the line, found \"1\"");
    check::<FromBot>("readyok yes", "column 9: expected the end of the line, found \"yes\"");
    check::<FromBot>("resign 2", "column 8: expected the end of the line, found \"2\"");
    check::<FromHost>("isready m", "column 9: expected the end of the line, found \"m\"");
    check::<FromHost>("quit now", "column 6: expected the end of the line, found \"now\"");
    check::<FromHost>("start m 1", "column 9: expected the end of the line, found \"1\"");
    check::<FromHost>("wait m n", "column 8: expected the end of the line, found \"n\"");
    check::<FromHost>("seat m 1 host x", "column 15: expected the end of the line, found \"x\"");
    check::<ToHost>("chance m @1 @2", "column 13: expected the end of the line, found \"@2\"");
}

#[test]
fn numbers_fit_their_types() {
    check::<ToBot>("uvi", &format!("column 4: expected a number, found {END}"));
    check::<ToBot>("uvi one", "column 5: expected a number, found \"one\"");
    check::<ToBot>("uvi -1", "column 5: expected a number, found \"-1\"");
    check::<ToBot>("uvi +1", "column 5: expected a number, found \"+1\"");
    check::<ToBot>("uvi 1.0", "column 5: expected a number, found \"1.0\"");
    check::<ToBot>("uvi ١", "column 5: expected a number, found \"١\"");
    check::<ToBot>("uvi 4294967296", "column 5: expected a number up to 4294967295, found \"4294967296\"");
    check::<FromHost>("legal m 4294967296", "column 9: expected a number up to 4294967295, found \"4294967296\"");
    check::<ToBot>(
        "go nodes 18446744073709551616",
        "column 10: expected a number up to 18446744073709551615, found \"18446744073709551616\"",
    );
    check::<ToBot>(
        "go movetime 18446744073709551616",
        "column 13: expected a number of milliseconds up to 18446744073709551615, found \"18446744073709551616\"",
    );
    check::<FromBot>(
        "option name a type spin max 9223372036854775808",
        "column 29: expected a number from -9223372036854775808 to 9223372036854775807, found \"9223372036854775808\"",
    );
    check::<FromBot>("option name a type spin min x", "column 29: expected a whole number, found \"x\"");
    check::<ToHost>(
        "variant name x seats 2 4294967296 title t",
        "column 24: expected a number up to 4294967295, found \"4294967296\"",
    );
}

#[test]
fn a_keyword_stands_once() {
    check::<ToBot>("go depth 1 depth 2", "column 12: \"depth\" stands twice");
    check::<ToBot>("setoption name a name b", "column 18: \"name\" stands twice");
    check::<ToBot>("newgame variant v seats 2 seat 1 a 1 b 2 a 3", "column 42: \"a\" stands twice");
    check::<FromHost>("newmatch m variant v seats 2 seats 3", "column 30: \"seats\" stands twice");
    check::<FromHost>("clock m time 1 time 2", "column 16: \"time\" stands twice");
    check::<FromHost>("clock m none none", "column 14: \"none\" stands twice");
    check::<FromHost>("patience m greet 1 greet 1", "column 20: \"greet\" stands twice");
    check::<FromHost>("log m p times on times on", "column 18: \"times\" stands twice");
    check::<FromBot>("option name a type check type spin", "column 26: \"type\" stands twice");
    check::<ToHost>("over m reason a reason b", "column 17: \"reason\" stands twice");
}

#[test]
fn words_to_a_bot() {
    check::<ToBot>("setoption name", &format!("column 15: expected a word, found {END}"));
    check::<ToBot>("setoption name a", &format!("column 17: expected the keyword value, found {END}"));
    check::<ToBot>("setoption value a", &format!("column 18: expected the keyword name, found {END}"));
    check::<ToBot>("setoption seed 1", "column 11: expected name or value, found \"seed\"");
    check::<ToBot>("newgame seats 2 seat 1", &format!("column 23: expected the keyword variant, found {END}"));
    check::<ToBot>("newgame variant v seat 1", &format!("column 25: expected the keyword seats, found {END}"));
    check::<ToBot>("newgame variant v seats 2", &format!("column 26: expected the keyword seat, found {END}"));
    check::<ToBot>(
        "newgame variant v seats 2 seat 1 seed 1",
        "column 34: expected the name of a rule option, found \"seed\"",
    );
    check::<ToBot>(
        "newgame variant v seats 2 seat 1 a",
        &format!("column 35: expected a word or a text in quotes, found {END}"),
    );
    check::<ToBot>("position", &format!("column 9: expected a position, found {END}"));
    check::<ToBot>("position a é b", "column 12: expected a word of printable ASCII, found \"é\"");
    check::<ToBot>("history", &format!("column 8: expected a position, found {END}"));
    check::<ToBot>("history moves a", "column 9: expected a position, found \"moves\"");
    check::<ToBot>("history a b", &format!("column 12: expected the keyword moves, found {END}"));
    check::<ToBot>("history é moves a", "column 9: expected a word of printable ASCII, found \"é\"");
    check::<ToBot>("history a moves b é", "column 19: expected a word of printable ASCII, found \"é\"");
    check::<ToBot>("legal a \u{7f}", "column 9: expected a word of printable ASCII, found \"\\u{7f}\"");
}

#[test]
fn words_of_go_and_gameover() {
    check::<ToBot>(
        "go infinite",
        "column 4: expected movetime, time, inc, movestogo, nodes or depth, found \"infinite\"",
    );
    check::<ToBot>("go movetime", &format!("column 12: expected a number of milliseconds, found {END}"));
    check::<ToBot>("go time x inc 1", "column 9: expected a number of milliseconds or -, found \"x\"");
    check::<ToBot>("go time 1", &format!("column 10: expected inc beside time, found {END}"));
    check::<ToBot>("go inc 1", &format!("column 9: expected time beside inc, found {END}"));
    check::<ToBot>("go movestogo 1", &format!("column 15: expected time beside movestogo, found {END}"));
    check::<ToBot>("go time 1 inc 1 movestogo 0", "column 27: expected a number from 1, found \"0\"");
    check::<ToBot>("go time 1 inc 1 movestogo -", "column 27: expected a number, found \"-\"");
    check::<ToBot>(
        "go time 1 2 inc 1 nodes 3",
        "column 17: expected as many figures after inc as after time, found \"1\"",
    );
    check::<ToBot>(
        "go time 1 2 x inc 1 1",
        "column 13: expected movetime, time, inc, movestogo, nodes or depth, found \"x\"",
    );
    check::<ToBot>("gameover", &format!("column 9: expected the keyword reason, found {END}"));
    check::<ToBot>("gameover score 1", &format!("column 17: expected the keyword reason, found {END}"));
    check::<ToBot>("gameover reason", &format!("column 16: expected a word, found {END}"));
    check::<ToBot>("gameover reason a score", &format!("column 24: expected points, such as 1 or 1/2, found {END}"));
    check::<ToBot>("gameover reason a score 1 x", "column 27: expected reason, score or shared, found \"x\"");
    check::<ToBot>("gameover reason a score 1/0", "column 25: expected points, such as 1 or 1/2, found \"1/0\"");
    check::<ToBot>(
        "gameover reason a score 1 4294967296/2",
        "column 27: expected points of numbers up to 4294967295, found \"4294967296/2\"",
    );
    check::<ToBot>("gameover reason a score 1 shared 2", "column 34: expected either score or shared, found \"2\"");
}

#[test]
fn words_of_a_bot() {
    check::<FromBot>("id", &format!("column 3: expected name or author, found {END}"));
    check::<FromBot>("id title x", "column 4: expected name or author, found \"title\"");
    check::<FromBot>("option", &format!("column 7: expected the keyword name, found {END}"));
    check::<FromBot>("option name a", &format!("column 14: expected the keyword type, found {END}"));
    check::<FromBot>(
        "option name a type list",
        "column 20: expected check, spin, combo, string or button, found \"list\"",
    );
    check::<FromBot>(
        "option name Clear Hash type button",
        "column 19: expected name, type, default, min, max or var, found \"Hash\"",
    );
    check::<FromBot>("option name a type check default 1", "column 34: expected true or false, found \"1\"");
    check::<FromBot>("option name a type check var x", "column 30: expected no var for type check, found \"x\"");
    check::<FromBot>("option name a type spin var x", "column 29: expected no var for type spin, found \"x\"");
    check::<FromBot>("option name a type spin default x", "column 33: expected a whole number, found \"x\"");
    check::<FromBot>("option name a type combo max 3", "column 30: expected no min or max for type combo, found \"3\"");
    check::<FromBot>("option name a type string var x", "column 31: expected no var for type string, found \"x\"");
    check::<FromBot>(
        "option name a type button default x",
        "column 35: expected no default for type button, found \"x\"",
    );
    check::<FromBot>("variant", &format!("column 8: expected a word, found {END}"));
    check::<FromBot>("feature ", &format!("column 9: expected a word, found {END}"));
    check::<FromBot>("bestmove", &format!("column 9: expected an action, found {END}"));
    check::<FromBot>("bestmove a é", "column 12: expected a word of printable ASCII, found \"é\"");
    check::<FromBot>("bestmove c3d4\r", "column 10: expected a word of printable ASCII, found \"c3d4\\u{d}\"");
}

#[test]
fn words_of_a_host_for_a_new_match() {
    check::<FromHost>("newmatch", &format!("column 9: expected the name of a match, found {END}"));
    check::<FromHost>("newmatch é variant x", "column 10: expected the name of a match, found \"é\"");
    check::<FromHost>("newmatch m", &format!("column 11: expected the keyword variant, found {END}"));
    check::<FromHost>("newmatch m variant v seed xyz", "column 27: expected up to 32 hex digits, found \"xyz\"");
    check::<FromHost>(
        "newmatch m variant v seed 000000000000000000000000000000001",
        "column 27: expected up to 32 hex digits, found \"000000000000000000000000000000001\"",
    );
    check::<FromHost>("newmatch m variant v seat 1", "column 22: expected the name of a rule option, found \"seat\"");
    check::<FromHost>("setposition m", &format!("column 14: expected a position, found {END}"));
    check::<FromHost>("seat m", &format!("column 7: expected the number of a seat, found {END}"));
    check::<FromHost>("seat m one host", "column 8: expected the number of a seat, found \"one\"");
    check::<FromHost>("seat m 1", &format!("column 9: expected bot or host, found {END}"));
    check::<FromHost>("seat m 1 dog x", "column 10: expected bot or host, found \"dog\"");
    check::<FromHost>("seat m 1 bot ", &format!("column 14: expected a command line, found {END}"));
    check::<FromHost>("seat m 1 bot \r", "column 14: expected a command line, found \"\\u{d}\"");
    check::<FromHost>("seatoption m 1 seed 3", "column 16: expected name or value, found \"seed\"");
    check::<FromHost>("seatset m 1", &format!("column 12: expected a word, found {END}"));
    check::<FromHost>("seatset m 1 env A=a b", "column 21: expected the end of the line, found \"b\"");
}

#[test]
fn words_of_a_host_about_time_and_logs() {
    let limits = "none, movetime, time, nodes or depth";
    check::<FromHost>("clock m", &format!("column 8: expected {limits}, found {END}"));
    check::<FromHost>("clock m seat 1", &format!("column 15: expected {limits}, found {END}"));
    check::<FromHost>("clock m margin 5", &format!("column 17: expected {limits}, found {END}"));
    check::<FromHost>("clock m inc 5", &format!("column 14: expected time beside inc, found {END}"));
    check::<FromHost>("clock m movestogo 5", &format!("column 20: expected time beside movestogo, found {END}"));
    check::<FromHost>("clock m time 5 movestogo 0", "column 26: expected a number from 1, found \"0\"");
    check::<FromHost>("clock m none time 1", "column 9: expected either none or limits, found \"none\"");
    check::<FromHost>(
        "clock m blitz",
        "column 9: expected seat, none, movetime, time, inc, movestogo, nodes, depth or margin, found \"blitz\"",
    );
    check::<FromHost>("clock m time -", "column 14: expected a number of milliseconds, found \"-\"");
    check::<FromHost>("patience m", &format!("column 11: expected greet, ready or quit, found {END}"));
    check::<FromHost>("patience m wait 3", "column 12: expected greet, ready or quit, found \"wait\"");
    check::<FromHost>("onfault m", &format!("column 10: expected forfeit, random or retry, found {END}"));
    check::<FromHost>("onfault m lose", "column 11: expected forfeit, random or retry, found \"lose\"");
    check::<FromHost>("onfault m retry", &format!("column 16: expected a number from 1 to 1000, found {END}"));
    check::<FromHost>("onfault m retry 0", "column 17: expected a number from 1 to 1000, found \"0\"");
    check::<FromHost>("onfault m retry 1001", "column 17: expected a number from 1 to 1000, found \"1001\"");
    check::<FromHost>("onfault m retry 3 lose", "column 19: expected forfeit or random, found \"lose\"");
    check::<FromHost>("log m", &format!("column 6: expected a word or a text in quotes, found {END}"));
    check::<FromHost>("log m p times maybe", "column 15: expected on or off, found \"maybe\"");
    check::<FromHost>("log m p info some", "column 14: expected off, last or all, found \"some\"");
    check::<FromHost>("log m p sync never", "column 14: expected off, game or event, found \"never\"");
    check::<FromHost>("log m p q", "column 9: expected times, info or sync, found \"q\"");
    check::<FromHost>("resume m", &format!("column 9: expected a word or a text in quotes, found {END}"));
}

#[test]
fn words_of_a_host_in_a_match() {
    check::<FromHost>("play m 1", &format!("column 9: expected an action, found {END}"));
    check::<FromHost>("resign m", &format!("column 9: expected the number of a seat, found {END}"));
    check::<FromHost>("position m all", "column 12: expected the number of a seat, found \"all\"");
    check::<FromHost>("debug", &format!("column 6: expected on or off, found {END}"));
    check::<FromHost>("debug yes", "column 7: expected on or off, found \"yes\"");
    check::<FromHost>("drop", &format!("column 5: expected the name of a match, found {END}"));
}

#[test]
fn words_to_a_host() {
    check::<ToHost>("variant seats 2 title t", &format!("column 24: expected the keyword name, found {END}"));
    check::<ToHost>("variant name v seats x title t", "column 22: expected a number, found \"x\"");
    check::<ToHost>("variant name v seats 2", &format!("column 23: expected the keyword title, found {END}"));
    check::<ToHost>("variant name v title t seats 2", &format!("column 31: expected the keyword seats, found {END}"));
    check::<ToHost>("option name a type button", &format!("column 26: expected the keyword variant, found {END}"));
    check::<ToHost>(
        "option variant v name a b",
        "column 25: expected variant, name, type, default, min, max or var, found \"b\"",
    );
    check::<ToHost>("ready m 1 x", "column 11: expected the keyword name, found \"x\"");
    check::<ToHost>("started m commitment 00", "column 22: expected 64 hex digits, found \"00\"");
    check::<ToHost>("started m position a", &format!("column 21: expected the keyword commitment, found {END}"));
    check::<ToHost>("started m at a", "column 11: expected commitment or position, found \"at\"");
    check::<ToHost>("chance m", &format!("column 9: expected an action, found {END}"));
    check::<ToHost>("played m 1 a", &format!("column 13: expected the keyword time, found {END}"));
    check::<ToHost>("played m 1 a time 1", &format!("column 20: expected the keyword text, found {END}"));
    check::<ToHost>("played m 1 a ms 1", "column 14: expected time or text, found \"ms\"");
    check::<ToHost>("score m x", "column 9: expected turn, points, total or chain, found \"x\"");
    check::<ToHost>("score m turn 1 points 2 total 3", &format!("column 32: expected the keyword chain, found {END}"));
    check::<ToHost>(
        "turn m 1 soon",
        "column 10: expected movetime, time, inc, movestogo, nodes or depth, found \"soon\"",
    );
    check::<ToHost>("fault m 1 tired", "column 11: expected the word of a fault, found \"tired\"");
    check::<ToHost>("vacated m 1 crash", "column 13: expected the keyword reason, found \"crash\"");
    check::<ToHost>("over m", &format!("column 7: expected the keyword reason, found {END}"));
    check::<ToHost>("board", &format!("column 6: expected the name of a match, found {END}"));
    check::<ToHost>("error oops", "column 7: expected an error code, found \"oops\"");
}

#[test]
fn values_close_their_quotes() {
    let set = |value: &str| format!("setoption name a value {value}");
    check::<ToBot>(&set(""), &format!("column 24: expected a word or a text in quotes, found {END}"));
    check::<ToBot>(&set("é"), "column 24: expected a word or a text in quotes, found \"é\"");
    check::<ToBot>(&set("\"ab"), &format!("column 27: expected a closing quote, found {END}"));
    check::<ToBot>(&set("\"ab\\\""), &format!("column 29: expected a closing quote, found {END}"));
    check::<ToBot>(&set("\"ab\"c"), "column 28: expected a space after the closing quote, found \"c\"");
    check::<ToBot>(&set("\"a\\n\""), "column 26: expected \\\" or \\\\ for a backslash in quotes, found \"\\n\"\"");
    check::<ToBot>(&set("a b"), "column 26: expected name or value, found \"b\"");
}

#[test]
fn the_pieces_alone() {
    check::<Word>("", &format!("column 1: expected a word, found {END}"));
    check::<Word>("a b", "column 3: expected the end of the line, found \"b\"");
    check::<Words>("a é", "column 3: expected a word of printable ASCII, found \"é\"");
    check::<Value>("a b", "column 3: expected the end of the line, found \"b\"");
    check::<Points>("1/", "column 1: expected points, such as 1 or 1/2, found \"1/\"");
    check::<Points>("-1", "column 1: expected points, such as 1 or 1/2, found \"-1\"");
    check::<ScoreText>("", &format!("column 1: expected score or shared, found {END}"));
    check::<Seed>("", &format!("column 1: expected up to 32 hex digits, found {END}"));
    check::<Digest>(&"0".repeat(63), &format!("column 1: expected 64 hex digits, found \"{}…\"", "0".repeat(40)));
    check::<Fault>("Timeout", "column 1: expected the word of a fault, found \"Timeout\"");
    check::<ErrorCode>("bad", "column 1: expected an error code, found \"bad\"");
}
