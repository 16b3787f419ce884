//! The table: a game with its type erased, text in and text out. Referee, record and daemon use tables only.

use std::{
    any::Any,
    fmt::{Debug, Display, Write as _},
};

use uvi::{Seed, Value, Word, Words};

use super::{
    Actor, Draw, Endgame, Game, Gesture, LineEnd, MoveCounts, Outcome, Picture, RefusalError, ScoredTurn, Seat,
    SeatSet, Style, Turn, UnreadableError, perft,
};

/// The result of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionEffect {
    /// The action in its canonical spelling.
    pub action: Word,
    /// The action as people write it.
    pub text: String,
    /// The score of the turn; `None` if the action scores nothing.
    pub scored: Option<ScoredTurn>,
}

/// A legal action with its gesture and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The action as a word of the protocol.
    pub action: Word,
    /// The clicks and words that enter the action.
    pub gesture: Gesture,
    /// The action as people write it.
    pub text: String,
}

/// A game in progress, its type erased. Each method calls the method of [`Game`] with the same name, and
/// converts between text and values. A caller that knows the type of the game gets it by [`Any`].
#[expect(missing_docs, reason = "the other methods are documented in `Game`")]
pub trait Table: Any + Debug + Send {
    fn seats(&self) -> u8;
    /// True if all seats share one score.
    fn cooperative(&self) -> bool;
    fn turn(&self) -> Turn;
    fn phase(&self) -> &'static str;
    /// The position with nothing hidden.
    fn position(&self) -> Words;
    fn view(&self, seat: Seat) -> Words;
    /// The legal actions of a seat, in byte order of their words; empty if the seat is not to act.
    fn legal(&self, seat: Seat) -> Vec<Word>;
    /// The actions of [`Table::legal`] in the same order, as one text.
    fn legal_words(&self, seat: Seat) -> Words;
    /// The actions of [`Table::legal`] in the same order, each with gesture and text.
    fn choices(&self, seat: Seat) -> Vec<Choice>;
    fn lists_all(&self) -> bool;
    /// The outcomes of the pending chance event, with their weights; empty if none is pending.
    fn outcomes(&self) -> Vec<(Word, u32)>;
    /// The outcome that the seed gives to the pending chance event; `None` if none is pending.
    fn chance(&self, seed: &Seed) -> Option<Word>;
    /// `None` if no chance event is pending.
    fn draw(&self) -> Option<Draw>;
    /// The pass of a seat that must act and cannot; `None` if there is none.
    fn forced(&self) -> Option<(Seat, Word)>;
    /// Checks that the actor may take this action now.
    ///
    /// # Errors
    /// If the text is not an action of the variant, or the action is not legal.
    fn check(&self, actor: Actor, action: &str) -> Result<(), RefusalError>;
    /// The actions that a text of people may stand for, legal or not; `None` if the text is no action.
    fn candidates(&self, seat: Seat, text: &str) -> Option<Vec<Word>>;
    /// Plays an action.
    ///
    /// # Errors
    /// As [`Table::check`]; the position is then unchanged.
    fn play(&mut self, actor: Actor, action: &str) -> Result<ActionEffect, RefusalError>;
    /// Plays a line of actions on a copy, each by the seat that must decide.
    fn follow(&self, line: &[&str]) -> LineEnd;
    fn vacant(&self) -> SeatSet;
    fn vacate(&mut self, seat: Seat);
    fn shared(&self) -> u32;
    /// The options of the second game of match play, after this first one. Empty if the rules have no match play.
    fn rematch(&self) -> Vec<(Word, Value)>;
    fn counts(&self) -> Option<MoveCounts>;
    fn endgame(&self) -> Option<Endgame>;
    fn board(&self, style: Style) -> Vec<String>;
    /// A picture of the board for people. `last` holds the actions that led here most recently, in order; the picture
    /// marks them. Words that are not actions of the variant are ignored.
    fn picture(&self, last: &[(Actor, Word)]) -> Picture;
    fn picture_for(&self, seat: Seat, last: &[(Actor, Word)]) -> Picture;
    /// Counts the action sequences of length `depth`. `None` if a list of legal actions on the way is incomplete.
    fn perft(&self, depth: u32) -> Option<u64>;
    /// A copy of the game.
    fn boxed_clone(&self) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The word of an action. The text has room at once, because many actions are written letter by letter.
fn word(action: impl Display) -> Word {
    let mut text = String::with_capacity(16);
    write!(text, "{action}").expect("a String takes any text");
    Word::new(text).expect("the text of an action is a word")
}

fn words(text: String) -> Words {
    Words::new(text).expect("the text of a position is words")
}

fn read<G: Game>(actor: Actor, text: &str) -> Result<G::Action, UnreadableError> {
    // Only the arbiter writes chance outcomes.
    if text.starts_with('@') != (actor == Actor::Chance) {
        return Err(UnreadableError { expected: "an action, not an event of chance" });
    }
    text.parse()
}

/// The points to show with a picture.
fn points<G: Game>(game: &G) -> Vec<u32> {
    if G::COOPERATIVE { vec![Game::shared(game)] } else { game.points() }
}

/// Parses actions; skips words that are not actions of the variant.
fn read_all<G: Game>(actions: &[(Actor, Word)]) -> Vec<(Actor, G::Action)> {
    let action = |(actor, word): &(Actor, Word)| Some((*actor, word.as_str().parse().ok()?));
    actions.iter().filter_map(action).collect()
}

/// Methods that only call the method of [`Game`] with the same name.
macro_rules! forward {
    ($($name:ident($($argument:ident: $given:ty)?) -> $type:ty;)+) => {
        $(
            fn $name(&self $(, $argument: $given)?) -> $type {
                Game::$name(self $(, $argument)?)
            }
        )+
    };
}

impl<G: Game> Table for G {
    forward! {
        seats() -> u8;
        turn() -> Turn;
        phase() -> &'static str;
        lists_all() -> bool;
        draw() -> Option<Draw>;
        vacant() -> SeatSet;
        shared() -> u32;
        counts() -> Option<MoveCounts>;
        endgame() -> Option<Endgame>;
        board(style: Style) -> Vec<String>;
    }

    fn cooperative(&self) -> bool {
        G::COOPERATIVE
    }

    fn position(&self) -> Words {
        words(self.to_string())
    }

    fn view(&self, seat: Seat) -> Words {
        words(Game::view(self, seat))
    }

    fn legal(&self, seat: Seat) -> Vec<Word> {
        self.legal_words(seat).iter().map(|text| Word::new(text).expect("words are made of words")).collect()
    }

    fn legal_words(&self, seat: Seat) -> Words {
        let mut actions = Vec::new();
        Game::legal(self, seat, &mut actions);
        let mut unsorted = String::with_capacity(8 * actions.len());
        for action in &actions {
            write!(unsorted, "{action} ").expect("a String takes any text");
        }
        let mut legal: Vec<&str> = unsorted.split_ascii_whitespace().collect();
        debug_assert_eq!(legal.len(), actions.len(), "the text of an action is a word: {unsorted}");
        legal.sort_unstable();
        words(legal.join(" "))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let mut actions = Vec::new();
        Game::legal(self, seat, &mut actions);
        let choice = |&action: &G::Action| Choice {
            action: word(action),
            gesture: Game::gesture(self, seat, action),
            text: self.describe(Actor::Seat(seat), action),
        };
        let mut choices: Vec<Choice> = actions.iter().map(choice).collect();
        choices.sort_unstable_by(|one, other| one.action.cmp(&other.action));
        choices
    }

    fn outcomes(&self) -> Vec<(Word, u32)> {
        let mut outcomes = Vec::new();
        Game::outcomes(self, &mut outcomes);
        outcomes.iter().map(|(action, weight)| (word(action), *weight)).collect()
    }

    fn chance(&self, seed: &Seed) -> Option<Word> {
        matches!(Game::turn(self), Turn::Chance).then(|| word(Game::chance(self, seed)))
    }

    fn forced(&self) -> Option<(Seat, Word)> {
        Game::forced(self).map(|(seat, action)| (seat, word(action)))
    }

    fn check(&self, actor: Actor, action: &str) -> Result<(), RefusalError> {
        Ok(Game::check(self, actor, read::<G>(actor, action)?)?)
    }

    fn candidates(&self, seat: Seat, text: &str) -> Option<Vec<Word>> {
        let candidates = Game::candidates(self, seat, text)?;
        Some(candidates.iter().map(word).collect())
    }

    fn play(&mut self, actor: Actor, action: &str) -> Result<ActionEffect, RefusalError> {
        let action = read::<G>(actor, action)?;
        Game::check(self, actor, action)?;
        // `before` is the copy, so that the game itself keeps its allocated capacity.
        let before = self.clone();
        Game::play(self, actor, action);
        let text = before.described(actor, action, self);
        Ok(ActionEffect { action: word(action), text, scored: Game::scored(&before, action, self) })
    }

    fn follow(&self, line: &[&str]) -> LineEnd {
        let mut game = self.clone();
        for (at, word) in line.iter().enumerate() {
            let seat = match Game::turn(&game) {
                Turn::Over(Outcome { reason, .. }) => return LineEnd::Beyond(at, reason),
                Turn::Seats(seats) => seats.single(),
                Turn::Chance => None,
            };
            let Some(actor) = seat.map(Actor::Seat) else { return LineEnd::Open };
            match read::<G>(actor, word) {
                Ok(action) if Game::check(&game, actor, action).is_ok() => Game::play(&mut game, actor, action),
                Ok(_) | Err(_) => return LineEnd::Illegal(at),
            }
        }
        if let Turn::Over(outcome) = Game::turn(&game) { LineEnd::Over(outcome) } else { LineEnd::Open }
    }

    fn vacate(&mut self, seat: Seat) {
        Game::vacate(self, seat);
    }

    fn rematch(&self) -> Vec<(Word, Value)> {
        Game::rematch(self).into_iter().map(|(name, value)| (word(name), Value::new(value))).collect()
    }

    fn picture(&self, last: &[(Actor, Word)]) -> Picture {
        Game::picture(self, &read_all::<G>(last)).with_points(points(self))
    }

    fn picture_for(&self, seat: Seat, last: &[(Actor, Word)]) -> Picture {
        Game::picture_for(self, seat, &read_all::<G>(last)).with_points(points(self))
    }

    fn perft(&self, depth: u32) -> Option<u64> {
        perft(self, depth)
    }

    fn boxed_clone(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
