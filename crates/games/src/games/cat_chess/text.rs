//! The text of a position, read and written.

use std::{
    array,
    fmt::{self, Write},
};

use arrayvec::ArrayVec;
use nom::{
    character::complete::{char, one_of},
    combinator::{map, map_opt},
    sequence::separated_pair,
};

use super::{
    Cat, CatChess, CatId, Cells, Letter, Options, Peaks, Phase, Place, Sheet,
    action::direction,
    land::{heights, land},
    phase::{acted, phase},
    sheet::cells,
};
use crate::{
    board::text::{self, TextResult, after_space, expect, or_dash, space, written_seats, wrong},
    game::{BySeat, FieldForm, MAX_SEATS, PositionError, PositionField, Seat},
};

impl CatChess {
    /// Reads a position. Rules page, Position: ten words.
    pub(super) fn parse(options: &Options, seats: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, heights) = heights(input)?;
            let (input, _) = space(input)?;
            let (input, mut cats) = by_seat(input, seats, self::cat_of)?;
            let (input, grids) = after_space(|input| by_seat(input, seats, cells))(input)?;
            let (asked_at, _) = space(input)?;
            let (input, asked) = text::seats(asked_at, seats, "the seats to act, such as 12, or -")?;
            let (input, phase) = after_space(|input| phase(input, seats))(input)?;
            let (input, owner) = after_space(expect("whose turn it is, a seat", text::seat(seats)))(input)?;
            let (input, acted) = after_space(acted)(input)?;
            let (round_at, _) = space(input)?;
            let (input, round) = round(round_at, acted.is_some(), options.max_rounds)?;
            let (input, held) = after_space(|input| held(input, seats))(input)?;
            let (input, vacant) =
                after_space(|input| text::seats(input, seats, "the seats vacated, ascending, such as 2, or -"))(input)?;
            for (seat, cats) in cats.iter_mut() {
                cats.iter_mut().zip(grids[seat]).for_each(|(cat, cells)| cat.cells = cells);
            }
            let acted = acted.unwrap_or_default();
            let read = Self { heights, cats, phase, owner, acted, round, held, vacant, options: *options };
            if read.asked() != asked {
                return Err(wrong(asked_at, "the seats that this phase asks, or - where chance acts or nobody does"));
            }
            Ok((input, read))
        })?;
        read.refuse()?;
        Ok(read)
    }

    /// Writes the position as a seat may see it, or in full without a seat. Rules page, Position: in a challenge a seat
    /// sees its own choice, and `?` for the choice of the other.
    pub(super) fn write_view(&self, f: &mut dyn Write, seat: Option<Seat>) -> fmt::Result {
        write!(f, "{} ", self.heights)?;
        self.write_cats(f, |f, cat| write_cat(f, cat))?;
        f.write_char(' ')?;
        self.write_cats(f, |f, cat| write!(f, "{}", cat.cells))?;
        write!(f, " {} ", written_seats(self.asked()))?;
        match (self.phase, seat) {
            (Phase::Challenge { challenger, defender, challenge, response }, Some(seat)) => {
                let shown = |cat: CatId, name| if cat.seat == seat { name } else { "?" };
                let challenge = challenge.map_or("-", |choice| shown(challenger, choice.name()));
                let response = response.map_or("-", |choice| shown(defender, choice.name()));
                write!(f, "challenge:{challenger}:{defender}:{challenge},{response}")?;
            }
            (phase, _) => write!(f, "{phase}")?,
        }
        let acted = if self.round == 0 { "---".to_owned() } else { self.acted.to_string() };
        let held: String = self.held.values().map(|held| held.number().to_string()).collect();
        write!(f, " {} {acted} {} {held} {}", self.owner, self.round, written_seats(self.vacant))
    }

    fn write_cats(&self, f: &mut dyn Write, mut write: impl FnMut(&mut dyn Write, &Cat) -> fmt::Result) -> fmt::Result {
        self.cats().try_for_each(|(id, cat)| {
            match (id.seat, id.letter) {
                (Seat::ONE, Letter::A) => {}
                (_, Letter::A) => f.write_char('/')?,
                (_, Letter::B | Letter::C) => f.write_char(',')?,
            }
            write(f, cat)
        })
    }
}

impl fmt::Display for CatChess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_view(f, None)
    }
}

/// `seats = seat *("/" seat)`, `seat = thing 2("," thing)`, as many seats as the table has
fn by_seat<T: Copy>(
    input: &str,
    seats: u8,
    mut thing: impl FnMut(&str) -> TextResult<'_, T>,
) -> TextResult<'_, BySeat<[T; 3]>> {
    let mut rest = input;
    let mut things: ArrayVec<T, { 3 * MAX_SEATS }> = ArrayVec::new();
    for number in 0..3 * usize::from(seats) {
        if number > 0 {
            let (mark, expected) = if number % 3 == 0 { ('/', "the next seat, /") } else { (',', "the next cat, ,") };
            rest = rest.strip_prefix(mark).ok_or_else(|| wrong(rest, expected))?;
        }
        let (after, read) = thing(rest)?;
        things.push(read);
        rest = after;
    }
    Ok((rest, BySeat::new(seats, |seat| array::from_fn(|letter| things[3 * seat.index() + letter]))))
}

/// `cat = sheet ":" esteem ":" (space "." direction / "-")`; its grid is in another word
fn cat_of(input: &str) -> TextResult<'_, Cat> {
    let (rest, sheet) = expect("a cat such as kero:4:g11.3 or kero:4:-", Sheet::read)(input)?;
    let (esteem_at, _) = expect("a colon and the cat's self-esteem", char(':'))(rest)?;
    let (rest, esteem) = text::number(esteem_at)?;
    let within = |most: u8| u8::try_from(esteem).ok().filter(|esteem| (1..=most).contains(esteem));
    let esteem = within(sheet.most_esteem()).ok_or_else(|| wrong(esteem_at, "a self-esteem that this cat may have"))?;
    let (rest, _) = expect("a colon and where the cat is", char(':'))(rest)?;
    let place = separated_pair(|input| land().space(input), char('.'), direction);
    let place = or_dash(map(place, |(space, facing)| Place { space, facing }));
    let (rest, place) = expect("a space with a direction, such as g11.3, or - for a cat out of play", place)(rest)?;
    if place.is_none() && esteem != sheet.esteem_at_start() {
        return Err(wrong(esteem_at, "the self-esteem at its start of a cat out of play"));
    }
    Ok((rest, Cat { sheet, esteem, place, cells: Cells::default() }))
}

/// Writes `kero:4:g11.3`, or `kero:4:-` out of play.
fn write_cat(f: &mut dyn Write, cat: &Cat) -> fmt::Result {
    write!(f, "{}:{}:", cat.sheet.name(), cat.esteem)?;
    match cat.place {
        None => f.write_char('-'),
        Some(place) => write!(f, "{}.{}", land().name(place.space), place.facing.number()),
    }
}

/// `round = number`: 0 during setup, else from 1 to one more than `maxrounds`
fn round(input: &str, in_turn: bool, most: u32) -> TextResult<'_, u32> {
    match (text::number(input), in_turn) {
        (Ok((rest, 0)), false) => Ok((rest, 0)),
        (Ok((rest, round)), true) if (1..=most + 1).contains(&round) => Ok((rest, round)),
        (_, false) => Err(wrong(input, "round 0, during setup")),
        (_, true) => Err(wrong(input, "the round, from 1 to that behind the last one")),
    }
}

/// `held = 2*5("0" / … / "7")`, a digit for each seat
fn held(input: &str, seats: u8) -> TextResult<'_, BySeat<Peaks>> {
    let mut rest = input;
    let mut held = BySeat::new(seats, |_| Peaks::NONE);
    for (_, held) in held.iter_mut() {
        let peaks = map_opt(one_of("01234567"), |digit| digit.to_digit(10).and_then(Peaks::new));
        (rest, *held) = expect("for each seat the peaks that it holds, 0 to 7", peaks)(rest)?;
    }
    Ok((rest, held))
}

/// The first and the last space of each row.
const HILLS: &str = "q-v1/p-v2/o-v3/n-v4/m-v5/f-v6/e-u7/d-t8/c-s9/b-r10/a-q11/\
    a-p12/a-p13/a-p14/a-p15/a-p16/f-p17/f-o18/f-n19/f-m20/f-l21/f-k22";

const PLACE: FieldForm =
    FieldForm::Record("Place", ".", &[("space", FieldForm::Square(HILLS)), ("direction", FieldForm::Digit(5))]);
const CAT: FieldForm = FieldForm::Record(
    "Cat",
    ":",
    &[("sheet", FieldForm::Name), ("esteem", FieldForm::Number), ("place", FieldForm::Maybe(&PLACE))],
);
const ACTED: FieldForm =
    FieldForm::Record("Acted", "", &[("cats", FieldForm::Text(3, ".xp-")), ("free", FieldForm::Mark("*"))]);
const LETTER: FieldForm = FieldForm::Letter("abc");
const ID: FieldForm = FieldForm::Record("Id", "", &[("seat", FieldForm::Seat(5)), ("cat", LETTER)]);
const CHOICES: FieldForm = FieldForm::Record(
    "Choices",
    ",",
    &[
        ("challenge", FieldForm::Word(&["spit", "hiss", "glare", "arch", "stalk", "-", "?"])),
        ("response", FieldForm::Word(&["ignore", "disdain", "sneer", "sniff", "wash", "-", "?"])),
    ],
);
const PHASE: FieldForm = FieldForm::Tagged(&[
    ("style", &[]),
    ("presence", &[]),
    ("tiles", &[FieldForm::Number]),
    ("cats", &[]),
    ("turn", &[]),
    ("return", &[]),
    ("misto", &[]),
    ("face", &[FieldForm::List("", &LETTER)]),
    ("challenge", &[ID, ID, CHOICES]),
    ("step", &[ID, ID]),
    ("coin", &[ID, ID]),
]);

pub(super) const FIELDS: &[PositionField] = fields! {
    "heights": FieldForm::Cells(HILLS, &FieldForm::Digit(9)) =>
        "rows 1 to 22 with `/` between, a digit for each space by its letter",
    "cats": FieldForm::List("/", &FieldForm::List(",", &CAT)) =>
        "seats with `/` between, the cats a, b, c of each with `,` between. A cat is its sheet, self-esteem, space and \
        direction, such as `kero:4:g11.3`; out of play `kero:4:-`",
    "grids": FieldForm::List("/", &FieldForm::List(",", &FieldForm::Text(25, ".SP"))) =>
        "likewise; 25 cells of a cat, row by row, `.` empty, `S` Style, `P` Presence",
    "seats": FieldForm::List("", &FieldForm::Seat(5)) =>
        "those who must act, such as `1` or `12`; `-` for chance and after the end",
    "phase": PHASE =>
        "in setup: `style`, `presence`, `tiles:` and how many are left, `cats`; in a turn: `turn`, `return` (another \
        cat may come back), `misto`; in either: `face:` and the cats that get directions, such as `face:ac`; in a \
        challenge: see below",
    "owner": FieldForm::Seat(5) => "the seat whose turn it is, or that sets up now",
    "acted": ACTED =>
        "for the owner's cats a, b, c: `.` not yet, `x` acted, `p` preened; `*` after them once kiryuu has preened for \
        free; `---` in setup",
    "round": FieldForm::Number => "from 1; 0 in setup",
    "held": FieldForm::List("", &FieldForm::Digit(7)) =>
        "a digit for each seat: the sum of the peaks that it has held since the end of its last turn, where f11 is 1, \
        q6 is 2, k17 is 4",
    "vacant": FieldForm::List("", &FieldForm::Seat(5)) => "the seats that were vacated, ascending, or `-`",
};
