//! Line charts over whole numbers, with a band of intervals for each line.

use maud::{Markup, html};
use plotters::{
    element::{PathElement, Polygon, Text},
    prelude::Color as _,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::canvas::{FINE, SERIES, chart, hull, plain, rule, svg, text, tick};

const HEIGHT: u32 = 300;

/// A line chart, with at most as many lines as [`SERIES`] has colours.
#[derive(Debug)]
pub(crate) struct LinePlot<'a> {
    /// The description for screen readers.
    pub(crate) what: &'a str,
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    pub(crate) lines: Vec<PlotLine<'a>>,
    /// Horizontal lines with their labels.
    pub(crate) levels: &'a [(f64, String)],
    /// The possible range of the values.
    pub(crate) within: [f64; 2],
}

/// A line. Its points are ascending by x.
#[derive(Debug)]
pub(crate) struct PlotLine<'a> {
    pub(crate) name: &'a str,
    pub(crate) points: Vec<PlotPoint>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PlotPoint {
    pub(crate) x: u32,
    pub(crate) value: f64,
    /// The lower and upper end of the interval.
    pub(crate) band: Option<[f64; 2]>,
}

/// The outline of the intervals of points: along their lower ends, and back along their upper ends.
pub(super) fn band(points: &[PlotPoint], [low, high]: [f64; 2]) -> Vec<(u32, f64)> {
    let edge = |end: usize| points.iter().filter_map(move |point| Some((point.x, point.band?[end].clamp(low, high))));
    edge(0).chain(edge(1).rev()).collect()
}

impl LinePlot<'_> {
    pub(crate) fn svg(&self) -> Markup {
        let last = self.lines.iter().flat_map(|line| &line.points).map(|point| point.x).max().unwrap_or(0).max(1);
        let [low, high] = self.limits(last);
        let drawing = svg(self.what, HEIGHT, |area| {
            let mut chart = chart(area, 24, 42, 64).build_cartesian_2d(0..last, low..high)?;
            plain(&mut chart.configure_mesh())
                .disable_x_mesh()
                .x_desc(self.x)
                .y_desc(self.y)
                .x_labels(6)
                .y_label_formatter(&|&value| tick(value, [low, high]))
                .draw()?;
            for (level, name) in self.levels.iter().filter(|(level, _)| (low..=high).contains(level)) {
                chart.draw_series([PathElement::new(vec![(0, *level), (last, *level)], rule(0.6))])?;
                // The label goes on the side of the line with more room.
                let side = if *level > (low + high) / 2.0 { VPos::Top } else { VPos::Bottom };
                let anchor = text().pos(Pos::new(HPos::Left, side));
                chart.draw_series([Text::new(format!(" {name}"), (0, *level), anchor)])?;
            }
            // The first values may lie outside the axis, which is scaled for later values. Such points are omitted.
            let seen = |line: &PlotLine<'_>| {
                let seen = line.points.iter().filter(|point| (low..=high).contains(&point.value));
                seen.copied().collect::<Vec<PlotPoint>>()
            };
            let strength = if self.lines.len() > 1 { 0.1 } else { 0.2 };
            for (line, colour) in self.lines.iter().zip(SERIES) {
                let band = band(&seen(line), [low, high]);
                if band.len() > 2 {
                    chart.draw_series([Polygon::new(band, colour.mix(strength).filled())])?;
                }
            }
            for (line, colour) in self.lines.iter().zip(SERIES) {
                let points: Vec<_> = seen(line).iter().map(|point| (point.x, point.value)).collect();
                chart.draw_series([PathElement::new(points, colour.stroke_width(2 * FINE))])?;
            }
            Ok(())
        });
        html! {
            figure {
                (drawing)
                @if self.lines.len() > 1 {
                    figcaption {
                        @for (number, line) in (1..).zip(&self.lines) {
                            span.key style={ "--colour: var(--series-" (number) ")" } { (line.name) } " "
                        }
                    }
                }
            }
        }
    }

    /// The ends of the vertical axis. The axis has room for all levels, for the values after the first fifth of the
    /// blocks, and for the bands in the second half, which are narrower than the earlier bands.
    fn limits(&self, last: u32) -> [f64; 2] {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let values = points.clone().filter(|point| point.x > last / 5).map(|point| point.value);
        let bands = points.filter(|point| point.x > last / 2).flat_map(|point| point.band.into_iter().flatten());
        let [least, most] = self.within;
        let finite = values.chain(bands).filter(|value| value.is_finite()).map(|value| value.clamp(least, most));
        let [low, high] = hull(finite.chain(self.levels.iter().map(|(level, _)| *level)));
        [low.max(least), high.min(most)]
    }
}
