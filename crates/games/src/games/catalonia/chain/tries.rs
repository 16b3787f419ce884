//! Several methods on one set in turn, each time with more nodes: `paths`, a sweep (`frontier`), and `cover`.

use super::Search;
use super::cover::{Cover, Covers};
use super::frontier::{self, Frontier};
use super::graph::{Graph, Path, Set, vertices};
use super::paths::{Aim, Order};

/// The effort for one method before another is tried. The budget decides how soon an answer comes, never which.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// The nodes of a search by paths. A search that needs more has often begun badly, so it is given up for another
    /// method. The number grows by half in each round.
    pub(super) patience: u64,
    /// The steps of a sweep for each node of `patience`. A sweep that may have more states than steps is skipped.
    pub(super) states: u64,
}

impl Budget {
    pub(super) const USUAL: Self = Self { patience: 200, states: 250 };
}

/// The number of nodes that take as long as a cover.
const COVER: u64 = 4;
/// The number of steps of a sweep that take as long as a node.
const STEPS: u64 = 16;
/// The number of tries without a sweep if most edges go one way, because covers are better then.
const ONE_WAY: usize = 2;
/// The factor on the steps of a sweep if most edges go both ways and no vertex must be passed.
const BOTH_WAYS: u64 = 3;
/// The number of nodes that paths get for each cover that the method of covers gets.
const SHARE: u64 = 4;

#[derive(Debug)]
pub(super) struct Tries<'a> {
    graph: &'a Graph,
    turned: Option<Graph>,
    order: Option<frontier::Order>,
    starts: Path,
    set: Set,
    /// The vertices that chains must pass.
    kept: Set,
    /// A chain of this length ends the search.
    enough: usize,
    attempt: usize,
    /// The number of nodes of the next search by paths.
    patience: u64,
    /// The steps of a sweep for each node of `patience`.
    states: u64,
    /// True if most edges go both ways.
    both: bool,
}

impl<'a> Tries<'a> {
    pub(super) fn new(
        graph: &'a Graph,
        starts: &[usize],
        set: Set,
        kept: Set,
        enough: usize,
        Budget { patience, states }: Budget,
    ) -> Self {
        let edges = |row: Set| (row & set).count_ones();
        let (all, back) = vertices(set).fold((0, 0), |(all, back), one| {
            (all + edges(graph.out[one]), back + edges(graph.out[one] & graph.into[one]))
        });
        let both = 2 * back > all;
        let starts = starts.iter().copied().collect();
        Self { both, graph, turned: None, order: None, starts, set, kept, enough, attempt: 0, patience, states }
    }

    fn start(&self) -> usize {
        self.starts[self.attempt / 2 % self.starts.len()]
    }

    fn next(&mut self) {
        self.patience += (self.patience / 2).max(1);
        self.attempt += 1;
    }
}

impl Search<'_> {
    /// Returns true if a chain of this length passes this vertex within a set. No longer chain may pass it there.
    ///
    /// `found` is then the chain, or empty if a sweep answered, because a sweep finds no vertices.
    pub(super) fn ask(&mut self, vertex: usize, set: Set, length: usize) -> bool {
        self.found.clear();
        let tries = Tries::new(self.graph, &[vertex], set, 1 << vertex, length, self.budget);
        self.tries(tries, length - 1).0 == length
    }

    /// The first chain of this length through `start` within a set, in ascending order; `None` if there is none. The
    /// start must be the lowest vertex of the set, and no longer chain may pass it there.
    pub(super) fn first(&mut self, start: usize, set: Set, length: usize) -> Option<Path> {
        self.found.clear();
        self.until = self.nodes + self.budget.patience;
        let longest = self.cycle(&Aim::new(self.graph, start, length, Order::Ascending, 0), set, length - 1);
        let ended = self.nodes < self.until;
        self.until = u64::MAX;
        if ended || longest == length {
            return (longest == length).then(|| self.found.clone());
        }
        let mut tries = Tries::new(self.graph, &[start], set, 1 << start, length, self.budget);
        loop {
            if let Some(longest) = self.sweep(&mut tries, length - 1) {
                return if longest == length { self.lower(Path::from_iter([start]), set, length) } else { None };
            }
            let (mut longest, mut ended) = self.paths(&mut tries, length - 1);
            if !ended {
                (longest, ended) = self.covered(&tries, length - 1);
            }
            if ended {
                if longest < length {
                    return None;
                }
                let mut chain = self.found.clone();
                let turn = chain.iter().position(|&one| one == start).unwrap_or_default();
                chain.rotate_left(turn);
                return self.lower(chain, set, length);
            }
            tries.next();
        }
    }

    /// The first chain of this length within a set that begins with the first vertex of `chain`. `chain` must be such a
    /// chain, or the beginning of one.
    ///
    /// At each place, every lower vertex is tried, in the graph in which the vertices before that place are one vertex.
    fn lower(&mut self, chain: Path, set: Set, length: usize) -> Option<Path> {
        for place in 1..length {
            let (before, here) = (&chain[..place], chain.get(place));
            let used = before.iter().fold(0, |set, one| set | 1 << one);
            let lower = here.map_or(Set::MAX, |here| (1 << here) - 1);
            for next in vertices(self.graph.out[chain[place - 1]] & set & !used & lower) {
                let mut path: Path = before.iter().copied().chain([next]).collect();
                if path.len() == length {
                    // The joined path would be the whole chain, so only its closing edge is left to check.
                    if self.graph.out[next] & 1 << path[0] != 0 && self.graph.is_mixed(used | 1 << next) {
                        return Some(path);
                    }
                    continue;
                }
                let joined = self.graph.joined(&path, set);
                let mut search = joined.search_within(self.budget);
                let part = joined.component(path[0], joined.all);
                let rest = search.first(path[0], part, length - place);
                self.nodes += search.nodes;
                if let Some(rest) = rest {
                    path.extend(rest.into_iter().skip(1));
                    return Some(path);
                }
            }
            here?;
        }
        Some(chain)
    }

    /// The length of the longest chain that passes `kept`, or `best` if none is longer, by a sweep. `None` if the sweep
    /// is skipped or given up.
    fn sweep(&mut self, tries: &mut Tries, best: usize) -> Option<usize> {
        if tries.attempt < ONE_WAY && !tries.both {
            return None;
        }
        let order = tries.order.get_or_insert_with(|| frontier::Order::new(tries.graph, tries.set));
        let share = if tries.both && tries.kept == 0 { BOTH_WAYS } else { 1 };
        let given = tries.patience * tries.states * share;
        if order.states > given as f64 {
            return None;
        }
        let mut frontier = Frontier::new(self.graph, order, tries.kept, best, given)?;
        let longest = frontier.longest();
        self.nodes += (given - frontier.left) / STEPS;
        longest
    }

    /// The length of the longest chain of these tries, or `best` if none is longer, and the first start for which a
    /// search by paths ended. Without a start, the answer holds for the whole set.
    pub(super) fn tries(&mut self, mut tries: Tries, mut best: usize) -> (usize, Option<usize>) {
        loop {
            let ended;
            (best, ended) = self.paths(&mut tries, best);
            if ended {
                return (best, Some(tries.start()));
            }
            if let Some(longest) = self.sweep(&mut tries, best) {
                if longest > best {
                    self.found.clear();
                }
                return (longest, None);
            }
            let all;
            (best, all) = self.covered(&tries, best);
            if all {
                return (best, None);
            }
            tries.next();
        }
    }

    /// The length of the longest chain by paths from a start, or `best`; and true if the search ended.
    fn paths(&mut self, tries: &mut Tries, best: usize) -> (usize, bool) {
        let is_turned = tries.attempt % 2 == 1;
        let start = tries.start();
        let graph = if is_turned { &*tries.turned.get_or_insert_with(|| tries.graph.turned()) } else { tries.graph };
        let aim = Aim::new(graph, start, tries.enough, Order::Narrow, tries.attempt);
        self.until = self.nodes + tries.patience;
        let longest = self.cycle(&aim, tries.set, best);
        if longest > best && is_turned {
            self.found.reverse();
        }
        let ended = self.nodes < self.until || longest >= tries.enough;
        self.until = u64::MAX;
        (longest, ended)
    }

    /// The length of the longest chain by covers, or `best` if none is longer; and true if the search ended.
    fn covered(&mut self, tries: &Tries, best: usize) -> (usize, bool) {
        let Tries { kept, enough, .. } = *tries;
        let given = tries.patience / SHARE;
        let mut covers = Covers { graph: self.graph, kept, left: given, enough, found: Path::new() };
        let longest = covers.search(Cover::new(tries.graph, tries.set, kept), best);
        self.nodes += (given - covers.left) * COVER;
        if longest > best {
            self.found = covers.found;
        }
        (longest, covers.left > 0 || longest >= enough)
    }
}
