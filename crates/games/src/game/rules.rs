//! The trait of a game. It knows no clock and no bot.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use uvi::Seed;

use super::{
    Gain, GameWords, Gesture, IllegalError, OptionError, OptionRow, OptionValues, Picture, PositionError,
    PositionField, Row, Seat, Turn, UnreadableError,
};

/// The actor of an action: a seat or chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// Chance: the arbiter draws, as with dice.
    Chance,
    /// A seat decides.
    Seat(Seat),
}

/// The style of a drawn board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// Characters only.
    #[default]
    Plain,
    /// Colours of the terminal (ANSI escapes).
    Colour,
}

/// The rules of a game. A value of this type is a position; its `Display` is the position's text, which [`Game::read`]
/// parses.
///
/// [`laws::check`](super::laws::check) tests these laws on any game. A position waits for a chance event, for decisions
/// of seats, or for nothing. The same start and actions give the same position. [`Game::legal`] lists exactly the
/// actions that [`Game::check`] accepts (exception: [`ListsInPart`](super::ListsInPart)). Positions and actions
/// round-trip through their text. A seat's view does not depend on hidden information. Choices made at the same time
/// commute. Every game ends.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A decision, or an outcome of chance. Its text is one word; the text of an outcome begins with `@`.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = UnreadableError> + Send;
    /// The rule options, checked.
    type Options: Clone + Debug + Send + Sync;

    /// The variant's word in the protocol, such as `orwell`.
    const WORD: &'static str;
    /// The variant's title for people.
    const TITLE: &'static str;
    /// The rules page, in Markdown.
    const RULES: &'static str;
    /// The possible numbers of seats, ascending.
    const SEATS: &'static [u8] = &[2];
    /// The rule options.
    const OPTIONS: &'static [OptionRow];
    /// The kinds of decision that seats make, such as `move` and `escape`, in the order in which they occur.
    const PHASES: &'static [&'static str] = &["play"];
    /// The names that people give to things in the game.
    const WORDS: GameWords = GameWords::NONE;
    /// The words of its positions, in order; empty if they are not of these forms.
    const FIELDS: &'static [PositionField] = &[];
    /// The row in the registry. It names the features of the game beyond this trait.
    const ROW: Row<Self> = Row::new();

    /// Parses the option values. The caller has checked the type and range of each value.
    ///
    /// # Errors
    /// If a text is not valid, or options exclude each other.
    fn options(values: &OptionValues) -> Result<Self::Options, OptionError>;

    /// The start position. A game with a random start uses `seed`. `seats` is one of [`Game::SEATS`].
    fn start(options: &Self::Options, seats: u8, seed: &Seed) -> Self;

    /// Parses a position, including finished positions and views that hide nothing.
    ///
    /// # Errors
    /// If the text does not parse, or the rules page refuses the position.
    fn read(options: &Self::Options, seats: u8, position: &str) -> Result<Self, PositionError>;

    /// The number of seats. A game with several numbers of seats overrides this method.
    fn seats(&self) -> u8 {
        Self::SEATS[0]
    }

    /// The event that the position waits for.
    fn turn(&self) -> Turn;

    /// The kind of decision that the position waits for, one of [`Game::PHASES`]. Any kind if the position waits for no
    /// decision.
    fn phase(&self) -> &'static str {
        Self::PHASES.first().copied().unwrap_or_default()
    }

    /// Adds the legal actions of a seat, once each, in a fixed order. Adds nothing if the seat is not to act. If a seat
    /// must act and cannot, its only action is the pass that [`Game::forced`] returns.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Checks that the actor may take this action now.
    ///
    /// # Errors
    /// If a rule forbids the action; the error names the rule.
    fn check(&self, actor: Actor, action: Self::Action) -> Result<(), IllegalError>;

    /// Plays an action that [`Game::check`] accepts. Other actions give a meaningless position, but no panic.
    fn play(&mut self, actor: Actor, action: Self::Action);

    /// The pass of a seat that must act and cannot. The referee plays the pass without asking the bot.
    fn forced(&self) -> Option<(Seat, Self::Action)> {
        None
    }

    /// The position as this seat may see it, with `?` in place of hidden parts.
    fn view(&self, seat: Seat) -> String {
        let _ = seat;
        self.to_string()
    }

    /// The action as people write it. `self` is the position before the action.
    fn describe(&self, actor: Actor, action: Self::Action) -> String {
        let _ = actor;
        action.to_string()
    }

    /// As [`Game::describe`], with the position after the action, which some notations need. A game that needs `after`
    /// overrides this method and need not play the action again.
    fn described(&self, actor: Actor, action: Self::Action, after: &Self) -> String {
        let _ = after;
        self.describe(actor, action)
    }

    /// The actions that a text of people may stand for, legal or not. The text is neither an action on the link nor the
    /// text of a legal action. By default the action that is left without letters of men and signs. `None` if the text
    /// is no action.
    fn candidates(&self, seat: Seat, text: &str) -> Option<Vec<Self::Action>> {
        let _ = seat;
        super::written::plain(text).parse().ok().map(|action| vec![action])
    }

    /// The gain of a legal action; nothing in a game without captures.
    fn gain(&self, action: Self::Action) -> Gain {
        let _ = action;
        Gain::default()
    }

    /// The points that each seat has so far; empty if the game counts none while it is played.
    fn points(&self) -> Vec<u32> {
        Vec::new()
    }

    /// The gesture of a legal action of a seat. `self` is the position before the action.
    fn gesture(&self, seat: Seat, action: Self::Action) -> Gesture;

    /// The board as lines of text for people; no line is empty.
    fn board(&self, style: Style) -> Vec<String>;

    /// A picture of the board for people. `last` holds the actions that led here most recently, in order; the picture
    /// marks them. Every place in a gesture of the seat to act is a name in the picture.
    fn picture(&self, last: &[(Actor, Self::Action)]) -> Picture;

    /// As [`Game::picture`], but shows nothing that [`Game::view`] hides from the seat.
    fn picture_for(&self, seat: Seat, last: &[(Actor, Self::Action)]) -> Picture {
        let _ = seat;
        self.picture(last)
    }

    /// Checks and plays an action.
    ///
    /// # Errors
    /// As [`Game::check`]; the position is then unchanged.
    fn apply(&mut self, actor: Actor, action: Self::Action) -> Result<(), IllegalError> {
        self.check(actor, action)?;
        self.play(actor, action);
        Ok(())
    }
}
