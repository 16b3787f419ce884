//! What a game is.

use std::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use uvi::Seed;

use super::{
    BadOption, Draw, Illegal, OptionRow, OptionValues, Page, Picture, PositionError, Scored, Seat, SeatSet, Turn,
    Unreadable,
};

/// Who acts: a seat, or chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    /// The arbiter throws dice, or the like.
    Chance,
    /// A seat.
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
/// [`Game::check`] accepts (but see [`Game::unlisted`]); positions and actions round-trip through their text; a seat's
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
    /// Whether all seats share one score.
    const COOPERATIVE: bool = false;
    /// What the PGN tag `Variant` says, where the texts of actions are moves as PGN has them.
    const PGN: Option<&'static str> = None;
    /// How its games are printed on pages, where an importer can read that.
    const PAGE: Option<&'static dyn Page> = None;

    /// Reads the option values, each already of its row's type and range.
    ///
    /// # Errors
    /// Where a text does not fit, or options do not go together.
    fn options(values: &OptionValues) -> Result<Self::Options, BadOption>;

    /// The start position; the seed deals where the game deals. `seats` is one of [`Game::SEATS`].
    fn start(options: &Self::Options, seats: u8, seed: &Seed) -> Self;

    /// Reads a position, finished ones and those a seat's view hides nothing of included.
    ///
    /// # Errors
    /// Where the text does not parse, or the rules page refuses the position.
    fn read(options: &Self::Options, seats: u8, position: &str) -> Result<Self, PositionError>;

    /// How many seats the table has.
    fn seats(&self) -> u8;

    /// What the position waits for.
    fn turn(&self) -> Turn;

    /// The kind of decision that the position waits for, one of [`Game::PHASES`]; where it waits for none, any of them.
    fn phase(&self) -> &'static str {
        Self::PHASES.first().copied().unwrap_or_default()
    }

    /// Adds the legal actions of a seat, once each, in a fixed order; none where the seat is not to act. Where a seat
    /// must act and cannot, its one action is the pass that [`Game::forced`] names.
    fn legal(&self, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Whether the actor may do this now.
    ///
    /// # Errors
    /// Names the rule that forbids it.
    fn check(&self, actor: Actor, action: Self::Action) -> Result<(), Illegal>;

    /// Does what [`Game::check`] accepts. For anything else the result means nothing; it does not panic.
    fn play(&mut self, actor: Actor, action: Self::Action);

    /// Adds the outcomes of the chance event that is due, each with its weight; nothing where none is due.
    fn outcomes(&self, outcomes: &mut Vec<(Self::Action, u32)>) {
        let _ = outcomes;
    }

    /// The outcome that the seed gives to the chance event that is due, by the key that the rules page names.
    ///
    /// # Panics
    /// May panic where no chance event is due; so does a game without chance, which leaves both of these out.
    fn chance(&self, seed: &Seed) -> Self::Action {
        panic!("no chance event is due, so that {seed} gives no outcome")
    }

    /// How [`Game::chance`] comes to its outcome, in terms that others can draw by; `None` where no chance event is due.
    fn draw(&self) -> Option<Draw> {
        None
    }

    /// The pass of a seat that must act and cannot: the referee plays it without asking.
    fn forced(&self) -> Option<(Seat, Self::Action)> {
        None
    }

    /// The seats that have been vacated.
    fn vacant(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    /// Takes a seat out of the game, which goes on without it. Called only in games of three or more competing seats,
    /// while at least two others are left and the game is not over.
    fn vacate(&mut self, seat: Seat) {
        let _ = seat;
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

    /// What `action` scored, where it led from this position to `after`.
    fn scored(&self, action: Self::Action, after: &Self) -> Option<Scored> {
        let _ = (action, after);
        None
    }

    /// The score that all seats share so far; only of cooperative games.
    fn shared(&self) -> u32 {
        0
    }

    /// Options, each with its value, under which the second game of match play starts after a first that has come
    /// here; none where the rules page has no match play.
    fn rematch(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The board for people, line by line; no line is empty.
    fn board(&self, style: Style) -> Vec<String>;

    /// A picture of the board for people, in which the actions that led here last, in their order, are marked.
    fn picture(&self, last: &[(Actor, Self::Action)]) -> Picture;

    /// An action that is accepted though not listed, where the rules page says that the list is a part. `pick` draws
    /// a number below its argument. For the laws; `None` where there is none.
    fn unlisted(&self, seat: Seat, pick: &mut dyn FnMut(u32) -> u32) -> Option<Self::Action> {
        let _ = (seat, pick);
        None
    }

    /// Whether the list of legal actions is whole in this position.
    fn lists_all(&self) -> bool {
        true
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
