//! Who sits at a seat, what they have been asked, and how far a bot is: what exists only in a state is a field of it.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use uvi::Fault;

use super::{Profile, TimeControl, chatter::Chatter, greeting::Greeting};
use crate::record::{Clock, Complaint, InfoSummary, Lapse, Verdict};

/// A seat at the table.
#[derive(Debug)]
pub struct Chair {
    pub(super) limits: TimeControl,
    /// Its clock, if it has one.
    pub(super) clock: Option<Clock>,
    /// What it has been asked and what came of it, until the whole event is decided.
    pub(super) question: Option<Question>,
    /// Its answers to the question that were refused, of which nobody else has been told yet.
    pub(super) tries: VecDeque<Refusal>,
    /// How long it has taken for the decision so far, in answers that were refused.
    pub(super) spent: Duration,
    /// Whether its bot is told what is legal, if it asks for that.
    pub(super) tells_legal: bool,
    /// Its bot has been told to answer now.
    pub(super) hastened: bool,
    pub(super) sitter: Sitter,
}

/// Who sits there.
#[derive(Debug)]
pub(super) enum Sitter {
    Host,
    Bot(Box<Bot>),
}

/// A seat being asked.
#[derive(Debug)]
pub(super) enum Question {
    /// Nothing has been said of it yet: its bot must first get into step.
    Held,
    /// Its `go` or `turn` has been said, and is not written yet.
    Posed,
    /// It was written then.
    Open(Instant),
    /// It has come to something.
    Judged(Judged),
}

/// What comes of asking a seat.
#[derive(Debug)]
pub(super) enum Asked {
    /// It is told what to decide.
    Pose,
    /// Its bot must first say that it is ready.
    Synchronise,
    /// Its bot has failed before.
    Failed(Failure),
    /// Its bot is gone, and the arbiter plays for it.
    Absent,
    /// The same from now on: its bot is stopped.
    Dismissed,
}

/// An answer that was refused, after which its seat is asked again.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) fault: Fault,
    pub(super) complaint: Box<Complaint>,
    /// How long it took.
    pub(super) used: Duration,
    /// What was left on the clock then.
    pub(super) left: Option<Duration>,
    /// What the bot said of its thinking.
    pub(super) info: InfoSummary,
    pub(super) infos: Vec<String>,
}

/// What came of asking a seat.
#[derive(Debug)]
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    pub(super) ran: Ran,
}

/// How long a question was open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ran {
    /// It was never said.
    Never,
    /// It was said, and came to something before it was written.
    Unwritten,
    /// So long, on the clock of its seat.
    For(Duration),
}

/// A bot at a seat.
#[derive(Debug)]
pub(super) struct Bot {
    pub(super) stage: BotStage,
    /// What it said in its greeting, once that was whole.
    pub(super) profile: Option<Profile>,
    pub(super) pipe: Pipe,
    /// The last fault that it was told of.
    pub(super) last_fault: Option<Failure>,
    /// What it says while it plays.
    pub(super) talk: Chatter,
}

/// How far a bot has come.
#[derive(Debug)]
pub(super) enum BotStage {
    /// Nothing has been said to it yet.
    Fresh,
    /// It gets ready for the game.
    Greeting(Greeting),
    Playing {
        step: Step,
        /// What it did wrong while it was not asked; counts when it is.
        failure: Option<Failure>,
    },
    /// It was late and has been asked whether it is ready, until then.
    Synchronising { by: Instant },
    /// It has been dismissed; nothing more is said to it or heard from it.
    Gone {
        /// What it did wrong, if it has not counted yet.
        failure: Option<Failure>,
    },
}

/// Whether what a bot says next answers what it is asked next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    In,
    /// An answer to a former question may still be on its way.
    Out,
}

/// What a bot did wrong.
#[derive(Debug)]
pub struct Failure {
    /// The fault's word.
    pub fault: Fault,
    /// What is told of it.
    pub complaint: Complaint,
}

/// Whether what is said to a bot reaches it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pipe {
    Free,
    /// Bytes are waiting, since then at the latest.
    Full(Instant),
    /// Its process or its input is gone, so that it can never answer again.
    Closed,
}

impl Chair {
    /// A chair whose bot has been told nothing.
    pub(super) fn new(limits: TimeControl, clock: Option<Clock>, tells_legal: bool, sitter: Sitter) -> Self {
        let (tries, spent) = (VecDeque::new(), Duration::ZERO);
        Self { limits, clock, question: None, tries, spent, tells_legal, hastened: false, sitter }
    }

    /// What its bot said in its greeting, if it is still there and fit to play another match.
    pub fn profile(&self) -> Option<&Profile> {
        let bot = self.bot()?;
        let plays = matches!(bot.stage, BotStage::Playing { step: Step::In, failure: None });
        bot.profile.as_ref().filter(|_| plays && bot.pipe != Pipe::Closed)
    }

    /// The last fault that its bot was told of.
    pub fn last_fault(&self) -> Option<&Failure> {
        self.bot()?.last_fault.as_ref()
    }

    /// Whether its bot has been told of the game, and has not said yet that it is ready for it.
    pub fn is_seating(&self) -> bool {
        matches!(self.bot(), Some(Bot { stage: BotStage::Greeting(greeting), .. }) if greeting.is_seated())
    }

    pub(super) fn bot(&self) -> Option<&Bot> {
        match &self.sitter {
            Sitter::Bot(bot) => Some(bot),
            Sitter::Host => None,
        }
    }

    pub(super) fn bot_mut(&mut self) -> Option<&mut Bot> {
        match &mut self.sitter {
            Sitter::Bot(bot) => Some(bot),
            Sitter::Host => None,
        }
    }

    /// Whether its `go` or `turn` has been written and waits for its answer. What was read before it was written answers
    /// nothing (UVI 3.3).
    pub fn is_open(&self) -> bool {
        matches!(self.question, Some(Question::Open(_)))
    }

    /// Whether it is asked, even if its `go` has not been written yet.
    pub(super) fn is_asked(&self) -> bool {
        matches!(self.question, Some(Question::Held | Question::Posed | Question::Open(_)))
    }

    /// How long it may take for the question that is open.
    pub(super) fn allowed(&self) -> Option<Duration> {
        let left = self.clock.map(|clock| clock.left());
        TimeControl { movetime: self.movetime(), ..self.limits.clone() }.allowed(left)
    }

    /// What is left of the hard limit on its answer: one for all tries of a decision.
    pub(super) fn movetime(&self) -> Option<Duration> {
        self.limits.movetime.map(|movetime| movetime.saturating_sub(self.spent))
    }

    /// When its time is over. Without a limit a bot that does not read is deaf after `patience`.
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

    /// What is wrong when its time is over; `None` if its bot has only missed the `readyok` after a fault.
    pub(super) fn lateness(&self) -> Option<(Fault, Lapse)> {
        let blocked = self.bot().is_some_and(|bot| matches!(bot.pipe, Pipe::Full(_)));
        let ignored = || self.bot().and_then(|bot| bot.talk.ignored.clone());
        match self.bot().map(|bot| &bot.stage) {
            Some(BotStage::Greeting(greeting)) => Some(greeting.late(blocked, ignored())),
            Some(BotStage::Synchronising { .. }) => None,
            Some(BotStage::Fresh | BotStage::Playing { .. } | BotStage::Gone { .. }) | None => Some(match blocked {
                true => (Fault::Deaf, Lapse::PipeFull),
                false => (Fault::Timeout, Lapse::NoAnswer { within: self.allowed(), ignored: ignored() }),
            }),
        }
    }

    /// What comes of asking it. What its bot did wrong before counts now.
    pub(super) fn asked(&mut self) -> Asked {
        let Sitter::Bot(bot) = &mut self.sitter else { return Asked::Pose };
        match &mut bot.stage {
            // It has been at fault for this already.
            BotStage::Playing { step: Step::Out, .. } if bot.pipe == Pipe::Closed => Asked::Dismissed,
            BotStage::Playing { step, failure } => match failure.take() {
                Some(failure) => {
                    *step = Step::Out;
                    Asked::Failed(failure)
                }
                None if *step == Step::Out => Asked::Synchronise,
                None => Asked::Pose,
            },
            BotStage::Gone { failure } => failure.take().map_or(Asked::Absent, Asked::Failed),
            BotStage::Synchronising { .. } => Asked::Synchronise,
            BotStage::Fresh | BotStage::Greeting(_) => Asked::Pose,
        }
    }

    /// Takes the time of a question that has come to something from the clock: how long it counts.
    pub(super) fn charge(&mut self, judged: &Judged) -> Duration {
        let ran = judged.ran.on_clock();
        // What was found after the deadline, or within the margin, is in time with nothing left.
        let used = ran.map_or(Duration::ZERO, |ran| self.allowed().map_or(ran, |allowed| ran.min(allowed)));
        if let Some(clock) = &mut self.clock
            && ran.is_some()
        {
            clock.spend(match judged.verdict {
                Verdict::Fault(Fault::Timeout | Fault::Deaf, _) => clock.left(),
                Verdict::Actions(_) | Verdict::Fault(..) | Verdict::Resign | Verdict::Absent => used,
            });
        }
        used
    }

    /// A decision is made, and its time has been taken: the clock gets what it gets after each.
    pub(super) fn earn(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.earn();
        }
    }

    /// Takes the verdict on an answer that is refused, where its bot can answer again: why, and how long it took. `left`
    /// is how often it still can, those not counted that nobody has been told of.
    pub(super) fn take_refused(&mut self, left: u32) -> Option<(Fault, Box<Complaint>, Duration)> {
        if self.bot().is_none() || self.tries.len() >= left as usize {
            return None;
        }
        match self.question.take()? {
            Question::Judged(judged) if judged.is_refused() => {
                let used = self.charge(&judged);
                let Verdict::Fault(fault, complaint) = judged.verdict else { return None };
                Some((fault, complaint, used))
            }
            question => {
                self.question = Some(question);
                None
            }
        }
    }

    /// Its answer is refused, for which it took so long, and it is asked again.
    pub(super) fn refuse(&mut self, fault: Fault, complaint: Box<Complaint>, used: Duration) {
        let left = self.clock.map(|clock| clock.left());
        let Sitter::Bot(bot) = &mut self.sitter else { return };
        let (info, infos) = (bot.talk.take_info(), std::mem::take(&mut bot.talk.infos));
        self.tries.push_back(Refusal { fault, complaint, used, left, info, infos });
        self.spent += used;
        self.question = Some(Question::Held);
    }
}

impl Judged {
    /// Whether an answer came that is refused.
    fn is_refused(&self) -> bool {
        matches!(self.verdict, Verdict::Fault(Fault::Illegal | Fault::Unreadable, _))
    }
}

impl Ran {
    /// How long the clock of the seat ran, where it did.
    pub(super) fn on_clock(self) -> Option<Duration> {
        match self {
            Self::For(ran) => Some(ran),
            Self::Never | Self::Unwritten => None,
        }
    }
}

impl Question {
    /// It has been said.
    pub(super) fn pose(&mut self) {
        if let Self::Held = self {
            *self = Self::Posed;
        }
    }

    /// What was said has been written: the clock begins to run.
    pub(super) fn sent(&mut self, now: Instant) {
        match self {
            Self::Posed => *self = Self::Open(now),
            Self::Judged(Judged { ran: ran @ Ran::Unwritten, .. }) => *ran = Ran::For(Duration::ZERO),
            Self::Held | Self::Open(_) | Self::Judged(_) => {}
        }
    }

    /// Notes what it has come to; false if that is known already.
    pub(super) fn judge(&mut self, now: Instant, verdict: Verdict) -> bool {
        let ran = match self {
            Self::Held => Ran::Never,
            Self::Posed => Ran::Unwritten,
            Self::Open(since) => Ran::For(now.saturating_duration_since(*since)),
            Self::Judged(_) => return false,
        };
        *self = Self::Judged(Judged { verdict, ran });
        true
    }
}

impl Bot {
    /// A bot to which nothing has been said. One that has greeted in a former match does not greet again.
    pub(super) fn new(profile: Option<Profile>) -> Self {
        Self { stage: BotStage::Fresh, profile, pipe: Pipe::Free, last_fault: None, talk: Chatter::default() }
    }
}

impl BotStage {
    /// It plays, and nothing is held against it.
    pub(super) const PLAYING: Self = Self::Playing { step: Step::In, failure: None };

    /// When its patience ends, while it gets ready.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self {
            Self::Greeting(greeting) => Some(greeting.deadline()),
            Self::Synchronising { by } => Some(*by),
            Self::Fresh | Self::Playing { .. } | Self::Gone { .. } => None,
        }
    }

    pub(super) fn is_gone(&self) -> bool {
        matches!(self, Self::Gone { .. })
    }

    /// Whether the game cannot begin without it yet.
    pub(super) fn is_preparing(&self) -> bool {
        matches!(self, Self::Fresh | Self::Greeting(_))
    }

    /// Whether a `game` was announced to it that it has not been told the end of.
    pub(super) fn knows_of_game(&self) -> bool {
        match self {
            Self::Greeting(greeting) => greeting.is_seated(),
            Self::Playing { .. } | Self::Synchronising { .. } => true,
            Self::Fresh | Self::Gone { .. } => false,
        }
    }

    /// It is gone, with what has not counted yet.
    pub(super) fn leave(&mut self) {
        let failure = match self {
            Self::Playing { failure, .. } | Self::Gone { failure } => failure.take(),
            Self::Fresh | Self::Greeting(_) | Self::Synchronising { .. } => None,
        };
        *self = Self::Gone { failure };
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a time can only be made from now")]
mod tests {
    use super::*;

    fn chair(movetime: Option<Duration>, sitter: Sitter, since: Instant) -> Chair {
        let limits = movetime.map(TimeControl::movetime).unwrap_or_default();
        Chair { question: Some(Question::Open(since)), ..Chair::new(limits, None, true, sitter) }
    }

    fn bot(pipe: Pipe) -> Sitter {
        Sitter::Bot(Box::new(Bot { stage: BotStage::PLAYING, pipe, ..Bot::new(None) }))
    }

    #[test]
    fn a_limit_holds_for_hosts_too_and_without_one_only_the_deaf_are_late() {
        let now = Instant::now();
        let (second, patience) = (Duration::from_secs(1), Duration::from_secs(10));
        for sitter in [Sitter::Host, bot(Pipe::Free), bot(Pipe::Full(now))] {
            assert_eq!(chair(Some(second), sitter, now).deadline(patience), Some(now + second));
        }
        for sitter in [Sitter::Host, bot(Pipe::Free), bot(Pipe::Closed)] {
            assert_eq!(chair(None, sitter, now).deadline(patience), None);
        }
        assert_eq!(chair(None, bot(Pipe::Full(now)), now).deadline(patience), Some(now + patience));
    }

    #[test]
    fn what_is_decided_before_it_is_written_costs_nothing() {
        let now = Instant::now();
        let mut question = Question::Held;
        question.sent(now);
        assert!(matches!(question, Question::Held), "nothing has been said");
        question.pose();
        assert!(question.judge(now, Verdict::Resign) && !question.judge(now, Verdict::Absent));
        question.sent(now + Duration::from_secs(1));
        let Question::Judged(Judged { verdict, ran }) = question else { panic!("it was judged") };
        assert_eq!((verdict, ran), (Verdict::Resign, Ran::For(Duration::ZERO)));
    }
}
