//! What follows when seats are at fault or give up (UVI 3.3).

use super::{Score, Seat, SeatSet, Table};

/// What follows when seats forfeit at the same time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forfeits {
    /// The game goes on; these seats are vacated, in seat order.
    Vacate(SeatSet),
    /// The game is over.
    Over {
        /// The seats that are vacated before it ends.
        vacate: SeatSet,
        /// The seat whose forfeit names the reason.
        reason: Seat,
        /// Whether that seat's forfeit alone ended the game.
        alone: bool,
        /// How the game is scored.
        score: Score,
    },
}

/// What follows when these seats, at least one, forfeit at the same time.
///
/// Two seats: the other wins; if both forfeit, both score 0 and the lowest names the reason. Three or more: the seats
/// are vacated in seat order, and when one is left it wins. Cooperative: the game ends with the score so far. Where all
/// seats that are left forfeit at once, UVI 3.3 is silent for three or more: nobody wins, as with two.
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
