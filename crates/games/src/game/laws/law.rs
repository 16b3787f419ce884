//! The laws by name.

use std::fmt;

/// A law that every game keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Law {
    /// Exactly one of chance, seats, over; and what belongs to the other two is empty.
    Turn,
    /// The kind of decision is one of those that the game names.
    Phase,
    /// A listed action is accepted.
    Listed,
    /// Any other is refused.
    Unlisted,
    /// Where the list is a part, what the game offers beyond it is accepted and not listed.
    Part,
    /// An action is listed once, in the same order each time, behind what the list had.
    List,
    /// Seats that are not to act have no legal actions, and none of theirs is accepted.
    Idle,
    /// Nothing panics, whatever is played or read.
    Panic,
    /// The position is words, and reads back as itself.
    PositionText,
    /// The action is a word, and reads back as itself.
    ActionText,
    /// A view has the words of the position, and is the position where nothing is hidden.
    View,
    /// Outcomes differ, have positive weights, and are what chance may do.
    Outcomes,
    /// The seed gives one of the outcomes, the same each time, and the same as the draw that is named.
    Draw,
    /// A pass is forced, and the only action of its seat.
    Forced,
    /// The same start and actions give the same position.
    Replay,
    /// The erased table says what the game says.
    Table,
    /// Choices made at the same time give the same position in any order.
    Commute,
    /// Nobody is shown what another chooses at the same time.
    Unseen,
    /// A vacated seat stays vacated, is asked nothing and scores nothing.
    Vacated,
    /// Every game ends.
    Ends,
    /// The score is of the game's kind, for its seats.
    Score,
    /// What is scored adds up to the shared score.
    Scored,
    /// An action is described in one line.
    Describe,
    /// An action is pointed at and said in one way of its own.
    Gesture,
    /// What is pointed at stands in the picture of the seat that may do it.
    Places,
    /// The board has lines, and none is empty, begins or ends with a space.
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
            Self::Board => "the board has no empty line and no space at its edges",
        })
    }
}
