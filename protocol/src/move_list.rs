//! The list of moves of a game: in which row and cell of it an action stands, by what the game says of itself (UVI 4.10).
//! A game that says nothing has a row for a turn of each seat.

use crate::settings::words;

words! {
    /// The part of a turn that an action is, in a list of moves.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum TurnPart: "a part of a turn" {
        /// Comes before the first turn. The pattern counts only until a turn has begun.
        Setup = "setup",
        /// Belongs to the turn of the seat that acts.
        Own = "own",
        /// Belongs to the turn in progress, whoever acts.
        Reaction = "reaction",
        /// One of two moves of a turn in which both seats move.
        Move = "move",
        /// An offer to let the other move first, in such a turn.
        Offer = "offer",
        /// Belongs to all seats of the turn in progress.
        Shared = "shared",
    }
}

#[cfg(feature = "serde")]
crate::serde::as_text!(exact: TurnPart);

/// The rows of the list of moves of a game: the first pattern that fits an action tells its part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TurnRules(Vec<(String, TurnPart)>);

impl TurnRules {
    /// Adds the text of a line `about … row`, a part and a pattern. A part of a newer arbiter is left out.
    pub fn hear(&mut self, row: &str) {
        let Some((part, pattern)) = row.split_once(' ') else { return };
        self.0.extend(part.parse().ok().map(|part| (pattern.to_owned(), part)));
    }

    /// The part of an action; `None` if no pattern fits. Setup ends with the first turn.
    fn part(&self, is_setup: bool, text: &str) -> Option<TurnPart> {
        let applies = |(pattern, part): &&(String, TurnPart)| {
            (is_setup || *part != TurnPart::Setup) && fits(pattern.as_bytes(), text.as_bytes())
        };
        self.0.iter().find(applies).map(|(_, part)| *part)
    }
}

impl<'a> FromIterator<&'a (&'a str, TurnPart)> for TurnRules {
    fn from_iter<T: IntoIterator<Item = &'a (&'a str, TurnPart)>>(rows: T) -> Self {
        Self(rows.into_iter().map(|(pattern, part)| ((*pattern).to_owned(), *part)).collect())
    }
}

/// The place of an action in the list of moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MovePlace {
    /// The row, from 1.
    pub row: u32,
    /// The number of the row's turn or round, from 1; `None` for setup.
    pub number: Option<u32>,
    /// The seat whose turn it is; `None` if the action belongs to the turn of all seats.
    pub seat: Option<u32>,
}

/// The count after a number of actions.
#[derive(Debug, Clone, Copy, Default)]
pub struct TurnCount {
    place: MovePlace,
    /// The number of rows before the first turn.
    setup: u32,
    /// The number of moves in a turn in which both seats move.
    moves: u32,
    /// True if a chance event has come that belongs to the next turn.
    is_ahead: bool,
}

/// Returns true if the text fits a pattern, in which `_` stands for one character and `%` for any number of them.
fn fits(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern, text) {
        ([], text) => text.is_empty(),
        ([b'%', pattern @ ..], _) => (0..=text.len()).any(|skipped| fits(pattern, &text[skipped..])),
        ([b'_', pattern @ ..], [_, text @ ..]) => fits(pattern, text),
        ([first, pattern @ ..], [letter, text @ ..]) => first == letter && fits(pattern, text),
        ([_, ..], []) => false,
    }
}

impl TurnCount {
    /// The place of the last action; `None` for a chance event that belongs to the next turn.
    pub fn place(self) -> Option<MovePlace> {
        (!self.is_ahead).then_some(self.place)
    }

    /// The count after another action, given as people write it. `seat` is `None` for chance.
    #[must_use]
    pub fn after(self, rules: &TurnRules, seat: Option<u32>, text: &str) -> Self {
        let next = Self { is_ahead: false, ..self };
        let part = rules.part(self.place.number.is_none(), text);
        match part.unwrap_or(TurnPart::Own) {
            TurnPart::Own if part.is_none() && seat.is_none() => Self { is_ahead: true, ..self },
            TurnPart::Reaction => next,
            TurnPart::Shared => Self { place: MovePlace { seat: None, ..self.place }, ..next },
            TurnPart::Move | TurnPart::Offer => {
                let next =
                    if self.moves == 2 || self.place.row == 0 { Self { moves: 0, ..next.new_row() } } else { next };
                Self {
                    place: MovePlace { seat, ..next.place },
                    moves: next.moves + u32::from(part == Some(TurnPart::Move)),
                    ..next
                }
            }
            TurnPart::Own => {
                let is_first = self.place.number.is_none();
                let next = if is_first || self.is_next_round(seat) { next.new_row() } else { next };
                Self { place: MovePlace { seat, ..next.place }, ..next }
            }
            TurnPart::Setup => {
                let is_new = self.place.row == 0 || self.is_next_round(seat);
                let setup = self.setup + u32::from(is_new);
                Self { place: MovePlace { row: setup, number: None, seat }, setup, ..next }
            }
        }
    }

    /// Further actions of a seat belong to its turn, unless chance has begun another.
    fn is_next_round(self, seat: Option<u32>) -> bool {
        let is_same_turn = seat == self.place.seat && !self.is_ahead;
        !is_same_turn && seat <= self.place.seat
    }

    fn new_row(self) -> Self {
        let row = self.place.row + 1;
        Self { place: MovePlace { row, number: Some(row - self.setup), ..self.place }, ..self }
    }
}

/// A list of moves under construction.
#[derive(Debug)]
pub struct MoveList<T> {
    rules: TurnRules,
    /// The count before each action and after the last one.
    counts: Vec<TurnCount>,
    /// The chance events that belong to the next turn.
    ahead: Vec<T>,
    rows: Vec<MoveRow<T>>,
}

/// A row of a list of moves.
#[derive(Debug, PartialEq, Eq)]
pub struct MoveRow<T> {
    /// The place of the first action; `None` if there is none.
    pub place: Option<MovePlace>,
    /// The cells and notes in their order.
    pub parts: Vec<RowPart<T>>,
}

/// A part of a row.
#[derive(Debug, PartialEq, Eq)]
pub enum RowPart<T> {
    /// Successive actions of a turn, with the chance events among them.
    Cell {
        /// The seat whose turn it is; `None` for that of all seats.
        seat: Option<u32>,
        /// The actions and chance events.
        items: Vec<T>,
    },
    /// An event that is no action.
    Note(T),
}

impl<T> MoveList<T> {
    /// An empty list of a game with these rules.
    pub fn new(rules: TurnRules) -> Self {
        Self { rules, counts: vec![TurnCount::default()], ahead: Vec::new(), rows: Vec::new() }
    }

    /// Adds an action as people write it, or a chance event, which has no seat.
    pub fn act(&mut self, seat: Option<u32>, text: &str, item: T) {
        let count = self.counts.last().copied().unwrap_or_default().after(&self.rules, seat, text);
        self.counts.push(count);
        self.ahead.push(item);
        let Some(place) = count.place() else { return };
        let items = self.ahead.split_off(0);
        let parts = self.row(Some(place));
        match parts.last_mut() {
            Some(RowPart::Cell { seat, items: before }) if *seat == place.seat => before.extend(items),
            _ => parts.push(RowPart::Cell { seat: place.seat, items }),
        }
    }

    /// Adds an event that is no action.
    pub fn note(&mut self, item: T) {
        let place = self.rows.last().and_then(|row| row.place);
        self.row(place).push(RowPart::Note(item));
    }

    /// Counts on from the turn after this many actions and chance events. The list keeps what was taken back.
    pub fn take_back(&mut self, to: usize) {
        self.counts.truncate(to + 1);
    }

    /// The rows. Chance events before the next turn have a row of their own.
    pub fn rows(mut self) -> Vec<MoveRow<T>> {
        if !self.ahead.is_empty() {
            let items = self.ahead.split_off(0);
            self.rows.push(MoveRow { place: None, parts: vec![RowPart::Cell { seat: None, items }] });
        }
        self.rows
    }

    /// The parts of the last row, which is one at this place.
    fn row(&mut self, place: Option<MovePlace>) -> &mut Vec<RowPart<T>> {
        let row = |place: Option<MovePlace>| place.map(|place| place.row);
        if self.rows.last().is_none_or(|last| row(last.place) != row(place)) {
            self.rows.push(MoveRow { place, parts: Vec::new() });
        }
        &mut self.rows.last_mut().expect("a row was added if there was none").parts
    }
}
