//! The rule options.

/// The rule options of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChessOptions {
    /// The option `start shuffled`: castling is written as king takes rook, and rights by files.
    pub(super) shuffled: bool,
    pub(super) draws: Draws,
}

/// The option `draws`: the limits at which repetition and quiet moves end a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) enum Draws {
    /// The game ends without a claim where players may claim a draw (FIDE 9.2, 9.3).
    #[default]
    Automatic,
    /// Nobody claims; the game ends where it ends by itself (FIDE 9.6).
    Claimed,
}

impl Draws {
    facts! {
        /// The occurrences of a position that end the game.
        pub(super) occurrences: u32 = Automatic => 3, Claimed => 5;
        /// The moves of both sides without a capture or a pawn move that end the game.
        pub(super) quiet: u32 = Automatic => 100, Claimed => 150;
    }
}
