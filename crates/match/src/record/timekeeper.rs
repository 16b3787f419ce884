//! Checks the clock fields of a log for seats with `movestogo`: after that number of answers, the time is added to the
//! clock again. Other clocks are taken on trust, as in earlier versions.

use std::time::Duration;

use uvi_games::game::{BySeat, Seat};

use super::{ActionRecord, Clock, Head, Record, RecordError, TryRecord};

/// A log rounds the time used and the time left to whole microseconds.
const ROUNDING: Duration = Duration::from_micros(1);

/// The possible clock times of the `movestogo` seats at the current record.
#[derive(Debug)]
pub(super) struct Timekeeper {
    /// The possible ranges of each clock. Empty if the seat has no `movestogo`.
    seats: BySeat<Vec<Span>>,
    /// The seat that decided in the record before. Its next action may belong to the same answer.
    answering: Option<Seat>,
    /// True if refused answers may be tried again.
    retries: bool,
    /// The seat whose last action was charged without an increment, and did not count for `movestogo`. The rest of that
    /// answer must have been refused.
    unpaid: Option<Seat>,
}

#[derive(Debug, Clone, Copy)]
struct Span {
    least: Clock,
    most: Clock,
}

impl Timekeeper {
    pub(super) fn new(head: &Head, seats: u8) -> Self {
        let spans = |seat: Seat| {
            let limits = head.seats.get(seat.index()).and_then(|seat| seat.clock);
            let clock = limits.and_then(|limits| Clock::new(&limits)).filter(|clock| clock.movestogo().is_some());
            clock.map(Span::exactly).into_iter().collect()
        };
        Self { seats: BySeat::new(seats, spans), answering: None, retries: head.terms.retry.is_some(), unpaid: None }
    }

    /// Checks a record that is not an action.
    pub(super) fn passed(&mut self, record: &Record) -> Result<(), RecordError> {
        if let Record::Score(_) = record {
            // The score of a turn may stand between the actions of an answer.
            return Ok(());
        }
        self.paid(|seat| matches!(record, Record::Try(again) if again.seat == seat.number()))?;
        if let Record::Try(again) = record {
            self.tried(again)?;
        }
        // If a decision of several seats is void because one left, the answers of the others have no record.
        if let Record::Vacated(_) = record {
            for spans in self.seats.iter_mut().map(|(_, spans)| spans) {
                let charged: Vec<Span> = spans.iter().map(Span::charged_unknown).collect();
                spans.extend(charged);
            }
        }
        self.answering = None;
        Ok(())
    }

    /// Checks that the unpaid seat, if any, continues the same answer.
    fn paid(&mut self, goes_on: impl FnOnce(Seat) -> bool) -> Result<(), RecordError> {
        match self.unpaid.take() {
            Some(seat) if !goes_on(seat) => Err(RecordError::differs(
                "movestogo",
                "one answer less for the action before, or a try after it",
                "neither",
            )),
            Some(_) | None => Ok(()),
        }
    }

    /// Charges the time of a refused answer, without an increment.
    fn tried(&mut self, again: &TryRecord) -> Result<(), RecordError> {
        let Some(seat) = Seat::new(again.seat) else { return Ok(()) };
        let spans = &mut self.seats[seat];
        let (Some(clock), Some(first)) = (again.clock, spans.first().copied()) else { return Ok(()) };
        let used = again.ms.map_or(Ok(Duration::ZERO), |ms| microseconds("ms", ms))?;
        let left = microseconds("clock", clock)?;
        let after: Vec<Span> = spans.iter().map(|span| span.spent(used)).collect();
        match after.iter().find(|span| span.has(left)) {
            Some(span) => {
                *spans = vec![Span::exactly(first.most.at(left, span.movestogo()))];
                Ok(())
            }
            None => Err(RecordError::differs("clock", after.first().map_or_else(String::new, Span::shown), clock)),
        }
    }

    pub(super) fn action(&mut self, seat: Seat, record: &ActionRecord) -> Result<(), RecordError> {
        let continues = self.answering == Some(seat);
        let unpaid = self.unpaid;
        // Forced passes, also of other seats, may stand between the actions of an answer.
        if !record.forced {
            self.paid(|unpaid| unpaid == seat && continues)?;
            self.answering = (!record.random).then_some(seat);
        }
        let before = &mut self.seats[seat];
        let Some(first) = before.first() else {
            return match record.movestogo {
                None => Ok(()),
                Some(found) => Err(RecordError::differs("movestogo", "none, since no time is added again", found)),
            };
        };
        // A log with `times off` has no clock fields.
        let (Some(clock), Some(movestogo)) = (record.clock, record.movestogo) else {
            return match (record.ms, record.clock, record.movestogo) {
                (None, None, None) => Ok(()),
                (_, None, _) => Err(RecordError::differs("clock", "what is left on it", "none")),
                (_, Some(_), _) => {
                    Err(RecordError::differs("movestogo", "how many answers it is until time is added", "none"))
                }
            };
        };
        let used = record.ms.map_or(Ok(Duration::ZERO), |ms| microseconds("ms", ms))?;
        let after: Vec<Span> = if record.forced {
            before.clone()
        } else if record.random {
            // The thinking time before a random action is not recorded. If the bot was not asked, nothing was charged.
            before.iter().copied().chain(before.iter().map(Span::charged_unknown)).collect()
        } else {
            let again = before.iter().copied().filter(|_| continues && used.is_zero());
            before.iter().map(|span| span.charged(used)).chain(again).collect()
        };
        let left = microseconds("clock", clock)?;
        let possible = |span: &&Span| span.movestogo() == Some(movestogo);
        let may_be = |spans: &[Span]| spans.iter().filter(possible).any(|span| span.has(left));
        // If the rest of the answer was refused, the clock got no increment.
        let spent: Vec<Span> = before.iter().map(|span| span.spent(used)).collect();
        let refused = self.retries && record.is_decided() && may_be(&spent);
        let paid = may_be(&after);
        if paid || refused {
            *before = vec![Span::exactly(first.most.at(left, Some(movestogo)))];
            if refused && (unpaid.is_some() || !paid) {
                self.unpaid = Some(seat);
            }
            return Ok(());
        }
        match after.iter().find(possible) {
            Some(span) => Err(RecordError::differs("clock", span.shown(), clock)),
            None => {
                let expected = after.first().and_then(Span::movestogo).unwrap_or_default();
                Err(RecordError::differs("movestogo", expected, movestogo))
            }
        }
    }
}

impl Span {
    fn exactly(clock: Clock) -> Self {
        Self { least: clock, most: clock }
    }

    fn movestogo(&self) -> Option<u64> {
        self.most.movestogo()
    }

    fn charged(mut self, used: Duration) -> Self {
        self.least.answered(used);
        self.most.answered(used);
        self
    }

    /// Returns the range after a refused answer that used this time.
    fn spent(mut self, used: Duration) -> Self {
        self.least.spend(used);
        self.most.spend(used);
        self
    }

    /// Returns the range after an answer of unknown length.
    fn charged_unknown(&self) -> Self {
        let Self { mut least, mut most } = *self;
        least.answered(least.left());
        most.answered(Duration::ZERO);
        Self { least, most }
    }

    fn has(&self, left: Duration) -> bool {
        self.least.left() <= left.saturating_add(ROUNDING) && left <= self.most.left().saturating_add(ROUNDING)
    }

    /// Formats the range in milliseconds, as a log does.
    fn shown(&self) -> String {
        let [least, most] = [self.least, self.most].map(|clock| clock.left().as_micros() as f64 / 1000.0);
        if least < most { format!("{least} to {most}") } else { least.to_string() }
    }
}

/// Converts milliseconds of a log. Refuses negative and infinite values.
fn microseconds(what: &'static str, milliseconds: f64) -> Result<Duration, RecordError> {
    let time = Duration::try_from_secs_f64(milliseconds / 1000.0);
    time.map_err(|_| RecordError::differs(what, "milliseconds from 0", milliseconds))
}
