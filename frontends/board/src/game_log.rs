//! The log of a game that another process plays, read as it grows.

use std::{io, path::Path};

use uvi::{TurnCount, TurnRules};
use uvi_cup::{GameResult, LogFacts};
use uvi_match::record::{ActionRecord, FaultRecord, Head, Record, ResultRecord, TryRecord};

use crate::{file_tail::FileTail, talk::RunningMove};

const LAST: usize = 3;

#[derive(Debug, Default)]
pub struct GameLog {
    tail: FileTail,
    /// `None` until the first record is written.
    facts: Option<Box<LogFacts>>,
    /// The actions and chance events that stand.
    pub plies: Vec<LoggedPly>,
}

#[derive(Debug, Clone)]
pub struct LoggedPly {
    seat: Option<u32>,
    /// The action as people write it; empty for chance.
    text: String,
    /// The time left on the seat's clock, in milliseconds.
    pub left: Option<u64>,
    /// The score that the seat gave its own position.
    pub score: Option<f64>,
}

impl GameLog {
    /// A log of which nothing has been read.
    pub fn new(path: &Path) -> Self {
        Self { tail: FileTail::new(path), ..Self::default() }
    }

    /// Reads new records. Returns true if there were any.
    pub fn read_news(&mut self) -> io::Result<bool> {
        let news = self.tail.read()?;
        if news.is_restarted {
            *self = Self { tail: std::mem::take(&mut self.tail), ..Self::default() };
        }
        news.text.split_inclusive(|byte| *byte == b'\n').for_each(|line| self.add(line));
        Ok(!news.text.is_empty())
    }

    fn add(&mut self, line: &[u8]) {
        // A newer arbiter may write records unknown to this program.
        let Ok(record) = serde_json::from_slice::<Record>(line) else { return };
        LogFacts::hear(&mut self.facts, &record);
        match record {
            Record::Chance(_) => self.act(None),
            Record::Action(action) => self.act(Some(&action)),
            Record::Undo(undo) => self.plies.truncate(undo.to as usize),
            Record::Match(_) | Record::Score(_) | Record::Fault(_) | Record::Try(_) => {}
            Record::Vacated(_) | Record::Result(_) => {}
        }
    }

    /// Adds an action, or a chance event.
    fn act(&mut self, action: Option<&ActionRecord>) {
        let (seat, text) = action.map_or((None, String::new()), |action| (Some(action.seat), action.text.clone()));
        let left = action.and_then(|action| action.clock).map(|clock| clock.max(0.0) as u64);
        let score = action.and_then(|action| action.info.as_ref()?.said());
        self.plies.push(LoggedPly { seat, text, left, score });
    }

    pub fn last(&self, rules: &TurnRules) -> Vec<RunningMove> {
        let mut turns = TurnCount::default();
        let moves = self.plies.iter().filter_map(|ply| {
            turns = turns.after(rules, ply.seat, &ply.text);
            let number = turns.place().and_then(|place| place.number);
            Some(RunningMove { number, seat: ply.seat?, text: ply.text.clone() })
        });
        let mut moves: Vec<RunningMove> = moves.collect();
        moves.split_off(moves.len().saturating_sub(LAST))
    }

    /// The first record; `None` until it is written.
    pub fn head(&self) -> Option<&Head> {
        self.facts.as_ref().map(|facts| facts.head())
    }

    /// The names of the players, in seat order. Empty until the first record is written.
    pub fn names(&self) -> Vec<String> {
        self.facts.as_ref().map(|facts| facts.names()).unwrap_or_default()
    }

    pub fn has_ended(&self) -> bool {
        self.facts.as_ref().is_some_and(|facts| facts.result().is_some())
    }

    /// The row of the game in the results; `None` while the game runs, and if its log does not name its tournament.
    pub fn result(&self) -> Option<GameResult> {
        GameResult::of(self.facts.as_ref()?).ok()
    }

    /// The time on a seat's clock at the start, in milliseconds; `None` if it has no clock.
    pub fn time(&self, seat: u32) -> Option<u64> {
        let head = self.head()?;
        head.seats.get((seat as usize).checked_sub(1)?)?.clock.unwrap_or(head.clock).time
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

/// The part of a log up to the last board after `plies` actions and chance events; `None` if the log has no such board.
pub fn log_up_to(log: &str, plies: usize) -> Option<&str> {
    let (mut place, mut count, mut found) = (0, 0, None);
    for line in log.split_inclusive('\n') {
        match serde_json::from_str(line) {
            Ok(Record::Chance(_) | Record::Action(_)) => count += 1,
            Ok(Record::Undo(undo)) => count = undo.to as usize,
            // The end is no part of an earlier board.
            Ok(Record::Result(_)) if count != plies => break,
            // A newer arbiter may write records unknown to this program.
            Ok(_) | Err(_) => {}
        }
        place += line.len();
        if count == plies && line.ends_with('\n') {
            found = Some(place);
        }
    }
    found.map(|end| &log[..end])
}

/// A log without what faults tell of this machine: folders, lines and stderr of bots. It verifies if the log does.
pub fn without_details(log: &str) -> String {
    let told = || "its owner alone is told the details".to_owned();
    let mut is_whole = true;
    let shown = |line: &str| {
        let record = match serde_json::from_str(line) {
            Ok(Record::Fault(fault)) => {
                Record::Fault(FaultRecord { text: told(), line: None, column: None, stderr: None, ..fault })
            }
            // A line that is cut is not compared with the fault.
            Ok(Record::Try(again)) => Record::Try(TryRecord { text: told(), line: "…".to_owned(), ..again }),
            Ok(Record::Result(result)) if !is_whole => Record::Result(ResultRecord { sha256: None, ..result }),
            Ok(_) => return line.to_owned(),
            // A torn line, or a record unknown to this program, may have what nobody may know.
            Err(_) => return String::new(),
        };
        is_whole = false;
        serde_json::to_string(&record).map(|text| format!("{text}\n")).unwrap_or_default()
    };
    log.split_inclusive('\n').map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: &str = r#""player":"bot","name":"X","author":null,"command":"x","options":[],"set":[]"#;

    fn text() -> String {
        let seats =
            format!(r#"{{"seat":1,"entrant":"a",{SEAT},"clock":"time 1000"}},{{"seat":2,"entrant":"b",{SEAT}}}"#);
        let head = concat!(
            r#"{"type":"match","uvi":1,"arbiter":"0","match":"m","variant":"chess","options":{},"#,
            r#""clock":"time 60000 inc 100","onfault":"forfeit","patience":{"greet":1,"ready":1,"quit":1},"info":"last","#,
            r#""commitment":null,"start":"","setposition":false,"tournament":{"block":1,"round":1,"game":7},"seats":["#,
        );
        let records = [
            r#"{"type":"action","n":1,"seat":1,"action":"e2e4","text":"e4","clock":900.5,"info":{"score":12}}"#,
            r#"{"type":"action","n":2,"seat":2,"action":"e7e5","text":"e5","ms":1}"#,
            r#"{"type":"undo","plies":1,"to":1}"#,
            r#"{"type":"action","n":2,"seat":2,"action":"c7c5","text":"c5","info":{"score":-7}}"#,
            r#"{"type":"of a newer arbiter"}"#,
            r#"{"type":"fault","seat":1,"fault":"crash","text":"gone"}"#,
            r#"{"type":"result","reason":"crash","score":["0","1"],"position":"","seed":"0000000000000000000000000000002a","decisions":2}"#,
        ];
        format!("{head}{seats}]}}\n{}\n", records.join("\n"))
    }

    #[test]
    fn a_log_tells_names_clocks_scores_last_moves_and_the_result() {
        let mut log = GameLog::default();
        text().lines().take(6).for_each(|line| log.add(line.as_bytes()));
        assert_eq!((log.names().join(" "), log.has_ended()), ("a b".to_owned(), false));
        text().lines().skip(6).for_each(|line| log.add(line.as_bytes()));
        assert_eq!((log.plies.len(), log.left(1), log.left(2)), (2, Some(900), None));
        assert_eq!((log.score(1), log.score(2)), (Some(12.0), Some(-7.0)));
        let last = log.last(&TurnRules::default());
        let last: Vec<_> = last.iter().map(|it| (it.number, it.seat, it.text.as_str())).collect();
        assert_eq!(last, [(Some(1), 1, "e4"), (Some(1), 2, "c5")]);
        assert_eq!([1, 2, 3].map(|seat| log.time(seat)), [Some(1000), Some(60_000), None]);
        let result = log.result().expect("a result");
        assert!(log.has_ended());
        assert_eq!((result.game, result.seats.join(" ")), (7, "a b".to_owned()));
    }

    #[test]
    fn a_shared_log_has_no_details_of_faults() {
        let again = r#"{"type":"try","seat":2,"fault":"unreadable","text":"found File /home/ann/bot","#.to_owned()
            + r#""line":"bestmove File /home/ann/bot","column":10,"position":"x","left":1}"#;
        let fault = r#"{"type":"fault","seat":2,"fault":"crash","text":"File /home/ann/bot","line":"/home/ann","stderr":"/home/ann"}"#;
        let shared = without_details(&format!("{}{again}\n{fault}\nhalf a li", text()));
        assert!(!shared.contains("/home/ann") && !shared.contains("half a li"), "{shared}");
        let types = |log: &str| log.matches("\"type\"").count();
        // The record of a newer arbiter is left out.
        assert_eq!((types(&shared), shared.lines().count()), (types(&text()) + 1, text().lines().count() + 1));
    }

    #[test]
    fn an_earlier_board_is_that_of_the_moves_that_stand() {
        let text = text();
        let lines = |plies| log_up_to(&text, plies).map(|log| log.lines().count());
        assert_eq!([0, 1, 2, 3].map(lines), [Some(1), Some(4), Some(8), None]);
        assert_eq!(log_up_to(&text[..text.len() - 1], 2).map(|log| log.lines().count()), Some(7), "half a line");
        assert_eq!(log_up_to("nonsense", 0), None);
    }
}
