//! The effort behind the answers of bots, if the log has it: refused answers, retries, forfeits with their reasons, and
//! the tokens of language models.

use std::{collections::BTreeMap, ops::AddAssign};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uvi::{Fault, OnFault};
use uvi_match::record::{InfoSummary, Record, ResultRecord, Terms, Tokens};

/// The effort that a bot's answers took.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// The number of answers that were refused as illegal, including faults.
    #[serde(default)]
    pub illegal: u32,
    /// The number of answers that could not be read, including faults.
    #[serde(default)]
    pub unreadable: u32,
    /// The number of times that the bot was asked again after a refused answer.
    #[serde(default)]
    pub retries: u32,
    /// The number of times that the bot forfeited, by the word of the fault or `resign`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub forfeits: BTreeMap<String, u32>,
    /// The tokens that the bot's language model read and wrote, if the bot counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    /// The cost of the answers, in the unit that the bot counts in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

/// The effort of the bot of a seat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatEffort {
    /// The seat, counted from 1.
    pub seat: u32,
    /// The effort of its bot.
    pub effort: Effort,
}

/// The effort of the bots of a game so far, gathered record by record.
#[derive(Debug, Clone)]
pub(crate) struct Efforts {
    seats: BTreeMap<u32, Effort>,
    forfeits: bool,
    /// True if the log tells efforts: bots could answer again, or a bot has reported tokens or a cost.
    is_told: bool,
    /// The seats that resigned while the game went on.
    resigned: Vec<u32>,
}

impl Efforts {
    pub(crate) fn new(terms: &Terms) -> Self {
        let forfeits = terms.on_fault == OnFault::Forfeit;
        Self { seats: BTreeMap::new(), forfeits, is_told: terms.retry.is_some(), resigned: Vec::new() }
    }

    pub(crate) fn add(&mut self, record: &Record) {
        match record {
            Record::Action(action) => self.spent(action.seat, action.info.as_ref()),
            Record::Try(again) => {
                let effort = self.seats.entry(again.seat).or_default();
                effort.retries += 1;
                effort.refused(again.fault);
                self.spent(again.seat, again.info.as_ref());
            }
            Record::Fault(fault) => {
                let effort = self.seats.entry(fault.seat).or_default();
                effort.refused(fault.fault);
                if self.forfeits {
                    effort.forfeited(fault.fault.word());
                }
                self.spent(fault.seat, fault.info.as_ref());
            }
            Record::Vacated(vacated) => {
                if vacated.reason == RESIGN {
                    self.seats.entry(vacated.seat).or_default().forfeited(RESIGN);
                    self.resigned.push(vacated.seat);
                }
                self.spent(vacated.seat, vacated.info.as_ref());
            }
            Record::Result(result) => {
                if let Some(seat) = result.seat {
                    self.spent(seat, result.info.as_ref());
                }
                for resigned in &result.resigned {
                    self.spent(resigned.seat, resigned.info.as_ref());
                }
            }
            Record::Match(_) | Record::Chance(_) | Record::Score(_) | Record::Undo(_) => {}
        }
    }

    fn spent(&mut self, seat: u32, info: Option<&InfoSummary>) {
        let Some(InfoSummary { tokens, cost, .. }) = info else { return };
        if tokens.is_some() || cost.is_some() {
            self.is_told = true;
            let cost = cost.as_ref().and_then(serde_json::Number::as_f64);
            self.seats.entry(seat).or_default().spent(*tokens, cost);
        }
    }

    /// The effort of each seat that has any, given the result. Empty without retries and without tokens or costs.
    pub(crate) fn of_seats(&self, result: Option<&ResultRecord>) -> Vec<SeatEffort> {
        if !self.is_told {
            return Vec::new();
        }
        let mut seats = self.seats.clone();
        // A resignation that ended the game has no record of its own.
        let ended = result.filter(|result| result.reason == RESIGN).and_then(|result| result.seat);
        if let Some(seat) = ended.filter(|seat| !self.resigned.contains(seat)) {
            seats.entry(seat).or_default().forfeited(RESIGN);
        }
        for resigned in result.map(|result| result.resigned.as_slice()).unwrap_or_default() {
            seats.entry(resigned.seat).or_default().forfeited(RESIGN);
        }
        let seats = seats.into_iter().filter(|(_, effort)| *effort != Effort::default());
        seats.map(|(seat, effort)| SeatEffort { seat, effort }).collect()
    }
}

const RESIGN: &str = "resign";

impl Effort {
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
            let sum = self.cost.get_or_insert_default();
            // The sum stays finite, because JSON has no infinity.
            *sum = (*sum + cost).min(f64::MAX);
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

    fn efforts(log: &str) -> Vec<SeatEffort> {
        let log = uvi_match::record::read(REGISTRY, log.as_bytes()).expect("the log can be read");
        let mut efforts = Efforts::new(&log.head.terms);
        log.records.iter().for_each(|(_, record)| efforts.add(record));
        efforts.of_seats(log.result())
    }

    /// The forfeits, tokens and cost of each seat in a log with this result.
    fn counted(result: &str) -> Vec<(u32, String, Option<u64>, Option<f64>)> {
        let log = include_str!("../../../../tests/logs/v1/complete.jsonl");
        let head = log.lines().next().expect("a log has a head");
        let rest = r#""position":"","seed":null,"decisions":0"#;
        let log = format!("{head}\n{{\"type\":\"result\",{rest},{result}}}\n");
        let row = |SeatEffort { seat, effort }| {
            let forfeits: Vec<String> = effort.forfeits.iter().map(|(why, times)| format!("{why} {times}")).collect();
            (seat, forfeits.join(" "), effort.tokens.map(|tokens| tokens.read), effort.cost)
        };
        efforts(&log).into_iter().map(row).collect()
    }

    #[test]
    fn seats_that_resign_at_the_same_time_are_counted_each() {
        let resigned = r#""resigned":[{"seat":1,"info":{"tokens":[7,8],"cost":0.25}},{"seat":2}]"#;
        let expected = [(1, "resign 1".to_owned(), Some(7), Some(0.25)), (2, "resign 1".to_owned(), None, None)];
        assert_eq!(counted(&format!(r#""reason":"resign",{resigned}"#)), expected);
        // The reason of the result is the fault of the other seat.
        assert_eq!(counted(&format!(r#""reason":"timeout",{resigned}"#)), expected);
        let alone = r#""reason":"resign","seat":2,"info":{"tokens":[9,9]}"#;
        assert_eq!(counted(alone), [(2, "resign 1".to_owned(), Some(9), None)]);
    }

    #[test]
    fn refused_answers_are_counted_where_bots_may_answer_again() {
        let log = include_str!("../../../../tests/logs/v1/tries.jsonl");
        for (on_fault, forfeits) in [("random", None), ("forfeit", Some(1))] {
            let rows = efforts(&log.replacen("\"onfault\":\"random\"", &format!("\"onfault\":\"{on_fault}\""), 1));
            let rows = rows.iter().map(|SeatEffort { seat, effort }| {
                (*seat, effort.illegal, effort.unreadable, effort.retries, effort.forfeits.get("illegal").copied())
            });
            assert_eq!(rows.collect::<Vec<_>>(), [(2, 0, 2, 2, None), (3, 3, 0, 2, forfeits)]);
        }
        assert_eq!(efforts(include_str!("../../../../tests/logs/v1/forfeit.jsonl")), []);
    }

    #[test]
    fn a_cost_stays_a_number() {
        let mut effort = Effort::default();
        for _ in 0..3 {
            effort.spent(None, Some(f64::MAX));
        }
        let more = effort.clone();
        effort += &more;
        let text = serde_json::to_string(&effort).unwrap();
        assert_eq!(serde_json::from_str::<Effort>(&text).unwrap(), effort);
        assert_eq!(effort.cost, Some(f64::MAX));
    }
}
