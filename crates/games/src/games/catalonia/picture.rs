//! The board as a picture.

use svg::node::element::Element;

use super::{
    Action, Catalonia, Due, Kind, Man, Phase, Scoring, Square, Squares,
    drawing::{due, hunger, points, risk, turn},
};
use crate::{
    board::picture::{Glyph, Layout, Point, arrow, class, group, named, path, sheet},
    game::{Actor, Picture},
};

/// A bust in a dress, with a bun.
const LADY: Glyph = Glyph {
    outline: "M-3-12.5a3 3 0 1 1 6 0a3 3 0 1 1-6 0z\
              M-2-1.5C-6.5-3-6-11 0-11C6-11 6.5-3 2-1.5C5-1 6 .5 5.5 2.5L3 5C9 6.5 13 9.5 13.5 13H-13.5C-13 9.5-9 6.5-3 5L-5.5 2.5C-6 .5-5-1-2-1.5z",
    lines: "M-3 5H3M-6 13L-2 7.5M6 13L2 7.5M0 8V13",
};
/// A bust with a top hat.
const GENTLEMAN: Glyph = Glyph {
    outline: "M-5.5-6V-15H5.5V-6H9V-3.5H4.5C4.5 0 3.5 1.5 2.5 2.5C8 3.5 10.5 7 10.5 13H-10.5C-10.5 7-8 3.5-2.5 2.5\
              C-3.5 1.5-4.5 0-4.5-3.5H-9V-6z",
    lines: "M-5.5-8.5H5.5M-9-6H9M-2.5 2.5L0 6L2.5 2.5M0 6V13",
};
/// A bust with a straw hat.
const PEASANT: Glyph = Glyph {
    outline: "M-12-3.5C-9-4-6-5.5-5-9C-3.5-12.5 3.5-12.5 5-9C6-5.5 9-4 12-3.5C9-2 6.5-1.8 4.5-1.8\
              C4.5.5 3.5 2 2.2 3C6.5 4 8.5 8 8.5 13H-8.5C-8.5 8-6.5 4-2.2 3C-3.5 2-4.5.5-4.5-1.8C-6.5-1.8-9-2-12-3.5z",
    lines: "M-5.5-6C-3-4.5 3-4.5 5.5-6",
};

/// The board with its pits, and the notes below. The chain that was scored last is shown until the board changes.
pub(super) fn picture(position: &Catalonia, title: &str, last: &[(Actor, Action)]) -> Picture {
    let layout = Layout::<8, 8> { corner: Point::new(20.0, 8.0), side: 40.0 };
    let chain = chain(position, last);
    let mut notes = vec![due(position)];
    notes.extend(risk(position));
    notes.push(format!("{}, {}", turn(position), points(position)));
    notes.extend(hunger(position));
    if !chain.is_empty() {
        notes.push(format!("a chain of {}: {} points", chain.len(), chain.len() * chain.len()));
    }
    let mut picture = sheet(title, &notes, layout.corner.y + layout.height() + 20.0);
    picture.extend(layout.chequers());
    picture.push(layout.edge());
    picture.extend(layout.names());
    picture.extend(position.pits().iter().map(|square| named(square, pit(square, layout.centre(square)))));
    for (_, action) in last {
        match *action {
            Action::Move(from, to) => picture.extend(layout.moved(from, to)),
            Action::Bomb(square) | Action::Target(square) | Action::Remove(square) => {
                picture.extend(layout.frame(square));
            }
            Action::Yield | Action::Decline | Action::Pass | Action::Done | Action::NoClaim | Action::Claim(_) => {}
        }
    }
    picture.push(layout.places());
    for square in position.men().all().iter() {
        if let Some(man) = position.man(square) {
            picture.push(named(square, self::man(man, square, layout.centre(square))));
        }
    }
    for (from, to) in chain.iter().zip(chain.iter().cycle().skip(1)) {
        picture.extend(arrow("chain", [layout.centre(*from), layout.centre(*to)], [9.0, 9.0]));
    }
    picture
}

/// The chain that the turn scored. Empty if there is none, it is still to be claimed, or the board has changed since.
fn chain(position: &Catalonia, last: &[(Actor, Action)]) -> Vec<Square> {
    // The turn scored before the lost square became a pit.
    let lost = if let Phase::Escape(lost) = position.phase { Squares::only(lost) } else { Squares::EMPTY };
    let mut before = position.clone();
    before.field.pits = position.pits() - lost;
    match position.options.scoring {
        Scoring::Automatic if position.since.is_some() && has_scored(position, last) => before.witness(),
        Scoring::Automatic => Vec::new(),
        Scoring::Claimed => {
            // A claim before the last move was scored on another board.
            let mut actions = last.iter().rev().map(|(_, action)| *action);
            match actions.find(|action| matches!(action, Action::Claim(_) | Action::Move(..))) {
                Some(Action::Claim(claim)) if before.is_chain(&claim) => claim.squares().to_vec(),
                Some(_) | None => Vec::new(),
            }
        }
    }
}

/// True if the turn has scored and the board has not changed since: a bomb is due or aimed, or none fell.
fn has_scored(position: &Catalonia, last: &[(Actor, Action)]) -> bool {
    match position.phase {
        Phase::Bomb | Phase::Target(_) | Phase::Escape(_) => true,
        Phase::Move(Due::Both) | Phase::Remove(_) | Phase::Over => match last.last() {
            // An escape leaves a pit; after any other move the turn was scored.
            Some((_, Action::Move(from, _))) => !position.pits().contains(*from),
            Some(_) | None => false,
        },
        Phase::Move(Due::WhiteFirst | Due::Last(_)) | Phase::Answer | Phase::Claim => false,
    }
}

impl Kind {
    facts! {
        figure: Glyph = Knight => Glyph::KNIGHT, Bishop => Glyph::BISHOP, Lady => LADY, Gentleman => GENTLEMAN,
            Peasant => PEASANT;
    }
}

fn man(man: Man, square: Square, at: Point) -> Element {
    man.kind.figure().man(class(man.owner), at, format!("{} {} {square}", man.owner.name(), man.kind.name()))
}

/// A hole with a broken edge.
fn pit(square: Square, at: Point) -> Element {
    let hole = "M-17-4L-12-9L-13-14L-5-15L0-17L6-14L13-15L14-8L17-2L15 5L16 12L9 13L4 17L-3 14L-11 16L-13 9L-17 5z";
    group("pit", at, format!("pit {square}")).add(path("hole", hole)).into()
}
