//! A seat, its player, its question, and the state of its bot. Data that only one state has is a field of that state.

use std::time::{Duration, Instant};

use uvi::{ClockWords, Fault};
use uvi_games::game::Seat;

use super::{Profile, allowance, chatter::Chatter, greeting::Greeting};
use crate::record::{Clock, Complaint, Lapse, Ruling, SaidLine, TryRecord};

/// The least time that an answer is charged: the precision of a log, in which 0 marks the later actions of an answer.
const LEAST: Duration = Duration::from_micros(1);

/// A seat at the table.
#[derive(Debug)]
pub struct Chair {
    pub(super) limits: ClockWords,
    pub(super) clock: Option<Clock>,
    /// The clock when the seat was asked, before refused answers. Other seats of the decision are shown this one.
    pub(super) clock_when_asked: Option<Clock>,
    /// The current question of the seat, until all seats of the decision have answered.
    pub(super) question: Option<Question>,
    /// The refused answers to the current question that are not in the log yet. The host has not been told of them.
    pub(super) tries: Vec<TryRecord>,
    /// The time that refused answers have taken in the current decision.
    pub(super) spent: Duration,
    /// True if the seat may know the legal actions. A bot gets them only if it also asks for them.
    pub(super) tells_legal: bool,
    /// The limit of each answer since the bot was told to answer now.
    pub(super) hastened: Option<Duration>,
    /// The bot of the seat; `None` if the host plays it.
    pub(super) bot: Option<Box<SeatBot>>,
}

#[derive(Debug)]
pub(super) enum Question {
    /// The question is not sent yet. The bot may first have to say `readyok`.
    Held,
    /// The referee has sent the `go` or `turn` to the outbox, but the driver has not written it yet.
    Posed,
    /// The question was written at this time.
    Open(Instant),
    /// The verdict is known.
    Judged { verdict: Ruling, ran: QuestionTime },
}

#[derive(Debug)]
pub(super) enum QuestionStep {
    /// Send the question now.
    Pose,
    /// The bot must first say `readyok`.
    Synchronise {
        /// True if a fault of the bot is the reason.
        at_fault: bool,
    },
    /// The bot failed while it was not asked. The fault counts now.
    Failed(BotFailure),
    /// The bot is gone, or must be stopped, and the arbiter plays for it.
    Absent,
}

/// The time for which a question was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionTime {
    /// The question was never sent.
    Never,
    /// The verdict came before the question was written.
    Unwritten,
    /// The time for which the seat's clock ran.
    For(Duration),
}

#[derive(Debug)]
pub(super) struct SeatBot {
    pub(super) stage: BotStage,
    /// The description from the greeting; `None` until the bot has said `uviok`.
    pub(super) profile: Option<Profile>,
    pub(super) pipe: Pipe,
    /// The last fault that the bot was told of, or is told of next.
    pub(super) last_fault: Option<BotFailure>,
    pub(super) talk: Chatter,
}

#[derive(Debug)]
pub(super) enum BotStage {
    /// The bot has not been sent anything in this match.
    Fresh,
    /// The bot gets ready for the game.
    Greeting(Greeting),
    Playing {
        sync: BotSync,
        /// A fault while the bot was not asked. It counts when the bot is next asked.
        failure: Option<BotFailure>,
    },
    /// The bot was at fault or was interrupted by a takeback, and must say `readyok` by this time.
    Synchronising {
        by: Instant,
        /// True after a fault: a bot that misses the `readyok` is not at fault again.
        at_fault: bool,
    },
    /// The bot failed or was dismissed. The match neither writes to the bot nor reads from it.
    Gone {
        /// A fault that has not counted yet.
        failure: Option<BotFailure>,
    },
}

/// The question that the next answer of a bot belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BotSync {
    /// The current or next question.
    InStep,
    /// Perhaps a former question, for which the bot was at fault.
    OutOfStep,
    /// Perhaps a question that was taken back.
    Recalled,
}

/// A fault of a bot.
#[derive(Debug)]
pub struct BotFailure {
    /// The kind of fault.
    pub fault: Fault,
    /// The details.
    pub complaint: Complaint,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pipe {
    Free,
    /// Bytes have been waiting at least since this time.
    Full(Instant),
    /// The bot has exited or has closed its input, so the bot can never be asked again.
    Closed,
}

impl Chair {
    /// The description from the bot's greeting; `None` if the bot cannot play another match, as after a fault.
    pub fn profile(&self) -> Option<&Profile> {
        let bot = self.bot()?;
        let plays = matches!(bot.stage, BotStage::Playing { sync: BotSync::InStep, failure: None });
        bot.profile.as_ref().filter(|_| plays && bot.pipe != Pipe::Closed)
    }

    /// The last fault that the bot was told of.
    pub fn last_fault(&self) -> Option<&BotFailure> {
        self.bot()?.last_fault.as_ref()
    }

    /// True if the bot has been told of the game and has not said `readyok` yet.
    pub fn is_seating(&self) -> bool {
        matches!(self.bot(), Some(SeatBot { stage: BotStage::Greeting(greeting), .. }) if greeting.is_seated())
    }

    pub(super) fn bot(&self) -> Option<&SeatBot> {
        self.bot.as_deref()
    }

    pub(super) fn bot_mut(&mut self) -> Option<&mut SeatBot> {
        self.bot.as_deref_mut()
    }

    /// True if the `go` or `turn` is written and unanswered. A line read before it was written is no answer (UVI 3.3).
    pub fn is_open(&self) -> bool {
        self.open_since().is_some()
    }

    /// The time at which the `go` was written of the question that the bot still has to answer.
    pub fn open_since(&self) -> Option<Instant> {
        match self.question {
            Some(Question::Open(since)) => Some(since),
            _ => None,
        }
    }

    /// True if the seat still has to answer, even if the `go` is not written yet.
    pub(super) fn is_asked(&self) -> bool {
        matches!(self.question, Some(Question::Held | Question::Posed | Question::Open(_)))
    }

    /// The time that the open question may take, with the margin; `None` if there is no limit.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let left = self.clock.map(|clock| clock.left());
        allowance::allowed(&self.limits, self.movetime(), left)
    }

    /// The rest of `movetime` after refused answers: the tries of a decision share one limit. `None` without a limit.
    pub(super) fn movetime(&self) -> Option<Duration> {
        let limits = self.limits.movetime.map(Duration::from_millis).into_iter().chain(self.hastened);
        limits.min().map(|movetime| movetime.saturating_sub(self.spent))
    }

    /// The deadline of the seat: of the bot's `readyok` or greeting, or of the open question. A question without a
    /// limit has a deadline only while the bot leaves its input unread: the bot is deaf after `patience`.
    pub(super) fn deadline(&self, patience: Duration) -> Option<Instant> {
        if let Some(by) = self.bot().and_then(|bot| bot.stage.deadline()) {
            return Some(by);
        }
        let Some(Question::Open(since)) = self.question else { return None };
        match (self.allowed(), self.bot().map(|bot| bot.pipe)) {
            (Some(allowed), _) => since.checked_add(allowed),
            (None, Some(Pipe::Full(blocked))) => blocked.checked_add(patience),
            (None, Some(Pipe::Free | Pipe::Closed) | None) => None,
        }
    }

    /// The fault of a seat that is late; `None` if the bot has only missed the `readyok` after a fault.
    pub(super) fn lateness(&self, patience: Duration) -> Option<(Fault, Lapse)> {
        let blocked = self.bot().is_some_and(|bot| matches!(bot.pipe, Pipe::Full(_)));
        let ignored = || self.bot().and_then(|bot| bot.talk.ignored.clone());
        match self.bot().map(|bot| &bot.stage) {
            Some(BotStage::Greeting(greeting)) => Some(greeting.late(blocked, ignored())),
            Some(BotStage::Synchronising { at_fault: true, .. }) => None,
            Some(BotStage::Synchronising { at_fault: false, .. }) => {
                Some((Fault::Timeout, Lapse::NoReadyOk { within: patience, ignored: None }))
            }
            Some(BotStage::Fresh | BotStage::Playing { .. } | BotStage::Gone { .. }) | None => Some(match blocked {
                true => (Fault::Deaf, Lapse::PipeFull),
                false if self.is_late_after_stop() => {
                    (Fault::Timeout, Lapse::NoAnswerToStop { within: patience, ignored: ignored() })
                }
                false => (Fault::Timeout, Lapse::NoAnswer { within: self.allowed(), ignored: ignored() }),
            }),
        }
    }

    /// True if the open question is limited by a `stop`, rather than by the limits of the seat.
    fn is_late_after_stop(&self) -> bool {
        let left = self.clock.map(|clock| clock.left());
        let otherwise = allowance::allowed(&self.limits, self.limits.movetime.map(Duration::from_millis), left);
        self.hastened.is_some() && self.allowed() != otherwise
    }

    /// Returns the step that asks the seat. An earlier fault of the bot counts now.
    pub(super) fn asked(&mut self) -> QuestionStep {
        let Some(bot) = &mut self.bot else { return QuestionStep::Pose };
        match &mut bot.stage {
            // The closed pipe was reported as a fault before.
            BotStage::Playing { sync: BotSync::OutOfStep, .. } if bot.pipe == Pipe::Closed => QuestionStep::Absent,
            BotStage::Playing { sync, failure } => match failure.take() {
                Some(failure) => {
                    *sync = BotSync::OutOfStep;
                    QuestionStep::Failed(failure)
                }
                None if *sync == BotSync::InStep => QuestionStep::Pose,
                None => QuestionStep::Synchronise { at_fault: *sync == BotSync::OutOfStep },
            },
            BotStage::Gone { failure } => failure.take().map_or(QuestionStep::Absent, QuestionStep::Failed),
            BotStage::Synchronising { at_fault, .. } => QuestionStep::Synchronise { at_fault: *at_fault },
            BotStage::Fresh | BotStage::Greeting(_) => QuestionStep::Pose,
        }
    }

    /// Charges the clock for a question that was open for this time, and returns the charged time. A late answer costs
    /// all that is left.
    pub(super) fn charge(&mut self, ran: QuestionTime, is_late: bool) -> Duration {
        let ran = ran.on_clock();
        // An answer that arrived in time may be read after the deadline. The clock is charged at most the allowed time.
        let at_most = |ran: Duration| self.allowed().map_or(ran, |allowed| ran.min(allowed));
        let used = ran.map_or(Duration::ZERO, |ran| at_most(ran).max(LEAST));
        if let Some(clock) = &mut self.clock
            && ran.is_some()
        {
            clock.spend(if is_late { clock.left() } else { used });
        }
        used
    }

    /// Withdraws the question. A late answer must not count as an answer in the next match.
    pub(super) fn withdraw(&mut self) {
        let thinks = self.is_asked();
        self.question = None;
        if let Some(SeatBot { stage: BotStage::Playing { sync, .. }, .. }) = self.bot_mut()
            && thinks
        {
            *sync = BotSync::OutOfStep;
        }
    }

    /// Adds the time that the clock earns after a decision.
    pub(super) fn earn(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.earn();
        }
    }

    /// Takes the verdict on a refused answer if the bot may answer again. Returns the fault, its details and the time
    /// used. `left` is the number of tries that the course still allows; the course does not know the answers in
    /// `self.tries` yet.
    pub(super) fn take_refused(&mut self, left: u32) -> Option<(Fault, Complaint, Duration)> {
        if self.bot().is_none() || self.tries.len() >= left as usize {
            return None;
        }
        match self.question.take()? {
            Question::Judged {
                verdict: Ruling::Fault(fault @ (Fault::Illegal | Fault::Unreadable), complaint),
                ran,
            } => Some((fault, *complaint, self.charge(ran, false))),
            question => {
                self.question = Some(question);
                None
            }
        }
    }

    /// Records a refused answer of this seat that took `used`, and prepares to ask the question again.
    pub(super) fn refuse(&mut self, seat: Seat, fault: Fault, complaint: Complaint, used: Duration) {
        let text = complaint.to_string();
        let Complaint { said, position, .. } = complaint;
        let SaidLine { line, column } = said.expect("an answer that is refused has been said");
        let position = position.expect("who answers has been asked in a position").into_string();
        let (ms, clock) = (Some(milliseconds(used)), self.clock.map(|clock| milliseconds(clock.left())));
        let Some(bot) = &mut self.bot else { return };
        let (info, infos) = (bot.talk.take_info(), std::mem::take(&mut bot.talk.infos));
        // The course, which knows how many tries are left, replaces the 0.
        let (seat, left) = (seat.number(), 0);
        self.tries.push(TryRecord { seat, fault, text, line, column, position, left, ms, clock, info, infos });
        self.spent += used;
        self.question = Some(Question::Held);
    }

    /// Notes a fault that the bot is told of when the fault is recorded.
    pub(super) fn note_fault(&mut self, fault: Fault, complaint: &Complaint) {
        if let Some(bot) = &mut self.bot {
            bot.last_fault = Some(BotFailure { fault, complaint: complaint.clone() });
        }
    }
}

impl QuestionTime {
    /// The time that the clock of the seat ran; `None` if it did not run.
    pub(super) fn on_clock(self) -> Option<Duration> {
        match self {
            Self::For(ran) => Some(ran),
            Self::Never | Self::Unwritten => None,
        }
    }
}

impl Question {
    /// Notes that the question is written, which starts the clock.
    pub(super) fn sent(&mut self, now: Instant) {
        match self {
            Self::Posed => *self = Self::Open(now),
            Self::Judged { ran: ran @ QuestionTime::Unwritten, .. } => *ran = QuestionTime::For(Duration::ZERO),
            Self::Held | Self::Open(_) | Self::Judged { .. } => {}
        }
    }

    /// Lets the clock begin later, because the seat did not have the whole question yet.
    pub(super) fn delay(&mut self, by: Duration) {
        if let Self::Open(since) = self {
            *since += by;
        }
    }

    /// Records the verdict. Returns false if the question already has a verdict.
    pub(super) fn judge(&mut self, now: Instant, verdict: Ruling) -> bool {
        let ran = match self {
            Self::Held => QuestionTime::Never,
            Self::Posed => QuestionTime::Unwritten,
            Self::Open(since) => QuestionTime::For(now.saturating_duration_since(*since)),
            Self::Judged { .. } => return false,
        };
        *self = Self::Judged { verdict, ran };
        true
    }
}

impl SeatBot {
    /// A bot that has not been sent anything. A bot with a profile greeted in a former match and does not greet again.
    pub(super) fn new(profile: Option<Profile>) -> Self {
        Self { stage: BotStage::Fresh, profile, pipe: Pipe::Free, last_fault: None, talk: Chatter::default() }
    }
}

impl BotStage {
    /// The stage of a bot that plays, with no fault pending.
    pub(super) const PLAYING: Self = Self::Playing { sync: BotSync::InStep, failure: None };

    /// The deadline of a bot that gets ready or must say `readyok`.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Greeting(greeting) => Some(greeting.deadline()),
            Self::Synchronising { by, .. } => Some(*by),
            Self::Fresh | Self::Playing { .. } | Self::Gone { .. } => None,
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        matches!(self, Self::Gone { .. })
    }

    /// True if the bot knows of the game and not of its end.
    pub(super) fn knows_of_game(&self) -> bool {
        match self {
            Self::Greeting(greeting) => greeting.is_seated(),
            Self::Playing { .. } | Self::Synchronising { .. } => true,
            Self::Fresh | Self::Gone { .. } => false,
        }
    }

    /// Marks the bot as gone. A fault that has not counted yet stays.
    pub(super) fn leave(&mut self) {
        let failure = match self {
            Self::Playing { failure, .. } | Self::Gone { failure } => failure.take(),
            Self::Fresh | Self::Greeting(_) | Self::Synchronising { .. } => None,
        };
        *self = Self::Gone { failure };
    }
}

/// Returns the duration in milliseconds, to the microsecond.
pub(super) fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
