//! Whether what a log says is left on the clocks can be so, where the time is added again after so many answers. Other
//! clocks are taken on trust, as they were before there were these.

use std::time::Duration;

use uvi_games::game::{BySeat, Seat};

use super::{ActionRecord, Clock, Head, How, Record, TryRecord, Wrong};

/// A log has whole microseconds, of the time used as of the time left.
const ROUNDING: Duration = Duration::from_micros(1);

/// The clocks of the seats whose time is added again, as far as a log has come.
#[derive(Debug)]
pub(super) struct Timekeeper {
    /// What each clock can be; nothing for a seat whose time is not added again.
    seats: BySeat<Vec<Span>>,
    /// Who made the decision of the record before: what follows it may be a further action of the same answer.
    answering: Option<Seat>,
    /// Whether answers may be refused and tried again.
    retries: bool,
    /// Who acted and got nothing back for it: the rest of the answer must have been refused.
    unpaid: Option<Seat>,
}

/// Where a clock can be: it has this at least, and that at most.
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

    /// A record other than an action stands in the log.
    pub(super) fn passed(&mut self, record: &Record) -> Result<(), Wrong> {
        if let Record::Score(_) = record {
            // A turn's score may stand between the actions of an answer.
            return Ok(());
        }
        self.paid(|seat| matches!(record, Record::Try(again) if again.seat == seat.number()))?;
        if let Record::Try(again) = record {
            self.tried(again)?;
        }
        // Where the decision of several seats is void because one left, the others have answered without a record.
        if let Record::Vacated(_) = record {
            for spans in self.seats.iter_mut().map(|(_, spans)| spans) {
                let charged: Vec<Span> = spans.iter().map(Span::charged_unknown).collect();
                spans.extend(charged);
            }
        }
        self.answering = None;
        Ok(())
    }

    /// Whoever got nothing back goes on with the same answer.
    fn paid(&mut self, goes_on: impl FnOnce(Seat) -> bool) -> Result<(), Wrong> {
        match self.unpaid.take() {
            Some(seat) if !goes_on(seat) => {
                Err(Wrong::differs("movestogo", "one answer less for the action before, or a try after it", "neither"))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// An answer was refused: its time is gone, and nothing comes back.
    fn tried(&mut self, again: &TryRecord) -> Result<(), Wrong> {
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
            None => Err(Wrong::differs("clock", after.first().map_or_else(String::new, Span::shown), clock)),
        }
    }

    /// An action of a seat stands in the log.
    pub(super) fn action(&mut self, seat: Seat, how: How, record: &ActionRecord) -> Result<(), Wrong> {
        let continues = self.answering == Some(seat);
        let unpaid = self.unpaid;
        // Passes may stand between the actions of an answer, of other seats too.
        if how != How::Forced {
            self.paid(|unpaid| unpaid == seat && continues)?;
        }
        match how {
            How::Decided => self.answering = Some(seat),
            How::Random => self.answering = None,
            // Passes may stand between the actions of an answer.
            How::Forced => {}
        }
        let before = &mut self.seats[seat];
        let Some(first) = before.first() else {
            return match record.movestogo {
                None => Ok(()),
                Some(found) => Err(Wrong::differs("movestogo", "none, since no time is added again", found)),
            };
        };
        // With `times off` the log has none of them.
        let (Some(clock), Some(movestogo)) = (record.clock, record.movestogo) else {
            return match (record.ms, record.clock, record.movestogo) {
                (None, None, None) => Ok(()),
                (_, None, _) => Err(Wrong::differs("clock", "what is left on it", "none")),
                (_, Some(_), _) => {
                    Err(Wrong::differs("movestogo", "how many answers it is until time is added", "none"))
                }
            };
        };
        let used = record.ms.map_or(Ok(Duration::ZERO), |ms| microseconds("ms", ms))?;
        let after: Vec<Span> = match how {
            How::Forced => before.clone(),
            // How long the bot thought is not recorded; where it was not asked, nothing is taken.
            How::Random => before.iter().copied().chain(before.iter().map(Span::charged_unknown)).collect(),
            How::Decided => {
                let again = before.iter().copied().filter(|_| continues && used.is_zero());
                before.iter().map(|span| span.charged(used)).chain(again).collect()
            }
        };
        let left = microseconds("clock", clock)?;
        let possible = |span: &&Span| span.movestogo() == Some(movestogo);
        // The rest of the answer may have been refused: then nothing has come back.
        let spent: Vec<Span> = before.iter().map(|span| span.spent(used)).collect();
        let refused = self.retries && how == How::Decided && spent.iter().filter(possible).any(|span| span.has(left));
        let paid = after.iter().filter(possible).any(|span| span.has(left)) && (unpaid.is_none() || !refused);
        if refused && !paid {
            *before = vec![Span::exactly(first.most.at(left, Some(movestogo)))];
            self.unpaid = Some(seat);
            return Ok(());
        }
        match after.iter().find(possible) {
            _ if after.iter().filter(possible).any(|span| span.has(left)) => {
                *before = vec![Span::exactly(first.most.at(left, Some(movestogo)))];
                Ok(())
            }
            Some(span) => Err(Wrong::differs("clock", span.shown(), clock)),
            None => {
                let expected = after.first().and_then(Span::movestogo).unwrap_or_default();
                Err(Wrong::differs("movestogo", expected, movestogo))
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

    /// After an answer that took so long.
    fn charged(mut self, used: Duration) -> Self {
        self.least.answered(used);
        self.most.answered(used);
        self
    }

    /// After an answer that took so long and was refused.
    fn spent(mut self, used: Duration) -> Self {
        self.least.spend(used);
        self.most.spend(used);
        self
    }

    /// After an answer that took nobody knows how long.
    fn charged_unknown(&self) -> Self {
        let Self { mut least, mut most } = *self;
        least.ran_out();
        most.answered(Duration::ZERO);
        Self { least, most }
    }

    fn has(&self, left: Duration) -> bool {
        self.least.left() <= left.saturating_add(ROUNDING) && left <= self.most.left().saturating_add(ROUNDING)
    }

    /// In milliseconds, as the log has it.
    fn shown(&self) -> String {
        let [least, most] = [self.least, self.most].map(|clock| clock.left().as_micros() as f64 / 1000.0);
        if least < most { format!("{least} to {most}") } else { least.to_string() }
    }
}

/// Milliseconds of a log.
fn microseconds(what: &'static str, milliseconds: f64) -> Result<Duration, Wrong> {
    let time = Duration::try_from_secs_f64(milliseconds / 1000.0);
    time.map_err(|_| Wrong::differs(what, "milliseconds from 0", milliseconds))
}
