//! Groups places into tables of three or more so that the cost is least. It knows no bots.

use itertools::Itertools as _;

use super::cost::Cost;

/// The most groupings that are all tried. This is enough for twelve places at tables of any size.
const FEW: u64 = 20_000;

/// The most rounds of swaps.
const LAPS: usize = 50;

/// Groups `places` places, a multiple of `seats`, into tables of `seats` with the least sum of costs of all pairs at a
/// table. The answer is exact if there are few groupings. Otherwise no swap of two places makes it cheaper, unless the
/// limit of rounds is reached. Places within a table are in order, and tables are ordered by their first place.
pub(super) fn gather(places: usize, seats: usize, cost: impl Fn(usize, usize) -> Cost) -> Vec<Vec<usize>> {
    if ways(places, seats) <= FEW {
        let mut search = Search { seats, cost: &cost, best: None };
        search.fill(&mut Vec::new(), (0..places).collect(), Cost::ZERO);
        return search.best.map_or_else(Vec::new, |(_, tables)| tables);
    }
    let mut tables = in_turn(places, seats, &cost);
    let mut exchange = Exchange::new(places, &mut tables, &cost);
    let mut laps = 0;
    while laps < LAPS && exchange.lap() {
        laps += 1;
    }
    tables.iter_mut().for_each(|table| table.sort_unstable());
    tables.sort_unstable();
    tables
}

fn ways(places: usize, seats: usize) -> u64 {
    let mut ways = 1_u64;
    for left in (1..=places).rev().step_by(seats.max(1)) {
        // Counts the partners of the first place that has no table.
        for chosen in 1..seats.min(left) {
            ways = ways.saturating_mul((left - chosen) as u64) / chosen as u64;
        }
    }
    ways
}

/// Searches all groupings, but cuts off those that already cost more than the best.
struct Search<'a, F> {
    seats: usize,
    cost: &'a F,
    best: Option<(Cost, Vec<Vec<usize>>)>,
}

impl<F: Fn(usize, usize) -> Cost> Search<'_, F> {
    fn fill(&mut self, tables: &mut Vec<Vec<usize>>, left: Vec<usize>, so_far: Cost) {
        if self.best.as_ref().is_some_and(|(best, _)| so_far >= *best) {
            return;
        }
        let Some((&first, rest)) = left.split_first() else {
            self.best = Some((so_far, tables.clone()));
            return;
        };
        for others in rest.iter().copied().combinations(self.seats - 1) {
            let left = rest.iter().copied().filter(|place| !others.contains(place)).collect();
            let table = [vec![first], others].concat();
            let with_it = so_far + price(&table, self.cost);
            tables.push(table);
            self.fill(tables, left, with_it);
            tables.pop();
        }
    }
}

fn price(table: &[usize], cost: &impl Fn(usize, usize) -> Cost) -> Cost {
    table.iter().array_combinations().map(|[&one, &other]| cost(one, other)).sum()
}

/// Starts each table with the first free place, then adds the place that costs least, again and again.
fn in_turn(places: usize, seats: usize, cost: &impl Fn(usize, usize) -> Cost) -> Vec<Vec<usize>> {
    let mut left = (0..places).collect_vec();
    let mut tables = Vec::new();
    while left.len() >= seats {
        let mut table = vec![left.remove(0)];
        while table.len() < seats {
            let added = |place: usize| table.iter().map(|&other| cost(other, place)).sum::<Cost>();
            let Some(at) = (0..left.len()).min_by_key(|&at| (added(left[at]), at)) else { break };
            table.push(left.remove(at));
        }
        tables.push(table);
    }
    tables
}

/// Tables whose places are swapped as long as this makes them cheaper.
struct Exchange<'a, F> {
    tables: &'a mut [Vec<usize>],
    cost: &'a F,
    /// The cost of each place at each table, with the others that sit there.
    beside: Vec<Vec<Cost>>,
}

impl<'a, F: Fn(usize, usize) -> Cost> Exchange<'a, F> {
    fn new(places: usize, tables: &'a mut [Vec<usize>], cost: &'a F) -> Self {
        let beside = |place: usize, table: &Vec<usize>| {
            table.iter().filter(|&&other| other != place).map(|&other| cost(other, place)).sum()
        };
        let beside = (0..places).map(|place| tables.iter().map(|table| beside(place, table)).collect()).collect();
        Self { tables, cost, beside }
    }

    /// Swaps two places wherever this makes the tables cheaper. Returns true if it swapped any.
    fn lap(&mut self) -> bool {
        let mut has_swapped = false;
        for [one, other] in (0..self.tables.len()).array_combinations() {
            for (mine, theirs) in (0..self.tables[one].len()).cartesian_product(0..self.tables[other].len()) {
                let (here, there) = (self.tables[one][mine], self.tables[other][theirs]);
                let between = (self.cost)(here, there);
                let then = self.beside[here][one] + self.beside[there][other];
                let after = self.beside[there][one] + self.beside[here][other] - between.doubled();
                if after < then {
                    self.swap([one, mine], [other, theirs], between);
                    has_swapped = true;
                }
            }
        }
        has_swapped
    }

    /// Swaps two places, each given as table and seat. `between` is the cost of the pair.
    fn swap(&mut self, [one, mine]: [usize; 2], [other, theirs]: [usize; 2], between: Cost) {
        let (here, there) = (self.tables[one][mine], self.tables[other][theirs]);
        for (place, beside) in self.beside.iter_mut().enumerate() {
            let more = match place {
                place if place == here => between,
                place if place == there => Cost::ZERO - between,
                place => (self.cost)(place, there) - (self.cost)(place, here),
            };
            beside[one] = beside[one] + more;
            beside[other] = beside[other] - more;
        }
        (self.tables[one][mine], self.tables[other][theirs]) = (there, here);
    }
}

#[cfg(test)]
mod tests {
    use uvi_games::game::{Seed, Stream};

    use super::*;

    #[test]
    fn no_swap_makes_many_tables_cheaper() {
        for (seed, seats) in (0..).zip([3, 4, 5, 5]) {
            let places = 12 * seats;
            let mut stream = Stream::new(&Seed([seed; 16]), "gathering");
            let costs =
                (0..places * places).map(|_| [2, 100].map(|below| i64::from(stream.below(below)))).collect_vec();
            let cost = |one: usize, other: usize| {
                let [met, apart] = costs[one.min(other) * places + one.max(other)];
                Cost([met, 0, apart, 0, 0, 0])
            };
            let tables = gather(places, seats, cost);
            assert!(tables.concat().into_iter().sorted().eq(0..places));
            for [one, other] in tables.iter().array_combinations() {
                let least = price(one, &cost) + price(other, &cost);
                for (mine, theirs) in (0..seats).cartesian_product(0..seats) {
                    let (mut one, mut other) = (one.clone(), other.clone());
                    std::mem::swap(&mut one[mine], &mut other[theirs]);
                    assert!(price(&one, &cost) + price(&other, &cost) >= least, "seed {seed}: {one:?} {other:?}");
                }
            }
        }
    }
}
