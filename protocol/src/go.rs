//! The limits of one decision: the words after `go` and after `turn`.

use std::fmt;

use crate::{
    WriteProblemError,
    word_writer::{WordWriter, shown},
};

/// The limits of one decision. Times are whole milliseconds. `None` means no limit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Go {
    /// The hard limit on this answer.
    pub movetime: Option<u64>,
    /// The time left on each seat's clock.
    pub clocks: Option<Clocks>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// The depth to search to.
    pub depth: Option<u64>,
}

/// The clocks of all seats, in seat order. Both lists have the same length, at least 1.
/// `None` (`-` on the line) means a seat without a clock, or a vacated seat.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clocks {
    /// Milliseconds left.
    pub time: Vec<Option<u64>>,
    /// Milliseconds added after each answer.
    pub inc: Vec<Option<u64>>,
    /// The number of answers of the asked seat, including this one, until its time is added again.
    pub movestogo: Option<u64>,
}

shown!(Go);

impl Go {
    pub(crate) fn words<'l, 'w, W: fmt::Write>(&self, line: &'l mut WordWriter<'w, W>) -> &'l mut WordWriter<'w, W> {
        line.pair("movetime", self.movetime);
        if let Some(clocks) = &self.clocks {
            let is_equal = clocks.time.len() == clocks.inc.len() && !clocks.time.is_empty();
            line.expect(is_equal, "time", WriteProblemError::Unfit("as many figures of time as of inc, at least one"));
            write_figures(line, "time", &clocks.time);
            write_figures(line, "inc", &clocks.inc);
            line.positive("movestogo", clocks.movestogo);
        }
        line.pair("nodes", self.nodes).pair("depth", self.depth)
    }
}

fn write_figures(line: &mut WordWriter<'_, impl fmt::Write>, keyword: &str, figures: &[Option<u64>]) {
    line.word(keyword);
    for figure in figures {
        match figure {
            Some(figure) => line.number(*figure),
            None => line.word("-"),
        };
    }
}
