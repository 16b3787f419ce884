//! The limits of one decision: the words after `go` and after `turn`.

use std::fmt;

use crate::spaced::Spaced;

/// The limits of one decision. Times are whole milliseconds. No limit named: no limit.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Go {
    /// A hard limit on this answer.
    pub movetime: Option<u64>,
    /// What is left on each seat's clock.
    pub clocks: Option<Clocks>,
    /// How many nodes to search.
    pub nodes: Option<u64>,
    /// How deep to search.
    pub depth: Option<u64>,
}

/// The clocks of all seats, in seat order. Both lists have the same length, at least one.
/// `None` (`-` on the line) for a seat without a clock and for a vacated one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clocks {
    /// Milliseconds left.
    pub time: Vec<Option<u64>>,
    /// Milliseconds added after each answer.
    pub inc: Vec<Option<u64>>,
    /// After this many answers of the asked seat, this one included, its time is added again.
    pub movestogo: Option<u64>,
}

impl Go {
    pub(crate) fn write_to(&self, line: &mut Spaced<'_, impl fmt::Write>) {
        line.pair("movetime", self.movetime);
        if let Some(clocks) = &self.clocks {
            write_figures(line, "time", &clocks.time);
            write_figures(line, "inc", &clocks.inc);
            line.pair("movestogo", clocks.movestogo);
        }
        line.pair("nodes", self.nodes).pair("depth", self.depth);
    }
}

fn write_figures(line: &mut Spaced<'_, impl fmt::Write>, keyword: &str, figures: &[Option<u64>]) {
    line.word(keyword);
    for figure in figures {
        match figure {
            Some(figure) => line.number(*figure),
            None => line.word("-"),
        };
    }
}

/// The limits alone, without a verb: `movetime 1000 depth 3`.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = Spaced::new(f);
        self.write_to(&mut line);
        line.finish()
    }
}
