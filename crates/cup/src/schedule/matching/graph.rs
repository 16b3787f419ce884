//! The graph to match: vertices, and edges with costs.

use crate::schedule::cost::Cost;

pub(super) type Edge = (usize, usize);

/// Vertices. Each has a list of its neighbours with the cost of the edge.
#[derive(Debug, Clone)]
pub(super) struct MatchingGraph {
    pub(super) beside: Vec<Vec<(usize, Cost)>>,
}

impl MatchingGraph {
    pub(super) fn new(vertices: usize) -> Self {
        Self { beside: vec![Vec::new(); vertices] }
    }

    /// Adds an edge if it is missing. Returns true if it was.
    pub(super) fn add(&mut self, (one, other): Edge, cost: Cost) -> bool {
        let is_new = self.beside[one].iter().all(|&(there, _)| there != other);
        if is_new {
            self.beside[one].push((other, cost));
            self.beside[other].push((one, cost));
        }
        is_new
    }
}
