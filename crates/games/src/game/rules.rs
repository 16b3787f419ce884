//! The trait of a game. It knows no clock and no bot.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use uvi::Seed;

use super::{
    Draw, Endgame, Gain, GameWords, Gesture, IllegalError, MoveCounts, OptionError, OptionRow, OptionValues, Pgn,
    Picture, PositionError, PositionField, Row, ScoredTurn, Seat, SeatSet, Turn, UnreadableError,
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

/// The rules of a game. A value is a position; its `Display` is the position's text, which [`Game::read`] parses.
///
/// [`laws::check`](super::laws::check) tests these laws on any game. A position waits for a chance event, for decisions
/// of seats, or for nothing. The same start and actions give the same position. [`Game::legal`] lists exactly the
/// actions that [`Game::check`] accepts (exception: [`Game::lists_all`]). Positions and actions
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
    /// The colours of the seats' men, in seat order, as people call them; empty if the game has no colours.
    const COLOURS: &'static [&'static str] = &[];
    /// The PGN form of the games, whose actions must then be PGN moves; `None` if PGN cannot express them.
    const PGN: Option<&'static Pgn> = None;
    /// True if games have chance events after their start: see [`Game::outcomes`].
    const CHANCE: bool = false;
    /// True if three or more seats compete, and the game goes on after a seat has given up: see [`Game::vacate`].
    const VACATING: bool = false;
    /// True if all seats share one score: see [`Game::shared`].
    const COOPERATIVE: bool = false;
    /// True if positions count moves as FEN does: see [`Game::counts`].
    const COUNTS_MOVES: bool = false;
    /// True if the game is orthodox chess, so that tables of endgames have its positions: see [`Game::endgame`].
    const ENDGAMES: bool = false;
    /// The row in the registry. No game overrides it.
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

    /// The kind of decision that the position waits for, one of [`Game::PHASES`]. Any kind if it waits for none.
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

    /// Adds the outcomes of the pending chance event, each with its weight. Adds nothing if no event is pending.
    fn outcomes(&self, outcomes: &mut Vec<(Self::Action, u32)>) {
        let _ = outcomes;
    }

    /// The outcome that the seed gives to the pending chance event, by the key that the rules page states.
    ///
    /// # Panics
    /// If the game has no chance. May panic if no chance event is pending.
    fn chance(&self, seed: &Seed) -> Self::Action {
        panic!("{} has no chance events, so {seed} gives none", Self::WORD)
    }

    /// The recipe by which [`Game::chance`] draws, for other programs. `None` if no chance event is pending.
    fn draw(&self) -> Option<Draw> {
        None
    }

    /// The seats that have left the game.
    fn vacant(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Removes a seat. Called only if the game is not over and at least two other seats remain, so the game goes on.
    fn vacate(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// The score so far that all seats share; 0 if seats compete.
    fn shared(&self) -> u32 {
        0
    }

    /// The shared score of `action`, which led from this position to `after`; `None` if the action scores nothing.
    fn scored(&self, action: Self::Action, after: &Self) -> Option<ScoredTurn> {
        let _ = (action, after);
        None
    }

    /// Returns true if [`Game::legal`] is complete in this position. It may be incomplete if the rules page says so.
    fn lists_all(&self) -> bool {
        true
    }

    /// A legal action that is not listed, for the law tests; `None` if the game offers no such action. `pick` returns a
    /// random number below its argument.
    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Self::Action> {
        let _ = (seat, pick);
        None
    }

    /// The options, each with its value, of the second game of match play. `self` is the first game at its end. Empty if
    /// the rules page has no match play.
    fn rematch(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The counts of the position, as FEN has them; `None` if the game does not count moves.
    fn counts(&self) -> Option<MoveCounts> {
        None
    }

    /// The position for tables of endgames; `None` if a side may still castle.
    fn endgame(&self) -> Option<Endgame> {
        None
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
