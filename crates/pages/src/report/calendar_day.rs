//! A day of the calendar, so that days without a table leave a gap in a plot.

use std::fmt;

/// The number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CalendarDay(pub(super) i32);

const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// The days before each month of a year that begins on 1 March.
const BEFORE: [i32; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

impl CalendarDay {
    /// Reads a day such as `2026-11-26`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('-').map(|part| part.parse::<i32>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        if parts.next().is_some() || !(1970..=9999).contains(&year) || !(1..=12).contains(&month) {
            return None;
        }
        let from_march = (month + 9) % 12;
        let number = Self(march(year - i32::from(month < 3)) + BEFORE[from_march as usize] + day - 1);
        // Days that the month does not have are those of the next one.
        (number.parts() == (year, month, day)).then_some(number)
    }

    /// The year, the month from 1, and the day of the month.
    fn parts(self) -> (i32, i32, i32) {
        let mut year = 1970 + self.0 / 365;
        while march(year) > self.0 {
            year -= 1;
        }
        let rest = self.0 - march(year);
        let from_march = BEFORE.partition_point(|before| *before <= rest) as i32 - 1;
        let month = (from_march + 2) % 12 + 1;
        (year + i32::from(month < 3), month, rest - BEFORE[from_march as usize] + 1)
    }
}

/// The number of the first of March of a year.
fn march(year: i32) -> i32 {
    (365 * year + year / 4 - year / 100 + year / 400) - (365 * 1970 + 1970 / 4 - 1970 / 100 + 1970 / 400) + 59
}

/// Writes the day as people do, such as `26 Nov`.
impl fmt::Display for CalendarDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, month, day) = self.parts();
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
            let (year, month, day) = CalendarDay(number).parts();
            CalendarDay::read(&format!("{year:04}-{month:02}-{day:02}")) == Some(CalendarDay(number))
        }));
        for text in ["", "2026-11", "2026-02-29", "2026-13-01", "2026-11-00", "1-1-1", "2026-11-26-1", "a-b-c"] {
            assert_eq!(CalendarDay::read(text), None, "{text}");
        }
    }
}
