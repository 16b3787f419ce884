//! The standings as comma-separated values.

use csv::Writer;

use super::{BotRow, Duel, Figure, PairRow, Standings, TieBreak, text};

impl Standings {
    /// The standings as comma-separated values, with a line of headings.
    ///
    /// # Errors
    /// None that memory can have; those of the writer are handed on.
    pub fn to_csv(&self) -> Result<String, csv::Error> {
        let mut titles = vec!["rank", "bot", "games", "blocks", "points"];
        titles.extend(["share", "share_low", "share_high", "won", "drawn", "lost", "mean_place"]);
        titles.extend(["rating", "rating_low", "rating_high", "effect", "effect_low", "effect_high", "with_others"]);
        titles.extend(["mean_ms", "longest_ms", "faults", "tied", "byes", "places"]);
        titles.extend(["against_hero", "against_hero_low", "against_hero_high"]);
        titles.extend(tie_breaks().map(TieBreak::word));
        table(titles, self.bots.iter().map(bot))
    }

    /// Each two bots that met as comma-separated values, with a line of headings.
    ///
    /// # Errors
    /// As [`Standings::to_csv`].
    pub fn pairs_to_csv(&self) -> Result<String, csv::Error> {
        let mut titles = vec!["bot", "against", "won", "drawn", "lost", "elo", "elo_low", "elo_high", "los"];
        titles.extend(["pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2"]);
        let duel = self.duel_pair();
        let rows = self.pairs.iter().chain(&duel).map(|pair| {
            let mut record = vec![pair.first.clone(), pair.second.clone()];
            record.extend(pair.games.map(|count| count.to_string()));
            record.extend(figure(pair.elo));
            record.push(number(pair.los));
            record.extend(match pair.pentanomial {
                Some(counts) => counts.map(|count| count.to_string()),
                None => Default::default(),
            });
            record
        });
        table(titles, rows)
    }

    /// The only pair of a duel, which has a section of its own elsewhere.
    fn duel_pair(&self) -> Option<PairRow> {
        let Duel { first, second, elo, los, pentanomial, .. } = self.duel.as_ref()?;
        let games = self.bots.iter().find(|row| row.name == *first)?.wins_draws_losses?;
        let (first, second) = (first.clone(), second.clone());
        Some(PairRow { first, second, games, elo: *elo, los: *los, pentanomial: *pentanomial })
    }
}

fn table(titles: Vec<&str>, rows: impl Iterator<Item = Vec<String>>) -> Result<String, csv::Error> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(titles)?;
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn bot(row: &BotRow) -> Vec<String> {
    let mut record = vec![row.rank.to_string(), row.name.clone(), row.games.to_string(), row.blocks.to_string()];
    record.push(row.points.clone().unwrap_or_default());
    record.extend(figure(row.share));
    record.extend([0, 1, 2].map(|place| text::result(row, place)));
    record.push(number(row.mean_place));
    record.extend(figure(row.rating));
    record.extend(figure(row.effect));
    record.push(number(row.with_others));
    record.push(number(row.times.map(|times| times.mean_ms)));
    record.push(number(row.times.map(|times| times.longest_ms)));
    record.push(text::faults(row));
    record.push(row.tied.to_string());
    record.push(row.byes.map(|byes| byes.to_string()).unwrap_or_default());
    record.push(text::places(row));
    record.extend(figure(row.against_hero));
    record.extend(tie_breaks().map(|tie_break| number(row.tie_breaks.get(&tie_break).copied())));
    record
}

/// The tie-breaks with a column of their own: ratings have one anyway.
fn tie_breaks() -> impl Iterator<Item = TieBreak> {
    TieBreak::ALL.into_iter().filter(|&tie_break| tie_break != TieBreak::Rating)
}

/// A number in full, of which none is minus zero.
fn number(number: Option<f64>) -> String {
    number.map(|number| (number + 0.0).to_string()).unwrap_or_default()
}

fn figure(figure: Option<Figure>) -> [String; 3] {
    [
        number(figure.map(|figure| figure.value)),
        number(figure.map(|figure| figure.low)),
        number(figure.map(|figure| figure.high)),
    ]
}
