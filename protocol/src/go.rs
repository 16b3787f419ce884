//! The limits of one decision: the words after `go` and after `turn`.

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

/// The clocks of all seats, in seat order; `None` (`-` on the line) for a seat without a clock and for a vacated one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Clocks {
    /// Milliseconds left.
    pub time: Vec<Option<u64>>,
    /// Milliseconds added after each answer.
    pub inc: Vec<Option<u64>>,
}
