//! Charts of figures with their intervals, one below the other.

use maud::Markup;
use plotters::{
    coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter},
    element::{Circle, EmptyElement, PathElement, Text},
    prelude::{Color as _, IntoLogRange as _},
    style::text_anchor::{HPos, Pos, VPos},
};
use uvi_cup::stats::Estimate;

use super::canvas::{Area, FINE, PlotResult, SERIES, chart, hull, plain, rule, svg, text, tick};

const ROW: u32 = 30;
const AXIS: u32 = 52;
/// The maximum number of shown characters of a name.
const NAME: usize = 24;
/// The width of a character, in pixels of the page.
pub(super) const CHARACTER: u32 = 9;

/// A chart of figures with their intervals, the first on top.
#[derive(Debug)]
pub(crate) struct Ranges<'a> {
    /// The description for screen readers.
    pub(crate) what: &'a str,
    pub(crate) x: &'a str,
    /// The names and the figures.
    pub(crate) rows: Vec<(&'a str, Estimate)>,
    pub(crate) scale: Scale,
    /// A reference value, marked by a line.
    pub(crate) middle: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    /// For positive values only.
    Logarithmic,
}

impl Ranges<'_> {
    pub(crate) fn svg(&self) -> Markup {
        // Beside an open end, a value is far away and says little: an axis with room for it shows nothing else.
        let ends = self.rows.iter().flat_map(|(_, figure)| match *figure {
            Estimate { low, high, .. } if figure.is_open() => [low, high, f64::NAN],
            Estimate { value, low, high } => [value, low, high],
        });
        let height = AXIS + ROW * self.rows.len() as u32;
        svg(self.what, height, |area| match self.scale {
            Scale::Linear => {
                let [low, high] = hull(ends.chain(self.middle));
                self.draw(area, low..high, [low, high], |value| tick(value, [low, high]))
            }
            Scale::Logarithmic => {
                let above = ends.chain(self.middle).filter(|end| *end > 0.0);
                let [low, high] = hull(above.map(f64::log10)).map(|exponent| 10_f64.powf(exponent.clamp(-6.0, 12.0)));
                self.draw(area, (low..high).log_scale(), [low, high], |value| format!("{value}"))
            }
        })
    }

    fn draw<X>(&self, area: &Area<'_>, axis: X, [low, high]: [f64; 2], tick: impl Fn(f64) -> String) -> PlotResult
    where
        X: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let names: Vec<String> = self.rows.iter().map(|(name, _)| shortened(name, NAME)).collect();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as u32;
        let rows = self.rows.len().max(1) as f64;
        let mut chart = chart(area, 24, AXIS - 20, longest * CHARACTER + 16).build_cartesian_2d(axis, 0.0..rows)?;
        plain(&mut chart.configure_mesh())
            .disable_y_mesh()
            .x_desc(self.x)
            .x_labels(5)
            .y_labels(0)
            .x_label_formatter(&|&value| tick(value))
            .draw()?;
        if let Some(middle) = self.middle.filter(|middle| (low..=high).contains(middle)) {
            chart.draw_series([PathElement::new(vec![(middle, 0.0), (middle, rows)], rule(0.6))])?;
        }
        let colour = SERIES[0];
        let beside = text().pos(Pos::new(HPos::Right, VPos::Center));
        for (number, ((_, figure), name)) in self.rows.iter().zip(names).enumerate() {
            // The axis grows upwards, rows count downwards.
            let place = rows - number as f64 - 0.5;
            let name = Text::new(name, (-6 * FINE as i32, 0), beside.clone());
            chart.draw_series([EmptyElement::at((low, place)) + name])?;
            let Estimate { value, low: from, high: to } = *figure;
            if from <= to {
                let ends = [from, to].map(|end| (end.clamp(low, high), place)).to_vec();
                chart.draw_series([PathElement::new(ends, colour.mix(0.5).stroke_width(5 * FINE))])?;
            }
            if !figure.is_open() && (low..=high).contains(&value) {
                chart.draw_series([Circle::new((value, place), 5 * FINE, colour.filled())])?;
            }
        }
        Ok(())
    }
}

/// A name of at most so many characters.
pub(super) fn shortened(name: &str, most: usize) -> String {
    match name.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
