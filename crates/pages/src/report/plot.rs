//! Plots as SVG inside the page.

mod bars;
mod canvas;
mod day_plot;
mod line_plot;
mod ranges;

pub(super) use bars::{Bar, Bars};
pub(super) use canvas::SERIES;
#[cfg(test)]
pub(super) use canvas::hex;
pub(super) use day_plot::{DayLine, DayPlot};
pub(super) use line_plot::{LinePlot, PlotLine, PlotPoint};
pub(super) use ranges::{Ranges, Scale};

#[cfg(test)]
mod tests {
    use super::*;

    /// A plot with extreme figures is drawn and stays within its frame.
    #[test]
    fn nothing_that_is_odd_stops_a_plot() {
        let odd = [0.0, 1.0, -1e300, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e-300];
        for low in odd {
            for high in odd {
                let figure = uvi_cup::stats::Estimate { value: (low + high) / 2.0, low, high };
                let points =
                    [0, 1, 7, u32::MAX].map(|x| PlotPoint { x, value: figure.value, band: Some([low, high]) }).to_vec();
                let lines = LinePlot {
                    what: "odd",
                    x: "x",
                    y: "y",
                    lines: vec![PlotLine { name: "<odd>", points }],
                    levels: &[(low, "level".to_owned())],
                    within: [f64::NEG_INFINITY, f64::INFINITY],
                };
                let rows = vec![("<odd>", figure)];
                for scale in [Scale::Linear, Scale::Logarithmic] {
                    let ranges = Ranges { what: "odd", x: "x", rows: rows.clone(), scale, middle: Some(high) };
                    assert!(ranges.svg().into_string().contains("&lt;odd&gt;"));
                }
                assert!(lines.svg().into_string().contains("<text"));
                let days = lines.lines[0].points.iter().map(|point| PlotPoint { x: point.x.min(40_000), ..*point });
                let line = |name| DayLine { name, runs: vec![days.clone().collect()] };
                let (named, faint) = (vec![line("<odd>"), line("even")], vec![line("faint")]);
                let days = DayPlot { what: "odd", y: "y", named, faint };
                assert!(days.svg().into_string().contains("&lt;odd&gt;"));
            }
        }
        let bars = Bars { what: "odd", x: "x", y: "y", bars: vec![Bar { from: 1.0, to: 1.0, count: u32::MAX }] };
        assert!(bars.svg().into_string().contains("<rect"));
        assert!(Bars { what: "odd", x: "x", y: "y", bars: Vec::new() }.svg().into_string().contains("<text"));
    }
}
