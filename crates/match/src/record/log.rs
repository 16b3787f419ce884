//! A parsed log: its records, and the errors that parsing can find.

use std::{collections::VecDeque, time::Duration};

use uvi::{Seed, Word};
use uvi_games::game::{Actor, OptionValues, Registry, Seat, SeatSet, Table, Variant, commitment};

use super::{
    ActionRecord, Clock, FaultRecord, Head, LogError, Probe, Record, RecordError, ResultRecord, TryRecord,
    record_error::same,
};

/// A parsed log. Nothing is replayed yet.
#[derive(Debug, Clone)]
pub struct Log {
    /// The first record.
    pub head: Head,
    /// The records after the head, each with its line number, from 1.
    pub records: Vec<(usize, Record)>,
    /// The number of bytes up to the end of the last complete line. A torn line may follow.
    pub whole: usize,
    /// True if the end of the log is torn: the last line or the last decision is incomplete, because the arbiter was
    /// killed.
    pub torn: bool,
    /// The tables of endgames by which the log is replayed; `None` takes an end by tables on trust.
    pub probe: Option<Probe>,
    registry: Registry,
}

/// Records with their line numbers.
pub(super) type LogLines = [(usize, Record)];

impl Record {
    /// The kind of the record, for people.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Match(_) => "a match record",
            Self::Chance(_) => "a chance record",
            Self::Action(_) => "an action record",
            Self::Score(_) => "a score record",
            Self::Fault(_) => "a fault record",
            Self::Try(_) => "a try record",
            Self::Vacated(_) => "a vacated record",
            Self::Undo(_) => "an undo record",
            Self::Result(_) => "a result record",
        }
    }

    /// Plays the record on the table before it. `None` if the table refuses the record, or if earlier ones are needed.
    pub fn play_on(&self, table: &mut dyn Table) -> Option<()> {
        match self {
            Self::Chance(chance) => drop(table.play(Actor::Chance, &chance.action).ok()?),
            Self::Action(action) => drop(table.play(Actor::Seat(Seat::new(action.seat)?), &action.action).ok()?),
            Self::Vacated(vacated) => {
                let seat = Seat::new(vacated.seat)?;
                let seats = SeatSet::all(table.seats()) - table.vacant();
                if seats.contains(seat) && seats.len() > 2 {
                    table.vacate(seat);
                }
            }
            Self::Match(_) | Self::Undo(_) => return None,
            Self::Score(_) | Self::Fault(_) | Self::Try(_) | Self::Result(_) => {}
        }
        Some(())
    }
}

/// The length of an `info` line in a record, with its comma.
pub(crate) fn written_info(info: &str) -> usize {
    serde_json::to_string(info).map_or(0, |text| text.len() + 1)
}

/// Parses a log of one of the registry's variants. A last line without its line feed is torn and omitted.
///
/// # Errors
/// If the log is empty, a line is not a record, the first record is not `match`, a later record is, or a line follows
/// the result.
pub fn read(registry: Registry, text: &[u8]) -> Result<Log, LogError> {
    let mut head = None;
    let mut records = Vec::new();
    let mut whole = 0;
    let mut torn = false;
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let number = index + 1;
        let error = |wrong| LogError { line: number, wrong };
        // The result is the last line; after it not even a torn line is allowed.
        if let Some((_, Record::Result(_))) = records.last() {
            let rest = text[whole..].trim_ascii();
            return Err(error(if rest.is_empty() { RecordError::BlankEnd } else { RecordError::AfterEnd }));
        }
        // After a power cut a file may have zeros where its first line should stand.
        if !line.ends_with(b"\n") && (number > 1 || line.starts_with(b"{") || line.starts_with(b"\0")) {
            torn = true;
            break;
        }
        if number > 1 && line.trim_ascii().is_empty() {
            return Err(error(RecordError::Order { expected: "a record", found: "a blank line" }));
        }
        let record = Record::parse(line.trim_ascii_end()).map_err(|reason| {
            error(RecordError::Unreadable(match number {
                1 if line.starts_with(b"\x1f\x8b") => "this file is packed by gzip; unpack it with gunzip".to_owned(),
                1 if line.starts_with(b"\xef\xbb\xbf{") => {
                    "this file begins with a byte order mark; remove it: sed -i '1s/^\\xef\\xbb\\xbf//' LOG".to_owned()
                }
                1 if line.starts_with(b"[") && line.get(1).is_some_and(u8::is_ascii_alphabetic) => {
                    "this is PGN, and no match log; arbiter import makes a log of each game".to_owned()
                }
                1 if !line.starts_with(b"{") => "this is no match log, whose lines are JSON objects".to_owned(),
                1 if line.starts_with(br#"{"type":"game""#) => {
                    "this is a line of play --json, and no match log; play --log writes one".to_owned()
                }
                // The parser was given one line, which it takes for the first.
                _ => reason.to_string().replace(" at line 1 column ", " at column "),
            }))
        })?;
        match (record, &head) {
            (Record::Match(first), None) => head = Some(*first),
            (record, Some(_)) if !matches!(record, Record::Match(_)) => records.push((number, record)),
            (record, head) => {
                let expected = if head.is_some() { "a later record" } else { "a match record" };
                return Err(error(RecordError::Order { expected, found: record.kind() }));
            }
        }
        whole += line.len();
    }
    let head = head.ok_or(LogError { line: 1, wrong: RecordError::Empty })?;
    Ok(Log { head, records, whole, torn, probe: None, registry })
}

impl Head {
    /// Returns the table at the start position, with the variant and options that the head names. With a seed, the
    /// start position must follow from the seed, unless the host set the position.
    ///
    /// # Errors
    /// If the version, the variant, an option, the seats or the start position cannot be used, or if the start position
    /// does not follow from the seed.
    pub fn table(&self, registry: Registry, seed: Option<&Seed>) -> Result<Box<dyn Table>, RecordError> {
        let wrong = |field, reason: String| RecordError::Head { field, reason };
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
                return Err(RecordError::differs("start", dealt.position(), &self.start));
            }
        }
        Ok(table)
    }

    /// Returns the variant.
    pub fn variant(&self, registry: Registry) -> Result<&'static dyn Variant, RecordError> {
        let reason = || RecordError::Head { field: "variant", reason: format!("no variant {}", self.variant) };
        registry.find(&self.variant).ok_or_else(reason)
    }

    /// Returns the rule options.
    ///
    /// # Errors
    /// If the registry has no such variant, the variant has no such option, or a value does not fit.
    pub fn options(&self, registry: Registry) -> Result<OptionValues, RecordError> {
        let variant = self.variant(registry)?;
        let mut options = OptionValues::defaults(variant.options());
        for (name, value) in &self.options {
            let set = options.set(name, value).and_then(|()| variant.check(&options));
            set.map_err(|error| RecordError::Head { field: "options", reason: error.to_string() })?;
        }
        Ok(options)
    }

    pub(super) fn check_commitment(&self, seed: &Seed) -> Result<(), RecordError> {
        let expected = commitment(seed);
        let found = self.commitment.map_or_else(|| "none".to_owned(), |found| found.to_string());
        same("commitment", &expected.to_string(), &found)
    }
}

impl Log {
    /// Returns the variant.
    pub fn variant(&self) -> Result<&'static dyn Variant, RecordError> {
        self.head.variant(self.registry)
    }

    /// The registry that the log was read with.
    pub fn registry(&self) -> Registry {
        self.registry
    }

    /// Returns the table at the start position, as [`Head::table`] does.
    pub fn table(&self, seed: Option<&Seed>) -> Result<Box<dyn Table>, RecordError> {
        self.head.table(self.registry, seed)
    }

    /// The seed that the result publishes, if any.
    pub fn seed(&self) -> Option<Seed> {
        self.result()?.seed
    }

    /// True if the log ends with a result.
    pub fn complete(&self) -> bool {
        self.result().is_some()
    }

    /// The result, if the log ends with a result.
    pub fn result(&self) -> Option<&ResultRecord> {
        result(&self.records)
    }

    /// The faults of all seats, in order.
    pub fn faults(&self) -> impl Iterator<Item = &FaultRecord> {
        self.records.iter().filter_map(|(_, record)| if let Record::Fault(fault) = record { Some(fault) } else { None })
    }

    /// The clock of a seat at the end of the log. The full time if the log has none; `None` without a clock.
    pub fn clock(&self, seat: Seat) -> Option<Clock> {
        let limits = self.head.seats.get(seat.index())?.clock?;
        let full = Clock::new(&limits)?;
        // Takebacks do not return used time, so undone records count too.
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

    /// The refused answers after which a bot was asked again, in order.
    pub fn tries(&self) -> impl Iterator<Item = &TryRecord> {
        self.records.iter().filter_map(|(_, record)| if let Record::Try(again) = record { Some(again) } else { None })
    }

    /// The number of bytes that the `info` lines of a seat take in the log.
    pub fn kept_info(&self, seat: Seat) -> usize {
        let infos = self.records.iter().flat_map(|(_, record)| match record {
            Record::Action(action) if action.seat == seat.number() => &*action.infos,
            Record::Try(again) if again.seat == seat.number() => &*again.infos,
            _ => &[],
        });
        infos.map(|info| written_info(info)).sum()
    }

    /// The decisions and forced passes that still stand, in order.
    pub fn actions(&self) -> impl Iterator<Item = &ActionRecord> {
        standing(&self.records).filter_map(Record::action)
    }
}

/// Returns the records that still stand, without undone records.
pub(super) fn standing(records: &LogLines) -> impl DoubleEndedIterator<Item = &Record> {
    let stands = stands(records);
    records.iter().zip(stands).filter_map(|((_, record), stands)| stands.then_some(record))
}

/// Returns for each record true if the record still stands. Faults, tries and undo records always stand.
pub fn stands(records: &[(usize, Record)]) -> Vec<bool> {
    let mut stands = vec![true; records.len()];
    // The records that can be undone, each with the greatest number up to it.
    let mut undoable: Vec<(usize, u32)> = Vec::new();
    for (place, (_, record)) in records.iter().enumerate() {
        match record {
            Record::Undo(undo) => {
                let first = undoable.partition_point(|&(_, number)| number <= undo.to);
                undoable.drain(first..).for_each(|(undone, _)| stands[undone] = false);
            }
            Record::Fault(_) | Record::Try(_) => {}
            _ => {
                let before = undoable.last().map_or(0, |&(_, number)| number);
                undoable.push((place, before.max(record.number().unwrap_or_default())));
            }
        }
    }
    stands
}

pub(super) fn result(records: &LogLines) -> Option<&ResultRecord> {
    if let Record::Result(result) = &records.last()?.1 { Some(result) } else { None }
}

/// Returns the chance events and drawn actions of the records, in order.
pub(super) fn told(records: &LogLines) -> VecDeque<Word> {
    let drawn = records.iter().filter(|(_, record)| record.action().is_none_or(|action| action.random));
    drawn.filter_map(|(_, record)| Word::new(record.done()?)).collect()
}
