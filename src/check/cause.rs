//! Finds the likely cause of a bot's error.

use std::collections::VecDeque;

use uvi::{Fault, FromBot};
use uvi_games::game::meant;
use uvi_match::record::Lapse;

use super::finding::{CheckFinding, IgnoredLine};

#[derive(Debug, Default)]
pub(super) struct Signs {
    /// The bot's last line, if that line has no end.
    pub(super) unfinished: Option<String>,
    /// True if the bot said something a little later.
    pub(super) late: bool,
    /// True if the bot said something only after the end of its input.
    pub(super) held: bool,
    /// The last lines that meant nothing to the arbiter.
    pub(super) ignored: VecDeque<IgnoredLine>,
    pub(super) stderr: bool,
    pub(super) lost: bool,
}

/// The most likely cause; `None` if no sign shows a cause and the error is no fault. Signs come first, because they
/// tell more than the fault.
pub(super) fn cause(wrong: &CheckFinding, signs: &Signs) -> Option<String> {
    let waited_in_vain = waited_in_vain(wrong);
    if waited_in_vain && signs.late {
        return Some("it answers, but too late".to_owned());
    }
    if waited_in_vain && signs.held {
        return Some(
            "it answers, but only when it ends: flush stdout after each line, because most languages buffer output to a \
             pipe (Python: print(…, flush=True)), and read stdin line by line (mawk: -W interactive)"
                .to_owned(),
        );
    }
    let ends = wrong.fault == Some(Fault::Crash) && signs.unfinished.as_ref().is_some_and(|line| is_answer(line));
    if (waited_in_vain || ends)
        && let Some(line) = &signs.unfinished
    {
        return Some(format!("a message ends with a line feed, which is missing after: {line}"));
    }
    if waited_in_vain && let Some(text) = signs.ignored.iter().rev().find_map(misspelt) {
        return Some(text);
    }
    if let Lapse::NoReadyOk { .. } = wrong.complaint.lapse {
        return Some(match signs.ignored.back() {
            Some(IgnoredLine { line, why }) => format!("an ignored line may be meant as readyok: {line} ({why})"),
            None => "it does not answer each isready, which may come at any time, with readyok".to_owned(),
        });
    }
    let text = match wrong.fault? {
        Fault::NoStart if !signs.lost => return None,
        Fault::NoStart => {
            "the command is split into words as a shell would, but no shell runs it; a program with a / is looked up from \
             the directory in which the bot runs, one without a / on the PATH"
        }
        Fault::Crash if signs.stderr => "the program ended or closed its stdout; what it wrote to stderr says why",
        Fault::Crash => "the program ended or closed its stdout, and wrote nothing to stderr: run it by hand",
        Fault::NoGreeting => {
            "it does not react to the line uvi 1 (a UCI engine waits for uci), or does not end its greeting \
             with uviok"
        }
        Fault::Timeout => "it thinks longer than its limit, or has not understood the question",
        Fault::Illegal if matches!(&wrong.complaint.lapse, Lapse::Refused(refused) if refused.place > 0) => {
            "the actions of an answer are played one after the other: answer with one action, or only with actions that \
             follow in the same turn"
        }
        Fault::Illegal => {
            "it plays by other rules, or not in the last position that it was sent: with feature legal it hears every \
             legal action"
        }
        Fault::Unreadable => "write messages exactly as in the protocol, and actions exactly as in legal",
        Fault::Deaf if matches!(wrong.complaint.lapse, Lapse::InputClosed) => {
            "it closes its stdin, or a library or child of it does"
        }
        Fault::Deaf => "it does not read its input all the time: read in a separate thread, or often while thinking",
        Fault::Flood => "it prints too much: write debugging output to stderr",
    };
    Some(text.to_owned())
}

pub(super) fn waited_in_vain(wrong: &CheckFinding) -> bool {
    matches!(wrong.fault, Some(Fault::Timeout | Fault::NoGreeting))
}

fn is_answer(line: &str) -> bool {
    matches!(line.parse(), Ok(FromBot::BestMove(_) | FromBot::Resign))
}

pub(super) fn misspelt(ignored: &IgnoredLine) -> Option<String> {
    let IgnoredLine { line, why } = ignored;
    // The line is escaped for display. UTF-16 has a NUL beside each letter, and a buffer of C may begin with one.
    let verb = line.replace("\\u{0}", "");
    let verb = verb.trim_start_matches('\u{feff}').split_whitespace().next()?;
    if verb == "uciok" {
        return Some("it speaks UCI: a UVI greeting ends with uviok".to_owned());
    }
    let verb = meant(verb, FromBot::VERBS)?;
    Some(format!("an ignored line may be meant as {verb}: {line} ({why})"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use uvi_games::game::{IllegalError, RefusalError};
    use uvi_match::record::RefusedAction;

    use super::*;

    #[track_caller]
    fn check(fault: Fault, place: Option<usize>, signs: &Signs, expected: &str) {
        let wrong = CheckFinding::new(fault, place.map_or_else(other, refused));
        let cause = cause(&wrong, signs).unwrap();
        assert!(cause.contains(expected), "{cause}");
    }

    fn other() -> Lapse {
        Lapse::Told("any other demand".to_owned())
    }

    /// An action that is refused, at this place of its answer.
    fn refused(place: usize) -> Lapse {
        let refusal = RefusalError::Illegal(IllegalError::NotToAct);
        let refused = RefusedAction { action: "c3".to_owned(), place, refusal, meant: None, legal: None };
        Lapse::Refused(Box::new(refused))
    }

    fn ignored(line: &str) -> Signs {
        let ignored = IgnoredLine { line: line.to_owned(), why: "no question was open".to_owned() };
        Signs { ignored: VecDeque::from([ignored]), ..Signs::default() }
    }

    #[test]
    fn what_was_seen_tells_more_than_the_fault() {
        let none = Signs::default();
        check(Fault::Timeout, None, &Signs { held: true, ..Signs::default() }, "flush stdout");
        check(Fault::Timeout, None, &Signs { late: true, ..Signs::default() }, "too late");
        let unfinished = Signs { unfinished: Some("bestmove a1".to_owned()), ..Signs::default() };
        check(Fault::Timeout, None, &unfinished, "after: bestmove a1");
        check(Fault::Crash, None, &unfinished, "after: bestmove a1");
        let half = Signs { unfinished: Some("Segmentation".to_owned()), ..Signs::default() };
        check(Fault::Crash, None, &half, "wrote nothing");
        check(Fault::NoGreeting, None, &ignored("uciok"), "it speaks UCI");
        check(Fault::Timeout, None, &ignored("BESTMOVE a1"), "meant as bestmove: BESTMOVE a1 (no question was open)");
        check(Fault::Timeout, None, &ignored("\u{feff}bestmove a1"), "meant as bestmove");
        check(Fault::Timeout, None, &ignored("\\u{0}bestmove a1"), "meant as bestmove");
        check(Fault::Timeout, None, &ignored("hello"), "thinks longer");
        for (signs, expected) in [
            (ignored("ready"), "an ignored line may be meant as readyok: ready (no question was open)"),
            (Signs::default(), "it does not answer each isready, which may come at any time, with readyok"),
        ] {
            let late = Lapse::NoReadyOk { within: Duration::ZERO, ignored: None };
            assert_eq!(cause(&CheckFinding::new(Fault::Timeout, late), &signs).as_deref(), Some(expected));
        }
        // Here the fault alone tells the cause.
        check(Fault::Illegal, Some(0), &ignored("BESTMOVE a1"), "plays by other rules");
        check(Fault::Illegal, Some(1), &none, "one after the other");
        check(Fault::Crash, None, &none, "wrote nothing");
        check(Fault::Crash, None, &Signs { stderr: true, ..Signs::default() }, "says why");
        check(Fault::Deaf, None, &none, "does not read");
        let closed = CheckFinding::new(Fault::Deaf, Lapse::InputClosed);
        assert!(cause(&closed, &none).unwrap().contains("closes its stdin"));
    }

    #[test]
    fn every_fault_has_a_cause() {
        for fault in Fault::ALL {
            let wrong = CheckFinding::new(fault, other());
            assert!(cause(&wrong, &Signs { lost: true, ..Signs::default() }).is_some(), "{fault}");
        }
        // The first line of another failed start says all.
        assert_eq!(cause(&CheckFinding::new(Fault::NoStart, other()), &Signs::default()), None);
        let wrong = CheckFinding::unseen("any other demand".to_owned());
        assert_eq!(cause(&wrong, &Signs { held: true, ..Signs::default() }), None);
    }
}
