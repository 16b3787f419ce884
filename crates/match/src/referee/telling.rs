//! What has happened, as records of the log and as messages to the host and the bots.

use std::time::{Duration, Instant};

use uvi::{Fault, FromBot, InfoDetail, OnFault, Over, Text, ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Score, Scored, Seat};

use super::{
    Audience, Match, Settings,
    chair::{BotStage, Failure, Pipe, Step},
    chairs::Chairs,
    greeting::Heard,
    machine::Stage,
    outbox::Outbox,
    profile::shown,
    whole_milliseconds,
};
use crate::record::{Complaint, Course, Ending, Entry, How, InfoSummary, RESIGN, Record};

/// What has happened is told: to the log, the host and the bots.
pub(super) struct Telling<'a> {
    settings: &'a Settings,
    audience: Audience,
    course: &'a mut Course,
    stage: &'a mut Stage,
    chairs: &'a mut Chairs,
    outbox: &'a mut Outbox,
}

impl<'a> Telling<'a> {
    pub(super) fn of(game: &'a mut Match) -> Self {
        let Match { settings, course, chairs, stage, audience, outbox, .. } = game;
        Self { settings, audience: *audience, course, stage, chairs, outbox }
    }

    /// Turns what has happened into records and messages. Where answers were decided, `used` is the time that they took.
    pub(super) fn entries(&mut self, mut used: Option<BySeat<Duration>>) {
        while let Some(entry) = self.course.take_entry() {
            self.entry(entry, &mut used);
        }
        if self.course.ending().is_some() {
            *self.stage = Stage::Over;
        }
    }

    /// Tells of the answers that were refused since the last decision, in seat order.
    pub(super) fn tries(&mut self) {
        for (seat, chair) in self.chairs.iter() {
            for refusal in &chair.tries {
                self.course.try_again(seat, refusal.fault, refusal.complaint.clone());
            }
        }
        self.entries(None);
    }

    /// The first action of an answer carries the time of all.
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
            Entry::Action { seat, action, text, how, .. } => {
                let (seat, how) = (*seat, *how);
                let time = match how {
                    How::Decided => used.as_mut().map(|used| std::mem::take(&mut used[seat])).unwrap_or_default(),
                    How::Forced | How::Random => Duration::ZERO,
                };
                if events {
                    self.outbox.tell(ToHost::Played {
                        name: self.name(),
                        seat: seat.number(),
                        action: action.clone(),
                        time: whole_milliseconds(time),
                        text: Text::new(text.clone()),
                    });
                }
                if records {
                    self.action(entry, seat, how, time);
                }
            }
            Entry::Score(Scored { turn, points, total, chain, .. }) => {
                if events {
                    let chain = Words::from_string(chain.join(" ")).expect("squares are words");
                    let (turn, points, total) = (*turn, *points, *total);
                    self.outbox.tell(ToHost::Score { name: self.name(), turn, points, total, chain });
                }
                self.record(entry);
            }
            Entry::Fault { seat, fault, complaint } => {
                let (seat, fault, complaint) = (*seat, *fault, complaint.clone());
                self.fault(entry, seat);
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
        self.outbox.record(entry.into_record(self.course, Some(&self.settings.seed)));
    }

    /// The record of a seat's leaving or of the end of the game, with what the bot counted that resigned by it.
    fn leaving(&mut self, entry: Entry, resigned: Option<Seat>) {
        let mut record = entry.into_record(self.course, Some(&self.settings.seed));
        let spent = resigned.and_then(|seat| self.chairs[seat].bot_mut()?.talk.take_info().spent());
        match &mut record {
            Record::Vacated(vacated) => vacated.info = spent,
            Record::Result(result) => {
                result.info = spent;
                for resigned in &mut result.resigned {
                    let bot = Seat::new(resigned.seat).and_then(|seat| self.chairs[seat].bot_mut());
                    resigned.info = bot.and_then(|bot| bot.talk.take_info().spent());
                }
                if self.settings.tells_lots {
                    result.lots = result.lots_of(self.settings.seats.seats());
                }
            }
            Record::Match(_)
            | Record::Chance(_)
            | Record::Action(_)
            | Record::Score(_)
            | Record::Fault(_)
            | Record::Try(_)
            | Record::Undo(_) => {}
        }
        self.outbox.record(record);
    }

    /// The record of a fault, with what its bot counted for a question that came to nothing.
    fn fault(&mut self, entry: Entry, seat: Seat) {
        let mut record = entry.into_record(self.course, Some(&self.settings.seed));
        if let Record::Fault(record) = &mut record
            && let Some(bot) = self.chairs[seat].bot_mut()
        {
            record.info = bot.talk.take_info().spent();
        }
        self.outbox.record(record);
    }

    /// The record of an action, with what only the referee knows: the time, the clock, and what the bot said.
    fn action(&mut self, entry: Entry, seat: Seat, how: How, time: Duration) {
        let mut record = entry.into_record(self.course, Some(&self.settings.seed));
        if let Record::Action(record) = &mut record {
            let chair = &mut self.chairs[seat];
            record.ms = Some(milliseconds(time));
            record.clock = chair.clock.map(|clock| milliseconds(clock.left()));
            record.movestogo = chair.clock.and_then(|clock| clock.movestogo());
            if let Some(bot) = chair.bot_mut()
                && how == How::Decided
            {
                let info = bot.talk.take_info();
                record.info = (info != InfoSummary::default()).then_some(info);
                record.infos = std::mem::take(&mut bot.talk.infos);
            }
        }
        self.outbox.record(record);
    }

    /// An answer that was refused, with what only the referee knows. Its bot has been told already.
    fn again(&mut self, seat: Seat, entry: Entry) {
        let Some(refusal) = self.chairs[seat].tries.pop_front() else { return };
        let mut record = entry.into_record(self.course, Some(&self.settings.seed));
        let mut told = None;
        if let Record::Try(record) = &mut record {
            record.ms = Some(milliseconds(refusal.used));
            record.clock = refusal.left.map(milliseconds);
            record.info = (refusal.info != InfoSummary::default()).then_some(refusal.info);
            record.infos = refusal.infos;
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

    /// What a bot says that gets ready.
    pub(super) fn greeting(&mut self, now: Instant, seat: Seat, message: FromBot) -> Option<Heard> {
        let bot = self.chairs[seat].bot_mut()?;
        let BotStage::Greeting(greeting) = &mut bot.stage else { return None };
        let (heard, say) = greeting.hear(now, message);
        match &heard {
            Heard::Ignored(message) => self.outbox.note(seat, format!("ignored: {message}")),
            Heard::Introduced(profile) => bot.profile = Some(profile.clone()),
            Heard::Configured => {
                let bot = bot.profile.as_ref().and_then(|profile| profile.name.clone()).unwrap_or_default();
                let name = self.settings.name.clone();
                self.outbox.tell(ToHost::Ready { name, seat: seat.number(), bot: Text::new(bot) });
            }
            Heard::Ready => {
                bot.stage = BotStage::PLAYING;
                bot.talk.recount();
            }
            Heard::Noted | Heard::Unfit(_) => {}
        }
        self.outbox.say_all(seat, say);
        Some(heard)
    }

    /// What a bot says while it thinks is kept, and told to a host who wants it.
    pub(super) fn info(&mut self, seat: Seat, text: &str) {
        let several = self.chairs.asked().len() > 1;
        let chair = &mut self.chairs[seat];
        if !chair.is_open() {
            return;
        }
        let Some(bot) = chair.bot_mut() else { return };
        let shown = || shown(&Text::new(text));
        match self.settings.terms.info() {
            InfoDetail::Off => {}
            InfoDetail::Last => bot.talk.hear(text),
            InfoDetail::All => {
                bot.talk.hear(text);
                bot.talk.infos.push(shown());
            }
        }
        if self.audience.debug {
            let told = ToHost::Info { name: self.name(), seat: seat.number(), text: Text::new(shown()) };
            match self.stage {
                Stage::Playing(playing) if several => playing.held.push(told),
                Stage::Playing(_) | Stage::New(_) | Stage::Preparing(_) | Stage::Over => self.outbox.tell(told),
            }
        }
    }

    /// A bot at fault is told so; where it can play no more, it leaves.
    fn told_off(&mut self, seat: Seat, fault: Fault, complaint: Complaint) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        let told = complaint.told(fault);
        bot.last_fault = Some(Failure { fault, complaint });
        if bot.stage.is_gone() {
            return;
        }
        let ended = bot.pipe == Pipe::Closed;
        self.outbox.say(seat, ToBot::Error(told));
        if ended || self.settings.terms.on_fault == OnFault::Forfeit {
            self.chairs.dismiss(seat, self.outbox);
        }
    }

    /// Tells the bots that know of the game.
    fn game_over(&mut self, over: &Over) {
        for (seat, chair) in self.chairs.iter_mut() {
            let thinking = chair.is_asked();
            chair.question = None;
            if let Some(bot) = chair.bot_mut()
                && bot.stage.knows_of_game()
            {
                // An answer that is still on its way must not pass for one of another match.
                if let BotStage::Playing { step, .. } = &mut bot.stage
                    && thinking
                {
                    *step = Step::Out;
                }
                self.outbox.say(seat, ToBot::GameOver(over.clone()));
            }
        }
    }
}

/// Milliseconds with three decimals.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
