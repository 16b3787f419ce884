//! The letters of men in other languages. The standard of PGN wants those of English, but people print their own.

use std::borrow::Cow;

use uvi_games::{board::orthodox::ZEROS, game::PgnReading};

use crate::record::pgn::PgnGame;

/// The English letters, in the order of [`PgnReading::letters`], and the letter of pawns.
const ENGLISH: &str = "KQRBNP";

/// The letters of the men of a game, if they are not English: the first that have all that it uses.
pub(super) fn of(game: &PgnGame<'_>, reading: &PgnReading) -> Option<&'static str> {
    let words = || game.moves.iter().filter_map(|found| found.text);
    let used = || words().flat_map(|word| word.split(['=', '('])).filter_map(|part| part.chars().next());
    let mut used: Vec<char> = used().filter(|letter| letter.is_uppercase() && !ZEROS.contains(*letter)).collect();
    used.sort_unstable();
    used.dedup();
    let has = |letters: &&&str| used.iter().all(|letter| letters.contains(*letter));
    reading.letters.iter().find(has).copied().filter(|_| !has(&&ENGLISH))
}

/// A move with English letters. A letter stands before a square, and behind the square of a promotion. Invisible characters,
/// which stand behind figurines on many pages, are left out.
pub(super) fn english<'t>(text: &'t str, letters: Option<&str>) -> Cow<'t, str> {
    if letters.is_none() && text.is_ascii() {
        return text.into();
    }
    let letters = letters.unwrap_or(ENGLISH);
    let mut before = '=';
    let letter = |letter: char| {
        let is_man = "=(18".contains(std::mem::replace(&mut before, letter));
        let place = letters.chars().position(|own| is_man && own == letter);
        place.and_then(|place| ENGLISH.chars().nth(place)).unwrap_or(letter)
    };
    // The Russian king has two letters.
    let text = text.replace("Кр", "K");
    let is_seen = |letter: &char| !matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{fe0e}' | '\u{fe0f}');
    text.chars().filter(is_seen).map(letter).collect()
}
