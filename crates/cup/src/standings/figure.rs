//! The texts of estimates and of numbers.

use crate::stats::Estimate;

impl Estimate {
    /// The value and both ends for programs. A value that nothing bounds is empty, and so are ends of which nothing is known.
    pub(super) fn exact(self) -> [String; 3] {
        let known = |number: f64| if number.is_nan() { String::new() } else { exact(number) };
        let value = if self.is_unknown() { String::new() } else { known(self.value) };
        [value, known(self.low), known(self.high)]
    }

    /// Returns true if an end of the interval is infinite.
    pub fn is_open(self) -> bool {
        !(self.low.is_finite() && self.high.is_finite())
    }

    /// The value and half the width of its interval, such as `12 ±5`. If the value is not in the middle, the interval
    /// itself. If one end is infinite, the other as a bound, such as `> 12`. `?` in place of what is unknown.
    pub fn plus_minus(self, digits: usize) -> String {
        let Self { value, low, high } = self;
        let (below, above) = (value - low, high - value);
        match (low.is_finite(), high.is_finite()) {
            _ if low.is_nan() => format!("{} ±?", shown(value, digits)),
            (true, false) => format!("> {}", shown(low, digits)),
            (false, true) => format!("< {}", shown(high, digits)),
            (false, false) => "?".to_owned(),
            (true, true) if low == high => shown(value, digits),
            (true, true) if (below - above).abs() <= 0.1 * (below + above) => {
                format!("{} ±{}", shown(value, digits), shown((high - low) / 2.0, digits))
            }
            (true, true) => self.range(digits),
        }
    }

    /// The value and its interval.
    pub fn range(self, digits: usize) -> String {
        let [value, low, high] = self.ends(digits);
        format!("{value} [{low}, {high}]")
    }

    /// A lead: `ahead` or `behind`, and its size with the interval. A lead that rounds to zero is not behind.
    pub fn ahead_or_behind(self) -> (&'static str, String) {
        let digits = 3;
        let is_behind = shown(self.value, digits).starts_with('-');
        let (word, size) = if is_behind { ("behind", self.negated()) } else { ("ahead", self) };
        (word, size.range(digits))
    }

    /// The value and both ends, each as a text.
    pub fn ends(self, digits: usize) -> [String; 3] {
        [self.value, self.low, self.high].map(|end| self::end(end, digits))
    }
}

/// A number with this many digits after the point, never minus zero.
pub(super) fn shown(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// A number with all its digits, never minus zero.
pub(super) fn exact(number: f64) -> String {
    (number + 0.0).to_string()
}

/// A number that may be infinite or undefined.
fn end(number: f64, digits: usize) -> String {
    match number {
        number if number.is_finite() => shown(number, digits),
        number if number > 0.0 => "∞".to_owned(),
        number if number < 0.0 => "-∞".to_owned(),
        _ => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_no_minus_zero_and_one_end_says_at_least() {
        for (value, low, high, expected) in [
            (-0.04, -1.0, 1.0, "0.0 ±1.0"),
            (0.0, -0.04, 0.04, "0.0 ±0.0"),
            (-0.06, -1.0, 1.0, "-0.1 ±1.0"),
            (1.0, 0.912, 1.0, "1.0 [0.9, 1.0]"),
            (700.0, 412.4, f64::INFINITY, "> 412.4"),
            (-700.0, f64::NEG_INFINITY, -412.4, "< -412.4"),
            (921.27, f64::NEG_INFINITY, f64::INFINITY, "?"),
            (25.0, f64::NAN, f64::NAN, "25.0 ±?"),
            (1500.0, 1500.0, 1500.0, "1500.0"),
        ] {
            assert_eq!(Estimate { value, low, high }.plus_minus(1), expected);
        }
        assert_eq!(Estimate { value: f64::INFINITY, low: -0.0, high: f64::INFINITY }.range(0), "∞ [0, ∞]");
    }

    #[test]
    fn programs_get_no_value_that_nothing_bounds() {
        for (low, high, json, csv) in [
            (f64::NEG_INFINITY, f64::INFINITY, r#"{"value":null,"low":null,"high":null}"#, ["", "-inf", "inf"]),
            (1.5, f64::INFINITY, r#"{"value":2.0,"low":1.5,"high":null}"#, ["2", "1.5", "inf"]),
            (f64::NAN, f64::NAN, r#"{"value":2.0,"low":null,"high":null}"#, ["2", "", ""]),
        ] {
            let figure = Estimate { value: 2.0, low, high };
            assert_eq!(serde_json::to_string(&figure).unwrap(), json);
            assert_eq!(figure.exact(), csv);
        }
    }
}
