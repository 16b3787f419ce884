//! A greatest matching, mended from one question to the next.

use super::graph::{Graph, MOST, Set, vertices};

/// Successors matched to predecessors: an upper bound of what a path can use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Matching {
    /// Whom each vertex precedes, [`NOBODY`] for none.
    next: [u8; MOST],
    /// Whom each vertex succeeds.
    last: [u8; MOST],
}

const NOBODY: u8 = u8::MAX;

impl Matching {
    /// Nobody is matched.
    pub(super) const NOTHING: Self = Self { next: [NOBODY; MOST], last: [NOBODY; MOST] };

    /// Makes it a greatest matching of edges from `tails` to `heads`, and counts them.
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
        // A tail whose search failed fails for ever, and so does whatever that search has seen.
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

    /// Matches one tail more, if that can be.
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
