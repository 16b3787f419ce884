//! Turns the events of a game into log records and messages to the host and the bots.

use std::time::{Duration, Instant};

use uvi::{Fault, FromBot, InfoDetail, OnFault, Over, Text, ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Score, ScoredTurn, Seat};

use super::{
    Audience, Settings,
    chair::{BotFailure, BotStage, BotSync, Pipe},
    chairs::{Chairs, whole_milliseconds},
    greeting::GreetingStep,
    outbox::Outbox,
    profile::shown,
    stage::Stage,
};
use crate::record::{Complaint, DecisionSource, Ending, Entry, GameCourse, InfoSummary, RESIGN, Record};

/// Borrows the parts of a match that are needed to report events.
pub(super) struct Telling<'a> {
    pub(super) settings: &'a Settings,
    pub(super) audience: Audience,
    pub(super) course: &'a mut GameCourse,
    pub(super) stage: &'a mut Stage,
    pub(super) chairs: &'a mut Chairs,
    pub(super) outbox: &'a mut Outbox,
}

impl Telling<'_> {
    /// Turns new entries into records and messages. `used` is the time that each seat took for its answer. Ends the
    /// match if the game has ended.
    pub(super) fn entries(&mut self, mut used: Option<BySeat<Duration>>) {
        while let Some(entry) = self.course.take_entry() {
            self.entry(entry, &mut used);
        }
        if self.course.ending().is_some() {
            *self.stage = Stage::Over;
        }
    }

    /// Reports the refused answers that are not in the log yet, in seat order.
    pub(super) fn tries(&mut self) {
        for (seat, chair) in self.chairs.iter() {
            for refusal in &chair.tries {
                self.course.try_again(seat, refusal.fault, refusal.complaint.clone());
            }
        }
        self.entries(None);
    }

    /// Reports an entry. The first action of an answer carries the time of the whole answer.
    fn entry(&mut self, entry: Entry, used: &mut Option<BySeat<Duration>>) {
        let Audience { events, records, .. } = self.audience;
        match &entry {
            Entry::Chance { action, .. } => {
                let told = events.then(|| ToHost::Chance { name: self.name(), action: action.clone() });
                if records {
                    self.record(entry);
                }
                told.into_iter().for_each(|told| self.outbox.tell(told));
            }
            Entry::Action { seat, how, .. } => {
                let time = match how {
                    DecisionSource::Decided => {
                        used.as_mut().map(|used| std::mem::take(&mut used[*seat])).unwrap_or_default()
                    }
                    DecisionSource::Forced | DecisionSource::Random => Duration::ZERO,
                };
                self.acted(entry, time);
            }
            Entry::Score(ScoredTurn { turn, points, total, chain, .. }) => {
                if events {
                    let chain = Words::from_string(chain.join(" ")).expect("squares are words");
                    let (turn, points, total) = (*turn, *points, *total);
                    self.outbox.tell(ToHost::Score { name: self.name(), turn, points, total, chain });
                }
                self.record(entry);
            }
            Entry::Fault { seat, fault, complaint } => {
                let (seat, fault, complaint) = (*seat, *fault, complaint.clone());
                self.fault(entry);
                let text = Text::new(complaint.to_string());
                self.outbox.tell(ToHost::Fault { name: self.name(), seat: seat.number(), fault, text });
                self.told_off(seat, fault, *complaint);
            }
            Entry::Try { seat, .. } => self.again(*seat, entry),
            Entry::Vacated { seat, reason } => {
                let told = ToHost::Vacated { name: self.name(), seat: seat.number(), reason: reason.clone() };
                let left = (reason.as_str() == RESIGN).then_some(*seat);
                self.leaving(entry, left);
                self.outbox.tell(told);
            }
            Entry::Undo { plies, to } => {
                let told = ToHost::Undone { name: self.name(), plies: *plies, to: *to };
                self.record(entry);
                self.outbox.tell(told);
            }
            Entry::Over(Ending { reason, score, seat, .. }) => {
                let over = Over { reason: reason.clone(), score: score.as_ref().map(Score::to_uvi) };
                let left = seat.filter(|_| reason.as_str() == RESIGN);
                self.leaving(entry, left);
                self.game_over(&over);
                self.outbox.tell(ToHost::Over { name: self.name(), over });
            }
        }
    }

    fn name(&self) -> Word {
        self.settings.name.clone()
    }

    fn record(&mut self, entry: Entry) {
        let record = self.record_of(entry);
        self.outbox.record(record);
    }

    fn record_of(&self, entry: Entry) -> Record {
        entry.into_record(self.course, Some(&self.settings.seed))
    }

    /// Takes the tokens that a bot reported for a question, when no action followed.
    fn spent(&mut self, seat: u32) -> Option<InfoSummary> {
        self.chairs[Seat::new(seat)?].bot_mut()?.talk.take_info().spent()
    }

    /// Records that a seat leaves or that the game ends. The record includes the tokens that each resigned bot reported
    /// for its last question.
    fn leaving(&mut self, entry: Entry, resigned: Option<Seat>) {
        let mut record = self.record_of(entry);
        let spent = resigned.and_then(|seat| self.spent(seat.number()));
        if let Record::Vacated(vacated) = &mut record {
            vacated.info = spent;
        } else if let Record::Result(result) = &mut record {
            result.info = spent;
            result.resigned.iter_mut().for_each(|resigned| resigned.info = self.spent(resigned.seat));
            if self.settings.tells_lots {
                result.lots = result.lots_of(self.settings.seats.seats());
            }
        }
        self.outbox.record(record);
    }

    /// Records a fault, with the tokens that the bot reported for the question.
    fn fault(&mut self, entry: Entry) {
        let mut record = self.record_of(entry);
        if let Record::Fault(record) = &mut record {
            record.info = self.spent(record.seat);
        }
        self.outbox.record(record);
    }

    /// Reports an action. Its record gets the time, the clock and the `info` of the bot, which only the referee knows.
    fn acted(&mut self, entry: Entry, time: Duration) {
        let Entry::Action { seat, ref action, ref text, how, .. } = entry else { return };
        if self.audience.events {
            self.outbox.tell(ToHost::Played {
                name: self.name(),
                seat: seat.number(),
                action: action.clone(),
                time: whole_milliseconds(time),
                text: Text::new(text.clone()),
            });
        }
        if !self.audience.records {
            return;
        }
        let mut record = self.record_of(entry);
        if let Record::Action(record) = &mut record {
            let chair = &mut self.chairs[seat];
            record.ms = Some(milliseconds(time));
            record.clock = chair.clock.map(|clock| milliseconds(clock.left()));
            record.movestogo = chair.clock.and_then(|clock| clock.movestogo());
            if let Some(bot) = chair.bot_mut()
                && how == DecisionSource::Decided
            {
                let info = bot.talk.take_info();
                record.info = (info != InfoSummary::default()).then_some(info);
                record.infos = std::mem::take(&mut bot.talk.infos);
                record.flaws = std::mem::take(&mut bot.talk.flaws);
            }
            if self.settings.terms.info() != InfoDetail::All {
                record.infos.clear();
            }
        }
        self.outbox.record(record);
    }

    /// Reports a refused answer, with the time, the clock and the `info` of the bot, which has been told before.
    fn again(&mut self, seat: Seat, entry: Entry) {
        let Some(refusal) = self.chairs[seat].tries.pop_front() else { return };
        let mut record = self.record_of(entry);
        let mut told = None;
        if let Record::Try(record) = &mut record {
            record.ms = Some(milliseconds(refusal.used));
            record.clock = refusal.left.map(milliseconds);
            record.info = (refusal.info != InfoSummary::default()).then_some(refusal.info);
            record.infos = if self.settings.terms.info() == InfoDetail::All { refusal.infos } else { Vec::new() };
            told = Some(ToHost::Try {
                name: self.name(),
                seat: seat.number(),
                fault: record.fault,
                left: record.left,
                time: whole_milliseconds(refusal.used),
                text: Text::new(record.text.clone()),
            });
        }
        self.outbox.record(record);
        self.outbox.tell_all(told);
    }

    /// Handles a message of a bot that gets ready. Returns its meaning; `None` if the seat has no bot that greets.
    pub(super) fn greeting(&mut self, now: Instant, seat: Seat, message: FromBot) -> Option<GreetingStep> {
        let bot = self.chairs[seat].bot_mut()?;
        let BotStage::Greeting(greeting) = &mut bot.stage else { return None };
        let (heard, say) = greeting.hear(now, message);
        if matches!(heard, GreetingStep::Introduced(_) | GreetingStep::Configured) {
            // What was ignored before says nothing about the next `readyok`.
            bot.talk.ignored = None;
        }
        match &heard {
            GreetingStep::Ignored(message) => self.outbox.note(seat, format!("ignored: {message}")),
            GreetingStep::Introduced(profile) => {
                for word in &profile.unknown_features {
                    self.outbox.note(seat, format!("ignored: there is no feature {word}"));
                }
                bot.profile = Some(profile.clone());
            }
            GreetingStep::Configured => {
                let bot = bot.profile.as_ref().and_then(|profile| profile.name.clone()).unwrap_or_default();
                let name = self.settings.name.clone();
                self.outbox.tell(ToHost::Ready { name, seat: seat.number(), bot: Text::new(bot) });
            }
            GreetingStep::Ready => {
                bot.stage = BotStage::PLAYING;
                bot.talk.recount();
            }
            GreetingStep::Noted | GreetingStep::Unfit(_) => {}
        }
        self.outbox.say_all(seat, say);
        Some(heard)
    }

    /// Handles an `info` line, which counts only while the bot's question is open. The line is kept as the terms say,
    /// and sent to the host if `debug` is on.
    pub(super) fn info(&mut self, seat: Seat, text: &str) {
        let several = self.chairs.asked().len() > 1;
        let chair = &mut self.chairs[seat];
        if !chair.is_open() {
            return;
        }
        let Some(bot) = chair.bot_mut() else { return };
        let shown = || shown(&Text::new(text));
        let (detail, warns) = (self.settings.terms.info(), self.settings.terms.warns());
        if detail != InfoDetail::Off {
            bot.talk.hear(text);
        }
        if detail == InfoDetail::All || warns {
            bot.talk.infos.push(shown());
        }
        if self.audience.debug {
            let told = ToHost::Info { name: self.name(), seat: seat.number(), text: Text::new(shown()) };
            match self.stage {
                Stage::Playing(playing) if several => playing.held.push(told),
                Stage::Playing(_) | Stage::New(_) | Stage::Preparing(_) | Stage::Over => self.outbox.tell(told),
            }
        }
    }

    /// Tells a bot of its fault. Dismisses the bot if faults forfeit, or if the bot has exited or closed its input.
    fn told_off(&mut self, seat: Seat, fault: Fault, complaint: Complaint) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        let told = complaint.told(fault);
        bot.last_fault = Some(BotFailure { fault, complaint });
        if bot.stage.is_gone() {
            return;
        }
        let ended = bot.pipe == Pipe::Closed;
        self.outbox.say(seat, ToBot::Error(told));
        if ended || self.settings.terms.on_fault == OnFault::Forfeit {
            self.chairs.dismiss(seat, self.outbox);
        }
    }

    /// Tells all bots that know of the game that the game is over.
    fn game_over(&mut self, over: &Over) {
        for (seat, chair) in self.chairs.iter_mut() {
            let thinking = chair.is_asked();
            chair.question = None;
            if let Some(bot) = chair.bot_mut()
                && bot.stage.knows_of_game()
            {
                // A late answer must not count as an answer in the next match.
                if let BotStage::Playing { sync, .. } = &mut bot.stage
                    && thinking
                {
                    *sync = BotSync::OutOfStep;
                }
                self.outbox.say(seat, ToBot::GameOver(over.clone()));
            }
        }
    }
}

/// Returns the duration in milliseconds, to the microsecond.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
