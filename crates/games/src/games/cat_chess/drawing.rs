//! The board as text.

use super::{Cat, CatChess, CatId, Phase, land};
use crate::{
    board::{drawing::paint, hex::Space},
    game::{Game as _, Seat, Style, Turn},
};

/// The characters of a space on the screen. Each row is shifted by half a space.
const WIDTH: i32 = 4;

const LEGEND: &str =
    "52a is cat 2a on height 5; facing 0 right, 1 up right, 2 up left, 3 left, 4 down left, 5 down right";

/// The land, row by row between the letters of its first and last space. A space shows its height and its cat.
///
/// Notes stand below. Grids are written row by row.
pub(super) fn board(position: &CatChess, style: Style) -> Vec<String> {
    let mut lines = rows(position, style);
    lines.push(format!("{}, {}", round(position), due(position)));
    for seat in Seat::all(position.seats()) {
        lines.push(player(position, seat, style));
        let cats = position.own(seat).map(|(letter, cat)| line(position, CatId { seat, letter }, cat, style));
        lines.extend(cats.filter(|_| !position.vacant.contains(seat)));
    }
    lines.push(LEGEND.to_owned());
    lines
}

/// The screen column where a space begins; may be negative.
fn column(space: Space) -> i32 {
    let hex = land().hex(space);
    WIDTH * i32::from(hex.q) + WIDTH / 2 * i32::from(hex.r)
}

fn rows(position: &CatChess, style: Style) -> Vec<String> {
    let left = land().spaces().map(column).min().unwrap_or_default();
    let mut lines = Vec::new();
    for mut row in land().rows() {
        let cells: String = row.clone().map(|space| cell(position, space, style)).collect();
        let (Some(first), Some(last)) = (row.next(), row.last()) else { continue };
        let (letter, number) = land().name(first).split_at(1);
        let before = (column(first) - left) as usize;
        let end = &land().name(last)[..1];
        lines.push(format!("{number:<3}{:before$}{letter} {cells}{end}", ""));
    }
    lines
}

/// The height and the cat of a space, such as `52a`, or a dot if there is no cat.
fn cell(position: &CatChess, space: Space, style: Style) -> String {
    let cat = position.cats().find(|(_, cat)| cat.space() == Some(space));
    let there = cat.map_or_else(|| ". ".to_owned(), |(id, _)| painted(id.seat, &id.to_string(), style));
    format!("{}{there} ", position.heights().at(space))
}

/// The text on the background colour of the seat. Black is readable on each of these colours.
fn painted(seat: Seat, text: &str, style: Style) -> String {
    const COLOURS: [&str; 5] = ["30;47", "30;43", "30;46", "30;42", "30;45"];
    paint(style, COLOURS[seat.index()], text)
}

fn player(position: &CatChess, seat: Seat, style: Style) -> String {
    let name = painted(seat, &format!("seat {seat}"), style);
    if position.vacant.contains(seat) {
        return format!("{name}: vacated");
    }
    let held: Vec<&str> = position.held(seat).spaces().map(|space| land().name(space)).collect();
    let held = if held.is_empty() { "no peak".to_owned() } else { held.join(" and ") };
    let acts = if position.round > 0 && seat == position.owner {
        format!(", acted {}", position.acted)
    } else {
        String::new()
    };
    format!("{name}: holds {held}{acts}")
}

fn line(position: &CatChess, id: CatId, cat: &Cat, style: Style) -> String {
    let name = painted(id.seat, &id.to_string(), style);
    let place = cat.place.map_or_else(
        || "out of play".to_owned(),
        |place| {
            let height = position.heights().at(place.space);
            format!("{} height {height} facing {}", land().name(place.space), place.facing.number())
        },
    );
    let rows: Vec<String> =
        cat.cells.to_string().as_bytes().chunks(5).map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    format!("{name} {} {}, {place}, {}", cat.sheet.name(), cat.esteem, rows.join("/"))
}

pub(super) fn round(position: &CatChess) -> String {
    if position.round == 0 {
        "setting up".to_owned()
    } else {
        format!("round {} of {}", position.round, position.options.max_rounds)
    }
}

pub(super) fn due(position: &CatChess) -> String {
    match position.turn() {
        Turn::Over(outcome) => format!("over: {outcome}"),
        Turn::Chance => "a coin is to be thrown".to_owned(),
        Turn::Seats(seats) => {
            let all: Vec<String> = seats.iter().map(|seat| format!("seat {seat}")).collect();
            let are = if all.len() == 1 { "is" } else { "are" };
            let does = match position.phase() {
                Phase::Style => "to put a Style counter into a grid".to_owned(),
                Phase::Presence => "to put a Presence counter into a grid".to_owned(),
                Phase::Tiles(left) => format!("to raise a space by a tile, {left} left"),
                Phase::Cats => "to place a cat".to_owned(),
                Phase::Turn => "to act with a cat".to_owned(),
                Phase::Return | Phase::Misto => "to bring a cat back, or is done".to_owned(),
                Phase::Face(_) => "to turn its cats".to_owned(),
                Phase::Challenge { challenger, defender, .. } => {
                    return format!("{} choose: {challenger} challenges {defender}", all.join(" and "));
                }
                Phase::Step { cat, from } => format!("to step with {cat} away from {from}"),
                Phase::Coin { .. } => "to wait for a coin".to_owned(),
            };
            format!("{} {are} {does}", all.join(" and "))
        }
    }
}

/// The meaning of a choice that the board does not show (Counters, Challenge).
pub(super) fn meaning(position: &CatChess) -> Vec<String> {
    if position.due_counter().is_some() {
        let lines = ["rows are challenges, columns responses", "a counter decides where a row meets a column"];
        return lines.map(str::to_owned).into();
    }
    let Phase::Challenge { challenger, defender, .. } = position.phase() else { return Vec::new() };
    vec![
        format!("seat {} chooses a row, seat {} a column, in secret", challenger.seat, defender.seat),
        "each cat has the counter of its own grid there".to_owned(),
    ]
}
