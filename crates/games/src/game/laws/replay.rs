//! Replays a whole game with the typed game and with the erased table.

use super::{
    Law,
    walk_game::{WalkEvent, WalkGame, list},
};
use crate::game::{Actor, Game, Seat, Table, Turn, Variant};

impl<G: Game> WalkGame<'_, G> {
    /// Plays the same events from the same start, and compares each position with the first run.
    pub(super) fn replay(&self, end: &G) {
        let mut game = self.start();
        let mut table = self.table();
        for (number, event) in self.events.iter().enumerate() {
            self.same(&game, &*table, number);
            match *event {
                WalkEvent::Vacate(seat) => {
                    Game::vacate(&mut game, seat);
                    Table::vacate(&mut *table, seat);
                }
                WalkEvent::Act(actor, action) => {
                    let before = game.clone();
                    let text = game.describe(actor, action);
                    let word = action.to_string();
                    if let Err(error) = game.apply(actor, action) {
                        self.broken(Law::Replay, &before, format!("{action} was accepted before: {error}"));
                    }
                    match table.play(actor, &word) {
                        Err(error) => self.broken(Law::Table, &before, format!("{word} is refused: {error}")),
                        Ok(played) => {
                            let scored = Game::scored(&before, action, &game);
                            let same = played.action.as_str() == word && played.text == text && played.scored == scored;
                            self.holds(Law::Table, &before, same, || format!("{word} is played as {played:?}"));
                        }
                    }
                }
            }
        }
        self.same(&game, &*table, self.events.len());
        self.holds(Law::Replay, end, game == *end, || format!("it ends as {game}"));
    }

    fn table(&self) -> Box<dyn Table> {
        let kind = &G::ROW;
        match self.laws.start.as_deref() {
            None => kind.start(self.values, self.laws.seats, &self.seed).unwrap_or_else(|error| panic!("{error}")),
            Some(start) => kind.read(self.values, self.laws.seats, start).unwrap_or_else(|error| panic!("{error}")),
        }
    }

    fn same(&self, game: &G, table: &dyn Table, number: usize) {
        let seen = &self.texts[number];
        let text = game.to_string();
        self.holds(Law::Replay, game, text == *seen, || format!("after {number} events it was {seen}"));
        let says = |same: bool, what: &str| self.holds(Law::Table, game, same, || format!("its {what} differs"));
        says(table.position().as_str() == text, "position");
        says(table.seats() == self.laws.seats && table.cooperative() == G::COOPERATIVE, "kind");
        says(table.turn() == Game::turn(game), "turn");
        says(table.vacant() == Game::vacant(game), "vacant");
        says(table.shared() == Game::shared(game), "shared score");
        says(table.lists_all() == Game::lists_all(game), "lists_all");
        let forced = Game::forced(game).map(|(seat, action)| (seat, action.to_string()));
        says(table.forced().map(|(seat, word)| (seat, word.to_string())) == forced, "forced pass");
        for seat in Seat::all(self.laws.seats) {
            says(table.view(seat).as_str() == Game::view(game, seat), "view");
            let mut words: Vec<String> = list(game, seat).iter().map(ToString::to_string).collect();
            words.sort_unstable();
            let listed = table.legal(seat);
            says(listed.iter().map(|word| word.as_str()).eq(words.iter().map(String::as_str)), "list");
            says(listed.iter().all(|word| table.check(Actor::Seat(seat), word.as_str()).is_ok()), "check");
        }
        let due = matches!(Game::turn(game), Turn::Chance);
        let drawn = due.then(|| Game::chance(game, &self.seed).to_string());
        says(table.chance(&self.seed).map(|word| word.to_string()) == drawn, "chance");
    }
}
