//! What has happened, as records of the log and as messages to the host and the bots.

use std::time::Duration;

use uvi::{Fault, OnFault, Over, Text, ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Scored, Seat};

use super::{
    Audience, Settings,
    chair::{BotStage, Pipe, Step},
    chairs::Chairs,
    outbox::Outbox,
    whole_milliseconds,
};
use crate::record::{
    ActionRecord, ChanceRecord, Complaint, Course, Ending, Entry, FaultRecord, How, InfoSummary, Record, ResultRecord,
    Said, ScoreRecord, VacatedRecord,
};

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
    pub(super) fn entry(&mut self, entry: Entry, used: &mut BySeat<Duration>) {
        match entry {
            Entry::Chance { n, action } => {
                if self.audience.records {
                    let record = ChanceRecord { n, action: action.to_string(), printed: None };
                    self.outbox.record(Record::Chance(record));
                }
                if self.audience.events {
                    self.outbox.tell(ToHost::Chance { name: self.name(), action });
                }
            }
            Entry::Action { n, seat, action, text, how } => {
                let time = match how {
                    How::Decided => std::mem::take(&mut used[seat]),
                    How::Forced | How::Random => Duration::ZERO,
                };
                if self.audience.events {
                    self.outbox.tell(ToHost::Played {
                        name: self.name(),
                        seat: seat.number(),
                        action: action.clone(),
                        time: whole_milliseconds(time),
                        text: Text::new(text.clone()),
                    });
                }
                if self.audience.records {
                    let record = ActionRecord {
                        n,
                        seat: seat.number(),
                        action: action.into_string(),
                        text,
                        ms: Some(milliseconds(time)),
                        clock: None,
                        forced: how == How::Forced,
                        random: how == How::Random,
                        info: None,
                        infos: Vec::new(),
                        printed: None,
                    };
                    self.action(seat, how, record);
                }
            }
            Entry::Score(scored) => self.score(scored),
            Entry::Fault { seat, fault, complaint } => self.fault(seat, fault, complaint),
            Entry::Vacated { seat, reason } => {
                let record = VacatedRecord { seat: seat.number(), reason: reason.to_string() };
                self.outbox.record(Record::Vacated(record));
                self.outbox.tell(ToHost::Vacated { name: self.name(), seat: seat.number(), reason });
            }
            Entry::Over(ending) => self.over(&ending),
        }
    }

    fn name(&self) -> Word {
        self.settings.name.clone()
    }

    /// The record of an action, with what only the referee knows: the clock, and what the bot said.
    fn action(&mut self, seat: Seat, how: How, mut record: ActionRecord) {
        let chair = &mut self.chairs[seat];
        record.clock = chair.left.map(milliseconds);
        if let Some(bot) = chair.bot_mut()
            && how == How::Decided
        {
            let info = std::mem::take(&mut bot.talk.info);
            record.info = (info != InfoSummary::default()).then_some(info);
            record.infos = std::mem::take(&mut bot.talk.infos);
        }
        self.outbox.record(Record::Action(record));
    }

    fn score(&mut self, scored: Scored) {
        let Scored { turn, points, total, chain, longest } = scored;
        if self.audience.events {
            let chain = Words::from_string(chain.join(" ")).expect("squares are words");
            self.outbox.tell(ToHost::Score { name: self.name(), turn, points, total, chain });
        }
        let record = ScoreRecord { turn, points, total, chain, longest };
        self.outbox.record(Record::Score(record));
    }

    fn fault(&mut self, seat: Seat, fault: Fault, complaint: Complaint) {
        let told = complaint.told(fault);
        let Complaint { text, said, position } = complaint;
        let (line, column) = said.map(|Said { line, column }| (line, column)).unzip();
        self.outbox.record(Record::Fault(FaultRecord {
            seat: seat.number(),
            fault: fault.word().to_owned(),
            text: text.clone(),
            line,
            column,
            position: position.map(|position| position.to_string()),
            stderr: None,
        }));
        self.outbox.tell(ToHost::Fault { name: self.name(), seat: seat.number(), fault, text: Text::new(text) });
        let Some(bot) = self.chairs[seat].bot() else { return };
        if bot.stage.is_gone() {
            return;
        }
        let ended = bot.pipe == Pipe::Closed;
        self.outbox.say(seat, ToBot::Error(told));
        if ended || self.settings.on_fault == OnFault::Forfeit {
            self.chairs.dismiss(seat, self.outbox);
        }
    }

    fn over(&mut self, ending: &Ending) {
        let score = ending.score.as_ref().map(uvi_games::game::Score::to_uvi);
        let (points, shared) = match &score {
            None => (None, None),
            Some(uvi::Score::Each(points)) => (Some(points.iter().map(ToString::to_string).collect()), None),
            Some(uvi::Score::Shared(points)) => (None, Some(*points)),
        };
        self.outbox.record(Record::Result(ResultRecord {
            reason: ending.reason.to_string(),
            score: points,
            shared,
            position: self.course.table().position().to_string(),
            seed: Some(self.settings.seed.to_string()),
            decisions: self.course.decisions(),
            seat: ending.seat.map(Seat::number),
        }));
        let over = Over { reason: ending.reason.clone(), score };
        self.game_over(&over);
        self.outbox.tell(ToHost::Over { name: self.name(), over });
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
