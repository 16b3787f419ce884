//! The choice of seats at tables of two, by the rules of the FIDE Handbook for colours (C.04.3, the Dutch system as
//! agreed in Baku 2016). The first seat is White there.

use std::cmp::Ordering;

use super::BotIndex;

/// One of the two seats of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    First,
    Second,
}

impl Colour {
    fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The strength of a bot's need of a seat (C.04.3, A.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SeatPreference {
    /// The bot had both seats equally often, and should not have its last seat again.
    Mild,
    /// The bot had one seat once more than the other.
    Strong,
    /// The bot had one seat at least twice more than the other, or in its last two rounds.
    Absolute,
}

/// The seat that a bot should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Preference {
    pub(super) strength: SeatPreference,
    pub(super) colour: Colour,
    /// The number of times by which the bot had the other seat more often.
    pub(super) difference: u32,
}

impl Preference {
    /// Of absolute preferences, the one of the greater difference is stronger.
    fn weight(self) -> (SeatPreference, u32) {
        (self.strength, if self.strength == SeatPreference::Absolute { self.difference } else { 0 })
    }
}

/// The seats that a bot has had, in the order of its rounds. Rounds without a game do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sittings(Vec<Colour>);

impl Sittings {
    pub(super) fn add(&mut self, colour: Colour) {
        self.0.push(colour);
    }

    /// The seat that the bot should have; `None` if it has not played.
    pub(super) fn preference(&self) -> Option<Preference> {
        let last = *self.0.last()?;
        let first = self.0.iter().filter(|&&colour| colour == Colour::First).count();
        let second = self.0.len() - first;
        let difference = u32::try_from(first.abs_diff(second)).unwrap_or(u32::MAX);
        let rarer = if first > second { Colour::Second } else { Colour::First };
        let twice = self.0.len() > 1 && self.0[self.0.len() - 2] == last;
        let (strength, colour) = match difference {
            2.. => (SeatPreference::Absolute, rarer),
            _ if twice => (SeatPreference::Absolute, last.other()),
            1 => (SeatPreference::Strong, rarer),
            0 => (SeatPreference::Mild, last.other()),
        };
        Some(Preference { strength, colour, difference })
    }

    /// The seat of this bot, which has this index, against a lower-ranked one (C.04.3, E.1 to E.5).
    pub(super) fn against(&self, other: &Self, bot: BotIndex) -> Colour {
        match (self.preference(), other.preference()) {
            (Some(mine), Some(theirs)) if mine.colour == theirs.colour => {
                match mine.weight().cmp(&theirs.weight()) {
                    Ordering::Greater => mine.colour,
                    Ordering::Less => mine.colour.other(),
                    Ordering::Equal => {
                        // E.3: change seats from the last round in which the two bots had different ones.
                        let mut both = self.0.iter().rev().zip(other.0.iter().rev());
                        let differ = both.find(|(mine, theirs)| mine != theirs);
                        differ.map_or(mine.colour, |(mine, _)| mine.other())
                    }
                }
            }
            (Some(mine), _) => mine.colour,
            (None, Some(theirs)) => theirs.colour.other(),
            // E.5: odd numbers, counted from 1, get the first seat.
            (None, None) if bot.0.is_multiple_of(2) => Colour::First,
            (None, None) => Colour::Second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sittings(text: &str) -> Sittings {
        Sittings(text.chars().map(|colour| if colour == 'w' { Colour::First } else { Colour::Second }).collect())
    }

    #[test]
    fn seats_go_by_need_then_by_the_past_then_by_rank() {
        use Colour::{First, Second};
        for (mine, theirs, bot, expected) in [
            // E.1: both get the seat they should have.
            ("wb", "bw", 0, First),
            ("bw", "wb", 0, Second),
            ("", "w", 1, First),
            ("w", "", 0, Second),
            // E.2: the stronger need decides.
            ("wb", "b", 0, Second),
            ("wbb", "b", 0, First),
            ("bb", "bbb", 0, Second),
            // E.3: the seats change from the last round in which they differed.
            ("wbwb", "bwwb", 0, First),
            ("bwwb", "wbwb", 0, Second),
            // E.4: the higher rank decides.
            ("wb", "wb", 3, First),
            ("w", "w", 2, Second),
            // E.5: neither has played.
            ("", "", 0, First),
            ("", "", 1, Second),
        ] {
            assert_eq!(sittings(mine).against(&sittings(theirs), BotIndex(bot)), expected, "{mine} against {theirs}");
        }
    }
}
