//! A column of a table. Text, CSV and pages are made from columns.

use super::figure::{exact, shown};
use crate::{
    percent,
    stats::{Estimate, PointSum},
};

/// A column of a table that lists values of `T`.
#[derive(Debug)]
pub struct Column<T: 'static> {
    /// The word of the column, which is its heading in CSV.
    pub(super) word: &'static str,
    /// The heading for people. Empty: only programs see the column.
    pub title: &'static str,
    /// The legend, with its position among the legends in the text.
    pub(super) legend: Option<(u8, &'static str)>,
    pub(super) cell: Cell<T>,
}

/// The function that gives a row's value, by kind of value. The value is `None` if the row has none.
#[derive(Debug)]
pub(crate) enum Cell<T: 'static> {
    /// Words, aligned to the left.
    Words(fn(&T) -> Option<String>),
    /// A count, or other text that is read as a number.
    Count(fn(&T) -> Option<String>),
    /// Points such as `7 1/2`; decimal in CSV.
    Points(fn(&T) -> Option<PointSum>),
    /// A number, shown to people with this many digits after the point.
    Number(usize, fn(&T) -> Option<f64>),
    /// A part of 1, shown to people in percent.
    Part(fn(&T) -> Option<f64>),
    /// A value with its interval, shown to people with this many digits; three columns in CSV.
    Figure(usize, fn(&T) -> Option<Estimate>),
    /// The numbers of pairs of games with 0, ½, 1, 1½ and 2 points; five columns in CSV.
    Pentanomial(fn(&T) -> Option<[u64; 5]>),
}

impl<T> Column<T> {
    /// A column for people, with its word as heading.
    pub(crate) const fn new(word: &'static str, cell: Cell<T>) -> Self {
        Self { word, title: word, legend: None, cell }
    }

    pub(crate) const fn titled(self, title: &'static str) -> Self {
        Self { title, ..self }
    }

    pub(crate) const fn means(self, place: u8, meaning: &'static str) -> Self {
        Self { legend: Some((place, meaning)), ..self }
    }

    /// The meaning of the column; `None` if the heading says it.
    pub fn meaning(&self) -> Option<&'static str> {
        self.legend.map(|(_, meaning)| meaning)
    }

    /// Returns true if the cells are numbers, which are aligned to the right.
    pub fn is_number(&self) -> bool {
        !matches!(self.cell, Cell::Words(_))
    }

    /// The cell of a row for people. Empty if the row has no such value.
    pub fn shown(&self, row: &T) -> String {
        let text = match self.cell {
            Cell::Words(of) | Cell::Count(of) => of(row),
            Cell::Points(of) => of(row).map(|points| points.to_string()),
            Cell::Number(digits, of) => {
                of(row).map(|number| if number < 1e12 { shown(number, digits) } else { format!("{number:.3e}") })
            }
            Cell::Part(of) => of(row).map(|part| format!("{} %", percent(part, 1))),
            Cell::Figure(digits, of) => of(row).map(|figure| figure.plus_minus(digits)),
            Cell::Pentanomial(of) => of(row).map(|counts| counts.map(|count| count.to_string()).join("-")),
        };
        text.unwrap_or_default()
    }

    /// The headings in CSV.
    pub(super) fn words(&self) -> Vec<String> {
        let ends: &[&str] = match self.cell {
            Cell::Words(_) | Cell::Count(_) | Cell::Points(_) | Cell::Number(..) | Cell::Part(_) => &[""],
            Cell::Figure(..) => &["", "_low", "_high"],
            Cell::Pentanomial(_) => &["_0", "_half", "_1", "_3_halves", "_2"],
        };
        ends.iter().map(|end| format!("{}{end}", self.word)).collect()
    }

    /// The cells of a row in CSV, with all digits. They are empty if there is no row.
    pub(super) fn exact(&self, row: Option<&T>) -> Vec<String> {
        let cells = row.and_then(|row| match self.cell {
            Cell::Words(of) | Cell::Count(of) => of(row).map(|text| vec![text]),
            Cell::Points(of) => of(row).map(|points| {
                let (whole, rest) = points.parts();
                vec![exact(whole as f64 + f64::from(rest))]
            }),
            Cell::Number(_, of) | Cell::Part(of) => of(row).map(|number| vec![exact(number)]),
            Cell::Figure(_, of) => of(row).map(|figure| figure.exact().to_vec()),
            Cell::Pentanomial(of) => of(row).map(|counts| counts.map(|count| count.to_string()).to_vec()),
        });
        cells.unwrap_or_else(|| vec![String::new(); self.words().len()])
    }
}
