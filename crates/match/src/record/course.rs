//! A game under way: rulings on seats go in, records for the log come out. The referee plays on a course, and `verify`
//! replays a log on a course, so the consequences of a decision have one implementation. A course knows no time and no
//! bot.

use std::collections::VecDeque;

use uvi::{OnFault, Seed, Word, Words};
use uvi_games::game::{
    ActionEffect, Actor, BySeat, Draw, DrawWords, Forfeits, Picture, RefusalError, Seat, SeatSet, Table, Turn, forfeit,
};

use super::{
    ActionRecord, Adjudication, ChanceRecord, DecisionResult, FaultRecord, JointForfeit, Probe, Record, RejectedAction,
    ResultRecord, Ruling, TryRecord, UndoError, UndoRecord, VacatedRecord, adjudicator::Adjudicator, verdict::RESIGN,
};

/// The source of chance.
#[derive(Debug, Clone)]
pub enum Luck {
    /// The seed of the match.
    Seed(Seed),
    /// The chance events and drawn actions of a log, if the seed is unknown. Each is only checked to be possible.
    Recorded(VecDeque<Word>),
}

/// Returns the draw of record `n` for a seat at fault, among its listed actions (UVI 3.3; key `fault <n> <seat>`).
pub fn stand_in(n: u32, seat: Seat, legal: &[Word]) -> Draw {
    Draw { key: format!("fault {n} {seat}"), words: DrawWords::among(legal) }
}

/// Selects the events that a picture marks from `done`, which has the latest first. These are the last actions of one
/// seat in a row, and the chance events before, between and after these actions. The result has the earliest first.
pub(super) fn last_of(done: impl Iterator<Item = (Actor, Word)>) -> Vec<(Actor, Word)> {
    let mut last = Vec::new();
    let mut acted = None;
    for (actor, action) in done {
        if let Actor::Seat(seat) = actor
            && *acted.get_or_insert(seat) != seat
        {
            break;
        }
        last.push((actor, action));
    }
    last.reverse();
    last
}

/// An event of the game. The history has its word.
#[derive(Debug, Clone)]
struct PastEvent {
    deed: EventKind,
    /// The number of plies up to this event, including its own.
    ply: u32,
}

#[derive(Debug, Clone, Copy)]
enum EventKind {
    Chance,
    Action(Seat, DecisionSource),
    Vacated(Seat),
}

/// The origin of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DecisionSource {
    /// Decided by the seat.
    Decided,
    /// A pass, played because the seat must act and cannot.
    Forced,
    /// Drawn by the arbiter after a fault.
    Random,
}

/// The state to which a takeback returns.
#[derive(Debug, Clone, Copy)]
struct Takeback {
    /// The number of the first ply that is taken back.
    first: u32,
    /// The number of events in `done` that stand.
    kept: usize,
}

/// A game from its start to now.
#[derive(Debug, Clone)]
pub struct GameCourse {
    start: Box<dyn Table>,
    table: Box<dyn Table>,
    luck: Luck,
    on_fault: OnFault,
    /// The number of tries that each seat has left in this game.
    tries: BySeat<u32>,
    done: Vec<PastEvent>,
    /// A word for each event of `done`, for bots that want the history.
    history: Words,
    /// The number of plies. Simultaneous decisions are one ply.
    plies: u32,
    /// The records of what has happened, without bot output, times, seed and lots, which the referee knows.
    records: Vec<Record>,
    /// The table after each record; `None` unless the game is watched (see `watched`).
    tables: Option<Vec<Box<dyn Table>>>,
    n: u32,
    decisions: u32,
    chances: u32,
    /// The record of the end, without seed and lots.
    ending: Option<ResultRecord>,
    adjudicator: Option<Adjudicator>,
    /// The scores that seats have given themselves in the current decision.
    said: BySeat<Option<f64>>,
}

impl GameCourse {
    /// Creates a game that has not begun.
    pub fn new(start: Box<dyn Table>, luck: Luck, on_fault: OnFault) -> Self {
        let table = start.clone();
        let said = BySeat::new(table.seats(), |_| None);
        let tries = BySeat::new(table.seats(), |_| 0);
        Self {
            start,
            table,
            luck,
            on_fault,
            tries,
            done: Vec::new(),
            history: Words::default(),
            plies: 0,
            records: Vec::new(),
            tables: None,
            n: 0,
            decisions: 0,
            chances: 0,
            ending: None,
            adjudicator: None,
            said,
        }
    }

    /// Sets the adjudication rules, and the tables of endgames if there are any, before the game begins.
    #[must_use]
    pub fn adjudicated(mut self, rules: Option<Adjudication>, probe: Option<Probe>) -> Self {
        self.adjudicator = rules.map(|rules| Adjudicator::new(rules, probe, self.table.seats()));
        self
    }

    /// Sets the number of tries that each seat has in the whole game, before the game begins. `None` allows no tries.
    #[must_use]
    pub fn retried(mut self, tries: Option<u32>) -> Self {
        self.tries = BySeat::new(self.table.seats(), |_| tries.unwrap_or_default());
        self
    }

    /// The table at the current position.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The table at the start position.
    pub fn start(&self) -> &dyn Table {
        &*self.start
    }

    /// The current position as `seat` may see it; with `None`, the full position.
    pub fn position(&self, seat: Option<Seat>) -> Words {
        seat.map_or_else(|| self.table.position(), |seat| self.table.view(seat))
    }

    /// The picture of the current position as `seat` may see it; with `None`, of the full position.
    pub fn picture(&self, seat: Option<Seat>) -> Picture {
        let last = self.last();
        seat.map_or_else(|| self.table.picture(&last), |seat| self.table.picture_for(seat, &last))
    }

    /// The start position as `seat` may see it (with `None`, the full position), and the events since.
    pub fn history(&self, seat: Option<Seat>) -> (Words, Words) {
        (seat.map_or_else(|| self.start.position(), |seat| self.start.view(seat)), self.moves())
    }

    /// The events since the start, in the words of `history`: actions, chance, forced passes, vacated seats.
    pub fn moves(&self) -> Words {
        self.history.clone()
    }

    /// The last events, which a picture marks.
    pub fn last(&self) -> Vec<(Actor, Word)> {
        last_of(self.done.iter().rev().zip(self.history.iter().rev()).filter_map(|(done, word)| {
            let actor = match done.deed {
                EventKind::Chance => Actor::Chance,
                EventKind::Action(seat, _) => Actor::Seat(seat),
                EventKind::Vacated(_) => return None,
            };
            Some((actor, Word::new(word)?))
        }))
    }

    /// The number of decisions, including drawn actions. Forced passes do not count.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The number of chance events.
    pub fn chances(&self) -> u32 {
        self.chances
    }

    /// The record of the end, without seed and lots; `None` while the game is under way.
    pub fn ending(&self) -> Option<&ResultRecord> {
        self.ending.as_ref()
    }

    /// The seats that must decide now. Empty after the end, and if a chance event is due that the replayed log lacks.
    pub fn to_decide(&self) -> SeatSet {
        match (&self.ending, self.table.turn()) {
            (None, Turn::Seats(seats)) => seats,
            (None, Turn::Chance | Turn::Over(_)) | (Some(_), _) => SeatSet::EMPTY,
        }
    }

    /// The seats that have not been vacated.
    pub fn in_play(&self) -> SeatSet {
        SeatSet::all(self.table.seats()) - self.table.vacant()
    }

    pub(crate) fn has_records(&self) -> bool {
        !self.records.is_empty()
    }

    /// Makes the game keep the table after each record, for [`GameCourse::take_watched`].
    #[must_use]
    pub(crate) fn watched(mut self) -> Self {
        self.tables = Some(Vec::new());
        self
    }

    /// Takes the records since the last call, each with the table after it. Empty unless the game is watched.
    pub(crate) fn take_watched(&mut self) -> impl Iterator<Item = (Record, Box<dyn Table>)> + use<> {
        let tables = self.tables.as_mut().map(std::mem::take).unwrap_or_default();
        self.take_records().into_iter().zip(tables)
    }

    /// Takes the records since the last call.
    pub fn take_records(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records)
    }

    /// Puts back records from [`GameCourse::take_watched`], before any newer record. Stops watching.
    pub(crate) fn put_back(&mut self, records: impl IntoIterator<Item = (Record, Box<dyn Table>)>) {
        self.tables = None;
        self.records.splice(0..0, records.into_iter().map(|(record, _)| record));
    }

    fn tell(&mut self, record: Record) {
        self.records.push(record);
        if let Some(tables) = &mut self.tables {
            tables.push(self.table.clone());
        }
    }

    /// Checks if a seat can play an action now.
    ///
    /// # Errors
    /// If the text is not an action of the variant, or the action is not legal.
    pub fn check(&self, seat: Seat, action: &str) -> Result<(), RefusalError> {
        self.table.check(Actor::Seat(seat), action)
    }

    /// Notes the score that a seat gives itself in its open decision. Adjudication uses the score.
    pub fn said(&mut self, seat: Seat, score: f64) {
        self.said[seat] = Some(score);
    }

    /// The number of tries that a seat has left.
    pub fn tries_left(&self, seat: Seat) -> u32 {
        self.tries[seat]
    }

    /// Records a refused answer, and takes one of the seat's tries. A takeback does not give the try back.
    pub(crate) fn try_again(&mut self, seat: Seat, again: TryRecord) {
        self.tries[seat] = self.tries[seat].saturating_sub(1);
        self.said[seat] = None;
        self.tell(Record::Try(TryRecord { left: self.tries[seat], ..again }));
    }

    /// Applies the rulings on the seats that had to decide. If several seats decide, their first actions must have
    /// passed [`GameCourse::check`]. A seat may be missing only if another seat forfeits.
    pub fn decide(&mut self, verdicts: Vec<(Seat, Ruling)>) -> DecisionResult {
        let mut decided = DecisionResult::default();
        let mut forfeits = Vec::new();
        let mut answers = Vec::with_capacity(verdicts.len());
        let alone = verdicts.len() == 1;
        for (seat, verdict) in verdicts {
            match verdict {
                Ruling::Actions(actions) => answers.push((seat, Some(actions))),
                Ruling::Absent => answers.push((seat, None)),
                Ruling::Fault(fault, complaint) => {
                    let fault = FaultRecord::of(seat, fault, *complaint);
                    match self.on_fault {
                        OnFault::Forfeit => forfeits.push((seat, Some(fault))),
                        OnFault::Random => {
                            self.tell(Record::Fault(fault));
                            answers.push((seat, None));
                        }
                    }
                }
                Ruling::Resign => forfeits.push((seat, None)),
            }
        }
        let whole = forfeits.is_empty();
        self.plies += 1;
        if !whole {
            self.forfeit(forfeits);
        }
        for (seat, actions) in answers {
            if self.ending.is_some() {
                break;
            }
            match actions {
                Some(actions) => self.answer(seat, actions, alone, whole, &mut decided),
                None => self.random(seat),
            }
        }
        if decided.refused.is_none() {
            self.said = BySeat::new(self.table.seats(), |_| None);
            self.settle();
        }
        decided
    }

    /// Plays the actions of an answer while the same seat is to decide and no chance event intervenes.
    fn answer(&mut self, seat: Seat, actions: Vec<Word>, alone: bool, whole: bool, decided: &mut DecisionResult) {
        let mut actions = actions.into_iter();
        for (place, action) in actions.by_ref().enumerate() {
            if place > 0 {
                self.force();
                // In a simultaneous decision each seat makes one action.
                if !alone || self.to_decide() != SeatSet::only(seat) || self.adjudicate().is_some() {
                    decided.unused.push(action);
                    break;
                }
                self.plies += 1;
            }
            match self.table.play(Actor::Seat(seat), action.as_str()) {
                Ok(played) => {
                    self.acted(seat, played, DecisionSource::Decided);
                    self.hear(seat);
                }
                // The forfeit of another seat has voided the decision, so the answer is dropped.
                Err(_) if !whole => decided.unused.push(action),
                Err(refusal) => {
                    decided.refused = Some(RejectedAction { seat, action, refusal, place });
                    return;
                }
            }
        }
        decided.unused.extend(actions);
    }

    /// Plays a listed action for a seat, drawn with the seed or told by the log. Plays nothing if there is none.
    fn random(&mut self, seat: Seat) {
        let legal = self.table.legal(seat);
        let action = match &mut self.luck {
            Luck::Seed(_) if legal.is_empty() => return,
            Luck::Seed(seed) => {
                Word::new(stand_in(self.n + 1, seat, &legal).outcome(seed)).expect("one of the listed actions is drawn")
            }
            Luck::Recorded(told) => match told.pop_front() {
                Some(action) if legal.contains(&action) => action,
                Some(_) | None => return,
            },
        };
        let played = self.table.play(Actor::Seat(seat), action.as_str()).expect("a listed action is legal");
        self.acted(seat, played, DecisionSource::Random);
        self.said[seat] = None;
        self.hear(seat);
    }

    /// Tells the adjudication of a decision, with the score that the seat has given itself in it.
    fn hear(&mut self, seat: Seat) {
        let score = self.said[seat].take();
        if let Some(adjudicator) = &mut self.adjudicator {
            adjudicator.hear(seat, score, &*self.table);
        }
    }

    fn acted(&mut self, seat: Seat, played: ActionEffect, how: DecisionSource) {
        let ActionEffect { action, text, scored } = played;
        self.n += 1;
        let (forced, random) = (how == DecisionSource::Forced, how == DecisionSource::Random);
        self.decisions += u32::from(!forced);
        self.done(EventKind::Action(seat, how), &action);
        let (n, seat, action) = (self.n, seat.number(), action.into_string());
        self.tell(Record::Action(ActionRecord { n, seat, action, text, forced, random, ..ActionRecord::default() }));
        if let Some(scored) = scored {
            self.tell(Record::Score(scored.into()));
        }
    }

    fn force(&mut self) {
        while let Some((seat, pass)) = self.table.forced() {
            let played = self.table.play(Actor::Seat(seat), pass.as_str()).expect("a forced pass is legal");
            self.acted(seat, played, DecisionSource::Forced);
        }
    }

    /// Plays forced passes and chance events up to the next decision or the end. This also begins the game.
    pub fn settle(&mut self) {
        while self.ending.is_none() {
            self.force();
            match self.table.turn() {
                Turn::Seats(_) => {
                    let Some(ending) = self.adjudicate() else { return };
                    self.over(ending);
                }
                Turn::Over(outcome) => self.over(ResultRecord::new(outcome.reason, Some(outcome.score))),
                Turn::Chance => {
                    let action = match &mut self.luck {
                        Luck::Seed(seed) => self.table.chance(seed),
                        Luck::Recorded(told) => told.pop_front(),
                    };
                    let Some(action) = action else { return };
                    let Ok(played) = self.table.play(Actor::Chance, action.as_str()) else { return };
                    self.chances += 1;
                    self.n += 1;
                    self.done(EventKind::Chance, &played.action);
                    let action = played.action.into_string();
                    self.tell(Record::Chance(ChanceRecord { n: self.n, action, printed: None }));
                    if let Some(scored) = played.scored {
                        self.tell(Record::Score(scored.into()));
                    }
                }
            }
        }
    }

    /// Returns the ending if the adjudication rules end the game at the current decision.
    fn adjudicate(&self) -> Option<ResultRecord> {
        self.adjudicator.as_ref()?.ending(&*self.table, self.decisions)
    }

    /// Ends the game as tables of endgames said, which the game does not have: by a loss of this seat, or by a draw.
    /// Returns false if they could not end it here.
    pub(crate) fn end_by_tables(&mut self, loser: Option<Seat>) -> bool {
        let ending = self.adjudicator.as_ref().and_then(|judge| judge.ending_on_trust(&*self.table, loser));
        ending.map(|ending| self.over(ending)).is_some()
    }

    /// Lets seats forfeit, each because of this fault, or else because it resigned.
    fn forfeit(&mut self, reasons: Vec<(Seat, Option<FaultRecord>)>) {
        let outcome = forfeit(&*self.table, reasons.iter().map(|(seat, _)| *seat).collect());
        let vacate = match &outcome {
            Forfeits::Vacate(seats) => *seats,
            Forfeits::Over { vacate, .. } => *vacate,
        };
        let word = |fault: &Option<FaultRecord>| fault.as_ref().map_or(RESIGN, |fault| fault.fault.word());
        let mut ending = None;
        if let Forfeits::Over { reason, alone, score, .. } = outcome {
            // A resignation that ends the game alone is in `seat`; one after which the game continues is vacated.
            let resigned = reasons.iter().filter(|(_, fault)| !alone && fault.is_none()).map(|(seat, _)| *seat);
            let resigned = resigned.filter(|seat| !vacate.contains(*seat));
            let resigned = resigned.map(|seat| JointForfeit { seat: seat.number(), info: None }).collect();
            let (_, fault) =
                reasons.iter().find(|(seat, _)| *seat == reason).expect("a seat that forfeits is the reason");
            let seat = alone.then_some(reason.number());
            ending = Some(ResultRecord { seat, resigned, ..ResultRecord::new(word(fault), Some(score)) });
        }
        for (seat, fault) in reasons {
            let reason = word(&fault).to_owned();
            if let Some(fault) = fault {
                self.tell(Record::Fault(fault));
            }
            if vacate.contains(seat) {
                self.table.vacate(seat);
                self.done(EventKind::Vacated(seat), &Word::new(format!("!{seat}")).expect("a number makes a word"));
                self.tell(Record::Vacated(VacatedRecord { seat: seat.number(), reason, info: None }));
            }
        }
        if let Some(ending) = ending {
            self.over(ending);
        }
    }

    fn done(&mut self, deed: EventKind, word: &Word) {
        self.history.push(word);
        self.done.push(PastEvent { deed, ply: self.plies });
    }

    /// Takes back the last `plies` plies with a decision, and all that followed from them. A simultaneous decision is
    /// one ply. Chance events before the first of these plies stand. Later chance events are drawn again with the same
    /// keys.
    ///
    /// # Errors
    /// If fewer decisions were made, a seat has left since, or the game has adjudication rules.
    pub fn undo(&mut self, plies: u32) -> Result<(), UndoError> {
        let Takeback { first, kept } = self.undone(plies)?;
        self.done.truncate(kept);
        self.history.truncate(kept);
        self.plies = first - 1;
        self.table = self.start.clone();
        (self.n, self.decisions, self.chances) = (0, 0, 0);
        for (PastEvent { deed, .. }, word) in self.done.iter().zip(self.history.iter()) {
            let actor = match *deed {
                EventKind::Vacated(seat) => {
                    self.table.vacate(seat);
                    continue;
                }
                EventKind::Chance => {
                    self.chances += 1;
                    Actor::Chance
                }
                EventKind::Action(seat, how) => {
                    self.decisions += u32::from(how != DecisionSource::Forced);
                    Actor::Seat(seat)
                }
            };
            self.n += 1;
            self.table.play(actor, word).expect("it was played from here before");
        }
        self.said = BySeat::new(self.table.seats(), |_| None);
        self.tell(Record::Undo(UndoRecord { plies, to: self.n }));
        Ok(())
    }

    /// Checks if [`GameCourse::undo`] would succeed.
    pub fn may_undo(&self, plies: u32) -> Result<(), UndoError> {
        self.undone(plies).map(|_| ())
    }

    fn undone(&self, plies: u32) -> Result<Takeback, UndoError> {
        if self.adjudicator.is_some() {
            return Err(UndoError::Adjudicated);
        }
        let made = self.decided_plies();
        let Some(&first) = made.len().checked_sub(plies as usize).and_then(|place| made.get(place)) else {
            return Err(UndoError::TooMany { plies: made.len() as u32 });
        };
        let kept = self.done.iter().position(|done| done.ply >= first).unwrap_or(self.done.len());
        let left = self.done[kept..].iter().find_map(|done| match done.deed {
            EventKind::Vacated(seat) => Some(seat),
            EventKind::Chance | EventKind::Action(..) => None,
        });
        left.map_or(Ok(Takeback { first, kept }), |seat| Err(UndoError::Left(seat)))
    }

    /// Returns the number of plies to take back until at most `to` actions and chance events stand.
    ///
    /// # Errors
    /// If at most `to` actions and chance events have happened, or more than `to` of them come before the first
    /// decision.
    pub fn plies_back(&self, to: u32) -> Result<u32, UndoError> {
        if self.n <= to {
            return Err(if self.n == 0 { UndoError::NoneStands } else { UndoError::TooFew { n: self.n } });
        }
        let made = self.decided_plies();
        let counts = |done: &&PastEvent| !matches!(done.deed, EventKind::Vacated(_));
        let before = |ply: u32| self.done.iter().take_while(|done| done.ply < ply).filter(counts).count() as u32;
        let kept = made.iter().rposition(|ply| before(*ply) <= to);
        let kept = kept.ok_or(UndoError::TooMany { plies: made.len() as u32 })?;
        Ok((made.len() - kept) as u32)
    }

    /// The numbers of the plies in which a seat decided, ascending.
    fn decided_plies(&self) -> Vec<u32> {
        let decided = |done: &&PastEvent| {
            matches!(done.deed, EventKind::Action(_, DecisionSource::Decided | DecisionSource::Random))
        };
        let mut plies: Vec<u32> = self.done.iter().filter(decided).map(|done| done.ply).collect();
        plies.dedup();
        plies
    }

    /// Resigns a seat outside a decision, and plays on to the next decision or the end.
    pub fn resign(&mut self, seat: Seat) {
        self.forfeit(vec![(seat, None)]);
        self.settle();
    }

    /// Records faults of seats before the first decision. Unless `onfault` is `random`, the seats forfeit.
    pub(crate) fn fail(&mut self, faults: Vec<(Seat, FaultRecord)>) {
        match self.on_fault {
            OnFault::Random => faults.into_iter().for_each(|(_, fault)| self.tell(Record::Fault(fault))),
            OnFault::Forfeit => self.forfeit(faults.into_iter().map(|(seat, fault)| (seat, Some(fault))).collect()),
        }
    }

    /// Aborts the game, unless it is over.
    pub fn abort(&mut self) {
        self.over(ResultRecord::new("abort", None));
    }

    /// Aborts the game even if it is over, because the records of its end are lost.
    pub fn revoke(&mut self) {
        self.ending = None;
        self.abort();
    }

    fn over(&mut self, ending: ResultRecord) {
        if self.ending.is_none() {
            let position = self.table.position().into_string();
            let ending = ResultRecord { position, decisions: self.decisions, ..ending };
            self.tell(Record::Result(ending.clone()));
            self.ending = Some(ending);
        }
    }
}
