//! A challenge as a game of two choices made at the same time: how each should mix them, and what that promises.

use arbiter::games::cat_chess::{CatChess, CatId, Challenge, Counter, Response};

/// What comes of a challenge between two cats if both choose well.
#[derive(Debug)]
pub(crate) struct Stare {
    /// Rows, each as often as the challenger should choose it.
    pub(crate) rows: Vec<usize>,
    /// Columns, each as often as the defender should.
    pub(crate) columns: Vec<usize>,
    /// What the challenger can expect, from minus [`Stare::CERTAIN`] to that.
    pub(crate) value: i32,
}

/// How often both answer what the other has done so far. The mixture comes near the best one so (Brown 1951).
const ROUNDS: usize = 120;

impl Stare {
    /// The value of a challenge that is surely won.
    pub(crate) const CERTAIN: i32 = 100;

    /// The challenge of these two, both in play.
    pub(crate) fn new(game: &CatChess, challenger: CatId, defender: CatId) -> Self {
        let tie = tie(game, challenger, defender);
        let won = Challenge::ALL.map(|row| {
            Response::ALL.map(|column| by_cells(game, [challenger, defender], (row, column)).unwrap_or(tie))
        });
        let (mut rows, mut columns) = (Vec::with_capacity(ROUNDS), Vec::with_capacity(ROUNDS));
        let (mut for_rows, mut for_columns) = ([0; 5], [0; 5]);
        let mut sum = 0;
        for _ in 0..ROUNDS {
            let row = best(for_rows);
            (0..5).for_each(|column| for_columns[column] -= won[row][column]);
            let column = best(for_columns);
            (0..5).for_each(|row| for_rows[row] += won[row][column]);
            sum += won[row][column];
            rows.push(row);
            columns.push(column);
        }
        // The first answers are to little.
        rows.drain(..ROUNDS / 2);
        columns.drain(..ROUNDS / 2);
        Self { rows, columns, value: Self::CERTAIN * sum / ROUNDS as i32 }
    }
}

/// The first of the greatest.
fn best(sums: [i32; 5]) -> usize {
    (1..5).fold(0, |best, place| if sums[place] > sums[best] { place } else { best })
}

/// 1 where the counters of the cell that both have chosen let the challenger win, -1 the defender, `None` in a tie.
fn by_cells(game: &CatChess, cats: [CatId; 2], (row, column): (Challenge, Response)) -> Option<i32> {
    match cats.map(|id| game.cat(id).cells.at(row, column)) {
        [None | Some(Counter::Style), Some(Counter::Style)] => Some(-1),
        [Some(Counter::Presence), None | Some(Counter::Presence)] => Some(1),
        _ => None,
    }
}

/// Who wins a tie: by self-esteem less observers, then by self-esteem; 0 where that is the same too.
fn tie(game: &CatChess, challenger: CatId, defender: CatId) -> i32 {
    let [one, other] = [challenger, defender].map(|id| {
        let cat = game.cat(id);
        let sees = |observer: CatId| cat.space().is_some_and(|space| game.observes(observer, space));
        let observers = game.cats().filter(|(other, _)| other.seat != id.seat && sees(*other)).count() as i32;
        (i32::from(cat.esteem) - observers, cat.esteem)
    });
    match one.cmp(&other) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}
