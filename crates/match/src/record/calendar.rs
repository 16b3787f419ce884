//! Days of the Gregorian calendar as numbers.

/// The days from 1 March of year 0 to 1970-01-01. Years start in March here, so that a leap day ends a year.
const BEFORE_1970: i64 = 719_468;

/// The number of days from 1970-01-01 to a year, month and day. A day beyond the month is one of the next.
pub fn day_number([year, month, day]: [i64; 3]) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let years = year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    years + (153 * month + 2) / 5 + day - 1 - BEFORE_1970
}

/// The inverse of [`day_number`].
pub fn date(number: i64) -> [i64; 3] {
    let mut year = ((number + BEFORE_1970) * 400).div_euclid(146_097);
    if day_number([year + 1, 3, 1]) <= number {
        year += 1;
    } else if day_number([year, 3, 1]) > number {
        year -= 1;
    }
    let day = number - day_number([year, 3, 1]);
    let month = (5 * day + 2) / 153;
    let first = (153 * month + 2) / 5;
    if month < 10 { [year, month + 3, day - first + 1] } else { [year + 1, month - 9, day - first + 1] }
}
