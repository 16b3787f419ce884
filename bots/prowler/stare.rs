//! A challenge as a game of two simultaneous choices: the mixtures of both cats, and the expected result.

use arbiter::games::cat_chess::{CatChess, CatId, Challenge, Counter, Response};

/// The result of a challenge in which both cats choose well.
#[derive(Debug)]
pub(crate) struct Stare {
    /// The rows of the challenger's mixture, repeated by frequency.
    pub(crate) rows: Vec<usize>,
    /// The columns of the defender's mixture, repeated by frequency.
    pub(crate) columns: Vec<usize>,
    /// The expected result of the challenger, from minus [`Stare::CERTAIN`] to [`Stare::CERTAIN`].
    pub(crate) value: i32,
}

/// The number of rounds of fictitious play, which approaches the optimal mixture (Brown 1951).
const ROUNDS: usize = 120;

impl Stare {
    /// The value of a challenge that is surely won.
    pub(crate) const CERTAIN: i32 = 100;

    /// Analyses the challenge between two cats in play.
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
        // The first half of the rounds is dropped, because its choices follow from too little experience.
        rows.drain(..ROUNDS / 2);
        columns.drain(..ROUNDS / 2);
        Self { rows, columns, value: Self::CERTAIN * sum / ROUNDS as i32 }
    }
}

/// Returns the index of the first maximum.
fn best(sums: [i32; 5]) -> usize {
    (1..5).fold(0, |best, place| if sums[place] > sums[best] { place } else { best })
}

/// 1 if the counters of the chosen cell let the challenger win, -1 if the defender, `None` for a tie.
fn by_cells(game: &CatChess, cats: [CatId; 2], (row, column): (Challenge, Response)) -> Option<i32> {
    match cats.map(|id| game.cat(id).cells.at(row, column)) {
        [None | Some(Counter::Style), Some(Counter::Style)] => Some(-1),
        [Some(Counter::Presence), None | Some(Counter::Presence)] => Some(1),
        _ => None,
    }
}

/// Decides a tie: 1 if the challenger wins, -1 if the defender wins, by self-esteem less observers and then by
/// self-esteem alone. 0 if both are equal.
fn tie(game: &CatChess, challenger: CatId, defender: CatId) -> i32 {
    let [one, other] = [challenger, defender].map(|id| {
        let cat = game.cat(id);
        let sees = |observer: CatId| cat.space().is_some_and(|space| game.observes(observer, space));
        let observers = game.cats().filter(|(other, _)| other.seat != id.seat && sees(*other)).count() as i32;
        (i32::from(cat.esteem) - observers, cat.esteem)
    });
    one.cmp(&other) as i32
}
