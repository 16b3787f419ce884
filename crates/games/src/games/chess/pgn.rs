//! Chess games in PGN: the tags to write, and a reader. The format is that of Steven Edwards, *Portable Game Notation
//! Specification and Implementation Guide*, 1994.
//!
//! The reader skips comments, variations and annotation marks. It accepts moves as people type them: without `+` and
//! `#`, with more letters than needed, with `0-0`.

use std::collections::BTreeMap;

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_till, take_while, take_while1},
    character::complete::{char, digit1, multispace1, one_of, satisfy},
    combinator::{all_consuming, map, map_opt, recognize, value, verify},
    multi::{many0_count, many1_count},
    sequence::{delimited, preceded, terminated},
};
use uvi::{Points, Word, escape_controls};

use super::{Action, Chess, Square, note, position::START};
use crate::{
    board::{
        Side,
        orthodox::{Wing, WrittenMove, man_move, written_move},
    },
    game::{
        Due, LeadIn, Pgn, PrintedAction, PrintedError, PrintedGame, PrintedPage, PrintedStart, PrintedTurn, Seat,
        Table, TextPlace, Unplayable, bare, edit_distance,
    },
};

pub(super) const PGN: Pgn = Pgn {
    variant: |options| (options.get("start").map(String::as_str) == Some("shuffled")).then_some("Chess960"),
    fen: |start| (start != START).then(|| words(start, 6)),
    lead,
    first: |start| start.split(' ').nth(5).and_then(|turn| turn.parse().ok()).unwrap_or(1),
    annotated: true,
};

/// The moves of `past` in the start of the game. FEN has no place for these moves, and a reader of the game needs them
/// to see repetitions.
fn lead(options: &BTreeMap<String, String>, start: &str) -> Option<LeadIn> {
    let shuffled = options.get("start").map(String::as_str) == Some("shuffled");
    let game = Chess::parse(shuffled, start).ok().filter(|game| !game.past.is_empty())?;
    let mut now = game.before_past()?;
    let start = now.to_string();
    let mut moves = Vec::new();
    for &action in &game.past {
        moves.push((now.to_act.seat().number(), super::san::describe(&now, action)));
        now.go(action);
    }
    Some(LeadIn { start, moves })
}

fn words(text: &str, count: usize) -> String {
    text.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

/// The most characters of an unreadable line that an error shows.
const SHOWN: usize = 40;

#[derive(Debug)]
pub(super) struct PgnPage;

impl PrintedPage for PgnPage {
    fn read(&self, text: &str) -> Result<PrintedGame, PrintedError> {
        Reader { text, rest: text, known: (0, TextPlace::START) }.read()
    }

    fn example(&self) -> &'static str {
        "1. e4 e5"
    }

    fn due(&self, table: &dyn Table) -> Option<Due> {
        let game = table.as_any().downcast_ref::<Chess>()?;
        Some(Due { round: Some(game.turn), seat: game.to_act.seat() })
    }

    fn name(&self, seat: Seat) -> &'static str {
        Side::of(seat).map_or("nobody", Side::name)
    }

    /// The edit distance of the moves without signs of check and annotation marks. A mate sign that only the printed
    /// move has adds 1.
    fn unlikeness(&self, printed: &str, text: &str) -> u32 {
        let mates = printed.contains('#') && !text.contains('#');
        edit_distance(unmarked(printed), unmarked(text)) + u32::from(mates)
    }

    /// Splits before each tag `Event`.
    fn games<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let mut starts: Vec<usize> = text.match_indices("\n[Event ").map(|(place, _)| place + 1).collect();
        starts.insert(0, 0);
        starts.push(text.len());
        starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).filter(|game| !game.trim().is_empty()).collect()
    }

    /// The legal move that the text means. Errors: if the text is no move, or if not exactly one legal move fits.
    fn action(&self, table: &dyn Table, printed: &PrintedAction) -> Result<Word, Unplayable> {
        let game = table.as_any().downcast_ref::<Chess>().ok_or(Unplayable::Unreadable)?;
        let found = san(&printed.found).ok_or(Unplayable::Unreadable)?;
        let mut legal = Vec::new();
        game.list(&mut legal);
        legal.retain(|&action| found.is(game, action));
        match legal[..] {
            [action] => Ok(Word::new(action.to_string()).expect("the text of an action is a word")),
            [] => Err(Unplayable::No(format!("{} has no such move", game.to_act.name()))),
            [..] => {
                let texts: Vec<_> = legal.iter().map(|&action| super::san::describe(game, action)).collect();
                Err(Unplayable::No(format!("it may be {}", texts.join(" or "))))
            }
        }
    }
}

/// A move without its signs of check, annotation marks and the mark of a capture in passing.
fn unmarked(text: &str) -> &str {
    let text = bare(text);
    text.strip_suffix("e.p.").unwrap_or(text).trim_end()
}

/// A move as people write it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum San {
    Castling(Wing),
    Man(WrittenMove<8>),
    /// A move as in UCI.
    Plain(Action),
}

impl San {
    fn is(self, game: &Chess, action: Action) -> bool {
        match self {
            Self::Castling(wing) => game.castles(action) == Some(wing),
            Self::Plain(plain) => plain == action,
            Self::Man(written) => {
                game.castles(action).is_none()
                    && game.men.kind_at(action.from) == Some(written.kind)
                    && (action.to, action.promotion) == (written.to, written.promotion)
                    && written.begins_at(action.from)
            }
        }
    }
}

/// The moves that the text may stand for, legal or not; `None` if the text is no move.
pub(super) fn candidates(game: &Chess, text: &str) -> Option<Vec<Action>> {
    let side = game.to_act;
    Some(match san(text)? {
        San::Plain(plain) => vec![plain],
        San::Man(written) => written.candidates(game.men.own(side, written.kind)),
        San::Castling(wing) => {
            let [_, _, target] = wing.files();
            let rook = game.rights.rook(side, wing).filter(|_| game.shuffled);
            let to = rook.or_else(|| Square::new(target, side.home(8)));
            let castling = game.men.king(side).zip(to).map(|(from, to)| Action { from, to, promotion: None });
            castling.into_iter().collect()
        }
    })
}

fn san(text: &str) -> Option<San> {
    let text = unmarked(text);
    let mut forms = [castling, by_piece, plain].into_iter();
    forms.find_map(|form| all_consuming(form).parse(text).ok().map(|(_, san)| san))
}

/// `castling = ("O-O" / "0-0" / "o-o") ["-O" / "-0" / "-o"]`
fn castling(input: &str) -> IResult<&str, San> {
    let queen = alt((tag("O-O-O"), tag("0-0-0"), tag("o-o-o")));
    let king = alt((tag("O-O"), tag("0-0"), tag("o-o")));
    alt((value(San::Castling(Wing::Queen), queen), value(San::Castling(Wing::King), king))).parse(input)
}

fn by_piece(input: &str) -> IResult<&str, San> {
    map(written_move, San::Man).parse(input)
}

fn plain(input: &str) -> IResult<&str, San> {
    map(man_move, San::Plain).parse(input)
}

#[derive(Debug)]
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    /// The offset and place found last; the next search for a place starts there.
    known: (usize, TextPlace),
}

const A_TAG: &str = "a tag such as [White \"Anderssen\"], or the first move";
const A_MOVE: &str = "a move such as Nf3, a comment, or a result such as 1-0";

impl<'a> Reader<'a> {
    /// `page = *tag *(number / move / skipped) result`; one game.
    fn read(mut self) -> Result<PrintedGame, PrintedError> {
        let mut game = PrintedGame::default();
        let mut start = PrintedStart { place: TextPlace::START, position: None, options: Vec::new() };
        self.skip(filler);
        while self.rest.starts_with('[') {
            let place = self.place();
            let (rest, (name, text)) = pair(self.rest).map_err(|_| self.error(A_TAG))?;
            self.rest = rest;
            self.skip(filler);
            match (name, text.as_str()) {
                ("FEN", position) => {
                    start.place = place;
                    start.position = Some(position.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                ("Variant", variant) if is_shuffled(variant) => {
                    start.place = place;
                    start.options.push(("start", "shuffled".to_owned()));
                }
                ("SetUp" | "Variant" | "Result", _) => {}
                (name, _) => game.tags.push((name.to_owned(), text)),
            }
        }
        let black = start.position.as_deref().and_then(|position| position.split(' ').nth(1)) == Some("b");
        let mut seat = if black { Seat::TWO } else { Seat::ONE };
        if start.position.is_some() || !start.options.is_empty() {
            game.start = Some(start);
        }
        let mut round = None;
        loop {
            self.skip(filler);
            let place = self.place();
            if let Ok((rest, points)) = terminated(result, edge).parse(self.rest) {
                self.rest = rest;
                game.result = points.map(|points| (place, points));
                self.skip(filler);
                return if self.rest.is_empty() {
                    Ok(game)
                } else {
                    Err(self.error("the end of the page, with one game"))
                };
            }
            if self.rest.is_empty() {
                return Ok(game);
            }
            if let Ok((rest, number)) = number(self.rest) {
                (self.rest, round) = (rest, Some(number));
            } else if let Ok((rest, found)) = word(self.rest) {
                self.rest = rest;
                let note = note::behind(rest);
                let printed =
                    PrintedAction { place, found: escape_controls(found).to_string(), action: None, text: None, note };
                let due = Due { round: round.take(), seat };
                game.turns.push(PrintedTurn { place, due, chance: Vec::new(), decisions: vec![printed] });
                seat = if seat == Seat::ONE { Seat::TWO } else { Seat::ONE };
            } else {
                return Err(self.error(A_MOVE));
            }
        }
    }

    fn skip(&mut self, parser: impl Fn(&'a str) -> IResult<&'a str, ()>) {
        if let Ok((rest, ())) = parser(self.rest) {
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
        let place = self.place();
        let line: String = self.rest.lines().next().unwrap_or_default().chars().take(SHOWN).collect();
        let found = if self.rest.is_empty() { "the end".to_owned() } else { escape_controls(&line).to_string() };
        PrintedError { place, expected: expected.into(), found }
    }
}

/// Returns true if the tag `Variant` means Chess960, in any usual spelling.
fn is_shuffled(variant: &str) -> bool {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    ["chess960", "fischerandom", "fischerrandom"].contains(&letters.to_ascii_lowercase().as_str())
}

/// `tag = "[" name %x22 *(%x5C char / char) %x22 "]"`
fn pair(input: &str) -> IResult<&str, (&str, String)> {
    let name = take_while1(|letter: char| letter.is_alphanumeric() || letter == '_');
    let quoted = delimited(char('"'), recognize(many0_count(alt((escaped, plain_letter)))), char('"'));
    let unescaped = map(quoted, |text: &str| text.replace("\\\"", "\"").replace("\\\\", "\\"));
    let inner = (terminated(name, multispace1), unescaped);
    delimited(char('['), inner, preceded(take_while(char::is_whitespace), char(']'))).parse(input)
}

fn escaped(input: &str) -> IResult<&str, char> {
    preceded(char('\\'), satisfy(|_| true)).parse(input)
}

fn plain_letter(input: &str) -> IResult<&str, char> {
    satisfy(|letter| letter != '"' && letter != '\\' && letter != '\n').parse(input)
}

/// `filler = *(white-space / comment / variation / "$" number)`
fn filler(input: &str) -> IResult<&str, ()> {
    let braces = delimited(char('{'), take_till(|letter| letter == '}'), char('}'));
    let line = recognize((one_of(";%"), take_till(|letter| letter == '\n')));
    let praise = recognize((char('$'), digit1));
    value((), many0_count(alt((multispace1, braces, line, praise, variation)))).parse(input)
}

/// `variation = "(" *(variation / comment / char) ")"`
fn variation(input: &str) -> IResult<&str, &str> {
    let mut depth = 0_usize;
    let mut comment = false;
    for (place, letter) in input.char_indices() {
        match letter {
            '}' if comment => comment = false,
            _ if comment => {}
            '{' => comment = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && !comment {
            if place == 0 {
                break;
            }
            return Ok((&input[place + 1..], &input[..=place]));
        }
    }
    Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::Char)))
}

/// `number = 1*DIGIT 1*"."`
fn number(input: &str) -> IResult<&str, u32> {
    let digits = map_opt(digit1, |digits: &str| digits.parse().ok());
    terminated(digits, many1_count(char('.'))).parse(input)
}

/// `result = "1-0" / "0-1" / "1/2-1/2" / "*"`
fn result(input: &str) -> IResult<&str, Option<Vec<Points>>> {
    let half = || Points::new(1, 2).unwrap_or(Points::ZERO);
    alt((
        map(tag("1-0"), |_| Some(vec![Points::ONE, Points::ZERO])),
        map(tag("0-1"), |_| Some(vec![Points::ZERO, Points::ONE])),
        map(tag("1/2-1/2"), move |_| Some(vec![half(), half()])),
        map(tag("*"), |_| None),
    ))
    .parse(input)
}

/// `word = 1*(any but white space, a bracket, a brace, ";" or "$")`, at least one of them a letter or digit
fn word(input: &str) -> IResult<&str, &str> {
    let stops = |letter: char| letter.is_whitespace() || "{}()[];$".contains(letter);
    verify(take_while1(move |letter| !stops(letter)), |word: &str| word.chars().any(char::is_alphanumeric)).parse(input)
}

/// The end of a word.
fn edge(input: &str) -> IResult<&str, ()> {
    nom::combinator::not(word).parse(input)
}
