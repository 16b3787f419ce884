//! The facts that a result needs from a log, gathered record by record while the log is written or read. So there is
//! one way from records to a result, even for a reader that does not hold all records.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uvi::Fault;
use uvi_games::game::Seat;
use uvi_match::record::{FaultRecord, Head, Log, Record, ResultRecord, UndoRecord};

use super::{Fingerprint, SeatEffort, copies::FingerprintCourse, effort::Efforts};

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatFault {
    /// The seat, counted from 1.
    pub seat: u32,
    /// The word of the fault.
    pub fault: Fault,
}

/// The time that a bot took in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatTimes {
    /// The number of decisions.
    pub decisions: u32,
    /// The time of all decisions, in milliseconds.
    pub ms: f64,
    /// The time of the longest decision, in milliseconds.
    pub longest: f64,
}

/// The facts in a log's records that results and ratings need.
#[derive(Debug, Clone)]
pub struct LogFacts {
    head: Head,
    course: FingerprintCourse,
    efforts: Efforts,
    faults: Vec<FaultRecord>,
    /// The times of actions that were not taken back.
    actions: Vec<TimedAnswer>,
    /// The times of refused answers. A takeback does not give that time back.
    tries: Vec<TimedAnswer>,
    result: Option<ResultRecord>,
}

#[derive(Debug, Clone, Copy)]
struct TimedAnswer {
    /// The number of the action; 0 if the answer has no number.
    n: u32,
    seat: u32,
    ms: f64,
}

impl LogFacts {
    /// The facts of a log with this head and no other record.
    pub fn new(head: Head) -> Self {
        Self {
            course: FingerprintCourse::new(&head),
            efforts: Efforts::new(&head.terms),
            head,
            faults: Vec::new(),
            actions: Vec::new(),
            tries: Vec::new(),
            result: None,
        }
    }

    /// The facts of a whole log.
    pub fn of(log: &Log) -> Self {
        let mut facts = Self::new(log.head.clone());
        for (_, record) in &log.records {
            facts.add(record);
        }
        facts
    }

    /// Adds the next record to the facts, which the first record begins.
    pub fn hear(facts: &mut Option<Box<Self>>, record: &Record) {
        match (facts.as_mut(), record) {
            (Some(facts), record) => facts.add(record),
            (None, Record::Match(head)) => *facts = Some(Box::new(Self::new((**head).clone()))),
            (None, _) => {}
        }
    }

    /// Adds the next record after the head, as it stands in the log.
    pub fn add(&mut self, record: &Record) {
        self.course.add(record);
        self.efforts.add(record);
        match record {
            Record::Action(action) => {
                self.actions.extend(action.ms.map(|ms| TimedAnswer { n: action.n, seat: action.seat, ms }));
            }
            Record::Try(again) => self.tries.extend(again.ms.map(|ms| TimedAnswer { n: 0, seat: again.seat, ms })),
            Record::Fault(fault) => self.faults.push(fault.clone()),
            Record::Undo(UndoRecord { to, .. }) => self.actions.retain(|action| action.n <= *to),
            Record::Result(result) => self.result = Some(result.clone()),
            Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Vacated(_) => {}
        }
    }

    /// The first record.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The names of the players for people, in seat order.
    pub fn names(&self) -> Vec<String> {
        self.head.seats.iter().map(|seat| seat.shown().to_owned()).collect()
    }

    /// The names in the tournament, in seat order. `None` if a seat has no such name.
    pub(crate) fn entrants(&self) -> Option<Vec<String>> {
        self.head.seats.iter().map(|seat| seat.entrant.clone()).collect()
    }

    /// The result, or `None` if the game has not ended.
    pub fn result(&self) -> Option<&ResultRecord> {
        self.result.as_ref()
    }

    /// The first seat whose bot could not be started, and the reason.
    pub fn unstarted(&self) -> Option<(u32, &str)> {
        let fault = self.faults.iter().find(|fault| fault.fault == Fault::NoStart)?;
        Some((fault.seat, fault.text.as_str()))
    }

    /// The fault of a seat whose bot never greeted. `None` if it greeted.
    pub fn mute(&self, seat: Seat) -> Option<&str> {
        let is_heard = self.head.seats.get(seat.index()).is_none_or(|head| head.name.is_some());
        let fault = self.faults.iter().find(|fault| fault.seat == seat.number() && !is_heard)?;
        Some(&fault.text)
    }

    pub(crate) fn faults(&self) -> &[FaultRecord] {
        &self.faults
    }

    pub(crate) fn course(&self) -> Fingerprint {
        self.course.fingerprint()
    }

    /// The effort of each seat that has any. Empty if bots could not answer again and no bot reported tokens or a cost.
    pub(crate) fn efforts(&self) -> Vec<SeatEffort> {
        self.efforts.of_seats(self.result())
    }

    /// The times of the seats. `None` if the log was written without times.
    pub(crate) fn times(&self) -> Option<Vec<SeatTimes>> {
        let mut seats = vec![SeatTimes::default(); self.head.seats.len()];
        // The time of a refused answer is part of the decision that followed.
        let answers = self.actions.iter().map(|action| (1, action)).chain(self.tries.iter().map(|again| (0, again)));
        for (decisions, &TimedAnswer { seat, ms, .. }) in answers {
            let Some(seat) = (seat as usize).checked_sub(1).and_then(|place| seats.get_mut(place)) else { continue };
            seat.decisions += decisions;
            seat.ms += ms;
            seat.longest = seat.longest.max(ms);
        }
        self.head.started.is_some().then_some(seats)
    }
}
