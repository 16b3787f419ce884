//! A sample of independent values, and estimates of the mean of their distribution.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeStruct as _};
use statrs::distribution::{ContinuousCDF as _, Normal, StudentsT};

/// The probability that an interval holds the true value.
const CONFIDENCE: f64 = 0.95;

/// A value, and the interval that holds the true value in 95 of 100 tournaments, unless the source says otherwise. An end
/// that is not finite is `null`, and so is a value that nothing bounds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[schemars(rename = "Figure")]
pub struct Estimate {
    /// The likeliest value.
    #[serde(deserialize_with = "known")]
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// The lower end.
    #[serde(deserialize_with = "known")]
    #[schemars(with = "Option<f64>")]
    pub low: f64,
    /// The upper end.
    #[serde(deserialize_with = "known")]
    #[schemars(with = "Option<f64>")]
    pub high: f64,
}

/// Reads a number; what is `null` is not known.
fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Option::deserialize(deserializer).map(|number| number.unwrap_or(f64::NAN))
}

impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Adding 0 turns minus zero into zero.
        let Self { value, low, high } = self.map(|number| number + 0.0);
        let mut figure = serializer.serialize_struct("Figure", 3)?;
        figure.serialize_field("value", &Some(value).filter(|_| !self.is_unknown()))?;
        figure.serialize_field("low", &low)?;
        figure.serialize_field("high", &high)?;
        figure.end()
    }
}

impl Estimate {
    /// The value with the interval from `value - radius` to `value + radius`.
    pub fn around(value: f64, radius: f64) -> Self {
        Self { value, low: value - radius, high: value + radius }
    }

    /// Applies a rising function to the value and both ends.
    pub fn map(self, rising: impl Fn(f64) -> f64) -> Self {
        let [value, low, high] = [self.value, self.low, self.high].map(rising);
        Self { value, low, high }
    }

    /// The same with the other sign.
    pub(crate) fn negated(self) -> Self {
        Self { value: -self.value, low: -self.high, high: -self.low }
    }

    /// True if the interval contains this, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Returns true if nothing bounds the value, which then says nothing.
    pub(crate) fn is_unknown(self) -> bool {
        self.low == f64::NEG_INFINITY && self.high == f64::INFINITY
    }
}

/// Count, mean and variance of independent values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The number of values, at least one.
    pub count: u64,
    /// The mean of the values.
    pub mean: f64,
    /// The mean square of the distances from the mean.
    pub variance: f64,
}

impl Sample {
    /// The sample of these values; `None` if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        Self::weighted(values.into_iter().map(|value| (value, 1)))
    }

    /// The sample of these values with their counts; `None` if there are none.
    ///
    /// Updates the mean and the sum of squares value by value, which keeps the precision (Welford 1962; West 1979).
    pub fn weighted(values: impl IntoIterator<Item = (f64, u64)>) -> Option<Self> {
        let (mut count, mut mean, mut squares) = (0, 0.0, 0.0);
        for (value, times) in values.into_iter().filter(|&(_, times)| times > 0) {
            count += times;
            let distance = value - mean;
            mean += distance * times as f64 / count as f64;
            squares += distance * (value - mean) * times as f64;
        }
        (count > 0).then(|| Self { count, mean, variance: squares / count as f64 })
    }

    /// The mean with Student's interval (1908), for an estimated variance. `None` for fewer than two values.
    pub fn estimate(&self) -> Option<Estimate> {
        let freedom = self.count.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let radius = student_quantile(freedom)? * (self.variance / freedom).sqrt();
        Some(Estimate::around(self.mean, radius))
    }
}

/// The number of standard deviations to each side that hold a normal value in 95 of 100 cases: 1.96.
pub(super) fn normal_quantile() -> f64 {
    normal_quantile_at(1.0 - CONFIDENCE)
}

fn normal_quantile_at(alpha: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - alpha / 2.0)
}

/// The degrees of freedom above which statrs loses precision.
const MANY: f64 = 1000.0;

/// The number of estimated standard deviations to each side that hold a normal value in 95 of 100 cases: Student's
/// quantile for `freedom` degrees of freedom. `None` if `freedom` is not above 0.
pub(crate) fn student_quantile(freedom: f64) -> Option<f64> {
    student_quantile_at(freedom, 1.0 - CONFIDENCE)
}

/// The same for values that are missed with the probability `alpha`.
///
/// Above 1000 degrees of freedom, statrs loses precision. There the result is the normal quantile plus the first term
/// of its expansion by 1/`freedom`, which is exact to a millionth. (Abramowitz and Stegun, 26.7.5.)
pub(super) fn student_quantile_at(freedom: f64, alpha: f64) -> Option<f64> {
    if freedom > MANY {
        let normal = normal_quantile_at(alpha);
        return Some(normal + (normal.powi(3) + normal) / (4.0 * freedom));
    }
    StudentsT::new(0.0, 1.0, freedom).ok().map(|student| student.inverse_cdf(1.0 - alpha / 2.0))
}

/// The probability that a normal value is at most so many estimated standard deviations above its mean, by Student's
/// distribution; above 1000 degrees of freedom by the first term of its expansion, as in [`student_quantile_at`].
pub(super) fn student_cdf(deviations: f64, freedom: f64) -> f64 {
    match StudentsT::new(0.0, 1.0, freedom) {
        Ok(student) if freedom <= MANY => student.cdf(deviations),
        _ => Normal::standard().cdf(deviations * (1.0 - 1.0 / (4.0 * freedom))),
    }
}
