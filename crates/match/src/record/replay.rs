//! Replaying a log on the course that the referee plays on, without any bot.

use uvi::{OnFault, Points, Seed, Word};
use uvi_games::game::{Score, Seat, SeatSet};

use super::{ActionRecord, Course, Entry, How, Log, LogError, Luck, Record, ResultRecord, Verdict, Wrong, log::same};

/// A log being replayed on a course of its own.
#[derive(Debug)]
pub struct Replay<'a> {
    log: &'a Log,
    course: Course,
    cursor: usize,
    /// What follows from the last record but is not in the log any more.
    ahead: Vec<Entry>,
}

impl<'a> Replay<'a> {
    /// Replays the whole log. Where the seed is given, each chance event must follow from it; else each is only checked
    /// to be possible.
    ///
    /// # Errors
    /// Names the first line that does not follow from what was before.
    pub fn run(log: &'a Log, seed: Option<&Seed>) -> Result<Self, LogError> {
        let head = |wrong| LogError { line: 1, wrong };
        if let Some(seed) = seed {
            log.head.check_commitment(seed).map_err(head)?;
        }
        let table = log.table(seed).map_err(head)?;
        let luck = seed.map_or_else(|| Luck::Told(log.told()), |seed| Luck::Seed(*seed));
        let terms = &log.head.terms;
        let course = Course::new(table, luck, terms.on_fault).adjudicated(terms.adjudication);
        let mut replay = Self { log, course, cursor: 0, ahead: Vec::new() };
        replay.fail()?;
        if replay.course.ending().is_none() {
            replay.course.begin();
        }
        while replay.step()? {}
        Ok(replay)
    }

    /// The game where the log ends. What follows by itself from its last record, but is not in it any more, is what
    /// the course hands out next.
    pub fn into_course(mut self) -> Course {
        self.course.put_back(self.ahead);
        self.course
    }

    /// The game where the log ends.
    pub fn course(&self) -> &Course {
        &self.course
    }

    fn peek(&self) -> Option<&'a (usize, Record)> {
        self.log.records.get(self.cursor)
    }

    /// The faults that stand before anything else: bots that failed before the first decision.
    fn fail(&mut self) -> Result<(), LogError> {
        let mut faults = Vec::new();
        for (line, record) in &self.log.records {
            match record {
                Record::Fault(fault) => {
                    faults.push((self.seat(*line, fault.seat)?, fault.fault, fault.text.clone().into()));
                }
                Record::Vacated(vacated) if faults.iter().any(|(seat, _, _)| seat.number() == vacated.seat) => {}
                Record::Vacated(_)
                | Record::Match(_)
                | Record::Chance(_)
                | Record::Action(_)
                | Record::Score(_)
                | Record::Result(_) => break,
            }
        }
        faults.sort_by_key(|(seat, _, _)| *seat);
        if !faults.is_empty() {
            self.course.fail(faults);
        }
        Ok(())
    }

    /// Compares what has happened with the log, then makes the next thing of the log happen. False at its end.
    fn step(&mut self) -> Result<bool, LogError> {
        for entry in self.course.take_entries() {
            if self.cursor >= self.log.records.len() {
                self.ahead.push(entry);
                continue;
            }
            let (line, record) = &self.log.records[self.cursor];
            self.compare(&entry, record).map_err(|wrong| LogError { line: *line, wrong })?;
            self.cursor += 1;
        }
        let Some((line, record)) = self.peek() else { return Ok(false) };
        let error = |wrong| LogError { line: *line, wrong };
        if self.course.ending().is_some() {
            return Err(error(Wrong::AfterEnd));
        }
        match record {
            Record::Result(result) if result.reason == "abort" => self.course.abort(),
            Record::Result(ResultRecord { reason, seat: Some(seat), .. }) if reason == "resign" => {
                let seat = self.in_play(*line, *seat)?;
                self.course.resign(seat);
            }
            Record::Vacated(vacated) if vacated.reason == "resign" => {
                let seat = self.in_play(*line, vacated.seat)?;
                self.course.resign(seat);
            }
            Record::Action(_) | Record::Fault(_) => self.decision()?,
            Record::Chance(chance) => return Err(error(self.unexpected_chance(&chance.action))),
            Record::Match(_) | Record::Score(_) | Record::Vacated(_) | Record::Result(_) => {
                return Err(error(self.unexpected(record)));
            }
        }
        // Every step makes something happen, or the replay would never end: only what a log says was drawn, where the
        // seed is not known, may be impossible.
        if self.course.has_entries() { Ok(true) } else { Err(self.not_drawn(*line)) }
    }

    /// Gathers what the seats that are to decide did, one seat or several at the same time.
    fn decision(&mut self) -> Result<(), LogError> {
        let asked = self.course.to_decide();
        let line = self.peek().map_or(1, |(line, _)| *line);
        if asked.is_empty() {
            let record = self.peek().map(|(_, record)| record).expect("the caller has seen a record");
            return Err(LogError { line, wrong: self.unexpected(record) });
        }
        let forfeit = self.log.head.terms.on_fault == OnFault::Forfeit;
        let mut verdicts: Vec<(Seat, Verdict)> = Vec::new();
        let mut open = asked;
        for (line, record) in &self.log.records[self.cursor..] {
            if open.is_empty() {
                break;
            }
            match record {
                Record::Fault(fault) => {
                    let seat = self.seat(*line, fault.seat)?;
                    if !open.contains(seat) || verdicts.iter().any(|(other, _)| *other == seat) {
                        break;
                    }
                    verdicts.push((seat, Verdict::Fault(fault.fault, fault.text.clone().into())));
                    if forfeit {
                        open.remove(seat);
                    }
                }
                Record::Vacated(vacated) if verdicts.iter().any(|(seat, _)| seat.number() == vacated.seat) => {}
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
                Record::Vacated(_) | Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Result(_) => {
                    break;
                }
            }
        }
        if verdicts.is_empty() {
            let record = self.peek().map(|(_, record)| record).expect("the caller has seen a record");
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

    /// The action that the log says was drawn next is none that could be.
    fn not_drawn(&self, line: usize) -> LogError {
        let drawn = self.log.records[self.cursor..]
            .iter()
            .find_map(|(line, record)| record.action().map(|action| (*line, action.seat, action.action.clone())));
        let (line, seat, action) = drawn.unwrap_or_else(|| (line, 0, "none".to_owned()));
        let reason = "it is not among the listed actions, of which one was drawn".to_owned();
        LogError { line, wrong: Wrong::Refused { seat, action, reason } }
    }

    fn verdict(&self, line: usize, seat: Seat, action: &ActionRecord) -> Result<Verdict, LogError> {
        if action.random {
            // The arbiter draws for a seat only once that seat has been at fault.
            let faulty = self.log.records[..self.cursor]
                .iter()
                .any(|(_, record)| matches!(record, Record::Fault(fault) if fault.seat == action.seat));
            return if faulty {
                Ok(Verdict::Absent)
            } else {
                let (expected, found) = ("false".to_owned(), "true".to_owned());
                Err(LogError { line, wrong: Wrong::Differs { what: "random", expected, found } })
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
        Seat::new(number).filter(|seat| SeatSet::all(seats).contains(*seat)).ok_or_else(|| LogError {
            line,
            wrong: Wrong::Differs { what: "seat", expected: format!("1 to {seats}"), found: number.to_string() },
        })
    }

    fn in_play(&self, line: usize, number: u32) -> Result<Seat, LogError> {
        let seat = self.seat(line, number)?;
        if self.course.in_play().contains(seat) {
            return Ok(seat);
        }
        let wrong =
            Wrong::Differs { what: "seat", expected: "one that is in the game".to_owned(), found: number.to_string() };
        Err(LogError { line, wrong })
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

    fn compare(&self, entry: &Entry, record: &Record) -> Result<(), Wrong> {
        match (entry, record) {
            (Entry::Chance { n, action }, Record::Chance(found)) => {
                same("n", n, &found.n)?;
                same("action", action.as_str(), found.action.as_str())
            }
            (Entry::Action { n, seat, action, text, how }, Record::Action(found)) => {
                same("n", n, &found.n)?;
                same("seat", &seat.number(), &found.seat)?;
                same("action", action.as_str(), found.action.as_str())?;
                same("text", text.as_str(), found.text.as_str())?;
                same("forced", &(*how == How::Forced), &found.forced)?;
                same("random", &(*how == How::Random), &found.random)
            }
            (Entry::Score(scored), Record::Score(found)) => {
                same("turn", &scored.turn, &found.turn)?;
                same("points", &scored.points, &found.points)?;
                same("total", &scored.total, &found.total)?;
                same("chain", &scored.chain.join(" "), &found.chain.join(" "))?;
                same("longest", &number_or_none(scored.longest), &number_or_none(found.longest))
            }
            (Entry::Fault { seat, fault, .. }, Record::Fault(found)) => {
                same("seat", &seat.number(), &found.seat)?;
                same("fault", fault, &found.fault)
            }
            (Entry::Vacated { seat, reason }, Record::Vacated(found)) => {
                same("seat", &seat.number(), &found.seat)?;
                same("reason", reason.as_str(), found.reason.as_str())
            }
            (Entry::Over(ending), Record::Result(found)) => {
                same("reason", ending.reason.as_str(), found.reason.as_str())?;
                same("score", &score_text(ending.score.as_ref()), &found_score_text(found))?;
                same("position", self.course.table().position().as_str(), found.position.as_str())?;
                same("decisions", &self.course.decisions(), &found.decisions)?;
                same("seat", &number_or_none(ending.seat.map(Seat::number)), &number_or_none(found.seat))?;
                let imported = self.log.head.commitment.is_none();
                match found.seed {
                    None if imported => Ok(()),
                    Some(_) if !imported => Ok(()),
                    found => {
                        let expected = if imported { "none" } else { "the seed" };
                        same(
                            "seed",
                            expected,
                            found.map_or_else(|| "none".to_owned(), |seed| seed.to_string()).as_str(),
                        )
                    }
                }
            }
            (entry, record) => Err(Wrong::Order { expected: entry_kind(entry), found: record.kind() }),
        }
    }
}

fn entry_kind(entry: &Entry) -> &'static str {
    match entry {
        Entry::Chance { .. } => "a chance record",
        Entry::Action { how: How::Forced, .. } => "a forced pass",
        Entry::Action { .. } => "an action record",
        Entry::Score(_) => "a score record",
        Entry::Fault { .. } => "a fault record",
        Entry::Vacated { .. } => "a vacated record",
        Entry::Over(_) => "the result",
    }
}

fn number_or_none(number: Option<u32>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}

fn score_text(score: Option<&Score>) -> String {
    match score {
        None => "none".to_owned(),
        Some(Score::Each(points)) => words(points.values()),
        Some(Score::Shared(points)) => format!("shared {points}"),
    }
}

fn words<'a>(points: impl IntoIterator<Item = &'a Points>) -> String {
    points.into_iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn found_score_text(result: &ResultRecord) -> String {
    match (&result.score, result.shared) {
        (None, None) => "none".to_owned(),
        (Some(points), None) => words(points),
        (None, Some(points)) => format!("shared {points}"),
        (Some(_), Some(_)) => "both score and shared".to_owned(),
    }
}
