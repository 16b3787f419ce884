//! Adjudication: ends a game before its rules do, by its length or by the scores of its bots. It uses only the
//! decisions and scores in the log, so every reader of the log gets the same result.

use std::{fmt, str::FromStr};

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::tag,
    character::complete::u32,
    combinator::{all_consuming, map, opt, success, value, verify},
    number::complete::double,
    sequence::{preceded, terminated},
};
use serde::{Deserialize, Serialize};
use uvi::Word;
use uvi_games::game::{BySeat, Score, Seat, Table};

use super::Ending;

/// The rules that end a game before its own rules do.
///
/// The text form is that of the field `adjudication` in the head of a log: `max-decisions 400 resign 900 4 both draw 40
/// 8 5`. Tournament files write the rules as a table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// Ends the game after this number of decisions, at least 1. The seats still in the game share the point; a
    /// cooperative game keeps its shared score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_decisions: Option<u32>,
    /// Ends the game if a seat says that it is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// Ends the game if both seats say that the position is even.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// The rule for a seat that says it is lost.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// The limit of a lost position, at least 0: the seat gives itself minus this score or less.
    pub score: f64,
    /// The number of such scores in a row, at least 1.
    pub count: u32,
    /// True if the other seat must have given itself `score` or more, `count` times in a row.
    #[serde(default)]
    pub both: bool,
}

/// The rule for two seats that say the position is even.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The rule does not apply before this number of decisions.
    #[serde(default)]
    pub after: u32,
    /// The limit of an even position, at least 0: each seat gives itself a score from minus this number to this number.
    pub score: f64,
    /// The number of such scores in a row, at least 1.
    pub count: u32,
}

/// The error of adjudication text that cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a rule such as \"max-decisions 400 resign 900 4 draw 40 8 5\"")]
pub struct AdjudicationError;

impl Adjudication {
    /// True if a rule uses the scores of bots, which are comparable only between two opponents.
    pub fn listens(&self) -> bool {
        self.resign.is_some() || self.draw.is_some()
    }
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rules = Vec::new();
        if let Some(most) = self.max_decisions {
            rules.push(format!("max-decisions {most}"));
        }
        if let Some(ResignRule { score, count, both }) = self.resign {
            rules.push(format!("resign {score} {count}{}", if both { " both" } else { "" }));
        }
        if let Some(DrawRule { after, count, score }) = self.draw {
            rules.push(format!("draw {after} {count} {score}"));
        }
        f.write_str(&rules.join(" "))
    }
}

impl FromStr for Adjudication {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let spaced = format!("{text} ");
        let (_, read) = all_consuming(adjudication).parse(&spaced).map_err(|_| AdjudicationError)?;
        if read == Self::default() { Err(AdjudicationError) } else { Ok(read) }
    }
}

/// `adjudication = [max SP] [resign SP] [draw SP]`
fn adjudication(input: &str) -> IResult<&str, Adjudication> {
    let rules =
        (opt(terminated(max_decisions, tag(" "))), opt(terminated(resign, tag(" "))), opt(terminated(draw, tag(" "))));
    map(rules, |(max_decisions, resign, draw)| Adjudication { max_decisions, resign, draw }).parse(input)
}

/// `max = "max-decisions" SP count`
fn max_decisions(input: &str) -> IResult<&str, u32> {
    preceded(tag("max-decisions "), count).parse(input)
}

/// `resign = "resign" SP score SP count [SP "both"]`
fn resign(input: &str) -> IResult<&str, ResignRule> {
    let both = alt((value(true, tag(" both")), success(false)));
    let rule = (preceded(tag("resign "), score), preceded(tag(" "), count), both);
    map(rule, |(score, count, both)| ResignRule { score, count, both }).parse(input)
}

/// `draw = "draw" SP after SP count SP score`
fn draw(input: &str) -> IResult<&str, DrawRule> {
    let rule = (preceded(tag("draw "), u32), preceded(tag(" "), count), preceded(tag(" "), score));
    map(rule, |(after, count, score)| DrawRule { after, count, score }).parse(input)
}

/// A number from 1.
fn count(input: &str) -> IResult<&str, u32> {
    verify(u32, |&count| count > 0).parse(input)
}

/// A finite number from 0.
fn score(input: &str) -> IResult<&str, f64> {
    verify(double, |score: &f64| score.is_finite() && *score >= 0.0).parse(input)
}

/// The adjudication of a game under way.
#[derive(Debug, Clone)]
pub(super) struct Adjudicator {
    rules: Adjudication,
    /// The current runs of each seat: decisions in a row in which the seat called itself lost, winning or even.
    said: BySeat<Runs>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Runs {
    lost: u32,
    won: u32,
    even: u32,
}

impl Adjudicator {
    pub(super) fn new(rules: Adjudication, seats: u8) -> Self {
        Self { rules, said: BySeat::new(seats, |_| Runs::default()) }
    }

    /// Counts the score that a seat gave itself in a decision. A decision without a score is not counted and breaks no
    /// run.
    pub(super) fn hear(&mut self, seat: Seat, score: f64) {
        let runs = &mut self.said[seat];
        let count = |run: &mut u32, goes_on: bool| *run = if goes_on { run.saturating_add(1) } else { 0 };
        if let Some(rule) = self.rules.resign {
            count(&mut runs.lost, score <= -rule.score);
            count(&mut runs.won, score >= rule.score);
        }
        if let Some(rule) = self.rules.draw {
            count(&mut runs.even, score.abs() <= rule.score);
        }
    }

    /// Returns the ending if a rule ends the game now, at a position that waits for a decision.
    pub(super) fn ending(&self, table: &dyn Table, decisions: u32) -> Option<Ending> {
        let reason = Word::new("adjudication").expect("this is a word");
        let seats = table.seats();
        if let (Some(rule), 2) = (self.rules.resign, seats) {
            let lost = |seat: Seat, other: Seat| {
                self.said[seat].lost >= rule.count && (!rule.both || self.said[other].won >= rule.count)
            };
            let losers = [(Seat::ONE, Seat::TWO), (Seat::TWO, Seat::ONE)];
            // If both seats say that they are lost, the rule does not apply.
            match losers.map(|(seat, other)| lost(seat, other)) {
                [true, false] => return Some(won(reason, Seat::TWO, Seat::ONE)),
                [false, true] => return Some(won(reason, Seat::ONE, Seat::TWO)),
                [true, true] | [false, false] => {}
            }
        }
        let even = self.rules.draw.is_some_and(|rule| {
            seats == 2 && decisions >= rule.after && self.said.values().all(|runs| runs.even >= rule.count)
        });
        let long = self.rules.max_decisions.is_some_and(|most| decisions >= most);
        (even || long).then(|| {
            let score = if table.cooperative() {
                Score::Shared(table.shared())
            } else {
                Score::split(seats, uvi_games::game::SeatSet::all(seats) - table.vacant())
            };
            Ending { reason, score: Some(score), seat: None, resigned: Vec::new() }
        })
    }
}

fn won(reason: Word, winner: Seat, loser: Seat) -> Ending {
    Ending { reason, score: Some(Score::win(2, winner)), seat: Some(loser), resigned: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str) {
        assert_eq!(text.parse::<Adjudication>().expect("it reads").to_string(), text);
    }

    #[test]
    fn every_rule_reads_back() {
        reads("max-decisions 400");
        reads("resign 900 4");
        reads("resign 0.5 1 both");
        reads("draw 0 8 0");
        reads("max-decisions 400 resign 900 4 both draw 40 8 5.25");
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for text in ["", " ", "resign", "resign 900", "resign -1 4", "resign nan 4", "resign 900 0", "draw 1 2 inf"] {
            assert_eq!(text.parse::<Adjudication>(), Err(AdjudicationError), "{text:?}");
        }
        for text in ["draw 40 8 5 resign 900 4", "max-decisions 0", "max-decisions 4 max-decisions 4", "resign 9 4  "] {
            assert_eq!(text.parse::<Adjudication>(), Err(AdjudicationError), "{text:?}");
        }
    }
}
