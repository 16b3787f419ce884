//! Counts the results of a series of games.

use std::collections::BTreeMap;

use itertools::Itertools as _;
use uvi::{Points, ScoreText, ToHost};
use uvi_cup::{counted, schedule::Lineup, stats::PointSum};

#[derive(Debug, Default)]
pub(crate) struct Series {
    /// The player at each seat of the running game, by its place on the command line from 0.
    table: Vec<usize>,
    /// The names of the players, if they change seats; `None` if results are told by seat.
    names: Option<Vec<String>>,
    games: u32,
    reasons: BTreeMap<String, u32>,
    points: Vec<(PointSum, u32)>,
    won: Vec<u32>,
    shared: Vec<u32>,
    faults: BTreeMap<(usize, &'static str), u32>,
}

impl Series {
    pub(crate) fn new(seats: u8) -> Self {
        Self {
            table: (0..seats.into()).collect(),
            points: vec![Default::default(); seats.into()],
            won: vec![0; seats.into()],
            ..Self::default()
        }
    }

    /// Begins a game of players that change seats, and have these words on the command line.
    pub(crate) fn seat(&mut self, words: &[String], table: &Lineup) {
        self.names.get_or_insert_with(|| words.to_vec());
        self.table = table.iter().map(|bot| bot.0).collect();
    }

    fn player(&self, seat: u32) -> Option<usize> {
        self.table.get((seat as usize).checked_sub(1)?).copied()
    }

    pub(crate) fn hear(&mut self, message: &ToHost) {
        match message {
            ToHost::Ready { seat, bot, .. } if !bot.as_str().is_empty() => {
                let player = self.player(*seat);
                let name = player.and_then(|player| self.names.as_mut()?.get_mut(player));
                if let Some(name) = name {
                    bot.as_str().clone_into(name);
                }
            }
            ToHost::Fault { seat, fault, .. } => {
                if let Some(player) = self.player(*seat) {
                    *self.faults.entry((player, fault.word())).or_default() += 1;
                }
            }
            _ => {}
        }
        let ToHost::Over { over, .. } = message else { return };
        self.games += 1;
        *self.reasons.entry(over.reason.to_string()).or_default() += 1;
        match &over.score {
            Some(ScoreText::Each(points)) => {
                for (player, points) in self.table.iter().zip(points) {
                    let (sum, games) = &mut self.points[*player];
                    *sum += PointSum::of(*points).unwrap_or_default();
                    *games += 1;
                }
                let value = |points: &Points| f64::from(*points);
                let best =
                    self.table.iter().zip(points).max_set_by(|one, other| value(one.1).total_cmp(&value(other.1)));
                if let [(winner, _)] = best[..] {
                    self.won[*winner] += 1;
                }
            }
            Some(ScoreText::Shared(points)) => self.shared.push(*points),
            None => {}
        }
    }

    pub(crate) fn aborted(&self) -> bool {
        self.reasons.contains_key("abort")
    }

    pub(crate) fn faults(&self) -> u32 {
        self.faults.values().sum()
    }

    pub(crate) fn summary(&self) -> Vec<String> {
        let reasons = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).join(", ");
        let mut lines = vec![format!("{}: {reasons}", counted(self.games, "game"))];
        let players = self.points.iter().zip(&self.won).enumerate();
        for (player, ((sum, games), won)) in players.filter(|(_, ((_, games), _))| *games > 0) {
            let sum = sum.value();
            let sum = if sum.fract() == 0.0 { sum.to_string() } else { format!("{sum:.2}") };
            lines.push(format!("{}: {sum} points of {games}, {won} won", self.told(player)));
        }
        if let (Some(best), Some(worst)) = (self.shared.iter().max(), self.shared.iter().min()) {
            let mean = self.shared.iter().map(|&points| f64::from(points)).sum::<f64>() / self.shared.len() as f64;
            lines.push(format!("shared score: mean {mean:.1}, best {best}, worst {worst}"));
        }
        for ((player, fault), count) in &self.faults {
            lines.push(format!("{}: {count} {fault}", self.told(*player)));
        }
        lines
    }

    /// The name of a player that changes seats, with its number if it shares its name; otherwise its seat.
    fn told(&self, player: usize) -> String {
        let Some(names) = &self.names else { return format!("seat {}", player + 1) };
        match names.iter().filter(|name| **name == names[player]).count() {
            1 => names[player].clone(),
            _ => format!("{} #{}", names[player], player + 1),
        }
    }
}
