//! The phases of a turn.

use std::fmt;

use nom::{
    branch::alt,
    bytes::complete::tag,
    combinator::{map, map_opt, value},
    sequence::preceded,
};

use super::Square;
use crate::board::{
    Side, square,
    text::{TextResult, expect, wrong},
};

/// A phase of a turn: the event that the position waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// A move by the player that [`Due::mover`] returns.
    Move(Due),
    /// Black's answer to `yield`.
    Answer,
    /// The roller's claim.
    Claim,
    /// The fall of a bomb, by chance or by the roller's choice.
    Bomb,
    /// The roller's choice of a target beside this square, which the dice gave.
    Target(Square),
    /// The escape of the man that lost this square.
    Escape(Square),
    /// The removal of trapped Peasants by this player.
    Remove(Side),
    /// The end of the game.
    Over,
}

impl Phase {
    facts! {
        /// The word of the phase, without a colon and square.
        pub word: &'static str = Move => "move", Answer => "answer", Claim => "claim", Bomb => "bomb",
            Target => "target", Escape => "escape", Remove => "remove", Over => "over";
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        match self {
            Self::Target(square) | Self::Escape(square) => write!(f, ":{square}"),
            Self::Move(_) | Self::Answer | Self::Claim | Self::Bomb | Self::Remove(_) | Self::Over => Ok(()),
        }
    }
}

/// `phase = "move" / "answer" / "claim" / "bomb" / "target:" square / "escape:" square / "remove" / "over"`
///
/// The moves due stand in a later word of the position, which [`due`] parses.
pub(super) fn phase(input: &str, actor: Option<Side>) -> TextResult<'_, Phase> {
    let plain = [Phase::Move(Due::Both), Phase::Answer, Phase::Claim, Phase::Bomb, Phase::Over];
    let phases = alt((
        alt(plain.map(|phase| value(phase, tag(phase.word())))),
        map(preceded(tag("target:"), square), Phase::Target),
        map(preceded(tag("escape:"), square), Phase::Escape),
        map_opt(tag("remove"), |_| actor.map(Phase::Remove)),
    ));
    expect(
        "the phase: move, answer, claim, bomb, target: or escape: with a square, remove with a seat, or over",
        phases,
    )(input)
}

/// The moves still to be made in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    /// Both moves, and White may yield.
    Both,
    /// Both moves, White's first, because Black declined.
    WhiteFirst,
    /// The move of this player, who moves second.
    Last(Side),
}

impl Due {
    pub(super) const ALL: [Self; 4] = [Self::Both, Self::WhiteFirst, Self::Last(Side::White), Self::Last(Side::Black)];

    /// The player to move.
    pub const fn mover(self) -> Side {
        match self {
            Self::Both | Self::WhiteFirst => Side::White,
            Self::Last(owner) => owner,
        }
    }

    /// The word for these moves in the text of a position.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Both => "wb",
            Self::WhiteFirst => "w!b",
            Self::Last(Side::White) => "w",
            Self::Last(Side::Black) => "b",
        }
    }
}

/// `due = "wb" / "w!b" / "w" / "b" / "-"`; returns the phase with the moves due
pub(super) fn due(input: &str, phase: Phase) -> TextResult<'_, Phase> {
    let end = input.find(' ').unwrap_or(input.len());
    let (word, rest) = input.split_at(end);
    match phase {
        Phase::Move(_) => match Due::ALL.into_iter().find(|due| due.word() == word) {
            Some(due) => Ok((rest, Phase::Move(due))),
            None => Err(wrong(input, "the moves due: wb, w!b, w or b")),
        },
        Phase::Answer if word == Due::Both.word() => Ok((rest, phase)),
        Phase::Answer => Err(wrong(input, "the moves due, after yield wb")),
        Phase::Claim | Phase::Bomb | Phase::Target(_) | Phase::Escape(_) | Phase::Remove(_) | Phase::Over => {
            if word == "-" { Ok((rest, phase)) } else { Err(wrong(input, "-, since no moves are due")) }
        }
    }
}
