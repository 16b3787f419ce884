//! Reads the comments that programs write after a move in PGN: score, depth, time and nodes. Other comments say nothing.
//!
//! | written by | example |
//! |---|---|
//! | cutechess, fastchess, Arbiter | `{+0.33/14 0.500s, n=9, White mates}` |
//! | OpenBench | `{+0.33 14/20 500 9}`, in milliseconds |
//! | Banksia, Arena, XBoard | `{+0.33/14 0.5 9}`, `{(d7d5) +0.33/14 5}` |
//! | Arbiter, pgn-extract | `{+0.33}`, `{+M7}` |
//! | c-chess-cli | `{33/14 500ms}`, in centipawns |
//! | TCEC | `{d=14, mt=500, n=9, wv=0.33}` |
//! | lichess, chess.com, DGT | `{[%eval 0.33,14] [%emt 0:00:01] [%clk 0:03:00] [%timestamp 10]}` |
//! | ChessBase, Fritz, ChessGUI | `{[%eval 33,14]}`, in centipawns from the player's view |

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_till, take_till1, take_until, take_while},
    character::complete::{char, digit1, one_of, space1},
    combinator::{all_consuming, map, map_opt, opt, recognize, rest, verify},
    multi::many0,
    sequence::{delimited, pair, preceded, separated_pair, terminated},
};
use uvi_games::game::Seat;

/// The figures of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::record) struct Note {
    /// The player's own evaluation, in hundredths of a point. A mate in n is 30000 − n.
    pub(in crate::record) score: Option<i64>,
    /// The moves to a mate, negative if the player is mated.
    pub(in crate::record) mate: Option<i64>,
    pub(in crate::record) depth: Option<u64>,
    /// The time used, in milliseconds.
    pub(in crate::record) ms: Option<u64>,
    pub(in crate::record) nodes: Option<u64>,
    /// The time left, in milliseconds.
    pub(in crate::record) clock: Option<u64>,
}

/// The score of a mate is this number, less the number of moves to the mate.
const MATE: i64 = 30_000;

impl Note {
    /// Adds the figures of a comment behind a move of this player. Some programs tell scores from White's view.
    pub(super) fn read(&mut self, comment: &str, mover: Seat) {
        let own = |score: i64| if mover == Seat::TWO { -score } else { score };
        let mut note = program(comment, own).unwrap_or_default();
        let commands = many0(preceded(take_until("[%"), command)).parse(comment);
        for (name, value) in commands.map(|(_, commands)| commands).unwrap_or_default() {
            match name {
                "eval" => {
                    let depth = || preceded(one_of(",/"), whole);
                    let pawns = pair(map(terminated(eval, opt(char('.'))), own), opt(depth()));
                    if let Some((score, depth)) = all(alt((centipawns(depth()), pawns)), value) {
                        (note.score, note.depth, note.mate) = (Some(score), depth, mate(value, score));
                    }
                }
                "emt" => note.ms = all(time, value),
                "clk" => note.clock = all(time, value),
                // In tenths of a second.
                "timestamp" => note.ms = all(whole, value).and_then(|tenths| tenths.checked_mul(100)),
                _ => {}
            }
        }
        *self = Self {
            score: note.score.or(self.score),
            mate: if note.score.is_some() { note.mate } else { self.mate },
            depth: note.depth.or(self.depth),
            ms: note.ms.or(self.ms),
            nodes: note.nodes.or(self.nodes),
            clock: note.clock.or(self.clock),
        };
    }
}

/// The moves to a mate, if the text of the score says that it is one.
fn mate(text: &str, score: i64) -> Option<i64> {
    text.contains(['M', '#']).then(|| score.signum() * (MATE - score.abs()))
}

/// A word after the score.
enum CommentFigure<'a> {
    /// A number with the unit `s` or `ms`, in milliseconds.
    Time(u64),
    /// The depth and the selective depth.
    Depths(u64),
    /// A number without a unit: as seconds in milliseconds, and as it is if it is whole.
    Number(u64, Option<u64>),
    Named(&'a str, &'a str),
}

/// The figures of a comment that a chess program wrote. A score without depth and time may belong to any comment, unless
/// the comment is nothing else.
fn program(comment: &str, own: impl Fn(i64) -> i64) -> Option<Note> {
    let comment = expected(comment.trim_start()).map_or(comment, |(behind, _)| behind);
    let mut words = comment.split_whitespace().flat_map(parts).filter(|word| !word.is_empty()).peekable();
    let mut note = Note::default();
    let depth = || preceded(char('/'), whole);
    let hundredths = map(centipawns(depth()), |(score, depth)| (Some(score), depth));
    let scored = alt((hundredths, pair(opt(worth), opt(depth()))));
    let mut is_fraction = false;
    if let Some((score, depth)) = words.peek().and_then(|word| all(scored, word)) {
        (note.score, note.depth) = (score, depth);
        if let Some(word) = words.next() {
            note.mate = score.and_then(|score| mate(word, score));
            is_fraction = all(separated_pair(whole, char('/'), whole), word).is_some();
        }
    }
    let (mut in_ms, mut named) = (false, false);
    for word in words {
        match all(figure, word) {
            Some(CommentFigure::Time(ms)) => note.ms = note.ms.or(Some(ms)),
            Some(CommentFigure::Depths(depth)) if note.score.is_some() && note.depth.is_none() => {
                (note.depth, in_ms) = (Some(depth), true);
            }
            Some(CommentFigure::Number(seconds, number)) if note.depth.is_some() && note.ms.is_none() => {
                note.ms = if in_ms { number } else { Some(seconds) };
            }
            Some(CommentFigure::Number(_, number)) if note.ms.is_some() && note.nodes.is_none() => note.nodes = number,
            Some(CommentFigure::Named(name, value)) => {
                named = true;
                match name {
                    "d" => note.depth = all(whole, value),
                    "n" => note.nodes = all(whole, value),
                    "mt" if value.contains(':') => note.ms = all(time, value),
                    "mt" => note.ms = all(whole, value),
                    "wv" => {
                        note.score = all(worth, value).map(&own);
                        note.mate = note.score.and_then(|score| mate(value, score));
                    }
                    _ => {}
                }
            }
            // Among named figures stand the moves of `pv`.
            Some(_) | None if named => {}
            Some(_) | None => break,
        }
    }
    // People write fractions too, such as `9/10`. No engine does without a time.
    let is_program =
        (note.depth.is_some() && !is_fraction) || note.ms.is_some() || all(alone, comment.trim()).is_some();
    is_program.then_some(note)
}

/// `alone = "0.00" / ("+" / "-") (1*DIGIT "." 2DIGIT / "M" whole)`
fn alone(input: &str) -> IResult<&str, &str> {
    let pawns = recognize((digit1, char('.'), verify(digit1, |part: &str| part.len() == 2)));
    let mate = recognize((char('M'), whole));
    alt((tag("0.00"), recognize((one_of("+-"), alt((pawns, mate)))))).parse(input)
}

/// The parts of a word between commas. A comma between two digits may be a decimal point.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let word = word.trim_end_matches(',');
    let is_decimal = word
        .match_indices(',')
        .all(|(comma, _)| is_digit(word[..comma].chars().next_back()) && is_digit(word[comma + 1..].chars().next()));
    word.split(move |letter| letter == ',' && !is_decimal)
}

/// `expected = "(" *any ")"`: the moves that the engine expects, before the score
fn expected(input: &str) -> IResult<&str, &str> {
    delimited(char('('), take_till(|letter| letter == ')'), char(')')).parse(input)
}

fn all<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
    text: &'a str,
) -> Option<T> {
    all_consuming(parser).parse(text).ok().map(|(_, found)| found)
}

/// `figure = seconds "s" / whole "ms" / whole "/" whole / seconds / name "=" value`
fn figure(input: &str) -> IResult<&str, CommentFigure<'_>> {
    let name = take_till1(|letter: char| !letter.is_ascii_alphabetic());
    alt((
        map(terminated(time, (char('s'), nom::combinator::eof)), CommentFigure::Time),
        map(terminated(whole, (tag("ms"), nom::combinator::eof)), CommentFigure::Time),
        map(separated_pair(whole, char('/'), whole), |(depth, _)| CommentFigure::Depths(depth)),
        map(separated_pair(name, char('='), rest), |(name, value)| CommentFigure::Named(name, value)),
        |input| map(time, |ms| CommentFigure::Number(ms, all(whole, input))).parse(input),
    ))
    .parse(input)
}

/// `command = "[%" name SP value "]"`
fn command(input: &str) -> IResult<&str, (&str, &str)> {
    let name = take_while(|letter: char| letter.is_ascii_alphanumeric());
    let value = map(take_till(|letter| letter == ']'), str::trim);
    delimited(tag("[%"), separated_pair(name, space1, value), char(']')).parse(input)
}

fn sign(input: &str) -> IResult<&str, i64> {
    map(opt(one_of("+-−")), |sign| if matches!(sign, Some('-' | '−')) { -1 } else { 1 }).parse(input)
}

/// `worth = ["+" / "-"] (("M" / "#") plies / pawns)`. The winner makes the last ply, so `M3` is his mate in 2 moves.
fn worth(input: &str) -> IResult<&str, i64> {
    let (input, sign) = sign(input)?;
    let mated = |plies: i64| (plies < MATE).then(|| MATE - if sign > 0 { (plies + 1) / 2 } else { plies / 2 });
    let mate = map_opt(preceded(one_of("M#"), whole), |plies| mated(plies.try_into().ok()?));
    map(alt((mate, hundredths)), |worth| sign * worth).parse(input)
}

/// `centipawns = ["+" / "-"] whole depth`: a score without a point before a depth is in hundredths.
fn centipawns<'a>(
    depth: impl Parser<&'a str, Output = u64, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = (i64, Option<u64>), Error = nom::error::Error<&'a str>> {
    let score = map_opt(pair(sign, whole), |(sign, score)| Some(sign * i64::try_from(score).ok()?));
    pair(score, map(depth, Some))
}

/// `eval = ["+" / "-"] ("#" / "M") ["+" / "-"] moves / ["+" / "-"] pawns`
fn eval(input: &str) -> IResult<&str, i64> {
    let mate = map_opt((sign, one_of("#M"), sign, whole), |(one, _, other, moves)| {
        let moves = i64::try_from(moves).ok().filter(|&moves| moves < MATE)?;
        Some(one * other * (MATE - moves))
    });
    alt((mate, map(pair(sign, hundredths), |(sign, pawns)| sign * pawns))).parse(input)
}

/// `hundredths = *DIGIT [("." / ",") 1*DIGIT]`, with a digit; further digits are dropped.
fn hundredths(input: &str) -> IResult<&str, i64> {
    map_opt(decimal, |(whole, part)| i64::try_from(whole.checked_mul(100)?.checked_add(scaled(part, 2)?)?).ok())
        .parse(input)
}

/// `time = *(whole ":") decimal`: hours, minutes and seconds, read as milliseconds.
fn time(input: &str) -> IResult<&str, u64> {
    map_opt(pair(many0(terminated(whole, char(':'))), decimal), |(minutes, (seconds, part))| {
        let add = |sum: u64, more: u64| sum.checked_mul(60)?.checked_add(more);
        let seconds = minutes.into_iter().chain([seconds]).try_fold(0, add)?;
        seconds.checked_mul(1000)?.checked_add(scaled(part, 3)?)
    })
    .parse(input)
}

/// `decimal = *DIGIT [("." / ",") 1*DIGIT]`, with a digit
fn decimal(input: &str) -> IResult<&str, (u64, &str)> {
    let part = map(opt(preceded(one_of(".,"), digit1)), Option::unwrap_or_default);
    alt((pair(whole, part), preceded(char('.'), map(digit1, |part| (0, part))))).parse(input)
}

fn whole(input: &str) -> IResult<&str, u64> {
    map_opt(digit1, |digits: &str| digits.parse().ok()).parse(input)
}

/// The first digits after a point, filled with zeros, as a number of `places` digits.
fn scaled(part: &str, places: usize) -> Option<u64> {
    format!("{part:0<places$}").get(..places)?.parse().ok()
}
