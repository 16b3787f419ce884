//! A game with known values, for the tests of the search. The game is a table of entries. A position is the number of
//! an entry. In a simultaneous choice, the position also has the row that seat 1 has chosen, which seat 2 does not see.

use std::{fmt, str::FromStr};

use arbiter::game::{
    Actor, BySeat, Game, Gesture, IllegalError, OptionError, OptionRow, OptionValues, Outcome, Picture, Points,
    PositionError, Score, Seat, SeatSet, Seed, Style, Turn, UnreadableError, sense::Sense,
};

enum Entry {
    /// The game is over, with tenths of a point for each seat.
    Over([u32; 3]),
    /// Chance chooses the next entry, by these weights.
    Chance(&'static [(u32, u8)]),
    /// The seat chooses the next entry.
    Alone(Seat, &'static [u8]),
    /// Seats 1 and 2 choose the next entry at once, by row and column.
    Together([[u8; 2]; 2]),
}

const WIN: u8 = 0;
const LOSS: u8 = 1;
/// Matching pennies: equal choices win for seat 1, different ones for seat 2. The optimal mixture is one half each.
pub(crate) const PENNIES: u8 = 2;
/// Matching pennies, except that each seat gets half a point if both make the second choice. The optimal mixture plays
/// the first choice one time in three.
pub(crate) const UNEVEN_PENNIES: u8 = 3;
/// A win in nine of ten cases, or a sure win.
pub(crate) const SURE: u8 = 5;
/// A win in three of four cases, or in two of four.
pub(crate) const ODDS: u8 = 7;
/// Seat 1 chooses between a sure 5 tenths and a choice of seat 2. Seat 2 can leave seat 1 with 1 tenth there, but gains
/// nothing by that. If seat 2 maximizes its own share, seat 1 gets 7 tenths.
pub(crate) const THREE: u8 = 10;

const TABLE: [Entry; 15] = [
    Entry::Over([10, 0, 0]),
    Entry::Over([0, 10, 0]),
    Entry::Together([[WIN, LOSS], [LOSS, WIN]]),
    Entry::Together([[WIN, LOSS], [LOSS, 4]]),
    Entry::Over([5, 5, 0]),
    Entry::Alone(Seat::ONE, &[6, WIN]),
    Entry::Chance(&[(9, WIN), (1, LOSS)]),
    Entry::Alone(Seat::ONE, &[9, 8]),
    Entry::Chance(&[(3, WIN), (1, LOSS)]),
    Entry::Chance(&[(2, WIN), (2, LOSS)]),
    Entry::Alone(Seat::ONE, &[11, 12]),
    Entry::Over([5, 0, 5]),
    Entry::Alone(Seat::TWO, &[13, 14]),
    Entry::Over([1, 0, 9]),
    Entry::Over([7, 3, 0]),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ToyGame {
    at: u8,
    row: Option<u8>,
}

/// The index of a choice or outcome, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ToySlot(pub(crate) u8);

impl ToyGame {
    pub(crate) const fn at(at: u8) -> Self {
        Self { at, row: None }
    }

    const fn entry(self) -> &'static Entry {
        &TABLE[self.at as usize]
    }
}

impl fmt::Display for ToySlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for ToySlot {
    type Err = UnreadableError;

    fn from_str(text: &str) -> Result<Self, UnreadableError> {
        text.parse().map(Self).map_err(|_| UnreadableError { expected: "a place" })
    }
}

impl fmt::Display for ToyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.at)?;
        self.row.map_or(Ok(()), |row| write!(f, " {row}"))
    }
}

impl Sense for ToyGame {}

impl Game for ToyGame {
    type Action = ToySlot;
    type Options = ();

    const WORD: &'static str = "toy";
    const TITLE: &'static str = "Toy";
    const RULES: &'static str = "# Toy";
    const SEATS: &'static [u8] = &[3];
    const OPTIONS: &'static [OptionRow] = &[];
    const CHANCE: bool = true;

    fn options(_: &OptionValues) -> Result<(), OptionError> {
        Ok(())
    }

    fn start((): &(), _: u8, _: &Seed) -> Self {
        Self::at(WIN)
    }

    fn read((): &(), _: u8, position: &str) -> Result<Self, PositionError> {
        let at = position.parse().ok().filter(|at| usize::from(*at) < TABLE.len());
        at.map(Self::at).ok_or_else(|| PositionError::refused("the table has no such entry"))
    }

    fn turn(&self) -> Turn {
        match self.entry() {
            Entry::Over(tenths) => {
                let points = |seat: Seat| Points::new(tenths[seat.index()], 10).unwrap();
                Turn::Over(Outcome { reason: "over", score: Score::Each(BySeat::new(3, points)) })
            }
            Entry::Chance(_) => Turn::Chance,
            Entry::Alone(seat, _) => Turn::Seats(SeatSet::only(*seat)),
            Entry::Together(_) if self.row.is_some() => Turn::Seats(SeatSet::only(Seat::TWO)),
            Entry::Together(_) => Turn::Seats(SeatSet::all(2)),
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<ToySlot>) {
        let count = match (self.entry(), self.turn()) {
            (Entry::Alone(_, ways), Turn::Seats(seats)) if seats.contains(seat) => ways.len() as u8,
            (Entry::Together(_), Turn::Seats(seats)) if seats.contains(seat) => 2,
            _ => 0,
        };
        actions.extend((0..count).map(ToySlot));
    }

    fn check(&self, actor: Actor, action: ToySlot) -> Result<(), IllegalError> {
        let mut actions = Vec::new();
        match actor {
            Actor::Chance => {
                let mut outcomes = Vec::new();
                self.outcomes(&mut outcomes);
                actions.extend(outcomes.into_iter().map(|(outcome, _)| outcome));
            }
            Actor::Seat(seat) => self.legal(seat, &mut actions),
        }
        if actions.contains(&action) { Ok(()) } else { Err(IllegalError::NotToAct) }
    }

    fn play(&mut self, actor: Actor, ToySlot(place): ToySlot) {
        match (self.entry(), actor, self.row) {
            (Entry::Over(_), _, _) => {}
            (Entry::Chance(ways), _, _) => *self = Self::at(ways[usize::from(place)].1),
            (Entry::Alone(_, ways), _, _) => *self = Self::at(ways[usize::from(place)]),
            (Entry::Together(rows), Actor::Seat(Seat::TWO), Some(row)) => {
                *self = Self::at(rows[usize::from(row)][usize::from(place)]);
            }
            (Entry::Together(_), _, _) => self.row = Some(place),
        }
    }

    fn gesture(&self, _: Seat, action: Self::Action) -> Gesture {
        Gesture::say(action, "as it says")
    }

    fn board(&self, _: Style) -> Vec<String> {
        vec![self.to_string()]
    }

    fn picture(&self, _: &[(Actor, Self::Action)]) -> Picture {
        Picture::new(self.to_string(), 1, 1)
    }

    fn outcomes(&self, outcomes: &mut Vec<(ToySlot, u32)>) {
        if let Entry::Chance(ways) = self.entry() {
            outcomes.extend(ways.iter().zip(0..).map(|((weight, _), place)| (ToySlot(place), *weight)));
        }
    }

    fn chance(&self, seed: &Seed) -> ToySlot {
        panic!("the search draws by itself, not from {seed}")
    }
}
