//! The tables of a ladder: one for each game, and one over all games.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools as _;
use schemars::JsonSchema;
use serde::Serialize;
use uvi_match::record::schema_of;

use super::{day_table::DayTable, game_list::without_version, ladder::Ladder, ladder_game::LadderGame};
use crate::{
    standings::{BotRow, Cell, Column, Standings, by_columns},
    stats::Estimate,
};

/// The tables of a ladder, readable for programs and people.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderTable {
    /// The standings of each game by its name. The bots that play come first, by their rating, or by their mean score if all
    /// seats share one.
    pub games: BTreeMap<String, Standings>,
    /// The bots that are rated in every game, best first. Empty for one game.
    pub overall: Vec<OverallRow>,
    /// The reasons why a file among the bots is no bot, each with its name.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub refused: BTreeSet<String>,
}

/// A bot in the table over all games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OverallRow {
    /// The rank, from 1.
    pub rank: usize,
    /// The name of the bot with its version.
    pub name: String,
    /// The mean of the bot's Elo in all games, in which each game weighs the same.
    pub strength: Estimate,
}

const OVERALL: &[Column<OverallRow>] = &[
    Column::new("rank", Cell::Count(|row| Some(row.rank.to_string()))),
    Column::new("bot", Cell::Words(|row| Some(without_version(&row.name).to_owned()))),
    Column::new("strength", Cell::Figure(0, |row| Some(row.strength))),
];

impl LadderTable {
    /// The tables of a ladder in which the bots `present` may play.
    pub fn of(ladder: &Ladder, present: &[String]) -> Self {
        let standings = |(name, game): (String, &LadderGame)| {
            let mut standings = game.standings(present, &ladder.leagues);
            if name != game.name {
                standings.bots.iter_mut().for_each(BotRow::retire);
            }
            (name, standings)
        };
        let games: BTreeMap<String, Standings> = ladder.tables().map(standings).collect();
        let playing = ladder.tables().filter(|(name, game)| *name == game.name && !game.shape.is_shared);
        let rated = playing.map(|(name, _)| &*games[&name].bots);
        let overall = overall(&rated.collect::<Vec<_>>());
        Self { games, overall, refused: BTreeSet::new() }
    }

    /// The same tables, which tell how many places each bot has gained since an earlier one.
    #[must_use]
    pub fn moved_since(mut self, earlier: &DayTable) -> Self {
        for (game, standings) in &mut self.games {
            let ranks = earlier.rows(game).iter().filter_map(|row| Some((row.name.as_str(), row.rank?)));
            let ranks: BTreeMap<&str, usize> = ranks.collect();
            for row in &mut standings.bots {
                let before = ranks.get(row.name.as_str());
                row.moved = before.zip(row.rank).map(|(&before, now)| before as i64 - now as i64);
            }
        }
        self
    }

    /// The part of the tables that later days ask for.
    pub fn day(&self) -> DayTable {
        let json = serde_json::to_value(self).expect("tables have only text keys");
        serde_json::from_value(json).expect("a day is read from the JSON of its tables")
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
        let mut legend: Vec<String> = Vec::new();
        for (game, standings) in &self.games {
            if standings.bots.is_empty() {
                parts.push(format!("{game}\nno bot is there yet"));
                continue;
            }
            parts.push(format!("{game}\n{}", standings.table()));
            parts.extend(standings.partner_matrix());
            legend.extend(standings.legend());
        }
        parts.extend((!legend.is_empty()).then(|| legend.into_iter().unique().join("\n")));
        parts.extend(self.refused.iter().cloned());
        parts.join("\n\n")
    }
}

/// The bots that play and are rated in every one of several games.
fn overall(games: &[&[BotRow]]) -> Vec<OverallRow> {
    let [first, others @ ..] = games else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let figure = |rows: &[BotRow], name: &str| {
        rows.iter().find(|row| row.rank.is_some() && row.name == name).and_then(BotRow::strength)
    };
    let mut rows: Vec<OverallRow> = Vec::new();
    for BotRow { name, .. } in *first {
        let Some(figures) = games.iter().map(|rows| figure(rows, name)).collect::<Option<Vec<Estimate>>>() else {
            continue;
        };
        let many = figures.len() as f64;
        let value = figures.iter().map(|figure| figure.value).sum::<f64>() / many;
        // The games are independent, so the squares of the distances to the ends add up.
        let end = |distance: fn(&Estimate) -> f64| {
            figures.iter().map(|figure| distance(figure).powi(2)).sum::<f64>().sqrt() / many
        };
        let low = value - end(|figure| figure.value - figure.low);
        let high = value + end(|figure| figure.high - figure.value);
        rows.push(OverallRow { rank: 0, name: name.clone(), strength: Estimate { value, low, high } });
    }
    rows.sort_by(|one, other| other.strength.value.total_cmp(&one.strength.value));
    (1..).zip(&mut rows).for_each(|(rank, row)| row.rank = rank);
    rows
}
