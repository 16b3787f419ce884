//! The shuffled start: Chess960.

use crate::game::{Seed, Stream};

/// The places of the two knights among the five squares that are left, by the number of the start divided by 96.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The first rank of a Chess960 start, from a to h in lower case, by the numbering of Reinhard Scharnagl.
///
/// Number 518 is the usual start. The number is taken modulo 960.
pub fn row(number: u32) -> String {
    let number = number as usize % 960;
    let mut row = ['.'; 8];
    // The bishops, the queen and the knights by the number; then rook, king and rook on the squares that are left.
    row[number % 4 * 2 + 1] = 'b';
    row[number / 4 % 4 * 2] = 'b';
    put(&mut row, number / 16 % 6, 'q');
    let (first, second) = KNIGHTS[number / 96];
    // The second knight first, because a placed knight would shift the count of empty squares after it.
    put(&mut row, second, 'n');
    put(&mut row, first, 'n');
    for man in ['r', 'k', 'r'] {
        put(&mut row, 0, man);
    }
    row.into_iter().collect()
}

/// Puts a man on the empty square with this number, counted from 0.
fn put(row: &mut [char; 8], number: usize, man: char) {
    if let Some(square) = row.iter_mut().filter(|square| **square == '.').nth(number) {
        *square = man;
    }
}

/// The start that the seed deals: one draw below 960 with the key `start`.
pub(super) fn deal(seed: &Seed) -> String {
    let row = row(Stream::new(seed, "start").below(960));
    let white = row.to_ascii_uppercase();
    format!("{row}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1 -")
}
