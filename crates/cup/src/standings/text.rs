//! The standings as tables for people.

use comfy_table::{CellAlignment, Table, presets};
use itertools::Itertools as _;

use super::{
    bot_row::{BOT, BotRow, LADDER, listed},
    column::Column,
    figure::shown,
    game_counts::EndRow,
    pair_row::{Duel, PAIR},
    summary::Standings,
};
use crate::{counted, percent, progress::SprtTest, stats::Estimate, terms::TieBreak};

/// The most pairs that the text lists: those of eight bots.
const LISTED: usize = 28;

/// The most bots that a note names.
const NAMED: usize = 8;

/// Fewer observations than this make rough intervals.
const FEW: u32 = 5;

/// The most bots for tables with a column for each bot.
const MOST_COLUMNS: usize = 8;

impl SprtTest {
    /// The estimate and the state: `Elo 12.3 ±4.5, LLR 1.20 (bounds -2.94, 2.94), undecided`.
    pub fn told(&self) -> String {
        let elo = self.elo().map(|elo| format!("Elo {}, ", elo.elo.plus_minus(1)));
        format!("{}{}, {}", elo.unwrap_or_default(), self.told_ratio(), self.verdict().told())
    }

    /// The log likelihood ratio: `LLR 1.20 (bounds -2.94, 2.94)`.
    pub fn told_ratio(&self) -> String {
        let [lower, upper] = self.sprt.bounds();
        format!("LLR {:.2} (bounds {lower:.2}, {upper:.2})", self.sprt.llr(&self.results))
    }
}

impl Standings {
    /// The standings as text with a legend, without a final newline.
    pub fn to_text(&self) -> String {
        let mut parts = vec![self.headline(), self.table(), self.legend().join("\n")];
        parts.extend(self.copies.map(|copies| copies.to_string()));
        parts.extend(self.notes());
        parts.extend(self.duel.as_ref().map(Duel::to_text));
        parts.extend(self.list_of_pairs());
        if let Some(score) = self.mean_score {
            let (count, units) = match self.deals {
                None | Some(1) => (self.blocks, "blocks"),
                Some(deals) => (deals, "deals"),
            };
            let few = if count < FEW { format!(" (few {units}: the interval is rough)") } else { String::new() };
            parts.push(format!("mean score of all games: {}{few}", score.plus_minus(1)));
        }
        if let (Some(lead), None) = (self.lead, &self.duel) {
            parts.push(format!("{} (valid at any time)", self.lead_text(lead)));
        }
        parts.extend(self.partner_matrix());
        if self.seat_shares.iter().any(Option::is_some) {
            let shares = (1..).zip(&self.seat_shares).filter_map(|(seat, share)| Some((seat, (*share)?)));
            let shares = shares.map(|(seat, share)| format!("seat {seat} {}", share.plus_minus(3))).join(", ");
            parts.push(format!("share of the points by seat: {shares}"));
        }
        if !self.reasons.is_empty() {
            parts.push(format!("ends: {}", listed(&self.reasons)));
        }
        parts.extend(self.table_of_superiority());
        parts.extend(self.table_of_ends());
        parts.join("\n\n")
    }

    fn lead_text(&self, lead: Estimate) -> String {
        let (word, size) = lead.ahead_or_behind();
        let others = match self.lead_of.get(1) {
            Some(second) if word == "behind" => format!(" {second}"),
            Some(second) => format!(" of {second}"),
            None => String::new(),
        };
        let first = self.lead_of.first().map_or("the first bot", String::as_str);
        format!("{first} is {word}{others} by {size}")
    }

    /// Notes on the computation of ranks, and on parts that are left out.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.bots.len() > 2 && !self.tie_breaks.is_empty() && self.needs_tie_breaks() {
            let words = self.tie_breaks.iter().join(", then ");
            notes.push(format!("ties are broken by {words}; bots that are still level share a rank (=)"));
        }
        if let Some((anchor, elo)) = &self.anchor {
            notes.push(format!("ratings are relative to {anchor}, which has {}", shown(*elo, 0)));
        }
        if self.bots.iter().filter_map(|row| row.rating).any(Estimate::is_open) {
            notes.push(
                "a rating of > or < or ? has an open end: no chain of points bounds it, as with a bot that won all its \
                 games, or with bots that never met; an anchor counts ratings from one bot instead of the mean"
                    .to_owned(),
            );
        }
        match self.deals {
            Some(1) => notes.push(
                "all blocks have the same luck or opening, so intervals hold for this one alone: play more rounds to know \
                 about others"
                    .to_owned(),
            ),
            Some(deals) => {
                let few = if deals < FEW { " (few: intervals are rough)" } else { "" };
                notes.push(format!(
                    "blocks share luck or openings, so intervals count {deals} deals{few}, not {} blocks",
                    self.blocks
                ));
            }
            None => {}
        }
        if self.sequential {
            notes.push(match &self.duel {
                Some(Duel { sprt: Some(_), .. }) => {
                    "a sequential test may end this tournament when results look good: the intervals of share and rating \
                     follow from the corrected Elo"
                        .to_owned()
                }
                _ => "a sequential test may have ended these games when results looked good: intervals are wider, so that \
                      they hold at any time"
                    .to_owned(),
            });
        }
        let is_best = |row: &&BotRow| row.ranks.is_some_and(|ranks| ranks[0] == 1);
        let best: Vec<&str> = self.bots.iter().filter(is_best).map(|row| row.name.as_str()).collect();
        if !best.is_empty() {
            let who = if best.len() > NAMED { format!("{} bots", best.len()) } else { best.join(", ") };
            notes.push(format!(
                "may be the strongest: {who}; ranks hold together, but the interval of a rating holds for that bot alone: \
                 of many equal bots, two such intervals often do not touch"
            ));
        }
        for table in &self.by_seed {
            let round = table.round;
            notes.push(format!("round {round}: {table}, by their places in the bracket: level after all blocks"));
        }
        if !self.left_out.is_empty() {
            notes.push(format!("left out: {}", self.left_out.join(", ")));
        }
        notes
    }

    /// True if two neighbouring bots have the same points from as many games.
    fn needs_tie_breaks(&self) -> bool {
        self.bots.iter().enumerate().any(|(place, row)| {
            let next = self.bots.get(place + 1);
            row.tied || next.is_some_and(|next| next.points == row.points && next.games == row.games)
        })
    }

    /// The table of pairs that met, with its legend; a hint if there are too many.
    fn list_of_pairs(&self) -> Option<String> {
        match self.pairs.len() {
            0 => None,
            pairs if pairs > LISTED => Some(format!("{pairs} pairs of bots met; the outputs json and pairs list them")),
            _ => {
                let table = by_columns(&PAIR.iter().collect::<Vec<_>>(), &self.pairs);
                Some(format!("{table}\n\nElo, LOS: by the games of the two bots alone"))
            }
        }
    }

    /// The table of ends with their losers, if games ended other than by the rules.
    fn table_of_ends(&self) -> Option<String> {
        if self.bots.len() > MOST_COLUMNS || !self.ends.iter().any(EndRow::is_by_others) {
            return None;
        }
        let lost = self.bots.iter().map(|row| format!("lost by {}", row.name));
        let heads = ["end", "games", "drawn"].map(str::to_owned).into_iter().chain(lost);
        let rows = self.ends.iter().map(|EndRow { reason, games, drawn, lost }| {
            let lost = self.bots.iter().map(|row| lost.get(&row.name).copied().unwrap_or_default().to_string());
            [reason.clone(), games.to_string(), drawn.to_string()].into_iter().chain(lost).collect()
        });
        Some(lined(heads, rows, |place| place > 0))
    }

    /// The likelihood that the bot of a row is stronger than the bot of a column, by the ratings.
    fn table_of_superiority(&self) -> Option<String> {
        if self.bots.len() > MOST_COLUMNS {
            return None;
        }
        let table = self.square_table("LOS in % over", &self.superiority, |los| percent(los, 1))?;
        Some(format!(
            "{table}\n\nLOS: the likelihood that the bot of the row is stronger, by the ratings, and so by all games"
        ))
    }

    fn headline(&self) -> String {
        let options: String = self.options.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
        let (games, blocks) = (counted(self.games, "game"), counted(self.blocks, "block"));
        format!("{}, {} seats{options}: {games} in {blocks}", self.variant, self.seats)
    }

    /// The main table, a line for each bot.
    pub fn table(&self) -> String {
        by_columns(&self.columns(), &self.bots)
    }

    /// The columns that are not empty in this tournament.
    pub fn columns(&self) -> Vec<&'static Column<BotRow>> {
        let says = |column: &Column<BotRow>| self.bots.iter().any(|row| !column.shown(row).is_empty());
        // Tie-breaks are shown only if they decide something. The rating is of interest in itself.
        let tie_break = |tie_break: TieBreak| tie_break != TieBreak::Rating && !self.needs_tie_breaks();
        let hidden: Vec<&str> =
            TieBreak::ALL.into_iter().filter(|it| tie_break(*it)).map(TieBreak::word).chain([""]).collect();
        let is_ladder = self.bots.iter().any(|row| row.state.is_some());
        let is_wanted = |title: &str| if is_ladder { LADDER.contains(&title) } else { !hidden.contains(&title) };
        BOT.iter().filter(|column| is_wanted(column.title) && says(column)).collect()
    }

    pub(crate) fn legend(&self) -> Vec<String> {
        let mut legend: Vec<_> =
            self.columns().into_iter().filter_map(|column| Some((column.legend?, column.title))).collect();
        legend.sort_by_key(|((place, _), _)| *place);
        legend.iter().map(|((_, meaning), title)| format!("{title}: {meaning}")).collect()
    }

    /// The mean scores of pairs of bots, in the order of the first bots.
    pub(crate) fn partner_matrix(&self) -> Option<String> {
        self.square_table("mean score with", &self.partners, |score| shown(score, 1))
    }

    /// A table with a number for each two of the first bots, as far as there is one. `None` if it has no rows.
    fn square_table(&self, head: &str, rows: &[Vec<Option<f64>>], told: impl Fn(f64) -> String) -> Option<String> {
        let name = |row: &BotRow| row.shown.clone().unwrap_or_else(|| row.name.clone());
        let names = || self.bots.iter().take(rows.len()).map(name);
        let lines = names().zip(rows).map(|(name, cells)| {
            let cells = cells.iter().map(|cell| cell.map_or_else(|| "-".to_owned(), &told));
            std::iter::once(name).chain(cells).collect()
        });
        let heads = std::iter::once(head.to_owned()).chain(names());
        (!rows.is_empty()).then(|| lined(heads, lines, |place| place > 0))
    }
}

pub(crate) fn by_columns<T>(columns: &[&Column<T>], rows: &[T]) -> String {
    let heads = columns.iter().map(|column| column.title.to_owned());
    let rows = rows.iter().map(|row| columns.iter().map(|column| column.shown(row)).collect());
    lined(heads, rows, |place| columns[place].is_number())
}

/// A Markdown table without spaces at the ends of lines. Numbers are aligned to the right.
fn lined(
    heads: impl Iterator<Item = String>,
    rows: impl Iterator<Item = Vec<String>>,
    is_number: impl Fn(usize) -> bool,
) -> String {
    // Escapes bars in cells, because a bar separates cells.
    let cell = |text: String| text.replace('|', "\\|");
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(heads.map(cell));
    for row in rows {
        table.add_row(row.into_iter().map(cell));
    }
    for (_, column) in table.column_iter_mut().enumerate().filter(|(place, _)| is_number(*place)) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
