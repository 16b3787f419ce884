//! The openings of a file before they are read, in its order or in that of fastchess: shuffled by its generator of random
//! numbers, so that the same number gives the same openings as `-srand` there.

use rand_mt::Mt64;
use uvi_match::record::is_blank;

/// The beginnings of lines that are no openings.
const COMMENTS: [&str; 4] = ["#", ";", "%", "//"];

/// The openings of a text, split but not read, each with the line where it begins.
pub(super) struct OpeningTexts<'a>(Vec<(usize, &'a str)>);

impl<'a> OpeningTexts<'a> {
    /// The lines of a text that are no comments.
    pub(super) fn lines(text: &'a str) -> Self {
        let is_opening = |line: &str| !line.is_empty() && !COMMENTS.iter().any(|comment| line.starts_with(comment));
        let lines = (1..).zip(text.lines().map(|line| line.trim_matches(is_blank)));
        Self(lines.filter(|(_, line)| is_opening(line)).collect())
    }

    /// The games of a text of PGN, split before each tag that follows moves.
    pub(super) fn games(text: &'a str) -> Self {
        let (mut games, mut begin, mut first, mut place) = (Vec::new(), 0, 1, 0);
        let (mut has_moves, mut in_comment) = (false, false);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let shown = line.trim_matches(is_blank);
            if !in_comment && shown.starts_with('[') {
                if has_moves {
                    games.push((first, &text[begin..place]));
                    (begin, first, has_moves) = (place, number, false);
                }
            } else if !shown.is_empty() {
                has_moves = true;
                // A comment ends at the first `}`, whatever stands in it.
                in_comment = shown.rfind(['{', '}']).map_or(in_comment, |place| shown[place..].starts_with('{'));
            }
            place += line.len();
        }
        games.extend(Some((first, &text[begin..])).filter(|(_, game)| !game.trim().is_empty()));
        Self(games)
    }

    /// The openings, each with the line where it begins.
    pub(super) fn into_lines(self) -> Vec<(usize, &'a str)> {
        self.0
    }

    /// Shuffles the openings, from the front as fastchess does.
    pub(super) fn shuffle(&mut self, seed: u64) {
        let mut numbers = Mt64::new(seed);
        for place in 0..self.0.len().saturating_sub(1) {
            let left = (self.0.len() - place) as u64;
            self.0.swap(place, place + (numbers.next_u64() % left) as usize);
        }
    }

    /// The openings from number `start` on, then those before it, at most `most`, as a text of the same form, and where
    /// each line of it was.
    pub(super) fn beginning_at(mut self, start: usize, most: usize) -> (String, Vec<usize>) {
        let count = self.0.len().max(1);
        self.0.rotate_left((start - 1) % count);
        self.0.truncate(most);
        let lines = self.0.iter().flat_map(|(line, opening)| *line..=line + opening.matches('\n').count());
        (self.0.iter().map(|(_, opening)| format!("{opening}\n")).collect(), lines.collect())
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

    #[test]
    fn games_are_split_at_their_tags() {
        let first = "\u{feff}[Event \"a\"]\n[FEN \"x\"]\n\n1. e4 { { [%clk 1]\n[not a tag]} e5 *\n\n";
        let text = format!("{first}[Event \"b\"]\n\n1. d4 *\n1. c4 *\n");
        let OpeningTexts(games) = OpeningTexts::games(&text);
        let [(1, first), (7, second)] = games[..] else { panic!("{games:?}") };
        assert_eq!(format!("{first}{second}"), text);
        assert!(second.starts_with("[Event \"b\"]"));
    }

    #[test]
    fn openings_begin_at_a_number_and_those_before_come_last() {
        let from = |start, most| OpeningTexts::lines("# by hand\na\n\nb\nc\n").beginning_at(start, most);
        assert_eq!(from(1, 9), ("a\nb\nc\n".to_owned(), vec![2, 4, 5]));
        assert_eq!([from(3, 9).0, from(5, 2).0], ["c\na\nb\n", "b\nc\n"]);
    }
}
