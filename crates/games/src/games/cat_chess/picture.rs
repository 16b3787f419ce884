//! The land and the cats' sheets as a picture.

use svg::node::element::{Circle, Element, Path};

use super::{
    Action, Cat, CatChess, CatId, Cells, Challenge, Counter, PEAKS, Place, Response,
    drawing::{due, meaning, round},
    gesture::cell,
    land,
};
use crate::{
    board::{
        hex::{Hex, Space},
        picture::{Point, arrow, group, named, note, path, places, sheet, text},
    },
    game::{Actor, Game as _, Picture, Seat},
};

/// The distance of neighbouring spaces in a row.
const STEP: f64 = 16.4;
/// The distance of neighbouring rows: the height of an equilateral triangle.
const ROW: f64 = STEP * 0.866_025_403_784_438_6;
/// The middle of the space with the coordinates 0, 0.
const ORIGIN: Point = Point::new(115.0, 156.0);
/// The y of the first sheet.
const SHEETS: f64 = 350.0;
/// The vertical distance between the sheets of neighbouring seats.
const SHEET: f64 = 56.0;
const CELL: f64 = 8.0;

/// The land, higher spaces darker; the cats and the spaces they observe; the peaks with flags of their holders. The
/// grids of the cats stand below.
pub(super) fn picture(position: &CatChess, title: &str, last: &[(Actor, Action)]) -> Picture {
    let notes = [vec![due(position)], meaning(position), vec![round(position)]].concat();
    let mut picture = sheet(title, &notes, SHEETS + SHEET * f64::from(position.seats()));
    rows(&mut picture, position);
    for (id, cat) in position.cats().filter(|(_, cat)| cat.place.is_some()) {
        let seen = position.seen_by(cat).map(|space| hexagon(middle(space)));
        picture.push(path(&format!("sight {}", class(id.seat)), seen.collect::<String>()));
    }
    picture.extend(PEAKS.map(|peak| path("peak", hexagon(place(peak)))));
    flags(&mut picture, position);
    legend(&mut picture);
    for (actor, action) in last {
        picture.extend(marks(position, *actor, *action));
    }
    picture.push(places(land().spaces().map(|space| (land().name(space), spot(space)))));
    for (id, cat) in position.cats() {
        if let Some(place) = cat.place {
            picture.push(named(format!("{id} {}", land().name(place.space)), nose(id, cat, place)));
        }
    }
    for (id, cat) in position.cats() {
        if let Some(space) = cat.space() {
            let name = land().name(space);
            let head = head(id, middle(space), &format!("cat {id}, {} {name}", cat.sheet.name()));
            picture.push(named(format!("{id} {name}"), head));
        }
        sheet_of(&mut picture, position, id, cat);
    }
    // Cells stay clickable if they hold a counter, so they are drawn last.
    if position.round == 0 {
        picture.push(places(position.cats().flat_map(|(id, _)| cells(id))));
    }
    picture
}

/// The middle of a hexagon.
fn place(hex: Hex) -> Point {
    let (q, r) = (f64::from(hex.q), f64::from(hex.r));
    ORIGIN + Point::new(STEP * (q + r / 2.0), ROW * r)
}

fn middle(space: Space) -> Point {
    place(land().hex(space))
}

/// The clickable spot of a space.
fn spot(space: Space) -> Circle {
    let Point { x, y } = middle(space);
    let tenth = |value: f64| (value * 10.0).round() / 10.0;
    Circle::new().set("cx", tenth(x)).set("cy", tenth(y)).set("r", 8)
}

/// The clickable cells of a grid with their names, for setup.
fn cells(id: CatId) -> impl Iterator<Item = (String, Path)> {
    Cells::places().map(move |(row, column)| (cell(id, row, column), Path::new().set("d", outline(id, row, column))))
}

/// The outline of a cell of a grid.
fn outline(id: CatId, row: Challenge, column: Response) -> String {
    let at = corner(id) + Point::new(f64::from(column as u8), f64::from(row as u8)) * CELL;
    format!("M{at}h{CELL}v{CELL}h-{CELL}z")
}

fn hexagon(at: Point) -> String {
    let top = at - Point::new(0.0, 9.5);
    format!("M{top}l8.2 4.7v9.5l-8.2 4.7-8.2-4.7v-9.5z")
}

/// The rows of the land: spaces by height, and the names of the ends.
fn rows(picture: &mut Picture, position: &CatChess) {
    for mut row in land().rows() {
        for height in 1..=6 {
            let these = row.clone().filter(|&space| position.heights().at(space) == height);
            let outlines: String = these.map(|space| hexagon(middle(space))).collect();
            if !outlines.is_empty() {
                picture.push(path(&format!("space height-{height}"), outlines));
            }
        }
        let (Some(first), Some(last)) = (row.next(), row.last()) else { continue };
        let end = |space: Space, aside: f64| middle(space) + Point::new(aside, 0.0);
        picture.push(text("faint small", end(first, -18.0), land().name(first)));
        picture.push(text("faint small", end(last, 14.0), &land().name(last)[..1]));
    }
}

/// The flags on held peaks. Cats may hide a flag, so the holders also stand beside the land.
fn flags(picture: &mut Picture, position: &CatChess) {
    let mut foot = Point::new(20.0, 34.0);
    for seat in Seat::all(position.seats()).filter(|seat| !position.held(*seat).is_empty()) {
        let held = position.held(seat).spaces();
        let names: Vec<&str> = held.clone().map(|space| land().name(space)).collect();
        let title = format!("seat {seat} holds {}", names.join(", "));
        picture.extend(held.map(|space| flag(seat, middle(space) + Point::new(8.0, -4.0), &title)));
        picture.push(flag(seat, foot, &title));
        picture.push(note("ink small", foot + Point::new(20.0, -15.0), format!("holds {}", names.join(", "))));
        foot = foot + Point::new(0.0, 26.0);
    }
}

fn flag(seat: Seat, foot: Point, title: &str) -> Element {
    let flag = group(class(seat), foot, title).add(path("cloth", "M0 0V-26H16L12-20L16-14H0"));
    flag.add(text("label", Point::new(6.0, -20.0), seat.to_string())).into()
}

fn legend(picture: &mut Picture) {
    for height in 1..=6_u8 {
        let at = Point::new(24.0 + STEP * f64::from(height), 324.0);
        picture.push(path(&format!("space height-{height}"), hexagon(at)));
        picture.push(text("label", at, height.to_string()));
    }
    picture.push(note("faint small", Point::new(20.0, 308.0), "height"));
    for (counter, y, name) in [(Counter::Style, 264.0, "style"), (Counter::Presence, 280.0, "presence")] {
        picture.push(path("counter", self::counter(counter, Point::new(24.0, y))));
        picture.push(note("faint small", Point::new(33.0, y + 4.0), name));
    }
}

fn marks(position: &CatChess, actor: Actor, action: Action) -> Vec<Element> {
    let ring = |space: Space| {
        let circle = format!("M{}a15 15 0 1 0 30 0a15 15 0 1 0-30 0", middle(space) - Point::new(15.0, 1.0));
        ["halo", "mark"].map(|class| path(class, circle.as_str()))
    };
    let at = |id: CatId| (id.seat.index() < usize::from(position.seats())).then(|| position.cat(id).space()).flatten();
    match (actor, action) {
        (_, Action::Tile(space) | Action::Place(_, space) | Action::Move(_, space) | Action::Step(space)) => {
            ring(space).into()
        }
        (Actor::Seat(seat), Action::Challenge(letter, other)) => {
            let spaces: Vec<Space> = [CatId { seat, letter }, other].into_iter().filter_map(at).collect();
            let mut shapes: Vec<Element> = spaces.iter().flat_map(|space| ring(*space)).collect();
            if let [from, to] = spaces[..] {
                shapes.extend(arrow("mark", [middle(from), middle(to)], [16.0, 18.0]));
            }
            shapes
        }
        (Actor::Seat(seat), Action::Preen(letter) | Action::FreePreen(letter)) => {
            at(CatId { seat, letter }).map(|space| ring(space).into()).unwrap_or_default()
        }
        (Actor::Seat(seat), Action::Counter(letter, row, column, _)) => {
            let cell = outline(CatId { seat, letter }, row, column);
            ["halo", "mark"].map(|class| path(class, cell.as_str())).into()
        }
        // Other actions are on no space.
        _ => Vec::new(),
    }
}

/// The nose of a cat: a point that stands out of its head in the middle of its arc.
fn nose(id: CatId, cat: &Cat, Place { space, facing }: Place) -> Element {
    let (arc, at) = (cat.arc(facing), middle(space));
    let sides = (0..arc.width as u32).map(|side| place(facing.turned(side).offset()) - ORIGIN);
    let ahead = sides.fold(Point::new(0.0, 0.0), |sum, side| sum + side);
    let ahead = ahead * (1.0 / (ahead.x * ahead.x + ahead.y * ahead.y).sqrt());
    let aside = Point::new(-ahead.y, ahead.x) * 7.0;
    let data = format!("M{}L{}L{}z", at + ahead * 5.0 + aside, at + ahead * 18.0, at + ahead * 5.0 - aside);
    path(&format!("nose {}", class(id.seat)), data)
}

/// The head of a cat, in the colour of its seat and with its name.
fn head(id: CatId, at: Point, title: &str) -> Element {
    let head = "M-9-11.5L-4-8.5H4L9-11.5L10.5-1C10.5 5 6 9.5 0 9.5C-6 9.5-10.5 5-10.5-1z";
    let cat = group(&format!("cat {}", class(id.seat)), at, title).add(path("head", head));
    cat.add(text("label", Point::new(0.0, 0.0), id.to_string())).into()
}

fn class(seat: Seat) -> &'static str {
    ["sky", "orange", "green", "purple", "yellow"][seat.index()]
}

/// The upper left corner of a cat's grid.
fn corner(id: CatId) -> Point {
    Point::new(20.0 + 113.0 * f64::from(id.letter as u8), SHEETS + SHEET * id.seat.index() as f64)
}

/// The sheet of a cat: its name, its self-esteem and its grid.
fn sheet_of(picture: &mut Picture, position: &CatChess, id: CatId, cat: &Cat) {
    let corner = corner(id);
    let mut grid = String::new();
    for line in 0..=5 {
        let along = CELL * f64::from(line);
        grid += &format!(
            "M{}h{w}M{}v{w}",
            corner + Point::new(0.0, along),
            corner + Point::new(along, 0.0),
            w = 5.0 * CELL
        );
    }
    picture.push(path("lines", grid));
    let middle = |place: u8| f64::from(place) + 0.5;
    let sign = |(row, column)| {
        let at = corner + Point::new(middle(column as u8), middle(row as u8)) * CELL;
        Some(counter(cat.cells.at(row, column)?, at))
    };
    let counters: String = Cells::places().filter_map(sign).collect();
    if !counters.is_empty() {
        picture.push(path("counter", counters));
    }
    let line = |number: f64| corner + Point::new(46.0, 11.0 + 14.0 * number);
    picture.push(named(id, head(id, corner + Point::new(57.0, 4.0), &format!("sheet of {id}"))));
    picture.push(note("ink small", line(1.0), cat.sheet.name()));
    let state = if position.vacant.contains(id.seat) {
        "vacated".to_owned()
    } else if cat.place.is_none() {
        "out of play".to_owned()
    } else {
        format!("esteem {}", cat.esteem)
    };
    picture.push(note("ink small", line(2.0), state));
}

/// The sign of a counter: a square on its corner for Style, a ring for Presence.
fn counter(counter: Counter, at: Point) -> String {
    match counter {
        Counter::Style => format!("M{}l3.4 3.4-3.4 3.4-3.4-3.4z", at - Point::new(0.0, 3.4)),
        Counter::Presence => format!("M{}a2.9 2.9 0 1 0 5.8 0a2.9 2.9 0 1 0-5.8 0", at - Point::new(2.9, 0.0)),
    }
}
