//! Logs with a changed, deleted, doubled or invented fault, which the log itself disproves.

use uvi::OnFault;
use uvi_games::games::REGISTRY;
use uvi_match::record;

use super::bench::{Bench, Rules, refused};

/// Three seats of Orwell Chess, with an illegal answer of seat 1, an answer of its own, and a stop.
fn played() -> String {
    let mut bench = Bench::start(Rules { on_fault: OnFault::Random, ..Rules::default() });
    bench.say(1, "bestmove a1a1");
    bench.answer();
    bench.stop_and_verify();
    bench.log()
}

/// The same with a bot of seat 2 that never started, up to its second drawn action.
fn without_second() -> String {
    let mut bench = Bench::ungreeted(Rules { on_fault: OnFault::Random, ..Rules::default() });
    bench.not_started(2, "there is no file x");
    for seat in [1, 3] {
        bench.greet(seat);
    }
    while bench.log().matches("\"random\":true").count() < 2 {
        bench.answer();
    }
    bench.stop_and_verify();
    bench.log()
}

/// Returns the lines of a log, and the indexes of the lines that contain `part`.
pub(super) fn find(log: &str, part: &str) -> (Vec<String>, Vec<usize>) {
    let lines: Vec<String> = log.lines().map(|line| format!("{line}\n")).collect();
    let places = (0..lines.len()).filter(|&place| lines[place].contains(part)).collect();
    (lines, places)
}

#[test]
fn a_fault_that_was_deleted_or_doubled_is_found_out() {
    for log in [played(), without_second()] {
        let (mut lines, places) = find(&log, "\"type\":\"fault\"");
        let fault = lines.remove(places[0]);
        refused(&lines.concat(), "random: expected false");
        lines.insert(places[0], fault.clone());
        lines.insert(places[0], fault);
        let error = record::verify(REGISTRY, lines.concat().as_bytes(), None).expect_err("it passes");
        assert_eq!(error.line, places[0] + 2, "{error}");
    }
}

#[test]
fn a_fault_that_was_invented_is_found_out() {
    let (mut lines, _) = find(&played(), "");
    let fault = r#"{"type":"fault","seat":3,"fault":"no-greeting","text":"expected uviok, none came"}"#;
    lines.insert(1, format!("{fault}\n"));
    refused(
        &lines.concat(),
        "line 2: fault: expected another fault of a bot that has said its name, found no-greeting",
    );
    lines[1] = lines[1].replace("\"seat\":3", "\"seat\":1");
    lines[0] = lines[0].replace("\"name\":\"bot\"", "\"name\":null");
    refused(&lines.concat(), "fault: expected none of a bot that has left, found illegal");
    let (mut lines, places) = find(&lines.concat(), "\"fault\":\"illegal\"");
    lines.remove(places[0]);
    refused(&lines.concat(), "random: expected true, since its bot has left, found false");
}

#[test]
fn a_changed_position_line_or_host_of_a_fault_is_found_out() {
    let log = played();
    let (lines, places) = find(&log, "\"fault\":\"illegal\"");
    let fault = &lines[places[0]];
    let with = |from: &str, to: &str| {
        let changed = fault.replace(from, to);
        assert_ne!(&changed, fault, "{from}");
        log.replace(fault, &changed)
    };
    refused(&with("\"position\":\"", "\"position\":\"1"), "position: expected ");
    let drawn = lines[places[0] + 1].split("\"action\":\"").nth(1).unwrap().split('"').next().unwrap();
    let legal = with("\"line\":\"bestmove a1a1\"", &format!("\"line\":\"bestmove {drawn}\""));
    refused(&legal, &format!("line: expected an action that is refused, found bestmove {drawn}"));
    assert!(fault.contains(r#","line":"bestmove a1a1","column":10,"#), "{fault}");
    let said = |said: &str| with(r#""line":"bestmove a1a1","column":10"#, said);
    let column = "line: expected one with an action at its column";
    for (line, expected) in [
        (format!(r#""line":"bestmove {drawn}","column":11"#), column),
        (format!(r#""line":"bestmove {drawn}","column":100"#), column),
        (r#""line":"bestmove a1a1","column":9"#.to_owned(), column),
        (format!(r#""line":"bestmove {drawn}""#), "line: expected an action that is refused"),
        (r#""line":"hello world""#.to_owned(), "line: expected an answer that is refused, found hello world"),
        (r#""line":"bestmove hello""#.to_owned(), "fault: expected unreadable, found illegal"),
    ] {
        refused(&said(&line), expected);
    }
    // Without a column, any action of the line may be the refused one. A cut line does not show its actions.
    for line in [format!("bestmove {drawn} a1a1"), "…a1a1".to_owned()] {
        let kept = said(&format!(r#""line":"{line}""#));
        let whole = kept.lines().filter(|line| !line.contains(r#""type":"result""#));
        let cut: String = whole.map(|line| format!("{line}\n")).collect();
        record::verify(REGISTRY, cut.as_bytes(), None).unwrap();
    }
    refused(
        &log.replace("\"player\":\"bot\"", "\"player\":\"host\""),
        "fault: expected timeout, the only fault of a host",
    );
}

#[test]
fn a_drawn_action_that_is_said_to_be_a_decision_is_found_out() {
    for log in [played(), without_second()] {
        let (mut lines, places) = find(&log, ",\"random\":true");
        for place in places {
            let line = lines[place].clone();
            lines[place] = line.replace(",\"random\":true", "");
            refused(&lines.concat(), "random: expected true");
            lines[place] = line;
        }
    }
}

#[test]
fn what_is_no_record_is_named_with_its_only_line_number() {
    let (mut lines, _) = find(&played(), "");
    let whole = lines[1].clone();
    for (line, error) in [
        ("\n".to_owned(), "line 2: expected a record, found a blank line"),
        (whole.replace("\"chance\"", "chance"), "line 2: not a record: expected value at column 9"),
        (whole.replace('}', ""), "line 2: not a record: EOF while parsing an object at column "),
    ] {
        lines[1] = line;
        refused(&lines.concat(), error);
    }
    refused(&(lines[0].clone() + "\n"), "line 2: expected a record, found a blank line");
}

#[test]
fn nothing_stands_after_the_result() {
    let log = played();
    let line = log.lines().count() + 1;
    for more in ["\n", "\r\n", "\n\n"] {
        refused(&format!("{log}{more}"), &format!("line {line}: a blank line after the end of the game; remove it"));
    }
    for more in ["x", "\nx", "{\"type\":\"fault\"", "{}\n", log.lines().next().unwrap()] {
        refused(&format!("{log}{more}"), &format!("line {line}: a record after the end of the game"));
    }
}
