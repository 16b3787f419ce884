//! The count of turns: in which row of the list of moves an action stands, by what the arbiter says of each game. A game
//! of which it says nothing has a row for a turn of each seat.

use serde::{Deserialize, Serialize};

/// The place of an action in the list of moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
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
    /// The number of moves in the turn of Catalonia.
    moves: u32,
    /// True if a chance event has come that belongs to the next turn.
    is_ahead: bool,
}

/// The part of a turn that an action is. The words of UVI 4.3 are those of the variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Part {
    /// Comes before the first turn.
    Setup,
    /// Belongs to the turn of the seat that acts.
    Own,
    /// Belongs to the turn in progress, whoever acts.
    Reaction,
    /// A move in a turn in which both seats move.
    Move,
    /// An offer to let the other move first, in such a turn.
    Offer,
    /// Belongs to all seats of the turn in progress.
    Shared,
    /// A chance event that begins the next turn.
    Ahead,
}

/// The rows of the list of moves of a game: the first pattern that fits an action tells its part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRules(Vec<(String, Part)>);

impl TurnRules {
    /// Adds a row as the arbiter says it, a part and a pattern. A part of a newer arbiter is left out.
    pub fn hear(&mut self, row: &str) {
        let Some((part, pattern)) = row.split_once(' ') else { return };
        let part = serde_json::from_value(part.into());
        self.0.extend(part.map(|part| (pattern.to_owned(), part)));
    }

    /// The part of an action. Setup ends with the first turn.
    fn part(&self, is_setup: bool, seat: Option<u32>, text: &str) -> Part {
        let applies = |(pattern, part): &&(String, Part)| {
            (is_setup || !matches!(part, Part::Setup)) && fits(pattern.as_bytes(), text.as_bytes())
        };
        let otherwise = if seat.is_none() { Part::Ahead } else { Part::Own };
        self.0.iter().find(applies).map_or(otherwise, |(_, part)| *part)
    }
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
        let part = rules.part(self.place.number.is_none(), seat, text);
        match part {
            Part::Ahead => Self { is_ahead: true, ..self },
            Part::Reaction => next,
            Part::Shared => Self { place: MovePlace { seat: None, ..self.place }, ..next },
            Part::Move | Part::Offer => {
                let next =
                    if self.moves == 2 || self.place.row == 0 { Self { moves: 0, ..next.new_row() } } else { next };
                Self {
                    place: MovePlace { seat, ..next.place },
                    moves: next.moves + u32::from(matches!(part, Part::Move)),
                    ..next
                }
            }
            Part::Own => {
                let is_first = self.place.number.is_none();
                let next = if is_first || self.is_next_round(seat) { next.new_row() } else { next };
                Self { place: MovePlace { seat, ..next.place }, ..next }
            }
            Part::Setup => {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of a game, as the list shows them: the number, then for each action its cell and itself. An action is
    /// written with its seat before it, chance with 0.
    fn rows(rules: &str, actions: &str) -> String {
        let mut known = TurnRules::default();
        rules.split(", ").for_each(|row| known.hear(row));
        let mut rows: Vec<String> = Vec::new();
        let (mut count, mut row) = (TurnCount::default(), 0);
        for action in actions.split_whitespace() {
            let seat = action[..1].parse().ok().filter(|seat| *seat > 0);
            count = count.after(&known, seat, &action[1..]);
            let Some(place) = count.place() else { continue };
            if place.row != row {
                row = place.row;
                rows.push(place.number.map_or_else(|| "setup".to_owned(), |number| format!("{number}.")));
            }
            let cell = place.seat.map_or_else(|| "all".to_owned(), |seat| seat.to_string());
            rows.last_mut().expect("an action has a row").push_str(&format!(" {cell}:{}", &action[1..]));
        }
        rows.join("\n")
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
        check("", "1f6 2Na6 2h3 1Nxh3 1f7+", &["1. 1:f6 2:Na6 2:h3", "2. 1:Nxh3 1:f7+"]);
        // Dice belong to the turn that follows, also where a seat has left.
        check("", "0@11 1a 1b 0@31 2c 0@22 3d 0@13 1e", &["1. 1:a 1:b 2:c 3:d", "2. 1:e"]);
        check("", "0@11 1a 0@31 1b 0@22 3d", &["1. 1:a", "2. 1:b 3:d"]);
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
            &[
                "1. 1:Nb1-a3 2:Ge8-c6",
                "2. 1:Ng1-f3 2:Gc6-c4 all:@e3 all:*e2 all:e2~e4 all:-c3 all:done",
                "3. 1:c2-c4 2:pass",
            ],
        );
        // Black moves first, or declines to.
        check(
            CATALONIA,
            "1yield 2Nb8-a6 1Nb1-a3 1yield 2decline 1c2-c4 2c7-c5 2=c4e2f3e1 0@e3 1d2-d3",
            &[
                "1. 1:yield 2:Nb8-a6 1:Nb1-a3",
                "2. 1:yield 2:decline 1:c2-c4 2:c7-c5 all:=c4e2f3e1 all:@e3",
                "3. 1:d2-d3",
            ],
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
                "setup 1:a=b12 1:^3 2:b=g12 2:^0",
                "1. 1:b!2b 1:hiss 1:ignore 1:@heads 1:>p6 1:c-k12 1:a~ 1:^42 2:b=c9 2:^1 2:done",
                "2. 1:a* 1:a-g11",
            ],
        );
    }
}
