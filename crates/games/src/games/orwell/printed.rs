//! Reads games in the layout of the inventor's page: round, player, dice, moves.
//!
//! The layout is free. White space, line ends, commas, tabs and bars may divide cells, so that a table can be pasted as
//! it is.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag_no_case, take_while, take_while1},
    character::complete::{char, digit1, not_line_ending, one_of, satisfy},
    combinator::{map, map_opt, not, opt, peek, recognize, value, verify},
    multi::many0_count,
    sequence::{delimited, preceded, terminated},
};
use uvi::{Word, escape_controls};

use super::{Kind, Orwell, Owner, Square};
use crate::{
    board::square,
    game::{
        Due, Note, PrintedAction, PrintedError, PrintedGame, PrintedPage, PrintedTurn, Seat, Table, TextPlace,
        edit_distance,
    },
};

/// The most characters of an unreadable text that an error shows.
const SHOWN: usize = 40;

const A_TURN: &str = "a turn such as `1 White 13 c3-d4 pass` before the first move";
const TWO_DICE: &str = "two dice such as 13, 1-3 or [1][3]";
const A_MOVE: &str = "a move such as c3-d4, Dd7xf9 or f1-e2=J, pass, or the next turn";

#[derive(Debug)]
pub(super) struct OrwellPage;

impl PrintedPage for OrwellPage {
    fn read(&self, text: &str) -> Result<PrintedGame, PrintedError> {
        Reader { text, rest: text, turns: Vec::new(), winner: None, known: (0, TextPlace::START) }.read()
    }

    fn example(&self) -> &'static str {
        "1 White 13 c3-d4 pass"
    }

    fn due(&self, table: &dyn Table) -> Option<Due> {
        let game = table.as_any().downcast_ref::<Orwell>()?;
        Some(Due { round: Some(game.round()), seat: game.mover.seat() })
    }

    fn name(&self, seat: Seat) -> &'static str {
        Owner::at(seat).map_or("nobody", Owner::name)
    }

    /// Counts the wrong characters of both squares, and one for each other part that differs: letter, sign and
    /// promotion. If a text is no move, returns the edit distance of the texts.
    fn unlikeness(&self, printed: &str, text: &str) -> u32 {
        let (Ok(("", printed)), Ok(("", text))) = (go(printed), go(text)) else {
            return edit_distance(&printed.to_lowercase(), &text.to_lowercase());
        };
        let squares = |one: Square, other: Square| edit_distance(&one.to_string(), &other.to_string());
        let signs = printed.sign.is_some() && printed.sign != text.sign;
        squares(printed.from, text.from)
            + squares(printed.to, text.to)
            + u32::from(printed.letter != text.letter)
            + u32::from(signs)
            + u32::from(printed.becomes != text.becomes)
    }
}

#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    turns: Vec<PrintedTurn>,
    winner: Option<(TextPlace, Seat)>,
    /// The offset and place found last; the next search for a place starts there.
    known: (usize, TextPlace),
}

impl<'a> Reader<'a> {
    /// `page = preface 1*(turn dice / decision / won / heading)`, divided by `filler`; a turn comes first
    fn read(mut self) -> Result<PrintedGame, PrintedError> {
        self.preface()?;
        loop {
            self.skip(filler);
            if self.rest.is_empty() {
                return Ok(PrintedGame { turns: self.turns, winner: self.winner, ..PrintedGame::default() });
            }
            if let Ok((rest, owner)) = won(self.rest) {
                self.winner = Some((self.place(), owner.seat()));
                self.rest = rest;
            } else if let Ok((rest, (round, owner))) = turn(self.rest) {
                self.turn(rest, round, owner)?;
            } else if let Some((rest, action, text)) = decision(self.rest) {
                let printed = self.printed_action(rest, action, text);
                self.turns.last_mut().expect("the preface ends at a turn").decisions.push(printed);
            } else if let Ok((rest, _)) = heading(self.rest) {
                self.rest = rest;
            } else {
                return Err(self.error(A_MOVE));
            }
        }
    }

    /// Skips the text before the first turn. Errors: if a move or the end of the text comes first.
    fn preface(&mut self) -> Result<(), PrintedError> {
        loop {
            self.skip(filler);
            if let Ok((rest, _)) = turn(self.rest)
                && dice(rest).is_ok()
            {
                return Ok(());
            }
            if self.rest.is_empty() || terminated(go, edge).parse(self.rest).is_ok() {
                return Err(self.error(A_TURN));
            }
            self.skip(token);
        }
    }

    /// Reads the dice of a turn, after its round and player.
    fn turn(&mut self, rest: &'a str, round: Option<u32>, owner: Owner) -> Result<(), PrintedError> {
        let place = self.place();
        self.rest = rest;
        self.skip(gap);
        let Ok((rest, (first, second))) = dice(self.rest) else {
            return Err(self.error(TWO_DICE));
        };
        let chance =
            vec![self.printed_action(rest, Word::new(format!("@{first}{second}")), Some(format!("{first}{second}")))];
        self.turns.push(PrintedTurn { place, due: Due { round, seat: owner.seat() }, chance, decisions: Vec::new() });
        Ok(())
    }

    /// Returns the text before `rest` as a printed action. The reader continues at `rest`.
    fn printed_action(&mut self, rest: &'a str, action: Option<Word>, text: Option<String>) -> PrintedAction {
        let place = self.place();
        let found = self.rest[..self.rest.len() - rest.len()].trim();
        let found = escape_controls(&found.split_whitespace().collect::<Vec<_>>().join(" ")).to_string();
        self.rest = rest;
        PrintedAction { place, found, action, text, note: Note::default() }
    }

    fn skip<T>(&mut self, parser: impl Fn(&'a str) -> IResult<&'a str, T>) {
        if let Ok((rest, _)) = parser(self.rest) {
            self.rest = rest;
        }
    }

    fn place(&mut self) -> TextPlace {
        let (offset, place) = self.known;
        let now = self.text.len() - self.rest.len();
        self.known = (now, place.after(self.text, offset..now));
        self.known.1
    }

    fn error(&mut self, expected: &'static str) -> PrintedError {
        let found = match token(self.rest) {
            Ok((_, found)) => {
                format!("\"{}\"", escape_controls(&found.chars().take(SHOWN).collect::<String>()))
            }
            Err(_) => "the end of the text".to_owned(),
        };
        PrintedError { place: self.place(), expected: expected.into(), found }
    }
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200b}' | '\u{feff}')
}

fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn is_cross(letter: char) -> bool {
    matches!(letter, 'x' | 'X' | '\u{d7}' | '\u{2715}' | '\u{2716}' | '\u{2a2f}' | '\u{445}' | '*')
}

fn is_divider(letter: char) -> bool {
    matches!(letter, ',' | ';' | ':' | '.' | '|' | '/' | '&' | '(' | ')' | '\u{b7}' | '\u{2022}' | '\u{2026}')
}

/// `gap = *(blank / divider)`
fn gap(input: &str) -> IResult<&str, &str> {
    take_while(|letter| is_blank(letter) || is_divider(letter)).parse(input)
}

fn blanks(input: &str) -> IResult<&str, &str> {
    take_while(is_blank).parse(input)
}

/// `filler = *(blank / divider / "#" *any-but-line-end / "{" *any-but-"}" "}" / "and" / "then")`
fn filler(input: &str) -> IResult<&str, usize> {
    let word = |word| terminated(tag_no_case(word), edge);
    many0_count(alt((
        take_while1(|letter| is_blank(letter) || is_divider(letter)),
        recognize((char('#'), not_line_ending)),
        recognize(delimited(char('{'), take_while(|letter| letter != '}'), char('}'))),
        word("and"),
        word("then"),
    )))
    .parse(input)
}

/// `edge`: no letter and no digit follows.
fn edge(input: &str) -> IResult<&str, ()> {
    not(peek(satisfy(char::is_alphanumeric))).parse(input)
}

/// `token = 1*any`, up to a blank
fn token(input: &str) -> IResult<&str, &str> {
    take_while1(|letter| !is_blank(letter)).parse(input)
}

/// `heading = ("round" / "player" / "dice" / ...) [1*blank DIGIT]`: the words of a row of headings
fn heading(input: &str) -> IResult<&str, &str> {
    let words = alt((
        alt((tag_no_case("rounds"), tag_no_case("round"), tag_no_case("turns"), tag_no_case("turn"))),
        alt((tag_no_case("players"), tag_no_case("player"), tag_no_case("side"), tag_no_case("colour"))),
        alt((tag_no_case("color"), tag_no_case("dice"), tag_no_case("die"), tag_no_case("throw"))),
        alt((tag_no_case("rolls"), tag_no_case("roll"), tag_no_case("moves"), tag_no_case("move"))),
        alt((tag_no_case("first"), tag_no_case("second"), tag_no_case("1st"), tag_no_case("2nd"))),
        alt((tag_no_case("actions"), tag_no_case("action"), tag_no_case("notes"), tag_no_case("no"))),
    ));
    let number = (take_while1(|letter| matches!(letter, ' ' | '\t')), one_of("12"), edge);
    recognize((words, edge, opt(number))).parse(input)
}

/// `turn = [["round"] number] player`
fn turn(input: &str) -> IResult<&str, (Option<u32>, Owner)> {
    let word = (alt((tag_no_case("round"), tag_no_case("turn"), tag_no_case("no"))), gap);
    let after = take_while(|letter| is_blank(letter) || is_divider(letter) || is_dash(letter));
    let round = preceded(opt(word), terminated(map_opt(digit1, |digits: &str| digits.parse().ok()), after));
    (opt(round), player).parse(input)
}

/// `player = "white" / "red" / "black" / "w" / "r" / "b"`, in any case
fn player(input: &str) -> IResult<&str, Owner> {
    let name = take_while1(char::is_alphabetic);
    let owner = |name: &str| {
        let name = name.to_lowercase();
        Owner::ALL.into_iter().find(|owner| name == owner.name().to_lowercase() || name == owner.letter().to_string())
    };
    terminated(map_opt(name, owner), edge).parse(input)
}

/// `won = player blanks ("wins" / "won") *any-but-line-end`
fn won(input: &str) -> IResult<&str, Owner> {
    let says = (blanks, alt((tag_no_case("wins"), tag_no_case("won"))), edge, not_line_ending);
    terminated(player, says).parse(input)
}

/// `dice = *open DIGIT *join DIGIT *close`, such as `13`, `1-3`, `1, 3`, `[1][3]`. Other digits than 1 to 6 are read
/// too, so that they are reported as misprints and not as an unknown layout.
fn dice(input: &str) -> IResult<&str, (char, char)> {
    let bracket = |letter| matches!(letter, '[' | ']' | '(' | ')' | '{' | '}');
    let join =
        move |letter| is_blank(letter) || is_divider(letter) || is_dash(letter) || bracket(letter) || letter == '+';
    let open = take_while(move |letter| bracket(letter) || is_blank(letter));
    let close = take_while(|letter| matches!(letter, ']' | ')' | '}'));
    delimited(open, (number, preceded(take_while(join), number)), (close, edge)).parse(input)
}

/// A digit, or the Unicode face of a die.
fn number(input: &str) -> IResult<&str, char> {
    let face = |letter| match letter {
        '\u{2680}'..='\u{2685}' => char::from_digit(u32::from(letter) - 0x2680 + 1, 10),
        _ => Some(letter).filter(char::is_ascii_digit),
    };
    map_opt(satisfy(|_| true), face).parse(input)
}

/// `decision = move / pass / unreadable`
fn decision(input: &str) -> Option<(&str, Option<Word>, Option<String>)> {
    if let Ok((rest, found)) = terminated(go, (marks, edge)).parse(input) {
        return Some((rest, Word::new(found.action()), found.text()));
    }
    if let Ok((rest, ())) = pass(input) {
        return Some((rest, Word::new("pass"), Some("pass".to_owned())));
    }
    unreadable(input).ok().map(|(rest, _)| (rest, None, None))
}

/// `unreadable = 1*any`, up to a blank, `,`, `;` or `|`. Has a digit, but does not begin with one.
fn unreadable(input: &str) -> IResult<&str, &str> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let run = take_while1(|letter| !is_blank(letter) && !matches!(letter, ',' | ';' | '|'));
    verify(run, |text: &str| text.contains(is_digit) && !text.starts_with(is_digit)).parse(input)
}

/// `pass = "pass" / "passes" / "passed" / 1*dash`
fn pass(input: &str) -> IResult<&str, ()> {
    let word = alt((tag_no_case("passes"), tag_no_case("passed"), tag_no_case("pass")));
    let dashes = take_while1(is_dash);
    value((), terminated(alt((word, dashes)), edge)).parse(input)
}

/// `marks = *("!" / "?" / "+" / "#" / "~")`, added by annotators
fn marks(input: &str) -> IResult<&str, &str> {
    take_while(|letter| matches!(letter, '!' | '?' | '+' | '#' | '~')).parse(input)
}

#[derive(Debug)]
struct Printed {
    letter: Option<Kind>,
    from: Square,
    sign: Option<char>,
    to: Square,
    becomes: Option<Kind>,
}

impl Printed {
    /// The action. A promotion to a Maharaja has no letter: rules page, Actions.
    fn action(&self) -> String {
        let letter = self.becomes.filter(|kind| !kind.is_royal()).map(|kind| kind.letter().to_ascii_lowercase());
        format!("{}{}{}", self.from, self.to, letter.map(String::from).unwrap_or_default())
    }

    /// The move in the inventor's notation; `None` if no sign says whether it is a capture.
    fn text(&self) -> Option<String> {
        let letter =
            |kind: Option<Kind>, before| kind.map(|kind| format!("{before}{}", kind.letter())).unwrap_or_default();
        let sign = self.sign?;
        Some(format!("{}{}{sign}{}{}", letter(self.letter, ""), self.from, self.to, letter(self.becomes, "=")))
    }
}

/// `move = [letter] square [sign] square [becomes]`, `sign = dash / cross`, with blanks around the sign
fn go(input: &str) -> IResult<&str, Printed> {
    let sign = alt((value('-', satisfy(is_dash)), value('x', satisfy(is_cross))));
    let whole = (opt(letter), place, opt(delimited(blanks, sign, blanks)), place, opt(becomes));
    map(whole, |(letter, from, sign, to, becomes)| Printed { letter, from, sign, to, becomes }).parse(input)
}

/// `square`, its file in any case
fn place(input: &str) -> IResult<&str, Square> {
    let file = input.chars().next().filter(char::is_ascii_uppercase);
    match file {
        None => square(input),
        Some(file) => {
            let rank = &input[1..];
            let digits = rank.bytes().take_while(u8::is_ascii_digit).count();
            let lower = format!("{}{}", file.to_ascii_lowercase(), &rank[..digits]);
            match square::<7, 12>(&lower) {
                Ok((left, square)) => Ok((&rank[digits - left.len()..], square)),
                Err(_) => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::MapOpt))),
            }
        }
    }
}

/// `letter = "D" / "G" / "J" / "P" / "R" / "M"`, in any case, before a square
fn letter(input: &str) -> IResult<&str, Kind> {
    terminated(kind, peek(place)).parse(input)
}

fn kind(input: &str) -> IResult<&str, Kind> {
    map_opt(one_of("DGJPRMdgjprm"), |letter| {
        Kind::ALL.into_iter().find(|kind| !kind.is_berlinpeono() && kind.letter() == letter.to_ascii_uppercase())
    })
    .parse(input)
}

/// `becomes = blanks "=" blanks letter / "(" ["="] letter ")" / "/" letter / letter`
fn becomes(input: &str) -> IResult<&str, Kind> {
    alt((
        preceded((blanks, char('='), blanks), kind),
        delimited((char('('), opt(char('='))), kind, char(')')),
        terminated(preceded(opt(char('/')), kind), edge),
    ))
    .parse(input)
}
