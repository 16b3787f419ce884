//! Tells the log, the host and the bots of what happens in a game.

use std::time::Duration;

use uvi::{InfoDetail, OnFault, Over, ToBot, Word};
use uvi_games::game::{BySeat, Seat};

use super::{
    Audience, Match,
    chair::{BotFailure, Pipe, milliseconds},
    stage::Stage,
};
use crate::record::{ActionRecord, InfoSummary, RESIGN, Record, ResultRecord, seat_of};

impl Match {
    /// Tells the log, the host and the bots of new records. `used` is the time that each seat took for its answer. Ends
    /// the match if the game has ended.
    pub(super) fn tell_records(&mut self, mut used: Option<BySeat<Duration>>) {
        for record in self.course.take_records() {
            let faulty = if let Record::Fault(fault) = &record { Some(seat_of(fault.seat)) } else { None };
            let is_over = matches!(record, Record::Result(_));
            self.report(record, &mut used);
            if let Some(seat) = faulty {
                self.told_off(seat);
            }
            if is_over {
                self.game_over();
            }
        }
        if self.course.ending().is_some() {
            self.stage = Stage::Over;
        }
    }

    /// Reports the refused answers that are not in the log yet, in seat order.
    pub(super) fn tell_tries(&mut self) {
        for (seat, chair) in self.chairs.iter_mut() {
            for again in chair.tries.drain(..) {
                self.course.try_again(seat, again);
            }
        }
        self.tell_records(None);
    }

    /// Adds a record, and the message for the host, as far as they have an audience. The record gets what only the
    /// referee knows: times, clocks, the `info` of bots, the seed and the lots.
    fn report(&mut self, mut record: Record, used: &mut Option<BySeat<Duration>>) {
        let Audience { events, records, .. } = self.audience;
        let (is_told, is_recorded) = match record {
            Record::Chance(_) | Record::Action(_) => (events, records),
            Record::Score(_) => (events, true),
            Record::Match(_) | Record::Fault(_) | Record::Try(_) => (true, true),
            Record::Vacated(_) | Record::Undo(_) | Record::Result(_) => (true, true),
        };
        if !is_told && !is_recorded {
            return;
        }
        match &mut record {
            Record::Action(action) => self.acted(action, used),
            Record::Fault(fault) => fault.info = self.spent(fault.seat),
            Record::Vacated(vacated) if vacated.reason == RESIGN => vacated.info = self.spent(vacated.seat),
            Record::Result(result) => {
                result.seed = Some(self.settings.seed);
                let resigned = result.seat.filter(|_| result.reason == RESIGN);
                result.info = resigned.and_then(|seat| self.spent(seat));
                result.resigned.iter_mut().for_each(|resigned| resigned.info = self.spent(resigned.seat));
                if self.settings.tells_lots {
                    result.lots = result.lots_of(self.settings.seats.seats());
                }
            }
            Record::Match(_) | Record::Chance(_) | Record::Score(_) => {}
            Record::Try(_) | Record::Vacated(_) | Record::Undo(_) => {}
        }
        let told = if is_told { record.to_host(&self.settings.name) } else { None };
        if is_recorded {
            self.outbox.record(record);
        }
        self.outbox.tell_all(told);
    }

    /// Takes the tokens that a bot reported for a question, when no action followed.
    fn spent(&mut self, seat: u32) -> Option<InfoSummary> {
        std::mem::take(&mut self.chairs[seat_of(seat)].bot_mut()?.talk.info).spent()
    }

    /// Completes the record of an action. The first action of an answer carries the time of the whole answer.
    fn acted(&mut self, record: &mut ActionRecord, used: &mut Option<BySeat<Duration>>) {
        let is_decided = record.is_decided();
        let seat = seat_of(record.seat);
        if is_decided {
            self.limit_info(seat);
        }
        let chair = &mut self.chairs[seat];
        let time = used.as_mut().filter(|_| is_decided).map(|used| std::mem::take(&mut used[seat])).unwrap_or_default();
        record.ms = Some(milliseconds(time));
        record.clock = chair.clock.map(|clock| milliseconds(clock.left()));
        record.movestogo = chair.clock.and_then(|clock| clock.movestogo());
        if let Some(bot) = chair.bot_mut().filter(|_| is_decided) {
            record.info = bot.talk.take_info();
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

    /// Tells a bot of its fault. Dismisses the bot if faults forfeit, or if the bot has exited or closed its input.
    fn told_off(&mut self, seat: Seat) {
        let Some(bot) = self.chairs[seat].bot_mut().filter(|bot| !bot.stage.is_gone()) else { return };
        let Some(BotFailure { fault, complaint }) = &bot.last_fault else { return };
        let (told, ended) = (complaint.told(*fault), bot.pipe == Pipe::Closed);
        self.outbox.say(seat, ToBot::Error(told));
        if ended || self.settings.terms.on_fault == OnFault::Forfeit {
            self.chairs.dismiss(seat, &mut self.outbox);
        }
    }

    /// Tells all bots that know of the game that the game is over.
    fn game_over(&mut self) {
        let over = self.course.ending().filter(|_| !self.audience.analyses).and_then(ResultRecord::over);
        // The rule that ends an analysis is none of the game, so bots hear no score of it.
        let over = over.unwrap_or_else(|| Over { reason: Word::new("abort").expect("abort is a word"), score: None });
        for (seat, chair) in self.chairs.iter_mut() {
            chair.withdraw();
            if chair.bot().is_some_and(|bot| bot.stage.knows_of_game()) {
                self.outbox.say(seat, ToBot::GameOver(over.clone()));
            }
        }
    }
}
