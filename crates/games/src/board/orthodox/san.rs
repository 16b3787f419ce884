//! Disambiguation of moves in standard algebraic notation.

use crate::board;

/// The part of square `from` that distinguishes it from the squares of `rivals`, from which men of the same kind can
/// move to the same target: nothing, the file, the rank, or both. (FIDE Laws of Chess, appendix C.10.)
pub fn told_apart<const WIDTH: usize, const HEIGHT: usize>(
    from: board::Square<WIDTH, HEIGHT>,
    rivals: &[board::Square<WIDTH, HEIGHT>],
) -> String {
    if rivals.is_empty() {
        return String::new();
    }
    let text = from.to_string();
    let (file, rank) = text.split_at(1);
    let named = if rivals.iter().all(|rival| rival.file() != from.file()) {
        file
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        rank
    } else {
        &text
    };
    named.to_owned()
}
