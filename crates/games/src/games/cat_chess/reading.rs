//! How a position is read.

use std::{array, num::NonZeroU32};

use arrayvec::ArrayVec;
use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::{char, one_of},
    combinator::{map, map_opt, opt, value},
    multi::fold_many_m_n,
    sequence::{preceded, separated_pair},
};

use super::{
    Acted, Cat, CatChess, CatId, Cells, Counter, Deed, Heights, Letter, Letters, Options, Peaks, Phase, Place, Sheet,
    action::{cat, challenge, direction, letter, response},
    land,
    land::{SPACES, TOP},
};
use crate::{
    board::text::{self, Parsed, expect, space, wrong},
    game::{BySeat, MAX_SEATS, PositionError, Seat},
};

impl CatChess {
    /// Reads a position. Rules page, Position: ten words.
    pub(super) fn parse(options: &Options, seats: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, heights) = heights(input)?;
            let (input, _) = space(input)?;
            let (input, mut cats) = by_seat(input, seats, self::cat_of)?;
            let (input, _) = space(input)?;
            let (input, grids) = by_seat(input, seats, cells)?;
            let (asked_at, _) = space(input)?;
            let (input, asked) = text::seats(asked_at, seats, "the seats to act, such as 12, or -")?;
            let (input, _) = space(input)?;
            let (input, phase) = phase(input, seats)?;
            let (input, _) = space(input)?;
            let (input, owner) = owner(input, seats)?;
            let (input, _) = space(input)?;
            let (input, acted) = acted(input)?;
            let (round_at, _) = space(input)?;
            let (input, round) = round(round_at, acted.is_some(), options.max_rounds)?;
            let (input, _) = space(input)?;
            let (input, held) = held(input, seats)?;
            let (input, _) = space(input)?;
            let (input, vacant) = text::seats(input, seats, "the seats vacated, ascending, such as 2, or -")?;
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
}

/// `heights = row 21("/" row)`, `row = 1*height`, as many as the row has spaces; `height = "1" / … / "6"`
fn heights(input: &str) -> Parsed<'_, Heights> {
    let mut rest = input;
    let mut heights = [0; SPACES];
    let mut row = None;
    for space in land().spaces() {
        let below = land().hex(space).r;
        if row.is_some_and(|row| row != below) {
            rest = rest.strip_prefix('/').ok_or_else(|| wrong(rest, "the end of the row, /"))?;
        }
        row = Some(below);
        let height = rest.chars().next().and_then(|digit| digit.to_digit(10)).map(|digit| digit as u8);
        let fits = height.filter(|height| (1..=TOP).contains(height));
        heights[space.index()] = fits.ok_or_else(|| wrong(rest, "the height of a space, 1 to 6"))?;
        rest = &rest[1..];
    }
    Ok((rest, Heights::of(heights)))
}

/// `seats = seat *("/" seat)`, `seat = thing 2("," thing)`, as many seats as the table has
fn by_seat<T: Copy>(
    input: &str,
    seats: u8,
    mut thing: impl FnMut(&str) -> Parsed<'_, T>,
) -> Parsed<'_, BySeat<[T; 3]>> {
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

/// `cat = sheet ":" esteem ":" (space "." direction / "-")`, its grid is another word
fn cat_of(input: &str) -> Parsed<'_, Cat> {
    let sheet = Sheet::ALL.into_iter().find_map(|sheet| Some((input.strip_prefix(sheet.name())?, sheet)));
    let (rest, sheet) = sheet.ok_or_else(|| wrong(input, "a cat such as kero:4:g11.3 or kero:4:-"))?;
    let (esteem_at, _) = expect("a colon and the cat's self-esteem", char(':'))(rest)?;
    let (rest, esteem) = text::number(esteem_at)?;
    let within = |most: u8| u8::try_from(esteem).ok().filter(|esteem| (1..=most).contains(esteem));
    let esteem = within(sheet.most_esteem()).ok_or_else(|| wrong(esteem_at, "a self-esteem that this cat may have"))?;
    let (rest, _) = expect("a colon and where the cat is", char(':'))(rest)?;
    let place = map(separated_pair(|input| land().space(input), char('.'), direction), |(space, facing)| {
        Some(Place { space, facing })
    });
    let place = alt((value(None, char('-')), place));
    let (rest, place) = expect("a space with a direction, such as g11.3, or - for a cat out of play", place)(rest)?;
    if place.is_none() && esteem != sheet.esteem_at_start() {
        return Err(wrong(esteem_at, "the self-esteem at its start of a cat out of play"));
    }
    Ok((rest, Cat { sheet, esteem, place, cells: Cells::default() }))
}

/// `cells = 25("." / "S" / "P")`, row by row
fn cells(input: &str) -> Parsed<'_, Cells> {
    let counter = |letter| Counter::ALL.into_iter().find(|counter| counter.letter() == letter);
    let mut cells = [None; 25];
    let mut rest = input;
    for cell in &mut cells {
        let (after, letter) = expect("a cell of the 25 of a cat, ., S or P", one_of(".SP"))(rest)?;
        (rest, *cell) = (after, counter(letter));
    }
    Ok((rest, Cells::of(cells)))
}

/// ```text
/// phase      = "style" / "presence" / "tiles:" number / "cats" / "turn" / "return" / "face:" 1*3letter / "misto"
///            / "challenge:" cat ":" cat ":" (challenge / "-") "," (response / "-")
///            / "step:" cat ":" cat / "coin:" cat ":" cat
/// ```
fn phase(input: &str, seats: u8) -> Parsed<'_, Phase> {
    let at_table = |id: &CatId| id.seat.index() < usize::from(seats);
    let cat = |input| map_opt(cat, |id| Some(id).filter(at_table)).parse(input);
    let pair = |input| separated_pair(cat, char(':'), cat).parse(input);
    let tiles = map_opt(nom::character::complete::u32, NonZeroU32::new);
    let plain = alt((
        value(Phase::Style, tag("style")),
        value(Phase::Presence, tag("presence")),
        map(preceded(tag("tiles:"), tiles), Phase::Tiles),
        value(Phase::Cats, tag("cats")),
        value(Phase::Turn, tag("turn")),
        value(Phase::Return, tag("return")),
        map(preceded(tag("face:"), letters), Phase::Face),
        value(Phase::Misto, tag("misto")),
    ));
    let choices = preceded(char(':'), separated_pair(chosen(challenge), char(','), chosen(response)));
    let open = |(pair, (challenge, response)): ((CatId, CatId), (Option<_>, Option<_>))| {
        let (challenger, defender) = pair;
        let phase = Phase::Challenge { challenger, defender, challenge, response };
        (challenge.is_none() || response.is_none()).then_some(phase)
    };
    let staring = alt((
        map_opt(preceded(tag("challenge:"), (pair, choices)), open),
        map(preceded(tag("step:"), pair), |(cat, from)| Phase::Step { cat, from }),
        map(preceded(tag("coin:"), pair), |(challenger, defender)| Phase::Coin { challenger, defender }),
    ));
    let (rest, phase) = expect(
        "the phase: style, presence, tiles:<left>, cats, turn, return, face:<cats>, misto, \
         challenge:<cat>:<cat>:<choice>,<choice> with a choice that is not made, step:<cat>:<cat> or coin:<cat>:<cat>",
        alt((plain, staring)),
    )(input)?;
    // A number has one spelling only.
    if matches!(phase, Phase::Tiles(_)) && input.starts_with("tiles:0") {
        return Err(wrong(input, "how many tiles are left, without leading zeros"));
    }
    Ok((rest, phase))
}

/// `chosen = choice / "-"`
fn chosen<'a, T: Clone>(
    choice: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = Option<T>, Error = nom::error::Error<&'a str>> {
    alt((value(None, char('-')), map(choice, Some)))
}

/// `letters = 1*3letter`, ascending
fn letters(input: &str) -> IResult<&str, Letters> {
    let gather = |mut letters: ArrayVec<Letter, 3>, letter| {
        letters.push(letter);
        letters
    };
    let ascending = |letters: ArrayVec<Letter, 3>| {
        letters.is_sorted_by(|one, next| one < next).then(|| letters.into_iter().collect())
    };
    map_opt(fold_many_m_n(1, 3, letter, ArrayVec::new, gather), ascending).parse(input)
}

/// `owner = seat`
fn owner(input: &str, seats: u8) -> Parsed<'_, Seat> {
    let seat = |digit: char| digit.to_digit(10).and_then(Seat::new).filter(|seat| seat.index() < usize::from(seats));
    expect("whose turn it is, a seat", map_opt(one_of("12345"), seat))(input)
}

/// `acted = "---" / 3("." / "x" / "p") ["*"]`; `None` in setting up
fn acted(input: &str) -> Parsed<'_, Option<Acted>> {
    let deed = |input| {
        map_opt(one_of(".xp"), |letter| Deed::ALL.into_iter().find(|deed| deed.letter() == letter)).parse(input)
    };
    let acted = map(((deed, deed, deed), opt(char('*'))), |((a, b, c), star)| {
        Some(Acted { deeds: [a, b, c], free: star.is_some() })
    });
    expect("what the owner's cats have done, such as .xp or ..x*, or ---", alt((value(None, tag("---")), acted)))(input)
}

/// `round = number`: 0 in setting up, else from 1 to that behind the last one
fn round(input: &str, in_turn: bool, most: u32) -> Parsed<'_, u32> {
    match (text::number(input), in_turn) {
        (Ok((rest, 0)), false) => Ok((rest, 0)),
        (Ok((rest, round)), true) if (1..=most + 1).contains(&round) => Ok((rest, round)),
        (_, false) => Err(wrong(input, "round 0, in setting up")),
        (_, true) => Err(wrong(input, "the round, from 1 to that behind the last one")),
    }
}

/// `held = 2*5("0" / … / "7")`, a digit for each seat
fn held(input: &str, seats: u8) -> Parsed<'_, BySeat<Peaks>> {
    let mut rest = input;
    let mut held = BySeat::new(seats, |_| Peaks::NONE);
    for (_, held) in held.iter_mut() {
        let peaks = map_opt(one_of("01234567"), |digit| digit.to_digit(10).and_then(Peaks::new));
        (rest, *held) = expect("for each seat the peaks that it holds, 0 to 7", peaks)(rest)?;
    }
    Ok((rest, held))
}
