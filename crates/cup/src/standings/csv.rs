//! The standings as comma-separated values.

use csv::Writer;
use uvi_match::record::Tokens;

use super::{BotRow, Duel, Figure, NormalLine, PairRow, SprtLine, Standings, TieBreak, text};

/// What two bots that met have: the difference in Elo, and how their pairs of games went.
const PAIR: [&str; 9] =
    ["elo", "elo_low", "elo_high", "los", "pairs_0", "pairs_half", "pairs_1", "pairs_3_halves", "pairs_2"];

/// What only a duel has: normalized Elo, the same by the normal distribution, the sequential test.
const DUEL: [&str; 17] = [
    "nelo",
    "nelo_low",
    "nelo_high",
    "normal_elo",
    "normal_elo_low",
    "normal_elo_high",
    "normal_nelo",
    "normal_nelo_low",
    "normal_nelo_high",
    "normal_los",
    "draw_ratio",
    "sprt_elo0",
    "sprt_elo1",
    "llr",
    "llr_lower",
    "llr_upper",
    "verdict",
];

impl Standings {
    /// The standings as comma-separated values, with a line of headings. What a duel says stands in the row of its first
    /// bot, as who is ahead does; the mean score and the share of each seat are those of all games, in every row.
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
        titles.push("against");
        titles.extend(PAIR.into_iter().chain(DUEL));
        titles.extend(["lead", "lead_low", "lead_high", "mean_score", "mean_score_low", "mean_score_high"]);
        let mut titles: Vec<String> = titles.into_iter().map(str::to_owned).collect();
        for seat in 1..=self.seat_shares.len() {
            titles.extend(["", "_low", "_high"].map(|end| format!("seat_{seat}_share{end}")));
        }
        let counts_tries = self.bots.iter().any(|row| row.effort.is_some());
        if counts_tries {
            titles.extend(EFFORT.map(str::to_owned));
        }
        let rows = self.bots.iter().map(|row| {
            let mut record = bot(row);
            let first = self.duel.as_ref().filter(|duel| duel.first == row.name);
            record.push(first.map(|duel| duel.second.clone()).unwrap_or_default());
            record.extend(pair_cells(first.map(|duel| (duel.elo, duel.los, duel.pentanomial))));
            record.extend(duel_cells(first));
            let is_ahead = self.lead_of.first() == Some(&row.name);
            record.extend(figure(self.lead.filter(|_| is_ahead)));
            record.extend(figure(self.mean_score));
            record.extend(self.seat_shares.iter().flat_map(|&share| figure(share)));
            if counts_tries {
                record.extend(effort(row));
            }
            record
        });
        table(titles, rows)
    }

    /// Each two bots that met as comma-separated values, with a line of headings. Where all seats share a score, each
    /// bot stands with each that it sat with, itself too, and with their mean score.
    ///
    /// # Errors
    /// As [`Standings::to_csv`].
    pub fn pairs_to_csv(&self) -> Result<String, csv::Error> {
        let mut titles = vec!["bot", "against", "won", "drawn", "lost"];
        titles.extend(PAIR.into_iter().chain(DUEL));
        titles.push("mean_score");
        let duel = self.duel_pair();
        let met = self.pairs.iter().chain(&duel).map(|pair| {
            let mut record = vec![pair.first.clone(), pair.second.clone()];
            record.extend(pair.games.map(|count| count.to_string()));
            record.extend(pair_cells(Some((pair.elo, pair.los, pair.pentanomial))));
            record.extend(duel_cells(self.duel.as_ref()));
            record.push(String::new());
            record
        });
        table(titles, met.chain(self.partner_rows()))
    }

    /// Each two bots that sat together, once, where all seats share a score.
    fn partner_rows(&self) -> impl Iterator<Item = Vec<String>> {
        let cells = self.bots.iter().zip(&self.partners).enumerate().flat_map(|(place, (row, scores))| {
            let others = self.bots.iter().zip(scores).skip(place);
            others.filter_map(move |(other, score)| Some((&row.name, &other.name, (*score)?)))
        });
        cells.map(|(one, other, score)| {
            let between = 3 + PAIR.len() + DUEL.len();
            let mut record = vec![one.clone(), other.clone()];
            record.extend(std::iter::repeat_n(String::new(), between));
            record.push(number(Some(score)));
            record
        })
    }

    /// The only pair of a duel, which has a section of its own elsewhere.
    fn duel_pair(&self) -> Option<PairRow> {
        let Duel { first, second, elo, los, pentanomial, .. } = self.duel.as_ref()?;
        let games = self.bots.iter().find(|row| row.name == *first)?.wins_draws_losses?;
        let (first, second) = (first.clone(), second.clone());
        Some(PairRow { first, second, games, elo: *elo, los: *los, pentanomial: *pentanomial })
    }
}

/// What is said of two bots that met: the difference in Elo, the likelihood that the first is the stronger one, and their
/// pairs of games.
type Met = (Option<Figure>, Option<f64>, Option<[u64; 5]>);

fn pair_cells(met: Option<Met>) -> [String; PAIR.len()] {
    let (elo, los, pentanomial) = met.unwrap_or_default();
    let [value, low, high] = figure(elo);
    let [none, half, one, three_halves, two] =
        pentanomial.map(|counts| counts.map(|count| count.to_string())).unwrap_or_default();
    [value, low, high, number(los), none, half, one, three_halves, two]
}

fn duel_cells(duel: Option<&Duel>) -> Vec<String> {
    let mut record = figure(duel.and_then(|duel| duel.nelo)).to_vec();
    let normal = duel.and_then(|duel| duel.normal.as_ref());
    record.extend(figure(normal.map(|NormalLine { elo, .. }| *elo)));
    record.extend(figure(normal.map(|NormalLine { nelo, .. }| *nelo)));
    record.push(number(normal.map(|NormalLine { los, .. }| *los)));
    record.push(number(duel.and_then(|duel| duel.draw_ratio)));
    let test = duel.and_then(|duel| duel.sprt.as_ref());
    let figures = |SprtLine { elo0, elo1, llr, lower, upper, .. }: &SprtLine| [*elo0, *elo1, *llr, *lower, *upper];
    let figures = test.map(figures).map_or([None; 5], |figures| figures.map(Some));
    record.extend(figures.map(number));
    record.push(test.map(|test| test.verdict.clone()).unwrap_or_default());
    record
}

fn table(
    titles: impl IntoIterator<Item = impl AsRef<[u8]>>,
    rows: impl Iterator<Item = Vec<String>>,
) -> Result<String, csv::Error> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(titles)?;
    for row in rows {
        writer.write_record(row)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// What stands in the columns of a bot's efforts, where any bot has some.
const EFFORT: [&str; 7] = ["illegal", "unreadable", "retries", "forfeits", "tokens_read", "tokens_written", "cost"];

fn effort(row: &BotRow) -> [String; EFFORT.len()] {
    let Some(effort) = &row.effort else { return Default::default() };
    let of_tokens = |of: fn(Tokens) -> u64| effort.tokens.map(|tokens| of(tokens).to_string()).unwrap_or_default();
    let forfeits = effort.forfeits.iter().map(|(why, times)| format!("{why} {times}"));
    [
        effort.illegal.to_string(),
        effort.unreadable.to_string(),
        effort.retries.to_string(),
        forfeits.collect::<Vec<_>>().join(", "),
        of_tokens(|tokens| tokens.read),
        of_tokens(|tokens| tokens.written),
        number(effort.cost),
    ]
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

#[cfg(test)]
mod tests {
    use uvi_games::{
        game::{BySeat, Points, Score, Seed},
        games::REGISTRY,
    };

    use super::*;
    use crate::standings::{Ranking, Rated, RatedGame};

    /// The standings of games whose points are these, both ways round.
    fn standings(variant: &str, seats: u8, rounds: &[&[u32]]) -> Standings {
        let name = |bot: usize| ["a", "b", "c"][bot].to_owned();
        let game = |round: usize, shift: usize| {
            let table: Vec<usize> = (0..usize::from(seats)).map(|seat| (seat + shift) % usize::from(seats)).collect();
            RatedGame {
                seats: table.iter().copied().map(name).collect(),
                score: Score::Each(BySeat::new(seats, |seat| {
                    Points::new(rounds[round][table[seat.index()]], rounds[round].iter().sum()).unwrap()
                })),
                reason: "mate".to_owned(),
                faults: Vec::new(),
                efforts: Vec::new(),
                seed: Some(Seed([round as u8; 16])),
                source: 0,
                course: None,
                times: None,
            }
        };
        let games = (0..rounds.len()).flat_map(|round| (0..usize::from(seats)).map(move |shift| (round, shift)));
        let games = games.map(|(round, shift)| game(round, shift)).collect();
        let rated = Rated { variant: REGISTRY.find(variant).unwrap(), options: Default::default(), seats, games };
        Standings::rate(&rated, &Ranking::default())
    }

    /// The cell below a heading, in the row in whose columns these words stand first.
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
        for (end, expected) in ["", "_low", "_high"].into_iter().zip(figure(expected)) {
            assert_eq!(cell(text, words, &format!("{title}{end}")), expected, "{title}{end}");
        }
    }

    #[test]
    fn a_duel_has_its_figures_and_its_test() {
        let mut standings = standings("congress", 2, &[&[1, 0], &[1, 1], &[1, 0], &[0, 1], &[1, 0]]);
        let line = SprtLine { elo0: -10.0, elo1: 0.0, llr: 1.25, lower: -2.5, upper: 2.75, verdict: "H1".to_owned() };
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
                assert_eq!(cell(text, words, title), number(expected), "{title}");
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

    /// Who reads columns by their place reads the same as before.
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
