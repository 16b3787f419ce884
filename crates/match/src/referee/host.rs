//! What a host wants of a match: to play its seats, to give up, to stop, to look.

use std::time::Instant;

use uvi::{ErrorCode, Word, Words};
use uvi_games::game::{Forfeits, Refusal, Seat, SeatSet, forfeit};

use super::{
    Match,
    chair::{Bot, BotStage},
    machine::{Playing, Stage},
};
use crate::record::{Course, Verdict};

/// Why a wish of the host is not granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostError {
    /// Its code on the host link.
    pub code: ErrorCode,
    /// What was expected.
    pub text: String,
    /// Where in the host's line it is, where it is in one place.
    pub place: Option<Place>,
}

/// A place in a host's line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The word with this number, from 0.
    Word(usize),
    /// The last word that reads so.
    Keyword(&'static str),
}

impl HostError {
    /// An error that no single word of the line causes.
    pub fn new(code: ErrorCode, text: impl ToString) -> Self {
        Self { code, text: text.to_string(), place: None }
    }

    /// An error at a place of the line.
    pub fn at(code: ErrorCode, text: impl ToString, place: Place) -> Self {
        Self { code, text: text.to_string(), place: Some(place) }
    }
}

impl Match {
    /// A host seat decides. Several actions are tried on a copy first: all that will be used are legal, or none is
    /// played.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, `not-your-turn`, `bad-argument`, `illegal-action`; nothing has happened then.
    pub fn play(&mut self, now: Instant, number: u32, actions: &Words) -> Result<(), HostError> {
        self.running()?;
        let seat = self.chairs.host(self.settings.seat(number)?)?;
        if !self.chairs[seat].is_open() {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} is not asked now")));
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
        self.running()?;
        let seat = self.chairs.host(self.settings.seat(number)?)?;
        if self.leaving.contains(seat) || self.course.table().vacant().contains(seat) {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} has left the game")));
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
        self.running()?;
        // The log has not begun: it gets its head, so that it is whole.
        if let Stage::Preparing(origin) = self.stage {
            for seat in Seat::all(self.settings.seats.seats()) {
                let plays = |bot: &Bot| matches!(bot.stage, BotStage::Playing { .. });
                if !self.chairs[seat].bot().is_some_and(plays) {
                    self.chairs.dismiss(seat, &mut self.outbox);
                }
            }
            self.stage = Stage::Playing(Playing::default());
            self.record_head(origin);
        }
        self.course.abort();
        self.emit(self.chairs.no_time());
        Ok(())
    }

    /// The legal actions of a seat that is asked now; none of another.
    pub fn legal(&self, seat: Seat) -> Vec<Word> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().legal(seat),
            None => Vec::new(),
        }
    }

    fn running(&self) -> Result<(), HostError> {
        match self.stage {
            Stage::New(_) | Stage::Over => Err(HostError::new(ErrorCode::NotRunning, "the match is not running")),
            Stage::Preparing(_) | Stage::Playing(_) => Ok(()),
        }
    }
}

/// Tries the actions of a seat on a copy of the game: those that will be used must be legal.
fn try_out(course: &Course, seat: Seat, actions: &[Word], several: bool) -> Result<(), HostError> {
    let mut trial = course.clone();
    for (index, action) in actions.iter().enumerate() {
        if index > 0 && trial.to_decide() != SeatSet::only(seat) {
            break;
        }
        trial.check(seat, action.as_str()).map_err(|refusal| match refusal {
            Refusal::Unreadable(error) => {
                HostError::at(ErrorCode::BadArgument, format!("{error}, found {action}"), Place::Word(3 + index))
            }
            Refusal::Illegal(error) => {
                HostError::new(ErrorCode::IllegalAction, format!("{action} is not legal: {error}"))
            }
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
