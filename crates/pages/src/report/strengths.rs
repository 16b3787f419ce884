//! The strengths of a ladder's bots by day.

use std::collections::BTreeMap;

use maud::{Markup, html};
use uvi_cup::{DayRow, DayTable, stats::Estimate, without_version};

use super::{
    calendar_day::CalendarDay,
    plot::{DayLine, DayPlot, PlotPoint},
    report_table::ReportTable,
};

/// The number of bots that have a colour, a name and a column.
const NAMED: usize = 10;
const PLOTTED: usize = 60;

/// The strengths of the bots that play a game of a ladder, at the ends of days.
#[derive(Debug, Clone, PartialEq)]
pub struct StrengthCourse<'a> {
    /// The days with a table, such as `2026-11-26`, in order. The last one may not be over.
    pub days: Vec<&'a str>,
    /// The bots, best first.
    pub bots: Vec<StrengthLine<'a>>,
    /// True if the strengths are mean scores, which all seats share.
    pub is_shared: bool,
}

/// The strengths of a bot.
#[derive(Debug, Clone, PartialEq)]
pub struct StrengthLine<'a> {
    /// The name without a version. The versions of a bot follow each other.
    pub name: &'a str,
    /// The strength on each day. `None` if the bot did not play, or its interval had no end on a side.
    pub strengths: Vec<Option<Estimate>>,
}

impl<'a> StrengthCourse<'a> {
    /// The strengths in a game by the tables of these days, in order. `None` before the second day with a table.
    pub fn of(game: &str, days: &[(&'a str, &'a DayTable)]) -> Option<Self> {
        let known = days.iter().filter(|(day, table)| CalendarDay::read(day).is_some() && !table.rows(game).is_empty());
        let (days, tables): (Vec<&str>, Vec<&[DayRow]>) = known.map(|(day, table)| (*day, table.rows(game))).unzip();
        let last = tables.last().filter(|_| days.len() > 1)?;
        let by_name = |rows: &&'a [DayRow]| -> BTreeMap<&'a str, Estimate> {
            let playing = rows.iter().filter(|row| row.rank.is_some());
            playing.filter_map(|row| Some((without_version(&row.name), row.strength()?))).collect()
        };
        let strengths: Vec<_> = tables.iter().map(by_name).collect();
        let is_shared = last.iter().any(DayRow::is_shared);
        let line = |row: &'a DayRow| {
            let name = without_version(&row.name);
            let strengths = strengths.iter().map(|day| day.get(name).copied()).collect();
            StrengthLine { name, strengths }
        };
        let bots = last.iter().filter(|row| row.rank.is_some() && row.strength().is_some()).map(line).collect();
        Some(Self { days, bots, is_shared })
    }

    /// The plot of the strengths, and the same as a table, as HTML.
    pub fn html(&self) -> String {
        self.markup().into_string()
    }

    pub(super) fn markup(&self) -> Markup {
        let numbers: Vec<u32> =
            self.days.iter().map(|day| CalendarDay::read(day).map_or(0, |day| day.0 as u32)).collect();
        let lines = |bots: &[StrengthLine<'a>]| bots.iter().map(|bot| bot.drawn(&numbers)).collect();
        let (named, others) = self.bots.split_at(self.bots.len().min(NAMED));
        let y = if self.is_shared { "mean score" } else { "strength" };
        let what = self.described();
        let plot =
            DayPlot { what: &what, y, named: lines(named), faint: lines(&others[..others.len().min(PLOTTED - NAMED)]) };
        let days: Vec<usize> = (0..self.days.len()).rev().collect();
        let mut table = ReportTable::of(&days).words("day", |&day| self.days[day]);
        for bot in named {
            let digits = if self.is_shared { 1 } else { 0 };
            table = table.number(bot.name, move |&day| {
                bot.strengths[day].map(|figure| figure.plus_minus(digits)).unwrap_or_default()
            });
        }
        html! {
            figure.days {
                (plot.svg())
                figcaption {
                    details { summary { "The same as a table" } (table) }
                }
            }
        }
    }

    /// The plot in words: the first and the last strengths of the best bots.
    fn described(&self) -> String {
        let change = |bot: &StrengthLine<'_>| {
            let mut known = bot.strengths.iter().flatten().map(|figure| figure.value);
            let (first, last) = (known.next()?, known.next_back());
            Some(match last {
                Some(last) => format!("{} from {first:.0} to {last:.0}", bot.name),
                None => format!("{} {first:.0}", bot.name),
            })
        };
        let changes: Vec<String> = self.bots.iter().take(NAMED).filter_map(change).collect();
        let (first, last) = (self.days.first().unwrap_or(&""), self.days.last().unwrap_or(&""));
        format!("Strengths by day, from {first} to {last}: {}", changes.join(", "))
    }
}

impl<'a> StrengthLine<'a> {
    /// The line in a plot of days with these numbers.
    fn drawn(&self, days: &[u32]) -> DayLine<'a> {
        let mut runs: Vec<Vec<PlotPoint>> = vec![Vec::new()];
        for (&x, strength) in days.iter().zip(&self.strengths) {
            match (strength, runs.last_mut()) {
                (Some(Estimate { value, low, high }), Some(run)) => {
                    run.push(PlotPoint { x, value: *value, band: Some([*low, *high]) });
                }
                _ => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        DayLine { name: self.name, runs }
    }
}
