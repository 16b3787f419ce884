//! What has happened, as records of the log and as messages to the host and the bots.

use std::time::Duration;

use uvi::{Fault, OnFault, Over, Text, ToBot, ToHost, Words};
use uvi_games::game::{BySeat, Score, Scored, Seat};

use super::{
    Audience, Settings,
    chair::{BotStage, Failure, Pipe, Step},
    chairs::Chairs,
    outbox::Outbox,
    whole_milliseconds,
};
use crate::record::{Complaint, Course, Ending, Entry, How, InfoSummary, Record};

/// What has happened is told: to the log, the host and the bots.
pub(super) struct Telling<'a> {
    pub(super) settings: &'a Settings,
    pub(super) audience: Audience,
    pub(super) course: &'a Course,
    pub(super) chairs: &'a mut Chairs,
    pub(super) outbox: &'a mut Outbox,
}

impl Telling<'_> {
    /// Turns what has happened into records and messages. The first action of an answer carries the time of all.
    pub(super) fn entry(&mut self, entry: &Entry, used: &mut BySeat<Duration>) {
        let settings = self.settings;
        // Copied only where somebody is told.
        let name = || settings.name.clone();
        match entry {
            Entry::Chance { action, .. } => {
                if self.audience.records {
                    self.record(entry);
                }
                if self.audience.events {
                    self.outbox.tell(ToHost::Chance { name: name(), action: action.clone() });
                }
            }
            Entry::Action { seat, action, text, how, .. } => {
                let time = match how {
                    How::Decided => std::mem::take(&mut used[*seat]),
                    How::Forced | How::Random => Duration::ZERO,
                };
                if self.audience.events {
                    let (seat, action, text) = (seat.number(), action.clone(), Text::new(text.clone()));
                    self.outbox.tell(ToHost::Played {
                        name: name(),
                        seat,
                        action,
                        time: whole_milliseconds(time),
                        text,
                    });
                }
                if self.audience.records {
                    self.action(entry, *seat, *how, time);
                }
            }
            Entry::Score(Scored { turn, points, total, chain, .. }) => {
                if self.audience.events {
                    let chain = Words::from_string(chain.join(" ")).expect("squares are words");
                    self.outbox.tell(ToHost::Score {
                        name: name(),
                        turn: *turn,
                        points: *points,
                        total: *total,
                        chain,
                    });
                }
                self.record(entry);
            }
            Entry::Fault { seat, fault, complaint } => {
                self.record(entry);
                let text = Text::new(complaint.to_string());
                self.outbox.tell(ToHost::Fault { name: name(), seat: seat.number(), fault: *fault, text });
                self.told_off(*seat, *fault, complaint);
            }
            Entry::Vacated { seat, reason } => {
                self.record(entry);
                self.outbox.tell(ToHost::Vacated { name: name(), seat: seat.number(), reason: reason.clone() });
            }
            Entry::Over(Ending { reason, score, .. }) => {
                self.record(entry);
                let over = Over { reason: reason.clone(), score: score.as_ref().map(Score::to_uvi) };
                self.game_over(&over);
                self.outbox.tell(ToHost::Over { name: name(), over });
            }
        }
    }

    fn record(&mut self, entry: &Entry) {
        let mut record = entry.record(self.course, Some(&self.settings.seed));
        if let Record::Result(result) = &mut record
            && self.settings.tells_lots
        {
            result.lots = result.lots_of(self.settings.seats.seats());
        }
        self.outbox.record(record);
    }

    /// The record of an action, with what only the referee knows: the time, the clock, and what the bot said.
    fn action(&mut self, entry: &Entry, seat: Seat, how: How, time: Duration) {
        let mut record = entry.record(self.course, Some(&self.settings.seed));
        if let Record::Action(record) = &mut record {
            let chair = &mut self.chairs[seat];
            record.ms = Some(milliseconds(time));
            record.clock = chair.left.map(milliseconds);
            if let Some(bot) = chair.bot_mut()
                && how == How::Decided
            {
                let info = std::mem::take(&mut bot.talk.info);
                record.info = (info != InfoSummary::default()).then_some(info);
                record.infos = std::mem::take(&mut bot.talk.infos);
            }
        }
        self.outbox.record(record);
    }

    /// A bot at fault is told so; where it can play no more, it leaves.
    fn told_off(&mut self, seat: Seat, fault: Fault, complaint: &Complaint) {
        let Some(bot) = self.chairs[seat].bot_mut() else { return };
        bot.last_fault = Some(Failure { fault, complaint: complaint.clone() });
        if bot.stage.is_gone() {
            return;
        }
        let ended = bot.pipe == Pipe::Closed;
        self.outbox.say(seat, ToBot::Error(complaint.told(fault)));
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
