//! Facts of a position for adjudication: the counts of FEN, and the men for tables of endgames.

/// The counts of a position, as FEN has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveCounts {
    /// The number of moves of both sides since the last capture or pawn move.
    pub quiet: u32,
    /// The number of the move, from 1; the next one begins after Black's move.
    pub number: u32,
}

/// A position of orthodox chess for tables of endgames. A square is a bit: a1 the least, b1 the next, h8 the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endgame {
    /// The men of White and of Black.
    pub sides: [u64; 2],
    /// The kings, queens, rooks, bishops, knights and pawns of both.
    pub kinds: [u64; 6],
    /// The number of the square that a pawn has passed and on which it may be captured.
    pub passed: Option<u32>,
    /// True if White is to move.
    pub white_moves: bool,
}

impl Endgame {
    /// The number of men.
    pub fn men(&self) -> u32 {
        (self.sides[0] | self.sides[1]).count_ones()
    }
}
