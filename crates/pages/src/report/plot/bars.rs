//! Bar charts of counts.

use maud::Markup;
use plotters::{element::Rectangle, prelude::Color as _};

use super::canvas::{FINE, SERIES, chart, hull, plain, svg, tick};

const HEIGHT: u32 = 240;

/// Bars over ranges of an axis.
#[derive(Debug)]
pub(crate) struct Bars<'a> {
    /// The description for screen readers.
    pub(crate) what: &'a str,
    pub(crate) x: &'a str,
    pub(crate) y: &'a str,
    pub(crate) bars: Vec<Bar>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Bar {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) count: u32,
}

impl Bars<'_> {
    pub(crate) fn svg(&self) -> Markup {
        let [low, high] = hull(self.bars.iter().flat_map(|bar| [bar.from, bar.to]));
        let most = self.bars.iter().map(|bar| bar.count).max().unwrap_or(0).max(1);
        svg(self.what, HEIGHT, |area| {
            let counts = 0..most.saturating_add(most / 20 + 1);
            let mut chart = chart(area, 24, 42, 64).build_cartesian_2d(low..high, counts)?;
            plain(&mut chart.configure_mesh())
                .disable_x_mesh()
                .x_desc(self.x)
                .y_desc(self.y)
                .x_labels(6)
                .y_labels(6)
                .x_label_formatter(&|&value| tick(value, [low, high]))
                .draw()?;
            let bar = |bar: &Bar| {
                let mut drawn = Rectangle::new([(bar.from, 0), (bar.to, bar.count)], SERIES[0].mix(0.8).filled());
                // Leaves a gap between neighbouring bars.
                drawn.set_margin(0, 0, FINE, FINE);
                drawn
            };
            chart.draw_series(self.bars.iter().map(bar))?;
            Ok(())
        })
    }
}
