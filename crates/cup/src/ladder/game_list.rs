//! The last games of a ladder, of all bots or of one.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

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
    /// Adds the games of a round that was counted after those before it.
    pub fn remember(&mut self, round: FinishedRound) {
        let (folder, game): (Arc<str>, Arc<str>) = (round.folder().into(), round.game.into());
        for result in round.results {
            let (folder, game) = (Arc::clone(&folder), Arc::clone(&game));
            self.add(&Arc::new(RoundGame { round: round.round, folder, game, result }));
        }
    }

    fn add(&mut self, game: &Arc<RoundGame>) {
        let GameResult { seats, faults, .. } = &game.result;
        self.all.add(game, !faults.is_empty(), LAST);
        for (_, bot) in seats.iter().enumerate().filter(|(place, bot)| !seats[..*place].contains(bot)) {
            let has_fault = game.result.at_fault().any(|other| other == bot);
            let name = without_version(bot);
            match self.of_bot.get_mut(name) {
                Some(list) => list.add(game, has_fault, LAST_OF_BOT),
                None => self.of_bot.entry(name.to_owned()).or_default().add(game, has_fault, LAST_OF_BOT),
            }
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
    /// Adds a game, and forgets all but the last `most` games and half as many with a fault.
    fn add(&mut self, game: &Arc<RoundGame>, has_fault: bool, most: usize) {
        push(&mut self.games, game, most);
        if has_fault {
            push(&mut self.faults, game, most / 2);
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

fn push(games: &mut VecDeque<Arc<RoundGame>>, game: &Arc<RoundGame>, most: usize) {
    if games.len() == most {
        games.pop_back();
    }
    games.push_front(Arc::clone(game));
}

/// The name of a bot without its version.
pub fn without_version(bot: &str) -> &str {
    bot.split_once('@').map_or(bot, |(name, _)| name)
}
