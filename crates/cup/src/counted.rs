//! Counts with nouns.

/// A number with its noun: `1 game`, `2 games`.
pub fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A probability in percent with this many digits after the point, without the sign. One that is not certain is never
/// rounded to 0 or 100: `99.6`, `>99.9`, `<0.1`.
pub fn percent(part: f64, digits: usize) -> String {
    let unit = 10_f64.powi(-i32::try_from(digits).unwrap_or(0));
    let text = format!("{:.digits$}", 100.0 * part);
    if part < 1.0 && text == format!("{:.digits$}", 100.0) {
        format!(">{:.digits$}", 100.0 - unit)
    } else if part > 0.0 && text == format!("{:.digits$}", 0.0) {
        format!("<{unit:.digits$}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_certain_probability_is_100_percent() {
        for (part, digits, expected) in [
            (0.5, 1, "50.0"),
            (0.9999, 1, ">99.9"),
            (0.9994, 1, "99.9"),
            (0.9996, 0, ">99"),
            (0.996, 0, ">99"),
            (1.0, 1, "100.0"),
            (0.0, 1, "0.0"),
            (0.0001, 1, "<0.1"),
            (0.001, 0, "<1"),
        ] {
            assert_eq!(percent(part, digits), expected, "{part}");
        }
    }
}
