//! Profile likelihood intervals: the differences of strengths that results do not contradict, whatever the others are.

use nalgebra::{Cholesky, DVector, Dyn};

use super::{evidence::Evidence, likelihood, luce::Luce};

/// The most steps of Newton's method; a handful are usually enough.
const STEPS: usize = 100;

/// The search ends with a step that changes strengths (logarithms) by less. The error of the ratio is of its square.
const EXACT: f64 = 1e-4;

/// The likelihood of strengths, profiled: for each value of a contrast (a weighted sum of strengths) the other strengths
/// are the likeliest ones with this value.
///
/// The derivative of the profile along the contrast is a sum with one part for each observation. At the true value each part
/// has mean 0, and errors of the other strengths change it in second order only, because the direction of the derivative
/// is orthogonal to them (Jerzy Neyman, *Optimal Asymptotic Tests of Composite Statistical Hypotheses*, 1959). So the
/// empirical likelihood of the parts tests the value (Art Owen, *Empirical Likelihood*, 2001, § 3.5). It takes the
/// spread of observations from the results, so that draws, and the dependence of the games of a block or a deal, need no
/// model.
///
/// A profile follows the likelihood to any distance. The curvature at the estimate does not: between groups far apart
/// the information falls by a factor of ten with each 400 points of Elo.
#[derive(Debug)]
pub(super) struct ProfileLikelihood<'a> {
    model: &'a Luce,
    evidence: &'a Evidence,
    /// The likeliest strengths.
    strengths: DVector<f64>,
    /// The curvature at these strengths. `None` if rounding makes it singular.
    curvature: Option<Cholesky<f64, Dyn>>,
}

/// The likeliest strengths with a value of a contrast, and the direction in which they move as the value grows by 1.
#[derive(Debug, Clone)]
struct Along {
    strengths: DVector<f64>,
    direction: DVector<f64>,
}

impl<'a> ProfileLikelihood<'a> {
    pub(super) fn new(model: &'a Luce, evidence: &'a Evidence, strengths: &[f64]) -> Self {
        let curvature = Cholesky::new(model.curvature(strengths).matrix());
        Self { model, evidence, strengths: DVector::from_column_slice(strengths), curvature }
    }

    /// The distance from a contrast's estimate to the lower (`side` -1) or upper end (`side` 1) of its interval.
    pub(super) fn reach(&self, contrast: &[f64], side: f64, bound: f64) -> f64 {
        let contrast = DVector::from_column_slice(contrast);
        let value = contrast.dot(&self.strengths);
        let Some((mut along, error)) = self.start(&contrast) else { return f64::INFINITY };
        likelihood::reach(bound.sqrt() * error, bound, |distance| {
            self.ratio_at(&contrast, value + side * distance, &mut along)
        })
    }

    /// The likelihood ratio against this value of a contrast. 0 if no strengths are found for it.
    pub(super) fn ratio(&self, contrast: &[f64], value: f64) -> f64 {
        let contrast = DVector::from_column_slice(contrast);
        let start = self.start(&contrast);
        start.map_or(0.0, |(mut along, _)| self.ratio_at(&contrast, value, &mut along))
    }

    /// The estimate and its direction, and the standard error of the contrast by the curvature.
    fn start(&self, contrast: &DVector<f64>) -> Option<(Along, f64)> {
        let along = self.curvature.as_ref()?.solve(contrast);
        let variance = contrast.dot(&along);
        Some((Along { strengths: self.strengths.clone(), direction: along / variance }, variance.sqrt()))
    }

    fn ratio_at(&self, contrast: &DVector<f64>, value: f64, along: &mut Along) -> f64 {
        let mut next = along.clone();
        if self.move_to(contrast, value, &mut next).is_none() {
            return 0.0;
        }
        *along = next;
        self.evidence.ratio(along.strengths.as_slice(), |bot| along.direction[bot])
    }

    /// Moves along the profile to a value of the contrast, by Newton's method with damped steps, as in
    /// [`Luce::strengths`]. `None` if the search fails.
    fn move_to(&self, contrast: &DVector<f64>, value: f64, Along { strengths, direction }: &mut Along) -> Option<()> {
        let more = value - contrast.dot(strengths);
        strengths.axpy(more, direction, 1.0);
        for _ in 0..STEPS {
            let slope = DVector::from_vec(self.model.slope(strengths.as_slice()));
            let factors = Cholesky::new(self.model.curvature(strengths.as_slice()).matrix())?;
            let along = factors.solve(contrast);
            *direction = &along / contrast.dot(&along);
            let free = factors.solve(&slope);
            let step = &free - &*direction * contrast.dot(&free);
            let width = step.max() - step.min();
            if width < EXACT {
                return Some(());
            }
            strengths.axpy(width.ln_1p() / width, &step, 1.0);
        }
        None
    }
}
