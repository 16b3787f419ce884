//! The standings as comma-separated values.

use csv::Writer;

use super::{
    bot_row::{BOT, BotRow, CSV, EFFORT, RANKS},
    column::{Cell, Column},
    figure::{Figure, exact},
    pair_row::{DUEL, Duel, PAIR, PairRow},
    summary::Standings,
};

const LEAD: Column<Figure> = Column::new("lead", Cell::Figure(3, |lead| Some(*lead)));
const MEAN_SCORE: Column<Figure> = Column::new("mean_score", Cell::Figure(1, |score| Some(*score)));
const SHARE: Column<Figure> = Column::new("share", Cell::Figure(3, |share| Some(*share)));

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

    fn write(self) -> Result<String, csv::Error> {
        let mut writer = Writer::from_writer(Vec::new());
        [self.words].iter().chain(&self.rows).try_for_each(|line| writer.write_record(line))?;
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The columns of bots with these words.
fn named<'a>(words: &'static str) -> impl Iterator<Item = &'a Column<BotRow>> {
    words.split(' ').filter_map(|word| BOT.iter().find(|column| column.word == word))
}

impl Standings {
    /// The standings as comma-separated values, with a line of headings. The figures of a duel and of the lead stand in
    /// the row of the first bot. The mean score and the shares of seats are those of all games, and stand in every row.
    ///
    /// # Errors
    /// Only errors of the CSV writer, which cannot fail in memory.
    pub fn to_csv(&self) -> Result<String, csv::Error> {
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
        sheet.write()
    }

    /// The pairs of bots that met as comma-separated values, with a line of headings. If all seats share a score, each
    /// row has two bots that sat together, which may be the same bot twice, and their mean score.
    ///
    /// # Errors
    /// Only errors of the CSV writer, as for [`Standings::to_csv`].
    pub fn pairs_to_csv(&self) -> Result<String, csv::Error> {
        let duel = self.duel_pair();
        let met: Vec<&PairRow> = self.pairs.iter().chain(&duel).collect();
        let mut sheet = Sheet::new(met.len());
        sheet.add(PAIR, |pair| Some(met[pair]));
        sheet.add(DUEL, |_| self.duel.as_ref());
        let names = 2;
        let between = vec![String::new(); sheet.words.len() - names];
        sheet.words.push(MEAN_SCORE.word.to_owned());
        sheet.rows.iter_mut().for_each(|row| row.push(String::new()));
        // Each pair of bots that sat together, once.
        for (place, (one, scores)) in self.bots.iter().zip(&self.partners).enumerate() {
            for (other, score) in self.bots.iter().zip(scores).skip(place) {
                let row = |score: &f64| [&[one.name.clone(), other.name.clone()], &*between, &[exact(*score)]].concat();
                sheet.rows.extend(score.as_ref().map(row));
            }
        }
        sheet.write()
    }

    /// The only pair of a duel. JSON and text have it in a section of its own.
    fn duel_pair(&self) -> Option<PairRow> {
        let Duel { first, second, elo, los, pentanomial, .. } = self.duel.as_ref()?;
        let games = self.bots.iter().find(|row| row.name == *first)?.wins_draws_losses?;
        let (first, second) = (first.clone(), second.clone());
        Some(PairRow { first, second, games, elo: *elo, los: *los, pentanomial: *pentanomial })
    }
}

#[cfg(test)]
mod tests {
    use uvi_games::{
        game::{Points, Seed},
        games::REGISTRY,
    };

    use super::*;
    use crate::standings::{
        figure::{Figure, exact},
        pair_row::SprtLine,
        rated::{RatedGame, RatedGames},
    };
    use crate::{progress::GameResult, terms::Ranking};

    /// The standings of games with these points, each played in both seatings.
    fn standings(variant: &str, seats: u8, rounds: &[&[u32]]) -> Standings {
        let name = |bot: usize| ["a", "b", "c"][bot].to_owned();
        let game = |round: usize, shift: usize| {
            let table: Vec<usize> = (0..usize::from(seats)).map(|seat| (seat + shift) % usize::from(seats)).collect();
            let points = table.iter().map(|&bot| Points::new(rounds[round][bot], rounds[round].iter().sum()));
            let result = GameResult {
                game: 1,
                block: 1,
                round: 1,
                seats: table.iter().copied().map(name).collect(),
                opening: None,
                reason: "mate".to_owned(),
                score: points.collect(),
                shared: None,
                decisions: 1,
                course: None,
                faults: Vec::new(),
                efforts: Vec::new(),
                seed: Some(Seed([round as u8; 16])),
                log: String::new(),
            };
            RatedGame { source: 0, result, times: None }
        };
        let games = (0..rounds.len()).flat_map(|round| (0..usize::from(seats)).map(move |shift| (round, shift)));
        let games = games.map(|(round, shift)| game(round, shift)).collect();
        let rated = RatedGames { variant: REGISTRY.find(variant).unwrap(), options: Default::default(), seats, games };
        Standings::rate(&rated, &Ranking::default())
    }

    /// The cell under a heading, in the row whose first two columns hold these words.
    #[track_caller]
    fn cell(text: &str, words: &[&str], title: &str) -> String {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let place = reader.headers().unwrap().iter().position(|other| other == title).expect(title);
        let mut rows = reader.records().map(Result::unwrap);
        let row = rows.find(|row| words.iter().all(|word| row.iter().take(2).any(|cell| cell == *word))).unwrap();
        row[place].to_owned()
    }

    #[track_caller]
    fn has(text: &str, words: &[&str], title: &str, expected: Option<Figure>) {
        let ends = expected.map(|Figure { value, low, high }| [value, low, high].map(exact)).unwrap_or_default();
        for (end, expected) in ["", "_low", "_high"].into_iter().zip(ends) {
            assert_eq!(cell(text, words, &format!("{title}{end}")), expected, "{title}{end}");
        }
    }

    #[test]
    fn a_duel_has_its_figures_and_its_test() {
        let mut standings = standings("congress", 2, &[&[1, 0], &[1, 1], &[1, 0], &[0, 1], &[1, 0]]);
        let verdict = "H1".to_owned();
        let line = SprtLine { elo0: -10.0, elo1: 0.0, llr: 1.25, lower: -2.5, upper: 2.75, verdict, blocks: 5 };
        standings.duel.as_mut().unwrap().sprt = Some(line);
        let duel = standings.duel.clone().unwrap();
        let normal = duel.normal.unwrap();
        assert!(duel.nelo.is_some() && duel.los.is_some());
        let (bots, pairs) = (standings.to_csv().unwrap(), standings.pairs_to_csv().unwrap());
        for (text, words) in [(&bots, &["a"][..]), (&pairs, &["a", "b"])] {
            has(text, words, "elo", duel.elo);
            has(text, words, "nelo", duel.nelo);
            has(text, words, "normal_elo", Some(normal.elo));
            has(text, words, "normal_nelo", Some(normal.nelo));
            for (title, expected) in [("los", duel.los), ("normal_los", Some(normal.los)), ("draw_ratio", Some(0.2))] {
                assert_eq!(cell(text, words, title), expected.map(exact).unwrap_or_default(), "{title}");
            }
            for (title, expected) in [
                ("against", "b"),
                ("pairs_0", "1"),
                ("pairs_1", "1"),
                ("pairs_2", "3"),
                ("sprt_elo0", "-10"),
                ("sprt_elo1", "0"),
                ("llr", "1.25"),
                ("llr_lower", "-2.5"),
                ("llr_upper", "2.75"),
                ("verdict", "H1"),
            ] {
                assert_eq!(cell(text, words, title), expected, "{title}");
            }
        }
        for title in ["against", "nelo", "llr", "verdict"] {
            assert_eq!(cell(&bots, &["b"], title), "", "what a duel says stands in one row");
        }
    }

    #[test]
    fn each_row_has_the_share_of_each_seat() {
        let standings = standings("orwell", 3, &[&[3, 2, 1], &[1, 0, 0], &[0, 1, 1]]);
        let text = standings.to_csv().unwrap();
        for name in ["a", "b", "c"] {
            for (seat, &share) in (1..).zip(&standings.seat_shares) {
                assert!(share.is_some());
                has(&text, &[name], &format!("seat_{seat}_share"), share);
            }
            assert_eq!(cell(&text, &[name], "nelo"), "");
        }
        assert!(!text.contains("seat_4_share"));
    }

    #[test]
    fn who_is_ahead_and_what_partners_score_is_there() {
        let mut standings = standings("congress", 2, &[&[1, 0]]);
        let [lead, mean] = [(0.25, 0.125, 0.5), (3.5, 3.0, 4.0)].map(|(value, low, high)| Figure { value, low, high });
        standings.duel = None;
        (standings.lead, standings.lead_of) = (Some(lead), vec!["b".to_owned(), "a".to_owned()]);
        standings.mean_score = Some(mean);
        standings.partners = vec![vec![None, Some(4.5)], vec![Some(4.5), Some(2.0)]];
        let text = standings.to_csv().unwrap();
        has(&text, &["b"], "lead", Some(lead));
        has(&text, &["a"], "lead", None);
        has(&text, &["a"], "mean_score", Some(mean));
        has(&text, &["b"], "mean_score", Some(mean));
        let pairs = standings.pairs_to_csv().unwrap();
        let rows: Vec<&str> = pairs.lines().skip(1).collect();
        let commas = |row: &str| row.matches(',').count();
        assert!(rows.iter().all(|row| commas(row) == commas(&pairs[..pairs.find('\n').unwrap()])), "{pairs}");
        let shown: Vec<(&str, &str)> =
            rows.iter().map(|row| (row.split(",,").next().unwrap(), row.rsplit(',').next().unwrap())).collect();
        assert_eq!(shown, [("a,b", "4.5"), ("b,b", "2")]);
    }

    /// Protects readers that find columns by position.
    #[test]
    fn columns_that_were_there_stay_where_they_were() {
        let standings = standings("congress", 2, &[&[1, 0], &[1, 1]]);
        let bots = "rank,bot,games,blocks,points,share,share_low,share_high,won,drawn,lost,mean_place,rating,rating_low,\
                    rating_high,effect,effect_low,effect_high,with_others,mean_ms,longest_ms,faults,tied,byes,places,\
                    against_hero,against_hero_low,against_hero_high,buchholz,buchholz-cut,sonneborn-berger,\
                    head-to-head,wins,against,elo,";
        let pairs = "bot,against,won,drawn,lost,elo,elo_low,elo_high,los,pairs_0,pairs_half,pairs_1,pairs_3_halves,\
                     pairs_2,nelo,";
        for (text, titles) in [(standings.to_csv().unwrap(), bots), (standings.pairs_to_csv().unwrap(), pairs)] {
            assert!(text.starts_with(titles), "{text}");
        }
    }
}
