//! The actions and their notation.

use std::fmt::{self, Write};

use arrayvec::ArrayVec;
use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{char, one_of},
    combinator::{map, map_opt, value},
    multi::many_m_n,
    sequence::{preceded, separated_pair, terminated},
};

use super::{
    CatId, Challenge, Counter, Letter, Response,
    cat::cat,
    land::{land, space},
};
use crate::board::hex::{HexDirection, Space};

/// New directions for one to three cats, in the order of their letters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Copy)]
pub struct Facings {
    count: u8,
    /// The places from `count` on hold direction 0.
    directions: [HexDirection; 3],
}

impl Facings {
    /// The facings with these directions; `None` unless there are one to three.
    pub fn new(directions: &[HexDirection]) -> Option<Self> {
        let mut facings = Self { count: directions.len() as u8, directions: [HexDirection::default(); 3] };
        facings.directions.get_mut(..directions.len())?.copy_from_slice(directions);
        (!directions.is_empty()).then_some(facings)
    }

    /// The facings of so many cats with this number: a digit in base 6 for each.
    pub(super) fn numbered(cats: usize, number: usize) -> Option<Self> {
        let digit = |place| HexDirection::ALL[number / 6_usize.pow(place as u32) % 6];
        Self::new(&(0..cats).rev().map(digit).collect::<ArrayVec<_, 3>>())
    }

    /// The directions of the cats that turn, in the order of their letters.
    pub fn directions(&self) -> &[HexDirection] {
        &self.directions[..usize::from(self.count)]
    }
}

/// A decision of a seat, or the fall of the coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A counter on a cell of a cat's grid: `a13s`.
    Counter(Letter, Challenge, Response, Counter),
    /// A tile raises a space: `+g11`.
    Tile(Space),
    /// A cat is placed: `a=b12`.
    Place(Letter, Space),
    /// Cats get their directions: `^354`.
    Face(Facings),
    /// No more cats come back: `done`.
    Done,
    /// A cat challenges another: `a!2b`.
    Challenge(Letter, CatId),
    /// A cat moves, or stays where it is: `a-g11`.
    Move(Letter, Space),
    /// A cat preens: `a~`.
    Preen(Letter),
    /// Kiryuu preens for free: `a*`.
    FreePreen(Letter),
    /// The choice of the challenger: `spit`.
    Choose(Challenge),
    /// The choice of the challenged cat: `ignore`.
    Respond(Response),
    /// A cat steps away: `>g12`.
    Step(Space),
    /// The coin says that the challenger wins: `@heads`.
    Heads,
    /// The coin says that the defender wins: `@tails`.
    Tails,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |space: Space| land().name(space);
        match *self {
            Self::Counter(cat, challenge, response, counter) => {
                // Without `write!`, which takes longer: a seat may choose among more than a hundred of these.
                f.write_char(cat.letter())?;
                f.write_char(char::from(b'1' + challenge as u8))?;
                f.write_char(char::from(b'1' + response as u8))?;
                f.write_char(counter.letter().to_ascii_lowercase())
            }
            Self::Tile(to) => write!(f, "+{}", name(to)),
            Self::Place(cat, to) => write!(f, "{cat}={}", name(to)),
            Self::Face(facings) => {
                f.write_char('^')?;
                facings.directions().iter().try_for_each(|direction| write!(f, "{}", direction.number()))
            }
            Self::Done => f.write_str("done"),
            Self::Challenge(cat, other) => write!(f, "{cat}!{other}"),
            Self::Move(cat, to) => write!(f, "{cat}-{}", name(to)),
            Self::Preen(cat) => write!(f, "{cat}~"),
            Self::FreePreen(cat) => write!(f, "{cat}*"),
            Self::Choose(challenge) => f.write_str(challenge.name()),
            Self::Respond(response) => f.write_str(response.name()),
            Self::Step(to) => write!(f, ">{}", name(to)),
            Self::Heads => f.write_str("@heads"),
            Self::Tails => f.write_str("@tails"),
        }
    }
}

readable! {
    Action: action,
    "a counter a13s, a tile +g11, a placement a=b12, directions ^354, a challenge a!2b, a move \
     a-g11, preening a~ or a*, a choice such as spit or ignore, a step >g12, or done",
    "a coin, @heads or @tails";
}

/// `action = counter / place / declare / move / preen / free / tile / face / step / done / challenge / response / coin`
fn action(input: &str) -> IResult<&str, Action> {
    let fallen = alt((value(Action::Heads, tag("@heads")), value(Action::Tails, tag("@tails"))));
    alt((
        counter,
        map(separated_pair(Letter::read, char('='), space), |(cat, to)| Action::Place(cat, to)),
        map(separated_pair(Letter::read, char('!'), cat), |(cat, other)| Action::Challenge(cat, other)),
        map(separated_pair(Letter::read, char('-'), space), |(cat, to)| Action::Move(cat, to)),
        map(terminated(Letter::read, char('~')), Action::Preen),
        map(terminated(Letter::read, char('*')), Action::FreePreen),
        map(preceded(char('+'), space), Action::Tile),
        map(preceded(char('^'), facings), Action::Face),
        map(preceded(char('>'), space), Action::Step),
        value(Action::Done, tag("done")),
        map(Challenge::read, Action::Choose),
        map(Response::read, Action::Respond),
        fallen,
    ))
    .parse(input)
}

/// `counter = letter row column ("s" / "p")`, `row = "1" / "2" / "3" / "4" / "5"`, `column = row`
fn counter(input: &str) -> IResult<&str, Action> {
    let place = |digit: char| digit.to_digit(10).map(|number| number as usize - 1);
    let row = map_opt(one_of("12345"), |digit| Some(Challenge::ALL[place(digit)?]));
    let column = map_opt(one_of("12345"), |digit| Some(Response::ALL[place(digit)?]));
    let counter = alt((value(Counter::Style, char('s')), value(Counter::Presence, char('p'))));
    map((Letter::read, row, column, counter), |(cat, row, column, counter)| Action::Counter(cat, row, column, counter))
        .parse(input)
}

/// `facings = 1*3direction`, `direction = "0" / "1" / "2" / "3" / "4" / "5"`
fn facings(input: &str) -> IResult<&str, Facings> {
    map_opt(many_m_n(1, 3, direction), |directions| Facings::new(&directions)).parse(input)
}

/// `direction = "0" / "1" / "2" / "3" / "4" / "5"`
pub(super) fn direction(input: &str) -> IResult<&str, HexDirection> {
    map_opt(one_of("012345"), |digit| digit.to_digit(10).and_then(HexDirection::new)).parse(input)
}
