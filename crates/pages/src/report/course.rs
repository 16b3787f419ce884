//! Plots of the score and of the sequential test over the blocks, in the order of the plan.

use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use uvi_cup::{
    Lead, Plan, Progress, Test,
    schedule::BotIndex,
    stats::{BlockCounts, BlockResults, BlockScore, Elo, Estimate, Sample},
};

use super::{
    plot::{LinePlot, PlotLine, PlotPoint, SERIES},
    section::{Page, Section, fact},
};

/// The maximum number of points in a line of a plot.
const POINTS: usize = 200;

/// The name of the log likelihood ratio.
const LLR: &str = "LLR";

/// The section with the score after each block.
pub(super) fn score(page: &Page<'_>) -> Option<Section> {
    let (title, whose, plot) = score_plot(page);
    if plot.lines.iter().all(|line| line.points.is_empty()) {
        return None;
    }
    let band = match page.progress.test() {
        Some(Test::Sprt(_)) => {
            "The band is the 95 % interval, corrected for the end that the sequential test may choose."
        }
        Some(Test::Lead(_)) | None => {
            "The band is the 95 % interval for this number of blocks, if you fixed that number in advance. Do not use it \
             to decide when to stop; the sequential test is for that."
        }
    };
    let meaning = format!(
        "{whose} after each block, in the order of the plan. {band} Where the band of a few blocks is wider than the \
         plot, it is cut off."
    );
    Section::new("score", title, meaning, html! { (plot.svg()) (figures(page)) })
}

/// The title of the most informative figure for this tournament, its name as the beginning of a sentence, and its plot.
fn score_plot<'a>(page: &'a Page<'_>) -> (&'static str, String, LinePlot<'a>) {
    let plot =
        |what, whose, y, within, lines| (what, whose, LinePlot { what, x: "blocks", y, lines, levels: &[], within });
    let blocks = page.progress.scores();
    if page.plan.variant.cooperative() {
        let points = means(&counted(blocks, BlockScore::shared), blocks.len());
        let lines = vec![PlotLine { name: "all bots", points }];
        let whose = "The mean of the score that all seats share".to_owned();
        return plot("Score so far", whose, "mean score", [0.0, f64::INFINITY], lines);
    }
    if let Some(duel) = &page.standings.duel {
        let lines = vec![PlotLine { name: &duel.first, points: elo(page) }];
        let whose = format!("The Elo of {}", duel.first);
        return plot("Elo so far", whose, "Elo", [f64::NEG_INFINITY, f64::INFINITY], lines);
    }
    let line = |name: &'a str| {
        let bot = page.plan.entrants.iter().position(|entrant| entrant.name == name)?;
        let shares = counted(blocks, |block| block.share_of(BotIndex(bot)));
        Some(PlotLine { name, points: means(&shares, blocks.len()) })
    };
    let bots = &page.standings.bots;
    let lines: Vec<PlotLine<'_>> = bots.iter().take(SERIES.len()).filter_map(|row| line(&row.name)).collect();
    let whose = if bots.len() > lines.len() {
        format!("The share of the points of the first {} bots in the standings", lines.len())
    } else {
        "The share of the points of each bot".to_owned()
    };
    plot("Share so far", whose, "share of the points", [0.0, 1.0], lines)
}

/// The current figures that no other section shows.
fn figures(page: &Page<'_>) -> Markup {
    let standings = &page.standings;
    let digits = if standings.mean_score.is_some() { 1 } else { 3 };
    // In a duel the lead is omitted, because Elo says the same, unless the sequential test is of the lead.
    let wanted = standings.duel.is_none() || matches!(page.progress.test(), Some(Test::Lead(_)));
    html! {
        dl.figures {
            @if let Some(score) = standings.mean_score {
                (fact("Mean score of all games", score.plus_minus(digits)))
            }
            @if let Some(lead) = standings.lead.filter(|_| wanted) {
                (fact(format!("Lead of {}, valid at any time", page.plan.entrants[0].name), lead.range(3)))
            }
        }
    }
}

/// The state of a sequential test after each block.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TestCourse {
    /// The bot that the test is about.
    pub first: String,
    /// The name of the value: `LLR` or `lead`.
    pub value: &'static str,
    /// The values at which the test ends, each with its name. For a lead, the whole band must be beyond one.
    pub levels: Vec<(f64, String)>,
    /// The numbers of blocks, each with the value after them and its band.
    pub points: Vec<(u32, f64, Option<[f64; 2]>)>,
    /// `H0`, `H1` or `undecided`.
    pub verdict: String,
    /// The hypotheses, the estimate and the state of the test in a sentence or two.
    pub told: String,
    /// The plot of the points as HTML with an SVG.
    pub plot: String,
}

impl TestCourse {
    /// The course of a tournament's test; `None` if it has none.
    pub fn of(plan: &Plan, progress: &Progress) -> Option<Self> {
        let (value, points, levels) = match progress.test()? {
            Test::Sprt(found) => {
                let sprt = &found.sprt;
                let mut results = BlockResults::new(plan.seatings.games(plan.seats));
                let points = marks(&progress.test_blocks(), |heard| {
                    hear(&mut results, heard);
                    Some((sprt.llr(&results), None))
                });
                let [lower, upper] = sprt.bounds();
                (LLR, points, vec![(lower, format!("H0 at {lower:.2}")), (upper, format!("H1 at {upper:.2}"))])
            }
            Test::Lead(found) => {
                let mut lead = Lead::new(plan);
                let points = marks(&progress.judged_blocks(), |heard| {
                    for (block, counts) in heard {
                        lead.hear(block, !counts);
                    }
                    let Estimate { value, low, high } = lead.estimate()?;
                    Some((value, Some([low, high])))
                });
                let mut levels = vec![(0.0, "not ahead".to_owned())];
                levels.extend((found.margin > 0.0).then(|| (0.0 - found.margin, "not worse".to_owned())));
                ("lead", points, levels)
            }
        };
        let test = progress.test()?;
        let (first, verdict) = (plan.entrants.first()?.name.clone(), test.verdict().to_string());
        let told = told(&first, test);
        let plot = plot(&first, value, &points, &levels).into_string();
        let points = points.into_iter().map(|point| (point.x, point.value, point.band)).collect();
        Some(Self { first, value, levels, points, verdict, told, plot })
    }
}

/// The plot of a test of this bot. A likelihood ratio begins at 0.
fn plot(first: &str, value: &str, points: &[PlotPoint], levels: &[(f64, String)]) -> Markup {
    let origin = (value == LLR).then_some(PlotPoint { x: 0, value: 0.0, band: None });
    let points = origin.into_iter().chain(points.iter().copied()).collect();
    let (lines, within) = (vec![PlotLine { name: first, points }], [f64::NEG_INFINITY, f64::INFINITY]);
    LinePlot { what: "Sequential test", x: "blocks", y: value, lines, levels, within }.svg()
}

/// The question of a test of the first bot, and its answer so far.
fn told(first: &str, test: &Test) -> String {
    match test {
        Test::Sprt(found) => {
            let [elo0, elo1] = found.sprt.elos();
            let unit = found.sprt.model().unit();
            format!("SPRT of {first}, {unit} {elo0} (H0) against {elo1} (H1): {}.", found.told())
        }
        Test::Lead(found) => {
            let asked = match found.margin {
                margin if margin > 0.0 => format!("not worse by more than {margin}"),
                _ => "ahead".to_owned(),
            };
            let lead = found.lead.estimate().map(|lead| format!("{}, ", lead.range(3)));
            format!(
                "Test whether {first} is {asked}, wrong in at most {} of 100 tournaments: lead {}{}.",
                100.0 * found.alpha,
                lead.unwrap_or_else(|| "unknown, ".to_owned()),
                test.verdict().told()
            )
        }
    }
}

/// The section with the state of the sequential test after each block.
pub(super) fn test(page: &Page<'_>) -> Option<Section> {
    let TestCourse { first, told, plot, .. } = TestCourse::of(page.plan, page.progress)?;
    let meaning = match page.progress.test()? {
        Test::Sprt(_) => format!(
            "The log likelihood ratio after each block. It compares how likely the results are if {first} is as strong \
             as in H1 with how likely they are if it is as strong as in H0. The test ends at either bound."
        ),
        Test::Lead(found) => {
            let least = 0.0 - found.margin;
            format!(
                "By how much {first} is ahead after each block. You may look at the band at any time: all bands \
                 together hold the true value in {} of 100 tournaments. The test ends when the whole band is on one side: \
                 above {least:.3} it accepts H1, below 0 it accepts H0.",
                100.0 * (1.0 - found.alpha)
            )
        }
    };
    Section::new("test", "Sequential test", meaning, html! { p { (told) } (PreEscaped(plot)) })
}

/// The values of those blocks for which `value` is not `None`, each with the number of its block, from 1.
fn counted(blocks: &[BlockScore], value: impl Fn(&BlockScore) -> Option<f64>) -> Vec<(u32, f64)> {
    (1..).zip(blocks).filter_map(|(number, block)| Some((number, value(block)?))).collect()
}

/// The mean of all values up to a block, with its interval, at no more than [`POINTS`] blocks.
fn means(values: &[(u32, f64)], blocks: usize) -> Vec<PlotPoint> {
    let point = |end: u32| {
        let known = &values[..values.partition_point(|&(number, _)| number <= end)];
        let estimate = Sample::of(known.iter().map(|&(_, value)| value))?.estimate()?;
        Some(PlotPoint { x: end, value: estimate.value, band: Some([estimate.low, estimate.high]) })
    };
    ends(blocks).filter_map(point).collect()
}

/// The Elo of a duel as the standings have it: by the blocks of a sequential test, or by all that are no copies.
fn elo(page: &Page<'_>) -> Vec<PlotPoint> {
    let size = page.plan.seatings.games(page.plan.seats);
    let point = |elo: Elo| (elo.elo.value, Some([elo.elo.low, elo.elo.high]));
    if let Some(Test::Sprt(test)) = page.progress.test() {
        let mut results = BlockResults::new(size);
        return marks(&page.progress.test_blocks(), |heard| {
            hear(&mut results, heard);
            Elo::after(&test.sprt, &results).map(point)
        });
    }
    let blocks = page.progress.independent();
    let mut known = BlockCounts::default();
    marks(blocks, |heard| {
        heard.iter().for_each(|block| known.add(block.clone()));
        Elo::of_blocks(BotIndex(0), size, &known).map(point)
    })
}

/// Adds the first bot's shares of these blocks to `results`.
fn hear(results: &mut BlockResults, blocks: &[&BlockScore]) {
    blocks.iter().filter_map(|block| block.share_of(BotIndex(0))).for_each(|share| results.add(share, 1));
}

/// Points at even distances. `hear` receives the blocks since the previous point, and returns the value of the new
/// point with its interval; `None` omits the point.
fn marks<T>(blocks: &[T], mut hear: impl FnMut(&[T]) -> Option<(f64, Option<[f64; 2]>)>) -> Vec<PlotPoint> {
    let mut before = 0;
    let point = |end: u32| {
        let known = hear(&blocks[before..end as usize]);
        before = end as usize;
        known.map(|(value, band)| PlotPoint { x: end, value, band })
    };
    ends(blocks.len()).filter_map(point).collect()
}

/// The numbers of blocks after which points are drawn: at most [`POINTS`], at even distances. The last is `blocks`.
fn ends(blocks: usize) -> impl Iterator<Item = u32> {
    let points = blocks.min(POINTS);
    (1..=points).map(move |point| (blocks * point / points) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_even_and_reach_the_end() {
        assert_eq!(ends(0).count(), 0);
        assert_eq!(ends(3).collect::<Vec<_>>(), [1, 2, 3]);
        for blocks in [200, 201, 399, 12_345] {
            let ends: Vec<u32> = ends(blocks).collect();
            assert_eq!((ends.len(), ends.last()), (POINTS, Some(&(blocks as u32))));
            assert!(ends.is_sorted_by(|one, other| one < other));
        }
    }
}
