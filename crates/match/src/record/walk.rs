//! One walk through a log, on the course that the referee plays on, without any bot: it is read once and played once, and
//! whoever wants to know what a log says goes along.

use std::collections::VecDeque;

use uvi::{OnFault, Seed, Word};
use uvi_games::game::{Actor, Seat, SeatSet, Table};

use super::{
    ActionRecord, Course, Entry, Head, Lapse, Log, LogError, Luck, NoUndo, PlayerKind, Record, ResultRecord, TryRecord,
    Verdict, Wrong,
    log::{Lines, told},
    standing::Standings,
    timekeeper::Timekeeper,
    verdict::RESIGN,
};

/// A walk through a log, from record to record.
#[derive(Debug)]
pub struct Walk<'a> {
    log: &'a Log,
    records: &'a Lines,
    course: Course,
    cursor: usize,
    /// What has happened, with the board after it, and has not been found in the log yet.
    ahead: VecDeque<(Entry, Box<dyn Table>)>,
    /// The board before the record where the walk stands, and after it.
    before: Box<dyn Table>,
    after: Box<dyn Table>,
    /// The board at which the seats were asked whose decision the walk has come to.
    asked: Box<dyn Table>,
    /// How many records at the beginning are about bots that failed before the game.
    failed: usize,
    /// How the bots stand.
    standings: Standings,
    /// What is left on their clocks.
    timekeeper: Timekeeper,
    /// The line where a decision begins of which the log has the part of some seats only.
    torn: Option<usize>,
    /// What stops the walk, where that is known before it comes there.
    stop: Option<LogError>,
}

/// A record of a log, and what it did.
#[derive(Debug, Clone, Copy)]
pub struct Step<'w, 'a> {
    /// The number of its line.
    pub line: usize,
    /// The record.
    pub record: &'a Record,
    /// The board before it.
    pub before: &'w dyn Table,
    /// The board after it.
    pub after: &'w dyn Table,
}

impl<'a> Walk<'a> {
    /// A walk through the whole log. Where the seed is given, each chance event must follow from it; else each is only
    /// checked to be possible.
    ///
    /// # Errors
    /// If the head of the log cannot be used.
    pub fn new(log: &'a Log, seed: Option<&Seed>) -> Result<Self, LogError> {
        Self::through(log, &log.records, seed)
    }

    /// A walk through the first records of a log.
    pub(super) fn through(log: &'a Log, records: &'a Lines, seed: Option<&Seed>) -> Result<Self, LogError> {
        let head = |wrong| LogError { line: 1, wrong };
        if let Some(seed) = seed {
            log.head.check_commitment(seed).map_err(head)?;
        }
        let table = log.table(seed).map_err(head)?;
        let luck = seed.map_or_else(|| Luck::Told(told(records)), |seed| Luck::Seed(*seed));
        let terms = &log.head.terms;
        let (before, after, asked) = (table.clone(), table.clone(), table.clone());
        let standings = Standings::new(&log.head, table.seats());
        let timekeeper = Timekeeper::new(&log.head, table.seats());
        let course =
            Course::new(table, luck, terms.on_fault).retried(terms.retry).adjudicated(terms.adjudication).watched();
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

    /// Goes on to the next record; `None` at the end of the log.
    ///
    /// # Errors
    /// Names the first line that does not follow from what was before. The walk ends there.
    pub fn step(&mut self) -> Result<Option<Step<'_, 'a>>, LogError> {
        let Some((line, record)) = self.records.get(self.cursor) else { return Ok(None) };
        if self.ahead.is_empty() && self.stop.is_none() {
            self.asked = self.after.clone();
            let happened = self.make_happen(*line, record);
            self.happened(happened);
        }
        let after = match (self.ahead.pop_front(), &self.stop) {
            (Some((entry, after)), _) => {
                let same = entry.compare(record, &self.course, &self.log.head);
                match same.and_then(|()| self.can_be(&entry, record)) {
                    Ok(()) => Some(after),
                    Err(wrong) => {
                        self.ahead.clear();
                        self.stop = Some(LogError { line: *line, wrong });
                        None
                    }
                }
            }
            // What is wrong is found before anything is decided, where several seats decide at the same time.
            (None, Some(stop)) if *line < stop.line => done_alone(&*self.after, record),
            (None, _) => None,
        };
        let Some(after) = after else {
            return Err(self.stop.clone().unwrap_or_else(|| LogError { line: *line, wrong: self.unexpected(record) }));
        };
        self.before = std::mem::replace(&mut self.after, after);
        self.cursor += 1;
        Ok(Some(Step { line: *line, record, before: &*self.before, after: &*self.after }))
    }

    /// The line where a decision of several seats begins of which the log, at its end, has the part of some of them.
    pub(super) fn torn(&self) -> Option<usize> {
        self.torn
    }

    /// Goes on to the end: the game where the log ends. What follows by itself from its last record, but is not in it
    /// any more, is what the course hands out next.
    ///
    /// # Errors
    /// Names the first line that does not follow from what was before.
    pub fn to_end(mut self) -> Result<Course, LogError> {
        while self.step()?.is_some() {}
        if let Some(stop) = self.stop {
            return Err(stop);
        }
        self.course.put_back(self.ahead);
        Ok(self.course)
    }

    /// Whether a record can be true of the bot that it is about, as far as the log can show it.
    fn can_be(&mut self, entry: &Entry, record: &Record) -> Result<(), Wrong> {
        match (entry, record) {
            (Entry::Action { seat, how, .. }, Record::Action(action)) => {
                self.timekeeper.action(*seat, *how, action)?;
            }
            (_, record) => self.timekeeper.passed(record)?,
        }
        match (entry, record) {
            (Entry::Fault { seat, .. }, Record::Fault(fault)) if self.cursor < self.failed => {
                self.standings.failed(*seat, fault)
            }
            (Entry::Fault { seat, .. }, Record::Fault(fault)) => self.standings.fault(*seat, fault, &*self.asked),
            (Entry::Try { seat, .. }, Record::Try(again)) => self.standings.again(*seat, again, &*self.asked),
            (Entry::Action { seat, .. }, Record::Action(action)) => self.standings.action(*seat, action),
            (_, _) => Ok(()),
        }
    }

    /// The board after the last step.
    pub fn table(&self) -> &dyn Table {
        &*self.after
    }

    fn happened(&mut self, happened: Result<(), LogError>) {
        match happened {
            Ok(()) => self.ahead.extend(self.course.take_watched()),
            Err(stop) => self.stop = Some(stop),
        }
    }

    /// Begins the game, after the faults that stand before anything else: bots that failed before the first decision.
    fn begin(&mut self) -> Result<(), LogError> {
        let mut faults = Vec::new();
        for (line, record) in self.records {
            let follows = |seat: u32| faults.iter().any(|(faulty, _, _): &(Seat, _, _)| faulty.number() == seat);
            if let Record::Fault(fault) = record
                // With a position it is about an answer to the first question.
                && fault.position.is_none()
            {
                faults.push((self.seat(*line, fault.seat)?, fault.fault, Lapse::Told(fault.text.clone()).into()));
            } else if !matches!(record, Record::Vacated(vacated) if follows(vacated.seat)) {
                break;
            }
            self.failed += 1;
        }
        faults.sort_by_key(|(seat, _, _)| *seat);
        if !faults.is_empty() {
            self.course.fail(faults);
        }
        if self.course.ending().is_none() {
            self.course.begin();
        }
        Ok(())
    }

    /// Makes the next thing of the log happen.
    fn make_happen(&mut self, line: usize, record: &Record) -> Result<(), LogError> {
        let error = |wrong| LogError { line, wrong };
        if self.course.ending().is_some() {
            return Err(error(Wrong::AfterEnd));
        }
        match record {
            Record::Result(result) if result.reason == "abort" => self.course.abort(),
            Record::Result(ResultRecord { reason, seat: Some(seat), .. }) if reason == RESIGN => {
                let seat = self.in_play(line, *seat)?;
                self.course.resign(seat);
            }
            Record::Vacated(vacated) if vacated.reason == RESIGN => {
                let seat = self.in_play(line, vacated.seat)?;
                self.course.resign(seat);
            }
            Record::Result(result) if !result.resigned.is_empty() => self.decision(line, record)?,
            Record::Action(_) | Record::Fault(_) => self.decision(line, record)?,
            Record::Try(again) => self.again(line, again).map_err(error)?,
            Record::Undo(undo) => {
                let undone = may_undo(&self.log.head).and_then(|()| self.course.undo(undo.plies));
                undone.map_err(|no| error(Wrong::NotUndone(no)))?;
            }
            Record::Chance(chance) => return Err(error(self.unexpected_chance(&chance.action))),
            Record::Match(_) | Record::Score(_) | Record::Vacated(_) | Record::Result(_) => {
                return Err(error(self.unexpected(record)));
            }
        }
        // Every step makes something happen, or the walk would never end: only what a log says was drawn, where the
        // seed is not known, may be impossible.
        if self.course.has_entries() { Ok(()) } else { Err(self.not_drawn(line)) }
    }

    /// An answer of a seat that is to decide was refused, and it was asked again.
    fn again(&mut self, line: usize, again: &TryRecord) -> Result<(), Wrong> {
        let seat = self.seat(line, again.seat).map_err(|error| error.wrong)?;
        let asked = self.course.to_decide();
        if !asked.contains(seat) {
            return Err(Wrong::Order { expected: "a try of a seat that is to decide", found: "try" });
        }
        if self.course.tries_left(seat) == 0 {
            let tries = self.log.head.terms.retry.unwrap_or_default();
            return Err(Wrong::NotAgain { seat: again.seat, tries });
        }
        if let Some((_, Record::Try(before))) = self.cursor.checked_sub(1).map(|before| &self.records[before])
            && before.seat > again.seat
        {
            return Err(Wrong::differs("seat", format_args!("{} or a later one", before.seat), again.seat));
        }
        let complaint = Box::new(Lapse::Told(again.text.clone()).into());
        self.course.try_again(seat, again.fault, complaint);
        if asked.len() > 1 && self.cursor + 1 == self.records.len() {
            self.torn = Some(self.first_try().unwrap_or(line));
        }
        Ok(())
    }

    /// The line of the first of the tries that stand just before the record that is come to.
    fn first_try(&self) -> Option<usize> {
        let before = self.records[..self.cursor].iter().rev();
        before.take_while(|(_, record)| matches!(record, Record::Try(_))).last().map(|(line, _)| *line)
    }

    /// Makes the seats that are to decide do what the log says of them, one seat or several at the same time.
    fn decision(&mut self, line: usize, record: &Record) -> Result<(), LogError> {
        let asked = self.course.to_decide();
        let forfeit = self.log.head.terms.on_fault == OnFault::Forfeit;
        let (mut verdicts, seen) = self.gather(asked, forfeit)?;
        let at_end = self.cursor + seen == self.records.len();
        let voided = forfeit && verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::Fault(..)));
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
                wrong: Wrong::Refused {
                    seat: refused.seat.number(),
                    action: refused.action.to_string(),
                    reason: refused.refusal.to_string(),
                },
            });
        }
        Ok(())
    }

    /// Gathers what the log says of the seats that are to decide, and counts its records of that.
    fn gather(&mut self, mut open: SeatSet, forfeit: bool) -> Result<(Vec<(Seat, Verdict)>, usize), LogError> {
        let mut verdicts: Vec<(Seat, Verdict)> = Vec::new();
        let mut seen = 0;
        for (line, record) in &self.records[self.cursor..] {
            if open.is_empty() {
                break;
            }
            match record {
                Record::Fault(fault) => {
                    let seat = self.seat(*line, fault.seat)?;
                    if !open.contains(seat) || verdicts.iter().any(|(other, _)| *other == seat) {
                        break;
                    }
                    verdicts
                        .push((seat, Verdict::Fault(fault.fault, Box::new(Lapse::Told(fault.text.clone()).into()))));
                    if forfeit {
                        open.remove(seat);
                    }
                }
                Record::Vacated(vacated) if verdicts.iter().any(|(seat, _)| seat.number() == vacated.seat) => {}
                // A seat that resigned while others were at fault leaves before anything is drawn for those.
                Record::Vacated(vacated) if vacated.reason == RESIGN && are_faults(&verdicts) => {
                    let seat = self.seat(*line, vacated.seat)?;
                    if !open.contains(seat) {
                        break;
                    }
                    open.remove(seat);
                    verdicts.push((seat, Verdict::Resign));
                }
                Record::Action(action) => {
                    let seat = self.seat(*line, action.seat)?;
                    if !open.contains(seat) {
                        break;
                    }
                    open.remove(seat);
                    if !verdicts.iter().any(|(other, _)| *other == seat) {
                        verdicts.push((seat, self.verdict(*line, seat, action)?));
                        if let Some(score) = action.said() {
                            self.course.said(seat, score);
                        }
                    }
                }
                // What was tried stands before what all have decided.
                Record::Try(_) => {
                    let expected = "the decisions of all seats that decide at the same time";
                    return Err(LogError { line: *line, wrong: Wrong::Order { expected, found: record.kind() } });
                }
                // What those did who resigned while others were at fault stands in the result alone.
                Record::Result(result) => {
                    let alone = result.seat.filter(|_| result.reason == RESIGN && are_faults(&verdicts));
                    for number in result.resigned.iter().map(|resigned| resigned.seat).chain(alone) {
                        let seat = self.seat(*line, number)?;
                        if open.contains(seat) && verdicts.iter().all(|(other, _)| *other != seat) {
                            verdicts.push((seat, Verdict::Resign));
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

    /// The action that the log says was drawn next is none that could be.
    fn not_drawn(&self, line: usize) -> LogError {
        let drawn = self.records[self.cursor..]
            .iter()
            .find_map(|(line, record)| record.action().map(|action| (*line, action.seat, action.action.clone())));
        let (line, seat, action) = drawn.unwrap_or_else(|| (line, 0, "none".to_owned()));
        let reason = "it is not among the listed actions, of which one was drawn".to_owned();
        LogError { line, wrong: Wrong::Refused { seat, action, reason } }
    }

    fn verdict(&self, line: usize, seat: Seat, action: &ActionRecord) -> Result<Verdict, LogError> {
        if action.random {
            // The arbiter draws for a seat only once that seat has been at fault.
            let faulty = self.records[..self.cursor]
                .iter()
                .any(|(_, record)| matches!(record, Record::Fault(fault) if fault.seat == action.seat));
            return if faulty {
                Ok(Verdict::Absent)
            } else {
                Err(LogError { line, wrong: Wrong::differs("random", false, true) })
            };
        }
        let refused = |reason: String| LogError {
            line,
            wrong: Wrong::Refused { seat: seat.number(), action: action.action.clone(), reason },
        };
        self.course.check(seat, &action.action).map_err(|refusal| refused(refusal.to_string()))?;
        let word = Word::new(action.action.clone()).ok_or_else(|| refused("not a word".to_owned()))?;
        Ok(Verdict::Actions(vec![word]))
    }

    fn seat(&self, line: usize, number: u32) -> Result<Seat, LogError> {
        let seats = self.course.table().seats();
        Seat::new(number)
            .filter(|seat| SeatSet::all(seats).contains(*seat))
            .ok_or_else(|| LogError { line, wrong: Wrong::differs("seat", format_args!("1 to {seats}"), number) })
    }

    fn in_play(&self, line: usize, number: u32) -> Result<Seat, LogError> {
        let seat = self.seat(line, number)?;
        if self.course.in_play().contains(seat) {
            return Ok(seat);
        }
        Err(LogError { line, wrong: Wrong::differs("seat", "one that is in the game", number) })
    }

    fn unexpected(&self, record: &Record) -> Wrong {
        let expected = match self.course.to_decide() {
            seats if seats.is_empty() => "a chance event that is possible",
            _ => "a decision of a seat that is to act",
        };
        Wrong::Order { expected, found: record.kind() }
    }

    fn unexpected_chance(&self, action: &str) -> Wrong {
        if self.course.to_decide().is_empty() {
            return Wrong::Impossible(action.to_owned());
        }
        Wrong::Order { expected: "a decision of a seat that is to act", found: "chance" }
    }
}

impl Log {
    /// The same without the choices of a decision at its end that several seats make at the same time, where it has
    /// those of some of them only. `text` is what it was read from.
    ///
    /// # Errors
    /// Names the first line that does not follow from what was before.
    pub fn without_torn_decision(mut self, text: &[u8], seed: &Seed) -> Result<Self, LogError> {
        let mut walk = Walk::new(&self, Some(seed))?;
        while walk.step()?.is_some() {}
        if let Some(torn) = walk.torn() {
            self.records.retain(|(line, _)| *line < torn);
            self.whole = text.split_inclusive(|&byte| byte == b'\n').take(torn - 1).map(<[u8]>::len).sum();
            self.torn = true;
        }
        Ok(self)
    }
}

/// Whether the host may take decisions back: all seats are its own, or it has said so.
fn may_undo(head: &Head) -> Result<(), NoUndo> {
    let own = head.seats.iter().all(|seat| seat.player == PlayerKind::Host);
    if own || head.terms.takebacks() { Ok(()) } else { Err(NoUndo::NotAllowed) }
}

/// The board after a record that stands before what is wrong, where that has kept its decision from being made.
fn done_alone(table: &dyn Table, record: &Record) -> Option<Box<dyn Table>> {
    let mut after = table.boxed_clone();
    if let Record::Action(action) = record {
        after.play(Actor::Seat(Seat::new(action.seat)?), &action.action).ok()?;
    }
    if let Record::Vacated(vacated) = record {
        let seat = Seat::new(vacated.seat)?;
        let seats = SeatSet::all(after.seats()) - after.vacant();
        if seats.contains(seat) && seats.len() > 2 {
            after.vacate(seat);
        }
    }
    Some(after)
}

/// Whether some of the seats that decide at the same time were at fault, and no more is known of the others yet.
fn are_faults(verdicts: &[(Seat, Verdict)]) -> bool {
    !verdicts.is_empty() && verdicts.iter().all(|(_, verdict)| matches!(verdict, Verdict::Fault(..) | Verdict::Resign))
}
