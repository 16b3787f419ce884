//! Turns the events of a game into log records and messages to the host and the bots.

use std::time::Duration;

use uvi::{Fault, InfoDetail, OnFault, Over, ToBot, Word};
use uvi_games::game::{BySeat, Score, Seat};

use super::{
    Audience, Match,
    chair::{BotFailure, BotStage, BotSync, Pipe},
    stage::Stage,
};
use crate::record::{ActionRecord, Complaint, Ending, Entry, InfoSummary, RESIGN, Record, TryRecord};

impl Match {
    /// Turns new entries into records and messages. `used` is the time that each seat took for its answer. Ends the
    /// match if the game has ended.
    pub(super) fn tell_entries(&mut self, mut used: Option<BySeat<Duration>>) {
        while let Some(entry) = self.course.take_entry() {
            self.entry(entry, &mut used);
        }
        if self.course.ending().is_some() {
            self.stage = Stage::Over;
        }
    }

    /// Reports the refused answers that are not in the log yet, in seat order.
    pub(super) fn tell_tries(&mut self) {
        for (seat, chair) in self.chairs.iter() {
            for refusal in &chair.tries {
                self.course.try_again(seat, refusal.fault, refusal.complaint.clone());
            }
        }
        self.tell_entries(None);
    }

    /// Reports an entry, and what follows from it for the bots.
    fn entry(&mut self, entry: Entry, used: &mut Option<BySeat<Duration>>) {
        match &entry {
            Entry::Fault { seat, fault, complaint } => {
                let (seat, fault, complaint) = (*seat, *fault, complaint.clone());
                self.report(entry, used);
                self.told_off(seat, fault, *complaint);
            }
            Entry::Over(Ending { reason, score, .. }) => {
                let over = if self.audience.analyses {
                    // The rule that ends an analysis is none of the game, so bots hear no score of it.
                    Over { reason: Word::new("abort").expect("abort is a word"), score: None }
                } else {
                    Over { reason: reason.clone(), score: score.as_ref().map(Score::to_uvi) }
                };
                self.report(entry, used);
                self.game_over(&over);
            }
            Entry::Chance { .. }
            | Entry::Action { .. }
            | Entry::Score(_)
            | Entry::Try { .. }
            | Entry::Vacated { .. }
            | Entry::Undo { .. } => self.report(entry, used),
        }
    }

    /// Adds the record of an entry, and the message for the host, as far as they have an audience. The record has what
    /// only the referee knows: times, clocks, and the `info` of bots.
    fn report(&mut self, entry: Entry, used: &mut Option<BySeat<Duration>>) {
        let Audience { events, records, .. } = self.audience;
        let (is_told, is_recorded) = match entry {
            Entry::Chance { .. } | Entry::Action { .. } => (events, records),
            Entry::Score(_) => (events, true),
            Entry::Fault { .. } | Entry::Try { .. } | Entry::Vacated { .. } | Entry::Undo { .. } | Entry::Over(_) => {
                (true, true)
            }
        };
        if !is_told && !is_recorded {
            return;
        }
        let mut record = entry.into_record(&self.course, Some(&self.settings.seed));
        match &mut record {
            Record::Action(action) => self.acted(action, used),
            Record::Fault(fault) => fault.info = self.spent(fault.seat),
            Record::Try(again) => self.tried(again),
            Record::Vacated(vacated) if vacated.reason == RESIGN => vacated.info = self.spent(vacated.seat),
            Record::Result(result) => {
                let resigned = result.seat.filter(|_| result.reason == RESIGN);
                result.info = resigned.and_then(|seat| self.spent(seat));
                result.resigned.iter_mut().for_each(|resigned| resigned.info = self.spent(resigned.seat));
                if self.settings.tells_lots {
                    result.lots = result.lots_of(self.settings.seats.seats());
                }
            }
            Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Vacated(_) | Record::Undo(_) => {}
        }
        let told = if is_told { record.to_host(&self.settings.name) } else { None };
        if is_recorded {
            self.outbox.record(record);
        }
        self.outbox.tell_all(told);
    }

    /// Takes the tokens that a bot reported for a question, when no action followed.
    fn spent(&mut self, seat: u32) -> Option<InfoSummary> {
        std::mem::take(&mut self.chairs[of_record(seat)].bot_mut()?.talk.info).spent()
    }

    /// Completes the record of an action. The first action of an answer carries the time of the whole answer.
    fn acted(&mut self, record: &mut ActionRecord, used: &mut Option<BySeat<Duration>>) {
        let is_decided = !record.forced && !record.random;
        let seat = of_record(record.seat);
        if is_decided {
            self.limit_info(seat);
        }
        let chair = &mut self.chairs[seat];
        let time = used.as_mut().filter(|_| is_decided).map(|used| std::mem::take(&mut used[seat])).unwrap_or_default();
        record.ms = Some(milliseconds(time));
        record.clock = chair.clock.map(|clock| milliseconds(clock.left()));
        record.movestogo = chair.clock.and_then(|clock| clock.movestogo());
        if let Some(bot) = chair.bot_mut().filter(|_| is_decided) {
            let info = std::mem::take(&mut bot.talk.info);
            record.info = (info != InfoSummary::default()).then_some(info);
            record.flaws = std::mem::take(&mut bot.talk.flaws);
            record.infos = std::mem::take(&mut bot.talk.infos);
        }
    }

    /// Leaves a seat only the `info` lines that the log keeps.
    pub(super) fn limit_info(&mut self, seat: Seat) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        if self.settings.terms.info() != InfoDetail::All {
            bot.talk.infos.clear();
        } else if self.info_budgets[seat].limit(&mut bot.talk.infos) {
            self.outbox.note(
                seat,
                "from here on the log keeps no more info lines of this seat: it has its share of 16 MiB".to_owned(),
            );
        }
    }

    /// Completes the record of a refused answer.
    fn tried(&mut self, record: &mut TryRecord) {
        let refusal = self.chairs[of_record(record.seat)].tries.pop_front();
        let refusal = refusal.expect("a refused answer is kept until it is reported");
        record.ms = Some(milliseconds(refusal.used));
        record.clock = refusal.left.map(milliseconds);
        record.info = (refusal.info != InfoSummary::default()).then_some(refusal.info);
        record.infos = refusal.infos;
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
            self.chairs.dismiss(seat, &mut self.outbox);
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

fn of_record(number: u32) -> Seat {
    Seat::new(number).expect("a record names a seat of the match")
}

/// Returns the duration in milliseconds, to the microsecond.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
