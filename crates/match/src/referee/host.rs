//! The requests of a host: play its seats, resign, take back, hasten, stop, look.

use std::time::{Duration, Instant};

use uvi::{ToBot, Word, Words};
use uvi_games::game::{Forfeits, RefusalError, Seat, SeatSet, forfeit, written};

use super::{
    HostError, Match,
    chair::{BotStage, BotSync, Question, SeatBot},
    stage::Stage,
};
use crate::record::{GameCourse, Ruling, UndoError};

impl Match {
    /// Plays the actions of a host seat. The actions are first tried on a copy of the game: if a used action is not
    /// legal, none is played.
    ///
    /// # Errors
    /// `not-running`, `bad-seat`, `not-your-turn`, `bad-argument` or `illegal-action`. The game is unchanged.
    pub fn play(&mut self, now: Instant, number: u32, actions: &Words, notation: Notation) -> Result<(), HostError> {
        self.stage.running()?;
        let seat = self.chairs.host(number)?;
        if !self.chairs[seat].is_open() {
            return Err(HostError::NotAsked(seat));
        }
        let mut actions: Vec<Word> = actions.iter().filter_map(Word::new).collect();
        if let (Notation::People, Some(whole)) = (notation, self.in_pieces(seat, &actions)) {
            actions = vec![whole];
        }
        let actions = try_out(&self.course, seat, notation, actions, self.chairs.asked().len() > 1)?;
        self.judge(now, seat, Ruling::Actions(actions));
        Ok(())
    }

    /// The action that a person has typed in several words, such as `a1 a6`. `None` if the first word is an action, or
    /// all together are none.
    fn in_pieces(&self, seat: Seat, words: &[Word]) -> Option<Word> {
        let in_words = |word: &Word| in_words(&self.course, seat, Notation::People, word);
        let (first, _) = words.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let whole = Word::new(words.iter().map(Word::as_str).collect::<String>())?;
        in_words(first).err().and_then(|_| in_words(&whole).ok())
    }

    /// Resigns a host seat. The resignation counts at once if the seat's question is open or if the game ends by it,
    /// otherwise after the current decision.
    ///
    /// # Errors
    /// `not-running`; `bad-seat`; or `not-your-turn` if the seat has left, has already resigned, or is played by a bot.
    pub fn resign(&mut self, now: Instant, number: u32) -> Result<(), HostError> {
        self.stage.running()?;
        let seat = self.chairs.host(number)?;
        if self.leaving.contains(seat) || self.course.table().vacant().contains(seat) {
            return Err(HostError::HasLeft(seat));
        }
        if self.chairs[seat].is_open() {
            self.judge(now, seat, Ruling::Resign);
            return Ok(());
        }
        self.leaving.insert(seat);
        let ends = matches!(forfeit(self.course.table(), self.leaving), Forfeits::Over { .. });
        if matches!(self.stage, Stage::Playing(_)) && ends {
            self.chairs.iter_mut().for_each(|(_, chair)| chair.withdraw());
            self.advance(now);
        }
        Ok(())
    }

    /// Takes back the last `plies` decisions. Withdraws open questions: a bot that thinks is told to stop, and its
    /// answer is ignored. Used time is not returned.
    ///
    /// # Errors
    /// `not-running`; or `cannot-undo` if a bot plays and the host has not allowed takebacks, fewer decisions were
    /// made, a seat has left or resigned since, or the match has adjudication rules.
    pub fn undo(&mut self, now: Instant, plies: u32) -> Result<(), HostError> {
        let Stage::Playing(playing) = &mut self.stage else { return Err(HostError::NotRunning) };
        let own = self.chairs.iter().all(|(_, chair)| chair.bot.is_none());
        if !own && !self.settings.terms.takebacks() {
            return Err(HostError::NoUndo(UndoError::NotAllowed));
        }
        if let Some(seat) = self.leaving.first() {
            return Err(HostError::NoUndo(UndoError::Left(seat)));
        }
        self.course.may_undo(plies).map_err(HostError::NoUndo)?;
        playing.held.clear();
        playing.resting = None;
        // Reports tries before the takeback, because a takeback does not give them back.
        self.tell_tries();
        self.course.undo(plies).map_err(HostError::NoUndo)?;
        for seat in Seat::all(self.settings.seats.seats()) {
            let chair = &mut self.chairs[seat];
            chair.spent = Duration::ZERO;
            let question = chair.question.take();
            let thinks = matches!(question, Some(Question::Posed | Question::Open(_)));
            if let Some(SeatBot { stage: BotStage::Playing { sync, .. }, .. }) = chair.bot_mut()
                // A fault beside a choice that is forgotten is forgotten too.
                && (thinks || question.is_some() && *sync == BotSync::OutOfStep)
            {
                *sync = BotSync::Recalled;
                if thinks {
                    self.outbox.say(seat, ToBot::Stop);
                }
            }
        }
        self.tell_records(None);
        self.advance(now);
        Ok(())
    }

    /// Takes back the fewest decisions that leave at most `to` actions and chance events.
    ///
    /// # Errors
    /// The errors of [`Match::undo`], and `cannot-undo` if at most `to` actions and chance events have happened.
    pub fn undo_to(&mut self, now: Instant, to: u32) -> Result<(), HostError> {
        let Stage::Playing(_) = self.stage else { return Err(HostError::NotRunning) };
        let plies = self.course.plies_back(to).map_err(HostError::NoUndo)?;
        self.undo(now, plies)
    }

    /// Tells the bots that think to answer now, within the patience for `readyok`. Returns false if no bot was told:
    /// none thinks, or all have been told before.
    pub fn hasten(&mut self, now: Instant) -> bool {
        let patience = self.settings.terms.patience.ready();
        let mut thinks = false;
        for seat in Seat::all(self.settings.seats.seats()) {
            let chair = &mut self.chairs[seat];
            let Some(Question::Open(since)) = chair.question else { continue };
            if chair.bot().is_none() || chair.hastened.is_some() {
                continue;
            }
            chair.hastened = Some(now.saturating_duration_since(since).saturating_add(patience));
            self.outbox.say(seat, ToBot::Stop);
            thinks = true;
        }
        thinks
    }

    /// Aborts the match.
    ///
    /// # Errors
    /// `not-running` if the match has not started or is over.
    pub fn stop(&mut self) -> Result<(), HostError> {
        self.stage.running()?;
        // Writes the first record of the log if the log has none, so that the log is complete.
        if let Stage::Preparing(origin) = self.stage {
            for seat in Seat::all(self.settings.seats.seats()) {
                let plays = |bot: &SeatBot| matches!(bot.stage, BotStage::Playing { .. });
                if !self.chairs[seat].bot().is_some_and(plays) {
                    self.chairs.dismiss(seat, &mut self.outbox);
                }
            }
            self.begin(origin);
        }
        self.tell_tries();
        self.course.abort();
        self.tell_records(None);
        Ok(())
    }

    /// Aborts the match, even one that is over, because the records of what has happened last are lost.
    pub fn revoke(&mut self) {
        if self.stop().is_err() {
            self.course.revoke();
            self.tell_records(None);
        }
    }

    /// The legal actions of a seat in the current decision, even if the seat has answered. Empty for any other seat.
    pub fn legal(&self, seat: Seat) -> Vec<Word> {
        match &self.chairs[seat].question {
            Some(_) => self.course.table().legal(seat),
            None => Vec::new(),
        }
    }
}

/// The notation of the actions of a host seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// The words of the protocol.
    Link,
    /// The words of the protocol, and actions as people write them, such as `Nf3`.
    People,
}

/// Tries the actions of a seat on a copy of the game, up to the first that the referee would not use. Returns the
/// actions as words of the protocol, or the error of the first refused action.
fn try_out(
    course: &GameCourse,
    seat: Seat,
    notation: Notation,
    mut actions: Vec<Word>,
    several: bool,
) -> Result<Vec<Word>, HostError> {
    let mut trial = course.clone();
    for (place, action) in actions.iter_mut().enumerate() {
        if place > 0 && trial.to_decide() != SeatSet::only(seat) {
            break;
        }
        *action = in_words(&trial, seat, notation, action).map_err(|refusal| match refusal {
            RefusalError::Unreadable(error) => HostError::Unreadable { error, action: action.clone(), place },
            RefusalError::Illegal(error) => HostError::Illegal { error, action: action.clone() },
        })?;
        if several {
            break;
        }
        let chances = trial.chances();
        trial.decide(vec![(seat, Ruling::Actions(vec![action.clone()]))]);
        if trial.chances() != chances {
            break;
        }
    }
    Ok(actions)
}

/// The action as a word of the protocol. If it is not legal, the error has the reason in either notation.
fn in_words(course: &GameCourse, seat: Seat, notation: Notation, action: &Word) -> Result<Word, RefusalError> {
    let unreadable = match course.check(seat, action.as_str()) {
        Err(unreadable @ RefusalError::Unreadable(_)) => unreadable,
        checked => return checked.map(|()| action.clone()),
    };
    match (written(course.table(), seat, action.as_str()), notation) {
        (Ok(_), Notation::Link) => Err(unreadable),
        (written, _) => written,
    }
}
