//! The messages of a GUI to a UCI engine, and the `info` of a UVI bot. Parsing is as lenient as in
//! [`grammar`](super::grammar).

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{i64 as number, u64 as count},
    combinator::{all_consuming, map, map_opt, opt, recognize, rest, value, verify},
    multi::{many_m_n, many0},
    sequence::{preceded, separated_pair, terminated},
};

use super::grammar::{EMPTY, edge, gap, one_of, plain, wdl, word};

/// A line of a GUI.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum GuiLine<'a> {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `setoption …`: the name and the value.
    SetOption(&'a str, &'a str),
    /// `ucinewgame`
    UciNewGame,
    /// `position …`: the words for [`position`].
    Position(&'a str),
    /// `go …`
    Go(GuiGo<'a>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// Anything else.
    Other,
}

/// The words after `go`.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct GuiGo<'a> {
    /// The keys of [`NUMBERS`], each with its number.
    pub(crate) numbers: Vec<(&'a str, i64)>,
    /// The moves to choose among; empty for all.
    pub(crate) searchmoves: Vec<&'a str>,
    /// True after `infinite` or `ponder`: the GUI must allow the answer, by `stop` or `ponderhit`.
    pub(crate) is_held: bool,
}

/// The keys of a `go` that have a number.
const NUMBERS: [&str; 9] = ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime"];

/// Reads a line. Words after a complete message are ignored.
pub(crate) fn read(line: &str) -> GuiLine<'_> {
    let verb = |verb| terminated(tag(verb), edge);
    let said = alt((
        value(GuiLine::Uci, verb("uci")),
        value(GuiLine::IsReady, verb("isready")),
        map(preceded(verb("setoption"), setting), |(name, value)| GuiLine::SetOption(name, value)),
        value(GuiLine::UciNewGame, verb("ucinewgame")),
        map(preceded(verb("position"), rest), |words: &str| GuiLine::Position(words.trim())),
        map(preceded(verb("go"), go), GuiLine::Go),
        value(GuiLine::Stop, verb("stop")),
        value(GuiLine::PonderHit, verb("ponderhit")),
        value(GuiLine::Quit, verb("quit")),
    ))
    .parse(line.trim());
    said.map_or(GuiLine::Other, |(_, said)| said)
}

/// `setting = SP "name" SP word *(SP plain) [SP "value" [SP text]]`; `plain` is a word other than `value`
fn setting(input: &str) -> IResult<&str, (&str, &str)> {
    let name = recognize((word, many0(preceded(gap, plain(&["value"])))));
    let text = opt(preceded((gap, tag("value"), edge), rest));
    let text =
        map(text, |text| Some(text.unwrap_or_default().trim()).filter(|text| *text != EMPTY).unwrap_or_default());
    (preceded((gap, tag("name"), gap), name), text).parse(input)
}

/// A part of a `go`.
#[derive(Debug, Clone)]
enum GoPart<'a> {
    SearchMoves(Vec<&'a str>),
    Held,
    Number(&'a str, i64),
    Unknown,
}

/// `go = *(SP go-part)`
fn go(input: &str) -> IResult<&str, GuiGo<'_>> {
    let (rest, parts) = many0(preceded(gap, go_part)).parse(input)?;
    let mut go = GuiGo::default();
    for part in parts {
        match part {
            GoPart::SearchMoves(moves) => go.searchmoves = moves,
            GoPart::Held => go.is_held = true,
            GoPart::Number(key, number) => go.numbers.push((key, number)),
            GoPart::Unknown => {}
        }
    }
    Ok((rest, go))
}

/// `go-part = "searchmoves" *(SP move) / "infinite" / "ponder" / key SP number / word`; `key` is one of [`NUMBERS`]
fn go_part(input: &str) -> IResult<&str, GoPart<'_>> {
    alt((
        map(preceded((tag("searchmoves"), edge), many0(preceded(gap, move_of_go))), GoPart::SearchMoves),
        value(GoPart::Held, terminated(alt((tag("infinite"), tag("ponder"))), edge)),
        map(separated_pair(one_of(&NUMBERS), gap, terminated(number, edge)), |(key, number)| {
            GoPart::Number(key, number)
        }),
        value(GoPart::Unknown, word),
    ))
    .parse(input)
}

/// `move = word`, but no word that begins another part of a `go`
fn move_of_go(input: &str) -> IResult<&str, &str> {
    verify(plain(&["searchmoves", "infinite", "ponder"]), |found: &str| !NUMBERS.contains(&found)).parse(input)
}

/// The words after `position`: those of the FEN, or `None` for the usual start, and the moves since.
///
/// `position = [start] [SP "moves" *(SP word)]`
///
/// `start = "startpos" / "fen" 2*6(SP plain)`; `plain` is a word other than `moves`
pub(crate) fn position(words: &str) -> Option<(Option<Vec<&str>>, Vec<&str>)> {
    let fen = preceded((tag("fen"), edge), many_m_n(2, 6, preceded(gap, plain(&["moves"]))));
    let start = alt((map(fen, Some), value(None, terminated(tag("startpos"), edge))));
    let moves = preceded((opt(gap), tag("moves"), edge), many0(preceded(gap, word)));
    let (_, (start, moves)) = all_consuming((opt(start), opt(moves))).parse(words).ok()?;
    Some((start.flatten(), moves.unwrap_or_default()))
}

/// A part of the `info` of a bot.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum InfoPart<'a> {
    /// Hundredths of a point; `None` if it is no number.
    Score(Option<f64>),
    /// Mate in this number of moves. Negative if the bot is mated.
    Mate(i64),
    Wdl([u64; 3]),
    /// One of [`FIGURES`].
    Figure(&'a str, u64),
    Pv(Vec<&'a str>),
    Text(Vec<&'a str>),
    Unknown,
}

/// The figures of an `info` that have the same names in UVI and UCI.
const FIGURES: [&str; 9] =
    ["depth", "seldepth", "nodes", "nps", "hashfull", "tbhits", "time", "multipv", "currmovenumber"];

/// `info-of-bot = *([SP] info-part)`
pub(crate) fn info_of_bot(text: &str) -> Vec<InfoPart<'_>> {
    many0(preceded(opt(gap), info_part)).parse(text).map(|(_, parts)| parts).unwrap_or_default()
}

/// `info-part = "score" [SP decimal] / "mate" SP number / "wdl" SP wdl / figure SP count / "pv" words / "string" words /
/// word`; `figure` is one of [`FIGURES`]
fn info_part(input: &str) -> IResult<&str, InfoPart<'_>> {
    let decimal = map_opt(word, |word| word.parse().ok());
    alt((
        map(preceded((tag("score"), edge), opt(preceded(gap, decimal))), InfoPart::Score),
        map(preceded((tag("mate"), gap), terminated(number, edge)), InfoPart::Mate),
        map(preceded((tag("wdl"), gap), wdl), InfoPart::Wdl),
        map(separated_pair(one_of(&FIGURES), gap, terminated(count, edge)), |(name, count)| {
            InfoPart::Figure(name, count)
        }),
        map(preceded((tag("pv"), edge), words), InfoPart::Pv),
        map(preceded((tag("string"), edge), words), InfoPart::Text),
        value(InfoPart::Unknown, word),
    ))
    .parse(input)
}

/// `words = *(SP word)`
fn words(input: &str) -> IResult<&str, Vec<&str>> {
    many0(preceded(gap, word)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_gui() {
        for (line, said) in [
            ("uci", GuiLine::Uci),
            ("  isready\t", GuiLine::IsReady),
            ("isready now", GuiLine::IsReady),
            ("ucinewgame", GuiLine::UciNewGame),
            ("position  startpos moves e2e4 ", GuiLine::Position("startpos moves e2e4")),
            ("position", GuiLine::Position("")),
            ("stop", GuiLine::Stop),
            ("ponderhit", GuiLine::PonderHit),
            ("quit", GuiLine::Quit),
            ("quite", GuiLine::Other),
            ("setoption Hash 16", GuiLine::Other),
            ("", GuiLine::Other),
        ] {
            assert_eq!(read(line), said, "{line}");
        }
    }

    #[test]
    fn settings_have_names_and_values() {
        for (rest, expected) in [
            ("name Hash value 16", Some(("Hash", "16"))),
            ("  name Clear Hash", Some(("Clear Hash", ""))),
            ("name book value <empty>", Some(("book", ""))),
            ("name book value", Some(("book", ""))),
            ("name book value a  b", Some(("book", "a  b"))),
            ("name value value 3", Some(("value", "3"))),
            ("Hash 16", None),
        ] {
            let expected = expected.map_or(GuiLine::Other, |(name, value)| GuiLine::SetOption(name, value));
            assert_eq!(read(&format!("setoption {rest}")), expected, "{rest}");
        }
    }

    #[test]
    fn questions_of_a_gui() {
        let go = |line| match read(line) {
            GuiLine::Go(GuiGo { numbers, searchmoves, is_held }) => (numbers, searchmoves, is_held),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(go("go"), (vec![], vec![], false));
        assert_eq!(go("go infinite"), (vec![], vec![], true));
        assert_eq!(
            go("go ponder wtime 100 btime -5\tmovestogo x depth 3"),
            (vec![("wtime", 100), ("btime", -5), ("depth", 3)], vec![], true)
        );
        assert_eq!(
            go("go nodes 5 searchmoves e2e4 d2d4 depth 2"),
            (vec![("nodes", 5), ("depth", 2)], vec!["e2e4", "d2d4"], false)
        );
    }
}
