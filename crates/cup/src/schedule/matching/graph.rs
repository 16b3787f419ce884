//! What is matched: vertices with edges of known cost.

use crate::schedule::cost::Cost;

/// An edge, from a vertex to a vertex.
pub(super) type Edge = (usize, usize);

/// Vertices, and for each the vertices beside it with the cost of that edge.
#[derive(Debug, Clone)]
pub(super) struct Graph {
    pub(super) beside: Vec<Vec<(usize, Cost)>>,
}

impl Graph {
    pub(super) fn new(vertices: usize) -> Self {
        Self { beside: vec![Vec::new(); vertices] }
    }

    /// Adds an edge, if it is not there.
    pub(super) fn add(&mut self, (one, other): Edge, cost: Cost) {
        if self.beside[one].iter().all(|&(there, _)| there != other) {
            self.beside[one].push((other, cost));
            self.beside[other].push((one, cost));
        }
    }
}
