//! A day of the calendar, so that days without a table leave a gap in a plot.

use std::fmt;

use uvi_match::record::{date, day_number};

/// The number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CalendarDay(pub(super) i32);

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

impl CalendarDay {
    /// Reads a day such as `2026-11-26`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(|part| part.parse::<i32>().ok());
        let day @ [year, month, _] = [parts.next()??, parts.next()??, parts.next()??].map(i64::from);
        if parts.next().is_some() || !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        let number = day_number(day);
        // A day that the month does not have is another one.
        (date(number) == day).then_some(Self(number as i32))
    }
}

/// Writes the day as people do, such as `26 Nov`.
impl fmt::Display for CalendarDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [_, month, day] = date(self.0.into());
        write!(f, "{day} {}", MONTHS[month as usize - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_each_other() {
        for (text, number, shown) in [
            ("1970-01-01", 0, "1 Jan"),
            ("1970-03-01", 59, "1 Mar"),
            ("2000-02-29", 11_016, "29 Feb"),
            ("2000-03-01", 11_017, "1 Mar"),
            ("2026-11-26", 20_783, "26 Nov"),
            ("2026-12-31", 20_818, "31 Dec"),
            ("2027-01-01", 20_819, "1 Jan"),
        ] {
            let day = CalendarDay::read(text).expect(text);
            assert_eq!((day.0, &*day.to_string()), (number, shown), "{text}");
        }
        assert!((0..40_000).all(|number| {
            let [year, month, day] = date(number.into());
            CalendarDay::read(&format!("{year:04}-{month:02}-{day:02}")) == Some(CalendarDay(number))
        }));
        for text in ["", "2026-11", "2026-02-29", "2026-13-01", "2026-11-00", "1-1-1", "2026-11-26-1", "a-b-c"] {
            assert_eq!(CalendarDay::read(text), None, "{text}");
        }
    }
}
