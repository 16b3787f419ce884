//! The board as text.

use super::{Bombs, Catalonia, Due, Phase, Square, position::STARVING};
use crate::{
    board::{Side, drawing},
    game::Style,
};

/// The board: ranks 8 to 1 with notes beside them, and the files below. White's men are upper case; a pit is a `#`, and
/// the man that is to escape from a pit is in brackets.
pub(super) fn board(position: &Catalonia, style: Style) -> Vec<String> {
    drawing::draw(3, |square| cell(position, square, style), &notes(position))
}

fn cell(position: &Catalonia, square: Square, style: Style) -> String {
    match (position.man(square), position.pits().contains(square)) {
        (Some(man), pit) => {
            let (open, close) = if pit { ('[', ']') } else { (' ', ' ') };
            format!("{open}{}{close}", paint(man.owner, &man.letter().to_string(), style))
        }
        (None, true) => " # ".to_owned(),
        (None, false) => " . ".to_owned(),
    }
}

/// White is black on grey, Black bright on blue: both can be told apart on dark and on light terminals.
fn paint(owner: Side, text: &str, style: Style) -> String {
    drawing::paint(style, if owner == Side::White { "30;47" } else { "97;44" }, text)
}

fn notes(position: &Catalonia) -> Vec<String> {
    let mut notes = vec![turn(position), points(position), due(position)];
    notes.extend([hunger(position), risk(position)].into_iter().flatten());
    for owner in Side::ALL {
        notes.push(format!("{}: {} men", owner.name(), position.men().owned(owner).len()));
    }
    notes
}

pub(super) fn turn(position: &Catalonia) -> String {
    format!("turn {} of {}", position.turn, position.options.turns)
}

pub(super) fn points(position: &Catalonia) -> String {
    let points = |since| format!("{} points, the first in turn {since}", position.total);
    position.since.map_or_else(|| "no chain yet".to_owned(), points)
}

/// The end that threatens until there is a chain (End); `None` if there was one, or if the game is over.
pub(super) fn hunger(position: &Catalonia) -> Option<String> {
    let hungers = position.since.is_none() && position.phase != Phase::Over;
    hungers.then(|| format!("turn {STARVING} without a chain loses everything"))
}

/// The cost that the choice of a target may have (Escape); `None` if no target is to be chosen.
pub(super) fn risk(position: &Catalonia) -> Option<String> {
    let chooses = match position.phase {
        Phase::Bomb => position.options.bombs == Bombs::Chain,
        Phase::Target(_) => true,
        Phase::Move(_) | Phase::Answer | Phase::Claim | Phase::Escape(_) | Phase::Remove(_) | Phase::Over => false,
    };
    chooses.then(|| "the man that is hit escapes into a chain, or is lost".to_owned())
}

pub(super) fn due(position: &Catalonia) -> String {
    let name = position.actor().map_or("nobody", Side::name);
    match position.phase {
        Phase::Move(Due::Both) => format!("{name} is to move, or yields"),
        Phase::Move(Due::WhiteFirst | Due::Last(_)) => format!("{name} is to move"),
        Phase::Answer => format!("{name} is to move first, or declines"),
        Phase::Claim => format!("{name} is to claim a chain"),
        Phase::Bomb => match position.options.bombs {
            Bombs::Dice => "a bomb is to fall".to_owned(),
            Bombs::Chain => format!("{name} is to choose whom the bomb hits"),
        },
        Phase::Target(thrown) => format!("bomb on {thrown}: {name} is to choose whom it hits"),
        Phase::Escape(lost) => format!("{name} is to choose where the man of {lost} escapes to"),
        Phase::Remove(_) => format!("{name} may remove trapped Peasants"),
        Phase::Over => "over".to_owned(),
    }
}
