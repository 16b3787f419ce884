//! The messages of UCI engines. The format is that of Stefan Meyer-Kahlen and Rudolf Huber, *UCI protocol*, 2006.
//! Parsing is lenient: any white space separates words, unknown words of an `info` are skipped, and an unknown line is
//! kept as it is.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_while1},
    character::complete::{i64 as number, one_of as char_of, u64 as count},
    combinator::{all_consuming, consumed, map, not, opt, peek, rest, value, verify},
    multi::{many0, separated_list1},
    sequence::{preceded, terminated},
};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EngineLine<'a> {
    /// `id name …`
    Name(&'a str),
    /// `id author …`
    Author(&'a str),
    Option(EngineOption<'a>),
    UciOk,
    ReadyOk,
    Info(Info<'a>),
    /// `bestmove …`, without the ponder move.
    BestMove(&'a str),
    /// Anything else.
    Other(&'a str),
}

/// An option as the engine declares it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EngineOption<'a> {
    pub(crate) name: &'a str,
    /// The words of the name.
    pub(crate) words: Vec<&'a str>,
    pub(crate) kind: &'a str,
    /// The keys `default`, `min`, `max` and `var`, each with its value.
    pub(crate) parts: Vec<(&'a str, &'a str)>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Info<'a> {
    /// The score, from the engine's view.
    pub(crate) score: Option<EngineScore>,
    /// True if the score is only a bound.
    pub(crate) bound: bool,
    /// The expected wins, draws and losses of the engine, in thousandths.
    pub(crate) wdl: Option<[u64; 3]>,
    /// The numbers of [`FIGURES`], each with its key, in the order of the line.
    pub(crate) figures: Vec<(&'a str, u64)>,
    /// True if the line reports the root move that is searched now.
    pub(crate) is_current: bool,
    pub(crate) pv: Option<&'a str>,
    pub(crate) text: Option<&'a str>,
}

/// The unit of a score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Mate in this number of moves. Negative if the engine is mated.
    Mate(i64),
}

pub(crate) fn read(line: &str) -> EngineLine<'_> {
    let line = line.trim();
    let said = all_consuming(alt((
        map(preceded((tag("id"), gap, tag("name")), words_after), EngineLine::Name),
        map(preceded((tag("id"), gap, tag("author")), words_after), EngineLine::Author),
        map(option, EngineLine::Option),
        value(EngineLine::UciOk, tag("uciok")),
        value(EngineLine::ReadyOk, tag("readyok")),
        map(info, EngineLine::Info),
        map(best_move, EngineLine::BestMove),
    )))
    .parse(line);
    said.map_or(EngineLine::Other(line), |(_, said)| said)
}

/// The notation of an empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// `SP = 1*(any white space)`
fn gap(input: &str) -> IResult<&str, &str> {
    take_while1(char::is_whitespace).parse(input)
}

/// `word = 1*VCHAR`
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|letter: char| !letter.is_whitespace()).parse(input)
}

/// `words-after = 1*SP text`
fn words_after(input: &str) -> IResult<&str, &str> {
    preceded(gap, rest).parse(input)
}

/// `option = "option" SP "name" SP phrase SP "type" SP word *(SP part)`
fn option(input: &str) -> IResult<&str, EngineOption<'_>> {
    let name = preceded((tag("option"), gap, tag("name"), gap), |input| phrase("type", input));
    let kind = preceded((gap, tag("type"), gap), word);
    map((name, kind, many0(preceded(gap, part)), opt(gap)), |((name, words), kind, parts, _)| EngineOption {
        name,
        words,
        kind,
        parts,
    })
    .parse(input)
}

const PARTS: &str = "default min max var";

/// `part = ("default" / "min" / "max" / "var") [SP phrase]`; a part without a value has an empty one.
fn part(input: &str) -> IResult<&str, (&str, &str)> {
    let key = alt((tag("default"), tag("min"), tag("max"), tag("var")));
    let value = opt(preceded(gap, |input| phrase(PARTS, input)));
    map((terminated(key, edge), value), |(key, value)| (key, value.map_or("", |(text, _)| text))).parse(input)
}

/// The end of a word, which consumes nothing.
fn edge(input: &str) -> IResult<&str, ()> {
    not(peek(word)).parse(input)
}

/// The text of a phrase, and its words.
///
/// `phrase = plain *(SP plain)`
fn phrase<'a>(keywords: &str, input: &'a str) -> IResult<&'a str, (&'a str, Vec<&'a str>)> {
    consumed(separated_list1(gap, plain(keywords))).parse(input)
}

/// `plain = word`, but no keyword
fn plain<'a>(keywords: &str) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, |found: &str| keywords.split(' ').all(|keyword| keyword != found))
}

/// A word of a list.
fn one_of<'a>(list: &[&str]) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    verify(word, |found: &str| list.contains(&found))
}

/// `best-move = "bestmove" SP word [SP text]`
fn best_move(input: &str) -> IResult<&str, &str> {
    terminated(preceded((tag("bestmove"), gap), word), rest).parse(input)
}

#[derive(Debug, Clone, Copy)]
enum InfoPart<'a> {
    Score(EngineScore),
    Bound,
    Wdl([u64; 3]),
    Figure(&'a str, u64),
    Current,
    Pv(&'a str),
    Text(&'a str),
    Unknown,
}

/// The `info` keys with a single number. `time` is in milliseconds; `multipv` is the rank of the line among several best
/// lines, from 1.
const FIGURES: [&str; 8] = ["depth", "seldepth", "nodes", "nps", "hashfull", "tbhits", "time", "multipv"];

/// The keys of an `info`, which end the moves of a `pv`.
const KEYS: &str = "depth seldepth nodes nps hashfull tbhits sbhits time multipv score wdl lowerbound upperbound pv \
                    string currmove currmovenumber cpuload";

/// `info = "info" *(SP part)`, the parts in any order; a `string` has the rest of the line
fn info(input: &str) -> IResult<&str, Info<'_>> {
    let part = alt((
        map(preceded((tag("score"), gap), score), InfoPart::Score),
        // Some engines write the bound after the chances.
        value(InfoPart::Bound, terminated(alt((tag("lowerbound"), tag("upperbound"))), edge)),
        map(preceded((tag("wdl"), gap), wdl), InfoPart::Wdl),
        map(figure, |(key, number)| InfoPart::Figure(key, number)),
        value(InfoPart::Current, terminated(tag("currmove"), edge)),
        map(preceded((tag("pv"), gap), |input| phrase(KEYS, input)), |(moves, _)| InfoPart::Pv(moves)),
        map(preceded((tag("string"), gap), rest), InfoPart::Text),
        value(InfoPart::Unknown, word),
    ));
    let (rest, parts) = terminated(preceded((tag("info"), edge), many0(preceded(gap, part))), opt(gap)).parse(input)?;
    let mut info = Info::default();
    for part in parts {
        match part {
            InfoPart::Score(score) => info.score = Some(score),
            InfoPart::Bound => info.bound = true,
            InfoPart::Wdl(wdl) => info.wdl = Some(wdl),
            InfoPart::Figure(key, number) => info.figures.push((key, number)),
            InfoPart::Current => info.is_current = true,
            InfoPart::Pv(pv) => info.pv = Some(pv),
            InfoPart::Text(text) => info.text = Some(text),
            InfoPart::Unknown => {}
        }
    }
    Ok((rest, info))
}

impl Info<'_> {
    /// The last number with this key.
    pub(crate) fn figure(&self, key: &str) -> Option<u64> {
        self.figures.iter().rfind(|(other, _)| *other == key).map(|&(_, number)| number)
    }
}

/// `figure = key SP count [fraction]`; `key` is one of [`FIGURES`]
fn figure(input: &str) -> IResult<&str, (&str, u64)> {
    (terminated(one_of(&FIGURES), gap), terminated(count, fraction)).parse(input)
}

/// `fraction = ("." / "," / "/") *VCHAR`: what some engines write behind a whole number, such as `12.5` and `9/14`
fn fraction(input: &str) -> IResult<&str, ()> {
    value((), (opt((char_of(".,/"), opt(word))), edge)).parse(input)
}

/// `score = ("cp" / "mate") SP number [fraction]`
fn score(input: &str) -> IResult<&str, EngineScore> {
    let centipawns = map(preceded((tag("cp"), gap), terminated(number, fraction)), EngineScore::Centipawns);
    let mate = map(preceded((tag("mate"), gap), terminated(number, fraction)), EngineScore::Mate);
    alt((centipawns, mate)).parse(input)
}

/// `wdl = count SP count SP count`
fn wdl(input: &str) -> IResult<&str, [u64; 3]> {
    let chance = || terminated(count, edge);
    map((chance(), gap, chance(), gap, chance()), |(win, _, draw, _, loss)| [win, draw, loss]).parse(input)
}
