//! What bots needed for their answers, where that is told: answers that were refused and tried again, what a language
//! model read and wrote, and which of them forfeited why.

use std::{collections::BTreeMap, ops::AddAssign};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uvi::{Fault, OnFault};
use uvi_match::record::{Log, Record, Tokens};

/// What a bot needed for its answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// How many answers were refused as illegal, those among them that were faults.
    #[serde(default)]
    pub illegal: u32,
    /// How many answers could not be read, those among them that were faults.
    #[serde(default)]
    pub unreadable: u32,
    /// How often it was asked again after such an answer.
    #[serde(default)]
    pub retries: u32,
    /// How often it forfeited, by the word of the fault or `resign`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeits: BTreeMap<String, u32>,
    /// What its language model read and wrote, where it counts that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// What that cost, in whatever the bot counts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// What the bot of a seat needed for its answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatEffort {
    /// The seat.
    pub seat: u32,
    /// What its bot needed.
    pub effort: Effort,
}

impl SeatEffort {
    /// What a log says of it: nothing, where no bot could try again and none counted tokens.
    pub(crate) fn of(log: &Log) -> Vec<Self> {
        let counted = log.infos().any(|(_, info)| info.tokens.is_some() || info.cost.is_some());
        if log.head.terms.retry.is_none() && !counted {
            return Vec::new();
        }
        let mut seats: BTreeMap<u32, Effort> = BTreeMap::new();
        for again in log.tries() {
            let effort = seats.entry(again.seat).or_default();
            effort.retries += 1;
            effort.refused(again.fault);
        }
        for fault in log.faults() {
            let effort = seats.entry(fault.seat).or_default();
            effort.refused(fault.fault);
            if log.head.terms.on_fault == OnFault::Forfeit {
                effort.forfeited(fault.fault.word());
            }
        }
        for seat in resigned(log) {
            seats.entry(seat).or_default().forfeited(RESIGN);
        }
        for (seat, info) in log.infos() {
            let effort = seats.entry(seat).or_default();
            effort.spent(info.tokens, info.cost.as_ref().and_then(serde_json::Number::as_f64));
        }
        let seats = seats.into_iter().filter(|(_, effort)| *effort != Effort::default());
        seats.map(|(seat, effort)| Self { seat, effort }).collect()
    }
}

const RESIGN: &str = "resign";

/// The seats that gave up.
fn resigned(log: &Log) -> impl Iterator<Item = u32> {
    let ended = log.result().filter(|result| result.reason == RESIGN).and_then(|result| result.seat);
    let together = log.result().map(|result| result.resigned.as_slice()).unwrap_or_default();
    let vacated = log.records.iter().filter_map(|(_, record)| match record {
        Record::Vacated(vacated) if vacated.reason == RESIGN => Some(vacated.seat),
        Record::Vacated(_)
        | Record::Match(_)
        | Record::Chance(_)
        | Record::Action(_)
        | Record::Score(_)
        | Record::Fault(_)
        | Record::Try(_)
        | Record::Undo(_)
        | Record::Result(_) => None,
    });
    let vacated: Vec<u32> = vacated.collect();
    ended
        .filter(|seat| !vacated.contains(seat))
        .into_iter()
        .chain(vacated.clone())
        .chain(together.iter().map(|resigned| resigned.seat))
}

impl Effort {
    /// How many answers were refused.
    pub fn tries(&self) -> u32 {
        self.illegal.saturating_add(self.unreadable)
    }

    fn refused(&mut self, fault: Fault) {
        match fault {
            Fault::Illegal => self.illegal += 1,
            Fault::Unreadable => self.unreadable += 1,
            Fault::Timeout | Fault::Flood | Fault::Crash | Fault::Deaf | Fault::NoStart | Fault::NoGreeting => {}
        }
    }

    fn forfeited(&mut self, why: &str) {
        *self.forfeits.entry(why.to_owned()).or_default() += 1;
    }

    fn spent(&mut self, tokens: Option<Tokens>, cost: Option<f64>) {
        if let Some(tokens) = tokens {
            *self.tokens.get_or_insert_default() += tokens;
        }
        if let Some(cost) = cost {
            *self.cost.get_or_insert_default() += cost;
        }
    }
}

impl AddAssign<&Effort> for Effort {
    fn add_assign(&mut self, more: &Effort) {
        self.illegal = self.illegal.saturating_add(more.illegal);
        self.unreadable = self.unreadable.saturating_add(more.unreadable);
        self.retries = self.retries.saturating_add(more.retries);
        for (why, times) in &more.forfeits {
            *self.forfeits.entry(why.clone()).or_default() += times;
        }
        self.spent(more.tokens, more.cost);
    }
}

#[cfg(test)]
mod tests {
    use uvi_games::games::REGISTRY;

    use super::*;

    /// What each seat gave up by and counted, in a log of this result.
    fn counted(result: &str) -> Vec<(u32, String, Option<u64>, Option<f64>)> {
        let log = include_str!("../../../tests/logs/v1/complete.jsonl");
        let head = log.lines().next().expect("a log has a head");
        let rest = r#""position":"","seed":null,"decisions":0"#;
        let log = format!("{head}\n{{\"type\":\"result\",{rest},{result}}}\n");
        let log = uvi_match::record::read(REGISTRY, log.as_bytes()).expect("the log can be read");
        let row = |SeatEffort { seat, effort }| {
            let forfeits: Vec<String> = effort.forfeits.iter().map(|(why, times)| format!("{why} {times}")).collect();
            (seat, forfeits.join(" "), effort.tokens.map(|tokens| tokens.read), effort.cost)
        };
        SeatEffort::of(&log).into_iter().map(row).collect()
    }

    #[test]
    fn seats_that_resign_at_the_same_time_are_counted_each() {
        let resigned = r#""resigned":[{"seat":1,"info":{"tokens":[7,8],"cost":0.25}},{"seat":2}]"#;
        let expected = [(1, "resign 1".to_owned(), Some(7), Some(0.25)), (2, "resign 1".to_owned(), None, None)];
        assert_eq!(counted(&format!(r#""reason":"resign",{resigned}"#)), expected);
        // The fault of the other names the reason.
        assert_eq!(counted(&format!(r#""reason":"timeout",{resigned}"#)), expected);
        let alone = r#""reason":"resign","seat":2,"info":{"tokens":[9,9]}"#;
        assert_eq!(counted(alone), [(2, "resign 1".to_owned(), Some(9), None)]);
    }
}
