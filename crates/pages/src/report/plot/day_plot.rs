//! Line charts over days: the first lines have colours and their names at their ends, the others are faint.

use maud::Markup;
use plotters::{
    element::{Circle, PathElement, Polygon, Text},
    prelude::{Color as _, RGBColor},
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    super::calendar_day::CalendarDay,
    canvas::{FINE, SERIES, chart, hull, plain, rule, svg, text, tick},
    line_plot::{PlotPoint, band},
    ranges::{CHARACTER, shortened},
};

const HEIGHT: u32 = 320;
/// The least distance between two names, in pixels of the page.
const APART: i32 = 19;
/// The maximum number of shown characters of a name. A telephone has no room for more.
const NAME: usize = 14;
/// The room for the lines that lead to the names, in pixels of the page.
const LEAD: i32 = 16;

/// A line chart over days.
#[derive(Debug)]
pub(crate) struct DayPlot<'a> {
    /// The description for screen readers.
    pub(crate) what: &'a str,
    pub(crate) y: &'a str,
    /// The lines with a colour, an interval and a name; the first in front.
    pub(crate) named: Vec<DayLine<'a>>,
    pub(crate) faint: Vec<DayLine<'a>>,
}

/// A line, which is interrupted where it has no value.
#[derive(Debug)]
pub(crate) struct DayLine<'a> {
    pub(crate) name: &'a str,
    /// Points on successive days of the plot. The days ascend.
    pub(crate) runs: Vec<Vec<PlotPoint>>,
}

impl DayLine<'_> {
    fn points(&self) -> impl Iterator<Item = &PlotPoint> {
        self.runs.iter().flatten()
    }
}

impl DayPlot<'_> {
    pub(crate) fn svg(&self) -> Markup {
        let all = || self.named.iter().chain(&self.faint).flat_map(DayLine::points);
        let (first, last) = all().fold((u32::MAX, 0), |(first, last), point| (first.min(point.x), last.max(point.x)));
        let (first, last) = (first.min(last), last.max(first.saturating_add(1)));
        // Intervals are cut off where they are wider than the axis: those of new bots would leave no room for the lines.
        let [low, high] = hull(all().map(|point| point.value));
        let names: Vec<String> = self.named.iter().map(|line| shortened(line.name, NAME)).collect();
        let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as u32;
        svg(self.what, HEIGHT, |area| {
            let right = longest * CHARACTER + LEAD as u32 + 8;
            let mut chart = chart(area, right, 30, 64).build_cartesian_2d(first..last, low..high)?;
            plain(&mut chart.configure_mesh())
                .disable_x_mesh()
                .y_desc(self.y)
                .x_labels(4)
                .x_label_formatter(&|&day| CalendarDay(day as i32).to_string())
                .y_label_formatter(&|&value| tick(value, [low, high]))
                .draw()?;
            let place = |point: &PlotPoint| (point.x, point.value.clamp(low, high));
            for run in self.faint.iter().flat_map(|line| &line.runs) {
                chart.draw_series([PathElement::new(run.iter().map(place).collect::<Vec<_>>(), rule(0.2))])?;
            }
            // The best bots lie in front.
            let coloured = || {
                (0..).zip(&self.named).map(|(rank, line)| (line, colour(rank))).collect::<Vec<_>>().into_iter().rev()
            };
            for (line, colour) in coloured() {
                for run in &line.runs {
                    let band = band(run, [low, high]);
                    if band.len() > 2 {
                        chart.draw_series([Polygon::new(band, colour.mix(0.06).filled())])?;
                    }
                }
            }
            for (line, colour) in coloured() {
                for run in &line.runs {
                    let points: Vec<_> = run.iter().map(place).collect();
                    if let [point] = points[..] {
                        chart.draw_series([Circle::new(point, 3 * FINE, colour.filled())])?;
                    }
                    chart.draw_series([PathElement::new(points, colour.stroke_width(2 * FINE))])?;
                }
            }
            let ends: Vec<(i32, i32)> = self
                .named
                .iter()
                .map(|line| line.points().last().map_or((0, 0), |point| chart.backend_coord(&place(point))))
                .collect();
            let beside = text().pos(Pos::new(HPos::Left, VPos::Center));
            let right = chart.backend_coord(&(last, low)).0;
            let heights =
                spread(&ends.iter().map(|end| end.1).collect::<Vec<_>>(), APART * FINE as i32, (HEIGHT * FINE) as i32);
            for (rank, ((name, end), height)) in names.iter().zip(ends).zip(heights).enumerate() {
                let at = right + LEAD * FINE as i32;
                area.draw(&PathElement::new(vec![end, (at, height)], colour(rank).stroke_width(FINE)))?;
                area.draw(&Text::new(name.clone(), (at + 4 * FINE as i32, height), beside.clone()))?;
            }
            Ok(())
        })
    }
}

/// Neighbours in rank have different colours.
fn colour(rank: usize) -> RGBColor {
    SERIES[rank % SERIES.len()]
}

/// Places near `wanted`, each at least `apart` from the next, between 0 and `most`. Places that are too near each other
/// move apart as a group around the mean of what they want.
fn spread(wanted: &[i32], apart: i32, most: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&place| (wanted[place], place));
    // Each group: its first place in the order, its size, and where it begins.
    let mut groups: Vec<(usize, i32, i32)> = Vec::new();
    for (first, &place) in order.iter().enumerate() {
        let (mut first, mut size, mut begin) = (first, 1, wanted[place]);
        while let Some(&(before, many, _)) = groups.last().filter(|(_, many, start)| start + many * apart > begin) {
            groups.pop();
            (first, size) = (before, size + many);
            let wishes = order[first..].iter().take(size as usize).map(|&place| wanted[place]);
            begin = (wishes.sum::<i32>() - apart * (0..size).sum::<i32>()) / size;
        }
        groups.push((first, size, begin.clamp(apart / 2, (most - apart / 2 - (size - 1) * apart).max(apart / 2))));
    }
    let mut found = wanted.to_vec();
    for (first, size, begin) in groups {
        for at in 0..size {
            found[order[first + at as usize]] = begin + at * apart;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_lie_on_each_other() {
        for (wanted, expected) in [
            (vec![50, 20], vec![50, 20]),
            (vec![50, 52, 51], vec![41, 61, 51]),
            (vec![0, 1], vec![5, 15]),
            (vec![0, 18, 19], vec![5, 15, 25]),
            (vec![100, 100], vec![85, 95]),
            (vec![90, 91, 60, 99], vec![75, 85, 60, 95]),
            (vec![], vec![]),
        ] {
            assert_eq!(spread(&wanted, 10, 100), expected, "{wanted:?}");
        }
    }
}
