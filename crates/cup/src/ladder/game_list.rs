//! The last games of a ladder, of all bots or of one.

use std::{collections::VecDeque, sync::Arc};

use crate::progress::GameResult;

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

/// The last games, and the last of them with a fault. The newest come first.
#[derive(Debug, Clone, Default)]
pub struct GameList {
    games: VecDeque<Arc<RoundGame>>,
    faults: VecDeque<Arc<RoundGame>>,
}

impl GameList {
    /// Adds a game, and forgets all but the last `most` games and half as many with a fault.
    pub(super) fn add(&mut self, game: &Arc<RoundGame>, has_fault: bool, most: usize) {
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
