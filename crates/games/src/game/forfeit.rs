//! The consequences of faults and resignations (UVI 3.3).

use super::{Score, Seat, SeatSet, Table};

/// The consequence of the forfeits of one or more seats at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forfeits {
    /// The game goes on; these seats are vacated, in seat order.
    Vacate(SeatSet),
    /// The game is over.
    Over {
        /// The seats that are vacated before the game ends.
        vacate: SeatSet,
        /// The seat whose forfeit is named as the reason.
        reason: Seat,
        /// False if several seats forfeited at once and the game ended for that: nobody won, or the game is
        /// cooperative. True if the forfeit of `reason` alone ended the game.
        alone: bool,
        /// The final score.
        score: Score,
    },
}

/// Returns the consequence if these seats forfeit at the same time.
///
/// Two seats: the seat that does not forfeit wins. If both seats forfeit, both score 0, and seat 1 is the reason. Three
/// or more seats: the seats are vacated in seat order, and a single remaining seat wins. Cooperative: the game ends
/// with the score so far.
///
/// UVI 3.3 does not say what happens if all that remain of three or more forfeit at once. Nobody wins, as with two.
///
/// # Panics
/// If `seats` is empty.
pub fn forfeit(table: &dyn Table, seats: SeatSet) -> Forfeits {
    let all = table.seats();
    let lowest = seats.first().expect("at least one seat forfeits");
    let alone = seats.len() == 1;
    if table.cooperative() {
        let score = Score::Shared(table.shared());
        return Forfeits::Over { vacate: SeatSet::EMPTY, reason: lowest, alone, score };
    }
    let left = SeatSet::all(all) - table.vacant() - seats;
    match left.len() {
        0 => {
            let score = Score::split(all, SeatSet::EMPTY);
            Forfeits::Over { vacate: SeatSet::EMPTY, reason: lowest, alone, score }
        }
        1 => {
            let winner = left.first().expect("one seat is left");
            let last = seats.iter().last().expect("at least one seat forfeits");
            let vacate = seats - SeatSet::only(last);
            Forfeits::Over { vacate, reason: last, alone: true, score: Score::win(all, winner) }
        }
        _ => Forfeits::Vacate(seats),
    }
}
