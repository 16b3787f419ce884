//! The log of a game that another process plays, read as it grows.

use std::{
    collections::{BTreeMap, VecDeque},
    io,
    path::Path,
};

use serde::Deserialize;
use uvi::ClockWords;

use crate::{file_tail::FileTail, talk::RunningMove, turn_count::TurnCount};

/// The number of last actions kept.
const LAST: usize = 3;

/// The state of a game as its log has it.
#[derive(Debug, Default)]
pub struct GameLog {
    tail: FileTail,
    /// The first record; `None` until it is written.
    pub head: Option<LogHead>,
    /// The actions and chance events that stand.
    pub plies: Vec<LoggedPly>,
    /// The last actions.
    pub last: VecDeque<RunningMove>,
    /// The seat of each fault.
    pub faults: Vec<usize>,
    /// The end; `None` while the game runs.
    pub end: Option<GameEnd>,
}

/// An action or a chance event.
#[derive(Debug, Clone, Copy)]
pub struct LoggedPly {
    /// The seat that acted; `None` for chance.
    seat: Option<u32>,
    turns: TurnCount,
    /// The time left on the seat's clock, in milliseconds.
    pub left: Option<u64>,
    /// The score that the seat gave its own position.
    pub score: Option<f64>,
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
    /// The limits of seats without their own, as words of `clock`.
    #[serde(default)]
    clock: String,
}

impl LogHead {
    /// The time on a seat's clock at the start, in milliseconds; `None` if it has no clock.
    pub fn time(&self, seat: u32) -> Option<u64> {
        let own = &self.seats.get((seat as usize).checked_sub(1)?)?.clock;
        let words = if own.is_empty() { &self.clock } else { own };
        words.parse::<ClockWords>().ok()?.time
    }
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
    seat: Option<u32>,
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
            "chance" | "action" => self.act(record),
            "undo" => self.plies.truncate(record.to.unwrap_or(self.plies.len())),
            "fault" => self.faults.extend(record.seat.map(|seat| seat as usize)),
            "result" => {
                let LogRecord { reason, score, shared, .. } = record;
                self.end = Some(GameEnd { reason, score, shared });
            }
            _ => {}
        }
    }

    fn act(&mut self, record: LogRecord) {
        let LogRecord { seat, text, clock, info, .. } = record;
        let variant = self.head.as_ref().map_or("", |head| &head.variant);
        let turns = self.plies.last().map(|ply| ply.turns).unwrap_or_default().after(variant, seat, &text);
        let left = clock.map(|clock| clock.max(0.0) as u64);
        self.plies.push(LoggedPly { seat, turns, left, score: info.get("score").and_then(serde_json::Value::as_f64) });
        let Some(seat) = seat else { return };
        let number = turns.place().and_then(|place| place.number);
        self.last.push_back(RunningMove { number, seat, text });
        if self.last.len() > LAST {
            self.last.pop_front();
        }
    }

    /// The time left on a seat's clock after its last action, in milliseconds.
    pub fn left(&self, seat: u32) -> Option<u64> {
        self.of(seat).find_map(|ply| ply.left)
    }

    /// The last score that a seat gave its own position.
    pub fn score(&self, seat: u32) -> Option<f64> {
        self.of(seat).find_map(|ply| ply.score)
    }

    /// The actions of a seat, the last one first.
    fn of(&self, seat: u32) -> impl Iterator<Item = &LoggedPly> {
        self.plies.iter().rev().filter(move |ply| ply.seat == Some(seat))
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
        r#"{"type":"match","variant":"chess","options":{},"clock":"time 60000 inc 100","#,
        r#""seats":[{"command":"a","clock":"time 1000"},{"command":"b"}]}"#,
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
        assert_eq!((log.plies.len(), log.left(1), log.left(2)), (2, Some(900), None));
        assert_eq!((log.score(1), log.score(2)), (Some(12.0), Some(-7.0)));
        let last: Vec<_> = log.last.iter().map(|it| (it.number, it.seat, it.text.as_str())).collect();
        assert_eq!(last, [(Some(1), 1, "e4"), (Some(1), 2, "e5"), (Some(1), 2, "c5")]);
        assert_eq!(log.end.expect("the end").reason, "crash");
        let head = log.head.expect("a head");
        assert_eq!((head.seats[1].command.as_str(), head.time(1), head.time(2)), ("b", Some(1000), Some(60_000)));
        assert_eq!(head.time(3), None);
    }

    #[test]
    fn an_earlier_board_is_that_of_the_moves_that_stand() {
        let lines = |plies| log_up_to(LOG, plies).map(|log| log.lines().count());
        assert_eq!([0, 1, 2, 3].map(lines), [Some(1), Some(4), Some(7), None]);
        assert_eq!(log_up_to(&LOG[..LOG.len() - 1], 2).map(|log| log.lines().count()), Some(6), "half a line");
        assert_eq!(log_up_to("nonsense", 0), None);
    }
}
