//! Edmonds' method: trees grow from the unmatched vertices, odd rings become blossoms, duals change.

use std::mem;

use itertools::Itertools as _;

use crate::schedule::cost::Cost;

pub(super) type Edge = (usize, usize);

/// For each vertex, its neighbours with the cost of the edge.
pub(super) type MatchingGraph = Vec<Vec<(usize, Cost)>>;

/// A vertex, or a blossom of nodes. Blossoms are numbered after the vertices.
type MatchingNode = usize;

/// The place of a node in the trees, which grow from the unmatched vertices. `via` is the edge by which the tree
/// reached the node; its first vertex is outside the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// An even number of edges from the root.
    Outer { via: Option<Edge> },
    /// An odd number of edges from the root.
    Inner { via: Edge },
}

/// A ring of an odd number of nodes. All but the first are paired with a neighbour in the ring.
#[derive(Debug, Clone, Default)]
pub(super) struct Blossom {
    pub(super) ring: Vec<MatchingNode>,
    /// The edges of the ring: each from a node to the next, and the last back to the first.
    links: Vec<Edge>,
}

/// The state of the method. The slack of an edge is never negative. It is twice the cost, minus the duals of both
/// vertices, plus twice the duals of the blossoms that contain both. Matched edges have no slack. All costs are
/// doubled, so that half of a slack between two outer nodes is a whole number.
#[derive(Debug)]
pub(super) struct Solver<'a> {
    graph: &'a MatchingGraph,
    /// The dual of each node. The dual of a blossom is never negative.
    pub(super) dual: Vec<Cost>,
    mate: Vec<Option<usize>>,
    /// The blossoms, by node; empty for vertices.
    pub(super) blossoms: Vec<Blossom>,
    unused: Vec<MatchingNode>,
    parent: Vec<Option<MatchingNode>>,
    /// The vertex of each node whose partner is outside the node.
    base: Vec<usize>,
    /// The outermost node that contains each vertex.
    top: Vec<MatchingNode>,
    /// The labels, by node. They are valid for outermost nodes only.
    labels: Vec<Label>,
    /// Outer vertices whose edges have not been looked at.
    queue: Vec<usize>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(graph: &'a MatchingGraph) -> Self {
        let vertices = graph.len();
        let nodes = vertices + vertices / 2 + 1;
        let least = |beside: &Vec<(usize, Cost)>| beside.iter().map(|&(_, cost)| cost).min().unwrap_or_default();
        let mut dual: Vec<Cost> = graph.iter().map(|beside| least(beside).doubled()).collect();
        dual.resize(nodes, Cost::ZERO);
        Self {
            graph,
            dual,
            mate: vec![None; vertices],
            blossoms: vec![Blossom::default(); nodes],
            unused: (vertices..nodes).rev().collect(),
            parent: vec![None; nodes],
            base: (0..nodes).collect(),
            top: (0..vertices).collect(),
            labels: vec![Label::Free; nodes],
            queue: Vec::new(),
        }
    }

    /// Grows trees from all unmatched vertices until all vertices are matched. When two trees meet, their roots are
    /// matched and both trees end. All other trees stay.
    pub(super) fn solve(mut self) -> Self {
        (0..self.mate.len()).for_each(|vertex| self.make_outer(vertex, None));
        // Each change of the duals lets a tree take a node, make a blossom or open one, or two trees meet. A node is
        // taken once and a blossom made and opened once before two trees meet, and each meeting matches two vertices.
        let most = self.labels.len().pow(2);
        for _ in 0..=most {
            while let Some(vertex) = self.queue.pop() {
                self.look(vertex);
            }
            if !self.adjust() {
                return self;
            }
        }
        unreachable!("{most} changes of the duals match all vertices")
    }

    pub(super) fn pairs(&self) -> Vec<Edge> {
        let mates = self.mate.iter().enumerate();
        mates.filter_map(|(one, mate)| mate.filter(|&other| one < other).map(|other| (one, other))).collect()
    }

    /// The slack of an edge. A positive one may be too small. `around` has the sums around the first vertex.
    pub(super) fn slack(&self, (one, other): Edge, cost: Cost, around: &[Option<Cost>]) -> Cost {
        let slack = self.outside(one, other, cost);
        // Blossoms only add to the slack, so most edges need no look at them.
        if slack >= Cost::ZERO || self.top[one] != self.top[other] {
            return slack;
        }
        slack + self.around(other).find_map(|node| around[node]).unwrap_or_default()
    }

    /// For each blossom that contains a vertex, twice the sum of its dual and the duals of the blossoms around it.
    pub(super) fn sums_around(&self, vertex: usize) -> Vec<Option<Cost>> {
        let mut sums = vec![None; self.labels.len()];
        let mut sum = Cost::ZERO;
        for node in self.around(vertex).collect_vec().into_iter().rev() {
            sum = sum + self.dual[node].doubled();
            sums[node] = Some(sum);
        }
        sums
    }

    /// The slack of an edge that no blossom contains.
    fn outside(&self, one: usize, other: usize, cost: Cost) -> Cost {
        cost.doubled().doubled() - self.dual[one] - self.dual[other]
    }

    /// The blossoms that contain a vertex, innermost first.
    fn around(&self, vertex: usize) -> impl Iterator<Item = MatchingNode> {
        std::iter::successors(self.parent[vertex], |&node| self.parent[node])
    }

    fn is_blossom(&self, node: MatchingNode) -> bool {
        node >= self.top.len()
    }

    fn vertices_of(&self, node: MatchingNode) -> Vec<usize> {
        let mut open = vec![node];
        let mut vertices = Vec::new();
        while let Some(node) = open.pop() {
            if self.is_blossom(node) { open.extend(&self.blossoms[node].ring) } else { vertices.push(node) }
        }
        vertices
    }

    fn look(&mut self, vertex: usize) {
        let graph = self.graph;
        for &(other, cost) in &graph[vertex] {
            let (mine, node) = (self.top[vertex], self.top[other]);
            let Label::Outer { .. } = self.labels[mine] else { return };
            if node == mine || self.outside(vertex, other, cost) != Cost::ZERO {
                continue;
            }
            match self.labels[node] {
                Label::Inner { .. } => {}
                Label::Free => {
                    self.labels[node] = Label::Inner { via: (vertex, other) };
                    let base = self.base[node];
                    let mate = self.mate[base].expect("a node without a partner is a root");
                    self.make_outer(self.top[mate], Some((base, mate)));
                }
                Label::Outer { .. } => match self.ancestor(mine, node) {
                    Some(ancestor) => self.shrink(ancestor, (vertex, other)),
                    None => {
                        self.augment((vertex, other));
                        self.end_trees([mine, node]);
                    }
                },
            }
        }
    }

    /// Ends the trees of these nodes. Other trees can reach their nodes later.
    fn end_trees(&mut self, nodes: [MatchingNode; 2]) {
        let roots = nodes.map(|node| self.path(node).last());
        let in_them = |&vertex: &usize| {
            let node = self.top[vertex];
            self.labels[node] != Label::Free && roots.contains(&self.path(node).last())
        };
        let ended: Vec<usize> = (0..self.top.len()).filter(in_them).collect();
        for &vertex in &ended {
            self.labels[self.top[vertex]] = Label::Free;
        }
        let beside = ended.iter().flat_map(|&vertex| &self.graph[vertex]).map(|&(other, _)| other);
        self.queue.extend(beside.filter(|&other| matches!(self.labels[self.top[other]], Label::Outer { .. })).unique());
    }

    fn make_outer(&mut self, node: MatchingNode, via: Option<Edge>) {
        self.labels[node] = Label::Outer { via };
        self.queue.extend(self.vertices_of(node));
    }

    /// The edge by which the tree reached a node; `None` at a root.
    fn via(&self, node: MatchingNode) -> Option<Edge> {
        match self.labels[node] {
            Label::Outer { via } => via,
            Label::Inner { via } => Some(via),
            Label::Free => None,
        }
    }

    /// A node, the nodes between it and its root, and the root: each node at most once.
    fn path(&self, node: MatchingNode) -> impl Iterator<Item = MatchingNode> {
        let above = |&node: &MatchingNode| self.via(node).map(|(parent, _)| self.top[parent]);
        std::iter::successors(Some(node), above).take(self.labels.len())
    }

    /// The first common node on the paths of both to their root, if there is one.
    fn ancestor(&self, one: MatchingNode, other: MatchingNode) -> Option<MatchingNode> {
        let mut passed = vec![false; self.labels.len()];
        self.path(one).for_each(|node| passed[node] = true);
        self.path(other).find(|&node| passed[node])
    }

    /// Makes a blossom of the ring that an edge closes.
    fn shrink(&mut self, ancestor: MatchingNode, (one, other): Edge) {
        let way = |vertex: usize| {
            let steps = self.path(self.top[vertex]).take_while(|&node| node != ancestor);
            steps.map(|node| (node, self.via(node).expect("below a node there is an edge to it"))).collect_vec()
        };
        let mut blossom = Blossom { ring: vec![ancestor], links: Vec::new() };
        for (node, via) in way(one).into_iter().rev() {
            blossom.links.push(via);
            blossom.ring.push(node);
        }
        blossom.links.push((one, other));
        for (node, (parent, own)) in way(other) {
            blossom.ring.push(node);
            blossom.links.push((own, parent));
        }
        let node = self.unused.pop().expect("half as many blossoms as vertices are enough");
        self.dual[node] = Cost::ZERO;
        self.base[node] = self.base[ancestor];
        self.labels[node] = self.labels[ancestor];
        self.parent[node] = None;
        for &part in &blossom.ring {
            self.parent[part] = Some(node);
            let vertices = self.vertices_of(part);
            if let Label::Inner { .. } = self.labels[part] {
                self.queue.extend(&vertices);
            }
            vertices.into_iter().for_each(|vertex| self.top[vertex] = node);
        }
        self.blossoms[node] = blossom;
    }

    /// Opens an inner blossom. The part of its ring through which the tree passes stays in the tree.
    fn expand(&mut self, node: MatchingNode) {
        let Label::Inner { via } = self.labels[node] else { return };
        let Blossom { ring, links } = mem::take(&mut self.blossoms[node]);
        for &part in &ring {
            self.parent[part] = None;
            self.labels[part] = Label::Free;
            self.vertices_of(part).into_iter().for_each(|vertex| self.top[vertex] = part);
        }
        self.unused.push(node);
        let entry = ring.iter().position(|&part| part == self.top[via.1]).expect("the edge leads into the ring");
        // Walk towards the base in the direction in which the next edge is matched.
        let forward = entry % 2 == 1;
        let (mut at, mut via, mut inner) = (entry, via, true);
        loop {
            if inner {
                self.labels[ring[at]] = Label::Inner { via };
            } else {
                self.make_outer(ring[at], Some(via));
            }
            if at == 0 {
                break;
            }
            if forward {
                via = links[at];
                at = (at + 1) % ring.len();
            } else {
                at -= 1;
                via = (links[at].1, links[at].0);
            }
            inner = !inner;
        }
    }

    /// Changes the duals until an edge has no slack, or a blossom's dual is zero. Returns false if neither can happen.
    fn adjust(&mut self) -> bool {
        let mut least: Option<Cost> = None;
        let mut tight = Vec::new();
        let mut at = |delta: Cost, vertex: Option<usize>| {
            if least.is_none_or(|least| delta < least) {
                least = Some(delta);
                tight.clear();
            }
            if least == Some(delta) {
                tight.extend(vertex);
            }
        };
        for (vertex, beside) in self.graph.iter().enumerate() {
            let node = self.top[vertex];
            let Label::Outer { .. } = self.labels[node] else { continue };
            for &(other, cost) in beside {
                match self.labels[self.top[other]] {
                    Label::Inner { .. } => {}
                    Label::Free => at(self.outside(vertex, other, cost), Some(vertex)),
                    Label::Outer { .. } if self.top[other] == node || other < vertex => {}
                    Label::Outer { .. } => at(self.outside(vertex, other, cost).halved(), Some(vertex)),
                }
            }
        }
        let outermost = |&node: &MatchingNode| self.parent[node].is_none() && !self.blossoms[node].ring.is_empty();
        let blossoms: Vec<MatchingNode> = (self.top.len()..self.labels.len()).filter(outermost).collect();
        for &node in &blossoms {
            if let Label::Inner { .. } = self.labels[node] {
                at(self.dual[node], None);
            }
        }
        let Some(delta) = least else { return false };
        for vertex in 0..self.top.len() {
            match self.labels[self.top[vertex]] {
                Label::Outer { .. } => self.dual[vertex] = self.dual[vertex] + delta,
                Label::Inner { .. } => self.dual[vertex] = self.dual[vertex] - delta,
                Label::Free => {}
            }
        }
        self.queue.extend(tight);
        for node in blossoms {
            match self.labels[node] {
                Label::Outer { .. } => self.dual[node] = self.dual[node] + delta,
                Label::Inner { .. } => {
                    self.dual[node] = self.dual[node] - delta;
                    if self.dual[node] == Cost::ZERO {
                        self.expand(node);
                        // Outer vertices can reach the parts that are in no tree now.
                        let outer = |&vertex: &usize| matches!(self.labels[self.top[vertex]], Label::Outer { .. });
                        self.queue = (0..self.top.len()).filter(outer).collect();
                    }
                }
                Label::Free => {}
            }
        }
        true
    }

    /// Matches the roots of two trees, by an edge between the trees: along both paths to the roots, matched and
    /// unmatched edges are exchanged.
    fn augment(&mut self, (one, other): Edge) {
        for (mut vertex, mut mate) in [(one, other), (other, one)] {
            loop {
                let node = self.top[vertex];
                let via = self.via(node);
                self.rebase(node, vertex);
                self.mate[vertex] = Some(mate);
                let Some((parent, _)) = via else { break };
                let inner = self.top[parent];
                let (above, entry) = self.via(inner).expect("an inner node is below an outer one");
                self.rebase(inner, entry);
                self.mate[entry] = Some(above);
                (vertex, mate) = (above, entry);
            }
        }
    }

    /// Makes this vertex the base of a node: the vertex whose partner is outside.
    fn rebase(&mut self, node: MatchingNode, vertex: usize) {
        self.base[node] = vertex;
        if !self.is_blossom(node) {
            return;
        }
        let Blossom { mut ring, mut links } = mem::take(&mut self.blossoms[node]);
        let mut part = vertex;
        while self.parent[part] != Some(node) {
            part = self.parent[part].expect("the vertex is in the node");
        }
        let place = ring.iter().position(|&other| other == part).expect("a blossom has its parts in its ring");
        self.rebase(part, vertex);
        let pairs = if place % 2 == 0 { 0..place } else { place + 1..ring.len() };
        for at in pairs.step_by(2) {
            let (one, other) = links[at];
            self.rebase(ring[at], one);
            self.rebase(ring[(at + 1) % ring.len()], other);
            self.mate[one] = Some(other);
            self.mate[other] = Some(one);
        }
        ring.rotate_left(place);
        links.rotate_left(place);
        self.blossoms[node] = Blossom { ring, links };
    }
}
