//! Ladders of bots of known strengths, whose games are drawn by lot.

use std::collections::BTreeMap;

use uvi::{Points, Seed};
use uvi_cup::{BotRow, FinishedRound, GameResult, Ladder, LadderFile, LadderTable};
use uvi_games::{game::Stream, games::REGISTRY};

/// A ladder of one game with bots of known strengths, in points of Elo.
#[derive(Debug)]
pub(crate) struct SimulatedLadder {
    pub(crate) ladder: Ladder,
    pub(crate) elo: BTreeMap<String, f64>,
    pub(crate) present: Vec<String>,
    rounds: u32,
    seats: usize,
    stream: Stream,
}

impl SimulatedLadder {
    pub(crate) fn new(seats: usize, bots: impl IntoIterator<Item = (String, f64)>, seed: u64) -> Self {
        let variant = if seats == 2 { "isolation" } else { "orwell" };
        let file = LadderFile::read(&format!("[[game]]\nvariant = \"{variant}\"\nseats = {seats}\n")).unwrap();
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let elo: BTreeMap<String, f64> = bots.into_iter().collect();
        Self {
            ladder: Ladder::new(&file, REGISTRY).unwrap(),
            present: elo.keys().cloned().collect(),
            elo,
            rounds: 0,
            seats,
            stream: Stream::new(&Seed(bytes), "ladder"),
        }
    }

    /// Adds a bot.
    pub(crate) fn join(&mut self, name: &str, elo: f64) {
        self.elo.insert(name.to_owned(), elo);
        self.present.push(name.to_owned());
    }

    /// Plays a round at the tables that the ladder chooses.
    pub(crate) fn round(&mut self, tables: usize) -> FinishedRound {
        let (_, chosen) = self.ladder.next_round(&self.present, &[], tables).unwrap();
        self.play(&chosen)
    }

    /// Plays a round at these tables.
    pub(crate) fn play(&mut self, chosen: &[Vec<String>]) -> FinishedRound {
        let mut results = Vec::new();
        for (block, table) in (1..).zip(chosen) {
            for turn in 0..self.seats {
                let seats: Vec<String> =
                    (0..self.seats).map(|seat| table[(seat + turn) % self.seats].clone()).collect();
                results.push(self.game(results.len() as u32 + 1, block, seats));
            }
        }
        self.rounds += 1;
        let game = self.ladder.names().next().unwrap().to_owned();
        let round = FinishedRound {
            round: self.rounds,
            origin: None,
            game,
            settings: None,
            results,
            times: Vec::new(),
            benched: Vec::new(),
        };
        self.ladder.hear(round.clone()).unwrap();
        round
    }

    /// A game that one seat wins, with a chance proportional to its strength.
    fn game(&mut self, game: u32, block: u32, seats: Vec<String>) -> GameResult {
        let strengths: Vec<f64> = seats.iter().map(|name| 10_f64.powf(self.elo[name] / 400.0)).collect();
        let all: f64 = strengths.iter().sum();
        let mut at = f64::from(self.stream.below(u32::MAX)) / f64::from(u32::MAX) * all;
        let winner = strengths.iter().position(|strength| {
            at -= strength;
            at <= 0.0
        });
        let points = |seat| if Some(seat) == winner { Points::ONE } else { Points::ZERO };
        GameResult {
            game,
            block,
            round: 1,
            score: Some((0..seats.len()).map(points).collect()),
            seats,
            reason: "drawn".to_owned(),
            decisions: 1,
            seed: Some(Seed([0; 16])),
            ..GameResult::default()
        }
    }

    /// The rows of the table, best first.
    pub(crate) fn rows(&self) -> Vec<BotRow> {
        LadderTable::of(&self.ladder, &self.present).games.into_values().next().unwrap().bots
    }

    /// The true strength of a bot, relative to the mean of the rows that play, have won and have lost.
    pub(crate) fn truth(&self, rows: &[BotRow], name: &str) -> f64 {
        let has_both =
            |row: &&BotRow| row.rank.is_some() && row.share.is_some_and(|it| 0.0 < it.value && it.value < 1.0);
        let rows: Vec<&BotRow> = rows.iter().filter(has_both).collect();
        let mean = rows.iter().map(|row| self.elo[&row.name]).sum::<f64>() / rows.len() as f64;
        self.elo[name] - mean
    }
}

/// Bots with these strengths, by number.
pub(crate) fn bots(elo: impl IntoIterator<Item = f64>) -> impl Iterator<Item = (String, f64)> {
    elo.into_iter().enumerate().map(|(number, elo)| (format!("bot{number:03}"), elo))
}
