//! An independent library of chess.

use cozy_chess::{Board, File, Move, Square};

/// The legal moves of a position.
pub(crate) fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_one| {
        moves.extend(of_one);
        false
    });
    moves
}

/// True if the move castles. The library writes castling as king takes rook.
pub(crate) fn castles(board: &Board, go: Move) -> bool {
    board.colors(board.side_to_move()).has(go.to)
}

/// A move as we write it; castling as the move of the king unless the start is shuffled.
pub(crate) fn text(board: &Board, go: Move, shuffled: bool) -> String {
    if shuffled || !castles(board, go) {
        return go.to_string();
    }
    let file = if go.to.file() > go.from.file() { File::G } else { File::C };
    format!("{}{}", go.from, Square::new(file, go.from.rank()))
}

/// The board of FEN with these ranks, in which a dot is an empty square.
pub(crate) fn board(rows: &[[char; 8]; 8]) -> String {
    let row = |row: &[char; 8]| {
        let text: String = row.iter().collect();
        (1..=8).rev().fold(text, |text, run| text.replace(&".".repeat(run), &run.to_string()))
    };
    rows.each_ref().map(row).join("/")
}
