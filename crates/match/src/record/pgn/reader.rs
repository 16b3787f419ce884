//! Splits a text into games of PGN, and a game into tags and moves. Everything that programs and people write between
//! moves is read: numbers with any dots, comments, variations, marks, words. The module knows no board.

use std::{borrow::Cow, mem};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_till, take_while, take_while_m_n, take_while1},
    character::complete::{alphanumeric1, anychar, char, digit0, digit1, hex_digit1, one_of, satisfy, space0},
    combinator::{all_consuming, map, map_opt, not, opt, peek, recognize, rest, value, verify},
    error::{Error, ErrorKind},
    multi::{fold_many_m_n, fold_many0, many0_count, many1_count},
    sequence::{delimited, preceded, terminated},
};

use uvi_games::board::orthodox::{CASTLING_SIGNS, DASHES, ZEROS, promotion, written_castling};

use super::{
    comment::{Mover, Note},
    pgn_result::{PgnResult, result},
    place::TextPlace,
    tags::{self, PgnTag},
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
    /// The player of the first move.
    first: Mover,
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
        Self { place, tags, moves, result: None, open_comment: None, open_variation: None, first: Mover::White }
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
        let mover = if self.moves.len().is_multiple_of(2) { self.first.other() } else { self.first };
        if let Some(last) = self.moves.last_mut() {
            last.note.read(comment, mover);
        }
    }
}

/// The most characters of a word. No move has as many; without a limit, text without spaces takes quadratic time.
const LONGEST_WORD: usize = 64;

/// The most signs before a square that are read with it, for the same reason.
const MOST_SIGNS: usize = 16;

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
}

#[derive(Debug)]
enum Token<'a> {
    Tag(&'a str, String),
    Comment(&'a str),
    OpenComment,
    OpenVariation,
    /// The number of a turn, and the number of dots behind it.
    Number(u32, usize),
    Result(PgnResult),
    /// `None` for a null move.
    Move(Option<&'a str>),
    /// A word without a meaning where the first move stands.
    Unread(&'a str),
    /// A variation, a mark or another word.
    Skipped,
}

/// The part of a game in which a token stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GameStage {
    /// Before the first move.
    Tags,
    Moves,
    /// Behind the result, where people write titles.
    Ended,
}

/// A token with its surroundings.
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
        Self { text, rest: text, known: (0, TextPlace::START), is_due: false }
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
            let before = &self.text[..start];
            let begins_line = before.ends_with(['\n', '\r']) || before.chars().all(|letter| letter == '\u{feff}');
            let (behind, token) = token(after, begins_line, stage, is_due).ok()?;
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
        let mut game = self.game()?;
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
    /// game comes first.
    fn game(&mut self) -> Option<PgnGame<'a>> {
        let mut unread = None;
        let mut game = self.tags_and_moves(&mut unread)?;
        // Of moves of which none is understood, the first is named.
        if let Some((place, text)) = unread.filter(|_| game.moves.is_empty()) {
            game.moves.push(PgnMove { place, text: Some(text), note: Note::default() });
        }
        Some(game)
    }

    /// Reads a game. `unread` becomes its first word without a meaning.
    fn tags_and_moves(&mut self, unread: &mut Option<(TextPlace, &'a str)>) -> Option<PgnGame<'a>> {
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
                Token::Number(number, dots) => border && *number == 1 && *dots < 2 && (*dots == 1 || !in_prose),
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
            let place = self.place(start);
            match token {
                Token::Tag(name, value) => {
                    let game = game.get_or_insert_with(|| PgnGame::new(place));
                    if name.eq_ignore_ascii_case("FEN") && value.split_whitespace().nth(1) == Some("b") {
                        game.first = Mover::Black;
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

/// Returns true if the number of a turn, with these dots, may follow the last number of a game.
fn goes_on(last: Option<u32>, number: u32, dots: usize) -> bool {
    dots > 0 && last.is_none_or(|last| number == last || Some(number) == last.checked_add(1))
}

/// `token = escape / comment / variation / tag / result / null / castling / parted / short / digits / number / opening-code /
/// smudged / move / junk`
fn token(input: &str, begins_line: bool, stage: GameStage, is_due: bool) -> IResult<&str, Token<'_>> {
    let skipped = |_| Token::Skipped;
    match input.chars().next() {
        Some('%') if begins_line => map(line, skipped).parse(input),
        Some(';') => map(line, skipped).parse(input),
        Some('{') => Ok(comment(input)
            .map_or_else(|_| (next_tags(input), Token::OpenComment), |(rest, text)| (rest, Token::Comment(text)))),
        Some('(' | '[') if let Ok((rest, result)) = enclosed_result(input) => Ok((rest, Token::Result(result))),
        Some('(') => {
            Ok(variation(input)
                .map_or_else(|_| (next_tags(input), Token::OpenVariation), |rest| (rest, Token::Skipped)))
        }
        Some('[') => {
            let bare = |input| if begins_line && stage == GameStage::Tags { bare_tag(input) } else { fail(input) };
            let found = alt((quoted_tag, bare)).map(|(name, value)| Token::Tag(name, value));
            alt((found, map(parted, |text| Token::Move(Some(text))), map(bracket, skipped))).parse(input)
        }
        _ => alt((
            map(result, Token::Result),
            map(null, |_| Token::Move(None)),
            map(castling, |text| Token::Move(Some(text))),
            map(parted, |text| Token::Move(Some(text))),
            map(
                |input| {
                    if stage == GameStage::Moves || is_due {
                        alt((|input| short(input, is_due), lone)).parse(input)
                    } else {
                        fail(input)
                    }
                },
                |text| Token::Move(Some(text)),
            ),
            map(|input| if is_due { digits(input) } else { fail(input) }, |text| Token::Move(Some(text))),
            map(number, |(number, dots)| Token::Number(number, dots)),
            map(opening_code, skipped),
            map(alt((smudged, written)), |text| Token::Move(Some(text))),
            map(
                |input| {
                    if stage == GameStage::Tags && is_due {
                        take_while1(char::is_alphanumeric).parse(input)
                    } else {
                        fail(input)
                    }
                },
                Token::Unread,
            ),
            map(junk, skipped),
        ))
        .parse(input),
    }
}

fn fail<T>(input: &str) -> IResult<&str, T> {
    Err(nom::Err::Error(Error::new(input, ErrorKind::Fail)))
}

fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// Returns true for white space, and for what is left of other programs: byte order marks, zero-width spaces, zeros, the end
/// mark of DOS.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}' | '\0' | '\u{1a}')
}

/// Blanks. Returns true if they have an empty line.
fn blanks(input: &str) -> IResult<&str, bool> {
    let count = |text: &str| {
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        ends.max(text.bytes().filter(|byte| *byte == b'\r').count())
    };
    map(take_while(is_blank), |text| count(text) > 1).parse(input)
}

fn line(input: &str) -> IResult<&str, &str> {
    take_till(ends_line).parse(input)
}

/// `comment = "{" *any "}"`, without the tags of another game in it: behind a tag, `}` comes before the next `{`.
fn comment(input: &str) -> IResult<&str, &str> {
    let (text, _) = char('{').parse(input)?;
    let mut rest = text;
    loop {
        let (after, letter) = preceded(take_till(|letter| letter == '}' || ends_line(letter)), anychar).parse(rest)?;
        if letter == '}' {
            return Ok((after, &text[..text.len() - after.len() - 1]));
        }
        rest = after;
        if quoted_tag(rest).is_ok() {
            let (end, _) = (take_till(|letter| "{}".contains(letter)), char('}')).parse(rest)?;
            return Ok((end, &text[..text.len() - end.len() - 1]));
        }
    }
}

/// The text from the next line that is a tag; empty if there is none.
fn next_tags(input: &str) -> &str {
    let lines = input.match_indices(ends_line).map(|(end, _)| &input[end + 1..]);
    lines.into_iter().find(|rest| quoted_tag(rest).is_ok()).unwrap_or_default()
}

/// `variation = "(" *(variation / comment / ";" line / any) ")"`, without the tags of another game in it. Returns the
/// text behind it. Not recursive, so that no text can exhaust the stack.
fn variation(input: &str) -> Result<&str, nom::Err<Error<&str>>> {
    let (mut rest, mut depth) = (input, 0_usize);
    loop {
        let (after, letter) = preceded(take_till(|letter| "(){;\n\r".contains(letter)), anychar).parse(rest)?;
        let here = &rest[rest.len() - after.len() - letter.len_utf8()..];
        rest = match letter {
            '(' => {
                depth += 1;
                after
            }
            ')' if depth == 1 => return Ok(after),
            ')' => {
                depth -= 1;
                after
            }
            '{' => comment(here)?.0,
            ';' => line(here)?.0,
            _ => not(quoted_tag).parse(after)?.0,
        };
    }
}

/// `tag = "[" name value ["]"]`. The name is free. Quotes within the value need no `\`.
fn quoted_tag(input: &str) -> IResult<&str, (&str, String)> {
    let name = verify(take_while1(|letter| !"\"[]{}\r\n".contains(letter)), |name: &str| {
        name.starts_with(char::is_alphanumeric)
    });
    let name = delimited((char('['), space0), map(name, str::trim), char('"'));
    (name, alt((escaped_value, line_value))).parse(input)
}

/// `value = *(escape / fold / any) %x22 *SP "]"`, `escape = "\" (%x22 / "\")`, as the standard has it. A `fold` is the end
/// of a line before another line of the value.
fn escaped_value(input: &str) -> IResult<&str, String> {
    let plain = take_while1(|letter| !"\"\\\r\n".contains(letter));
    let fold = value(" ", (alt((tag("\r\n"), tag("\n"), tag("\r"))), not(one_of("[\r\n"))));
    let part = alt((plain, preceded(char('\\'), recognize(one_of("\"\\"))), tag("\\"), fold));
    let text = fold_many0(part, String::new, |text, part| text + part);
    terminated(text, (char('"'), space0, char(']'))).parse(input)
}

/// `value = *any %x22 *SP ["]"] *SP`, up to the last quote of the line
fn line_value(input: &str) -> IResult<&str, String> {
    let end = |text: &str| text.trim_end().trim_end_matches(']').trim_end().strip_suffix('"').map(str::to_owned);
    map_opt(line, end).parse(input)
}

/// `bare-tag = "[" name SP *any "]"`: a tag without its quotes, or with others
fn bare_tag(input: &str) -> IResult<&str, (&str, String)> {
    let is_quote = |letter| "\"'“”„‘’«»".contains(letter);
    let pair = |text: &'_ str| {
        let (name, value) = text.trim_end().trim_end_matches(']').split_once(char::is_whitespace)?;
        name.starts_with(char::is_alphabetic).then(|| value.trim().trim_matches(is_quote).to_owned())
    };
    let (rest, text) = preceded(char('['), line).parse(input)?;
    match pair(text) {
        Some(value) => Ok((rest, (text.split(char::is_whitespace).next().unwrap_or_default(), value))),
        None => fail(input),
    }
}

/// Brackets that hold no tag, such as `[%clk 0:03:00]` or `[#]` without braces
fn bracket(input: &str) -> IResult<&str, &str> {
    alt((recognize((char('['), take_till(|letter| "[]\r\n".contains(letter)), char(']'))), recognize(char('['))))
        .parse(input)
}

/// `null = "--" / "Z0" / "0000" / "@@@@" / "null" / "pass"`
fn null(input: &str) -> IResult<&str, &str> {
    let words = alt((tag("--"), tag("Z0"), tag("0000"), tag("@@@@"), tag_no_case("null"), tag_no_case("pass")));
    terminated(words, not(satisfy(|letter| letter.is_alphanumeric() || letter == '-'))).parse(input)
}

/// `castling`: castling in any spelling, with the rest of its word unless that is a move, a number or a result, or marks
/// before a move
fn castling(input: &str) -> IResult<&str, &str> {
    let glued = alt((value((), result), value((), written_castling), value((), numbered)));
    let marks = take_while1(|letter| "!?".contains(letter));
    let behind = alt((terminated(marks, peek(verify(rest, begins_move))), preceded(not(glued), word)));
    // `00.` is the number of a turn.
    preceded(not(numbered), recognize((written_castling, opt(behind)))).parse(input)
}

/// A number with dots, which is that of a turn
fn numbered(input: &str) -> IResult<&str, (u32, usize)> {
    verify(number, |(_, dots)| *dots > 0).parse(input)
}

/// `number = 1*DIGIT *(*SP ("." / "…"))`; `…` is three dots.
fn number(input: &str) -> IResult<&str, (u32, usize)> {
    let digits = map(digit1, |digits: &str| digits.parse().unwrap_or(u32::MAX));
    let dots = preceded(space0, alt((value(1, char('.')), value(3, char('…')))));
    (digits, fold_many0(dots, || 0, |all, dots| all + dots)).parse(input)
}

/// A result in brackets
fn enclosed_result(input: &str) -> IResult<&str, PgnResult> {
    delimited((one_of("(["), space0), verify(result, |result| *result != PgnResult::Unknown), (space0, one_of(")]")))
        .parse(input)
}

/// `digits = 4(%x31-38) [%x31-34]`: a move of correspondence chess in digits. No turn has such a number.
fn digits(input: &str) -> IResult<&str, &str> {
    let is_move = |word: &str| {
        matches!(word.len(), 4 | 5)
            && word.chars().take(4).all(|digit| ('1'..='8').contains(&digit))
            && word.chars().skip(4).all(|digit| ('1'..='4').contains(&digit))
    };
    verify(word, is_move).parse(input)
}

/// `move`: a word that begins with a letter or a figurine and has a digit. It need not be a move, and is then named as
/// unreadable.
fn written(input: &str) -> IResult<&str, &str> {
    let has_digit = |word: &str| word.contains(char::is_numeric);
    let begins = |letter: char| letter.is_alphabetic() || is_figurine(letter);
    verify(word, |word: &str| word.starts_with(begins) && has_digit(word)).parse(input)
}

/// `opening-code`: a word that begins with a letter from `A` to `E` and two digits, such as `C60`
fn opening_code(input: &str) -> IResult<&str, &str> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let is_code = |word: &str| matches!(word.as_bytes(), [b'A'..=b'E', a, b, ..] if is_digit(a) && is_digit(b));
    verify(word, is_code).parse(input)
}

/// `short`: a word that is written as a move without a square, such as `exf`, `ed=Q`, `NxP` and `castles`, or has the letters
/// and signs of castling alone. `is_due` is true behind the number of a turn, where any word of three letters may be one.
fn short(input: &str, is_due: bool) -> IResult<&str, &str> {
    let is_castling = |word: &str| {
        word.starts_with(|letter| ZEROS.contains(letter))
            && word.chars().all(|letter| ZEROS.contains(letter) || CASTLING_SIGNS.contains(letter))
            && word.contains(|letter| letter != '0')
    };
    let is_move = |word: &str| {
        let bare = word.trim_end_matches(|mark| "+#!?".contains(mark));
        let takes = |letter| "xX×:@".contains(letter);
        let is_man = |letter| "KQRBNPabcdefgh".contains(letter) || is_figurine(letter);
        let behind = bare.find(|letter| "=/(QRBN".contains(letter)).unwrap_or(bare.len());
        let (files, promoted) = bare.split_at(behind);
        let is_promoted = bare.starts_with(|letter| ('a'..='h').contains(&letter))
            && all_consuming((promotion, opt(char(')')))).parse(promoted).is_ok();
        let shape = if is_promoted { files } else { bare };
        let is_shaped = match shape.as_bytes() {
            [from @ b'a'..=b'h', to @ b'a'..=b'h'] => from.abs_diff(*to) == 1,
            [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', b'a'..=b'h'] => true,
            _ => shape.starts_with(is_man) && shape.contains(takes) && shape.chars().all(|it| is_man(it) || takes(it)),
        };
        is_shaped
            || is_castling(word)
            || ["castle", "castles"].contains(&bare.to_ascii_lowercase().as_str())
            || is_due && (1..=3).contains(&bare.len()) && bare.chars().all(char::is_alphabetic)
    };
    verify(word, is_move).parse(input)
}

/// `parted = figure *between squared / (letter / figure) gap squared / "\" 2*letter *between squared / image squared /
/// "[" 1*2letter "]" squared`: a man and its square, with signs, spaces or marks of HTML between them. Only a figurine
/// without signs can be read then; a `gap` has a sign.
fn parted(input: &str) -> IResult<&str, &str> {
    let is_sign = |letter: char| !letter.is_alphanumeric() && !is_blank(letter) && !"{([;$*<&".contains(letter);
    let gap = recognize(many1_count(alt((take_while1(is_sign), blank, html))));
    let gap = verify(gap, |gap: &str| {
        let signs = gap.trim_matches(is_blank);
        let is_dash = signs.chars().all(|sign| DASHES.contains(sign));
        // A word holds other signs.
        let parts = |letter: char| is_blank(letter) || "{}()[],;$\"<&".contains(letter);
        !signs.is_empty() && (is_dash || !gap.starts_with(is_blank)) && gap.contains(parts)
    });
    let letter = || satisfy(|letter| letter.is_uppercase() && !ZEROS.contains(letter));
    let command = recognize((char('\\'), take_while_m_n(2, LONGEST_WORD, char::is_alphabetic), between));
    let image = recognize((tag_no_case("<img"), not(satisfy(char::is_alphanumeric)), take_till(ends_html), char('>')));
    let named = recognize((char('['), take_while_m_n(1, 2, char::is_alphabetic), char(']')));
    let man = alt((recognize((figure, between)), recognize((alt((letter(), figure)), gap)), command, image, named));
    recognize((man, squared)).parse(input)
}

/// `lone = letter 1*blank squared`: the letter of a man and its square. An `N` or `D` marks a move before it.
fn lone(input: &str) -> IResult<&str, &str> {
    let letter = satisfy(|letter| letter.is_uppercase() && !ZEROS.contains(letter) && !"ND".contains(letter));
    recognize((letter, blank, squared)).parse(input)
}

/// `smudged = 1*sign squared`: a square behind a sign that is not known, which may stand for a man
fn smudged(input: &str) -> IResult<&str, &str> {
    let is_unknown = |name: &&str| !ENTITIES.contains(name);
    let named = delimited(char('&'), verify(alphanumeric1, move |name: &str| is_unknown(&name)), char(';'));
    let money = terminated(char('$'), peek(satisfy(|letter| ('a'..='h').contains(&letter))));
    let sign = alt((
        value((), money),
        value((), verify(coded, |letter| is_smudge(*letter))),
        value((), named),
        value((), satisfy(is_smudge)),
    ));
    recognize((fold_many_m_n(1, MOST_SIGNS, sign, || (), |(), ()| ()), squared)).parse(input)
}

/// `squared`: a word that begins with a square, or with an origin before it
fn squared(input: &str) -> IResult<&str, &str> {
    let begins = |word: &str| {
        let square = word.as_bytes().windows(2).position(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
        square.is_some_and(|place| {
            place < 5 && word[..place].chars().all(|letter| "abcdefgh12345678xX×:-".contains(letter))
        })
    };
    verify(word, begins).parse(input)
}

/// The figurine at the front of a move, and the move behind it.
pub(in crate::record) fn figured(text: &str) -> Option<(char, &str)> {
    terminated(figure, between).parse(text).ok().map(|(tail, figure)| (figure, tail))
}

/// `figure`: a figurine, or its code in HTML
fn figure(input: &str) -> IResult<&str, char> {
    verify(alt((coded, anychar)), |letter| is_figurine(*letter)).parse(input)
}

/// `coded = "&#" (1*DIGIT / "x" 1*HEXDIG) ";"`
fn coded(input: &str) -> IResult<&str, char> {
    let hex = map_opt(preceded(one_of("xX"), hex_digit1), |digits| u32::from_str_radix(digits, 16).ok());
    let code = alt((hex, map_opt(digit1, |digits: &str| digits.parse().ok())));
    map_opt(delimited(tag("&#"), code, char(';')), char::from_u32).parse(input)
}

/// `between = *(blank / html / "{}")`
fn between(input: &str) -> IResult<&str, usize> {
    many0_count(alt((blank, html, tag("{}")))).parse(input)
}

fn blank(input: &str) -> IResult<&str, &str> {
    take_while1(|letter| is_blank(letter) || is_unseen(letter)).parse(input)
}

/// Returns true for characters that nobody sees, such as those behind figurines on many pages.
pub(in crate::record) fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}')
}

/// The names in HTML of signs that may stand before a move.
const ENTITIES: [&str; 19] = [
    "nbsp", "ensp", "emsp", "thinsp", "quot", "apos", "ldquo", "rdquo", "bdquo", "lsquo", "rsquo", "laquo", "raquo",
    "ndash", "mdash", "minus", "hellip", "lt", "gt",
];

/// The signs that may stand before a move, beside dashes: brackets, quotes, Markdown and dots.
const BEFORE: &str = "()[]{}<>\"'`“”„‘’‚‹›«»*_|.…,:;$";

/// Returns true for a sign that is not known before a square.
fn is_smudge(letter: char) -> bool {
    let is_known = letter.is_alphanumeric() || is_blank(letter) || is_unseen(letter) || is_figurine(letter);
    !is_known && !BEFORE.contains(letter) && !DASHES.contains(letter)
}

fn is_figurine(letter: char) -> bool {
    ('♔'..='♟').contains(&letter)
}

/// `word = 1*any ["(" ["="] promotion ")"]`, up to white space, a bracket, a quote, `,`, `;`, `$`, `&`, or what is glued to it
fn word(input: &str) -> IResult<&str, &str> {
    let is_of_word = |letter: char| !letter.is_whitespace() && !"{}()[],;$\"<&".contains(letter);
    let (_, all) = take_while_m_n(1, LONGEST_WORD, is_of_word).parse(input)?;
    let any = tag(&all[..glued(all)]);
    let promotion = (char('('), opt(char('=')), one_of("QRBNqrbn"), char(')'));
    recognize((any, opt(promotion))).parse(input)
}

/// The length of the move in a word to which a turn's number or a result is glued, as in `e52.Nf3` and `Qh4#0-1`, or
/// another move behind a mark, as in `e4!e5`.
fn glued(word: &str) -> usize {
    let ends = |before: &str| {
        let mut last = before.chars().rev();
        match last.next() {
            Some('1'..='8') => matches!(last.next(), Some('a'..='h')),
            Some(letter) => "+#!?QRBN".contains(letter),
            None => false,
        }
    };
    let begins = |rest: &str| result(rest).is_ok() || numbered(rest).is_ok();
    let follows = |(before, rest): (&str, &str)| {
        ends(before) && begins(rest)
            || before.ends_with(['!', '?']) && !before.starts_with(['!', '?']) && begins_move(rest)
    };
    let mut places = word.char_indices().map(|(place, _)| place);
    places.find(|place| follows(word.split_at(*place))).unwrap_or(word.len())
}

/// True if a text begins with a word that names a square, or with castling.
fn begins_move(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let names_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let begins = word.starts_with(|letter: char| letter.is_alphabetic() || is_figurine(letter));
    begins && word.as_bytes().windows(2).any(names_square) || written_castling(word).is_ok()
}

/// `html = "<" ["/"] letter *any ">"`
fn html(input: &str) -> IResult<&str, &str> {
    let mark = (char('<'), opt(char('/')), satisfy(char::is_alphabetic), take_till(ends_html), char('>'));
    recognize(mark).parse(input)
}

fn ends_html(letter: char) -> bool {
    "<>\r\n".contains(letter)
}

/// `junk = html / entity / "$" *DIGIT / 2*"*" / signs / 1*(letter / digit) / any`: marks of annotators, such as `!?`, `+/-`, `N` and
/// `e.p.`, and bold type; `entity = "&" 1*any ";"`
fn junk(input: &str) -> IResult<&str, &str> {
    let is_sign = |letter: char| {
        !letter.is_alphanumeric() && !letter.is_whitespace() && !is_figurine(letter) && !"{([;$*<&".contains(letter)
    };
    let entity =
        recognize((char('&'), take_while1(|letter: char| letter == '#' || letter.is_alphanumeric()), char(';')));
    let bold = recognize((tag("**"), take_while(|letter| letter == '*')));
    let number = recognize((char('$'), digit0));
    let known = take_while1(|letter| is_sign(letter) && !is_smudge(letter));
    alt((
        html,
        entity,
        number,
        bold,
        known,
        take_while1(is_sign),
        take_while1(char::is_alphanumeric),
        recognize(anychar),
    ))
    .parse(input)
}
