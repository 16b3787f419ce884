//! The log of a game that another process plays, read as it grows.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    path::Path,
};

use serde::Deserialize;

use crate::{file_tail::FileTail, talk::RunningMove};

/// The number of last actions kept.
const LAST: usize = 3;

/// The state of a game as its log has it.
#[derive(Debug, Default)]
pub struct GameLog {
    tail: FileTail,
    /// The first record; `None` until it is written.
    pub head: Option<LogHead>,
    /// The number of actions and chance events.
    pub plies: usize,
    /// The last actions.
    pub last: VecDeque<RunningMove>,
    /// The place in the list of moves after each action and chance event.
    places: Vec<MovePlace>,
    /// The time left of each seat, in milliseconds.
    pub left: BTreeMap<usize, u64>,
    /// The last score that each seat gave its own position.
    pub scores: BTreeMap<usize, f64>,
    /// The seat of each fault.
    pub faults: Vec<usize>,
    /// The end; `None` while the game runs.
    pub end: Option<GameEnd>,
}

/// The place of the last action in the list of moves, whose rows are rounds. A round has at most one turn of each seat, in
/// the order of the seats. The list on the page follows the same rule.
#[derive(Debug, Clone, Copy, Default)]
struct MovePlace {
    /// From 1; 0 before the first action.
    round: u32,
    /// The seat that acted last; the highest of its round.
    seat: usize,
    /// True if a chance event came after the action.
    is_past: bool,
}

impl MovePlace {
    fn after_chance(self) -> Self {
        Self { is_past: true, ..self }
    }

    /// The place after another action. Further actions of a seat belong to its turn, unless a chance event came between.
    fn after(self, seat: usize) -> Self {
        let is_same_turn = seat == self.seat && !self.is_past;
        let is_new_round = self.round == 0 || (!is_same_turn && seat <= self.seat);
        Self { round: self.round + u32::from(is_new_round), seat, is_past: false }
    }
}

/// The end of a game.
#[derive(Debug, Clone)]
pub struct GameEnd {
    /// The reason.
    pub reason: String,
    /// The points of each seat.
    pub score: Option<Vec<String>>,
    /// The score that all seats share.
    pub shared: Option<u32>,
}

/// The first record of a log.
#[derive(Debug, Clone, Deserialize)]
pub struct LogHead {
    /// The variant's word.
    pub variant: String,
    /// The rule options.
    pub options: BTreeMap<String, String>,
    /// The seats in the order of play.
    pub seats: Vec<LogSeat>,
}

/// A seat in the first record.
#[derive(Debug, Clone, Deserialize)]
pub struct LogSeat {
    /// The name that the bot gave itself.
    #[serde(default)]
    pub name: String,
    /// The command line of the bot.
    #[serde(default)]
    pub command: String,
    /// The options of the bot that are set.
    #[serde(default)]
    pub options: Vec<(String, String)>,
    /// The limits of the seat, as words of `clock`; empty if it has none of its own.
    #[serde(default)]
    pub clock: String,
}

/// A record of any type, with the fields that are shown.
#[derive(Deserialize)]
struct LogRecord {
    r#type: String,
    #[serde(default)]
    seat: Option<usize>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    clock: Option<f64>,
    #[serde(default)]
    info: serde_json::Value,
    #[serde(default)]
    to: Option<usize>,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    score: Option<Vec<String>>,
    #[serde(default)]
    shared: Option<u32>,
}

impl GameLog {
    /// A log of which nothing has been read.
    pub fn new(path: &Path) -> Self {
        Self { tail: FileTail::new(path), ..Self::default() }
    }

    /// Reads new records. Returns true if there were any.
    ///
    /// # Errors
    /// If the log cannot be read.
    pub fn read_news(&mut self) -> io::Result<bool> {
        let news = self.tail.read()?;
        if news.is_restarted {
            *self = Self { tail: std::mem::take(&mut self.tail), ..Self::default() };
        }
        news.text.split_inclusive(|byte| *byte == b'\n').for_each(|line| self.add(line));
        Ok(!news.text.is_empty())
    }

    fn add(&mut self, line: &[u8]) {
        if self.head.is_none() {
            self.head = serde_json::from_slice(line).ok();
            return;
        }
        // A newer arbiter may write records unknown to this program.
        let Ok(record) = serde_json::from_slice::<LogRecord>(line) else { return };
        match record.r#type.as_str() {
            "chance" => {
                self.plies += 1;
                self.places.push(self.place().after_chance());
            }
            "action" => {
                self.plies += 1;
                let place = record.seat.map_or_else(|| self.place(), |seat| self.place().after(seat));
                self.places.push(place);
                self.last.push_back(RunningMove { round: place.round, seat: place.seat, text: record.text });
                if self.last.len() > LAST {
                    self.last.pop_front();
                }
                let Some(seat) = record.seat else { return };
                if let Some(clock) = record.clock {
                    self.left.insert(seat, clock.max(0.0) as u64);
                }
                if let Some(score) = record.info.get("score").and_then(serde_json::Value::as_f64) {
                    self.scores.insert(seat, score);
                }
            }
            "undo" => {
                self.plies = record.to.unwrap_or(self.plies);
                self.places.truncate(self.plies);
            }
            "fault" => self.faults.extend(record.seat),
            "result" => {
                let LogRecord { reason, score, shared, .. } = record;
                self.end = Some(GameEnd { reason, score, shared });
            }
            _ => {}
        }
    }

    fn place(&self) -> MovePlace {
        self.places.last().copied().unwrap_or_default()
    }
}

/// The part of a log up to the board after `plies` actions and chance events; `None` if the log has no such board. After
/// a takeback the later board counts.
pub fn log_up_to(log: &str, plies: usize) -> Option<&str> {
    let (mut place, mut count, mut found) = (0, 0, None);
    for (number, line) in log.split_inclusive('\n').enumerate() {
        if number > 0 {
            let record: LogRecord = serde_json::from_str(line).ok()?;
            match record.r#type.as_str() {
                "chance" | "action" => count += 1,
                "undo" => count = record.to.unwrap_or(count),
                // The end is no part of an earlier board.
                "result" if count != plies => break,
                _ => {}
            }
        }
        place += line.len();
        if count == plies && line.ends_with('\n') {
            found = Some(place);
        }
    }
    found.map(|end| &log[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = concat!(
        r#"{"type":"match","variant":"chess","options":{},"seats":[{"command":"a"},{"command":"b"}]}"#,
        "\n",
        r#"{"type":"action","n":1,"seat":1,"action":"e2e4","text":"e4","clock":900.5,"info":{"score":12}}"#,
        "\n",
        r#"{"type":"action","n":2,"seat":2,"action":"e7e5","text":"e5","ms":1}"#,
        "\n",
        r#"{"type":"undo","plies":1,"to":1}"#,
        "\n",
        r#"{"type":"action","n":2,"seat":2,"action":"c7c5","text":"c5","info":{"score":-7}}"#,
        "\n",
        r#"{"type":"fault","seat":1,"fault":"crash","text":"gone"}"#,
        "\n",
        r#"{"type":"result","reason":"crash","score":["0","1"]}"#,
        "\n",
    );

    #[test]
    fn a_log_tells_clocks_scores_last_moves_and_the_end() {
        let mut log = GameLog::default();
        LOG.lines().for_each(|line| log.add(line.as_bytes()));
        assert_eq!((log.plies, log.left.get(&1), log.left.get(&2)), (2, Some(&900), None));
        assert_eq!((log.scores.get(&1), log.scores.get(&2)), (Some(&12.0), Some(&-7.0)));
        let last: Vec<_> = log.last.iter().map(|it| (it.round, it.seat, it.text.as_str())).collect();
        assert_eq!(last, [(1, 1, "e4"), (1, 2, "e5"), (1, 2, "c5")]);
        assert_eq!(log.end.expect("the end").reason, "crash");
        assert_eq!(log.head.expect("a head").seats[1].command, "b");
    }

    #[test]
    fn rounds_are_counted_as_in_the_list_of_moves() {
        let place = |places: Vec<MovePlace>, seat: usize| {
            let last = places.last().copied().unwrap_or_default();
            [places, vec![if seat == 0 { last.after_chance() } else { last.after(seat) }]].concat()
        };
        let rounds = |seats: &[usize]| -> Vec<u32> {
            seats.iter().copied().fold(Vec::new(), place).into_iter().map(|place| place.round).collect()
        };
        assert_eq!(rounds(&[1, 2, 1, 2, 1]), [1, 1, 2, 2, 3]);
        // Several actions of a turn, and seats that have left.
        assert_eq!(rounds(&[1, 1, 3, 3, 1, 2]), [1, 1, 1, 1, 2, 2]);
        // Chance between two turns of a seat.
        assert_eq!(rounds(&[0, 1, 1, 0, 1, 0, 2]), [0, 1, 1, 1, 2, 2, 2]);
    }

    #[test]
    fn an_earlier_board_is_that_of_the_moves_that_stand() {
        let lines = |plies| log_up_to(LOG, plies).map(|log| log.lines().count());
        assert_eq!([0, 1, 2, 3].map(lines), [Some(1), Some(4), Some(7), None]);
        assert_eq!(log_up_to(&LOG[..LOG.len() - 1], 2).map(|log| log.lines().count()), Some(6), "half a line");
        assert_eq!(log_up_to("nonsense", 0), None);
    }
}
