//! What a host wants of a match: to play its seats, to give up, to stop, to look.

use std::time::Instant;

use uvi::{Word, Words};
use uvi_games::game::{Choice, Forfeits, Refusal, Seat, SeatSet, forfeit};

use super::{
    HostError, Match,
    chair::{Bot, BotStage},
    machine::{Origin, Playing, Stage},
    telling::Telling,
};
use crate::record::{Course, Verdict};

impl Match {
    /// A host seat decides. Several actions are tried on a copy first: all that will be used are legal, or none is
    /// played.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, `not-your-turn`, `bad-argument`, `illegal-action`; nothing has happened then.
    pub fn play(&mut self, now: Instant, number: u32, actions: &Words) -> Result<(), HostError> {
        self.stage.running()?;
        let seat = self.chairs.host(self.settings.seat(number)?)?;
        if !self.chairs[seat].is_open() {
            return Err(HostError::NotAsked(seat));
        }
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        try_out(&self.course, seat, &actions, self.chairs.asked().len() > 1)?;
        self.judge(now, seat, Verdict::Actions(actions));
        Ok(())
    }

    /// A host seat gives up. Where the game goes on without it, it leaves when what is being decided now is decided.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, or `not-your-turn` where the seat has left already or a bot plays it.
    pub fn resign(&mut self, now: Instant, number: u32) -> Result<(), HostError> {
        self.stage.running()?;
        let seat = self.chairs.host(self.settings.seat(number)?)?;
        if self.leaving.contains(seat) || self.course.table().vacant().contains(seat) {
            return Err(HostError::HasLeft(seat));
        }
        if self.chairs[seat].is_open() {
            self.judge(now, seat, Verdict::Resign);
            return Ok(());
        }
        self.leaving.insert(seat);
        let ends = matches!(forfeit(self.course.table(), self.leaving), Forfeits::Over { .. });
        if matches!(self.stage, Stage::Playing(_)) && ends {
            for (_, chair) in self.chairs.iter_mut() {
                chair.question = None;
            }
            self.advance(now);
        }
        Ok(())
    }

    /// The match is aborted.
    ///
    /// # Errors
    /// `not-running` where it is over.
    pub fn stop(&mut self) -> Result<(), HostError> {
        self.stage.running()?;
        // The log has not begun: it gets its head, so that it is whole.
        if let Stage::Preparing(origin) = self.stage {
            for seat in Seat::all(self.settings.seats.seats()) {
                let plays = |bot: &Bot| matches!(bot.stage, BotStage::Playing { .. });
                if !self.chairs[seat].bot().is_some_and(plays) {
                    self.chairs.dismiss(seat, &mut self.outbox);
                }
            }
            self.stage = Stage::Playing(Playing::default());
            if origin == Origin::Start {
                self.outbox.record(self.chairs.head(&self.settings));
            }
        }
        self.course.abort();
        Telling::of(self).entries(None);
        Ok(())
    }

    /// The legal actions of a seat that is asked now; none of another.
    pub fn legal(&self, seat: Seat) -> Vec<Word> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().legal(seat),
            None => Vec::new(),
        }
    }

    /// The same actions, each with what it is made of.
    pub fn choices(&self, seat: Seat) -> Vec<Choice> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().choices(seat),
            None => Vec::new(),
        }
    }
}

/// Tries the actions of a seat on a copy of the game: those that will be used must be legal.
fn try_out(course: &Course, seat: Seat, actions: &[Word], several: bool) -> Result<(), HostError> {
    let mut trial = course.clone();
    for (place, action) in actions.iter().enumerate() {
        if place > 0 && trial.to_decide() != SeatSet::only(seat) {
            break;
        }
        trial.check(seat, action.as_str()).map_err(|refusal| match refusal {
            Refusal::Unreadable(error) => HostError::Unreadable { error, action: action.clone(), place },
            Refusal::Illegal(error) => HostError::Illegal { error, action: action.clone() },
        })?;
        if several {
            break;
        }
        let chances = trial.chances();
        trial.decide(vec![(seat, Verdict::Actions(vec![action.clone()]))]);
        if trial.chances() != chances {
            break;
        }
    }
    Ok(())
}
