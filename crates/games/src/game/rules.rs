//! What a game is.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use uvi::Seed;

use super::{
    BadOption, Gesture, Illegal, OptionRow, OptionValues, Picture, PositionError, Row, Seat, Turn, Unreadable,
};

/// Who acts: a seat, or chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// The arbiter throws dice, or the like.
    Chance,
    /// A player decides.
    Seat(Seat),
}

/// How a board is drawn for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// Characters only.
    #[default]
    Plain,
    /// With the terminal's colours (ANSI escapes).
    Colour,
}

/// The rules of a game. A value of this type is a position; its `Display` is the position's text, which [`Game::read`]
/// reads back.
///
/// The laws, which [`laws::check`](super::laws::check) tries on any game: a position is a value; it waits for exactly
/// one of chance, seats, nothing; the same start and actions give the same position; what [`Game::legal`] lists is what
/// [`Game::check`] accepts (but see [`ListsInPart`](super::ListsInPart)); positions and actions round-trip through their text; a seat's
/// view does not depend on what it may not see; choices made at the same time commute; every game ends.
pub trait Game: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// A decision, or an outcome of chance. Its text is one word; that of chance begins with `@`.
    type Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = Unreadable> + Send;
    /// The rule options, checked.
    type Options: Clone + Debug + Send + Sync;

    /// The variant's word, such as `orwell`.
    const WORD: &'static str;
    /// The variant's title for people.
    const TITLE: &'static str;
    /// The rules page, in Markdown.
    const RULES: &'static str;
    /// The numbers of seats it can have, ascending.
    const SEATS: &'static [u8];
    /// The rule options that its inventor names.
    const OPTIONS: &'static [OptionRow];
    /// The kinds of decision that seats are asked for, such as `move` and `escape`, in the order in which they come by.
    const PHASES: &'static [&'static str] = &["play"];
    /// Its row of the registry, which names what it has beyond this trait.
    const ROW: Row<Self> = Row::new();

    /// Reads the option values, each already of its row's type and range.
    ///
    /// # Errors
    /// If a text does not fit, or options do not go together.
    fn options(values: &OptionValues) -> Result<Self::Options, BadOption>;

    /// The start position; the seed deals where the game deals. `seats` is one of [`Game::SEATS`].
    fn start(options: &Self::Options, seats: u8, seed: &Seed) -> Self;

    /// Reads a position, finished ones and those a seat's view hides nothing of included.
    ///
    /// # Errors
    /// If the text does not parse, or the rules page refuses the position.
    fn read(options: &Self::Options, seats: u8, position: &str) -> Result<Self, PositionError>;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What the position waits for.
    fn turn(&self) -> Turn;

    /// The kind of decision that the position waits for, one of [`Game::PHASES`]; where it waits for none, any of them.
    fn phase(&self) -> &'static str {
        Self::PHASES.first().copied().unwrap_or_default()
    }

    /// Adds the legal actions of a seat, once each, in a fixed order; none if the seat is not to act. Where a seat
    /// must act and cannot, its one action is the pass that [`Game::forced`] names.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Whether the actor may do this now.
    ///
    /// # Errors
    /// Names the rule that forbids it.
    fn check(&self, actor: Actor, action: Self::Action) -> Result<(), Illegal>;

    /// Does what [`Game::check`] accepts. For anything else the result means nothing; it does not panic.
    fn play(&mut self, actor: Actor, action: Self::Action);

    /// The pass of a seat that must act and cannot: the referee plays it without asking.
    fn forced(&self) -> Option<(Seat, Self::Action)> {
        None
    }

    /// The position as this seat may see it: `?` stands for what it may not.
    fn view(&self, seat: Seat) -> String {
        let _ = seat;
        self.to_string()
    }

    /// The action as people write it, before it is played.
    fn describe(&self, actor: Actor, action: Self::Action) -> String {
        let _ = actor;
        action.to_string()
    }

    /// The same where the game after it is known, which spares some notations to work that out.
    fn described(&self, actor: Actor, action: Self::Action, after: &Self) -> String {
        let _ = after;
        self.describe(actor, action)
    }

    /// What a legal action of a seat is made of, before it is played.
    fn gesture(&self, seat: Seat, action: Self::Action) -> Gesture;

    /// The board for people, line by line; no line is empty.
    fn board(&self, style: Style) -> Vec<String>;

    /// A picture of the board for people, in which the actions that led here last, in their order, are marked.
    /// What the legal actions of the seat to act are made of has its names there.
    fn picture(&self, last: &[(Actor, Self::Action)]) -> Picture;

    /// The same as a seat may see it: nothing in it follows from what [`Game::view`] hides.
    fn picture_for(&self, seat: Seat, last: &[(Actor, Self::Action)]) -> Picture {
        let _ = seat;
        self.picture(last)
    }

    /// Checks and plays.
    ///
    /// # Errors
    /// As [`Game::check`]; the position is then unchanged.
    fn apply(&mut self, actor: Actor, action: Self::Action) -> Result<(), Illegal> {
        self.check(actor, action)?;
        self.play(actor, action);
        Ok(())
    }
}
