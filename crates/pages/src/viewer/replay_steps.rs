//! The steps of a log: one for each chance event and action, with the board after it.

use uvi_games::game::{Draw, Seat, Table};
use uvi_match::record::{self, ActionRecord, Log, LogError, Record, last, stand_in, stands};

use super::frames::{Change, Frames};

/// The start, a chance event or an action, with its consequences.
#[derive(Debug)]
pub(super) struct ReplayStep<'a> {
    /// The record of the chance event or action; `None` for the start.
    pub(super) event: Option<&'a Record>,
    /// The draw behind the event, if any.
    pub(super) draw: Option<Draw>,
    /// The records between this event and the next.
    pub(super) notes: Vec<&'a Record>,
    /// The board after the event and its notes; `None` if the log cannot be played that far.
    pub(super) board: Option<BoardView>,
}

#[derive(Debug)]
pub(super) struct BoardView {
    /// The changes from the previous board.
    pub(super) changes: Vec<Change>,
    /// The line number of the board's description.
    pub(super) title: usize,
}

impl<'a> ReplayStep<'a> {
    fn new(event: Option<&'a Record>, draw: Option<Draw>) -> Self {
        Self { event, draw, notes: Vec::new(), board: None }
    }

    /// The number of the event in the log; 0 for the start.
    pub(super) fn n(&self) -> u32 {
        self.event.and_then(Record::number).unwrap_or_default()
    }

    /// The action record; `None` for the start and for chance.
    pub(super) fn action(&self) -> Option<&'a ActionRecord> {
        self.event?.action()
    }
}

#[derive(Debug)]
pub(super) struct ReplaySteps<'a> {
    pub(super) steps: Vec<ReplayStep<'a>>,
    pub(super) frames: Frames,
    /// The first line that cannot be played, if there is one.
    pub(super) broken: Option<LogError>,
}

/// Walks through a log as far as it can be played. Fails if the head of the log names no known game.
pub(super) fn walk(log: &Log) -> Result<ReplaySteps<'_>, LogError> {
    let start = ReplayStep::new(None, None);
    let mut way = ReplaySteps { steps: vec![start], frames: Frames::default(), broken: None };
    // The seed is not checked here, so a log with a wrong seed can still be played.
    let mut walk = match record::Walk::new(log, None) {
        Ok(walk) => Some(walk),
        Err(error) => {
            log.table(None).map_err(|wrong| LogError { line: 1, wrong })?;
            way.broken = Some(error);
            None
        }
    };
    let stands = stands(&log.records);
    for (index, (_, record)) in log.records.iter().enumerate() {
        let played = walk.as_mut().filter(|_| way.broken.is_none()).map(record::Walk::step);
        let before = played.transpose().unwrap_or_else(|error| {
            way.broken = Some(error);
            None
        });
        let before = before.flatten().map(|step| step.before);
        // Records that were taken back later are not shown.
        if !stands[index] {
            continue;
        }
        if record.number().is_none() {
            way.note(record);
            continue;
        }
        if let Some(table) = before {
            way.draw_board(table, &log.records[..index]);
        }
        let draw = before.and_then(|table| drawn(record, table));
        way.steps.push(ReplayStep::new(Some(record), draw));
    }
    if let (Some(walk), None) = (&walk, &way.broken) {
        way.draw_board(walk.table(), &log.records);
    }
    Ok(way)
}

/// The recipe of the draw behind an event. `table` is the position before the event.
fn drawn(event: &Record, table: &dyn Table) -> Option<Draw> {
    let Some(action) = event.action() else { return table.draw() };
    let seat = Seat::new(action.seat).filter(|_| action.random)?;
    Some(stand_in(action.n, seat, &table.legal(seat)))
}

impl<'a> ReplaySteps<'a> {
    /// Draws the board after the last step and its notes.
    fn draw_board(&mut self, table: &dyn Table, records: &[(usize, Record)]) {
        if let Some(step) = self.steps.last_mut() {
            let picture = table.picture(&last(records));
            let changes = self.frames.add(&picture);
            step.board = Some(BoardView { changes, title: self.frames.line(picture.title()) });
        }
    }

    fn note(&mut self, record: &'a Record) {
        if let Some(step) = self.steps.last_mut() {
            step.notes.push(record);
        }
    }
}
