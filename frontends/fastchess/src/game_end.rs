//! The end of a game, in the words of fastchess. The news and the PGN share it.

use uvi::Fault;
use uvi_match::record::{self, FaultRecord, Log};

/// The most characters of an illegal move in a comment.
const LONGEST_MOVE: usize = 20;

#[derive(Debug)]
pub(crate) struct GameEnd<'l> {
    pub(crate) log: &'l Log,
    /// The sentence on the end; empty if the game has none.
    pub(crate) sentence: String,
    /// The move that ended the game, if the engine wrote one that is illegal.
    illegal: Option<String>,
}

impl<'l> GameEnd<'l> {
    pub(crate) fn of(log: &'l Log) -> Self {
        let told = log.result().map(record::ending_sentence).unwrap_or_default();
        let sentence = told.split_once(": ").filter(|(_, more)| *more != "SyzygyTB").map_or(&*told, |(short, _)| short);
        // A stall is a late answer, or a crash of the adapter, which ends if its engine stalls.
        let mut said = log.faults().flat_map(|fault| [Some(&fault.text), fault.stderr.as_ref()]).flatten();
        let sentence = if said.any(|text| text.contains("expected readyok")) {
            format!("{}'s connection stalls", sentence.split(' ').next().unwrap_or_default())
        } else {
            sentence.to_owned()
        };
        let last = log.faults().last().filter(|fault| matches!(fault.fault, Fault::Illegal | Fault::Unreadable));
        Self { log, sentence, illegal: last.and_then(said_move).map(str::to_owned) }
    }

    pub(crate) fn is_late(&self) -> bool {
        self.sentence.ends_with(" on time")
    }

    pub(crate) fn is_stall(&self) -> bool {
        self.sentence.ends_with(" stalls")
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.is_stall() || self.sentence.ends_with(" disconnects")
    }

    /// The sentence as part of the last comment; `None` if the game has no end.
    pub(crate) fn comment(&self) -> Option<String> {
        let illegal = self.illegal.iter().map(|text| {
            let text = text.replace(['{', '}'], "?");
            format!(": {}", text.chars().take(LONGEST_MOVE).collect::<String>())
        });
        (!self.sentence.is_empty()).then(|| self.sentence.clone() + &illegal.collect::<String>())
    }
}

/// The word that an engine wrote in place of a move; `None` if it wrote none.
pub(crate) fn said_move(fault: &FaultRecord) -> Option<&str> {
    fault.line.as_deref()?.split_whitespace().nth(1)
}
