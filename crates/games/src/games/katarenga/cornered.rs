//! Cornered, and Quartermaster as its option `area`. The rules page is `cornered/RULES.md`.

use std::fmt;

use super::{
    Colours, Placing, Scoring, Square, Squares,
    dealt_board::{DealtBoard, views},
    options::{self, BOARD},
    words::{self, last, write_last},
};
use crate::{
    board::text::{self, after_space},
    game::{
        Actor, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField, Seat,
        Seed, Turn,
    },
};

/// The number of files and of ranks of the area.
const AREA: usize = 4;

/// The option `area`: where the game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Area {
    /// From a1 to d4.
    Quarter,
    /// Wherever the first pawn stands: all pawns fit into some 4×4 squares.
    Floating,
}

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CorneredOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The squares on which the game is played.
    pub area: Area,
    /// The score of the winner: 1, or the number of all pawns.
    pub scoring: Scoring,
}

/// A position of Cornered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cornered {
    pub(super) board: DealtBoard,
    /// The square of the pawn placed last.
    pub(super) last: Option<Square>,
    area: Area,
    scoring: Scoring,
    /// The squares where the side to act can place a pawn; empty if that side has lost. Derived from the other fields;
    /// stored because it is read more often than it changes.
    free: Squares,
}

/// The squares from which every pawn is less than four files and four ranks away.
fn around(pawns: Squares) -> Squares {
    let near = |square: &Square| {
        let is_near = |one: usize, other: usize| one.abs_diff(other) < AREA;
        pawns.iter().all(|pawn| is_near(pawn.file(), square.file()) && is_near(pawn.rank(), square.rank()))
    };
    Square::all().filter(near).collect()
}

impl Cornered {
    fn new(options: &CorneredOptions, board: DealtBoard, last: Option<Square>) -> Self {
        let CorneredOptions { area, scoring, .. } = *options;
        let mut position = Self { board, last, area, scoring, free: Squares::EMPTY };
        position.free = position.free();
        position
    }

    /// The squares on which a pawn may stand beside the others.
    pub(super) fn area(&self) -> Squares {
        match self.area {
            Area::Quarter => Square::all().filter(|square| square.file() < AREA && square.rank() < AREA).collect(),
            Area::Floating => around(self.board.pawns.all()),
        }
    }

    /// The empty squares of the area that the pawn placed last reaches. Rules page, Placement.
    fn free(&self) -> Squares {
        let reached = self.last.map_or(Squares::ALL, |last| self.board.reach(last));
        (reached & self.area()) - self.board.pawns.all()
    }

    /// The squares where this seat can place a pawn; empty if the seat is not to act.
    pub(super) fn free_for(&self, seat: Seat) -> Squares {
        if seat == self.board.seat() { self.free } else { Squares::EMPTY }
    }

    fn notes(&self) -> [String; 2] {
        let area = match self.area {
            Area::Quarter => "the squares a1 to d4 are in play".to_owned(),
            Area::Floating => "all pawns must fit into 4\u{d7}4 squares".to_owned(),
        };
        [self.board.note(self.turn(), "place a pawn"), area]
    }
}

impl fmt::Display for Cornered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, write_last(self.last))
    }
}

impl Game for Cornered {
    type Action = Placing;
    type Options = CorneredOptions;

    const WORD: &'static str = "cornered";
    const TITLE: &'static str = "Cornered";
    const RULES: &'static str = include_str!("cornered/RULES.md");
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow::combo("area", "quarter", &["quarter", "floating"])
            .about("where the game is played: a1 to d4, or any 4 by 4 squares (Quartermaster)"),
        OptionRow::combo("scoring", "win", &["win", "pawns"])
            .about("what the winner scores: 1, or the number of all pawns on the board"),
    ];
    const WORDS: GameWords = GameWords {
        about: "Place a pawn where the last one reaches, on a quarter of the board. Who cannot loses.",
        turns_round: true,
        ends: &[("cornered", "no pawn can be placed")],
        clicks: &[("play", "choose a square that the last pawn reaches")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::CORNERED;

    fn options(values: &OptionValues) -> Result<CorneredOptions, OptionError> {
        let area = if values.text("area") == "floating" { Area::Floating } else { Area::Quarter };
        Ok(CorneredOptions { board: options::board(values)?, area, scoring: Scoring::of(values) })
    }

    fn start(options: &CorneredOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, DealtBoard::empty(options.board.as_ref(), seed), None)
    }

    /// Rules page, Position.
    fn read(options: &CorneredOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let (input, last) = after_space(last)(input)?;
            Ok((input, Self::new(options, board, last)))
        })?;
        // In the floating area, a pawn outside is one too far from another, and neither is in the area.
        if let Some(pawn) = (read.board.pawns.all() - read.area()).first() {
            return Err(PositionError::refused(format!("the pawn on {pawn} is outside the 4\u{d7}4 squares")));
        }
        read.board.refuse_out_of_turn()?;
        read.board.refuse_last(read.last)?;
        Ok(read)
    }

    fn turn(&self) -> Turn {
        if self.free.is_empty() {
            return Turn::Over(self.scoring.won("cornered", self.board.to_act.other(), self.board.pawns.all()));
        }
        self.board.seats()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Placing>) {
        actions.extend(self.free_for(seat).iter().map(Placing));
    }

    fn check(&self, actor: Actor, Placing(square): Placing) -> Result<(), IllegalError> {
        self.board.check(actor, self.free.is_empty())?;
        let rule = |text: String| Err(IllegalError::rule(text));
        match self.last {
            _ if self.free.contains(square) => Ok(()),
            _ if self.board.pawns.at(square).is_some() => rule(format!("{square} is occupied")),
            Some(last) if self.area().contains(square) => rule(format!("the pawn on {last} does not reach {square}")),
            _ => rule(format!("{square} is outside the 4\u{d7}4 squares")),
        }
    }

    fn play(&mut self, _: Actor, Placing(square): Placing) {
        self.board.put(square);
        self.last = Some(square);
        self.free = self.free();
    }

    views!();
}
