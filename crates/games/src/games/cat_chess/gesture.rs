//! The gestures of actions.

use super::{Action, CatChess, CatId, Challenge, Counter, Facings, Letter, Phase, Response, land};
use crate::{
    board::hex::{HexDirection, Space},
    game::{Gesture, Seat},
};

/// The name of a cell of a cat's grid.
pub(super) fn cell(id: CatId, row: Challenge, column: Response) -> String {
    format!("{id}{}{}", row as u8 + 1, column as u8 + 1)
}

/// The gesture of an action. For a cat out of play, the user points at its sheet.
pub(super) fn gesture(position: &CatChess, seat: Seat, action: Action) -> Gesture {
    let own = |letter: Letter| CatId { seat, letter }.to_string();
    let name = |space: Space| land().name(space).to_owned();
    match action {
        Action::Counter(letter, row, column, counter) => {
            let kind = match counter {
                Counter::Style => "a Style counter",
                Counter::Presence => "a Presence counter",
            };
            let word = counter.letter().to_ascii_lowercase();
            Gesture::at([cell(CatId { seat, letter }, row, column)]).and_say(word, kind)
        }
        Action::Tile(space) | Action::Step(space) => Gesture::at([name(space)]),
        Action::Place(letter, space) | Action::Move(letter, space) => Gesture::at([own(letter), name(space)]),
        Action::Challenge(letter, other) => Gesture::at([own(letter), other.to_string()]),
        Action::Preen(letter) => Gesture::at([own(letter)]).and_say('~', "preen"),
        Action::FreePreen(letter) => Gesture::at([own(letter)]).and_say('*', "preen for free"),
        Action::Face(facings) => face(position, facings),
        Action::Done => Gesture::say(action, "no more cats come back"),
        Action::Choose(challenge) => Gesture::say(action, format!("{}, row {}", challenge.name(), challenge as u8 + 1)),
        Action::Respond(response) => {
            Gesture::say(action, format!("{}, column {}", response.name(), response as u8 + 1))
        }
        Action::Heads => Gesture::say(action, "the challenger wins"),
        Action::Tails => Gesture::say(action, "the defender wins"),
    }
}

/// One word for each cat that is turned.
fn face(position: &CatChess, facings: Facings) -> Gesture {
    let turned = if let Phase::Face(letters) = position.phase() { letters } else { Letter::ALL.into_iter().collect() };
    let pairs = turned.iter().zip(facings.directions());
    pairs.fold(Gesture::default(), |gesture, (letter, direction)| {
        gesture.and_say(direction.number(), format!("{letter} faces {}", way(*direction)))
    })
}

fn way(direction: HexDirection) -> &'static str {
    ["right", "up right", "up left", "left", "down left", "down right"][direction.number() as usize]
}
