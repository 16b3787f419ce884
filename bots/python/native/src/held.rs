//! A position with its type erased: text by `Table`, numbers by `Encode`.

use std::{
    any::Any,
    fmt::Debug,
    hash::{DefaultHasher, Hash, Hasher},
};

use uvi_games::game::{
    Actor, Game, IllegalError, Outcome, RefusalError, ScoredTurn, Seat, Seed, Table, Turn,
    encoding::{Draft, Encode, NumberStep, Planes},
};

pub(crate) trait PositionQuery: Debug + Send + Sync {
    fn table(&self) -> &dyn Table;
    fn table_mut(&mut self) -> &mut dyn Table;
    /// Returns the numbers of a seat's legal actions; `None` if an action has none.
    fn actions(&self, seat: Seat) -> Option<Vec<u32>>;
    /// Returns the numbers that are legal for a seat, including steps of a decision.
    fn numbers(&self, seat: Seat) -> Vec<u32>;
    /// Plays the action with this number, or makes the step of a decision that the number means.
    fn act(&mut self, seat: Seat, number: u32) -> Result<Option<ScoredTurn>, RefusalError>;
    fn play(&mut self, actor: Actor, action: &str) -> Result<Option<ScoredTurn>, RefusalError>;
    /// Plays chance and forced passes until a seat must decide or the game is over. Returns the actions.
    fn settle(&mut self, seed: &Seed) -> Vec<String>;
    fn draft(&self) -> &Draft;
    fn set_draft(&mut self, draft: Draft);
    fn observe(&self, seat: Seat, values: &mut [f32]);
    fn boxed_clone(&self) -> Box<dyn PositionQuery>;
    fn equals(&self, other: &dyn PositionQuery) -> bool;
    fn hashed(&self) -> u64;
    fn as_any(&self) -> &dyn Any;
}

/// A position of a known game, and the steps of a decision that has begun.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Holder<G> {
    pub(crate) game: G,
    pub(crate) draft: Draft,
}

impl<G: Encode> Holder<G> {
    pub(crate) fn new(game: G) -> Self {
        Self { game, draft: Draft::new() }
    }

    fn done(&mut self, actor: Actor, action: G::Action) -> Option<ScoredTurn> {
        self.draft.clear();
        if !G::COOPERATIVE {
            self.game.play(actor, action);
            return None;
        }
        let before = self.game.clone();
        self.game.play(actor, action);
        Game::scored(&before, action, &self.game)
    }
}

/// Plays chance and forced passes, and tells each. Returns the outcome if the game is over.
pub(crate) fn settle<G: Encode>(game: &mut G, seed: &Seed, mut tell: impl FnMut(G::Action)) -> Option<Outcome> {
    loop {
        let (actor, action) = match (game.forced(), game.turn()) {
            (Some((seat, pass)), _) => (Actor::Seat(seat), pass),
            (None, Turn::Seats(_)) => return None,
            (None, Turn::Over(outcome)) => return Some(outcome),
            (None, Turn::Chance) => (Actor::Chance, game.chance(seed)),
        };
        game.play(actor, action);
        tell(action);
    }
}

impl<G: Encode> PositionQuery for Holder<G> {
    fn table(&self) -> &dyn Table {
        &self.game
    }

    fn table_mut(&mut self) -> &mut dyn Table {
        self.draft.clear();
        &mut self.game
    }

    fn actions(&self, seat: Seat) -> Option<Vec<u32>> {
        let (mut actions, mut numbers) = (Vec::with_capacity(64), Vec::with_capacity(64));
        Game::legal(&self.game, seat, &mut actions);
        numbers.extend(actions.iter().copied().filter_map(G::number_of));
        (numbers.len() == actions.len()).then_some(numbers)
    }

    fn numbers(&self, seat: Seat) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(64);
        self.game.each_number(seat, &self.draft, &mut Vec::with_capacity(64), |number| numbers.push(number));
        numbers
    }

    fn act(&mut self, seat: Seat, number: u32) -> Result<Option<ScoredTurn>, RefusalError> {
        let not_legal = || RefusalError::Illegal(IllegalError::rule("it is not legal now"));
        match self.game.step(&self.draft, number).ok_or_else(not_legal)? {
            NumberStep::Act(action) => {
                Game::check(&self.game, Actor::Seat(seat), action)?;
                Ok(self.done(Actor::Seat(seat), action))
            }
            NumberStep::Begin => {
                let fits = self.numbers(seat).contains(&number) && self.draft.try_push(number).is_ok();
                if fits { Ok(None) } else { Err(not_legal()) }
            }
        }
    }

    fn play(&mut self, actor: Actor, action: &str) -> Result<Option<ScoredTurn>, RefusalError> {
        let played = Table::play(&mut self.game, actor, action)?;
        self.draft.clear();
        Ok(played.scored)
    }

    fn settle(&mut self, seed: &Seed) -> Vec<String> {
        let mut played = Vec::new();
        settle(&mut self.game, seed, |action| played.push(action.to_string()));
        if !played.is_empty() {
            self.draft.clear();
        }
        played
    }

    fn draft(&self) -> &Draft {
        &self.draft
    }

    fn set_draft(&mut self, draft: Draft) {
        self.draft = draft;
    }

    fn observe(&self, seat: Seat, values: &mut [f32]) {
        let [rows, columns] = G::CELLS;
        self.game.observe(seat, &self.draft, &mut Planes::new(values, rows * columns));
    }

    fn boxed_clone(&self) -> Box<dyn PositionQuery> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn PositionQuery) -> bool {
        other.as_any().downcast_ref::<Self>() == Some(self)
    }

    fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
