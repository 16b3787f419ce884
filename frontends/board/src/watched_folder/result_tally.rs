//! The results of a tournament, added up.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, VecDeque},
    str::FromStr as _,
};

use serde::Deserialize;
use uvi::Points;

use crate::talk::{GameEntry, StandingEntry};

/// The maximum number of finished games shown.
const MOST_LATEST: usize = 50;

/// A line of `results.jsonl`; see its schema.
#[derive(Debug, Deserialize)]
pub(super) struct ResultLine {
    pub(super) game: u64,
    pub(super) seats: Vec<String>,
    pub(super) reason: String,
    #[serde(default)]
    pub(super) score: Option<Vec<String>>,
    #[serde(default)]
    pub(super) shared: Option<u32>,
    #[serde(default)]
    pub(super) faults: Vec<FaultySeat>,
}

/// A fault, as far as it is shown.
#[derive(Debug, Deserialize)]
pub(super) struct FaultySeat {
    /// From 1.
    pub(super) seat: usize,
}

/// The points and games of each bot, and of each pair of bots.
#[derive(Debug, Default)]
pub(super) struct ResultTally {
    /// The number of the last game before the first unfinished one.
    pub(super) complete: u64,
    /// Finished games after `complete`.
    pub(super) beyond: BTreeSet<u64>,
    pub(super) finished: u64,
    bots: BTreeMap<String, (u64, f64)>,
    faults: BTreeMap<String, u64>,
    pairs: BTreeMap<(String, String), (f64, u64)>,
    pub(super) latest: VecDeque<GameEntry>,
    /// The places in `names` of the bots of each finished game, in seat order.
    lineups: BTreeMap<u64, Box<[usize]>>,
    names: Vec<String>,
}

impl ResultTally {
    /// The names of the bots of a finished game, in seat order. `None` if the game is not finished.
    pub(super) fn players(&self, game: u64) -> Option<Vec<String>> {
        Some(self.lineups.get(&game)?.iter().map(|place| self.names[*place].clone()).collect())
    }

    /// The place of a name in `names`, where it is added if it is new.
    fn place(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Returns true if the game is finished.
    pub(super) fn has(&self, game: u64) -> bool {
        game <= self.complete || self.beyond.contains(&game)
    }

    /// Adds a result, unless the game has one.
    pub(super) fn add(&mut self, line: ResultLine) {
        let ResultLine { game, seats, reason, score, shared, faults } = line;
        if self.has(game) {
            return;
        }
        let lineup = seats.iter().map(|name| self.place(name)).collect();
        self.lineups.insert(game, lineup);
        self.beyond.insert(game);
        while self.beyond.remove(&(self.complete + 1)) {
            self.complete += 1;
        }
        self.finished += 1;
        for name in faults.iter().filter_map(|fault| seats.get(fault.seat.checked_sub(1)?)) {
            *self.faults.entry(name.clone()).or_default() += 1;
        }
        let shared_text = shared.map(|points| vec![points.to_string()]);
        let of_seat = |seat: usize| match (&score, shared) {
            (Some(score), _) => score.get(seat).and_then(|text| Points::from_str(text).ok()).map_or(0.0, value),
            (None, Some(shared)) => f64::from(shared),
            (None, None) => 0.0,
        };
        for (seat, name) in seats.iter().enumerate() {
            let (games, points) = self.bots.entry(name.clone()).or_default();
            *games += 1;
            *points += of_seat(seat);
            let others = seats.iter().enumerate().filter(|(other, _)| *other != seat && score.is_some());
            for (other, name_of_other) in others {
                let (points, games) = self.pairs.entry((name.clone(), name_of_other.clone())).or_default();
                *points += match of_seat(seat).total_cmp(&of_seat(other)) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                };
                *games += 1;
            }
        }
        self.latest.push_front(GameEntry { game, seats, score: score.or(shared_text).unwrap_or_default(), reason });
        self.latest.truncate(MOST_LATEST);
    }

    /// The bots, sorted by their share of points, highest first.
    pub(super) fn standings(&self) -> Vec<StandingEntry> {
        let mut bots: Vec<_> = self.bots.iter().collect();
        let share = |(games, points): (u64, f64)| points / games as f64;
        bots.sort_by(|(_, one), (_, other)| share(**other).total_cmp(&share(**one)));
        let against = |name: &String| {
            let pair = |other: &String| self.pairs.get(&(name.clone(), other.clone())).copied().unwrap_or_default();
            bots.iter().map(|(other, _)| pair(other)).collect()
        };
        let entry = |(name, (games, points)): &(&String, &(u64, f64))| StandingEntry {
            name: (*name).clone(),
            games: *games,
            points: *points,
            faults: self.faults.get(*name).copied().unwrap_or_default(),
            against: against(name),
        };
        bots.iter().map(entry).collect()
    }
}

fn value(points: Points) -> f64 {
    f64::from(points.numerator()) / f64::from(points.denominator())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let mut tally = ResultTally::default();
        for text in [
            r#"{"game":2,"seats":["a","b"],"reason":"blocked","score":["1/2","1/2"]}"#,
            r#"{"game":1,"seats":["b","a"],"reason":"isolated","score":["0","1"],"decisions":12}"#,
            r#"{"game":4,"seats":["a","b"],"reason":"abort","faults":[{"seat":2,"fault":"crash","text":"exit status 1"}]}"#,
            r#"{"game":2,"seats":["a","b"],"reason":"again","score":["0","1"]}"#,
        ] {
            tally.add(serde_json::from_str(text).expect("a result"));
        }
        assert_eq!((tally.finished, tally.complete), (3, 2));
        let standings: Vec<_> =
            tally.standings().into_iter().map(|bot| (bot.name, bot.games, bot.points, bot.against)).collect();
        assert_eq!(standings[0], ("a".to_owned(), 3, 1.5, vec![(0.0, 0), (1.5, 2)]));
        assert_eq!(standings[1], ("b".to_owned(), 3, 0.5, vec![(0.5, 2), (0.0, 0)]));
        assert_eq!(tally.standings().iter().map(|bot| bot.faults).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(tally.latest[0].game, 4);
        assert_eq!(tally.players(1), Some(vec!["b".to_owned(), "a".to_owned()]));
        assert_eq!(tally.players(3), None);
    }
}
