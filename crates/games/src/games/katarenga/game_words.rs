//! The names that people give to things in each of the games.

use crate::game::{GameWords, TurnPart};

pub(super) const KATARENGA: GameWords = GameWords {
    about: "The colour of the square under a pawn decides how it moves. Bring two pawns into the enemy camp.",
    turns_round: true,
    rows: &[("turn%", TurnPart::Setup)],
    ends: &[
        ("camps", "two pawns are in the enemy camp"),
        ("captures", "one pawn at most is left"),
        ("blocked", "no move is left"),
        ("quiet", "a hundred moves without a capture or a pawn in camp"),
    ],
    points: Some(["pawn in camp", "pawns in camp"]),
    clicks: &[
        ("baseline", "choose below how the board lies"),
        ("play", "choose a pawn, then a square, or a camp from the last row"),
    ],
    ..GameWords::NONE
};

pub(super) const CONGRESS: GameWords = GameWords {
    about: "Gather your eight pawns into one group. Squares decide how they move.",
    turns_round: true,
    ends: &[
        ("congress", "all pawns are one group"),
        ("blocked", "no move is left"),
        ("limit", "the last turn is over"),
    ],
    clicks: &[("play", "choose a pawn, then a square")],
    ..GameWords::NONE
};

pub(super) const ISOLATION: GameWords = GameWords {
    about: "Place pawns where none can reach another. Who cannot place one loses.",
    turns_round: true,
    ends: &[("isolated", "no pawn can be placed")],
    clicks: &[("play", "choose a square that no pawn reaches")],
    ..GameWords::NONE
};

pub(super) const BATTLE_STATIONS: GameWords = GameWords {
    about: "Place your pawns, then capture as long as anyone can. Who has more pawns in the end wins.",
    turns_round: true,
    rows: &[("__", TurnPart::Setup)],
    ends: &[("battle", "nobody can capture")],
    clicks: &[("stations", "choose an empty square"), ("battle", "choose a pawn, then a pawn that it captures")],
    ..GameWords::NONE
};

pub(super) const COLORADO: GameWords = GameWords {
    about: "Bring all your pawns across. They can be captured for one turn after they land.",
    turns_round: true,
    rows: &[("turn%", TurnPart::Setup)],
    ends: &[
        ("bank", "all pawns are across"),
        ("captures", "no pawn is left"),
        ("blocked", "no move is left"),
        ("quiet", "a hundred moves without a capture"),
    ],
    clicks: &[("baseline", "choose below how the board lies"), ("play", "choose a pawn, then a square")],
    ..GameWords::NONE
};

pub(super) const CORNERED: GameWords = GameWords {
    about: "Place a pawn where the last one reaches, on a quarter of the board. Who cannot loses.",
    turns_round: true,
    ends: &[("cornered", "no pawn can be placed")],
    clicks: &[("play", "choose a square that the last pawn reaches")],
    ..GameWords::NONE
};

pub(super) const TROIKA: GameWords = GameWords {
    about: "Three of your pawns in line win, at any angle. Place each where the last one reaches.",
    turns_round: true,
    ends: &[
        ("troika", "three pawns are in line"),
        ("full", "all pawns stand"),
        ("limit", "the last move is over"),
        ("blocked", "no pawn can be placed"),
    ],
    clicks: &[("play", "choose a square that the last pawn reaches; once all pawns stand, first the pawn to move")],
    ..GameWords::NONE
};
