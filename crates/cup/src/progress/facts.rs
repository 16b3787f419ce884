//! What the result of a game needs of its log, gathered record by record: while the log is written, or when it is read. So
//! there is one way from records to a result, whether somebody holds all of them or not.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uvi::Fault;
use uvi_match::record::{FaultRecord, Head, Log, Record, ResultRecord, UndoRecord};

use super::{Fingerprint, SeatEffort, copies::Course, effort::Efforts};

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatFault {
    /// Counted from 1.
    pub seat: u32,
    /// The fault's word.
    pub fault: Fault,
}

/// How long a bot took in a game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatTimes {
    /// How many decisions it made.
    pub decisions: u32,
    /// How long they took together, in milliseconds.
    pub ms: f64,
    /// How long the longest took, in milliseconds.
    pub longest: f64,
}

/// What the records of a log say, as far as results and ratings need it.
#[derive(Debug, Clone)]
pub struct Facts {
    /// The name of the match.
    pub(crate) name: String,
    /// Whether the log has times.
    is_timed: bool,
    course: Course,
    efforts: Efforts,
    faults: Vec<SeatFault>,
    /// The first bot that could not be started, and why.
    unstarted: Option<(u32, String)>,
    /// How long actions took that were not taken back.
    actions: Vec<Taken>,
    /// How long answers took that were refused; time that was used stays used.
    tries: Vec<Taken>,
    result: Option<ResultRecord>,
}

/// How long an answer took.
#[derive(Debug, Clone, Copy)]
struct Taken {
    /// The number of the action, 0 for what has none.
    n: u32,
    seat: u32,
    ms: f64,
}

impl Facts {
    /// What a log says that begins so.
    pub fn new(head: &Head) -> Self {
        Self {
            name: head.name.clone(),
            is_timed: head.started.is_some(),
            course: Course::new(head),
            efforts: Efforts::new(&head.terms),
            faults: Vec::new(),
            unstarted: None,
            actions: Vec::new(),
            tries: Vec::new(),
            result: None,
        }
    }

    /// What a log says that was read.
    pub fn of(log: &Log) -> Self {
        let mut facts = Self::new(&log.head);
        for (_, record) in &log.records {
            facts.add(record);
        }
        facts
    }

    /// The next record after the head, as it stands in the log.
    pub fn add(&mut self, record: &Record) {
        self.course.add(record);
        self.efforts.add(record);
        match record {
            Record::Action(action) => {
                self.actions.extend(action.ms.map(|ms| Taken { n: action.n, seat: action.seat, ms }));
            }
            Record::Try(again) => self.tries.extend(again.ms.map(|ms| Taken { n: 0, seat: again.seat, ms })),
            Record::Fault(FaultRecord { seat, fault, text, .. }) => {
                self.faults.push(SeatFault { seat: *seat, fault: *fault });
                if *fault == Fault::NoStart {
                    self.unstarted.get_or_insert_with(|| (*seat, text.clone()));
                }
            }
            Record::Undo(UndoRecord { to, .. }) => self.actions.retain(|action| action.n <= *to),
            Record::Result(result) => self.result = Some(result.clone()),
            Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Vacated(_) => {}
        }
    }

    /// How the game ended, if it has.
    pub fn result(&self) -> Option<&ResultRecord> {
        self.result.as_ref()
    }

    /// The first seat whose bot could not be started, and why.
    pub fn unstarted(&self) -> Option<(u32, &str)> {
        self.unstarted.as_ref().map(|(seat, why)| (*seat, why.as_str()))
    }

    /// What bots did wrong, in order.
    pub(crate) fn faults(&self) -> Vec<SeatFault> {
        self.faults.clone()
    }

    /// What the game was, move for move.
    pub(crate) fn course(&self) -> Fingerprint {
        self.course.fingerprint()
    }

    /// What bots needed for their answers: nothing, where no bot could try again and none counted tokens.
    pub(crate) fn efforts(&self) -> Vec<SeatEffort> {
        self.efforts.of_seats(self.result())
    }

    /// The times of so many seats; `None` if the log was written without.
    pub(crate) fn times(&self, seats: usize) -> Option<Vec<SeatTimes>> {
        let mut seats = vec![SeatTimes::default(); seats];
        let place = |seat: u32| usize::try_from(seat).ok()?.checked_sub(1);
        for action in &self.actions {
            let Some(seat) = place(action.seat).and_then(|place| seats.get_mut(place)) else { continue };
            seat.decisions += 1;
            seat.take(action.ms);
        }
        // An answer that was refused is a part of the decision that came after.
        for again in &self.tries {
            if let Some(seat) = place(again.seat).and_then(|place| seats.get_mut(place)) {
                seat.take(again.ms);
            }
        }
        self.is_timed.then_some(seats)
    }
}

impl SeatTimes {
    /// An answer took so many milliseconds.
    fn take(&mut self, ms: f64) {
        self.ms += ms;
        self.longest = self.longest.max(ms);
    }
}
