//! The standings as tables for people.

use comfy_table::{CellAlignment, Table, presets};

use super::{BotRow, Duel, EndRow, Figure, NormalLine, PairRow, Standings, TieBreak};
use crate::counted;

/// The pairs are listed in the text where there are no more than of eight bots.
const LISTED: usize = 28;

/// The table of ends has a column for each bot, where there are no more.
const MOST_IN_ENDS: usize = 8;

impl Standings {
    /// The standings as people read them, with what each number is, without the end of the last line.
    pub fn to_text(&self) -> String {
        let mut parts = vec![self.headline(), self.table(), self.legend()];
        parts.extend(self.copies.map(|copies| copies.to_string()));
        parts.extend(self.notes());
        if let Some(duel) = &self.duel {
            parts.push(duel.to_text());
        }
        if let Some(pairs) = self.list_of_pairs() {
            parts.push(pairs);
        }
        if let Some(score) = self.mean_score {
            parts.push(format!("mean score of all games: {}", score.plus_minus(1)));
        }
        if let (Some(lead), None) = (self.lead, &self.duel) {
            parts.push(format!("{} (valid at any time)", self.lead_text(lead)));
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
        parts.extend(self.table_of_ends());
        parts.join("\n\n")
    }

    /// Who is ahead of whom, by how much.
    fn lead_text(&self, lead: Figure) -> String {
        let digits = 3;
        let Figure { value, low, high } = lead;
        let is_behind = shown(value, digits).starts_with('-');
        let (word, size) = if is_behind { ("behind", -value) } else { ("ahead", value) };
        let others = match self.lead_of.get(1) {
            Some(second) if is_behind => format!(" {second}"),
            Some(second) => format!(" of {second}"),
            None => String::new(),
        };
        let interval = if is_behind { [-high, -low] } else { [low, high] };
        let first = self.lead_of.first().map_or("the first bot", String::as_str);
        let [low, high] = interval.map(|end| shown(end, digits));
        format!("{first} is {word}{others} by {} [{low}, {high}]", shown(size, digits))
    }

    /// How ranks came about, and what is left out.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.bots.len() > 2 && !self.tie_breaks.is_empty() && self.needs_tie_breaks() {
            let words: Vec<&str> = self.tie_breaks.iter().map(|tie_break| tie_break.word()).collect();
            notes.push(format!(
                "ties are broken by {}; bots that are still level share a rank (=)",
                words.join(", then ")
            ));
        }
        if let Some((anchor, elo)) = &self.anchor {
            notes.push(format!("ratings are relative to {anchor}, which has {}", shown(*elo, 0)));
        }
        for table in &self.by_seed {
            let (through, out) = (table.through.join(", "), table.out.join(", "));
            notes.push(format!(
                "round {}: {through} through, {out} out, by the better seed: level after all blocks",
                table.round
            ));
        }
        if !self.left_out.is_empty() {
            notes.push(format!("left out: {}", self.left_out.join(", ")));
        }
        notes
    }

    /// Whether two bots have the same points of as many games.
    fn needs_tie_breaks(&self) -> bool {
        self.bots.iter().enumerate().any(|(place, row)| {
            let next = self.bots.get(place + 1);
            row.tied || next.is_some_and(|next| next.points == row.points && next.games == row.games)
        })
    }

    /// Each two bots that met, where they are few.
    fn list_of_pairs(&self) -> Option<String> {
        if self.pairs.is_empty() {
            return None;
        }
        if self.pairs.len() > LISTED {
            return Some(format!("{} pairs of bots met; --json and --pairs list them", self.pairs.len()));
        }
        let mut table = plain();
        table.set_header(PairRow::TITLES);
        for pair in &self.pairs {
            table.add_row(pair.cells());
        }
        (2..PairRow::TITLES.len()).for_each(|place| align_right(&mut table, place));
        Some(trimmed(&table))
    }

    /// Who lost by what, where games ended otherwise than by the rules.
    fn table_of_ends(&self) -> Option<String> {
        if self.bots.len() > MOST_IN_ENDS || !self.ends.iter().any(EndRow::is_by_others) {
            return None;
        }
        let mut table = plain();
        let lost = self.bots.iter().map(|row| format!("lost by {}", row.name));
        table.set_header(["end", "games", "drawn"].map(str::to_owned).into_iter().chain(lost));
        for EndRow { reason, games, drawn, lost } in &self.ends {
            let lost = self.bots.iter().map(|row| lost.get(&row.name).copied().unwrap_or_default().to_string());
            table.add_row([reason.clone(), games.to_string(), drawn.to_string()].into_iter().chain(lost));
        }
        (1..self.bots.len() + 3).for_each(|place| align_right(&mut table, place));
        Some(trimmed(&table))
    }

    fn headline(&self) -> String {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
        format!(
            "{}, {} seats{}: {} in {}",
            self.variant,
            self.seats,
            options.concat(),
            counted(self.games, "game"),
            counted(self.blocks, "block"),
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
            Column { title: "#", cell: |row| format!("{}{}", row.rank, if row.tied { "=" } else { "" }) },
            Column { title: "bot", cell: |row| row.name.clone() },
            Column { title: "games", cell: |row| row.games.to_string() },
            Column { title: "points", cell: |row| row.points.clone().unwrap_or_default() },
            Column { title: "byes", cell: |row| row.byes.map(|byes| byes.to_string()).unwrap_or_default() },
            Column { title: "buchholz", cell: |row| tie_break(row, TieBreak::Buchholz) },
            Column { title: "buchholz-cut", cell: |row| tie_break(row, TieBreak::BuchholzCut) },
            Column { title: "sonneborn-berger", cell: |row| tie_break(row, TieBreak::SonnebornBerger) },
            Column { title: "head-to-head", cell: |row| tie_break(row, TieBreak::HeadToHead) },
            Column { title: "share", cell: |row| optional(row.share, 3) },
            Column { title: "won", cell: |row| result(row, 0) },
            Column { title: "drawn", cell: |row| result(row, 1) },
            Column { title: "lost", cell: |row| result(row, 2) },
            Column { title: "places", cell: places },
            Column { title: "mean", cell: |row| row.mean_place.map(|place| format!("{place:.2}")).unwrap_or_default() },
            Column { title: "rating", cell: |row| optional(row.rating, 0) },
            Column { title: "against hero", cell: |row| optional(row.against_hero, 0) },
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
            Column { title: "tries", cell: tries },
            Column { title: "tokens", cell: tokens },
            Column { title: "cost", cell: cost },
        ];
        // Tie-breaks are shown where they decide something.
        let is_wanted = |column: &Column| !column.is_tie_break() || self.needs_tie_breaks();
        let says = |column: &Column| self.bots.iter().any(|row| !(column.cell)(row).is_empty());
        all.into_iter().filter(|column| is_wanted(column) && says(column)).collect()
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
            let cells = scores.iter().map(|score| score.map_or_else(|| "-".to_owned(), |score| shown(score, 1)));
            table.add_row(std::iter::once(row.name.clone()).chain(cells));
        }
        (1..=self.bots.len()).for_each(|place| align_right(&mut table, place));
        trimmed(&table)
    }
}

impl Duel {
    fn to_text(&self) -> String {
        let mut lines = vec![format!("{} against {}:", self.first, self.second)];
        if let (Some(elo), Some(los)) = (self.elo, self.los) {
            let nelo = self.nelo.map(|nelo| format!(", nElo {}", nelo.plus_minus(1)));
            lines.push(format!("  Elo {}{}, LOS {:.1} %", elo.plus_minus(1), nelo.unwrap_or_default(), 100.0 * los));
        } else {
            lines.push("  Elo: unknown until two blocks are played".to_owned());
        }
        if let Some(NormalLine { elo, nelo, los }) = &self.normal {
            let half = |figure: &Figure| (figure.high - figure.low) / 2.0;
            lines.push(format!(
                "  by the normal distribution: Elo {} ±{}, nElo {} ±{}, LOS {:.2} %",
                shown(elo.value, 2),
                shown(half(elo), 2),
                shown(nelo.value, 2),
                shown(half(nelo), 2),
                100.0 * los
            ));
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

impl PairRow {
    /// The headings of its cells.
    pub const TITLES: [&str; 8] = ["bot", "against", "won", "drawn", "lost", "Elo", "LOS", "0-½-1-1½-2"];

    /// What a table of pairs has of it; empty if it has nothing of that.
    pub fn cells(&self) -> [String; 8] {
        let [ahead, level, behind] = self.games.map(|count| count.to_string());
        let pentanomial = self.pentanomial.map(|counts| counts.map(|count| count.to_string()).join("-"));
        [
            self.first.clone(),
            self.second.clone(),
            ahead,
            level,
            behind,
            optional(self.elo, 0),
            self.los.map(|los| format!("{:.1} %", 100.0 * los)).unwrap_or_default(),
            pentanomial.unwrap_or_default(),
        ]
    }
}

/// What the numbers are.
const LEGEND: [(&str, &str); 20] = [
    (
        "share",
        "its share of the points of a game; the ± interval, by blocks, contains the true share in 95 of 100 tournaments",
    ),
    ("places", "how often it came first, second and so on"),
    ("mean", "the mean of its places"),
    (
        "rating",
        "strength on the Elo scale: 400 more means ten times as much of the points; the mean is 0, or the anchor sets it",
    ),
    ("against hero", "how much stronger it is than the hero of the gauntlet, in Elo, from their games alone"),
    ("byes", "rounds that it did not play; each adds a fair share of the points to its points"),
    ("buchholz", "the sum of the scores of its opponents"),
    ("buchholz-cut", "the same without the lowest one"),
    ("sonneborn-berger", "the sum of the scores of its opponents, each times the share it got against that opponent"),
    ("head-to-head", "its share in the games among bots that are level"),
    ("effect", "by how much the shared score changes when it takes a seat from an average bot"),
    ("with others", "the mean shared score of its games with other bots"),
    ("ms", "the mean time of a decision in milliseconds"),
    ("longest", "the longest time of a decision in milliseconds"),
    ("faults", "how often it was at fault in all games"),
    ("tries", "how many of its answers were refused, faults included"),
    ("tokens", "the tokens that its language model read and wrote, as reported by the bot"),
    ("cost", "the cost of these tokens, in the bot's own unit"),
    ("points", "the sum of its scores by the rules"),
    ("games", "games of complete blocks; a game that it plays in two seats counts twice"),
];

/// A column of the main table.
#[derive(Debug)]
pub struct Column {
    /// Its heading.
    pub title: &'static str,
    /// What a row has in it; empty if the row has nothing of it.
    pub cell: fn(&BotRow) -> String,
}

impl Column {
    /// What the numbers are, where that needs saying.
    pub fn meaning(&self) -> Option<&'static str> {
        LEGEND.iter().find(|(title, _)| *title == self.title).map(|&(_, meaning)| meaning)
    }

    /// Whether its cells are numbers, which stand to the right.
    pub fn is_number(&self) -> bool {
        !["bot", "faults", "tries", "tokens"].contains(&self.title)
    }

    /// Whether it is there for a tie-break only. A rating says more than that.
    fn is_tie_break(&self) -> bool {
        TieBreak::ALL.iter().any(|&tie_break| tie_break != TieBreak::Rating && tie_break.word() == self.title)
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

pub(super) fn result(row: &BotRow, place: usize) -> String {
    row.wins_draws_losses.map(|results| results[place].to_string()).unwrap_or_default()
}

pub(super) fn places(row: &BotRow) -> String {
    row.places.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

pub(super) fn faults(row: &BotRow) -> String {
    row.faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect::<Vec<_>>().join(", ")
}

fn tries(row: &BotRow) -> String {
    let Some(effort) = &row.effort else { return String::new() };
    let kinds = [("illegal", effort.illegal), ("unreadable", effort.unreadable)];
    let some = kinds.into_iter().filter(|(_, count)| *count > 0);
    some.map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

fn tokens(row: &BotRow) -> String {
    let tokens = row.effort.as_ref().and_then(|effort| effort.tokens);
    tokens.map(|tokens| format!("{} + {}", tokens.read, tokens.written)).unwrap_or_default()
}

fn cost(row: &BotRow) -> String {
    let cost = row.effort.as_ref().and_then(|effort| effort.cost);
    cost.map(|cost| if cost < 1e12 { shown(cost, 4) } else { format!("{cost:.3e}") }).unwrap_or_default()
}

fn tie_break(row: &BotRow, tie_break: TieBreak) -> String {
    row.tie_breaks.get(&tie_break).map(|&figure| shown(figure, 2)).unwrap_or_default()
}

/// A number with so many digits after the point. There is no minus zero.
pub(super) fn shown(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

fn optional(figure: Option<Figure>, digits: usize) -> String {
    figure.map(|figure| figure.plus_minus(digits)).unwrap_or_default()
}

impl Figure {
    /// The value and half the width of its interval; the interval itself where it is not around the value. Where one end
    /// is infinite, the other says how much it is at least, or at most.
    pub fn plus_minus(self, digits: usize) -> String {
        let Self { value, low, high } = self;
        let (below, above) = (value - low, high - value);
        match (low.is_finite(), high.is_finite()) {
            (true, false) => format!("> {}", shown(low, digits)),
            (false, true) => format!("< {}", shown(high, digits)),
            (false, false) => "?".to_owned(),
            (true, true) if low == high => shown(value, digits),
            (true, true) if (below - above).abs() <= 0.1 * (below + above) => {
                format!("{} ±{}", shown(value, digits), shown((high - low) / 2.0, digits))
            }
            (true, true) => self.range(digits),
        }
    }

    /// The value and its interval.
    pub fn range(self, digits: usize) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(|end| self::end(end, digits));
        format!("{value} [{low}, {high}]")
    }

    /// The value and both ends, each by itself.
    pub fn ends(self, digits: usize) -> [String; 3] {
        [self.value, self.low, self.high].map(|end| self::end(end, digits))
    }
}

/// A number that may be infinite.
fn end(number: f64, digits: usize) -> String {
    match number {
        number if number.is_finite() => shown(number, digits),
        number if number > 0.0 => "∞".to_owned(),
        number if number < 0.0 => "-∞".to_owned(),
        _ => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_minus_zero_and_one_end_says_at_least() {
        for (value, low, high, expected) in [
            (-0.04, -1.0, 1.0, "0.0 ±1.0"),
            (0.0, -0.04, 0.04, "0.0 ±0.0"),
            (-0.06, -1.0, 1.0, "-0.1 ±1.0"),
            (1.0, 0.912, 1.0, "1.0 [0.9, 1.0]"),
            (700.0, 412.4, f64::INFINITY, "> 412.4"),
            (-700.0, f64::NEG_INFINITY, -412.4, "< -412.4"),
            (0.0, f64::NEG_INFINITY, f64::INFINITY, "?"),
            (1500.0, 1500.0, 1500.0, "1500.0"),
        ] {
            assert_eq!(Figure { value, low, high }.plus_minus(1), expected);
        }
        assert_eq!(Figure { value: f64::INFINITY, low: -0.0, high: f64::INFINITY }.range(0), "∞ [0, ∞]");
    }
}
