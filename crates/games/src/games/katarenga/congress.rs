//! Congress. The rules page is `congress/RULES.md`.

use std::fmt;

use super::{
    Colours, Move, Squares,
    dealt_board::{DealtBoard, views},
    moves::Field,
    options::{self, BOARD, End},
    pawns::pawns,
    words,
};
use crate::{
    board::{
        Leaps, Side, Wrap, leaps,
        text::{self, after_space},
    },
    game::{
        Actor, Gain, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField,
        Seat, Seed,
    },
};

static BESIDE: Leaps<8, 8> = leaps(Wrap::Flat, &[(0, 1), (1, 0), (0, -1), (-1, 0)]);

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

/// A position of Congress.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Congress {
    pub(super) board: DealtBoard,
    pub(super) turn: u32,
    pub(super) capture: bool,
    pub(super) max_turns: u32,
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than changed.
    end: Option<End>,
}

/// True if the pawns form one group of orthogonal neighbours. True for a single pawn, false for none.
fn is_connected(pawns: Squares) -> bool {
    let Some(first) = pawns.first() else { return false };
    let mut group = Squares::only(first);
    let mut edge = group;
    while !edge.is_empty() {
        let around = edge.iter().fold(Squares::EMPTY, |around, square| around | BESIDE.from(square));
        edge = around & (pawns - group);
        group = group | edge;
    }
    group == pawns
}

impl Congress {
    fn new(options: &CongressOptions, board: DealtBoard, turn: u32) -> Self {
        let CongressOptions { capture, max_turns, .. } = *options;
        let mut position = Self { board, turn, capture, max_turns, end: None };
        position.settle();
        position
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.end.is_none() && seat == self.board.seat()
    }

    pub(super) fn field(&self) -> Field<'_> {
        let safe = if self.capture { Squares::EMPTY } else { self.board.theirs() };
        self.board.field(safe, "nobody captures in Congress")
    }

    /// Sets `end`. Rules page, End, in its order: the mover's pawns are one group, the opponent's pawns are one group,
    /// the player to act cannot move, the limit.
    ///
    /// The mover is the player who is not to act now.
    fn settle(&mut self) {
        let (mover, next) = (self.board.to_act.other(), self.board.to_act);
        let connected = [mover, next].into_iter().find(|&side| is_connected(self.board.pawns.of(side)));
        self.end = if connected.is_some() {
            Some(("congress", connected))
        } else if !self.field().can_move() {
            Some(("blocked", Some(mover)))
        } else {
            (self.turn > self.max_turns).then_some(("limit", None))
        };
    }

    fn notes(&self) -> [String; 2] {
        [self.board.note(self.turn(), "move"), format!("turn {} of {}", self.turn, self.max_turns)]
    }
}

impl fmt::Display for Congress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.turn)
    }
}

impl Game for Congress {
    type Action = Move;
    type Options = CongressOptions;

    const WORD: &'static str = "congress";
    const TITLE: &'static str = "Congress";
    const RULES: &'static str = include_str!("congress/RULES.md");
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow::combo("capture", "off", &["on", "off"]).about("whether pawns capture: Canadian Congress"),
        OptionRow::spin("maxturns", 200, 1, 10_000).about("the game is drawn after this many turns of each player"),
    ];
    const WORDS: GameWords = GameWords {
        about: "Gather your eight pawns into one group. Squares decide how they move.",
        turns_round: true,
        ends: &[
            ("congress", "all pawns are one group"),
            ("blocked", "no move is left"),
            ("limit", "the last turn is over"),
        ],
        clicks: &[("play", "choose a pawn, then a square")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::CONGRESS;

    fn options(values: &OptionValues) -> Result<CongressOptions, OptionError> {
        let capture = values.text("capture") == "on";
        Ok(CongressOptions { board: options::board(values)?, capture, max_turns: values.number("maxturns") })
    }

    fn start(options: &CongressOptions, _: u8, seed: &Seed) -> Self {
        let (_, pawns) = pawns(START).expect("the start is a board");
        Self::new(options, DealtBoard { pawns, ..DealtBoard::empty(options.board.as_ref(), seed) }, 1)
    }

    fn read(options: &CongressOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let (input, turn) = after_space(text::turn)(input)?;
            Ok((input, Self::new(options, board, turn)))
        })?;
        match Side::ALL.into_iter().find(|&side| read.board.pawns.of(side).is_empty()) {
            Some(side) => Err(PositionError::refused(format!("{} has no pawn", side.name()))),
            None => Ok(read),
        }
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Move>) {
        if self.waits_for(seat) {
            self.field().each_move(|go| actions.push(go));
        }
    }

    fn check(&self, actor: Actor, action: Move) -> Result<(), IllegalError> {
        self.board.check(actor, self.end.is_some())?;
        self.field().check(action)
    }

    fn play(&mut self, _: Actor, action: Move) {
        self.turn = self.turn.saturating_add(u32::from(self.board.to_act == Side::Black));
        self.board.go(action);
        self.settle();
    }

    fn gain(&self, Move { to, .. }: Move) -> Gain {
        Gain { taken: self.board.pawns.at(to).is_some().into(), promoted: 0 }
    }

    views!(ended);
}
