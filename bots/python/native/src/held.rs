//! A position with its type erased: text by `Table`, numbers by `Encode`.

use std::{
    any::Any,
    fmt::Debug,
    hash::{DefaultHasher, Hash, Hasher},
};

use uvi::Word;
use uvi_games::game::{
    Actor, Game, IllegalError, RefusalError, ScoredTurn, Seat, Seed, Table,
    encoding::{Draft, Encode, NumberStep, Planes},
};

pub(crate) trait PositionQuery: Debug + Send + Sync {
    fn table(&self) -> &dyn Table;
    fn table_mut(&mut self) -> &mut dyn Table;
    /// Appends the numbers of a seat's legal actions. Returns false if they are incomplete, because an action has none.
    fn actions(&self, seat: Seat, numbers: &mut Vec<u32>) -> bool;
    /// Appends the numbers that are legal for a seat, including steps of a decision.
    fn numbers(&self, seat: Seat, numbers: &mut Vec<u32>);
    /// Plays the action with this number, or makes the step of a decision that the number means.
    fn act(&mut self, seat: Seat, number: u32) -> Result<Option<ScoredTurn>, RefusalError>;
    fn play(&mut self, actor: Actor, action: &str) -> Result<Option<ScoredTurn>, RefusalError>;
    /// Plays chance and forced passes until a seat must decide or the game is over. Returns the actions.
    fn settle(&mut self, seed: &Seed) -> Vec<Word>;
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

impl<G: Encode> PositionQuery for Holder<G> {
    fn table(&self) -> &dyn Table {
        &self.game
    }

    fn table_mut(&mut self) -> &mut dyn Table {
        self.draft.clear();
        &mut self.game
    }

    fn actions(&self, seat: Seat, numbers: &mut Vec<u32>) -> bool {
        let mut actions = Vec::with_capacity(64);
        Game::legal(&self.game, seat, &mut actions);
        let all = actions.len();
        numbers.extend(actions.into_iter().filter_map(G::number_of));
        numbers.len() == all
    }

    fn numbers(&self, seat: Seat, numbers: &mut Vec<u32>) {
        self.game.each_number(seat, &self.draft, &mut Vec::with_capacity(64), |number| numbers.push(number));
    }

    fn act(&mut self, seat: Seat, number: u32) -> Result<Option<ScoredTurn>, RefusalError> {
        let not_legal = || RefusalError::Illegal(IllegalError::rule("it is not legal now"));
        match self.game.step(&self.draft, number).ok_or_else(not_legal)? {
            NumberStep::Act(action) => {
                Game::check(&self.game, Actor::Seat(seat), action)?;
                Ok(self.done(Actor::Seat(seat), action))
            }
            NumberStep::Begin => {
                let mut numbers = Vec::new();
                self.numbers(seat, &mut numbers);
                let fits = numbers.contains(&number) && self.draft.try_push(number).is_ok();
                if fits { Ok(None) } else { Err(not_legal()) }
            }
        }
    }

    fn play(&mut self, actor: Actor, action: &str) -> Result<Option<ScoredTurn>, RefusalError> {
        let played = Table::play(&mut self.game, actor, action)?;
        self.draft.clear();
        Ok(played.scored)
    }

    fn settle(&mut self, seed: &Seed) -> Vec<Word> {
        let mut played = Vec::new();
        loop {
            let (actor, word) = if let Some((seat, pass)) = Table::forced(&self.game) {
                (Actor::Seat(seat), pass)
            } else if let Some(outcome) = Table::chance(&self.game, seed) {
                (Actor::Chance, outcome)
            } else {
                return played;
            };
            if self.play(actor, word.as_str()).is_err() {
                return played;
            }
            played.push(word);
        }
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
