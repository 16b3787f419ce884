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

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a game, as the list shows them: the number, then for each cell its seat and actions. An action is
    /// written with its seat before it, chance with 0, a note with `!`.
    fn rows(rules: &str, actions: &str) -> String {
        let mut known = TurnRules::default();
        rules.split(", ").for_each(|row| known.hear(row));
        let mut list = MoveList::new(known);
        for action in actions.split_whitespace() {
            let (seat, text) = action.split_at(1);
            if seat == "!" {
                list.note(text);
            } else {
                list.act(seat.parse().ok().filter(|seat| *seat > 0), text, text);
            }
        }
        let row = |MoveRow { place, parts }: MoveRow<&str>| {
            let number =
                place.map(|place| place.number.map_or_else(|| "setup".to_owned(), |number| format!("{number}.")));
            let part = |part: RowPart<&str>| match part {
                RowPart::Note(text) => format!(" !{text}"),
                RowPart::Cell { seat, items } => {
                    let seat = seat.map_or_else(|| "all".to_owned(), |seat| seat.to_string());
                    format!(" {seat}:{}", items.join(","))
                }
            };
            number.unwrap_or_default() + &parts.into_iter().map(part).collect::<String>()
        };
        list.rows().into_iter().map(row).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(rules: &str, actions: &str, expected: &[&str]) {
        assert_eq!(self::rows(rules, actions), expected.join("\n"), "{rules}");
    }

    const CATALONIA: &str = "offer yield, offer decline, move pass, move _%-%, shared %";

    #[test]
    fn patterns_fit_whole_texts() {
        for (pattern, yes, no) in [
            ("turn%", "turn turn90", "tur aturn"),
            ("_%-%", "a-b ab- a-", "-b ab"),
            ("pass", "pass", "passes pas"),
            ("_=%", "a=b a=", "=b ab=c"),
        ] {
            let all =
                |texts: &str, wanted| texts.split(' ').all(|text| fits(pattern.as_bytes(), text.as_bytes()) == wanted);
            assert!(all(yes, true) && all(no, false), "{pattern}");
        }
    }

    #[test]
    fn a_row_is_a_turn_of_each_seat() {
        check("", "1a 2b 1c 2d 1e", &["1. 1:a 2:b", "2. 1:c 2:d", "3. 1:e"]);
        check("of-a-newer-arbiter %", "1a 2b 1c", &["1. 1:a 2:b", "2. 1:c"]);
        check("", "2a 1b 2c", &["1. 2:a", "2. 1:b 2:c"]);
        check("", "1f6 2Na6 2h3 1Nxh3 1f7+", &["1. 1:f6 2:Na6,h3", "2. 1:Nxh3,f7+"]);
        // Dice belong to the turn that follows, also where a seat has left.
        check("", "0@11 1a 1b 0@31 2c 0@22 3d 0@13 1e", &["1. 1:@11,a,b 2:@31,c 3:@22,d", "2. 1:@13,e"]);
        check("", "0@11 1a 0@31 1b 0@22 3d 0@55", &["1. 1:@11,a", "2. 1:@31,b 3:@22,d", " all:@55"]);
        // An event that is no action does not end a turn.
        check("", "!e 1a !f 1b 2c", &[" !e", "1. 1:a !f 1:b 2:c"]);
    }

    #[test]
    fn the_choice_of_a_baseline_is_no_turn() {
        check("setup turn%", "2turn270 1a1-a2 2b8-b7 1a2-a3", &["setup 2:turn270", "1. 1:a1-a2 2:b8-b7", "2. 1:a2-a3"]);
    }

    #[test]
    fn a_turn_of_catalonia_has_two_moves_and_all_that_a_bomb_does() {
        check(
            CATALONIA,
            "1Nb1-a3 2Ge8-c6 1Ng1-f3 2Gc6-c4 0@e3 2*e2 1e2~e4 1-c3 1done 1c2-c4 2pass",
            &["1. 1:Nb1-a3 2:Ge8-c6", "2. 1:Ng1-f3 2:Gc6-c4 all:@e3,*e2,e2~e4,-c3,done", "3. 1:c2-c4 2:pass"],
        );
        // Black moves first, or declines to.
        check(
            CATALONIA,
            "1yield 2Nb8-a6 1Nb1-a3 1yield 2decline 1c2-c4 2c7-c5 2=c4e2f3e1 0@e3 1d2-d3",
            &["1. 1:yield 2:Nb8-a6 1:Nb1-a3", "2. 1:yield 2:decline 1:c2-c4 2:c7-c5 all:=c4e2f3e1,@e3", "3. 1:d2-d3"],
        );
    }

    #[test]
    fn a_turn_of_cat_chess_has_all_that_its_challenges_bring() {
        check(
            "own _!%, own _-%, own _~%, own _*%, setup %, own ^%, own _=%, own done, reaction %",
            "1a13s 2c55p 1a35s 2+g11 1a=b12 1^3 2b=g12 2^0 1b!2b 1hiss 2ignore 0@heads 2>p6 1c-k12 1a~ 1^42 2b=c9 2^1 \
             2done 1a* 1a-g11",
            &[
                "setup 1:a13s 2:c55p",
                "setup 1:a35s 2:+g11",
                "setup 1:a=b12,^3 2:b=g12,^0",
                "1. 1:b!2b,hiss,ignore,@heads,>p6,c-k12,a~,^42 2:b=c9,^1,done",
                "2. 1:a*,a-g11",
            ],
        );
    }
}
