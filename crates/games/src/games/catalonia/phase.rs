//! The phases of a turn.

use super::{Owner, Square};

/// What a position waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A move.
    Move(Due),
    /// Black's answer to `yield`.
    Answer,
    /// The roller's claim.
    Claim,
    /// The bomb: chance, or the roller's choice.
    Bomb,
    /// The roller chooses among the neighbours of this square, which was thrown.
    Target(Square),
    /// The man that lost this square chooses where to go.
    Escape(Square),
    /// This player may remove trapped Peasants.
    Remove(Owner),
    /// Nothing.
    Over,
}

/// The moves still to be made in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// Both, and White may yield.
    Both,
    /// Both, White's first, since Black declined.
    WhiteFirst,
    /// The last one.
    Last(Owner),
}

impl Due {
    /// All of them.
    pub(super) const ALL: [Self; 4] =
        [Self::Both, Self::WhiteFirst, Self::Last(Owner::White), Self::Last(Owner::Black)];

    /// Who is to move.
    pub const fn mover(self) -> Owner {
        match self {
            Self::Both | Self::WhiteFirst => Owner::White,
            Self::Last(owner) => owner,
        }
    }

    /// Its word in a position.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Both => "wb",
            Self::WhiteFirst => "w!b",
            Self::Last(Owner::White) => "w",
            Self::Last(Owner::Black) => "b",
        }
    }
}
