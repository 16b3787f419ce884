//! The tables of a round robin and of a gauntlet, each once.

use itertools::{Either, Itertools as _};

use super::{BotIndex, Company, Table};

/// Every set of `seats` bots, in an order in which all bots have played about as much at any time.
pub(super) fn round_robin(bots: usize, seats: usize, company: Company) -> Vec<Table> {
    match (seats, company) {
        (2, Company::Others) => circle(bots),
        _ => orbits(bots, seats, company),
    }
}

/// Each of the first `heroes` bots with every set of the others, one hero after another with the same set.
pub(super) fn gauntlet(bots: usize, heroes: usize, seats: usize) -> Vec<Table> {
    let sets = orbits(bots - heroes, seats - 1, Company::Others);
    let others = |set: &Table| set.iter().map(|bot| BotIndex(bot.0 + heroes)).collect_vec();
    let tables = sets.iter().flat_map(|set| {
        let others = others(set);
        BotIndex::all(heroes).map(move |hero| Table::new(std::iter::once(hero).chain(others.iter().copied())))
    });
    tables.collect()
}

/// Pairs by the circle method: the last bot stands still, the others go round it and meet who stands opposite. Each
/// turn of the circle is a day on which all play, but for one where they are odd. Everyone has the first seat as often
/// as the second, or once more or less.
fn circle(bots: usize) -> Vec<Table> {
    let even = bots + bots % 2;
    let ring = even - 1;
    let day = |day: usize| {
        let still = if day.is_multiple_of(2) { [ring, day] } else { [day, ring] };
        let around = (1..even / 2).map(move |step| [(day + step) % ring, (day + ring - step) % ring]);
        std::iter::once(still).chain(around)
    };
    let days = (0..ring).flat_map(day);
    days.filter(|pair| pair.iter().all(|&bot| bot < bots)).map(|pair| Table::new(pair.map(BotIndex))).collect()
}

/// All sets of `chosen` bots, each followed by those that come of it when every bot is replaced by the next one, and
/// the last by the first. In such an orbit all bots play equally often, and each at every seat.
fn orbits(bots: usize, chosen: usize, company: Company) -> Vec<Table> {
    let sets = match company {
        Company::Others => Either::Left((0..bots).combinations(chosen)),
        Company::AlsoItself => Either::Right((0..bots).combinations_with_replacement(chosen)),
    };
    sets.flat_map(|set| orbit(bots, &set)).collect()
}

/// The orbit of this set, if it is the least of it.
fn orbit(bots: usize, set: &[usize]) -> Vec<Table> {
    let mut tables = Vec::new();
    for shift in 0..bots.max(1) {
        let shifted = set.iter().map(|bot| (bot + shift) % bots).collect_vec();
        let sorted = shifted.iter().copied().sorted().collect_vec();
        if sorted.as_slice() < set {
            return Vec::new();
        }
        if shift > 0 && sorted == set {
            break;
        }
        tables.push(Table::new(shifted.into_iter().map(BotIndex)));
    }
    tables
}
