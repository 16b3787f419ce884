//! What standard algebraic notation says of the square from which a man comes.

use crate::board;

/// As much of this square as tells it apart from those of other men of its kind that could go there too: nothing, its
/// file, its rank, or both. (FIDE Laws of Chess, appendix C.10.)
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
