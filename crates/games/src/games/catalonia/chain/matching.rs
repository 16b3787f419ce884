//! A maximum matching, repaired from one call to the next instead of computed anew.

use super::graph::{Graph, MOST, Set, vertices};

/// Successors matched to predecessors: an upper bound on the vertices of a path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matching {
    /// The successor of each vertex, or [`NOBODY`].
    next: [u8; MOST],
    /// The predecessor of each vertex, or [`NOBODY`].
    last: [u8; MOST],
}

const NOBODY: u8 = u8::MAX;

impl Matching {
    pub(super) const NOTHING: Self = Self { next: [NOBODY; MOST], last: [NOBODY; MOST] };

    /// Makes the matching a maximum matching of edges from `tails` to `heads`, and returns its number of edges.
    pub(super) fn mend(&mut self, graph: &Graph, tails: Set, heads: Set) -> u32 {
        let mut matched = 0;
        let mut taken = 0;
        for tail in vertices(tails) {
            let head = self.next[tail];
            if head != NOBODY && heads & 1 << head != 0 {
                matched |= 1 << tail;
                taken |= 1 << head;
            } else {
                self.next[tail] = NOBODY;
            }
        }
        for head in vertices(heads & !taken) {
            self.last[head] = NOBODY;
        }
        let mut count = (matched as Set).count_ones();
        // After a failed search from a tail, later searches cannot succeed through the heads that it has seen.
        let mut unseen = heads;
        for tail in vertices(tails & !matched) {
            let mut seeing = unseen;
            if self.augment(graph, tail, &mut seeing) {
                count += 1;
            } else {
                unseen = seeing;
            }
        }
        count
    }

    /// Matches one more tail. Returns false if that is impossible.
    fn augment(&mut self, graph: &Graph, tail: usize, unseen: &mut Set) -> bool {
        loop {
            let open = graph.out[tail] & *unseen;
            if open == 0 {
                return false;
            }
            let head = open.trailing_zeros() as usize;
            *unseen &= !(1 << head);
            let rival = self.last[head];
            if rival == NOBODY || self.augment(graph, usize::from(rival), unseen) {
                self.next[tail] = head as u8;
                self.last[head] = tail as u8;
                return true;
            }
        }
    }
}
