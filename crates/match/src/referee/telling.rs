//! What has happened, as records of the log and as messages to the host and the bots.

use std::time::Duration;

use uvi::{Fault, Over, Text, ToBot, ToHost, Word, Words};
use uvi_games::game::{BySeat, Scored, Seat};

use super::{
    Match, Output,
    chair::BotStage,
    machine::{Stage, whole_milliseconds},
};
use crate::record::{
    ActionRecord, ChanceRecord, Complaint, Ending, Entry, FaultRecord, How, Record, ResultRecord, Said, ScoreRecord,
    VacatedRecord,
};

impl Match {
    /// Turns what has happened into records and messages.
    pub(super) fn emit(&mut self, used: &BySeat<Duration>) {
        let mut used = used.clone();
        for entry in self.course.take_entries() {
            match entry {
                Entry::Chance { n, action } => {
                    if self.records {
                        let record = ChanceRecord { n, action: action.to_string(), printed: None };
                        self.outputs.push_back(Output::Record(Record::Chance(record)));
                    }
                    if self.events {
                        let name = self.settings.name.clone();
                        self.outputs.push_back(Output::Tell(ToHost::Chance { name, action }));
                    }
                }
                Entry::Action { n, seat, action, text, how } => {
                    // The first action of an answer carries the time of all.
                    let time = match how {
                        How::Decided => std::mem::take(&mut used[seat]),
                        How::Forced | How::Random => Duration::ZERO,
                    };
                    self.emit_action(n, seat, action, text, how, time);
                }
                Entry::Score(scored) => self.emit_score(scored),
                Entry::Fault { seat, fault, complaint } => self.emit_fault(seat, fault, complaint),
                Entry::Vacated { seat, reason } => {
                    let record = VacatedRecord { seat: seat.number(), reason: reason.to_string() };
                    self.outputs.push_back(Output::Record(Record::Vacated(record)));
                    let name = self.settings.name.clone();
                    self.outputs.push_back(Output::Tell(ToHost::Vacated { name, seat: seat.number(), reason }));
                }
                Entry::Over(ending) => self.emit_over(&ending),
            }
        }
    }

    pub(super) fn emit_action(&mut self, n: u32, seat: Seat, action: Word, text: String, how: How, time: Duration) {
        if self.events {
            self.outputs.push_back(Output::Tell(ToHost::Played {
                name: self.settings.name.clone(),
                seat: seat.number(),
                action: action.clone(),
                time: whole_milliseconds(time),
                text: Text::new(text.clone()),
            }));
        }
        if !self.records {
            return;
        }
        let chair = &mut self.chairs[seat];
        let mut record = ActionRecord {
            n,
            seat: seat.number(),
            action: action.into_string(),
            text,
            ms: Some(milliseconds(time)),
            clock: chair.left.map(milliseconds),
            forced: how == How::Forced,
            random: how == How::Random,
            info: None,
            infos: Vec::new(),
            printed: None,
        };
        if let Some(bot) = &mut chair.bot
            && how == How::Decided
        {
            let info = std::mem::take(&mut bot.info);
            record.info = (info != crate::record::InfoSummary::default()).then_some(info);
            record.infos = std::mem::take(&mut bot.infos);
        }
        self.outputs.push_back(Output::Record(Record::Action(record)));
    }

    pub(super) fn emit_score(&mut self, scored: Scored) {
        let Scored { turn, points, total, chain, longest } = scored;
        if self.events {
            let name = self.settings.name.clone();
            let chain = Words::from_string(chain.join(" ")).expect("squares are words");
            self.outputs.push_back(Output::Tell(ToHost::Score { name, turn, points, total, chain }));
        }
        let record = ScoreRecord { turn, points, total, chain, longest };
        self.outputs.push_back(Output::Record(Record::Score(record)));
    }

    pub(super) fn emit_fault(&mut self, seat: Seat, fault: Fault, complaint: Complaint) {
        let told = complaint.told(fault);
        let Complaint { text, said, position } = complaint;
        let (line, column) = said.map(|Said { line, column }| (line, column)).unzip();
        self.outputs.push_back(Output::Record(Record::Fault(FaultRecord {
            seat: seat.number(),
            fault,
            text: text.clone(),
            line,
            column,
            position: position.map(|position| position.to_string()),
            stderr: None,
        })));
        self.outputs.push_back(Output::Tell(ToHost::Fault {
            name: self.settings.name.clone(),
            seat: seat.number(),
            fault,
            text: Text::new(text),
        }));
        let Some(bot) = &self.chairs[seat].bot else { return };
        if bot.stage == BotStage::Gone {
            return;
        }
        self.outputs.push_back(Output::Say(seat, ToBot::Error(told)));
        if bot.ended || self.settings.terms.on_fault == uvi::OnFault::Forfeit {
            self.dismiss(seat);
        }
    }

    pub(super) fn emit_over(&mut self, ending: &Ending) {
        let score = ending.score.as_ref().map(uvi_games::game::Score::to_uvi);
        let (points, shared) = match score.clone() {
            None => (None, None),
            Some(uvi::Score::Each(points)) => (Some(points), None),
            Some(uvi::Score::Shared(points)) => (None, Some(points)),
        };
        self.outputs.push_back(Output::Record(Record::Result(ResultRecord {
            reason: ending.reason.to_string(),
            score: points,
            shared,
            position: self.course.table().position().to_string(),
            seed: Some(self.settings.seed),
            decisions: self.course.decisions(),
            seat: ending.seat.map(Seat::number),
        })));
        let over = Over { reason: ending.reason.clone(), score };
        self.finish(&over);
        self.outputs.push_back(Output::Tell(ToHost::Over { name: self.settings.name.clone(), over }));
    }

    pub(super) fn finish(&mut self, over: &Over) {
        self.stage = Stage::Over;
        self.held.clear();
        for (seat, chair) in self.chairs.iter_mut() {
            let thinking = chair.question.take().is_some_and(|question| question.verdict.is_none());
            if let Some(bot) = &mut chair.bot
                && matches!(bot.stage, BotStage::Playing | BotStage::Synchronising(_) | BotStage::Seated(_))
            {
                // An answer that is still on its way must not pass for one of another match.
                bot.out_of_step |= thinking;
                self.outputs.push_back(Output::Say(seat, ToBot::GameOver(over.clone())));
            }
        }
    }
}

/// Milliseconds with three decimals.
fn milliseconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1000.0
}
