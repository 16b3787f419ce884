//! The letters of men in other languages. The standard of PGN wants those of English, but people print their own.

use std::borrow::Cow;

use uvi_games::{board::orthodox::ZEROS, game::PgnReading};

use crate::record::pgn::{self, PgnGame};

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
    let figured = pgn::figured(text).map(|(figure, tail)| format!("{figure}{tail}"));
    if letters.is_none() && text.is_ascii() && figured.is_none() {
        return text.into();
    }
    let text = figured.as_deref().unwrap_or(text);
    let letters = letters.unwrap_or(ENGLISH);
    let mut before = '=';
    let letter = |letter: char| {
        let is_man = "=(18".contains(std::mem::replace(&mut before, letter));
        let place = letters.chars().position(|own| is_man && own == letter);
        place.and_then(|place| ENGLISH.chars().nth(place)).unwrap_or(letter)
    };
    // The Russian king has two letters.
    let text = text.replace("Кр", "K");
    let text: String = text.chars().filter(|letter| !pgn::is_unseen(*letter)).map(letter).collect();
    // Cyrillic files look like Latin ones.
    let is_rank = |next: Option<char>| next.is_some_and(|next| ('1'..='8').contains(&next));
    let file = |(place, letter): (usize, char)| {
        let next = text[place + letter.len_utf8()..].chars().next();
        let latin = "\u{430}\u{435}\u{441}".chars().zip("aec".chars()).find(|(cyrillic, _)| *cyrillic == letter);
        latin.filter(|_| is_rank(next)).map_or(letter, |(_, latin)| latin)
    };
    text.char_indices().map(file).collect()
}
