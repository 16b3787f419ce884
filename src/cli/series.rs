//! Counts the results of a series of games.

use std::collections::BTreeMap;

use uvi::{Points, ScoreText, ToHost};
use uvi_cup::counted;

#[derive(Debug)]
pub(crate) struct Series {
    seats: u8,
    games: u32,
    reasons: BTreeMap<String, u32>,
    /// The points of each seat in each game.
    points: Vec<Vec<Points>>,
    shared: Vec<u32>,
    faults: BTreeMap<(u32, &'static str), u32>,
}

impl Series {
    pub(crate) fn new(seats: u8) -> Self {
        Self {
            seats,
            games: 0,
            reasons: BTreeMap::new(),
            points: vec![Vec::new(); seats.into()],
            shared: Vec::new(),
            faults: BTreeMap::new(),
        }
    }

    /// Counts the faults and results among a match's messages.
    pub(crate) fn hear(&mut self, message: &ToHost) {
        if let ToHost::Fault { seat, fault, .. } = message {
            *self.faults.entry((*seat, fault.word())).or_default() += 1;
        }
        let ToHost::Over { over, .. } = message else { return };
        self.games += 1;
        *self.reasons.entry(over.reason.to_string()).or_default() += 1;
        match &over.score {
            Some(ScoreText::Each(points)) => {
                for (all, points) in self.points.iter_mut().zip(points) {
                    all.push(*points);
                }
            }
            Some(ScoreText::Shared(points)) => self.shared.push(*points),
            None => {}
        }
    }

    /// True if a game was aborted.
    pub(crate) fn aborted(&self) -> bool {
        self.reasons.contains_key("abort")
    }

    pub(crate) fn faults(&self) -> u32 {
        self.faults.values().sum()
    }

    /// The lines of the summary.
    pub(crate) fn summary(&self) -> Vec<String> {
        let reasons: Vec<_> = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let mut lines = vec![format!("{}: {}", counted(self.games, "game"), reasons.join(", "))];
        for (seat, points) in (1..=self.seats).zip(&self.points) {
            if !points.is_empty() {
                let won = points.iter().filter(|points| **points == Points::ONE).count();
                lines.push(format!("seat {seat}: {} points of {}, {won} won", sum(points), points.len()));
            }
        }
        if let (Some(best), Some(worst)) = (self.shared.iter().max(), self.shared.iter().min()) {
            let mean = self.shared.iter().map(|&points| f64::from(points)).sum::<f64>() / self.shared.len() as f64;
            lines.push(format!("shared score: mean {mean:.1}, best {best}, worst {worst}"));
        }
        for ((seat, fault), count) in &self.faults {
            lines.push(format!("seat {seat}: {count} {fault}"));
        }
        lines
    }
}

/// A sum of points as text. Points are halves, thirds, quarters and fifths, so sixtieths hold every sum exactly.
fn sum(points: &[Points]) -> String {
    let sixtieths: u64 =
        points.iter().map(|points| u64::from(points.numerator()) * 60 / u64::from(points.denominator())).sum();
    match sixtieths % 60 {
        0 => (sixtieths / 60).to_string(),
        _ => format!("{:.2}", sixtieths as f64 / 60.0),
    }
}
