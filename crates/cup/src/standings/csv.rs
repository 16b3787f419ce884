//! The standings as comma-separated values.

use csv::Writer;

use super::{
    bot_row::{BOT, BotRow, CSV, EFFORT, RANKS},
    column::{Cell, Column},
    figure::exact,
    pair_row::{DUEL, Duel, PAIR, PairRow, UNIT},
    summary::Standings,
};
use crate::stats::Estimate;

const LEAD: Column<Estimate> = Column::new("lead", Cell::Figure(3, |lead| Some(*lead)));
const MEAN_SCORE: Column<Estimate> = Column::new("mean_score", Cell::Figure(1, |score| Some(*score)));
const SHARE: Column<Estimate> = Column::new("share", Cell::Figure(3, |share| Some(*share)));

#[derive(Debug)]
struct Sheet {
    words: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    fn new(rows: usize) -> Self {
        Self { words: Vec::new(), rows: vec![Vec::new(); rows] }
    }

    /// Appends columns. `of` gives the value of each row, if it has one.
    fn add<'a, T: 'static>(
        &mut self,
        columns: impl IntoIterator<Item = &'a Column<T>>,
        of: impl Fn(usize) -> Option<&'a T>,
    ) {
        for column in columns {
            self.words.extend(column.words());
            for (number, row) in self.rows.iter_mut().enumerate() {
                row.extend(column.exact(of(number)));
            }
        }
    }

    fn write(self) -> String {
        let mut writer = Writer::from_writer(Vec::new());
        for line in [self.words].iter().chain(&self.rows) {
            writer.write_record(line).expect("memory takes all lines, and each has all columns");
        }
        let bytes = writer.into_inner().expect("memory takes all lines");
        String::from_utf8(bytes).expect("all cells are text")
    }
}

fn named<'a>(words: &'static str) -> impl Iterator<Item = &'a Column<BotRow>> {
    words.split(' ').filter_map(|word| BOT.iter().find(|column| column.word == word))
}

impl Standings {
    /// The standings as comma-separated values, with a line of headings. The figures of a duel and of the lead stand in
    /// the row of the first bot. The mean score and the shares of seats are those of all games, and stand in every row.
    pub fn to_csv(&self) -> String {
        let mut sheet = Sheet::new(self.bots.len());
        sheet.add(named(CSV), |bot| self.bots.get(bot));
        let pair = self.duel_pair();
        let is_first = |bot: usize| self.duel.as_ref().is_some_and(|duel| duel.first == self.bots[bot].name);
        // The first bot's own columns have the other fields of the pair.
        let met = PAIR.iter().filter(|column| ["against", "elo", "los", "pairs"].contains(&column.word));
        sheet.add(met, |bot| pair.as_ref().filter(|_| is_first(bot)));
        sheet.add(DUEL, |bot| self.duel.as_ref().filter(|_| is_first(bot)));
        sheet.add([&LEAD], |bot| self.lead.as_ref().filter(|_| self.lead_of.first() == Some(&self.bots[bot].name)));
        sheet.add([&MEAN_SCORE], |_| self.mean_score.as_ref());
        for (seat, share) in (1..).zip(&self.seat_shares) {
            let first = sheet.words.len();
            sheet.add([&SHARE], |_| share.as_ref());
            sheet.words[first..].iter_mut().for_each(|word| *word = format!("seat_{seat}_{word}"));
        }
        if self.bots.iter().any(|row| row.effort.is_some()) {
            sheet.add(EFFORT, |bot| self.bots[bot].effort.as_ref());
        }
        if self.bots.iter().any(|row| row.ranks.is_some()) {
            sheet.add(named(RANKS), |bot| self.bots.get(bot));
        }
        if self.is_tested() {
            sheet.add([&UNIT], |bot| self.duel.as_ref().filter(|_| is_first(bot)));
        }
        sheet.write()
    }

    /// The pairs of bots that met as comma-separated values, with a line of headings. If all seats share a score, each
    /// row has two bots that sat together, which may be the same bot twice, and their mean score.
    pub fn pairs_to_csv(&self) -> String {
        let duel = self.duel_pair();
        let met: Vec<&PairRow> = self.pairs.iter().chain(&duel).collect();
        let mut sheet = Sheet::new(met.len());
        sheet.add(PAIR, |pair| Some(met[pair]));
        sheet.add(DUEL, |_| self.duel.as_ref());
        let names = 2;
        let between = vec![String::new(); sheet.words.len() - names];
        sheet.words.push(MEAN_SCORE.word.to_owned());
        sheet.rows.iter_mut().for_each(|row| row.push(String::new()));
        if self.is_tested() {
            sheet.add([&UNIT], |_| self.duel.as_ref());
        }
        // Each pair of bots that sat together, once.
        for (place, (one, scores)) in self.bots.iter().zip(&self.partners).enumerate() {
            for (other, score) in self.bots.iter().zip(scores).skip(place) {
                let row = |score: &f64| [&[one.name.clone(), other.name.clone()], &*between, &[exact(*score)]].concat();
                sheet.rows.extend(score.as_ref().map(row));
            }
        }
        sheet.write()
    }

    fn is_tested(&self) -> bool {
        self.duel.as_ref().is_some_and(|duel| duel.sprt.is_some())
    }

    /// The only pair of a duel. JSON and text have it in a section of its own.
    fn duel_pair(&self) -> Option<PairRow> {
        let Duel { first, second, elo, los, pentanomial, .. } = self.duel.as_ref()?;
        let games = self.bots.iter().find(|row| row.name == *first)?.wins_draws_losses?;
        let (first, second) = (first.clone(), second.clone());
        Some(PairRow { first, second, games, elo: *elo, los: *los, pentanomial: *pentanomial })
    }
}
