//! Isolation. The rules page is `isolation/RULES.md`.

use std::fmt;

use super::{
    Colours, Placing, Square, Squares,
    dealt_board::{DealtBoard, PAWNS, views},
    options::{self, BOARD},
    words,
};
use crate::{
    board::{Side, text},
    game::{
        Actor, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField, Seat,
        Seed, Turn,
    },
};

/// The option `rule`: the pawns that must not reach each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// No pawn may reach another.
    Any,
    /// No pawn may reach a pawn of the other side.
    Opposite,
}

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct IsolationOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The pawns that must not reach each other.
    pub rule: Rule,
}

/// A position of Isolation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Isolation {
    pub(super) board: DealtBoard,
    pub(super) rule: Rule,
    /// The squares where the side to act can place a pawn; empty if that side has lost. Derived from the other fields;
    /// stored because it is read more often than it changes.
    free: Squares,
}

impl Isolation {
    fn new(options: &IsolationOptions, board: DealtBoard) -> Self {
        let mut position = Self { board, rule: options.rule, free: Squares::EMPTY };
        position.settle();
        position
    }

    /// The pawns that a pawn of this side may neither reach nor be reached by.
    fn others(&self, side: Side) -> Squares {
        match self.rule {
            Rule::Any => self.board.pawns.all(),
            Rule::Opposite => self.board.pawns.of(side.other()),
        }
    }

    /// The squares where this seat can place a pawn; empty if the seat is not to act.
    pub(super) fn free_for(&self, seat: Seat) -> Squares {
        if seat == self.board.seat() { self.free } else { Squares::EMPTY }
    }

    /// The empty squares that no pawn of `others` reaches, and from which a new pawn would reach none of them. A new
    /// pawn only blocks lines, so no other two pawns come to reach each other.
    fn free(&self) -> Squares {
        let others = self.others(self.board.to_act);
        let reached = others.iter().fold(self.board.pawns.all(), |reached, pawn| reached | self.board.reach(pawn));
        let alone = |&square: &Square| (self.board.reach(square) & others).is_empty();
        (!reached).iter().filter(alone).collect()
    }

    fn settle(&mut self) {
        let placed_all = self.board.own().len() >= PAWNS;
        self.free = if placed_all { Squares::EMPTY } else { self.free() };
    }

    fn notes(&self) -> [String; 2] {
        [self.board.note(self.turn(), "place a pawn"), self.board.still_to_place()]
    }

    /// Rules page, Position: refuses two pawns that reach each other, and more than eight pawns of a side.
    fn refuse(&self) -> Result<(), PositionError> {
        self.board.refuse_many()?;
        for side in Side::ALL {
            for pawn in self.board.pawns.of(side).iter() {
                let reached = self.board.reach(pawn) & self.others(side);
                if let Some(other) = reached.first() {
                    return Err(PositionError::refused(format!("the pawn on {pawn} reaches the one on {other}")));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)
    }
}

impl Game for Isolation {
    type Action = Placing;
    type Options = IsolationOptions;

    const WORD: &'static str = "isolation";
    const TITLE: &'static str = "Isolation";
    const RULES: &'static str = include_str!("isolation/RULES.md");
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow::combo("rule", "any", &["any", "opposite"])
            .about("which pawns must not be able to reach each other: any two, or those of different sides"),
    ];
    const WORDS: GameWords = GameWords {
        about: "Place pawns where none can reach another. Who cannot place one loses.",
        turns_round: true,
        ends: &[("isolated", "no pawn can be placed")],
        clicks: &[("play", "choose a square that no pawn reaches")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::ISOLATION;

    fn options(values: &OptionValues) -> Result<IsolationOptions, OptionError> {
        let rule = if values.text("rule") == "opposite" { Rule::Opposite } else { Rule::Any };
        Ok(IsolationOptions { board: options::board(values)?, rule })
    }

    fn start(options: &IsolationOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, DealtBoard::empty(options.board.as_ref(), seed))
    }

    fn read(options: &IsolationOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = Self::new(options, text::read(position, DealtBoard::read)?);
        read.refuse()?;
        Ok(read)
    }

    fn turn(&self) -> Turn {
        if self.free.is_empty() {
            return options::over(("isolated", Some(self.board.to_act.other())));
        }
        self.board.seats()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Placing>) {
        actions.extend(self.free_for(seat).iter().map(Placing));
    }

    fn check(&self, actor: Actor, Placing(square): Placing) -> Result<(), IllegalError> {
        self.board.check(actor, self.free.is_empty())?;
        if self.free.contains(square) {
            return Ok(());
        }
        let is_empty = !self.board.pawns.all().contains(square);
        IllegalError::unless(is_empty, format_args!("{square} is occupied"))?;
        Err(IllegalError::rule(match (self.board.reach(square) & self.others(self.board.to_act)).first() {
            Some(other) => format!("a pawn on {square} would reach the one on {other}"),
            None => format!("a pawn on the board reaches {square}"),
        }))
    }

    fn play(&mut self, _: Actor, Placing(square): Placing) {
        self.board.put(square);
        self.settle();
    }

    views!();
}
