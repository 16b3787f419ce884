//! The results of a tournament, added up.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet, VecDeque},
};

use uvi::Points;
use uvi_cup::GameResult;

use crate::talk::{GameEntry, StandingEntry};

const MOST_LATEST: usize = 50;

/// The results of each bot.
#[derive(Debug, Default)]
pub(super) struct ResultTally {
    /// The number of the last game before the first unfinished one.
    pub(super) complete: u64,
    /// Finished games after `complete`.
    pub(super) beyond: BTreeSet<u64>,
    pub(super) finished: u64,
    bots: BTreeMap<String, BotTally>,
    pub(super) latest: VecDeque<GameEntry>,
}

#[derive(Debug, Default)]
struct BotTally {
    games: u64,
    points: f64,
    faults: u64,
    /// The points and games against each other bot.
    against: BTreeMap<String, (f64, u64)>,
}

impl ResultTally {
    pub(super) fn has(&self, game: u64) -> bool {
        game <= self.complete || self.beyond.contains(&game)
    }

    pub(super) fn add(&mut self, result: GameResult) {
        let game = u64::from(result.game);
        if self.has(game) {
            return;
        }
        self.beyond.insert(game);
        while self.beyond.remove(&(self.complete + 1)) {
            self.complete += 1;
        }
        self.finished += 1;
        for name in result.at_fault() {
            self.bots.entry(name.to_owned()).or_default().faults += 1;
        }
        let GameResult { seats, reason, score, shared, .. } = result;
        let of_seat = |seat: usize| match &score {
            Some(score) => score[seat].into(),
            None => f64::from(shared.unwrap_or_default()),
        };
        for (seat, name) in seats.iter().enumerate() {
            let bot = self.bots.entry(name.clone()).or_default();
            bot.games += 1;
            bot.points += of_seat(seat);
            let others = seats.iter().enumerate().filter(|(other, _)| *other != seat && score.is_some());
            for (other, name_of_other) in others {
                let (points, games) = bot.against.entry(name_of_other.clone()).or_default();
                *points += match of_seat(seat).total_cmp(&of_seat(other)) {
                    Ordering::Less => 0.0,
                    Ordering::Equal => 0.5,
                    Ordering::Greater => 1.0,
                };
                *games += 1;
            }
        }
        let points = score.iter().flatten().map(Points::to_string);
        let score = points.chain(shared.map(|points| points.to_string())).collect();
        self.latest.push_front(GameEntry { game, seats, score, reason });
        self.latest.truncate(MOST_LATEST);
    }

    /// The bots in this order. Those that it does not have come last, by their share of points, highest first.
    pub(super) fn standings(&self, order: &[String]) -> Vec<StandingEntry> {
        let mut bots: Vec<_> = self.bots.iter().collect();
        let share = |bot: &BotTally| bot.points / bot.games as f64;
        let places: BTreeMap<&String, usize> = order.iter().enumerate().map(|(place, name)| (name, place)).collect();
        let place = |name: &String| places.get(name).copied().unwrap_or(usize::MAX);
        bots.sort_by(|(a, one), (b, other)| place(a).cmp(&place(b)).then(share(other).total_cmp(&share(one))));
        let against = |bot: &BotTally, other| bot.against.get(other).copied().unwrap_or_default();
        let entry = |&(name, bot): &(&String, &BotTally)| StandingEntry {
            name: name.clone(),
            games: bot.games,
            points: bot.points,
            faults: bot.faults,
            against: bots.iter().map(|&(other, _)| against(bot, other)).collect(),
        };
        bots.iter().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_add_up() {
        let mut tally = ResultTally::default();
        for (game, text) in [
            (2, r#""seats":["a","b"],"reason":"blocked","score":["1/2","1/2"]"#),
            (1, r#""seats":["b","a"],"reason":"isolated","score":["0","1"]"#),
            (4, r#""seats":["a","b"],"reason":"crash","shared":5,"faults":[{"seat":2,"fault":"crash"}]"#),
            (2, r#""seats":["a","b"],"reason":"again","score":["0","1"]"#),
        ] {
            let seed = "0".repeat(32);
            let text =
                format!(r#"{{"game":{game},"block":1,"round":1,{text},"decisions":1,"seed":"{seed}","log":""}}"#);
            tally.add(serde_json::from_str(&text).expect("a result"));
        }
        assert_eq!((tally.finished, tally.complete), (3, 2));
        let standings: Vec<_> =
            tally.standings(&[]).into_iter().map(|bot| (bot.name, bot.games, bot.points, bot.against)).collect();
        assert_eq!(standings[0], ("a".to_owned(), 3, 6.5, vec![(0.0, 0), (1.5, 2)]));
        assert_eq!(standings[1], ("b".to_owned(), 3, 5.5, vec![(0.5, 2), (0.0, 0)]));
        assert_eq!(tally.standings(&[]).iter().map(|bot| bot.faults).collect::<Vec<_>>(), [0, 1]);
        let order = ["c", "b", "a"].map(str::to_owned);
        let of_ladder: Vec<_> = tally.standings(&order).into_iter().map(|bot| (bot.name, bot.against)).collect();
        assert_eq!(of_ladder[0], ("b".to_owned(), vec![(0.0, 0), (0.5, 2)]));
        assert_eq!(of_ladder[1], ("a".to_owned(), vec![(1.5, 2), (0.0, 0)]));
        assert_eq!((tally.latest[0].game, &*tally.latest[0].score), (4, &["5".to_owned()][..]));
    }
}
