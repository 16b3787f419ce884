//! The tokens of PGN. Everything that programs and people write between moves is read: numbers with any dots, comments,
//! variations, marks, words. The module knows no board.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case, take_till, take_while, take_while_m_n, take_while1},
    character::complete::{alphanumeric1, anychar, char, digit0, digit1, hex_digit1, one_of, satisfy, space0},
    combinator::{all_consuming, map, map_opt, not, opt, peek, recognize, rest, value, verify},
    error::{Error, ErrorKind},
    multi::{fold_many_m_n, fold_many0, many0_count, many1_count},
    sequence::{delimited, preceded, separated_pair, terminated},
};

use uvi_games::board::orthodox::{CASTLING_SIGNS, DASHES, ZEROS, promotion, written_castling};

use super::{
    pgn_result::{PgnResult, result},
    tags,
};

/// The most characters of a word. No move has as many; without a limit, text without spaces takes quadratic time.
const LONGEST_WORD: usize = 64;

/// The most signs before a square that are read with it, for the same reason.
const MOST_SIGNS: usize = 16;

#[derive(Debug)]
pub(super) enum Token<'a> {
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
pub(super) enum GameStage {
    /// Before the first move.
    Tags,
    Moves,
    /// Behind the result, where people write titles.
    Ended,
}

/// The place of a token in its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenPlace {
    Begin,
    /// Directly behind a tag.
    BehindTag,
    Within,
}

/// `token = escape / comment / variation / tag / result / null / castling / parted / short / digits / number / opening-code /
/// smudged / move / junk`
pub(super) fn token(input: &str, place: TokenPlace, stage: GameStage, is_due: bool) -> IResult<&str, Token<'_>> {
    let skipped = |_| Token::Skipped;
    let moved = |text| Token::Move(Some(text));
    match input.chars().next() {
        Some('%') if place == TokenPlace::Begin => map(line, skipped).parse(input),
        Some(';') => map(line, skipped).parse(input),
        Some('{') => Ok(comment(input)
            .map_or_else(|_| (next_tags(input), Token::OpenComment), |(rest, text)| (rest, Token::Comment(text)))),
        Some('(' | '[') if let Ok((rest, result)) = enclosed_result(input) => Ok((rest, Token::Result(result))),
        Some('(') => {
            Ok(variation(input)
                .map_or_else(|_| (next_tags(input), Token::OpenVariation), |rest| (rest, Token::Skipped)))
        }
        Some('[') => {
            let may_be_bare = match stage {
                GameStage::Tags => place != TokenPlace::Within,
                GameStage::Moves => false,
                GameStage::Ended => place == TokenPlace::Begin && roster_pair(input).is_ok(),
            };
            let found = alt((quoted_tag, only(may_be_bare, bare_tag))).map(|(name, value)| Token::Tag(name, value));
            alt((found, map(parted, moved), map(bracket, skipped))).parse(input)
        }
        _ => {
            let short = alt((|input| short(input, is_due), lone));
            let moves = (castling, parted, only(stage == GameStage::Moves || is_due, short), only(is_due, digits));
            let unread = only(stage == GameStage::Tags && is_due, take_while1(char::is_alphanumeric));
            alt((
                map(result, Token::Result),
                map(null, |_| Token::Move(None)),
                map(alt(moves), moved),
                map(number, |(number, dots)| Token::Number(number, dots)),
                map(opening_code, skipped),
                map(alt((smudged, written)), moved),
                map(unread, Token::Unread),
                map(junk, skipped),
            ))
            .parse(input)
        }
    }
}

/// The parser if the condition holds; else it fails.
fn only<'a, T>(
    holds: bool,
    mut parser: impl Parser<&'a str, Output = T, Error = Error<&'a str>>,
) -> impl FnMut(&'a str) -> IResult<&'a str, T> {
    move |input| if holds { parser.parse(input) } else { Err(nom::Err::Error(Error::new(input, ErrorKind::Fail))) }
}

/// Returns true if a line begins behind this text.
pub(super) fn begins_line(before: &str) -> bool {
    before.ends_with(ends_line) || before.chars().all(|letter| letter == '\u{feff}')
}

pub(super) fn ends_line(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// Returns true for white space, and for what is left of other programs: byte order marks, zero-width spaces, zeros, the end
/// mark of DOS.
pub fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}' | '\0' | '\u{1a}')
}

/// Blanks. Returns true if they have an empty line.
pub(super) fn blanks(input: &str) -> IResult<&str, bool> {
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

/// `tag = "[" name [":" / "="] value ["]"]`. The name is free. Quotes within the value need no `\`.
fn quoted_tag(input: &str) -> IResult<&str, (&str, String)> {
    let name = verify(take_while1(|letter| !"\"[]{}\r\n".contains(letter)), |name: &str| {
        name.starts_with(char::is_alphanumeric)
    });
    let is_behind = |letter| is_blank(letter) || matches!(letter, ':' | '=');
    let name = delimited((char('['), space0), map(name, |name: &str| name.trim_end_matches(is_behind)), char('"'));
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

/// `bare-tag = "[" name 1*SP bare-value ["]"]`: a tag without its quotes, or with others
fn bare_tag(input: &str) -> IResult<&str, (&str, String)> {
    let is_quote = |letter| "\"'“”„‘’«»".contains(letter);
    let name = verify(take_till(|letter: char| letter.is_whitespace() || letter == ']'), |name: &str| {
        name.starts_with(char::is_alphabetic)
    });
    let gap = take_while1(|letter: char| letter.is_whitespace() && !ends_line(letter));
    let text = map(bare_value, |text: &str| text.trim().trim_matches(is_quote).to_owned());
    delimited(char('['), separated_pair(name, gap, text), opt(char(']'))).parse(input)
}

/// `bare-value = *any`, up to a `]` behind which nothing, another tag, a comment or moves stand, or else the last one
fn bare_value(input: &str) -> IResult<&str, &str> {
    let mut last = None;
    let ends = input.char_indices().take_while(|(_, letter)| !ends_line(*letter));
    for (end, _) in ends.filter(|(_, letter)| *letter == ']') {
        last = Some(end);
        if ends_bare_value(&input[end + 1..]) {
            break;
        }
    }
    match last {
        Some(end) => Ok((&input[end..], &input[..end])),
        None => line(input),
    }
}

fn ends_bare_value(behind: &str) -> bool {
    let behind = behind.trim_start_matches(|letter| is_blank(letter) && !ends_line(letter));
    let end = behind.char_indices().nth(LONGEST_WORD).map_or(behind.len(), |(end, _)| end);
    let behind = &behind[..end];
    let turn = number(behind).map_or(behind, |(moves, _)| moves.trim_start_matches(is_blank));
    behind.is_empty()
        || behind.starts_with(['[', '{', '\n', '\r'])
        || begins_move(turn)
        || numbered(behind).is_ok()
        || result(behind).is_ok()
}

/// Two tags of the roster without quotes, on one line or on two. A single one may be a remark, as in
/// `[White wins on time]`.
fn roster_pair(input: &str) -> IResult<&str, ()> {
    let tag = || verify(bare_tag, |(name, _)| tags::is_of_roster(name));
    let gap = verify(blanks, |has_empty_line| !has_empty_line);
    value((), separated_pair(tag(), gap, tag())).parse(input)
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
