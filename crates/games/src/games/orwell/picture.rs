//! The board as a picture.

use svg::node::element::{Element, Group};

use super::{
    Action, Die, Kind, Man, Move, Orwell, Owner, Square, Squares,
    drawing::{round, to_act_by_dice},
    moves::MINIPAX,
};
use crate::{
    board::picture::{Glyph, Layout, Point, arrow, group, named, note, path, places, sheet},
    game::{Actor, Picture},
};

/// An arrow, as printed pages show a Berlinpeono.
const UP: Glyph = Glyph { outline: "M0-14L11-1H5V13H-5V-1H-11z", lines: "" };
const DOWN: Glyph = Glyph { outline: "M0 14L11 1H5V-13H-5V1H-11z", lines: "" };
/// An eagle's head above a wing.
const GRYPHON: Glyph = Glyph {
    outline: "M-13-2C-12-9-8-14-1-14C4-14 7-11 7-6C9-9 12-11 15-12C15-2 12 8 4 14H-7C-8 9-3 6-3 1C-6 0-8 1-10 5C-13 3-13.5 1-13-2z",
    lines: "M-4-8.5h.3M14-6C11-5 9-3 7 0M13 0C10 1 8 3 6 6",
};
/// A cannon on its wheel.
const PAO: Glyph =
    Glyph { outline: "M-14-1L9-13L14-4L3 2A7.5 7.5 0 1 1-10.5 8L-8 3.5L-11 5z", lines: "M-3 4v7.6M-6.8 7.8h7.6" };

/// The board, with the first and last rank repeated beyond the edges where they are neighbours. Beside the board are
/// the last capture of each player, and the dice.
pub(super) fn picture(position: &Orwell, title: &str, last: &[(Actor, Action)]) -> Picture {
    let layout = Layout::<7, 12> { corner: Point::new(24.0, 44.0), side: 36.0 };
    let notes = [to_act_by_dice(position), round(position)];
    let mut picture = sheet(title, &notes, layout.corner.y + layout.height() + layout.side + 16.0);
    picture.extend(layout.chequers());
    picture.push(layout.squares("purple tint", MINIPAX.iter()));
    picture.push(path("purple", MINIPAX.iter().map(|square| minipax(layout.centre(square))).collect::<String>()));
    for (shown, rank) in BEYOND {
        ground_beyond(&mut picture, &layout, shown, rank);
    }
    picture.push(layout.edge());
    picture.extend(layout.ranks());
    picture.extend(layout.files(layout.side));
    for (_, action) in last {
        if let Action::Move(action) = action {
            picture.extend(moved(&layout, action));
        }
    }
    // A click on a square beyond the edge means the square that it repeats.
    for (shown, rank) in BEYOND {
        let outline = |square: Square| layout.outline(layout.place(square.file() as f64, shown));
        picture.push(places(Squares::rank(rank).iter().map(|square| (square, outline(square)))));
    }
    picture.push(layout.places());
    for (shown, rank) in BEYOND {
        picture.push(men_beyond(&layout, position, shown, rank));
    }
    for square in Square::all() {
        if let Some(man) = position.man(square) {
            picture.push(named(square, self::man(man, layout.centre(square), &format!(" {square}"))));
        }
    }
    for owner in Owner::ALL {
        player(&mut picture, position, owner, Point::new(290.0, layout.place(0.0, owner.home() + 2.0).y));
    }
    picture
}

impl Owner {
    facts! {
        /// The base rank, from 0.
        home: f64 = White => 0.0, Red => 4.0, Black => 8.0;
        class: &'static str = White => "white", Red => "red", Black => "black";
        /// The outline of the disc: a circle for White, a square for Red, a hexagon for Black.
        disc: &'static str = White => "M-15.5 0a15.5 15.5 0 1 0 31 0a15.5 15.5 0 1 0-31 0z",
            Red => "M-11-14.5H11Q14.5-14.5 14.5-11V11Q14.5 14.5 11 14.5H-11Q-14.5 14.5-14.5 11V-11Q-14.5-14.5-11-14.5z",
            Black => "M-16.5 0L-9-15H9L16.5 0L9 15H-9z";
    }
}

impl Kind {
    facts! {
        figure: Glyph = Up => UP, Down => DOWN, Dabbabah => Glyph::BISHOP, Gryphon => GRYPHON, Jugyo => Glyph::ROOK,
            Pao => PAO, Raja => Glyph::KING, Maharaja => Glyph::QUEEN;
        way: &'static str = Up => " upwards", Down => " downwards",
            Dabbabah | Gryphon | Jugyo | Pao | Raja | Maharaja => "";
    }
}

/// The ranks drawn beyond the edges, pale: the row where each is drawn, and its rank from 0. Rules page, Board: rank 12
/// and rank 1 are neighbours.
const BEYOND: [(f64, usize); 2] = [(12.0, 0), (-1.0, 11)];

fn ground_beyond(picture: &mut Picture, layout: &Layout<7, 12>, shown: f64, rank: usize) {
    let mut ghost = Group::new().set("class", "ghost");
    for square in Squares::rank(rank).iter() {
        let at = layout.place(square.file() as f64, shown);
        let class = if (square.file() + rank).is_multiple_of(2) { "dark" } else { "light" };
        ghost = ghost.add(layout.outline(at).set("class", class));
    }
    picture.push(ghost);
    picture.push(layout.rank(shown, rank + 1));
    let right = Point::new(layout.corner.x + layout.width() + 14.0, layout.place(0.0, shown).y + 4.0);
    picture.push(note("faint small", right, format!("as rank {}", rank + 1)));
}

fn men_beyond(layout: &Layout<7, 12>, position: &Orwell, shown: f64, rank: usize) -> Element {
    let men = Squares::rank(rank).iter().filter_map(|square| Some((square, position.man(square)?)));
    let draw = |(square, man): (Square, Man)| {
        named(square, self::man(man, layout.place(square.file() as f64, shown), &format!(" {square}")))
    };
    men.map(draw).fold(Group::new().set("class", "ghost"), Group::add).into()
}

/// An arrow by the shorter way around the cylinder, and a frame around the target.
fn moved(layout: &Layout<7, 12>, action: &Move) -> Vec<Element> {
    let place = |square: Square| (square.file() as f64, square.rank() as f64);
    let [(file, start), (other, end)] = [action.from, action.to].map(place);
    if (end - start).abs() <= 6.0 {
        return layout.moved(action.from, action.to);
    }
    // A move over the edge has two arrows: one leaves the board, one enters it.
    let around = 12.0 * (end - start).signum();
    let mut shapes = Vec::from(layout.frame(action.to));
    for (start, end) in [(start, end - around), (start + around, end)] {
        // Arrows end at the edge of the ranks that are drawn.
        let shown = |rank: f64| {
            let rank = rank.clamp(-1.4, 12.4);
            layout.place(file + (other - file) * (rank - start) / (end - start), rank)
        };
        let before = if (0.0..12.0).contains(&end) { layout.side * 0.42 } else { 0.0 };
        shapes.extend(arrow("mark", [shown(start), shown(end)], [0.0, before]));
    }
    shapes
}

/// A star with four points, as large as the square.
fn minipax(at: Point) -> String {
    format!("M{}l5 13l13 5l-13 5l-5 13l-5-13l-13-5l13-5z", at - Point::new(0.0, 18.0))
}

/// A man on a disc in the colour and shape of its owner.
fn man(man: Man, at: Point, place: &str) -> Element {
    let name = format!("{} {}{}{place}", man.owner.name(), man.kind.name(), man.kind.way());
    man.kind.figure().token(man.owner.class(), man.owner.disc(), at, name)
}

/// The facts about a player, beside his base.
fn player(picture: &mut Picture, position: &Orwell, owner: Owner, at: Point) {
    let line = |number: f64| at + Point::new(0.0, 17.0 * number);
    let men = format!("{} men", position.men.owned(owner).len());
    picture.push(note("ink strong", line(0.0), owner.name()));
    picture.push(note("ink", line(1.0), if position.vacant.contains(owner.seat()) { "vacated" } else { &men }));
    if let Some(captured) = position.last[owner as usize] {
        picture.push(note("ink", line(2.0), "took"));
        let at = line(2.0) + Point::new(44.0, -4.5);
        let name = format!("captured by {} last: {}", owner.name(), captured.name());
        let disc = Group::new().set("transform", "scale(.6)").add(path("disc", captured.disc()));
        picture.push(named(
            format!("took-{}", owner.seat()),
            group(&format!("token {}", captured.class()), at, name).add(disc),
        ));
    }
    if owner == position.mover {
        for (number, die) in position.dice.iter().enumerate() {
            let at = line(3.0) + Point::new(12.0 + 30.0 * number as f64, 4.0);
            picture.push(named(format!("die-{die}"), self::die(die, at)));
        }
    }
}

fn die(die: Die, at: Point) -> Element {
    let pips: &[(f64, f64)] = match die {
        Die::One => &[(0.0, 0.0)],
        Die::Two => &[(-6.0, -6.0), (6.0, 6.0)],
        Die::Three => &[(-6.0, -6.0), (0.0, 0.0), (6.0, 6.0)],
        Die::Four => &[(-6.0, -6.0), (6.0, -6.0), (-6.0, 6.0), (6.0, 6.0)],
        Die::Five => &[(-6.0, -6.0), (6.0, -6.0), (0.0, 0.0), (-6.0, 6.0), (6.0, 6.0)],
        Die::Six => &[(-6.0, -6.0), (6.0, -6.0), (-6.0, 0.0), (6.0, 0.0), (-6.0, 6.0), (6.0, 6.0)],
    };
    let pip = |&(x, y): &(f64, f64)| format!("M{}a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z", Point::new(x - 2.4, y));
    let die = group("die", at, format!("die {die}"));
    let body = path("body", "M-8-12H8Q12-12 12-8V8Q12 12 8 12H-8Q-12 12-12 8V-8Q-12-12-8-12z");
    die.add(body).add(path("pip", pips.iter().map(pip).collect::<String>())).into()
}
