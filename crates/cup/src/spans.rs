//! Sets of games, written as `1-40,43`.

use std::{fmt, str::FromStr};

use itertools::Itertools as _;
use nom::{
    IResult, Parser,
    bytes::complete::tag,
    character::complete::u32,
    combinator::{all_consuming, map, opt},
    multi::separated_list0,
    sequence::preceded,
};

/// A set of numbers from 1. Consecutive numbers take no extra memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spans {
    /// The first and last number of each run. Runs are sorted and have gaps between them.
    runs: Vec<(u32, u32)>,
}

/// The error for a text that is no set of numbers.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected numbers and ranges in order, such as 1-40,43, found {0}")]
pub struct SpansError(String);

impl Spans {
    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        // The first run that could hold or touch the number.
        let place = self.runs.partition_point(|&(_, last)| last.saturating_add(1) < number);
        match self.runs.get(place).copied() {
            Some((first, last)) if first <= number && number <= last => {}
            Some((first, last)) if last + 1 == number => {
                let joins = self.runs.get(place + 1).filter(|(next, _)| *next == number + 1).map(|&(_, end)| end);
                self.runs[place] = (first, joins.unwrap_or(number));
                if joins.is_some() {
                    self.runs.remove(place + 1);
                }
            }
            Some((first, last)) if first == number + 1 => self.runs[place] = (number, last),
            Some(_) | None => self.runs.insert(place, (number, number)),
        }
    }

    /// True if the set has the number.
    pub fn contains(&self, number: u32) -> bool {
        let place = self.runs.partition_point(|&(_, last)| last < number);
        self.runs.get(place).is_some_and(|&(first, _)| first <= number)
    }

    /// The number of numbers in the set.
    pub fn len(&self) -> usize {
        self.runs.iter().map(|(first, last)| (last - first) as usize + 1).sum()
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// The numbers in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().flat_map(|&(first, last)| first..=last)
    }
}

impl FromIterator<u32> for Spans {
    fn from_iter<T: IntoIterator<Item = u32>>(numbers: T) -> Self {
        let mut spans = Self::default();
        numbers.into_iter().for_each(|number| spans.insert(number));
        spans
    }
}

impl fmt::Display for Spans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let run =
            |&(first, last): &(u32, u32)| if first == last { format!("{first}") } else { format!("{first}-{last}") };
        write!(f, "{}", self.runs.iter().map(run).join(","))
    }
}

impl FromStr for Spans {
    type Err = SpansError;

    fn from_str(text: &str) -> Result<Self, SpansError> {
        let wrong = || SpansError(text.to_owned());
        let (_, runs) = all_consuming(runs).parse(text).map_err(|_| wrong())?;
        let rise = runs.iter().tuple_windows().all(|((_, last), (next, _))| last.saturating_add(1) < *next);
        let is_set = rise && runs.iter().all(|&(first, last)| 0 < first && first <= last);
        if is_set { Ok(Self { runs }) } else { Err(wrong()) }
    }
}

/// `spans = [span *("," span)]`
fn runs(input: &str) -> IResult<&str, Vec<(u32, u32)>> {
    separated_list0(tag(","), run).parse(input)
}

/// `span = number ["-" number]`
fn run(input: &str) -> IResult<&str, (u32, u32)> {
    map((u32, opt(preceded(tag("-"), u32))), |(first, last)| (first, last.unwrap_or(first))).parse(input)
}
