//! The openings of a file before they are read, in its order or in that of fastchess: shuffled by its generator of random
//! numbers, so that the same number gives the same openings as `-srand` there.

use rand_mt::Mt64;
use uvi_match::record::is_blank;

/// The beginnings of lines that are no openings.
const COMMENTS: [&str; 4] = ["#", ";", "%", "//"];

/// The lines of a text that are no comments, each with its number.
pub(super) fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    let is_opening = |line: &str| !line.is_empty() && !COMMENTS.iter().any(|comment| line.starts_with(comment));
    let lines = (1..).zip(text.lines().map(|line| line.trim_matches(is_blank)));
    lines.filter(|(_, line)| is_opening(line)).collect()
}

/// The text of PGN, line by line, of a table of openings whose header has the columns `eco`, `name` and `pgn`, as that of
/// lichess. A row without moves is an empty line. `None` if the text is another one.
pub(super) fn games_of_table(text: &str) -> Option<String> {
    let mut lines =
        text.lines().map(|line| line.split('\t').map(|cell| cell.trim_matches(is_blank)).collect::<Vec<_>>());
    let header = lines.next()?;
    let [eco, name, pgn] = ["eco", "name", "pgn"].map(|name| header.iter().position(|column| *column == name));
    let (eco, name, pgn) = (eco?, name?, pgn?);
    let game = |row: Vec<&str>| {
        let cell = |column: usize| row.get(column).copied().unwrap_or_default().replace('"', "'");
        match cell(pgn) {
            moves if moves.is_empty() => "\n".to_owned(),
            moves => format!("\n[ECO \"{}\"] [Opening \"{}\"] {moves} *", cell(eco), cell(name)),
        }
    };
    Some(lines.map(game).collect())
}

/// Shuffles openings, from the front as fastchess does.
pub(super) fn shuffle<T>(openings: &mut [T], seed: u64) {
    let mut numbers = Mt64::new(seed);
    for place in 0..openings.len().saturating_sub(1) {
        let left = (openings.len() - place) as u64;
        openings.swap(place, place + (numbers.next_u64() % left) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C++ standard requires this number of `std::mt19937_64`.
    #[test]
    fn the_ten_thousandth_number_is_that_of_the_standard() {
        let mut numbers = Mt64::new(5489);
        assert_eq!((0..10_000).map(|_| numbers.next_u64()).last(), Some(9_981_545_732_273_789_042));
    }
}
