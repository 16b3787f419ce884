//! The explanation of a fault, for the bot and in the log: what was expected, what was found, the line, the place in
//! it, the position.

use uvi_match::record::{FaultRecord, Record, SaidLine};

use super::{
    MOVE_500,
    bench::{Bench, Rules},
    orwell, two,
};

#[track_caller]
fn record(bench: &Bench) -> &FaultRecord {
    let mut faults = bench.records().iter().rev().filter_map(|record| match record {
        Record::Fault(fault) => Some(fault),
        _ => None,
    });
    faults.next().expect("there was a fault")
}

/// Returns the text of the last fault, and the line with the mark below it. Checks that the bot heard the same, about
/// its last position.
#[track_caller]
fn fault(bench: &mut Bench, number: u32) -> (String, Vec<String>) {
    let heard = bench.heard(number);
    let fault = record(bench);
    let position = fault.position.as_deref();
    let told = heard.iter().rev().find_map(|line| line.strip_prefix("position "));
    assert!(told.is_none() || told == position, "{position:?} was told as {told:?}");
    let ending = position.map(|position| format!(", in position {position}")).unwrap_or_default();
    let text = fault.text.strip_suffix(&ending).unwrap_or(&fault.text);
    let expected = format!("error {}: {text}{ending}", fault.fault);
    assert!(heard.contains(&expected), "{expected} in {heard:?}");
    let pointed = fault.line.as_ref().zip(fault.column).map(|(line, column)| SaidLine::pointed(line, column));
    (text.to_owned(), pointed.into_iter().flatten().collect())
}

/// Checks the explanation of a fault in a line of a bot that is asked.
#[track_caller]
fn check(line: &str, text: &str, pointed: [&str; 2]) {
    let mut bench = orwell(MOVE_500);
    bench.say(1, line);
    assert_eq!(fault(&mut bench, 1), (text.to_owned(), pointed.map(str::to_owned).to_vec()), "{line}");
}

#[test]
fn an_answer_that_cannot_be_read_is_shown_with_its_place() {
    check(
        "bestmove",
        "column 9: expected an action, found the end of the line in the line: bestmove",
        ["bestmove", "        ^"],
    );
    check(
        "bestmove c3d4 \u{1}x",
        "column 15: expected a word of printable ASCII, found \"\\u{1}x\" in the line: bestmove c3d4 \\u{1}x",
        ["bestmove c3d4 \\u{1}x", "              ^"],
    );
    check(
        "resign now",
        "column 8: expected the end of the line, found \"now\" in the line: resign now",
        ["resign now", "       ^"],
    );
    let legal = "24 actions are legal, such as b1a12";
    let unreadable = "expected a move such as c3d4, with a promotion f1e2j, or pass, found";
    check("bestmove hello", &format!("{unreadable} hello; {legal}"), ["bestmove hello", "         ^"]);
    // What was meant is named.
    check("bestmove C3D4", &format!("{unreadable} C3D4; did you mean c3d4?; {legal}"), ["bestmove C3D4", "         ^"]);
    check(
        "  bestmove  c3-d4",
        &format!("{unreadable} c3-d4; did you mean c3d4?; {legal}"),
        ["  bestmove  c3-d4", "            ^"],
    );
}

#[test]
fn an_illegal_action_is_told_with_the_rule_that_forbids_it() {
    let legal = "24 actions are legal, such as b1a12";
    check(
        "bestmove c3c5",
        &format!("expected a legal action, found c3c5: a Berlinpeono cannot go from c3 to c5; {legal}"),
        ["bestmove c3c5", "         ^"],
    );
    check(
        "bestmove a1a2",
        &format!("expected a legal action, found a1a2: there is no man of yours on a1; {legal}"),
        ["bestmove a1a2", "         ^"],
    );
}

#[test]
fn of_several_actions_the_wrong_one_is_named_by_its_place() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, "bestmove c3d4 d3c4x d3c4");
    let fault = record(&bench);
    let found = "expected a legal action, found d3c4x: expected a move such as c3d4";
    assert!(fault.text.starts_with(found), "{}", fault.text);
    assert!(
        fault.text.contains("; it is action 2 of the answer; did you mean d3c4?; 8 actions are legal"),
        "{}",
        fault.text
    );
    assert_eq!(fault.column, Some(15));
    // The second action is judged in the position after the first.
    assert!(fault.position.as_ref().is_some_and(|position| position.ends_with(" 1 2 --- 1 -")), "{fault:?}");
}

#[test]
fn what_is_long_is_cut() {
    let mut bench = orwell(MOVE_500);
    bench.say(1, &format!("bestmove {}", "a".repeat(60_000)));
    let (text, pointed) = fault(&mut bench, 1);
    assert!(text.len() < 400 && text.contains(&format!("found {}…; ", "a".repeat(101))), "{text}");
    assert_eq!(pointed, [format!("bestmove {}…", "a".repeat(101)), format!("{}^", " ".repeat(9))]);
    let mut bench = orwell(MOVE_500);
    bench.say(1, &format!("BESTMOVE {}", "a".repeat(60_000)));
    bench.lapse(500);
    assert!(fault(&mut bench, 1).0.len() < 400);
}

#[test]
fn a_mark_stands_below_its_place_whatever_is_before_it() {
    for (line, column, shown, mark) in [
        ("é x", 3, "é x", 2),
        ("a\u{1b}b", 3, "a\\u{1b}b", 7),
        (
            &format!("{}here{}", "a".repeat(1000), "b".repeat(1000)),
            1001,
            &format!("…{}here{}…", "a".repeat(100), "b".repeat(97)),
            101,
        ),
    ] {
        let said = SaidLine::new(line, column);
        assert_eq!(SaidLine::pointed(&said.line, said.column), [shown.to_owned(), " ".repeat(mark) + "^"]);
    }
    // A tab is displayed as a tab, and a word that is not there is at the end.
    assert_eq!(
        [(" bestmove\ta  b", 2), ("bestmove a", 5)].map(|(line, word)| SaidLine::at_word(line, word).column),
        [18, 11]
    );
}

#[test]
fn a_short_list_is_told_whole() {
    let mut bench = two(MOVE_500);
    bench.say(1, "bestmove card9");
    bench.say(2, "bestmove c1");
    let (text, _) = fault(&mut bench, 1);
    let expected = "expected a card such as c3, a claim such as =2, none or pass, found card9; legal actions: c1 c2";
    assert_eq!(text, expected);
}

#[test]
fn a_late_bot_is_told_what_was_ignored() {
    let late = |lines: &[&str]| {
        let mut bench = orwell(MOVE_500);
        lines.iter().for_each(|line| bench.say(1, line));
        bench.lapse(500);
        fault(&mut bench, 1).0
    };
    assert_eq!(late(&[]), "expected an answer within 500 ms, none came");
    assert_eq!(late(&["info depth 1", "", " \t "]), "expected an answer within 500 ms, none came");
    assert_eq!(
        late(&["hello", "BESTMOVE c3d4"]),
        "expected an answer within 500 ms, none came; the arbiter ignored: BESTMOVE c3d4 (column 1: unknown verb \
         \"BESTMOVE\"; did you mean bestmove?)"
    );
    // A line ignored before the question is not an answer.
    let mut bench = orwell(MOVE_500);
    bench.say(2, "BESTMOVE c3d4");
    bench.say(1, "bestmove c3d4 d3c4");
    bench.lapse(500);
    assert_eq!(fault(&mut bench, 2).0, "expected an answer within 500 ms, none came");
}

#[test]
fn a_late_bot_is_told_of_the_line_that_it_did_not_end() {
    let mut bench = orwell(MOVE_500);
    bench.pass(500);
    bench.unfinished(1, "bestmove c3d4\u{7}");
    bench.tick();
    let expected = "expected an answer within 500 ms, none came; the arbiter ignored: bestmove c3d4\\u{7} \
                    (without a line end)";
    assert_eq!(fault(&mut bench, 1).0, expected);
}

#[test]
fn other_faults_have_the_position_too() {
    let check = |wrong: fn(&mut Bench), text: &str| {
        let mut bench = orwell("none");
        wrong(&mut bench);
        assert_eq!(fault(&mut bench, 1), (text.to_owned(), Vec::new()));
    };
    check(
        |bench| bench.end(1, "the bot was killed at its memory limit of 64 MiB"),
        "the bot was killed at its memory limit of 64 MiB",
    );
    check(|bench| bench.closed(1), "the bot closed its input, so it cannot be asked");
    check(
        |bench| {
            bench.blocked(1);
            bench.lapse(10_000);
        },
        "the bot does not read its input: its pipe is full",
    );
    check(
        |bench| bench.say(1, &"x".repeat(uvi::MAX_LINE + 1)),
        &format!("expected lines of at most 65536 bytes, found a longer one: {}…", "x".repeat(60)),
    );
}

#[test]
fn a_greeting_that_cannot_be_read_has_its_place_and_no_position() {
    let mut bench = Bench::ungreeted(Rules::default());
    bench.say(1, "option name Hash type spin default many");
    [2, 3].into_iter().for_each(|number| bench.greet(number));
    let (text, pointed) = fault(&mut bench, 1);
    let expected =
        "column 36: expected a whole number, found \"many\" in the line: option name Hash type spin default many";
    assert_eq!(text, expected);
    assert_eq!(pointed, ["option name Hash type spin default many".to_owned(), " ".repeat(35) + "^"]);
}

#[test]
fn a_bot_at_fault_is_shown_no_more_than_its_seat_may_see() {
    // Seat 1 has made its hidden choice.
    let position = Some("1 play 2 3/15 1- 0/0 0 -");
    let asked = || Bench::start(Rules { variant: "toy", seats: 2, clock: MOVE_500, position, ..Rules::default() });
    let hidden = "1 play 2 3/15 ?- 0/0 0 -";
    for line in ["bestmove zz", "bestmove =1", "bestmove"] {
        let mut bench = asked();
        bench.say(2, line);
        fault(&mut bench, 2);
        let fault = record(&bench);
        assert_eq!(fault.position.as_deref(), Some(hidden), "{line}");
        assert!(!fault.text.contains("1- 0/0"), "{line}: {}", fault.text);
    }
}
