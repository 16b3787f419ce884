//! The ladder: what its finished rounds say, and the tables that come next.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use uvi_games::game::Registry;

use super::{FinishedRound, LadderFile, game_list::LastGames, ladder_file::settings_of, ladder_game::LadderGame};
use crate::plan::{Trouble, file};

/// The results of a ladder.
#[derive(Debug, Clone)]
pub struct Ladder {
    registry: Registry,
    /// The games of the file, and then those of rounds that were played with another file.
    pub(super) games: Vec<LadderGame>,
    /// The number of games of the file.
    playing: usize,
    /// The game of each name with settings, as rounds have them.
    known: BTreeMap<(String, Option<String>), usize>,
    rounds: BTreeSet<u32>,
    /// The number of rounds with a game.
    played: usize,
    /// The last rank of each league.
    pub(super) leagues: Vec<usize>,
    /// The last games of the rounds.
    pub last: LastGames,
}

impl Ladder {
    /// A ladder without results. Each game is tried with bots that are not started.
    ///
    /// # Errors
    /// If a game of the file cannot be played.
    pub fn new(file: &LadderFile, registry: Registry) -> Result<Self, Trouble> {
        let names = file.names().into_iter().zip(&file.game);
        let games: Vec<_> =
            names.map(|(name, game)| LadderGame::new(name, game, registry)).collect::<Result<_, _>>()?;
        Ok(Self {
            registry,
            playing: games.len(),
            games,
            known: BTreeMap::new(),
            rounds: BTreeSet::new(),
            played: 0,
            leagues: file.leagues.clone(),
            last: LastGames::default(),
        })
    }

    /// Counts a finished round. A round that is heard again changes nothing. Rounds that come in another order give the same
    /// figures, but ties of the next choice may be broken otherwise. A round with other settings than those of the file, or of
    /// a game that the file does not have, counts in a table of its own.
    ///
    /// # Errors
    /// If the game of the round is not understood.
    pub fn hear(&mut self, round: FinishedRound) -> Result<(), String> {
        if self.count(&round)? {
            self.last.remember(vec![round]);
        }
        Ok(())
    }

    /// Counts a round as [`hear`](Self::hear) does, without its part of the last games: [`LastGames::remember`] adds that if
    /// the result is true. So two threads can share the work.
    ///
    /// # Errors
    /// If the game of the round is not understood.
    pub fn count(&mut self, round: &FinishedRound) -> Result<bool, String> {
        if self.rounds.contains(&round.round) {
            return Ok(false);
        }
        let place = self.game_of(round)?;
        self.rounds.insert(round.round);
        self.played += usize::from(!round.results.is_empty());
        self.games[place].hear(round);
        Ok(true)
    }

    /// Lets bots that could not be started be tried again: what was missing may be there now.
    pub fn forgive(&mut self) {
        self.games.iter_mut().for_each(|game| game.benched.clear());
    }

    /// Makes the table of a round that will be heard. Returns its index if it is no table of the file.
    ///
    /// # Errors
    /// If the game of the round is not understood.
    pub fn admit(&mut self, round: &FinishedRound) -> Result<Option<usize>, String> {
        let place = self.game_of(round)?;
        Ok(Some(place).filter(|place| *place >= self.playing))
    }

    /// The reason why rounds count in the table of this index, and not in one of the file.
    pub fn difference(&self, place: usize) -> String {
        let other = &self.games[place];
        let (name, table) = (&other.name, other.table_name(true));
        let Some(own) = self.games[..self.playing].iter().find(|game| game.name == *name) else {
            return format!("{name} is no game of this ladder: its rounds count in the table {table}");
        };
        let only = |one: &LadderGame, other: &LadderGame| {
            let lines = one.settings.lines().filter(|line| !other.settings.lines().contains(line)).join(", ");
            if lines.is_empty() { "nothing".to_owned() } else { lines }
        };
        let (there, here) = (only(other, own), only(own, other));
        format!("rounds of {name} have other settings ({there} there, {here} here) and count in the table {table}")
    }

    fn game_of(&mut self, round: &FinishedRound) -> Result<usize, String> {
        let key = (round.game.clone(), round.settings.clone());
        if let Some(&place) = self.known.get(&key) {
            return Ok(place);
        }
        let wrong =
            |flaw: String| format!("the game {} of round {} is not understood: {flaw}", round.game, round.round);
        let named = self.games.iter().position(|game| game.name == round.game);
        let place = match (&round.settings, named) {
            // An older arbiter did not keep settings.
            (None, Some(place)) => place,
            (settings, _) => {
                let seats = round.results.first().map_or(2, |result| result.seats.len());
                let alone = || format!("variant = {:?}\nseats = {seats}\n", without_number(&round.game));
                let file = file::read(&settings.clone().unwrap_or_else(alone)).map_err(|it| wrong(it.flaw))?;
                let read = settings_of(&file);
                let same = self.games.iter().position(|game| game.name == round.game && game.settings == read);
                match same {
                    Some(place) => place,
                    None => {
                        let game = LadderGame::new(round.game.clone(), &file, self.registry);
                        self.games.push(game.map_err(|it| wrong(it.flaw))?);
                        self.games.len() - 1
                    }
                }
            }
        };
        self.known.insert(key, place);
        Ok(place)
    }

    /// For each table that gets no more rounds: what became of its game, unless its table has later rounds already.
    pub fn retired(&self) -> Vec<String> {
        let (playing, retired) = self.games.split_at(self.playing);
        let told = |old: &LadderGame| {
            let (name, table) = (&old.name, old.table_name(true));
            match playing.iter().find(|game| game.name == *name) {
                Some(new) if new.last.is_none() => Some(format!(
                    "the settings of {name} are not those of its last round: it begins a new table, and the old one stays as {table}"
                )),
                Some(now) if now.last < old.last => Some(format!(
                    "the settings of {name} are not those of its last round but earlier ones: their table goes on, and the \
                     other stays as {table}"
                )),
                Some(_) => None,
                None => Some(format!("{name} is no game of this ladder any more: its table stays as {table}")),
            }
        };
        retired.iter().filter_map(told).collect()
    }

    /// The tables of all games, those of the file first: the name of each, and its game.
    pub(super) fn tables(&self) -> impl Iterator<Item = (String, &LadderGame)> {
        self.games.iter().enumerate().map(|(place, game)| (game.table_name(place >= self.playing), game))
    }

    /// The number of finished rounds in which a game was played. A round of bots that cannot be started does not count.
    pub fn rounds(&self) -> usize {
        self.played
    }

    /// The greatest number of a finished round. `None` if there is none.
    pub fn last_round(&self) -> Option<u32> {
        self.rounds.last().copied()
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
        let mut order: Vec<usize> = (0..self.playing).collect();
        order.sort_by_key(|&game| (self.games[game].meetings.all + busy(game) as u64, game));
        order.into_iter().find_map(|game| Some((game, self.games[game].tables(present, tables)?)))
    }

    /// For each game of the file, how many of the bots play it, and how many it needs.
    pub fn shortage(&self, present: &[String]) -> String {
        let told = |game: &LadderGame| {
            let (able, needed) = (game.playing(present).count(), game.shape.seats);
            format!("{able} can play {}, which needs {needed}", game.name)
        };
        self.games[..self.playing].iter().map(told).join("; ")
    }

    /// The names of the games of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.games.iter().take(self.playing).map(|game| game.name.as_str())
    }
}

fn without_number(name: &str) -> &str {
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once('-').filter(|(_, number)| is_number(number)).map_or(name, |(variant, _)| variant)
}
