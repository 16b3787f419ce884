//! The play that an `info` tells, and the mistakes in it.

use std::{cmp::Ordering, iter};

use uvi_games::game::{LineEnd, Score, Seat, SeatSet, Table};

use super::{Flaw, FlawRecord, InfoSummary};

/// The words of an `info` that may follow the actions of a line.
pub(super) const KEYS: [&str; 15] = [
    "depth", "seldepth", "time", "nodes", "multipv", "score", "mate", "currmove", "hashfull", "nps", "tbhits",
    "string", "wdl", "bound", "pv",
];

/// The parts of an `info` that are checked.
#[derive(Debug, Default)]
struct SaidPlay<'a> {
    /// The actions of the line, each by the seat that must decide.
    line: Vec<&'a str>,
    /// The moves to a mate; negative if the bot is mated.
    mate: Option<i64>,
    has_score: bool,
    /// True if the score is only a bound, which may not fit the line.
    is_bound: bool,
    /// True for the line of another action than the best one.
    is_second: bool,
}

impl<'a> SaidPlay<'a> {
    fn read(info: &'a str) -> Self {
        let mut summary = InfoSummary::default();
        summary.hear(info);
        let mut said = Self { has_score: summary.score.is_some(), mate: summary.mate, ..Self::default() };
        let mut words = info.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "string" => break,
                "bound" => said.is_bound = true,
                "multipv" => said.is_second = words.peek().is_some_and(|rank| *rank != "1"),
                "pv" => said.line = iter::from_fn(|| words.next_if(|word| !KEYS.contains(word))).collect(),
                _ => {}
            }
        }
        said
    }

    /// The mistake in this line, at the table before its first action.
    fn flaw(&self, table: &dyn Table, seat: Seat) -> Option<FlawRecord> {
        let record = |flaw, action: Option<&str>, reason: Option<&str>| {
            let text = |text: Option<&str>| text.map(str::to_owned);
            Some(FlawRecord { flaw, action: text(action), reason: text(reason), info: None })
        };
        if self.line.is_empty() {
            return None;
        }
        let end = table.follow(&self.line);
        let outcome = match end {
            LineEnd::Illegal(at) => return record(Flaw::IllegalLine, Some(self.line[at]), None),
            LineEnd::Beyond(at, reason) => return record(Flaw::BeyondEnd, Some(self.line[at]), Some(reason)),
            LineEnd::Open => None,
            LineEnd::Over(outcome) => Some(outcome),
        };
        let mate = self.mate.filter(|_| !self.is_bound)?;
        let plies = mate.unsigned_abs().saturating_mul(2).saturating_sub(u64::from(mate > 0));
        let others = SeatSet::all(table.seats()) - SeatSet::only(seat);
        let winner = if mate > 0 { Some(seat) } else { others.single() }?;
        match (self.line.len() as u64).cmp(&plies) {
            Ordering::Less => record(Flaw::ShortMate, None, None),
            Ordering::Greater => record(Flaw::LongMate, None, None),
            Ordering::Equal if outcome.is_some_and(|it| it.score == Score::win(table.seats(), winner)) => None,
            Ordering::Equal => record(Flaw::NoMate, None, None),
        }
    }
}

/// The mistakes in what a bot said before an answer. `table` is the table at which the seat was asked, `infos` are the
/// texts of its `info` lines, and `answer` is the first action of its answer, if it did not resign.
pub fn flaws(table: &dyn Table, seat: Seat, infos: &[String], answer: Option<&str>) -> Vec<FlawRecord> {
    let mut flaws: Vec<FlawRecord> = Vec::new();
    let mut has_score = false;
    let mut last = None;
    for info in infos {
        let said = SaidPlay::read(info);
        // A bound is a score that is not exact.
        has_score |= said.has_score || said.is_bound;
        if let Some(flaw) = said.flaw(table, seat)
            && flaws.iter().all(|known| known.flaw != flaw.flaw)
        {
            flaws.push(FlawRecord { info: Some(info.clone()), ..flaw });
        }
        if !said.is_second && (said.is_bound || !said.line.is_empty()) {
            last = Some((said, info));
        }
    }
    if let (Some((said, info)), Some(answer)) = (last, answer)
        && !said.is_bound
        && said.line.first().is_some_and(|first| *first != answer)
    {
        let (action, info) = (Some(answer.to_owned()), Some(info.clone()));
        flaws.push(FlawRecord { flaw: Flaw::OtherAnswer, action, reason: None, info });
    }
    if !has_score && !infos.is_empty() && answer.is_some() {
        flaws.push(FlawRecord { flaw: Flaw::NoScore, action: None, reason: None, info: None });
    }
    flaws
}
