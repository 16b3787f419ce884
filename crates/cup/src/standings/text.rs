//! The standings as tables: for people, and as comma-separated values.

use comfy_table::{CellAlignment, Table, presets};

use super::{Duel, Figure, Row, Standings};

impl Standings {
    /// The standings as people read them, with what each number is, without the end of the last line.
    pub fn to_text(&self) -> String {
        let mut parts = vec![self.headline(), self.table(), self.legend()];
        if let Some(duel) = &self.duel {
            parts.push(duel.to_text());
        }
        if let Some(score) = self.mean_score {
            parts.push(format!("mean score of all games: {}", score.plus_minus(1)));
        }
        if let (Some(lead), None) = (self.lead, &self.duel) {
            parts.push(format!("the first bot is ahead by {} (may be looked at any time)", lead.range(3)));
        }
        if !self.partners.is_empty() {
            parts.push(self.matrix());
        }
        if self.seat_shares.iter().any(Option::is_some) {
            let shares = (1..).zip(&self.seat_shares).filter_map(|(seat, share)| Some((seat, (*share)?)));
            let shares: Vec<String> =
                shares.map(|(seat, share)| format!("seat {seat} {}", share.plus_minus(3))).collect();
            parts.push(format!("share of the points by seat: {}", shares.join(", ")));
        }
        let reasons: Vec<String> = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        if !reasons.is_empty() {
            parts.push(format!("ends: {}", reasons.join(", ")));
        }
        parts.join("\n\n")
    }

    fn headline(&self) -> String {
        let plural = |count: u32| if count == 1 { "" } else { "s" };
        format!(
            "{}, {} seats: {} game{} in {} block{}",
            self.variant,
            self.seats,
            self.games,
            plural(self.games),
            self.blocks,
            plural(self.blocks),
        )
    }

    /// The main table, a line for each bot.
    pub fn table(&self) -> String {
        let columns = self.columns();
        let mut table = plain();
        table.set_header(columns.iter().map(|column| column.title));
        for row in &self.bots {
            table.add_row(columns.iter().map(|column| (column.cell)(row)));
        }
        for (place, column) in columns.iter().enumerate() {
            if column.is_number() {
                align_right(&mut table, place);
            }
        }
        trimmed(&table)
    }

    /// The columns that say anything in this tournament.
    pub fn columns(&self) -> Vec<Column> {
        let all = [
            Column { title: "#", cell: |row| row.rank.to_string() },
            Column { title: "bot", cell: |row| row.name.clone() },
            Column { title: "games", cell: |row| row.games.to_string() },
            Column { title: "points", cell: |row| row.points.clone().unwrap_or_default() },
            Column { title: "share", cell: |row| optional(row.share, 3) },
            Column { title: "won", cell: |row| result(row, 0) },
            Column { title: "drawn", cell: |row| result(row, 1) },
            Column { title: "lost", cell: |row| result(row, 2) },
            Column {
                title: "places",
                cell: |row| row.places.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join("-"),
            },
            Column { title: "mean", cell: |row| row.mean_place.map(|place| format!("{place:.2}")).unwrap_or_default() },
            Column { title: "rating", cell: |row| optional(row.rating, 0) },
            Column { title: "effect", cell: |row| optional(row.effect, 1) },
            Column {
                title: "with others",
                cell: |row| row.with_others.map(|mean| format!("{mean:.1}")).unwrap_or_default(),
            },
            Column {
                title: "ms",
                cell: |row| row.times.map(|times| format!("{:.1}", times.mean_ms)).unwrap_or_default(),
            },
            Column {
                title: "longest",
                cell: |row| row.times.map(|times| format!("{:.0}", times.longest_ms)).unwrap_or_default(),
            },
            Column { title: "faults", cell: faults },
        ];
        all.into_iter().filter(|column| self.bots.iter().any(|row| !(column.cell)(row).is_empty())).collect()
    }

    /// What the columns are.
    fn legend(&self) -> String {
        let shown: Vec<&str> = self.columns().iter().map(|column| column.title).collect();
        let meanings = LEGEND.iter().filter(|(title, _)| shown.contains(title));
        meanings.map(|(title, meaning)| format!("{title}: {meaning}")).collect::<Vec<_>>().join("\n")
    }

    fn matrix(&self) -> String {
        let mut table = plain();
        let names = self.bots.iter().map(|row| row.name.clone());
        table.set_header(std::iter::once("mean score with".to_owned()).chain(names));
        for (row, scores) in self.bots.iter().zip(&self.partners) {
            let cells = scores.iter().map(|score| score.map_or_else(|| "-".to_owned(), |score| format!("{score:.1}")));
            table.add_row(std::iter::once(row.name.clone()).chain(cells));
        }
        (1..=self.bots.len()).for_each(|place| align_right(&mut table, place));
        trimmed(&table)
    }

    /// The standings as comma-separated values, with a line of headings.
    ///
    /// # Errors
    /// None that memory can have; those of the writer are handed on.
    pub fn to_csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "rank",
            "bot",
            "games",
            "blocks",
            "points",
            "share",
            "share_low",
            "share_high",
            "won",
            "drawn",
            "lost",
            "mean_place",
            "rating",
            "rating_low",
            "rating_high",
            "effect",
            "effect_low",
            "effect_high",
            "with_others",
            "mean_ms",
            "longest_ms",
            "faults",
        ])?;
        for row in &self.bots {
            let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
            let figure = |figure: Option<Figure>| {
                [
                    number(figure.map(|figure| figure.value)),
                    number(figure.map(|figure| figure.low)),
                    number(figure.map(|figure| figure.high)),
                ]
            };
            let mut record =
                vec![row.rank.to_string(), row.name.clone(), row.games.to_string(), row.blocks.to_string()];
            record.push(row.points.clone().unwrap_or_default());
            record.extend(figure(row.share));
            record.extend([0, 1, 2].map(|place| result(row, place)));
            record.push(number(row.mean_place));
            record.extend(figure(row.rating));
            record.extend(figure(row.effect));
            record.push(number(row.with_others));
            record.push(number(row.times.map(|times| times.mean_ms)));
            record.push(number(row.times.map(|times| times.longest_ms)));
            record.push(faults(row));
            writer.write_record(record)?;
        }
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Duel {
    fn to_text(&self) -> String {
        let mut lines = vec![format!("{} against {}:", self.first, self.second)];
        if let (Some(elo), Some(nelo), Some(los)) = (self.elo, self.nelo, self.los) {
            lines.push(format!("  Elo {}, nElo {}, LOS {:.1} %", elo.plus_minus(1), nelo.plus_minus(1), 100.0 * los));
        } else {
            lines.push("  Elo: not known before blocks differ".to_owned());
        }
        if let Some(counts) = self.pentanomial {
            lines.push(format!("  pairs of games that gave it 0, 1/2, 1, 3/2, 2 points: {counts:?}"));
        }
        if let Some(ratio) = self.draw_ratio {
            lines.push(format!("  drawn: {:.1} %", 100.0 * ratio));
        }
        if let Some(sprt) = &self.sprt {
            lines.push(format!(
                "  SPRT of Elo {} against {}: LLR {:.2} in ({:.2}, {:.2}), {}",
                sprt.elo0, sprt.elo1, sprt.llr, sprt.lower, sprt.upper, sprt.verdict
            ));
        }
        lines.join("\n")
    }
}

/// What the numbers are.
const LEGEND: [(&str, &str); 11] = [
    ("share", "its part of the points of a game; ± holds the true one in 95 of 100 tournaments; blocks are counted"),
    ("places", "how often it came first, second and so on"),
    ("mean", "the mean of its places"),
    ("rating", "strength on the scale of Elo, mean 0, by Plackett and Luce; ± by drawing the blocks again"),
    ("effect", "by how much the shared score changes when it takes a seat from an average bot"),
    ("with others", "the mean shared score of its games with other bots"),
    ("ms", "the mean time of a decision in milliseconds"),
    ("longest", "the longest time of a decision in milliseconds"),
    ("faults", "how often it was at fault, of all games"),
    ("points", "the sum of what the rules gave"),
    ("games", "those of whole blocks; two seats of a game count twice"),
];

/// A column of the main table.
#[derive(Debug)]
pub struct Column {
    /// Its heading.
    pub title: &'static str,
    /// What a row has in it; empty where the row has nothing of it.
    pub cell: fn(&Row) -> String,
}

impl Column {
    /// What the numbers are, where that needs saying.
    pub fn meaning(&self) -> Option<&'static str> {
        LEGEND.iter().find(|(title, _)| *title == self.title).map(|&(_, meaning)| meaning)
    }

    /// Whether its cells are numbers, which stand to the right.
    pub fn is_number(&self) -> bool {
        self.title != "bot" && self.title != "faults"
    }
}

fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table
}

fn align_right(table: &mut Table, place: usize) {
    if let Some(column) = table.column_mut(place) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// The lines of a table without the spaces at their ends.
fn trimmed(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

fn result(row: &Row, place: usize) -> String {
    row.wins_draws_losses.map(|results| results[place].to_string()).unwrap_or_default()
}

fn faults(row: &Row) -> String {
    row.faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect::<Vec<_>>().join(", ")
}

fn optional(figure: Option<Figure>, digits: usize) -> String {
    figure.map(|figure| figure.plus_minus(digits)).unwrap_or_default()
}

impl Figure {
    /// The value and half the width of its interval; the interval itself where it is not around the value.
    pub fn plus_minus(self, digits: usize) -> String {
        let Self { value, low, high } = self;
        let (below, above) = (value - low, high - value);
        // Where all blocks went alike, nothing is known about how far off it is.
        if low == high {
            format!("{value:.digits$}")
        } else if (below - above).abs() <= 0.1 * (below + above) {
            format!("{value:.digits$} ±{:.digits$}", (high - low) / 2.0)
        } else {
            self.range(digits)
        }
    }

    /// The value and its interval.
    pub fn range(self, digits: usize) -> String {
        let Self { value, low, high } = self;
        format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]")
    }
}
