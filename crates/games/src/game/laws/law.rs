//! The names of the laws.

use std::fmt;

/// Defines the laws, each with its text, which is its documentation too.
macro_rules! laws {
    ($($law:ident: $text:literal)+) => {
        /// A law that every game keeps.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Law {
            $(#[doc = $text] $law,)+
        }

        impl fmt::Display for Law {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Self::$law => $text,)+
                })
            }
        }
    };
}

laws! {
    Turn: "a position waits for exactly one of chance, seats, nothing; it lists outcomes or actions only for these"
    Phase: "a kind of decision is one that the game names"
    Listed: "what is listed is accepted"
    Unlisted: "what is not listed is refused, unless the game says that its list is incomplete"
    Part: "what is offered beyond a part of a list is accepted and not listed, and the game says that it lists a part"
    List: "an action is listed once, in a fixed order, after what the caller's buffer holds"
    Idle: "a seat that is not to act has no actions, and its actions are refused"
    Panic: "nothing panics, whatever the action or text"
    PositionText: "a position reads back as itself, and consists of words"
    ActionText: "an action reads back as itself, and is a word"
    View: "a view hides words and changes none, so it has as many as the position"
    Outcomes: "outcomes differ and have weights, and are legal for chance"
    Draw: "the seed gives one of the outcomes, the same each time, by the recipe of the draw"
    Forced: "a pass is forced and the only action"
    Replay: "the same start and actions give the same position"
    Table: "the table says what the game says"
    Commute: "choices made at the same time commute"
    Unseen: "nobody is shown what another chooses at the same time"
    Vacated: "a vacated seat is out of the game: it stays vacated, never acts and scores nothing"
    Ends: "every game ends"
    Score: "the score is of the game's kind, and fits its seats"
    Scored: "what is scored adds up to the shared score"
    Describe: "an action is described in one line"
    Gesture: "an action is pointed at and said in one way of its own"
    Places: "what is pointed at stands in the picture of the seat that may act"
    Constants: "a position has what the constants of its game say"
    Board: "the board has no empty line and no space at its edges"
}
