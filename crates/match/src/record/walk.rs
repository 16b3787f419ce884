//! A walk through a log: replays the log once on a [`GameCourse`], and gives each record with the table before and
//! after it. It starts no bot.

use std::collections::VecDeque;

use uvi::{OnFault, Seed, Word};
use uvi_games::game::{Seat, SeatSet, Table};

use super::{
    ActionRecord, FaultRecord, GameCourse, Head, Lapse, Log, LogError, Luck, PlayerKind, Record, RecordError,
    ResultRecord, Ruling, TryRecord, UndoError,
    line::seat_of,
    log::{LogLines, told},
    standing::BotStandings,
    timekeeper::Timekeeper,
    verdict::{RESIGN, TABLEBASE},
};

/// A walk through a log, from record to record.
#[derive(Debug)]
pub struct Walk<'a> {
    log: &'a Log,
    records: &'a LogLines,
    course: GameCourse,
    cursor: usize,
    /// The records of the replayed game that are not yet compared with the log, each with the table after the record.
    ahead: VecDeque<(Record, Box<dyn Table>)>,
    /// The table before the current record. `after` is the table after the same record.
    before: Box<dyn Table>,
    after: Box<dyn Table>,
    /// The table at which the seats of the current decision were asked.
    asked: Box<dyn Table>,
    /// The number of records at the beginning that are about bots which failed before the game.
    failed: usize,
    standings: BotStandings,
    timekeeper: Timekeeper,
    /// The first line of a simultaneous decision whose other seats are missing at the end of the log.
    torn: Option<usize>,
    /// The error that will end the walk, if already known.
    stop: Option<LogError>,
}

/// A record of a log, with the tables before and after it.
#[derive(Debug, Clone, Copy)]
pub struct RecordStep<'w, 'a> {
    /// The line number, from 1.
    pub line: usize,
    /// The record.
    pub record: &'a Record,
    /// The table before the record.
    pub before: &'w dyn Table,
    /// The table after the record.
    pub after: &'w dyn Table,
}

impl<'a> Walk<'a> {
    /// Starts a walk through the whole log. Each chance event must follow from the seed, or without a seed be possible.
    ///
    /// # Errors
    /// If the head of the log cannot be used, or its commitment or start does not fit the seed.
    pub fn new(log: &'a Log, seed: Option<&Seed>) -> Result<Self, LogError> {
        Self::through(log, &log.records, seed)
    }

    /// Starts a walk through `records`, the first records of the log.
    pub(super) fn through(log: &'a Log, records: &'a LogLines, seed: Option<&Seed>) -> Result<Self, LogError> {
        let head = |wrong| LogError { line: 1, wrong };
        if let Some(seed) = seed {
            log.head.check_commitment(seed).map_err(head)?;
        }
        let table = log.table(seed).map_err(head)?;
        let luck = seed.map_or_else(|| Luck::Recorded(told(records)), |seed| Luck::Seed(*seed));
        let terms = &log.head.terms;
        let (before, after, asked) = (table.clone(), table.clone(), table.clone());
        let standings = BotStandings::new(&log.head, table.seats());
        let timekeeper = Timekeeper::new(&log.head, table.seats());
        let course = GameCourse::new(table, luck, terms.on_fault)
            .retried(terms.retry)
            .adjudicated(terms.adjudication, log.probe)
            .watched();
        let mut walk = Self {
            log,
            records,
            course,
            cursor: 0,
            ahead: VecDeque::new(),
            before,
            after,
            asked,
            failed: 0,
            standings,
            timekeeper,
            torn: None,
            stop: None,
        };
        let begun = walk.begin();
        walk.happened(begun);
        Ok(walk)
    }

    /// Steps to the next record; returns `None` at the end of the log.
    ///
    /// # Errors
    /// Returns the first line that does not follow from the lines before it. The walk ends there.
    pub fn step(&mut self) -> Result<Option<RecordStep<'_, 'a>>, LogError> {
        let Some((line, record)) = self.records.get(self.cursor) else { return Ok(None) };
        if self.ahead.is_empty() && self.stop.is_none() {
            self.asked = self.after.clone();
            let happened = self.make_happen(*line, record);
            self.happened(happened);
        }
        let after = match (self.ahead.pop_front(), &self.stop) {
            (Some((expected, after)), _) => {
                let same = expected.compare(record, after.seats(), &self.log.head);
                match same.and_then(|()| self.can_be(record)) {
                    Ok(()) => Some(after),
                    Err(wrong) => {
                        self.ahead.clear();
                        self.stop = Some(LogError { line: *line, wrong });
                        None
                    }
                }
            }
            // An error stops a simultaneous decision as a whole, so records before the error are replayed alone.
            (None, Some(stop)) if *line < stop.line => done_alone(&*self.after, record),
            (None, _) => None,
        };
        let Some(after) = after else {
            return Err(self.stop.clone().unwrap_or_else(|| LogError { line: *line, wrong: self.unexpected(record) }));
        };
        self.before = std::mem::replace(&mut self.after, after);
        self.cursor += 1;
        Ok(Some(RecordStep { line: *line, record, before: &*self.before, after: &*self.after }))
    }

    /// Walks to the end and returns the game. The records of the returned game are those that follow from the last
    /// record but are missing in the log.
    pub fn to_end(self) -> Result<GameCourse, LogError> {
        self.to_resume().map(|(course, _)| course)
    }

    /// As [`Walk::to_end`], with the seats whose bots are gone after a fault, so that the arbiter plays for them. A bot
    /// is gone after `crash`, `no-start` or `no-greeting`, or if an action was drawn for the seat without a new fault.
    pub fn to_resume(mut self) -> Result<(GameCourse, SeatSet), LogError> {
        while self.step()?.is_some() {}
        if let Some(stop) = self.stop {
            return Err(stop);
        }
        self.course.put_back(self.ahead);
        Ok((self.course, self.standings.gone()))
    }

    /// Checks if a record that follows from the game can be true of its bot and its clock, as far as the log shows.
    fn can_be(&mut self, record: &Record) -> Result<(), RecordError> {
        match record {
            Record::Action(action) => self.timekeeper.action(seat_of(action.seat), action)?,
            record => self.timekeeper.passed(record)?,
        }
        match record {
            Record::Fault(fault) if self.cursor < self.failed => self.standings.failed(seat_of(fault.seat), fault),
            Record::Fault(fault) => {
                let seat = seat_of(fault.seat);
                self.standings.fault(seat, fault, &*self.asked, self.course.tries_left(seat))
            }
            Record::Try(again) => self.standings.again(seat_of(again.seat), again, &*self.asked),
            Record::Action(action) => self.standings.action(seat_of(action.seat), action),
            Record::Match(_) | Record::Chance(_) | Record::Score(_) => Ok(()),
            Record::Vacated(_) | Record::Undo(_) | Record::Result(_) => Ok(()),
        }
    }

    /// The table after the last step.
    pub fn table(&self) -> &dyn Table {
        &*self.after
    }

    /// The game, if it waits for the next record. `None` between the records of one decision, and after an error.
    pub(crate) fn settled(&self) -> Option<&GameCourse> {
        (self.ahead.is_empty() && self.stop.is_none()).then_some(&self.course)
    }

    /// The game, after all records of the decision that the last step belongs to.
    pub(crate) fn course(&self) -> &GameCourse {
        &self.course
    }

    fn happened(&mut self, happened: Result<(), LogError>) {
        match happened {
            Ok(()) => self.ahead.extend(self.course.take_watched()),
            Err(stop) => self.stop = Some(stop),
        }
    }

    /// Begins the game, after the faults of bots that failed before the first decision.
    fn begin(&mut self) -> Result<(), LogError> {
        let mut faults = Vec::new();
        for (line, record) in self.records {
            let follows = |seat: u32| faults.iter().any(|(faulty, _): &(Seat, _)| faulty.number() == seat);
            if let Record::Fault(fault) = record
                // A fault with a position is about an answer to the first question.
                && fault.position.is_none()
            {
                faults.push((self.seat(*line, fault.seat)?, fault.clone()));
            } else if !matches!(record, Record::Vacated(vacated) if follows(vacated.seat)) {
                break;
            }
            self.failed += 1;
        }
        faults.sort_by_key(|(seat, _)| *seat);
        if !faults.is_empty() {
            self.course.fail(faults);
        }
        // A match that was stopped while its bots greeted has thrown no dice.
        let next = self.records.get(self.failed);
        let is_stopped = matches!(next, Some((_, Record::Result(result))) if result.reason == "abort");
        if self.course.ending().is_none() && !is_stopped {
            self.course.settle();
        }
        Ok(())
    }

    /// Applies the next record to the game.
    fn make_happen(&mut self, line: usize, record: &Record) -> Result<(), LogError> {
        let error = |wrong| LogError { line, wrong };
        if self.course.ending().is_some() {
            return Err(error(RecordError::AfterEnd));
        }
        match record {
            Record::Result(result) if result.reason == "abort" => self.course.abort(),
            Record::Result(ResultRecord { reason, seat: Some(seat), .. }) if reason == RESIGN => {
                let seat = self.in_play(line, *seat)?;
                self.course.resign(seat);
            }
            Record::Result(result) if result.reason == TABLEBASE => {
                let loser = result.seat.map(|seat| self.in_play(line, seat)).transpose()?;
                if !self.course.end_by_tables(loser) {
                    return Err(error(RecordError::differs("reason", "an end that is possible here", TABLEBASE)));
                }
            }
            Record::Vacated(vacated) if vacated.reason == RESIGN && !self.is_beside_fault() => {
                let seat = self.in_play(line, vacated.seat)?;
                self.course.resign(seat);
            }
            Record::Vacated(vacated) if vacated.reason == RESIGN => self.decision(line, record)?,
            Record::Result(result) if !result.resigned.is_empty() => self.decision(line, record)?,
            Record::Action(_) | Record::Fault(_) => self.decision(line, record)?,
            Record::Try(again) => self.again(line, again).map_err(error)?,
            Record::Undo(undo) => {
                let undone = may_undo(&self.log.head).and_then(|()| self.course.undo(undo.plies));
                undone.map_err(|no| error(RecordError::NotUndone(no)))?;
            }
            Record::Chance(chance) => return Err(error(self.unexpected_chance(&chance.action))),
            Record::Match(_) | Record::Score(_) | Record::Vacated(_) | Record::Result(_) => {
                return Err(error(self.unexpected(record)));
            }
        }
        // A step without a record would never end the walk. It occurs only if a random action of the log is not listed.
        if self.course.has_records() { Ok(()) } else { Err(self.not_drawn(line)) }
    }

    /// Applies a refused answer, after which the seat is asked again.
    fn again(&mut self, line: usize, again: &TryRecord) -> Result<(), RecordError> {
        let seat = self.seat(line, again.seat).map_err(|error| error.wrong)?;
        let asked = self.course.to_decide();
        if !asked.contains(seat) {
            return Err(RecordError::Order { expected: "a try of a seat that is to decide", found: "a try record" });
        }
        if self.course.tries_left(seat) == 0 {
            let tries = self.log.head.terms.retry.unwrap_or_default();
            return Err(RecordError::NotAgain { seat: again.seat, tries });
        }
        if let Some((_, Record::Try(before))) = self.cursor.checked_sub(1).map(|before| &self.records[before])
            && before.seat > again.seat
        {
            return Err(RecordError::differs("seat", format_args!("{} or a later one", before.seat), again.seat));
        }
        self.course.try_again(seat, again.clone());
        if asked.len() > 1 && self.cursor + 1 == self.records.len() {
            self.torn = Some(self.first_try().unwrap_or(line));
        }
        Ok(())
    }

    /// The line of the first of the consecutive tries just before the current record.
    fn first_try(&self) -> Option<usize> {
        let before = self.records[..self.cursor].iter().rev();
        before.take_while(|(_, record)| matches!(record, Record::Try(_))).last().map(|(line, _)| *line)
    }

    /// Applies the decision of the seats that are to decide, one or several at once.
    fn decision(&mut self, line: usize, record: &Record) -> Result<(), LogError> {
        let asked = self.course.to_decide();
        let forfeit = self.log.head.terms.on_fault == OnFault::Forfeit;
        let (mut verdicts, seen) = self.gather(asked, forfeit)?;
        let at_end = self.cursor + seen == self.records.len();
        let voided = forfeit && verdicts.iter().any(|(_, verdict)| matches!(verdict, Ruling::Fault(..)));
        if at_end && !voided && verdicts.len() < asked.len() {
            self.torn = Some(self.first_try().unwrap_or(line));
        }
        if verdicts.is_empty() {
            return Err(LogError { line, wrong: self.unexpected(record) });
        }
        verdicts.sort_by_key(|(seat, _)| *seat);
        let decided = self.course.decide(verdicts);
        if let Some(refused) = decided.refused {
            return Err(LogError {
                line,
                wrong: RecordError::Refused {
                    seat: refused.seat.number(),
                    action: refused.action.to_string(),
                    reason: refused.refusal.to_string(),
                },
            });
        }
        Ok(())
    }

    /// True if the current record, by which a seat resigns, is of the same decision as a fault behind it.
    fn is_beside_fault(&self) -> bool {
        let asked = |number: u32| self.course.to_decide().iter().find(|seat| seat.number() == number);
        let resigns = |record: &Record| {
            let Record::Vacated(vacated) = record else { return false };
            vacated.reason == RESIGN && asked(vacated.seat).is_some()
        };
        let next = self.records[self.cursor..].iter().map(|(_, record)| record).find(|record| !resigns(record));
        let Some(Record::Fault(fault)) = next else { return false };
        fault.position.is_some() && asked(fault.seat).is_some_and(|seat| self.is_now(seat, fault))
    }

    /// True if the fault is about the current decision, as far as its record tells. Whoever leaves changes the
    /// position.
    fn is_now(&self, seat: Seat, fault: &FaultRecord) -> bool {
        let asked = self.course.position(Some(seat));
        fault.position.as_ref().is_none_or(|position| position == asked.as_str())
    }

    /// Collects the verdicts of the `open` seats from the log, and counts the records that they take.
    fn gather(&mut self, mut open: SeatSet, forfeit: bool) -> Result<(Vec<(Seat, Ruling)>, usize), LogError> {
        let mut verdicts: Vec<(Seat, Ruling)> = Vec::new();
        let mut seen = 0;
        // Seats that leave at the same time have their records in seat order. Another one leaves later.
        let leaves_later = |seat: Seat, verdicts: &[(Seat, Ruling)]| {
            verdicts.iter().any(|(other, ruling)| *other > seat && (forfeit || matches!(ruling, Ruling::Resign)))
        };
        for (line, record) in &self.records[self.cursor..] {
            if open.is_empty() {
                break;
            }
            match record {
                Record::Fault(fault) => {
                    let seat = self.seat(*line, fault.seat)?;
                    let is_later = !verdicts.is_empty() && !self.is_now(seat, fault);
                    if is_later || !open.contains(seat) || verdicts.iter().any(|(other, _)| *other == seat) {
                        break;
                    }
                    verdicts.push((seat, Ruling::Fault(fault.fault, Box::new(Lapse::Told(fault.text.clone()).into()))));
                    if forfeit {
                        open.remove(seat);
                    }
                }
                Record::Vacated(vacated) if verdicts.iter().any(|(seat, _)| seat.number() == vacated.seat) => {}
                // A seat that resigned while others were at fault leaves before any action is drawn for the others.
                Record::Vacated(vacated) if vacated.reason == RESIGN && are_forfeits(&verdicts) => {
                    let seat = self.seat(*line, vacated.seat)?;
                    if !open.contains(seat) || leaves_later(seat, &verdicts) {
                        break;
                    }
                    open.remove(seat);
                    verdicts.push((seat, Ruling::Resign));
                }
                Record::Action(action) => {
                    let seat = self.seat(*line, action.seat)?;
                    if !open.contains(seat) {
                        break;
                    }
                    let has_verdict = verdicts.iter().any(|(other, _)| *other == seat);
                    // A seat that left may have voided the decision. Then the answer of this seat has no record, and
                    // the action is of the next decision.
                    let has_left = |ruling: &Ruling| match ruling {
                        Ruling::Fault(..) => forfeit,
                        Ruling::Resign => true,
                        Ruling::Actions(_) | Ruling::Absent => false,
                    };
                    if !has_verdict
                        && verdicts.iter().any(|(_, ruling)| has_left(ruling))
                        && self.course.check(seat, &action.action).is_err()
                    {
                        break;
                    }
                    open.remove(seat);
                    if !has_verdict {
                        verdicts.push((seat, self.verdict(*line, seat, action)?));
                        if let Some(score) = action.said() {
                            self.course.said(seat, score);
                        }
                    }
                }
                // The tries of a decision stand before all its answers.
                Record::Try(_) => {
                    let expected = "the decisions of all seats that decide at the same time";
                    return Err(LogError { line: *line, wrong: RecordError::Order { expected, found: record.kind() } });
                }
                // Resignations beside faults that ended the game stand only in the result.
                Record::Result(result) => {
                    let alone = result.seat.filter(|_| result.reason == RESIGN && are_forfeits(&verdicts));
                    for number in result.resigned.iter().map(|resigned| resigned.seat).chain(alone) {
                        let seat = self.seat(*line, number)?;
                        let is_later = alone.is_some() && leaves_later(seat, &verdicts);
                        if !is_later && open.contains(seat) && verdicts.iter().all(|(other, _)| *other != seat) {
                            verdicts.push((seat, Ruling::Resign));
                        }
                    }
                    break;
                }
                Record::Vacated(_) | Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Undo(_) => break,
            }
            seen += 1;
        }
        Ok((verdicts, seen))
    }

    /// Returns the error of a random action in the log that is not among the listed actions.
    fn not_drawn(&self, line: usize) -> LogError {
        let drawn = self.records[self.cursor..]
            .iter()
            .find_map(|(line, record)| record.action().map(|action| (*line, action.seat, action.action.clone())));
        let (line, seat, action) = drawn.unwrap_or_else(|| (line, 0, "none".to_owned()));
        let reason = "it is not among the listed actions, of which one was drawn".to_owned();
        LogError { line, wrong: RecordError::Refused { seat, action, reason } }
    }

    fn verdict(&self, line: usize, seat: Seat, action: &ActionRecord) -> Result<Ruling, LogError> {
        if action.random {
            // The arbiter draws for a seat only after a fault of that seat.
            let faulty = self.records[..self.cursor]
                .iter()
                .any(|(_, record)| matches!(record, Record::Fault(fault) if fault.seat == action.seat));
            return if faulty {
                Ok(Ruling::Absent)
            } else {
                Err(LogError { line, wrong: RecordError::differs("random", false, true) })
            };
        }
        let refused = |reason: String| LogError {
            line,
            wrong: RecordError::Refused { seat: seat.number(), action: action.action.clone(), reason },
        };
        self.course.check(seat, &action.action).map_err(|refusal| refused(refusal.to_string()))?;
        let word = Word::new(action.action.clone()).ok_or_else(|| refused("not a word".to_owned()))?;
        Ok(Ruling::Actions(vec![word]))
    }

    fn seat(&self, line: usize, number: u32) -> Result<Seat, LogError> {
        let seats = self.course.table().seats();
        Seat::new(number)
            .filter(|seat| SeatSet::all(seats).contains(*seat))
            .ok_or_else(|| LogError { line, wrong: RecordError::differs("seat", format_args!("1 to {seats}"), number) })
    }

    fn in_play(&self, line: usize, number: u32) -> Result<Seat, LogError> {
        let seat = self.seat(line, number)?;
        if self.course.in_play().contains(seat) {
            return Ok(seat);
        }
        Err(LogError { line, wrong: RecordError::differs("seat", "one that is in the game", number) })
    }

    fn unexpected(&self, record: &Record) -> RecordError {
        let expected = match self.course.to_decide() {
            seats if seats.is_empty() => "a chance event that is possible",
            _ => "a decision of a seat that is to act",
        };
        RecordError::Order { expected, found: record.kind() }
    }

    fn unexpected_chance(&self, action: &str) -> RecordError {
        if self.course.to_decide().is_empty() {
            return RecordError::Impossible(action.to_owned());
        }
        RecordError::Order { expected: "a decision of a seat that is to act", found: "a chance record" }
    }
}

impl Log {
    /// Removes a simultaneous decision that lacks choices of seats from the end of the log, whose text is `text`. Each
    /// chance event must follow from the seed, or without a seed be possible.
    pub fn without_torn_decision(mut self, text: &[u8], seed: Option<&Seed>) -> Result<Self, LogError> {
        let mut walk = Walk::new(&self, seed)?;
        while walk.step()?.is_some() {}
        if let Some(torn) = walk.torn {
            self.records.retain(|(line, _)| *line < torn);
            self.whole = text.split_inclusive(|&byte| byte == b'\n').take(torn - 1).map(<[u8]>::len).sum();
            self.torn = true;
        }
        Ok(self)
    }
}

/// Checks if the host may take decisions back: the host plays all seats or has allowed takebacks.
fn may_undo(head: &Head) -> Result<(), UndoError> {
    let own = head.seats.iter().all(|seat| seat.player == PlayerKind::Host);
    if own || head.terms.takebacks() { Ok(()) } else { Err(UndoError::NotAllowed) }
}

/// Replays a record of a simultaneous decision alone, because a later record of the decision has an error.
fn done_alone(table: &dyn Table, record: &Record) -> Option<Box<dyn Table>> {
    let mut after = table.boxed_clone();
    record.play_on(&mut *after)?;
    Some(after)
}

/// True if the verdicts of a simultaneous decision so far are only faults and resignations.
fn are_forfeits(verdicts: &[(Seat, Ruling)]) -> bool {
    verdicts.iter().all(|(_, verdict)| matches!(verdict, Ruling::Fault(..) | Ruling::Resign))
}
