//! The result of a rerun.

use uvi::{Fault, Words};
use uvi_match::referee::BotDeed;

use crate::driver::LAST_WORDS;

/// The result of a rerun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RerunVerdict {
    /// The bot did what it did then, without a fault.
    Same,
    /// The bot did what it did then, as far as the log goes.
    LogEnds,
    /// The bot answered where it was at fault then.
    Mended,
    /// The bot is at fault again.
    Fails,
    /// The bot did something else, or was at fault where it was not then.
    Differs,
}

/// A question, with the reactions then and now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// The line of the log or script that has the reaction then.
    pub line: usize,
    /// The position of the last question, as the seat sees it.
    pub position: Option<Words>,
    /// The reaction then.
    pub then: BotDeed,
    /// The reaction now.
    pub now: BotDeed,
}

/// True if both are the same fault. Crashes must also have the same status or signal, or the same last line on stderr.
pub fn is_same_failure(one: &BotDeed, other: &BotDeed) -> bool {
    let (BotDeed::Fault(fault, one), BotDeed::Fault(second, other)) = (one, other) else { return false };
    if fault != second || *fault != Fault::Crash {
        return fault == second;
    }
    let [one, other] = [one, other].map(|text| match text.split_once(LAST_WORDS) {
        Some((end, words)) => (end, Some(words)),
        None => (text.as_str(), None),
    });
    one.0 == other.0 || one.1.is_some() && one.1 == other.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(one: (Fault, &str), other: (Fault, &str), same: bool) {
        let deed = |(fault, text): (Fault, &str)| BotDeed::Fault(fault, text.to_owned());
        assert_eq!(is_same_failure(&deed(one), &deed(other)), same, "{one:?} {other:?}");
    }

    #[test]
    fn crashes_are_the_same_by_their_end_or_their_last_words() {
        let plain = "the bot exited with status 3";
        let [words, others] = ["no key", "no lock"].map(|words| format!("{plain}{LAST_WORDS}{words}"));
        let signal = format!("the bot was ended by signal 6 (SIGABRT){LAST_WORDS}no key");
        check((Fault::Crash, plain), (Fault::Crash, &others), true);
        check((Fault::Crash, &words), (Fault::Crash, &signal), true);
        check((Fault::Crash, &others), (Fault::Crash, &signal), false);
        check((Fault::Crash, plain), (Fault::Timeout, plain), false);
        check((Fault::Illegal, "a1"), (Fault::Illegal, "b2"), true);
        assert!(!is_same_failure(&BotDeed::Unknown, &BotDeed::Unknown));
    }
}
