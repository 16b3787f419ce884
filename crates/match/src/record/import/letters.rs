//! The letters of men in other languages. The standard of PGN wants those of English, but people print their own.

use std::borrow::Cow;

use uvi_games::game::PgnReading;

use crate::record::pgn::PgnGame;

/// The English letters, in the order of [`PgnReading::letters`], and the letter of pawns.
const ENGLISH: &str = "KQRBNP";

/// The letters of the men of a game, if they are not English: the first that have all that it uses.
pub(super) fn of(game: &PgnGame<'_>, reading: &PgnReading) -> Option<&'static str> {
    let words = || game.moves.iter().filter_map(|found| found.text);
    let used = || words().flat_map(|word| word.split(['=', '('])).filter_map(|part| part.chars().next());
    let mut used: Vec<char> = used().filter(|letter| letter.is_uppercase() && *letter != 'O').collect();
    used.sort_unstable();
    used.dedup();
    let has = |letters: &&&str| used.iter().all(|letter| letters.contains(*letter));
    reading.letters.iter().find(has).copied().filter(|_| !has(&&ENGLISH))
}

/// A move with English letters. A letter stands before a square, and behind the square of a promotion.
pub(super) fn english<'t>(text: &'t str, letters: Option<&str>) -> Cow<'t, str> {
    let Some(letters) = letters else { return text.into() };
    let mut before = '=';
    let letter = |letter: char| {
        let is_man = "=(18".contains(std::mem::replace(&mut before, letter));
        let place = letters.chars().position(|own| is_man && own == letter);
        place.and_then(|place| ENGLISH.chars().nth(place)).unwrap_or(letter)
    };
    text.chars().map(letter).collect()
}
