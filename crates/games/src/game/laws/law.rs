//! The names of the laws.

use std::fmt;

/// A law that every game keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Law {
    /// A position waits for chance, for seats, or for nothing. If it does not wait for chance, it lists no outcomes; if
    /// it does not wait for seats, no actions.
    Turn,
    /// The kind of decision is one of [`Game::PHASES`](crate::game::Game::PHASES).
    Phase,
    /// A listed action is accepted.
    Listed,
    /// An action that is not in a complete list is refused.
    Unlisted,
    /// An unlisted action that the game offers is accepted, and the game says that its list is incomplete.
    Part,
    /// The list has each action once, always in the same order. The game appends it to the caller's buffer.
    List,
    /// Seats that are not to act have no legal actions, and their actions are refused.
    Idle,
    /// No action and no text causes a panic.
    Panic,
    /// The position consists of words, and its text reads back as the same position.
    PositionText,
    /// The action is a word, and its text reads back as the same action.
    ActionText,
    /// A view has as many words as the position, and equals the position if nothing is hidden.
    View,
    /// Outcomes differ, have positive weights, and are legal for chance.
    Outcomes,
    /// The seed always gives the same outcome, one that is listed, and that follows from the recipe of the draw.
    Draw,
    /// A forced pass is the only action of its seat, and a seat passes only if forced.
    Forced,
    /// The same start and actions give the same position.
    Replay,
    /// The type-erased table gives the same answers as the game.
    Table,
    /// Choices made at the same time give the same position in any order.
    Commute,
    /// No seat is shown a choice that another seat makes at the same time.
    Unseen,
    /// A vacated seat stays vacated, never acts and scores nothing.
    Vacated,
    /// Every game ends.
    Ends,
    /// The score fits the kind of game and its seats.
    Score,
    /// The points of the turns add up to the shared score.
    Scored,
    /// An action is described in one line.
    Describe,
    /// Each action has a gesture of its own.
    Gesture,
    /// The places of a gesture are in the picture of the seat that may act.
    Places,
    /// A position has what the constants of its game say.
    Constants,
    /// The board has lines; none is empty, or begins or ends with a space.
    Board,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Turn => "a position waits for exactly one of chance, seats, nothing",
            Self::Phase => "a kind of decision is one that the game names",
            Self::Listed => "what is listed is accepted",
            Self::Unlisted => "what is not listed is refused",
            Self::Part => "what is offered beyond a part of a list is accepted and not listed",
            Self::List => "an action is listed once, in a fixed order",
            Self::Idle => "a seat that is not to act has no actions",
            Self::Panic => "nothing panics",
            Self::PositionText => "a position reads back as itself",
            Self::ActionText => "an action reads back as itself",
            Self::View => "a view hides words and changes none",
            Self::Outcomes => "outcomes differ and have weights",
            Self::Draw => "the seed gives one of the outcomes, the same each time",
            Self::Forced => "a pass is forced and the only action",
            Self::Replay => "the same start and actions give the same position",
            Self::Table => "the table says what the game says",
            Self::Commute => "choices made at the same time commute",
            Self::Unseen => "nobody is shown what another chooses at the same time",
            Self::Vacated => "a vacated seat is out of the game",
            Self::Ends => "every game ends",
            Self::Score => "the score is of the game's kind",
            Self::Scored => "what is scored adds up to the shared score",
            Self::Describe => "an action is described in one line",
            Self::Gesture => "an action is pointed at and said in one way of its own",
            Self::Places => "what is pointed at stands in the picture",
            Self::Constants => "a position has what the constants of its game say",
            Self::Board => "the board has no empty line and no space at its edges",
        })
    }
}
