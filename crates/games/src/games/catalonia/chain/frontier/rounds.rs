//! All the longest chains at once, as the steps of a sweep that lead to them.

use std::cmp::Ordering;

use super::super::graph::{MOST, Path, Set};
use super::{CLOSED, NOBODY, Step};

/// The steps of a sweep of which longest chains are made.
#[derive(Debug)]
pub(in super::super) struct Rounds {
    order: Vec<usize>,
    /// For each vertex in that order how many states there are before its turn, and the steps from there.
    layers: Vec<(usize, Vec<Step>)>,
    length: usize,
}

impl Rounds {
    pub(super) fn new(order: Vec<usize>, layers: Vec<(Vec<u8>, Vec<Step>)>, length: usize) -> Self {
        // A way to a state that comes by fewer vertices than another one is of no longest chain.
        let mut kept = Vec::with_capacity(layers.len());
        let mut layers = layers.into_iter().peekable();
        while let Some((used, mut steps)) = layers.next() {
            let after = layers.peek().map(|(used, _)| used.as_slice()).unwrap_or_default();
            steps.retain(|step| {
                let now = used[step.from as usize] + u8::from(step.used);
                step.to == CLOSED && usize::from(now) == length || after.get(step.to as usize) == Some(&now)
            });
            kept.push((used.len(), steps));
        }
        let mut rounds = Self { order, layers: kept, length };
        rounds.choose(0, |_| true);
        rounds
    }

    /// Keeps the chains that are not closed before this turn and take such a step in it.
    fn choose(&mut self, turn: usize, is: impl Fn(&Step) -> bool) {
        let mut reached = vec![true];
        for place in 0..self.layers.len() {
            let count = self.layers.get(place + 1).map_or(0, |layer| layer.0);
            let mut next = vec![false; count];
            self.layers[place].1.retain(|step| {
                let fits = match place.cmp(&turn) {
                    Ordering::Less => step.to != CLOSED,
                    Ordering::Equal => is(step),
                    Ordering::Greater => true,
                };
                let kept = fits && reached[step.from as usize];
                if let Some(to) = next.get_mut(step.to as usize).filter(|_| kept) {
                    *to = true;
                }
                kept
            });
            reached = next;
        }
        let mut leading = Vec::new();
        for (count, steps) in self.layers.iter_mut().rev() {
            let mut before = vec![false; *count];
            steps.retain(|step| {
                let kept = step.to == CLOSED || leading.get(step.to as usize) == Some(&true);
                before[step.from as usize] |= kept;
                kept
            });
            leading = before;
        }
    }

    /// The vertices that lie on any of them.
    pub(in super::super) fn on(&self) -> Set {
        let is_on = |steps: &[Step]| steps.iter().any(|step| step.used);
        let layers = self.order.iter().zip(&self.layers).filter(|(_, (_, steps))| is_on(steps));
        layers.fold(0, |set, (vertex, _)| set | 1 << vertex)
    }

    /// The first of them in ascending order, from its lowest vertex on; nothing if there is none.
    pub(in super::super) fn first(mut self) -> Path {
        let on = self.on();
        let mut path = Path::new();
        if on == 0 {
            return path;
        }
        let start = on.trailing_zeros() as usize;
        self.choose(self.turn(start), |step| step.used);
        path.push(start);
        let mut last = start;
        while path.len() < self.length {
            let next = self.after(last).trailing_zeros() as usize;
            // The later one of them has made the edge.
            let [one, other] = [last, next].map(|vertex| self.turn(vertex));
            self.choose(one.max(other), |step| {
                if one > other { usize::from(step.after) == next } else { usize::from(step.before) == last }
            });
            path.push(next);
            last = next;
        }
        path
    }

    /// When it is this vertex's turn.
    fn turn(&self, vertex: usize) -> usize {
        self.order.iter().position(|&one| one == vertex).unwrap_or_default()
    }

    /// What follows a vertex on any of them.
    fn after(&self, vertex: usize) -> Set {
        let mut after = 0;
        for (&one, (_, steps)) in self.order.iter().zip(&self.layers) {
            for step in steps {
                if one == vertex && step.after != NOBODY {
                    after |= 1 << step.after;
                }
                if usize::from(step.before) == vertex {
                    after |= 1 << one;
                }
            }
        }
        after & ((1 << MOST) - 1)
    }
}
