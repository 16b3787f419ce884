//! A line of EPD, the format in which chess programs keep openings: a position without its counts, and operations such
//! as `bm Nf3; id "Bratko 1";`. The format is that of Steven Edwards, *Portable Game Notation Specification and
//! Implementation Guide*, 1994, 16.2. The module knows no board.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_till, take_while1},
    character::complete::{char, digit1, satisfy, space0, space1},
    combinator::{all_consuming, eof, map, not, opt, peek, recognize, rest, value, verify},
    multi::many0,
    sequence::{delimited, preceded, terminated},
};

/// The operations of the standard that follow a position in books and suites. So do `c0` to `c9` and `v0` to `v9`, whose
/// text is quoted there; without that, `c4` is a move.
const OPERATIONS: [&str; 16] =
    ["acd", "acn", "acs", "am", "bm", "ce", "dm", "eco", "fmvn", "hmvc", "id", "nic", "pm", "pv", "rc", "sm"];

/// Returns true if a line of positions of chess has operations of EPD. No position has a `;`.
pub(crate) fn has_operations(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').skip(4).collect();
    line.contains(';') || words.windows(2).any(|pair| is_operation(pair[0], pair[1]))
}

fn is_operation(name: &str, behind: &str) -> bool {
    let is_numbered = matches!(name.as_bytes(), [b'c' | b'v', b'0'..=b'9']);
    OPERATIONS.contains(&name) || is_numbered && behind.starts_with('"')
}

/// Turns a line of EPD into a line of a file of openings: the name from the operation `id`, a tab, the position with
/// its counts, and the tag from `eco`. The name is `number` if there is no `id`. A line that is no EPD stays as it is.
pub(crate) fn opening(number: usize, line: &str) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Ok((_, (position, counts, operations))) = all_consuming(epd).parse(line.trim()) else { return line.to_owned() };
    // The last operation of a name counts.
    let operand =
        |name| operations.iter().rfind(|(other, _)| other.eq_ignore_ascii_case(name)).map(|&(_, operand)| operand);
    // As UCI has it: the position is another one.
    if operand("moves").is_some() {
        return line.to_owned();
    }
    let (hmvc, fmvn) = (operand("hmvc"), operand("fmvn"));
    let mut position = words(position);
    if let Some(counts) = counts {
        position = format!("{position} {}", words(counts));
    } else if hmvc.is_some() || fmvn.is_some() {
        position = format!("{position} {} {}", hmvc.unwrap_or("0"), fmvn.unwrap_or("1"));
    }
    let said = |name| operand(name).map(|text| text.trim().replace('\t', " ")).filter(|text| !text.is_empty());
    match (said("id"), said("eco")) {
        (None, None) => position,
        (id, eco) => {
            let name = id.unwrap_or_else(|| number.to_string());
            let eco = eco.map(|eco| format!("\tECO {eco}")).unwrap_or_default();
            format!("{name}\t{position}{eco}")
        }
    }
}

/// The position, the counts of FEN if they follow it, and the operations with their names.
type Epd<'a> = (&'a str, Option<&'a str>, Vec<(&'a str, &'a str)>);

/// `epd = board SP word SP word SP word [SP counts] *([SP] operation)`; `board` is a word with `/`
fn epd(input: &str) -> IResult<&str, Epd<'_>> {
    let board = verify(word, |word: &str| word.contains('/'));
    let position = recognize((board, space1, word, space1, word, space1, word));
    (position, opt(preceded(space1, counts)), terminated(many0(preceded(space0, operation)), space0)).parse(input)
}

/// `counts = 1*DIGIT [SP 1*DIGIT]`, as in FEN
fn counts(input: &str) -> IResult<&str, &str> {
    let ends = || not(satisfy(|letter| !letter.is_whitespace() && letter != ';'));
    recognize((digit1, ends(), opt((space1, digit1, ends())))).parse(input)
}

/// `operation = remark / comment / name [SP operands] ";"`; the last operation may lack its `;`. A name begins with a
/// letter.
fn operation(input: &str) -> IResult<&str, (&str, &str)> {
    let name = preceded(not(digit1), take_while1(is_named));
    let quoted = delimited(char('"'), take_till(|letter| letter == '"'), char('"'));
    let quoted = terminated(quoted, (space0, alt((tag(";"), eof, peek(comment)))));
    let plain = alt((terminated(take_till(|letter| letter == ';'), char(';')), rest));
    let named = (name, preceded(space0, map(alt((quoted, plain)), str::trim)));
    alt((remark, value(("", ""), comment), named)).parse(input)
}

/// `comment = ("//" / "#") *any`
fn comment(input: &str) -> IResult<&str, &str> {
    recognize((alt((tag("//"), tag("#"))), rest)).parse(input)
}

/// `remark = ";" [SP] *any`, up to a known name or a `;`: an operation without a name, or another column of a table. Some
/// programs put a `;` before the first operation.
fn remark(input: &str) -> IResult<&str, (&str, &str)> {
    let known = verify((take_while1(is_named), space0, rest), |(name, _, behind): &(&str, &str, &str)| {
        *name == "moves" || is_operation(&name.to_ascii_lowercase(), behind)
    });
    let text = preceded(not(known), take_till(|letter| letter == ';'));
    value(("", ""), (char(';'), space0, opt(text))).parse(input)
}

fn is_named(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// `word = 1*(any but white space and ";")`
fn word(input: &str) -> IResult<&str, &str> {
    take_while1(|letter: char| !letter.is_whitespace() && letter != ';').parse(input)
}

#[cfg(test)]
mod tests {
    use super::opening;

    #[test]
    fn lines_of_epd() {
        for (line, wanted) in [
            ("8/8/8/8/8/8/8/8 w - -", "8/8/8/8/8/8/8/8 w - -"),
            ("8/8 w - - 3 17", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17 bm Nf3; id \"with counts\";", "with counts\t8/8 w - - 3 17"),
            ("8/8 w - - 40 id \"five\";", "five\t8/8 w - - 40"),
            ("8/8 w - - 0 -1", "8/8 w - - 0 -1"),
            ("8/8 w - - moves e2e4", "8/8 w - - moves e2e4"),
            ("8/8 w - - HMVC 12; FMVN 30;", "8/8 w - - 12 30"),
            ("8/8 w - - 3 17; v=-328", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17 ; -- x; id y", "y\t8/8 w - - 3 17"),
            ("8/8 w - - 3 17 ;D1 20 ;D2 400", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17;0.3;x", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17;e2e4;33", "8/8 w - - 3 17"),
            ("8/8 w - - 3 17; c8=Q; 100;", "8/8 w - - 3 17"),
            ("8/8 w - -; c8; 100; c9 \"x\"; id \"y\";", "y\t8/8 w - -"),
            ("8/8 w - - 3 17;Pawn ending;33;id y", "y\t8/8 w - - 3 17"),
            ("8/8 w - - 3 17 ; -0.3 ; 1-0", "8/8 w - - 3 17"),
            ("8/8 w - - ; bm e5; id x", "x\t8/8 w - -"),
            ("8/8 b KQ e3 bm Nf3; id \"Bratko 1\"; c0 \"x; id y\";", "Bratko 1\t8/8 b KQ e3"),
            ("8/8 b KQ - hmvc 12; fmvn 31; id \"late\";", "late\t8/8 b KQ - 12 31"),
            ("8/8 b KQ - fmvn 5", "8/8 b KQ - 0 5"),
            ("8/8 b - - id \"no end\"", "no end\t8/8 b - -"),
            ("8/8 b - - id \"a\"; acd 9; // n", "a\t8/8 b - -"),
            ("8/8 b - - bm e5; id \"x\" # note", "x\t8/8 b - -"),
            ("8/8 b - - eco C65; id \"Berlin\";", "Berlin\t8/8 b - -\tECO C65"),
            ("8/8 b - - eco \"C65\";", "7\t8/8 b - -\tECO C65"),
            ("8/8 b - - eco; id;", "8/8 b - -"),
            ("startpos moves e2e4 e7e5 g1f3", "startpos moves e2e4 e7e5 g1f3"),
        ] {
            assert_eq!(opening(7, line), wanted);
        }
    }
}
