//! The last games of a ladder, of all bots or of one.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

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
    games: VecDeque<Arc<RoundGame>>,
    faults: VecDeque<Arc<RoundGame>>,
}

impl LastGames {
    /// Adds the games of rounds that were counted in this order after those before them.
    pub fn remember(&mut self, rounds: Vec<FinishedRound>) {
        for round in rounds {
            let (folder, game): (Arc<str>, Arc<str>) = (round.folder().into(), round.game.into());
            for result in round.results {
                let (folder, game) = (Arc::clone(&folder), Arc::clone(&game));
                self.add(&Arc::new(RoundGame { round: round.round, folder, game, result }));
            }
        }
    }

    fn add(&mut self, game: &Arc<RoundGame>) {
        let GameResult { seats, faults, .. } = &game.result;
        self.all.add(game, !faults.is_empty(), LAST);
        for bot in seats.iter().unique() {
            let has_fault = game.result.at_fault().any(|other| other == bot);
            let list = self.of_bot.entry(without_version(bot).to_owned()).or_default();
            list.add(game, has_fault, LAST_OF_BOT);
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
    /// Adds a newer game, and forgets all but the last `most` games and half as many with a fault.
    fn add(&mut self, game: &Arc<RoundGame>, has_fault: bool, most: usize) {
        self.games.push_front(Arc::clone(game));
        self.games.truncate(most);
        if has_fault {
            self.faults.push_front(Arc::clone(game));
            self.faults.truncate(most / 2);
        }
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

/// The name of a bot without its version.
pub fn without_version(bot: &str) -> &str {
    bot.split_once('@').map_or(bot, |(name, _)| name)
}
