//! What a host wants of a match: to play its seats, to give up, to stop, to look.

use std::time::{Duration, Instant};

use uvi::{ErrorCode, Word, Words};
use uvi_games::game::{BySeat, Forfeits, Refusal, Seat, SeatSet, forfeit};

use super::{Match, chair::BotStage, machine::Stage};
use crate::record::Verdict;

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
    pub(super) fn host_seat(&self, number: u32) -> Result<Seat, HostError> {
        let seat = self.seat(number)?;
        match self.chairs[seat].bot {
            None => Ok(seat),
            Some(_) => {
                let text = format!("expected a host seat, seat {seat} is played by a bot");
                Err(HostError::new(ErrorCode::NotYourTurn, text))
            }
        }
    }

    /// The seat with this number.
    ///
    /// # Errors
    /// `bad-seat` where the match has none.
    pub fn seat(&self, number: u32) -> Result<Seat, HostError> {
        let seats = self.chairs.seats();
        let found = Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat));
        let text = || format!("expected a seat from 1 to {seats}, found {number}");
        found.ok_or_else(|| HostError::new(ErrorCode::BadSeat, text()))
    }

    /// A host seat decides. Several actions are tried on a copy first: all that will be used are legal, or none is
    /// played.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, `not-your-turn`, `bad-argument`, `illegal-action`; nothing has happened then.
    pub fn play(&mut self, now: Instant, number: u32, actions: &Words) -> Result<(), HostError> {
        if self.stage == Stage::Over || self.stage == Stage::New {
            return Err(not_running());
        }
        let seat = self.host_seat(number)?;
        if !self.is_open(seat) {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} is not asked now")));
        }
        let actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        let several = self.asked().len() > 1;
        let mut trial = self.course.clone();
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
        self.judge(now, seat, Verdict::Actions(actions));
        Ok(())
    }

    /// A host seat gives up. Where the game goes on without it, it leaves when what is being decided now is decided.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, or `not-your-turn` where the seat has left already or a bot plays it.
    pub fn resign(&mut self, now: Instant, number: u32) -> Result<(), HostError> {
        if self.stage == Stage::Over || self.stage == Stage::New {
            return Err(not_running());
        }
        let seat = self.host_seat(number)?;
        if self.leaving.contains(seat) || self.course.table().vacant().contains(seat) {
            return Err(HostError::new(ErrorCode::NotYourTurn, format!("seat {seat} has left the game")));
        }
        if self.is_open(seat) {
            self.judge(now, seat, Verdict::Resign);
            return Ok(());
        }
        self.leaving.insert(seat);
        let ends = matches!(forfeit(self.course.table(), self.leaving), Forfeits::Over { .. });
        if self.stage == Stage::Playing && ends {
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
        match self.stage {
            Stage::New | Stage::Over => return Err(not_running()),
            // The log has not begun: it gets its head, so that it is whole.
            Stage::Preparing => {
                for seat in Seat::all(self.chairs.seats()) {
                    let bot = self.chairs[seat].bot.as_ref();
                    if bot.is_some_and(|bot| bot.stage != BotStage::Playing) {
                        self.dismiss(seat);
                    }
                }
                self.stage = Stage::Playing;
                if !self.resumed {
                    self.record_head();
                }
            }
            Stage::Playing => {}
        }
        self.course.abort();
        self.emit(&BySeat::new(self.chairs.seats(), |_| Duration::ZERO));
        Ok(())
    }

    /// The legal actions of a seat that is asked now; none of another.
    pub fn legal(&self, seat: Seat) -> Vec<Word> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().legal(seat),
            None => Vec::new(),
        }
    }

    /// The position, whole or as a seat may see it.
    pub fn position(&self, seat: Option<Seat>) -> Words {
        seat.map_or_else(|| self.course.table().position(), |seat| self.course.table().view(seat))
    }

    /// The start, whole or as a seat may see it, and all that has happened.
    pub fn history(&self, seat: Option<Seat>) -> (Words, Words) {
        let start = self.course.start();
        (seat.map_or_else(|| start.position(), |seat| start.view(seat)), self.course.moves())
    }
}

fn not_running() -> HostError {
    HostError::new(ErrorCode::NotRunning, "the match is not running")
}
