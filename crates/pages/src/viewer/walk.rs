//! The way through a log: a step for each chance event and action, with the board after it.

use uvi_games::game::{Actor, Draw, Seat, Table, Turn};
use uvi_match::record::{ActionRecord, ChanceRecord, Log, LogError, Record, Replay, Wrong, last, stand_in};

use super::frames::{Change, Frames};

/// What a step is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Event<'a> {
    /// Nothing has happened yet.
    Start,
    /// A chance event.
    Chance(&'a ChanceRecord),
    /// A decision, or a pass that the arbiter played.
    Action(&'a ActionRecord),
}

/// A chance event or an action, or the start.
#[derive(Debug)]
pub(super) struct Step<'a> {
    pub(super) event: Event<'a>,
    /// What was drawn for it, where something was.
    pub(super) draw: Option<Draw>,
    /// What the log says between it and the next.
    pub(super) notes: Vec<&'a Record>,
    /// The board after all that; `None` where the log cannot be played so far.
    pub(super) board: Option<Board>,
}

/// A board.
#[derive(Debug)]
pub(super) struct Board {
    /// How it differs from the one before.
    pub(super) changes: Vec<Change>,
    /// What it shows, in words: the number of a line.
    pub(super) title: usize,
}

impl<'a> Event<'a> {
    /// The action, if a seat did it.
    pub(super) const fn action(self) -> Option<&'a ActionRecord> {
        match self {
            Self::Action(action) => Some(action),
            Self::Start | Self::Chance(_) => None,
        }
    }

    /// Whether the seed gives it.
    pub(super) const fn is_drawn(self) -> bool {
        match self {
            Self::Start => false,
            Self::Chance(_) => true,
            Self::Action(action) => action.random,
        }
    }

    /// Its number in the log; 0 for the start.
    pub(super) const fn n(self) -> u32 {
        match self {
            Self::Start => 0,
            Self::Chance(chance) => chance.n,
            Self::Action(action) => action.n,
        }
    }

    /// The action's word; empty for the start.
    pub(super) fn word(self) -> &'a str {
        match self {
            Self::Start => "",
            Self::Chance(chance) => &chance.action,
            Self::Action(action) => &action.action,
        }
    }
}

/// The whole way.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) steps: Vec<Step<'a>>,
    /// What the boards are made of.
    pub(super) frames: Frames,
    /// The first line that cannot be played, if there is one.
    pub(super) broken: Option<LogError>,
}

/// Walks through a log, as far as it can be played.
///
/// # Errors
/// Where its head names no game.
pub(super) fn walk(log: &Log) -> Result<Walk<'_>, LogError> {
    let head = |wrong: Wrong| LogError { line: 1, wrong };
    let table = log.table(None).map_err(head)?;
    // What a replay has found right can be played; the seed has no part in that.
    let broken = Replay::run(log, None).err();
    let end = broken.as_ref().map_or(usize::MAX, |error| error.line);
    let mut walker = Walker { table, steps: Vec::new(), frames: Frames::default(), playing: true };
    walker.steps.push(Step { event: Event::Start, draw: None, notes: Vec::new(), board: None });
    for (index, (line, record)) in log.records.iter().enumerate() {
        walker.playing &= *line < end;
        match record {
            Record::Chance(_) | Record::Action(_) => {
                walker.draw_board(&log.records[..index]);
                walker.step(record);
            }
            Record::Vacated(_) | Record::Match(_) | Record::Score(_) | Record::Fault(_) | Record::Result(_) => {
                walker.note(record);
            }
        }
    }
    walker.draw_board(&log.records);
    Ok(Walk { steps: walker.steps, frames: walker.frames, broken })
}

struct Walker<'a> {
    table: Box<dyn Table>,
    steps: Vec<Step<'a>>,
    frames: Frames,
    playing: bool,
}

impl<'a> Walker<'a> {
    /// The board after the last step, and all that was noted behind it.
    fn draw_board(&mut self, records: &[(usize, Record)]) {
        if let Some(step) = self.steps.last_mut().filter(|_| self.playing) {
            let picture = self.table.picture(&last(records));
            let changes = self.frames.add(&picture);
            step.board = Some(Board { changes, title: self.frames.line(picture.title()) });
        }
    }

    fn step(&mut self, record: &'a Record) {
        let (event, actor, word) = match record {
            Record::Chance(chance) => (Event::Chance(chance), Some(Actor::Chance), &chance.action),
            Record::Action(action) => (Event::Action(action), Seat::new(action.seat).map(Actor::Seat), &action.action),
            Record::Match(_) | Record::Score(_) | Record::Fault(_) | Record::Vacated(_) | Record::Result(_) => return,
        };
        let draw = match (event, actor) {
            _ if !self.playing => None,
            (Event::Chance(_), _) => self.table.draw(),
            (Event::Action(action), Some(Actor::Seat(seat))) if action.random => {
                Some(stand_in(action.n, seat, &self.table.legal(seat)))
            }
            _ => None,
        };
        self.playing &= actor.is_some_and(|actor| !self.playing || self.table.play(actor, word).is_ok());
        self.steps.push(Step { event, draw, notes: Vec::new(), board: None });
    }

    fn note(&mut self, record: &'a Record) {
        if let Record::Vacated(vacated) = record
            && let Some(seat) = Seat::new(vacated.seat)
            && self.playing
            && self.may_leave(seat)
        {
            self.table.vacate(seat);
        }
        if let Some(step) = self.steps.last_mut() {
            step.notes.push(record);
        }
    }

    /// Whether the game can go on without this seat.
    fn may_leave(&self, seat: Seat) -> bool {
        let vacant = self.table.vacant();
        let others = usize::from(self.table.seats()).saturating_sub(vacant.len() + 1);
        !vacant.contains(seat)
            && seat.index() < usize::from(self.table.seats())
            && others > 1
            && !matches!(self.table.turn(), Turn::Over(_))
    }
}
