//! The Elo after a sequential test, which stops when results look good.

use super::{
    BlockResults, Elo, Estimate, Sprt,
    brownian::Motion,
    likelihood::{Contest, bisect, bound},
    sample::normal_quantile,
};

/// The least standard deviation of a log likelihood ratio, which is 0 if all blocks are equal.
const LEAST_SPREAD: f64 = 1e-3;

/// The mean overshoot over a bound, in standard deviations of a step, by which bounds of discrete steps are moved
/// outwards. (David Siegmund, *Sequential Analysis*, 1985, § 10.2.)
const OVERSHOOT: f64 = 0.583;

/// The drift of a test is searched up to this distance from the end.
const FARTHEST: f64 = 60.0;

/// The number of bisections for a drift.
const STEPS: usize = 60;

/// This many blocks tell too little about their spread to correct the value. Of more blocks, the value is corrected in
/// part: a correction that follows the spread of a few blocks could make the estimate of better results lower.
const FEW: f64 = 32.0;

/// A mean share counts as even up to this distance from ½.
const EVEN: f64 = 1e-9;

impl Elo {
    /// The strength of a bot by the results at which a sequential test ended, or after the last block if it did not end.
    /// `None` for fewer than two blocks.
    ///
    /// A test that stops when the results look good finds them better than they are. So ends are put in an order: at the
    /// upper bound, the sooner the better; then without a verdict, the higher the better; then at the lower bound, the
    /// later the better. The value is the strength with which an end as good or better has a chance of one half, so it is
    /// too high in half of all tests; the ends of the interval have 2.5 % and 97.5 %. (David Siegmund, *Estimation
    /// Following Sequential Tests*, Biometrika 65, 1978; Scott Emerson and Thomas Fleming, *Parameter Estimation Following
    /// Group Sequential Hypothesis Testing*, Biometrika 77, 1990.)
    ///
    /// The log likelihood ratio is taken as a Brownian motion whose variance is that of its parts in these results, so
    /// that it moves as slowly as it does far from the hypotheses. The bounds are at least as far as the motion came. The
    /// distance between a strength and the results is the signed root of their likelihood ratio, as in [`Self::of`], which
    /// is what remains if no earlier end is likely: where the correction knows nothing, the results speak. The value never
    /// lies on the other side of 0 than the score, nor outside the shares of the blocks.
    pub fn after(sprt: &Sprt, results: &BlockResults) -> Option<Self> {
        let sample = results.sample().filter(|sample| sample.count >= 2)?;
        let (contest, blocks) = (Contest::of_results(results), sample.count as f64);
        let [llr, spread] = sprt.llr_and_spread(results);
        let spread = spread.max(LEAST_SPREAD);
        let place = llr / spread;
        let [lower, upper] = sprt.bounds().map(|bound| bound / spread);
        let beyond = OVERSHOOT / blocks.sqrt();
        let bounds = [place.min(lower - beyond), place.max(upper + beyond)];
        // The chance of an end as good or better; it grows with the drift.
        let as_good = |drift: f64| Motion { bounds, drift }.as_good(place);
        // The spread of a few blocks is uncertain, so that roots count less, as in the interval without a test.
        let certainty = normal_quantile() / bound(sample.count).sqrt();
        let root = |chance: f64| {
            let ends = [place - FARTHEST, place + FARTHEST];
            let [below, above] = bisect(ends, STEPS, |drift| as_good(drift) < chance);
            (place - (below + above) / 2.0) / certainty
        };
        let [low, high] = [0.025, 0.975].map(|chance| contest.share_at(root(chance)));
        let value = contest.share_at(root(0.5) * (1.0 - FEW / blocks).max(0.0))?;
        let (least, most) = (results.counts().first()?.0, results.counts().last()?.0);
        // The score's side of 0, by a mean that is a rounded sum.
        let ahead = sample.mean - 0.5;
        let (least, most) = if ahead > -EVEN { (least.max(0.5), most) } else { (least, most) };
        let (least, most) = if ahead < EVEN { (least.min(0.5), most.min(0.5)) } else { (least, most) };
        let value = value.clamp(least, most);
        let share = Estimate { value, low: low?.min(value), high: high?.max(value) };
        let los = 1.0 - as_good(place - certainty * contest.root(0.5));
        let los = match value {
            above if above > 0.5 => los.max(0.5),
            below if below < 0.5 => los.min(0.5),
            _ => 0.5,
        };
        Some(Self::of_share(share, Some(results), los))
    }
}
