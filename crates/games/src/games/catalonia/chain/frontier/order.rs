//! An order of the vertices in which few vertices have neighbours on both sides of a cut.

use super::super::graph::{Graph, MOST, Path, Set, vertices};

#[derive(Debug, Clone)]
pub(in super::super) struct Order {
    set: Set,
    vertices: Path,
    /// An estimate of the number of states of a sweep in this order, summed over all cuts.
    pub(in super::super) states: f64,
}

/// `STATES[vertices][paths]` is the greatest number of sets of ends of at most `paths` paths. Each vertex is unused,
/// within a path, a path of its own, or an end of a path that ends at another of the vertices.
const STATES: [[f64; MOST + 1]; MOST + 1] = {
    // The first loop counts sets of exactly `paths` paths; the second sums them up.
    let mut states = [[0.0; MOST + 1]; MOST + 1];
    let mut count = 0;
    while count <= MOST {
        states[count][0] = 1.0;
        let mut paths = 1;
        while paths <= count {
            states[count][paths] = states[count - 1][paths] + states[count - 1][paths - 1];
            if count > 1 {
                states[count][paths] += 2.0 * (count as f64 - 1.0) * states[count - 2][paths - 1];
            }
            paths += 1;
        }
        count += 1;
    }
    count = 0;
    while count <= MOST {
        let mut paths = 1;
        while paths <= MOST {
            states[count][paths] += states[count][paths - 1];
            paths += 1;
        }
        count += 1;
    }
    states
};

/// A cut of an order: the vertices after the cut, and the vertices with edges across the cut.
#[derive(Debug, Clone, Copy)]
struct Cut {
    rest: Set,
    /// `out`: the vertices before the cut with an edge to a vertex after it. `into`: the vertices before the cut with
    /// an edge from a vertex after it.
    out: Set,
    into: Set,
    /// `reached`: the vertices after the cut with an edge from a vertex before it. `reaching`: the vertices after the
    /// cut with an edge to a vertex before it.
    reached: Set,
    reaching: Set,
}

impl Cut {
    /// An estimate of the states behind the cut, or before it if the order is turned round.
    fn states(&self, turned: bool) -> f64 {
        let (one, other) = if turned { (self.reached, self.reaching) } else { (self.out, self.into) };
        let ends = (one & other).count_ones() + (one ^ other).count_ones().div_ceil(2);
        let counts = [self.out, self.into, self.reached, self.reaching].map(Set::count_ones);
        let paths = counts.into_iter().min().unwrap_or_default();
        STATES[ends as usize][paths as usize]
    }

    /// The cut after one more vertex. That vertex is the last successor of the vertices in `last_out`, and the last
    /// predecessor of those in `last_into`.
    fn with(&self, graph: &Graph, vertex: usize, last_out: Set, last_into: Set) -> Self {
        let rest = self.rest & !(1 << vertex);
        let is = |rows: &[Set; MOST]| Set::from(rows[vertex] & rest != 0) << vertex;
        Self {
            rest,
            out: self.out & !last_out | is(&graph.out),
            into: self.into & !last_into | is(&graph.into),
            reached: (self.reached | graph.out[vertex]) & rest,
            reaching: (self.reaching | graph.into[vertex]) & rest,
        }
    }
}

impl Order {
    /// A good order, found greedily: from each start and in both directions, always on to the vertex with the fewest
    /// states behind it. The best of these orders is taken.
    pub(in super::super) fn new(graph: &Graph, set: Set) -> Self {
        let mut best = Self { set, vertices: Path::new(), states: f64::MAX };
        for turned in [false, true] {
            for start in vertices(set) {
                best.improve(graph, start, turned);
            }
        }
        best
    }

    fn improve(&mut self, graph: &Graph, start: usize, turned: bool) {
        let mut cut = Cut { rest: self.set, out: 0, into: 0, reached: 0, reaching: 0 }.with(graph, start, 0, 0);
        let mut path = Path::from_iter([start]);
        let mut sum = cut.states(turned);
        while cut.rest != 0 {
            let (mut last_out, mut last_into) = ([0; MOST], [0; MOST]);
            for (across, rows, last) in [(cut.out, &graph.out, &mut last_out), (cut.into, &graph.into, &mut last_into)]
            {
                for one in vertices(across) {
                    let beyond = rows[one] & cut.rest;
                    if beyond.is_power_of_two() {
                        last[beyond.trailing_zeros() as usize] |= 1 << one;
                    }
                }
            }
            let mut nearest: Option<(f64, usize, Cut)> = None;
            for vertex in vertices(cut.rest) {
                let next = cut.with(graph, vertex, last_out[vertex], last_into[vertex]);
                let states = next.states(turned);
                if nearest.is_none_or(|(fewest, ..)| states < fewest) {
                    nearest = Some((states, vertex, next));
                }
            }
            let Some((states, vertex, next)) = nearest else { break };
            (sum, cut) = (sum + states, next);
            path.push(vertex);
            if sum >= self.states {
                return;
            }
        }
        if turned {
            path.reverse();
        }
        (self.vertices, self.states) = (path, sum);
    }

    pub(super) const fn set(&self) -> Set {
        self.set
    }

    pub(super) fn vertices(&self) -> &[usize] {
        &self.vertices
    }
}
