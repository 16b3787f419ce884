//! The search for chains against other ways to find them, and on graphs made to be hard.

use uvi_games::{
    game::{Seed, Stream},
    games::catalonia::chain::{FEWEST, Graph, MOST, Path, Set, vertices},
};

/// A graph by its rows, for questions that the search does not answer.
struct Plain {
    count: usize,
    rows: [Set; MOST],
    marked: Set,
}

impl Plain {
    /// Shuffles the vertices, so that no search gains from the way a graph was made.
    fn new(
        luck: &mut Stream,
        count: usize,
        edge: impl Fn(usize, usize) -> bool,
        marked: impl Fn(usize) -> bool,
    ) -> Self {
        let mut names: Vec<usize> = (0..count).collect();
        luck.shuffle(&mut names);
        let mut plain = Self { count, rows: [0; MOST], marked: 0 };
        for one in 0..count {
            plain.marked |= Set::from(marked(one)) << names[one];
            for other in (0..count).filter(|&other| other != one && edge(one, other)) {
                plain.rows[names[one]] |= 1 << names[other];
            }
        }
        plain
    }

    fn random(luck: &mut Stream, count: usize, percent: u32) -> Self {
        let draws: Vec<bool> = (0..count * count).map(|_| luck.below(100) < percent).collect();
        let colours: Vec<bool> = (0..count).map(|_| luck.below(3) == 0).collect();
        Self::new(luck, count, |one, other| draws[one * count + other], |one| colours[one])
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new(self.count);
        for one in 0..self.count {
            vertices(self.rows[one]).for_each(|other| graph.link(one, other));
        }
        vertices(self.marked).for_each(|one| graph.mark(one));
        graph
    }

    fn mixed(&self, set: Set) -> bool {
        set & self.marked != 0 && set & !self.marked != 0
    }

    /// All chains, each from its lowest vertex, in ascending order.
    fn chains(&self) -> Vec<Vec<usize>> {
        let mut chains = Vec::new();
        for start in 0..self.count {
            self.prolong(&mut vec![start], &mut chains);
        }
        chains
    }

    fn prolong(&self, path: &mut Vec<usize>, chains: &mut Vec<Vec<usize>>) {
        let head = path[path.len() - 1];
        let set = path.iter().fold(0, |set, one| set | 1 << one);
        if path.len() >= FEWEST && self.rows[head] & 1 << path[0] != 0 && self.mixed(set) {
            chains.push(path.clone());
        }
        for next in (path[0] + 1..self.count).filter(|next| self.rows[head] & !set & 1 << next != 0) {
            path.push(next);
            self.prolong(path, chains);
            path.pop();
        }
    }
}

fn luck(key: &str) -> Stream {
    Stream::new(&Seed([9; 16]), key)
}

#[test]
fn every_answer_agrees_with_all_chains_listed() {
    let mut luck = luck("small");
    let (mut with, mut without) = (0, 0);
    for round in 0..900 {
        let count = 1 + luck.below(8) as usize;
        let plain = Plain::random(&mut luck, count, 10 + round % 9 * 8);
        let (graph, chains) = (plain.graph(), plain.chains());
        let longest = chains.iter().map(Vec::len).max().unwrap_or_default();
        let witness = chains.iter().find(|chain| chain.len() == longest).cloned().unwrap_or_default();
        let set = |chain: &Vec<usize>| chain.iter().fold(0, |set, one| set | 1 << one);
        let on = chains.iter().filter(|chain| chain.len() == longest).map(set).fold(0, |on, set: Set| on | set);
        let any = chains.iter().map(set).fold(0, |on, set: Set| on | set);
        assert_eq!(graph.search().longest(), longest, "{graph:?}");
        assert_eq!(graph.search().witness().to_vec(), witness, "{graph:?}");
        assert_eq!(graph.search().on_longest(), on, "{graph:?}");
        // One search answers all questions as a fresh search does, whatever it remembers.
        let mut search = graph.search();
        for one in 0..count {
            assert_eq!(search.passes(one), any & 1 << one != 0, "{one} in {graph:?}");
            let chain = search.any(one);
            assert!(chain.is_empty() || graph.is_chain(&chain) && chain.contains(&one));
        }
        assert_eq!((search.longest(), search.on_longest(), search.witness().to_vec()), (longest, on, witness));
        let fours = graph.fours();
        assert!(
            chains.iter().filter(|chain| chain.len() == FEWEST).eq(fours
                .iter()
                .map(|four| four.to_vec())
                .collect::<Vec<_>>()
                .iter())
        );
        with += usize::from(longest > 0);
        without += usize::from(longest == 0);
    }
    assert!(with > 250 && without > 100, "{with} with, {without} without");
}

/// Checks a graph of 24 vertices whose longest chain is known from its construction.
#[track_caller]
fn known(edge: impl Fn(usize, usize) -> bool, marked: impl Fn(usize) -> bool, longest: usize, nodes: u64) {
    let mut luck = luck("known");
    for _ in 0..4 {
        let graph = Plain::new(&mut luck, MOST, &edge, &marked).graph();
        let mut search = graph.search();
        assert_eq!(search.longest(), longest, "{graph:?}");
        assert!(search.nodes() <= nodes, "{} nodes for {graph:?}", search.nodes());
        let witness = search.witness();
        assert!(witness.len() == longest && (longest == 0 || graph.is_chain(&witness)), "{witness:?} in {graph:?}");
        assert!(witness.iter().all(|one| search.on_longest() & 1 << one != 0));
    }
}

fn even(one: usize) -> bool {
    one.is_multiple_of(2)
}

/// Returns true if both are of the same cluster, or if one of them joins the clusters.
fn meet(one: usize, other: usize, holding: usize, crowds: usize) -> bool {
    let crowd = |one: usize| one.checked_sub(holding).map(|one| one * crowds / (MOST - holding));
    crowd(one).is_none() || crowd(other).is_none() || crowd(one) == crowd(other)
}

#[test]
fn graphs_made_to_be_hard() {
    // Every man defends every man.
    known(|_, _| true, even, 24, 100);
    known(|_, _| true, |_| true, 0, 0);
    // Two sides of unequal size, each of which defends only the other: twice the smaller side.
    for few in [2, 8, 10, 11, 12] {
        known(|one, other| (one < few) != (other < few), even, 2 * few, 200);
        known(|one, other| (one < few) != (other < few), |one| one < few, 2 * few, 200);
    }
    // Two clusters joined by one man: the greater cluster with him.
    known(|one, other| one <= 10 && other <= 10 || one >= 10 && other >= 10, even, 14, 200);
    // The same, but only the smaller cluster has both colours.
    known(|one, other| one <= 10 && other <= 10 || one >= 10 && other >= 10, |one| one == 3, 11, 200);
    // Two clusters of one colour each, joined by one man of each: both ways lead through these men.
    known(|one, other| (one < 12) == (other < 12) || one + other == 23 && one.min(other) == 0, |one| one < 12, 0, 200);
    // Joined at two places, a chain goes through all.
    known(|one, other| (one < 12) == (other < 12) || one + other == 23 && one.min(other) < 2, |one| one < 12, 24, 3000);
    // One cycle of all men, and no other edges; then the same without its last edge.
    known(|one, other| (one + 1) % MOST == other, even, 24, 100);
    known(|one, other| one + 1 == other, even, 0, 0);
    // Eight men know all others; sixteen know only these eight.
    known(|one, other| one < 8 || other < 8, even, 16, 200);
    // Five groups in a ring, each defends the next; one group is a man short.
    known(|one, other| (one % 5 + 1) % 5 == other % 5, even, 20, 200);
    // Three clusters joined by two men: the chain has two of the clusters.
    known(|one, other| meet(one, other, 2, 3), even, 17, 4000);
    // Six clusters joined by three men, and by five: a chain visits as many clusters as men join them.
    known(|one, other| meet(one, other, 3, 6), even, 15, 2000);
    known(|one, other| meet(one, other, 5, 6), even, 21, 2000);
}

/// The hardest graphs of 24 vertices that annealing has found. It was directed at this search, and at a search by paths
/// alone, which looked at up to three million paths.
///
/// A row has the marked vertices, the rows of the graph, and the first longest chain. `cargo bench --bench chain --
/// anneal 60 1` looks for more.
#[test]
fn annealed_graphs() {
    let graphs: [(Set, [Set; MOST], &[usize]); 3] = [
        (
            0xffb45f,
            [
                0x5b21d4, 0xaa6034, 0x875e3b, 0x4e09b5, 0x4768e9, 0x401044, 0x81448e, 0x800300, 0x002e81, 0x804500,
                0x006981, 0x007200, 0x804801, 0x804900, 0x001e80, 0x300001, 0xc86843, 0x41107c, 0x6318f5, 0xc14528,
                0x038601, 0xd00a80, 0x203b81, 0x001c00,
            ],
            &[0, 2, 1, 4, 3, 18, 5, 6, 16, 19, 22, 21, 20, 17, 12, 11, 9, 8, 13, 14, 7, 23, 10],
        ),
        (
            0x31a18e,
            [
                0xff3e82, 0xf821c5, 0x182ab1, 0xb7bac3, 0x3b23a6, 0x75010a, 0xaca38d, 0x6fe02f, 0xd5a0ff, 0xa2c089,
                0x364230, 0x61a11e, 0x8de3bd, 0xc7c2f7, 0x2aa962, 0xfa625a, 0xfa813d, 0xa4ca9a, 0x28b305, 0x71c2db,
                0xc245fb, 0x859830, 0x3d60ef, 0x6943b6,
            ],
            &[0, 1, 2, 4, 5, 3, 6, 7, 13, 9, 14, 8, 15, 17, 11, 16, 19, 20, 10, 18, 21, 12, 23, 22],
        ),
        (
            0x4d0b4e,
            [
                0x2a848a, 0x573e81, 0xb83d5b, 0x010441, 0x021441, 0x554001, 0xaa5403, 0x280604, 0x551401, 0x000440,
                0x03797d, 0x100001, 0xa80306, 0x920001, 0x3189df, 0x114441, 0xc613a3, 0x100451, 0x334ea4, 0x550001,
                0xaf772e, 0x541001, 0x234ea4, 0x101001,
            ],
            &[0, 1, 7, 2, 3, 6, 17, 4, 10, 5, 14, 15, 16, 8, 12, 19, 18, 21, 22, 11, 20, 13, 23],
        ),
    ];
    for (marked, rows, witness) in graphs {
        let graph = Plain { count: MOST, rows, marked }.graph();
        let mut search = graph.search();
        assert_eq!(search.longest(), witness.len(), "{graph:?}");
        assert!(search.nodes() <= 4000, "{} nodes for {graph:?}", search.nodes());
        assert_eq!(search.witness().as_slice(), witness, "{graph:?}");
        let on = search.on_longest();
        assert!(witness.iter().all(|one| on & 1 << one != 0));
        assert!(search.nodes() <= 20_000, "{} nodes for {graph:?}", search.nodes());
    }
}

#[test]
fn what_is_no_chain() {
    let mut graph = Graph::new(5);
    for one in 0..5 {
        (0..5).filter(|&other| other != one).for_each(|other| graph.link(one, other));
    }
    graph.mark(0);
    let is_chain = |path: &[usize]| graph.is_chain(path);
    assert!(is_chain(&[0, 1, 2, 3]) && is_chain(&[3, 0, 4, 1, 2]));
    assert!(!is_chain(&[]) && !is_chain(&[0, 1, 2]) && !is_chain(&[1, 2, 3, 4]));
    assert!(!is_chain(&[0, 1, 2, 2]) && !is_chain(&[0, 1, 0, 2]) && !is_chain(&[0, 1, 2, 5]));
    assert!(graph.search().any(7) == Path::new());
}
