//! The last games of a ladder, of all bots or of one.

use std::{collections::HashMap, mem, sync::Arc};

use itertools::Itertools as _;

use super::FinishedRound;
use crate::progress::GameResult;

/// The number of last games that are kept of all bots, and of each bot.
const LAST: usize = 200;
const LAST_OF_BOT: usize = 20;

/// A game of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct RoundGame {
    /// The number of the round.
    pub round: u32,
    /// The name of the round's folder.
    pub folder: Arc<str>,
    /// The name of the game in the ladder's file.
    pub game: Arc<str>,
    /// The result.
    pub result: GameResult,
}

/// The last games of all bots and of each bot.
#[derive(Debug, Clone, Default)]
pub struct LastGames {
    all: GameList,
    /// By the name of the bot without a version.
    of_bot: HashMap<String, GameList>,
}

/// The last games, and the last of them with a fault. The newest come first.
#[derive(Debug, Clone, Default)]
pub struct GameList {
    games: Vec<Arc<RoundGame>>,
    faults: Vec<Arc<RoundGame>>,
}

impl LastGames {
    /// Adds the games of rounds that were counted in this order after those before them. The newest comes first, so games
    /// that it would push out again are never kept.
    pub fn remember(&mut self, rounds: Vec<FinishedRound>) {
        let mut newer = Self::default();
        for round in rounds.into_iter().rev() {
            let (folder, game): (Arc<str>, Arc<str>) = (round.folder().into(), round.game.into());
            for result in round.results.into_iter().rev() {
                if !newer.wants(&result) {
                    continue;
                }
                let (folder, game) = (Arc::clone(&folder), Arc::clone(&game));
                newer.add_older(&Arc::new(RoundGame { round: round.round, folder, game, result }));
            }
        }
        self.all.put_first(newer.all, LAST);
        for (bot, list) in newer.of_bot {
            self.of_bot.entry(bot).or_default().put_first(list, LAST_OF_BOT);
        }
    }

    /// True if a list has room for the game.
    fn wants(&self, game: &GameResult) -> bool {
        let of_bot = |bot: &String| self.of_bot.get(without_version(bot));
        self.all.has_room(!game.faults.is_empty(), LAST)
            || game
                .seats
                .iter()
                .any(|bot| of_bot(bot).is_none_or(|list| list.has_room(is_at_fault(game, bot), LAST_OF_BOT)))
    }

    fn add_older(&mut self, game: &Arc<RoundGame>) {
        let GameResult { seats, faults, .. } = &game.result;
        self.all.add_older(game, !faults.is_empty(), LAST);
        for bot in seats.iter().unique() {
            let has_fault = is_at_fault(&game.result, bot);
            let list = self.of_bot.entry(without_version(bot).to_owned()).or_default();
            list.add_older(game, has_fault, LAST_OF_BOT);
        }
    }

    /// The last games of all bots.
    pub fn all(&self) -> &GameList {
        &self.all
    }

    /// The last games of a bot, by its name without a version. `None` if the bot has not played.
    pub fn of_bot(&self, bot: &str) -> Option<&GameList> {
        self.of_bot.get(bot)
    }
}

impl GameList {
    /// True if the list has less than `most` games, or less than half as many with a fault for one that `has_fault`.
    fn has_room(&self, has_fault: bool, most: usize) -> bool {
        self.games.len() < most || (has_fault && self.faults.len() < most / 2)
    }

    /// Adds a game before those of the list, as far as there is room.
    fn add_older(&mut self, game: &Arc<RoundGame>, has_fault: bool, most: usize) {
        self.games.extend((self.games.len() < most).then(|| Arc::clone(game)));
        self.faults.extend((has_fault && self.faults.len() < most / 2).then(|| Arc::clone(game)));
    }

    /// Adds newer games, and forgets all but the last `most` games and half as many with a fault.
    fn put_first(&mut self, newer: Self, most: usize) {
        let Self { games, faults } = mem::replace(self, newer);
        self.games.extend(games.into_iter().take(most - self.games.len()));
        self.faults.extend(faults.into_iter().take(most / 2 - self.faults.len()));
    }

    /// The last games.
    pub fn games(&self) -> impl Iterator<Item = &RoundGame> {
        self.games.iter().map(AsRef::as_ref)
    }

    /// The last games in which the bot, or any bot, had a fault.
    pub fn faults(&self) -> impl Iterator<Item = &RoundGame> {
        self.faults.iter().map(AsRef::as_ref)
    }
}

fn is_at_fault(game: &GameResult, bot: &str) -> bool {
    game.at_fault().any(|other| other == bot)
}

/// The name of a bot without its version.
pub fn without_version(bot: &str) -> &str {
    bot.split_once('@').map_or(bot, |(name, _)| name)
}
