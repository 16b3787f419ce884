//! The board for people.

use super::{Dice, Kind, Man, Orwell, Owner, Square, moves::MINIPAX};
use crate::{
    board,
    game::{Game, Score, Style, Turn},
};

/// The board: ranks 12 to 1 with what else there is to know beside them, files below. Each square takes four places:
/// the owner's letter, the man's, and brackets around a Minipax square. Berlinpeonos are arrows.
pub(super) fn board(position: &Orwell, style: Style) -> Vec<String> {
    let notes = notes(position, style);
    let mut lines = Vec::with_capacity(13);
    for rank in (0..12).rev() {
        let mut line = format!("{:<2} |", rank + 1);
        for file in 0..7 {
            let square = board::Square::new(file, rank).expect("file and rank are on the board");
            line.push_str(&cell(position, square, style));
        }
        line.push('|');
        if let Some(note) = notes.get(11 - rank) {
            line.push_str("  ");
            line.push_str(note);
        }
        lines.push(line);
    }
    lines.push("--    a   b   c   d   e   f   g".to_owned());
    lines
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

/// White is bright on grey, Red on red, Black on blue, so that the three differ on dark and on light terminals.
fn paint(owner: Owner, text: &str, style: Style) -> String {
    let colour = match (style, owner) {
        (Style::Plain, _) => return text.to_owned(),
        (Style::Colour, Owner::White) => "30;47",
        (Style::Colour, Owner::Red) => "97;41",
        (Style::Colour, Owner::Black) => "97;44",
    };
    format!("\u{1b}[{colour}m{text}\u{1b}[0m")
}

fn notes(position: &Orwell, style: Style) -> Vec<String> {
    let mut notes = vec![format!("round {} of {}", position.round, position.max_rounds), to_act(position, style)];
    for owner in Owner::ALL {
        let men = position.men.owned(owner);
        let name = paint(owner, owner.name(), style);
        let royals = (men & position.men.royals()).len();
        let vacated = if position.vacant.contains(owner.seat()) { ", vacated" } else { "" };
        let last = position.last[owner]
            .map_or_else(|| "captured nobody yet".to_owned(), |last| format!("last captured {}", last.name()));
        notes.push(format!("{name}: {} men, {royals} royal, {last}{vacated}", men.len()));
    }
    notes
}

fn to_act(position: &Orwell, style: Style) -> String {
    let mover = paint(position.mover, position.mover.name(), style);
    match (position.turn(), position.dice) {
        (Turn::Over(outcome), _) => {
            let points = match outcome.score {
                Score::Each(points) => points.values().map(points_text).collect::<Vec<_>>().join(" "),
                Score::Shared(points) => points.to_string(),
            };
            format!("over: {}, score {points}", outcome.reason)
        }
        (Turn::Chance, _) => format!("{mover} is to throw"),
        (Turn::Seats(_), dice @ (Dice::None | Dice::One(_) | Dice::Two(..))) => {
            let dice = dice.iter().map(|die| die.to_string()).collect::<Vec<_>>().join(" and ");
            format!("{mover} is to move, dice left: {dice}")
        }
    }
}

fn points_text(points: &crate::game::Points) -> String {
    match points.denominator() {
        1 => points.numerator().to_string(),
        denominator => format!("{}/{denominator}", points.numerator()),
    }
}
