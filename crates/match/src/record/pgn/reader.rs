//! Splits a text into games of PGN, and a game into tags and moves. The module knows no board.

use std::{borrow::Cow, mem};

use uvi_games::game::Seat;

use super::{
    comment::Note,
    pgn_result::PgnResult,
    place::TextPlace,
    tags::{self, PgnTag},
    token::{GameStage, Token, TokenPlace, begins_line, blanks, ends_line, token},
};

/// Decodes the bytes of a text file. UTF-16 is known by its byte order mark, or by a zero in the first two bytes; bytes
/// that are not UTF-8 are read as ISO 8859-1, the character set of the PGN standard, with the letters of Windows.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |bytes: &[u8], pair: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|unit| pair([unit[0], unit[1]]));
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, text @ ..] | text @ [1..=255, 0, ..] => return Cow::Owned(utf16(text, u16::from_le_bytes)),
        [0xfe, 0xff, text @ ..] | text @ [0, 1..=255, ..] => return Cow::Owned(utf16(text, u16::from_be_bytes)),
        _ => {}
    }
    str::from_utf8(bytes).map_or_else(
        |_| {
            let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                let letter = |byte: &u8| match byte {
                    0x80..0xa0 => WINDOWS[usize::from(byte - 0x80)],
                    _ => char::from(*byte),
                };
                text.extend(chunk.invalid().iter().map(letter));
            }
            Cow::Owned(text)
        },
        Cow::Borrowed,
    )
}

/// The letters of Windows-1252 in the place of the control characters of ISO 8859-1.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

#[derive(Debug, Clone)]
pub(in crate::record) struct PgnGame<'a> {
    /// The place of the first tag or move.
    pub(in crate::record) place: TextPlace,
    pub(in crate::record) tags: Vec<PgnTag>,
    pub(in crate::record) moves: Vec<PgnMove<'a>>,
    /// The result behind the moves, with its place.
    pub(in crate::record) result: Option<(TextPlace, PgnResult)>,
    /// The place of a comment without an end.
    pub(in crate::record) open_comment: Option<TextPlace>,
    /// The place of a variation without an end.
    pub(in crate::record) open_variation: Option<TextPlace>,
    /// True if Black makes the first move.
    begins_black: bool,
}

/// A move of the main line.
#[derive(Debug, Clone)]
pub(in crate::record) struct PgnMove<'a> {
    pub(in crate::record) place: TextPlace,
    /// The text of the move; `None` for a null move.
    pub(in crate::record) text: Option<&'a str>,
    /// The figures of its comments.
    pub(in crate::record) note: Note,
}

impl PgnGame<'_> {
    fn new(place: TextPlace) -> Self {
        let (tags, moves) = (Vec::new(), Vec::new());
        Self { place, tags, moves, result: None, open_comment: None, open_variation: None, begins_black: false }
    }

    /// The value of a tag, whatever the case of its name. The last tag of a name counts.
    pub(in crate::record) fn tag(&self, name: &str) -> Option<&str> {
        self.last_tag(name).map(|tag| tag.value.as_str())
    }

    /// The place of the first of these tags that the game has; the game's own place without any.
    pub(in crate::record) fn place_of(&self, names: &[&str]) -> TextPlace {
        names.iter().find_map(|name| self.last_tag(name)).map_or(self.place, |tag| tag.place)
    }

    fn last_tag(&self, name: &str) -> Option<&PgnTag> {
        self.tags.iter().rfind(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Adds the figures of a comment to the last move.
    fn note(&mut self, comment: &str) {
        let is_first = !self.moves.len().is_multiple_of(2);
        let mover = if is_first == self.begins_black { Seat::TWO } else { Seat::ONE };
        if let Some(last) = self.moves.last_mut() {
            last.note.read(comment, mover);
        }
    }
}

/// The most tags of a game that are kept. No game has as many; without a limit, tags without moves take quadratic time.
const MOST_TAGS: usize = 512;

/// The games of a text, in order.
#[derive(Debug, Clone)]
pub(in crate::record) struct PgnGames<'a> {
    text: &'a str,
    rest: &'a str,
    /// The offset and place found last; the next search for a place starts there.
    known: (usize, TextPlace),
    /// True behind the dots of a turn's number, where a move stands.
    is_due: bool,
    is_behind_tag: bool,
}

struct PlacedToken<'a> {
    token: Token<'a>,
    /// The number of bytes of the text before the token.
    start: usize,
    /// The text behind the token.
    rest: &'a str,
    /// True if an empty line stands before the token.
    gap: bool,
    /// True if the token begins its line.
    begins_line: bool,
    /// True if other words stand before the token.
    behind_words: bool,
}

impl<'a> PgnGames<'a> {
    pub(in crate::record) fn new(text: &'a str) -> Self {
        Self { text, rest: text, known: (0, TextPlace::START), is_due: false, is_behind_tag: false }
    }

    fn place(&mut self, now: usize) -> TextPlace {
        let (offset, place) = self.known;
        self.known = (now, place.after(self.text, offset..now));
        self.known.1
    }

    /// The next token but skipped ones; `None` at the end.
    fn token(&self, stage: GameStage) -> Option<PlacedToken<'a>> {
        let (mut rest, mut gap, mut is_due, mut behind_words) = (self.rest, false, self.is_due, false);
        loop {
            let (after, blank) = blanks(rest).ok()?;
            gap |= blank;
            let start = self.text.len() - after.len();
            let begins_line = begins_line(&self.text[..start]);
            let place = match (begins_line, self.is_behind_tag && !behind_words) {
                (true, _) => TokenPlace::Begin,
                (false, true) => TokenPlace::BehindTag,
                (false, false) => TokenPlace::Within,
            };
            let (behind, token) = token(after, place, stage, is_due).ok()?;
            match token {
                Token::Skipped => (rest, is_due, behind_words) = (behind, false, true),
                token => return Some(PlacedToken { token, start, rest: behind, gap, begins_line, behind_words }),
            }
        }
    }
}

impl<'a> Iterator for PgnGames<'a> {
    type Item = PgnGame<'a>;

    fn next(&mut self) -> Option<PgnGame<'a>> {
        let mut unread = None;
        let mut game = self.game(&mut unread)?;
        // Of moves of which none is understood, the first is named.
        if let Some((place, text)) = unread.filter(|_| game.moves.is_empty()) {
            game.moves.push(PgnMove { place, text: Some(text), note: Note::default() });
        }
        // If the tag Result is `0-0`, by which both players lose, this last word is no castling.
        let result = game.tag("Result").map(str::trim).filter(|_| game.result.is_none());
        if result.is_some() && game.moves.last().is_some_and(|last| last.text == result) {
            game.moves.pop();
        }
        Some(game)
    }
}

impl<'a> PgnGames<'a> {
    /// A game ends before the tags of the next one. Without tags, the next game begins behind a result or an empty line,
    /// with turn 1, or at a line that begins with `1.`. Behind a result, other moves are prose, unless the next turn of the
    /// game comes first. `unread` becomes the first word without a meaning.
    fn game(&mut self, unread: &mut Option<(TextPlace, &'a str)>) -> Option<PgnGame<'a>> {
        let mut game: Option<PgnGame<'a>> = None;
        // True where another game may begin, until a later turn says that this one goes on.
        let mut border = false;
        let mut commented = false;
        let (mut turn, mut in_prose) = (None, false);
        loop {
            let moved = game.as_ref().is_some_and(|game| !game.moves.is_empty());
            let ended = game.as_ref().is_some_and(|game| game.result.is_some());
            let stage = match (moved, ended) {
                (false, _) => GameStage::Tags,
                (true, false) => GameStage::Moves,
                (true, true) => GameStage::Ended,
            };
            let Some(PlacedToken { token, start, rest, gap, begins_line, behind_words }) = self.token(stage) else {
                return game;
            };
            border |= gap && moved;
            in_prose = ended && !begins_line && (in_prose || behind_words);
            let begins = match &token {
                Token::Tag(name, _) => {
                    let again = || game.as_ref().is_some_and(|game| game.tag(name).is_some());
                    // A game has one event and one start.
                    let is_single = ["Event", "FEN"].iter().any(|single| name.eq_ignore_ascii_case(single));
                    moved || ended || gap && commented || (gap || commented || is_single) && again()
                }
                // Where each line is a game, no empty line stands between them. Behind one move, Black's may have the number
                // too.
                Token::Number(1, 1)
                    if game.as_ref().is_some_and(|game| game.moves.len() > 1)
                        && self.text[..start].trim_end_matches([' ', '\t']).ends_with(ends_line) =>
                {
                    true
                }
                Token::Number(number, dots) => {
                    border && *number == 1 && *dots < 2 && (*dots == 1 || !in_prose || is_before_turn(rest))
                }
                Token::Move(text) => {
                    border
                        && !in_prose
                        && text.is_some()
                        && (ended || game.as_ref().is_some_and(|game| game.moves.len().is_multiple_of(2)))
                }
                _ => false,
            };
            if begins {
                return game;
            }
            self.rest = rest;
            let is_due = mem::replace(&mut self.is_due, matches!(token, Token::Number(_, 1..)));
            self.is_behind_tag = matches!(token, Token::Tag(..));
            let place = self.place(start);
            match token {
                Token::Tag(name, value) => {
                    let game = game.get_or_insert_with(|| PgnGame::new(place));
                    if name.eq_ignore_ascii_case("FEN") && value.split_whitespace().nth(1) == Some("b") {
                        game.begins_black = true;
                    }
                    if game.tags.len() < MOST_TAGS {
                        game.tags.push(PgnTag { place, name: tags::proper(name).to_owned(), value });
                    }
                }
                Token::Move(_) if border && ended => {}
                // A line of dashes begins no game.
                Token::Move(None) if game.is_none() && !is_due => {}
                Token::Move(text) => {
                    let game = game.get_or_insert_with(|| PgnGame::new(place));
                    game.moves.push(PgnMove { place, text, note: Note::default() });
                }
                Token::OpenComment => {
                    game.get_or_insert_with(|| PgnGame::new(place)).open_comment.get_or_insert(place);
                    commented = true;
                }
                Token::Comment(text) => {
                    if let Some(game) = &mut game {
                        commented = true;
                        game.note(text);
                    }
                }
                Token::OpenVariation => {
                    if let Some(game) = &mut game {
                        game.open_variation.get_or_insert(place);
                    }
                }
                Token::Result(result) => {
                    if let Some(game) = &mut game {
                        game.result =
                            game.result.filter(|(_, known)| *known != PgnResult::Unknown).or(Some((place, result)));
                        border = true;
                    }
                }
                Token::Number(number, dots) if border && ended && !goes_on(turn, number, dots) => in_prose = true,
                Token::Number(number, _) => (border, turn) = (false, Some(number)),
                // Without tags, it may be prose behind the last game.
                Token::Unread(text) if game.is_some() => {
                    unread.get_or_insert((place, text));
                }
                Token::Unread(_) | Token::Skipped => {}
            }
        }
    }
}

/// Returns true if a text begins with two moves, and the number of the next turn or a result stands behind them.
fn is_before_turn(text: &str) -> bool {
    let mut rest = text;
    let mut next = || {
        let (input, _) = blanks(rest).ok()?;
        let (behind, token) = token(input, TokenPlace::Within, GameStage::Ended, false).ok()?;
        rest = behind;
        Some(token)
    };
    let mut moves = || matches!(next(), Some(Token::Move(Some(_))));
    moves() && moves() && matches!(next(), Some(Token::Number(2, _) | Token::Result(_)))
}

/// Returns true if the number of a turn, with these dots, may follow the last number of a game.
fn goes_on(last: Option<u32>, number: u32, dots: usize) -> bool {
    dots > 0 && last.is_none_or(|last| number == last || Some(number) == last.checked_add(1))
}
