//! The board as text.

use super::{Die, Kind, Man, Orwell, Owner, Square, moves::MINIPAX};
use crate::{
    board::drawing,
    game::{Game, Style, Turn},
};

/// The board: ranks 12 to 1 with notes beside them, and the files below.
///
/// A square has four characters: owner and man, in brackets on a Minipax square. Berlinpeonos are shown as `^` and `v`.
pub(super) fn board(position: &Orwell, style: Style) -> Vec<String> {
    drawing::draw(4, |square| cell(position, square, style), &notes(position, style))
}

fn cell(position: &Orwell, square: Square, style: Style) -> String {
    let (open, close) = if MINIPAX.contains(square) { ('[', ']') } else { (' ', ' ') };
    let man = position.man(square).map_or_else(|| " .".to_owned(), |man| painted(man, style));
    format!("{open}{man}{close}")
}

fn painted(man: Man, style: Style) -> String {
    let face = match man.kind {
        Kind::Up => '^',
        Kind::Down => 'v',
        Kind::Dabbabah | Kind::Gryphon | Kind::Jugyo | Kind::Pao | Kind::Raja | Kind::Maharaja => man.kind.letter(),
    };
    paint(man.owner, &format!("{}{face}", man.owner.letter()), style)
}

/// The text in the colours of the owner: black on grey for White, white on red for Red, white on blue for Black. The
/// three can be told apart on dark and on light terminals.
fn paint(owner: Owner, text: &str, style: Style) -> String {
    let colour = match owner {
        Owner::White => "30;47",
        Owner::Red => "97;41",
        Owner::Black => "97;44",
    };
    drawing::paint(style, colour, text)
}

fn notes(position: &Orwell, style: Style) -> Vec<String> {
    let mut notes = vec![round(position), to_act(position, style)];
    for owner in Owner::ALL {
        let men = position.men.owned(owner);
        let name = paint(owner, owner.name(), style);
        let royals = (men & position.men.royals()).len();
        let vacated = if position.vacant.contains(owner.seat()) { ", vacated" } else { "" };
        let last = position.last[owner as usize]
            .map_or_else(|| "captured nobody yet".to_owned(), |last| format!("last captured {}", last.name()));
        notes.push(format!("{name}: {} men, {royals} royal, {last}{vacated}", men.len()));
    }
    notes
}

pub(super) fn round(position: &Orwell) -> String {
    format!("round {} of {}", position.round, position.max_rounds)
}

/// As [`to_act`], with the men that the dice move: `White is to move: 2 moves a Dabbabah, 5 a Pao`.
pub(super) fn to_act_by_dice(position: &Orwell) -> String {
    let man = |die| match die {
        Die::One | Die::Six => "a Berlinpeono or a royal",
        Die::Two => "a Dabbabah",
        Die::Three => "a Gryphon",
        Die::Four => "a Jugyo",
        Die::Five => "a Pao",
    };
    let mut dice: Vec<Die> = position.dice.iter().collect();
    dice.dedup();
    let (Turn::Seats(_), Some((first, rest))) = (position.turn(), dice.split_first()) else {
        return to_act(position, Style::Plain);
    };
    let rest: String = rest.iter().map(|&die| format!(", {die} {}", man(die))).collect();
    format!("{} is to move: {first} moves {}{rest}", position.mover.name(), man(*first))
}

pub(super) fn to_act(position: &Orwell, style: Style) -> String {
    let mover = paint(position.mover, position.mover.name(), style);
    match (position.turn(), &position.dice) {
        (Turn::Over(outcome), _) => format!("over: {outcome}"),
        (Turn::Chance, _) => format!("{mover} is to throw"),
        (Turn::Seats(_), dice) => {
            let dice = dice.iter().map(|die| die.to_string()).collect::<Vec<_>>().join(" and ");
            format!("{mover} is to move, dice left: {dice}")
        }
    }
}
