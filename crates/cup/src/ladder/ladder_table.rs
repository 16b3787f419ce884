//! The tables of a ladder: one for each game, and one over all games.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, Normal};
use uvi_match::record::schema_of;

use super::{
    ladder::{Ladder, LadderGame},
    ladder_row::{LADDER, LadderRow},
};
use crate::{
    schedule::BotIndex,
    standings::{Cell, Column, Figure, by_columns, partner_matrix},
    stats::{BlockScore, ConfidenceSequence, Estimate, Interval, counted_ratings},
};

/// The error rate of the test behind "better".
const ALPHA: f64 = 0.05;

/// The half width of a 95 % interval in standard errors.
const WIDE: f64 = 1.96;

/// The most bots in a partner matrix.
const PARTNERS: usize = 20;

/// The tables of a ladder, readable for programs and people.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderTable {
    /// The rows of each game, best first, by the game's name.
    pub games: BTreeMap<String, Vec<LadderRow>>,
    /// The bots that are rated in every game, best first. Empty for one game.
    pub overall: Vec<OverallRow>,
    /// For each game whose seats share one score: the mean score of each pair of the first 20 bots that play, in the
    /// order of the rows; `null` for a pair that has not met.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partners: BTreeMap<String, Vec<Vec<Option<f64>>>>,
    /// The reasons why a file among the bots is no bot, each with its name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub refused: BTreeSet<String>,
}

/// The ranks of an earlier table, read from its JSON.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct EarlierRanks {
    games: BTreeMap<String, Vec<EarlierRank>>,
}

#[derive(Debug, Clone, Deserialize)]
struct EarlierRank {
    name: String,
    rank: Option<usize>,
}

/// A bot in the table over all games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OverallRow {
    /// The rank, from 1.
    pub rank: usize,
    /// The name of the bot with its version.
    pub name: String,
    /// The mean of the bot's Elo in all games, in which each game weighs the same.
    pub strength: Figure,
}

const OVERALL: &[Column<OverallRow>] = &[
    Column::new("rank", Cell::Count(|row| Some(row.rank.to_string()))),
    Column::new("bot", Cell::Words(|row| Some(row.name.clone()))),
    Column::new("strength", Cell::Figure(0, |row| Some(row.strength))),
];

impl LadderTable {
    /// The tables of a ladder in which the bots `present` may play.
    pub fn of(ladder: &Ladder, present: &[String]) -> Self {
        let games = ladder.games.iter().map(|game| (game.name.clone(), rows(game, present, &ladder.leagues)));
        let games: BTreeMap<String, Vec<LadderRow>> = games.collect();
        let rated = ladder.games.iter().filter(|game| !game.is_shared).map(|game| &games[&game.name]);
        let overall = overall(&rated.collect::<Vec<_>>());
        let shared = ladder.games.iter().filter(|game| game.is_shared);
        let partners = shared.map(|game| (game.name.clone(), partners(game, &games[&game.name]))).collect();
        Self { games, overall, partners, refused: BTreeSet::new() }
    }

    /// The same tables, which tell how many places each bot has gained since an earlier one.
    #[must_use]
    pub fn moved_since(mut self, earlier: &EarlierRanks) -> Self {
        for (game, rows) in &mut self.games {
            let ranks: BTreeMap<&str, usize> =
                earlier.games.get(game).into_iter().flatten().filter_map(EarlierRank::pair).collect();
            for row in rows {
                let before = ranks.get(row.name.as_str());
                row.moved = before.zip(row.rank).map(|(&before, now)| before as i64 - now as i64);
            }
        }
        self
    }

    /// The columns that are not empty in these rows.
    pub fn columns<'r>(rows: impl IntoIterator<Item = &'r LadderRow> + Clone) -> Vec<&'static Column<LadderRow>> {
        LADDER.iter().filter(|column| rows.clone().into_iter().any(|row| !column.shown(row).is_empty())).collect()
    }

    /// The JSON Schema of the tables.
    pub fn schema() -> String {
        schema_of::<Self>("The tables of an Arbiter ladder, version 1")
    }

    /// The tables as text with a legend, without a final newline.
    pub fn to_text(&self) -> String {
        let mut parts = Vec::new();
        if !self.overall.is_empty() {
            parts.push(format!(
                "all games, each weighs the same\n{}",
                by_columns(&OVERALL.iter().collect::<Vec<_>>(), &self.overall)
            ));
        }
        for (game, rows) in &self.games {
            parts.push(format!("{game}\n{}", by_columns(&Self::columns(rows), rows)));
            if let Some(scores) = self.partners.get(game).filter(|scores| scores.len() > 1) {
                parts.push(partner_matrix(rows.iter().map(|row| row.name.clone()), scores));
            }
        }
        let all: Vec<&LadderRow> = self.games.values().flatten().collect();
        let legend = LADDER.iter().filter(|column| all.iter().any(|row| !column.shown(row).is_empty()));
        parts.push(
            legend.filter_map(|it| Some(format!("{}: {}", it.title, it.meaning()?))).collect::<Vec<_>>().join("\n"),
        );
        parts.extend(self.refused.iter().cloned());
        parts.join("\n\n")
    }
}

impl EarlierRank {
    fn pair(&self) -> Option<(&str, usize)> {
        Some((&self.name, self.rank?))
    }
}

/// The mean scores of the pairs of the first bots in these rows.
fn partners(game: &LadderGame, rows: &[LadderRow]) -> Vec<Vec<Option<f64>>> {
    let bots: Vec<BotIndex> = rows
        .iter()
        .filter(|row| row.rank.is_some())
        .filter_map(|row| game.tally.find(&row.name))
        .take(PARTNERS)
        .collect();
    bots.iter().map(|&one| bots.iter().map(|&other| game.tally.score_with(one, other)).collect()).collect()
}

fn rows(game: &LadderGame, present: &[String], leagues: &[usize]) -> Vec<LadderRow> {
    let tally = &game.tally;
    let known = tally.names();
    let bots = known.len();
    let plays = |bot: usize| present.contains(&known[bot]) && game.reason(&known[bot]).is_none();
    let ratings = (!game.is_shared).then(|| counted_ratings(bots, &tally.counts, plays)).flatten();
    let names = known.iter().chain(present.iter().filter(|name| tally.find(name).is_none()));
    let strength = |bot: usize| -> Option<Figure> {
        let values = tally.records.get(bot)?.values;
        let rated = ratings.as_ref().filter(|_| values.mean().is_some()).map(|ratings| ratings[bot]);
        rated.or_else(|| values.estimate().filter(|_| game.is_shared)).map(Figure::from)
    };
    let state = |name: &String| match game.reason(name) {
        _ if !present.contains(name) => "gone".to_owned(),
        None => "plays".to_owned(),
        Some(reason) => reason,
    };
    let row = |(bot, name): (usize, &String)| {
        let record = tally.records.get(bot).cloned().unwrap_or_default();
        LadderRow {
            rank: None,
            moved: None,
            league: None,
            sure: None,
            name: name.clone(),
            strength: strength(bot),
            beats_next: false,
            share: record.values.mean().filter(|_| !game.is_shared),
            blocks: record.blocks,
            games: record.games,
            faults: record.faults,
            ms: record.ms(),
            state: state(name),
        }
    };
    let mut rows: Vec<(BotIndex, LadderRow)> = names.enumerate().map(|it| (BotIndex(it.0), row(it))).collect();
    let value = |row: &LadderRow| row.strength.map_or(f64::NEG_INFINITY, |figure| figure.value);
    rows.sort_by(|(one, first), (other, second)| {
        let plays = |row: &LadderRow| row.state != "plays";
        plays(first).cmp(&plays(second)).then(value(second).total_cmp(&value(first))).then(one.cmp(other))
    });
    let better = are_better(game, &rows.iter().map(|row| row.0).collect::<Vec<_>>());
    let mut rows: Vec<LadderRow> = rows.into_iter().map(|(_, row)| row).collect();
    for (place, (row, better)) in
        rows.iter_mut().zip(better).enumerate().filter(|(_, (row, _))| row.state == "plays" && row.strength.is_some())
    {
        (row.rank, row.beats_next) = (Some(place + 1), better);
    }
    divide(&mut rows, leagues);
    rows
}

/// Puts the ranked rows into leagues, and tells how sure each is of its own.
fn divide(rows: &mut [LadderRow], leagues: &[usize]) {
    let value = |place: usize| rows.get(place).filter(|row| row.rank.is_some()).and_then(|row| row.strength);
    let cuts: Vec<(usize, f64)> = leagues
        .iter()
        .filter_map(|&last| Some((last, (value(last.checked_sub(1)?)?.value + value(last)?.value) / 2.0)))
        .collect();
    if cuts.is_empty() {
        return;
    }
    for row in rows {
        let (Some(rank), Some(figure)) = (row.rank, row.strength) else { continue };
        row.league = Some(1 + cuts.iter().filter(|(last, _)| *last < rank).count());
        // Of an open interval, the end towards the cut may still be known.
        let sure = |&(last, cut): &(usize, f64)| {
            let (above, end) = match rank <= last {
                true => (figure.value - cut, figure.value - figure.low),
                false => (cut - figure.value, figure.high - figure.value),
            };
            let error = end / WIDE;
            if error > 0.0 && error.is_finite() { Normal::standard().cdf(above / error) } else { 0.5 }
        };
        row.sure = cuts.iter().map(sure).reduce(f64::min);
    }
}

/// For each bot of an order of all bots, true if it is better than the next one in the blocks that both play, by a
/// confidence sequence. All false if the seats share a score.
fn are_better(game: &LadderGame, bots: &[BotIndex]) -> Vec<bool> {
    // Each side of an interval has half of the error rate, and only one side is told.
    let empty = ConfidenceSequence::new(Interval { low: 0.0, high: 1.0 }, 2.0 * ALPHA);
    let mut sequences = vec![empty; bots.len()];
    let mut places = vec![0; bots.len()];
    bots.iter().enumerate().for_each(|(place, bot)| places[bot.0] = place);
    // The blocks are looked at once, because a ladder has many more of them than bots.
    for (block, times) in game.tally.counts.iter() {
        for one in block.different_bots() {
            let place = places[one];
            let Some(&next) = bots.get(place + 1) else { continue };
            if let Some(part) = part_of_both(block, BotIndex(one), next) {
                sequences[place].add_times(part, times);
            }
        }
    }
    sequences.iter().map(|it| it.estimate().is_some_and(|Estimate { interval, .. }| interval.low > 0.5)).collect()
}

/// The first bot's part of the points that two bots have in a block. `None` if one of them does not play in it.
fn part_of_both(block: &BlockScore, one: BotIndex, other: BotIndex) -> Option<f64> {
    let (mine, theirs) = (block.share_of(one)?, block.share_of(other)?);
    Some(if mine + theirs > 0.0 { mine / (mine + theirs) } else { 0.5 })
}

/// The bots that play and are rated in every one of several games.
fn overall(games: &[&Vec<LadderRow>]) -> Vec<OverallRow> {
    let [first, others @ ..] = games else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let figure = |rows: &[LadderRow], name: &str| {
        rows.iter().find(|row| row.rank.is_some() && row.name == name).and_then(|row| row.strength)
    };
    let mut rows: Vec<OverallRow> = Vec::new();
    for LadderRow { name, .. } in *first {
        let Some(figures) = games.iter().map(|rows| figure(rows, name)).collect::<Option<Vec<Figure>>>() else {
            continue;
        };
        let many = figures.len() as f64;
        let value = figures.iter().map(|figure| figure.value).sum::<f64>() / many;
        // The games are independent, so the squares of the distances to the ends add up.
        let end = |distance: fn(&Figure) -> f64| {
            figures.iter().map(|figure| distance(figure).powi(2)).sum::<f64>().sqrt() / many
        };
        let low = value - end(|figure| figure.value - figure.low);
        let high = value + end(|figure| figure.high - figure.value);
        rows.push(OverallRow { rank: 0, name: name.clone(), strength: Figure { value, low, high } });
    }
    rows.sort_by(|one, other| other.strength.value.total_cmp(&one.strength.value));
    (1..).zip(&mut rows).for_each(|(rank, row)| row.rank = rank);
    rows
}
