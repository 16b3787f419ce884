//! Reading a log and replaying it without any bot.

use std::collections::{BTreeMap, VecDeque};

use uvi::{Fault, OnFault, Seed, Word};

use super::{ActionRecord, Course, Entry, Head, How, Luck, Record, ResultRecord, Verdict};
use crate::{
    game::{OptionValues, Score, Seat, SeatSet, Table, Variant, commitment},
    games,
};

/// A log that has been read: every line parsed, nothing replayed.
#[derive(Debug, Clone)]
pub struct Log {
    /// The first record.
    pub head: Head,
    /// The records after it, each with the number of its line, from 1.
    pub records: Vec<(usize, Record)>,
    /// How many bytes at the beginning of the text are whole lines; what follows is a torn line.
    pub whole: usize,
    /// Whether the last line is torn: a killed arbiter was writing it.
    pub torn: bool,
}

/// What is wrong with a log, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {wrong}")]
pub struct LogError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub wrong: Wrong,
}

/// What is wrong with a line of a log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The text is empty.
    #[error("expected a match record, found an empty log")]
    Empty,
    /// It is no record.
    #[error("not a record: {0}")]
    Unreadable(String),
    /// The first record is no `match`, or a later one is.
    #[error("expected {expected}, found a {found} record")]
    Order {
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        found: &'static str,
    },
    /// A field of the head cannot be used.
    #[error("{field}: {reason}")]
    Head {
        /// Which field.
        field: &'static str,
        /// Why.
        reason: String,
    },
    /// A record or a field of it is not what follows from what was before.
    #[error("{what}: expected {expected}, found {found}")]
    Differs {
        /// Which field.
        what: &'static str,
        /// What follows from what was before.
        expected: String,
        /// What the log says.
        found: String,
    },
    /// An action that was not legal.
    #[error("action {action} of seat {seat} is refused: {reason}")]
    Refused {
        /// The seat.
        seat: u32,
        /// The action.
        action: String,
        /// Why.
        reason: String,
    },
    /// A chance event that cannot happen.
    #[error("chance {0} is impossible here")]
    Impossible(String),
    /// A record after the end of the game.
    #[error("a record after the end of the game")]
    AfterEnd,
}

impl Record {
    fn kind(&self) -> &'static str {
        match self {
            Self::Match(_) => "match",
            Self::Chance(_) => "chance",
            Self::Action(_) => "action",
            Self::Score(_) => "score",
            Self::Fault(_) => "fault",
            Self::Vacated(_) => "vacated",
            Self::Result(_) => "result",
        }
    }
}

/// Reads a log. A last line without its line feed is torn and left out.
///
/// # Errors
/// Where a line is no record, or the first is no `match` record.
pub fn read(text: &[u8]) -> Result<Log, LogError> {
    let mut head = None;
    let mut records = Vec::new();
    let mut whole = 0;
    let mut torn = false;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let error = |wrong| LogError { line: number, wrong };
        if !line.ends_with(b"\n") {
            torn = true;
            break;
        }
        let record = serde_json::from_slice::<Record>(line);
        let record = record.map_err(|reason| error(Wrong::Unreadable(reason.to_string())))?;
        match (record, &head) {
            (Record::Match(first), None) => head = Some(*first),
            (record, Some(_)) if !matches!(record, Record::Match(_)) => records.push((number, record)),
            (record, Some(_)) => {
                return Err(error(Wrong::Order { expected: "a later record", found: record.kind() }));
            }
            (record, None) => return Err(error(Wrong::Order { expected: "a match record", found: record.kind() })),
        }
        whole += line.len();
    }
    let head = head.ok_or(LogError { line: 1, wrong: Wrong::Empty })?;
    Ok(Log { head, records, whole, torn })
}

impl Head {
    /// The variant, options and start position that the head names.
    ///
    /// # Errors
    /// Where one of them cannot be used by this arbiter.
    pub fn table(&self, seed: Option<&Seed>) -> Result<Box<dyn Table>, Wrong> {
        let wrong = |field, reason: String| Wrong::Head { field, reason };
        if self.uvi != uvi::VERSION {
            return Err(wrong("uvi", format!("expected version {}, found {}", uvi::VERSION, self.uvi)));
        }
        let variant = self.variant()?;
        let options = self.options()?;
        for (expected, seat) in (1..).zip(&self.seats) {
            same("seat", &expected, &seat.seat)?;
        }
        let seats = u8::try_from(self.seats.len()).ok().filter(|seats| variant.seats().contains(seats));
        let Some(seats) = seats else {
            return Err(wrong("seats", format!("{} cannot have {} seats", self.variant, self.seats.len())));
        };
        let table = variant.read(&options, seats, &self.start).map_err(|error| wrong("start", error.to_string()))?;
        if let (Some(seed), false) = (seed, self.setposition) {
            let dealt = variant.start(&options, seats, seed).map_err(|error| wrong("options", error.to_string()))?;
            if dealt.position() != table.position() {
                return Err(Wrong::Differs {
                    what: "start",
                    expected: dealt.position().to_string(),
                    found: self.start.clone(),
                });
            }
        }
        Ok(table)
    }

    /// The variant.
    ///
    /// # Errors
    /// Where this arbiter does not know it.
    pub fn variant(&self) -> Result<&'static dyn Variant, Wrong> {
        let reason = || Wrong::Head { field: "variant", reason: format!("no variant {}", self.variant) };
        games::find(&self.variant).ok_or_else(reason)
    }

    /// The rule options.
    ///
    /// # Errors
    /// Where the variant has no such option, or a value does not fit.
    pub fn options(&self) -> Result<OptionValues, Wrong> {
        let variant = self.variant()?;
        let mut options = OptionValues::defaults(variant.options());
        for (name, value) in &self.options {
            let set = options.set(name, value).and_then(|()| variant.check(&options));
            set.map_err(|error| Wrong::Head { field: "options", reason: error.to_string() })?;
        }
        Ok(options)
    }

    /// What follows a fault.
    ///
    /// # Errors
    /// Where the word is neither `forfeit` nor `random`.
    pub fn on_fault(&self) -> Result<OnFault, Wrong> {
        match self.onfault.as_str() {
            "forfeit" => Ok(OnFault::Forfeit),
            "random" => Ok(OnFault::Random),
            other => {
                Err(Wrong::Head { field: "onfault", reason: format!("expected forfeit or random, found {other}") })
            }
        }
    }

    fn check_commitment(&self, seed: &Seed) -> Result<(), Wrong> {
        let expected = commitment(seed).to_string();
        match &self.commitment {
            Some(found) if *found == expected => Ok(()),
            found => Err(Wrong::Differs {
                what: "commitment",
                expected,
                found: found.clone().unwrap_or_else(|| "none".to_owned()),
            }),
        }
    }
}

impl Log {
    /// The seed that the result publishes.
    ///
    /// # Errors
    /// Where it is no seed.
    pub fn seed(&self) -> Result<Option<Seed>, LogError> {
        let Some((line, Record::Result(ResultRecord { seed: Some(seed), .. }))) = self.records.last() else {
            return Ok(None);
        };
        let canonical = seed.parse::<Seed>().ok().filter(|read| read.to_string() == *seed);
        let wrong = || LogError {
            line: *line,
            wrong: Wrong::Differs {
                what: "seed",
                expected: "32 lower-case hex digits".to_owned(),
                found: seed.clone(),
            },
        };
        canonical.map(Some).ok_or_else(wrong)
    }

    /// Whether it ends with a result.
    pub fn complete(&self) -> bool {
        matches!(self.records.last(), Some((_, Record::Result(_))))
    }

    /// What the log says is left on each seat's clock, in milliseconds.
    pub fn clocks(&self) -> BTreeMap<u32, f64> {
        self.actions().filter_map(|action| Some((action.seat, action.clock?))).collect()
    }

    /// The seats whose bots were gone after a fault, so that the arbiter played for them: those that ended, and those
    /// for which it last drew an action without a fault of theirs.
    pub fn absent(&self) -> SeatSet {
        let mut absent = SeatSet::EMPTY;
        let mut faulty = SeatSet::EMPTY;
        for (_, record) in &self.records {
            match record {
                Record::Fault(fault) => {
                    let Some(seat) = Seat::new(fault.seat) else { continue };
                    faulty.insert(seat);
                    if matches!(fault.fault.as_str(), "crash" | "no-start" | "no-greeting") {
                        absent.insert(seat);
                    }
                }
                Record::Action(action) => {
                    let Some(seat) = Seat::new(action.seat) else { continue };
                    if action.random && !faulty.contains(seat) {
                        absent.insert(seat);
                    }
                    faulty.remove(seat);
                }
                Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Vacated(_) | Record::Result(_) => {}
            }
        }
        absent
    }

    fn actions(&self) -> impl Iterator<Item = &ActionRecord> {
        self.records.iter().filter_map(|(_, record)| match record {
            Record::Action(action) => Some(action),
            Record::Match(_)
            | Record::Chance(_)
            | Record::Score(_)
            | Record::Fault(_)
            | Record::Vacated(_)
            | Record::Result(_) => None,
        })
    }

    fn told(&self) -> VecDeque<Word> {
        let told = self.records.iter().filter_map(|(_, record)| match record {
            Record::Chance(chance) => Word::new(chance.action.clone()),
            Record::Action(action) if action.random => Word::new(action.action.clone()),
            Record::Action(_)
            | Record::Match(_)
            | Record::Score(_)
            | Record::Fault(_)
            | Record::Vacated(_)
            | Record::Result(_) => None,
        });
        told.collect()
    }
}

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
        let table = log.head.table(seed).map_err(head)?;
        let luck = seed.map_or_else(|| Luck::Told(log.told()), |seed| Luck::Seed(*seed));
        let course = Course::new(table, luck, log.head.on_fault().map_err(head)?);
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
                    faults.push((self.seat(*line, fault.seat)?, read_fault(*line, &fault.fault)?, fault.text.clone()));
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
        let forfeit = self.log.head.on_fault().is_ok_and(|policy| policy == OnFault::Forfeit);
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
                    verdicts.push((seat, Verdict::Fault(read_fault(*line, &fault.fault)?, fault.text.clone())));
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
        let drawn = self.log.records[self.cursor..].iter().find_map(|(line, record)| match record {
            Record::Action(action) => Some((*line, action.seat, action.action.clone())),
            Record::Match(_)
            | Record::Chance(_)
            | Record::Score(_)
            | Record::Fault(_)
            | Record::Vacated(_)
            | Record::Result(_) => None,
        });
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
                same("fault", fault.word(), found.fault.as_str())
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
                match &found.seed {
                    None if imported => Ok(()),
                    Some(_) if !imported => Ok(()),
                    found => {
                        let expected = if imported { "none" } else { "the seed" };
                        same("seed", expected, found.as_deref().unwrap_or("none"))
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

fn same<T: PartialEq + ToString + ?Sized>(what: &'static str, expected: &T, found: &T) -> Result<(), Wrong> {
    if expected == found {
        return Ok(());
    }
    Err(Wrong::Differs { what, expected: expected.to_string(), found: found.to_string() })
}

fn number_or_none(number: Option<u32>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}

fn score_text(score: Option<&Score>) -> String {
    match score {
        None => "none".to_owned(),
        Some(Score::Each(points)) => points.values().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        Some(Score::Shared(points)) => format!("shared {points}"),
    }
}

fn found_score_text(result: &ResultRecord) -> String {
    match (&result.score, result.shared) {
        (None, None) => "none".to_owned(),
        (Some(points), None) => points.join(" "),
        (None, Some(points)) => format!("shared {points}"),
        (Some(_), Some(_)) => "both score and shared".to_owned(),
    }
}

fn read_fault(line: usize, word: &str) -> Result<Fault, LogError> {
    Fault::ALL.into_iter().find(|fault| fault.word() == word).ok_or_else(|| LogError {
        line,
        wrong: Wrong::Differs { what: "fault", expected: "a fault's word".to_owned(), found: word.to_owned() },
    })
}
