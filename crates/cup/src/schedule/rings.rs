//! The order in which the bots of a table sit round it. With three or more seats, this order decides who acts after
//! whom. Over blocks each bot has each predecessor equally often. The module knows no format.

use std::collections::BTreeMap;

use itertools::Itertools as _;

use super::{BotIndex, Lineup, Seatings};

/// The orders of four places, the first place first. The first three give each place each predecessor equally often, if
/// each order is played in the seatings of [`Seatings::Balanced`], and so do the last three. All six give every order
/// of play.
const OF_FOUR: [[usize; 4]; 6] = [[0, 1, 2, 3], [0, 3, 1, 2], [0, 2, 3, 1], [0, 3, 2, 1], [0, 2, 1, 3], [0, 1, 3, 2]];

/// The steps round a ring of five. In four rings, each made of one step, every place has every predecessor once.
const STEPS: [usize; 4] = [1, 2, 4, 3];

fn rings(seats: usize) -> usize {
    (1..seats).product()
}

/// The ring of block `number`, from 0: the places in seat order, the first place first. A lap has one block less than
/// there are seats, and gives each place each predecessor equally often. `turn` rotates the blocks of each lap.
fn ring(seats: usize, number: usize, turn: usize) -> Vec<usize> {
    let lap = seats.saturating_sub(1).max(1);
    let number = (number / lap * lap + turn.wrapping_add(number) % lap) % rings(seats);
    match seats {
        4 => OF_FOUR[number].to_vec(),
        // Each order of the places after the second is played with each step.
        5 => {
            let rest = (2..5).permutations(3).nth(number / STEPS.len()).unwrap_or_default();
            let places = [vec![0, 1], rest].concat();
            (0..5).map(|seat| places[seat * STEPS[number % STEPS.len()] % 5]).collect()
        }
        3 if number == 1 => vec![0, 2, 1],
        _ => (0..seats).collect(),
    }
}

/// The bots of a table in the ring of its block `number`, from 0. The first bot keeps its seat.
///
/// The sum of the bots' indices rotates the lap. So with three or four seats, even one round of all sets of bots gives
/// each bot each predecessor equally often, or in one block more or less. The ring of a set does not depend on other
/// bots, so a tournament can grow.
pub(crate) fn seated(table: &Lineup, number: usize) -> Lineup {
    let bots = table.iter().copied().sorted().collect_vec();
    let places = ring(bots.len(), number, bots.iter().map(|bot| bot.0).sum());
    let ring = Lineup::new(places.into_iter().map(|place| bots[place]));
    let games = Seatings::Balanced.tables(&ring);
    games.into_iter().find(|game| game.first() == table.first()).unwrap_or(ring)
}

/// The seats and predecessors that bots have had, for a format whose next tables follow from results.
#[derive(Debug, Clone, Default)]
pub(super) struct RingHistory {
    /// The number of games of a bot at a seat.
    sat: BTreeMap<(BotIndex, usize), u32>,
    /// The number of games in which the first bot acted just before the second.
    before: BTreeMap<(BotIndex, BotIndex), u32>,
    /// The number of blocks of each set of bots.
    met: BTreeMap<Vec<BotIndex>, usize>,
}

impl RingHistory {
    /// The bots of a table for its next block: each in the seats that it had least often, and then behind the bots that
    /// it sat behind least often.
    pub(super) fn next(&mut self, table: &Lineup, seatings: Seatings) -> Lineup {
        let seats = table.len();
        let met = self.met.entry(table.iter().copied().sorted().collect()).or_default();
        let first = if seatings == Seatings::Single { *met / seats.max(1) } else { *met };
        *met += 1;
        let rings = (0..rings(seats)).map(|more| seated(table, first + more));
        let all = rings.flat_map(|ring| match seatings {
            Seatings::Single => Seatings::Balanced.tables(&ring),
            Seatings::Balanced | Seatings::All => vec![ring],
        });
        let next = all.min_by_key(|table| self.cost(&seatings.tables(table))).unwrap_or_else(|| table.clone());
        for game in seatings.tables(&next) {
            for (seat, bots) in neighbours(&game) {
                *self.sat.entry((bots.1, seat)).or_default() += 1;
                *self.before.entry(bots).or_default() += 1;
            }
        }
        next
    }

    /// The number of earlier games in which a bot sat as in these games, and in which it had the same predecessor.
    fn cost(&self, games: &[Lineup]) -> (u32, u32) {
        let bots = games.iter().flat_map(neighbours);
        bots.fold((0, 0), |(sat, before), (seat, bots)| {
            let found = self.sat.get(&(bots.1, seat)).copied().unwrap_or(0);
            (sat + found, before + self.before.get(&bots).copied().unwrap_or(0))
        })
    }
}

/// Each seat with its bot, behind the bot that acts just before it.
fn neighbours(game: &Lineup) -> impl Iterator<Item = (usize, (BotIndex, BotIndex))> {
    (0..game.len()).map(|seat| (seat, (game[(seat + game.len() - 1) % game.len()], game[seat])))
}
