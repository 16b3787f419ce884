//! The ladder: what its finished rounds say, and the tables that come next.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use uvi::{Digest, Seed};
use uvi_games::game::Registry;

use super::{
    LadderFile,
    game_list::{GameList, RoundGame},
    pairing::pairings,
    tally::GameTally,
};
use crate::{
    plan::{Plan, PlanError, Trouble, file::File},
    progress::{GameResult, GameTimes},
    schedule::{BotIndex, Lineup},
};

/// The number of last games that are kept of all bots, and of each bot.
const LAST: usize = 200;
const LAST_OF_BOT: usize = 20;

/// The number of characters of an origin in the name of a folder.
const ORIGIN: usize = 12;

/// A finished round, as the ladder keeps it in a file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedRound {
    /// The number of the round, from 1.
    pub round: u32,
    /// The SHA-256 of the round in the ladder that played it; `None` if this ladder did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Digest>,
    /// The name of the game.
    pub game: String,
    /// The results, in the order of the round's plan.
    pub results: Vec<GameResult>,
    /// The times of the bots, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<GameTimes>,
    /// The bots that could not play. They play this game no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub benched: Vec<BenchedBot>,
}

impl FinishedRound {
    /// The name of the round's folder.
    pub fn folder(&self) -> String {
        match &self.origin {
            None => Self::folder_of(self.round, &self.game),
            Some(origin) => format!("from-{}-{}", &origin.to_string()[..ORIGIN], self.game),
        }
    }

    /// The name of the folder of a round that this ladder plays.
    pub fn folder_of(round: u32, game: &str) -> String {
        format!("{round:06}-{game}")
    }
}

/// A bot that plays a game no more, until its program changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchedBot {
    /// The name of the bot, with its version.
    pub bot: String,
    /// The reason.
    pub reason: String,
}

/// The name of a bot without its version.
pub fn without_version(bot: &str) -> &str {
    bot.split_once('@').map_or(bot, |(name, _)| name)
}

/// The error for a game that the ladder's file does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected a round of {}, found one of {found}", .known.join(", "))]
pub struct LadderError {
    known: Vec<String>,
    found: String,
}

/// A game of a ladder with its results.
#[derive(Debug, Clone)]
pub(super) struct LadderGame {
    pub(super) name: String,
    seats: usize,
    /// The number of games of a block.
    games: usize,
    /// True if all seats share one score.
    pub(super) is_shared: bool,
    pub(super) tally: GameTally,
    /// The bots that could not play, with the reasons.
    benched: BTreeMap<String, String>,
}

/// The results of a ladder.
#[derive(Debug, Clone)]
pub struct Ladder {
    pub(super) games: Vec<LadderGame>,
    rounds: BTreeSet<u32>,
    /// The last rank of each league.
    pub(super) leagues: Vec<usize>,
    last: GameList,
    /// The last games of each bot, by its name without a version.
    last_of: BTreeMap<String, GameList>,
}

impl Ladder {
    /// A ladder without results. Each game is tried with bots that are not started.
    ///
    /// # Errors
    /// If a game of the file cannot be played.
    pub fn new(file: &LadderFile, registry: Registry) -> Result<Self, Trouble> {
        let game = |(name, game): (String, &File)| {
            let Some(variant) = registry.find(game.variant.get_ref()) else {
                let flaw = PlanError::NoVariant { word: game.variant.get_ref().clone(), registry };
                return Err(Trouble::at(game.variant.span(), flaw));
            };
            let plan = Plan::untried(game, registry, variant, Seed([0; 16]))?;
            Ok(LadderGame {
                name,
                seats: plan.seats.into(),
                games: plan.seatings.games(plan.seats) as usize,
                is_shared: variant.cooperative(),
                tally: GameTally::default(),
                benched: BTreeMap::new(),
            })
        };
        let games = file.names().into_iter().zip(&file.game).map(game).collect::<Result<_, _>>()?;
        let (last, last_of) = (GameList::default(), BTreeMap::new());
        Ok(Self { games, rounds: BTreeSet::new(), leagues: file.leagues.clone(), last, last_of })
    }

    /// Counts a finished round. A round that is heard again changes nothing. Rounds that come in another order give the same
    /// figures, but ties of the next choice may be broken otherwise.
    ///
    /// # Errors
    /// If the file of the ladder has no such game.
    pub fn hear(&mut self, round: &FinishedRound) -> Result<(), LadderError> {
        let known = || self.games.iter().map(|game| game.name.clone()).collect();
        let Some(place) = self.games.iter().position(|game| game.name == round.game) else {
            return Err(LadderError { known: known(), found: round.game.clone() });
        };
        if self.rounds.insert(round.round) {
            let game = &mut self.games[place];
            game.tally.hear(&round.results, &round.times, game.games);
            for BenchedBot { bot, reason } in &round.benched {
                game.benched.insert(bot.clone(), reason.clone());
            }
            self.remember(round);
        }
        Ok(())
    }

    /// Adds the games of a round to the last ones.
    fn remember(&mut self, round: &FinishedRound) {
        let (folder, name): (Arc<str>, Arc<str>) = (round.folder().into(), round.game.as_str().into());
        for result in &round.results {
            let (folder, game) = (Arc::clone(&folder), Arc::clone(&name));
            let game = Arc::new(RoundGame { round: round.round, folder, game, result: result.clone() });
            self.last.add(&game, !result.faults.is_empty(), LAST);
            for bot in result.seats.iter().collect::<BTreeSet<_>>() {
                let has_fault =
                    result.faults.iter().any(|fault| result.seats.get(fault.seat as usize - 1) == Some(bot));
                self.last_of.entry(without_version(bot).to_owned()).or_default().add(&game, has_fault, LAST_OF_BOT);
            }
        }
    }

    /// The last games of all bots.
    pub fn last(&self) -> &GameList {
        &self.last
    }

    /// The last games of a bot, by its name without a version. `None` if the bot has not played.
    pub fn last_of(&self, bot: &str) -> Option<&GameList> {
        self.last_of.get(bot)
    }

    /// The number of finished rounds.
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// True if this round has been heard.
    pub fn has(&self, round: u32) -> bool {
        self.rounds.contains(&round)
    }

    /// The index of the game to play next, and its tables by names: the game with the fewest blocks for which enough of
    /// the bots are there. `under_way` has the game of each round that is being played. `None` if there are too few bots.
    pub fn next_round(
        &self,
        present: &[String],
        under_way: &[usize],
        tables: usize,
    ) -> Option<(usize, Vec<Vec<String>>)> {
        let busy = |game: usize| under_way.iter().filter(|&&other| other == game).count() * tables;
        let mut order: Vec<usize> = (0..self.games.len()).collect();
        order.sort_by_key(|&game| (self.games[game].tally.blocks + busy(game) as u64, game));
        order.into_iter().find_map(|game| Some((game, self.games[game].tables(present, tables)?)))
    }

    /// The names of the games.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|game| game.name.as_str())
    }
}

impl LadderGame {
    /// The reason why a bot plays the game no more; `None` if it may play.
    pub(super) fn reason(&self, bot: &str) -> Option<String> {
        let faults = self.tally.is_benched(bot).then(|| "three crashes in its last 30 games".to_owned());
        self.benched.get(bot).cloned().or(faults)
    }

    fn tables(&self, present: &[String], tables: usize) -> Option<Vec<Vec<String>>> {
        let mut names = self.tally.names().to_vec();
        let mut bots = Vec::new();
        for bot in present.iter().filter(|bot| self.reason(bot).is_none()) {
            bots.push(self.tally.find(bot).unwrap_or(BotIndex(names.len())));
            if bots.last() == Some(&BotIndex(names.len())) {
                names.push(bot.clone());
            }
        }
        let chosen = pairings(&self.tally, names.len(), &bots, (self.seats, self.games, self.is_shared), tables);
        let table = |table: &Lineup| table.iter().map(|bot| names[bot.0].clone()).collect();
        (!chosen.is_empty()).then(|| chosen.iter().map(table).collect())
    }
}
