//! Congress. The rules page is `congress/RULES.md`.

use std::fmt;

use super::{
    Colours, Move, Pawns, Squares,
    dealt_board::DealtBoard,
    drawing, game_words,
    moves::Field,
    options::{self, BOARD},
    pawns::pawns,
    picture::Scene,
    words,
};
use crate::{
    board::{
        Direction, Leaps, Side, Wrap, leaps,
        text::{self, after_space},
    },
    game::{
        Actor, Gain, Game, GameWords, Gesture, IllegalError, OptionError, OptionRow, OptionValues, Outcome, Picture,
        PositionError, PositionField, Row, RuleOptionKind, Score, Seat, SeatSet, Seed, Style, Turn,
    },
};

static BESIDE: Leaps<8, 8> = {
    let [north, east, south, west] = Direction::STRAIGHT;
    leaps(Wrap::Flat, &[north.offset(), east.offset(), south.offset(), west.offset()])
};

/// The pawns at the start. Rules page, Board.
const START: &str = "1b1wb1w1/w6b/8/b6w/w6b/8/b6w/1w1bw1b1";

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CongressOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// True if pawns capture: Canadian Congress.
    pub capture: bool,
    /// The number of turns of each player after which the game is drawn.
    pub max_turns: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    Congress(Side),
    Blocked(Side),
    Limit,
}

/// A position of Congress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Congress {
    pub(super) colours: Colours,
    pub(super) pawns: Pawns,
    pub(super) to_act: Side,
    pub(super) turn: u32,
    pub(super) capture: bool,
    pub(super) max_turns: u32,
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than it
    /// changes.
    end: Option<End>,
}

/// Returns true if the pawns form one group of orthogonal neighbours. True for a single pawn, false if there are no
/// pawns.
fn is_connected(pawns: Squares) -> bool {
    let Some(first) = pawns.first() else { return false };
    let mut group = Squares::only(first);
    let mut edge = group;
    while !edge.is_empty() {
        let around = edge.iter().fold(Squares::EMPTY, |around, square| around | BESIDE.from(square));
        edge = around & (pawns - group);
        group |= edge;
    }
    group == pawns
}

impl Congress {
    /// The pawns on the board.
    pub fn pawns(&self) -> &Pawns {
        &self.pawns
    }

    fn new(options: &CongressOptions, colours: Colours, pawns: Pawns, to_act: Side, turn: u32) -> Self {
        let CongressOptions { capture, max_turns, .. } = *options;
        let mut position = Self { colours, pawns, to_act, turn, capture, max_turns, end: None };
        position.settle();
        position
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.end.is_none() && seat == self.to_act.seat()
    }

    pub(super) fn field(&self) -> Field<'_> {
        let safe = if self.capture { Squares::EMPTY } else { self.pawns.of(self.to_act.other()) };
        let why = "nobody captures in Congress";
        Field { colours: &self.colours, pawns: &self.pawns, side: self.to_act, safe, why }
    }

    /// Sets `end`. Rules page, End, in its order: the mover's pawns are one group, the opponent's pawns are one group,
    /// the player to act cannot move, the limit.
    ///
    /// The mover is the player who is not to act now.
    fn settle(&mut self) {
        let (mover, next) = (self.to_act.other(), self.to_act);
        let connected = [mover, next].into_iter().find(|&side| is_connected(self.pawns.of(side)));
        self.end = if let Some(winner) = connected {
            Some(End::Congress(winner))
        } else if !self.field().can_move() {
            Some(End::Blocked(mover))
        } else {
            (self.turn > self.max_turns).then_some(End::Limit)
        };
    }

    fn notes(&self) -> [String; 2] {
        let to_act = match self.turn() {
            Turn::Over(outcome) => format!("over: {outcome}"),
            Turn::Chance | Turn::Seats(_) => drawing::to_act(self.to_act, "move"),
        };
        [to_act, format!("turn {} of {}", self.turn, self.max_turns)]
    }
}

impl fmt::Display for Congress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.colours, self.pawns, self.to_act.seat(), self.turn)
    }
}

impl Game for Congress {
    type Action = Move;
    type Options = CongressOptions;

    const WORD: &'static str = "congress";
    const TITLE: &'static str = "Congress";
    const RULES: &'static str = include_str!("congress/RULES.md");
    const SEATS: &'static [u8] = &[2];
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow {
            name: "capture",
            kind: RuleOptionKind::Combo { default: "off", vars: &["on", "off"] },
            about: "whether pawns capture: Canadian Congress",
        },
        OptionRow {
            name: "maxturns",
            kind: RuleOptionKind::Spin { default: 200, min: 1, max: 10_000 },
            about: "the game is drawn after this many turns of each player",
        },
    ];
    const WORDS: GameWords = game_words::CONGRESS;
    const FIELDS: &'static [PositionField] = words::CONGRESS;
    const ROW: Row<Self> = Row::new().colours(&["White", "Black"]).specimens();

    fn options(values: &OptionValues) -> Result<CongressOptions, OptionError> {
        let capture = values.text("capture") == "on";
        Ok(CongressOptions { board: options::board(values)?, capture, max_turns: values.number("maxturns") })
    }

    fn start(options: &CongressOptions, _: u8, seed: &Seed) -> Self {
        let (_, pawns) = pawns(START).expect("the start is a board");
        Self::new(options, Colours::start(options.board.as_ref(), seed), pawns, Side::White, 1)
    }

    fn read(options: &CongressOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, DealtBoard { colours, pawns, to_act }) = DealtBoard::read(input)?;
            let (input, turn) = after_space(text::turn)(input)?;
            Ok((input, Self::new(options, colours, pawns, to_act, turn)))
        })?;
        match Side::ALL.into_iter().find(|&side| read.pawns.of(side).is_empty()) {
            Some(side) => Err(PositionError::Refused(format!("{} has no pawn", side.name()).into())),
            None => Ok(read),
        }
    }

    fn turn(&self) -> Turn {
        let win = |reason, winner: Side| Outcome { reason, score: Score::win(2, winner.seat()) };
        match self.end {
            Some(End::Congress(winner)) => Turn::Over(win("congress", winner)),
            Some(End::Blocked(winner)) => Turn::Over(win("blocked", winner)),
            Some(End::Limit) => Turn::Over(Outcome { reason: "limit", score: Score::split(2, SeatSet::all(2)) }),
            None => Turn::Seats(SeatSet::only(self.to_act.seat())),
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Move>) {
        if self.waits_for(seat) {
            self.field().each_move(|go| actions.push(go));
        }
    }

    fn check(&self, actor: Actor, action: Move) -> Result<(), IllegalError> {
        if self.end.is_some() || actor != Actor::Seat(self.to_act.seat()) {
            return Err(IllegalError::NotToAct);
        }
        self.field().check(action)
    }

    fn play(&mut self, _: Actor, Move { from, to }: Move) {
        let mover = self.to_act;
        self.pawns.go(mover, from, to);
        self.turn = self.turn.saturating_add(u32::from(mover == Side::Black));
        self.to_act = mover.other();
        self.settle();
    }

    fn describe(&self, _: Actor, action: Move) -> String {
        action.describe(self.pawns.at(action.to).is_some())
    }

    fn gain(&self, Move { to, .. }: Move) -> Gain {
        Gain { taken: self.pawns().at(to).is_some().into(), promoted: 0 }
    }

    fn gesture(&self, _: Seat, Move { from, to }: Move) -> Gesture {
        Gesture::at([from, to])
    }

    fn board(&self, style: Style) -> Vec<String> {
        drawing::board(&self.colours, &self.pawns, &self.notes(), style)
    }

    fn picture(&self, last: &[(Actor, Move)]) -> Picture {
        let (last, notes) = (last.iter().map(|(_, go)| (Some(go.from), go.to)).collect(), self.notes());
        Scene { title: Self::TITLE, colours: &self.colours, pawns: &self.pawns, camps: None, notes, last }.draw()
    }
}
