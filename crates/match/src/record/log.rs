//! A log that has been read: its records, what its head names, and what can be wrong with it.

use std::{collections::VecDeque, time::Duration};

use uvi::{Fault, Seed, Word};
use uvi_games::game::{OptionValues, Registry, Seat, SeatSet, Table, Variant, commitment};

use super::{
    ActionRecord, Clock, FaultRecord, Head, InfoSummary, LogError, Record, ResultRecord, TryRecord, Wrong, wrong::same,
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
    registry: Registry,
}

/// Records of a log, each with the number of its line.
pub(super) type Lines = [(usize, Record)];

impl Record {
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Match(_) => "match",
            Self::Chance(_) => "chance",
            Self::Action(_) => "action",
            Self::Score(_) => "score",
            Self::Fault(_) => "fault",
            Self::Try(_) => "try",
            Self::Vacated(_) => "vacated",
            Self::Undo(_) => "undo",
            Self::Result(_) => "result",
        }
    }
}

/// Reads a log of one of these variants. A last line without its line feed is torn and left out.
///
/// # Errors
/// If a line is no record, or the first is no `match` record.
pub fn read(registry: Registry, text: &[u8]) -> Result<Log, LogError> {
    let mut head = None;
    let mut records = Vec::new();
    let mut whole = 0;
    let mut torn = false;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let error = |wrong| LogError { line: number, wrong };
        // Nothing is written after the result, not even in part.
        if let Some((_, Record::Result(_))) = records.last() {
            return Err(error(Wrong::AfterEnd));
        }
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
    Ok(Log { head, records, whole, torn, registry })
}

impl Head {
    /// The variant, options and start position that the head names.
    ///
    /// # Errors
    /// If one of them cannot be used by this arbiter.
    pub fn table(&self, registry: Registry, seed: Option<&Seed>) -> Result<Box<dyn Table>, Wrong> {
        let wrong = |field, reason: String| Wrong::Head { field, reason };
        if self.uvi != uvi::VERSION {
            return Err(wrong("uvi", format!("expected version {}, found {}", uvi::VERSION, self.uvi)));
        }
        let variant = self.variant(registry)?;
        let options = self.options(registry)?;
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
                return Err(Wrong::differs("start", dealt.position(), &self.start));
            }
        }
        Ok(table)
    }

    /// The variant.
    ///
    /// # Errors
    /// If this arbiter does not know it.
    pub fn variant(&self, registry: Registry) -> Result<&'static dyn Variant, Wrong> {
        let reason = || Wrong::Head { field: "variant", reason: format!("no variant {}", self.variant) };
        registry.find(&self.variant).ok_or_else(reason)
    }

    /// The rule options.
    ///
    /// # Errors
    /// If the variant has no such option, or a value does not fit.
    pub fn options(&self, registry: Registry) -> Result<OptionValues, Wrong> {
        let variant = self.variant(registry)?;
        let mut options = OptionValues::defaults(variant.options());
        for (name, value) in &self.options {
            let set = options.set(name, value).and_then(|()| variant.check(&options));
            set.map_err(|error| Wrong::Head { field: "options", reason: error.to_string() })?;
        }
        Ok(options)
    }

    pub(super) fn check_commitment(&self, seed: &Seed) -> Result<(), Wrong> {
        let expected = commitment(seed);
        let found = self.commitment.map_or_else(|| "none".to_owned(), |found| found.to_string());
        same("commitment", &expected.to_string(), &found)
    }
}

impl Log {
    /// The variant.
    ///
    /// # Errors
    /// If it is none of those that the log was read for.
    pub fn variant(&self) -> Result<&'static dyn Variant, Wrong> {
        self.head.variant(self.registry)
    }

    /// The variant, options and start position that the head names.
    ///
    /// # Errors
    /// If one of them cannot be used by this arbiter.
    pub fn table(&self, seed: Option<&Seed>) -> Result<Box<dyn Table>, Wrong> {
        self.head.table(self.registry, seed)
    }

    /// The seed that the result publishes.
    pub fn seed(&self) -> Option<Seed> {
        self.result()?.seed
    }

    /// Whether it ends with a result.
    pub fn complete(&self) -> bool {
        self.result().is_some()
    }

    /// The result, if it ends with one.
    pub fn result(&self) -> Option<&ResultRecord> {
        result(&self.records)
    }

    /// What bots did wrong, in order.
    pub fn faults(&self) -> impl Iterator<Item = &FaultRecord> {
        self.records.iter().filter_map(|(_, record)| if let Record::Fault(fault) = record { Some(fault) } else { None })
    }

    /// Where the log leaves the clock of a seat; full where it does not say so, and none if the seat has none.
    pub fn clock(&self, seat: Seat) -> Option<Clock> {
        let limits = self.head.seats.get(seat.index())?.clock?;
        let full = Clock::new(&limits)?;
        // Time that was used stays used, whatever is taken back.
        let of_seat = |number: u32| number == seat.number();
        let left = self.records.iter().rev().find_map(|(_, record)| {
            let again = if let Record::Try(again) = record { Some((again.seat, again.clock)) } else { None };
            let (seat, clock) = again.or_else(|| record.action().map(|action| (action.seat, action.clock)))?;
            clock.filter(|_| of_seat(seat))
        });
        let mut actions = self.records.iter().rev().filter_map(|(_, record)| record.action());
        let movestogo = actions.find_map(|action| action.movestogo.filter(|_| of_seat(action.seat)));
        let left = left.and_then(|left| Duration::try_from_secs_f64(left / 1000.0).ok());
        Some(left.map_or(full, |left| full.at(left, movestogo)))
    }

    /// The answers that were refused and after which a bot was asked again, in order.
    pub fn tries(&self) -> impl Iterator<Item = &TryRecord> {
        self.records.iter().filter_map(|(_, record)| if let Record::Try(again) = record { Some(again) } else { None })
    }

    /// What bots said last of their thinking, of each answer, each fault and each resignation, in order, each with its
    /// seat.
    pub fn infos(&self) -> impl Iterator<Item = (u32, &InfoSummary)> {
        self.records.iter().flat_map(|(_, record)| {
            let (seat, info) = match record {
                Record::Action(action) => (Some(action.seat), &action.info),
                Record::Try(again) => (Some(again.seat), &again.info),
                Record::Fault(fault) => (Some(fault.seat), &fault.info),
                Record::Vacated(vacated) => (Some(vacated.seat), &vacated.info),
                Record::Result(result) => (result.seat, &result.info),
                Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Undo(_) => (None, &None),
            };
            let together = if let Record::Result(result) = record { result.resigned.as_slice() } else { &[] };
            let together = together.iter().filter_map(|resigned| Some((resigned.seat, resigned.info.as_ref()?)));
            seat.zip(info.as_ref()).into_iter().chain(together)
        })
    }

    /// The seats whose bots were gone after a fault, so that the arbiter played for them: those that ended, and those
    /// for which it last drew an action without a fault of theirs.
    pub fn absent(&self) -> SeatSet {
        let mut absent = SeatSet::EMPTY;
        let mut faulty = SeatSet::EMPTY;
        for (_, record) in &self.records {
            if let Record::Fault(fault) = record
                && let Some(seat) = Seat::new(fault.seat)
            {
                faulty.insert(seat);
                if matches!(fault.fault, Fault::Crash | Fault::NoStart | Fault::NoGreeting) {
                    absent.insert(seat);
                }
            }
            if let Record::Action(action) = record
                && let Some(seat) = Seat::new(action.seat)
            {
                if action.random && !faulty.contains(seat) {
                    absent.insert(seat);
                }
                faulty.remove(seat);
            }
        }
        absent
    }

    /// The decisions and the passes that the arbiter played, without those that were taken back.
    pub fn actions(&self) -> impl Iterator<Item = &ActionRecord> {
        standing(&self.records).filter_map(Record::action)
    }
}

/// Of these records, those that stand: without what was taken back.
pub(super) fn standing(records: &Lines) -> impl DoubleEndedIterator<Item = &Record> {
    let stands = stands(records);
    records.iter().zip(stands).filter_map(|((_, record), stands)| stands.then_some(record))
}

/// Of each of these records, whether it still stands. A record of what was taken back stands itself.
pub fn stands(records: &[(usize, Record)]) -> Vec<bool> {
    let mut stands = vec![true; records.len()];
    for (place, (_, record)) in records.iter().enumerate() {
        let Record::Undo(undo) = record else { continue };
        let beyond = |(at, (_, record)): (usize, &(usize, Record))| {
            stands[at] && record.number().is_some_and(|number| number > undo.to)
        };
        let first = records[..place].iter().enumerate().position(beyond);
        for (at, (_, record)) in records[..place].iter().enumerate().skip(first.unwrap_or(place)) {
            // What a bot did wrong it has done, and notes of what was taken back stay too.
            stands[at] &= matches!(record, Record::Fault(_) | Record::Try(_) | Record::Undo(_));
        }
    }
    stands
}

/// The result, if these records end with one.
pub(super) fn result(records: &Lines) -> Option<&ResultRecord> {
    if let Record::Result(result) = &records.last()?.1 { Some(result) } else { None }
}

/// What these records say was drawn, in order.
pub(super) fn told(records: &Lines) -> VecDeque<Word> {
    let told = records.iter().filter_map(|(_, record)| match record {
        Record::Chance(chance) => Word::new(chance.action.clone()),
        record => record.action().filter(|action| action.random).and_then(|action| Word::new(action.action.clone())),
    });
    told.collect()
}
