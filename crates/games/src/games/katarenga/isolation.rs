//! Isolation. The rules page is `isolation/RULES.md`.

use std::fmt;

use super::{
    Colours, Pawns, Placing, Square, Squares,
    colours::colours,
    drawing,
    pawns::pawns,
    picture::Scene,
    play::{self, BOARD},
};
use crate::{
    board::{
        Side, seat,
        text::{self, after_space},
    },
    game::{
        Actor, Game, Gesture, IllegalError, OptionError, OptionRow, OptionValues, Outcome, Picture, PositionError, Row,
        RuleOptionKind, Score, Seat, SeatSet, Seed, Style, Turn,
    },
};

/// The number of pawns that each side places.
const PAWNS: usize = 8;

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
    pub(super) colours: Colours,
    pub(super) pawns: Pawns,
    pub(super) to_act: Side,
    pub(super) rule: Rule,
    /// The squares where the side to act can place a pawn; empty if that side has lost. Derived from the other fields;
    /// stored because it is read more often than it changes.
    free: Squares,
}

impl Isolation {
    fn new(options: &IsolationOptions, colours: Colours, pawns: Pawns, to_act: Side) -> Self {
        let mut position = Self { colours, pawns, to_act, rule: options.rule, free: Squares::EMPTY };
        position.settle();
        position
    }

    /// The pawns that a pawn of this side may neither reach nor be reached by.
    fn others(&self, side: Side) -> Squares {
        match self.rule {
            Rule::Any => self.pawns.all(),
            Rule::Opposite => self.pawns.of(side.other()),
        }
    }

    /// The squares where this seat can place a pawn; empty if the seat is not to act.
    pub(super) fn free_for(&self, seat: Seat) -> Squares {
        if seat == self.to_act.seat() { self.free } else { Squares::EMPTY }
    }

    /// The empty squares that no pawn of `others` reaches, and from which a new pawn would reach none of them. A new
    /// pawn only blocks lines, so no other two pawns come to reach each other.
    fn free(&self) -> Squares {
        let (occupied, others) = (self.pawns.all(), self.others(self.to_act));
        let reached = others.iter().fold(occupied, |reached, pawn| reached | self.colours.reach(pawn, occupied));
        let alone = |&square: &Square| (self.colours.reach(square, occupied) & others).is_empty();
        (!reached).iter().filter(alone).collect()
    }

    fn settle(&mut self) {
        let placed_all = self.pawns.of(self.to_act).len() >= PAWNS;
        self.free = if placed_all { Squares::EMPTY } else { self.free() };
    }

    fn notes(&self) -> [String; 2] {
        let left = |side| PAWNS.saturating_sub(self.pawns.of(side).len());
        let to_act = match self.turn() {
            Turn::Over(outcome) => format!("over: {outcome}"),
            Turn::Chance | Turn::Seats(_) => drawing::to_act(self.to_act, "place a pawn"),
        };
        [to_act, format!("still to place: White {}, Black {}", left(Side::White), left(Side::Black))]
    }

    /// Rules page, Position: refuses two pawns that reach each other under the rule, and more than eight
    /// pawns of a side.
    fn refuse(&self) -> Result<(), PositionError> {
        for side in Side::ALL {
            if self.pawns.of(side).len() > PAWNS {
                return Err(PositionError::Refused(format!("{} has more than eight pawns", side.name()).into()));
            }
            for pawn in self.pawns.of(side).iter() {
                let reached = self.colours.reach(pawn, self.pawns.all()) & self.others(side);
                if let Some(other) = reached.first() {
                    let text = format!("the pawn on {pawn} reaches the one on {other}");
                    return Err(PositionError::Refused(text.into()));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.colours, self.pawns, self.to_act.seat())
    }
}

impl Game for Isolation {
    type Action = Placing;
    type Options = IsolationOptions;

    const WORD: &'static str = "isolation";
    const TITLE: &'static str = "Isolation";
    const RULES: &'static str = include_str!("isolation/RULES.md");
    const SEATS: &'static [u8] = &[2];
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow {
            name: "rule",
            kind: RuleOptionKind::Combo { default: "any", vars: &["any", "opposite"] },
            about: "which pawns must not be able to reach each other: any two, or those of different sides",
        },
    ];
    const ROW: Row<Self> = Row::new().colours(&["White", "Black"]).specimens();

    fn options(values: &OptionValues) -> Result<IsolationOptions, OptionError> {
        let rule = if values.text("rule") == "opposite" { Rule::Opposite } else { Rule::Any };
        Ok(IsolationOptions { board: play::board(values)?, rule })
    }

    fn start(options: &IsolationOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, Colours::start(options.board.as_ref(), seed), Pawns::default(), Side::White)
    }

    fn read(options: &IsolationOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, colours) = colours(input)?;
            let (input, pawns) = after_space(pawns)(input)?;
            let (input, to_act) = after_space(seat)(input)?;
            Ok((input, Self::new(options, colours, pawns, to_act)))
        })?;
        read.refuse()?;
        Ok(read)
    }

    fn turn(&self) -> Turn {
        if self.free.is_empty() {
            let score = Score::win(2, self.to_act.other().seat());
            return Turn::Over(Outcome { reason: "isolated", score });
        }
        Turn::Seats(SeatSet::only(self.to_act.seat()))
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Placing>) {
        actions.extend(self.free_for(seat).iter().map(Placing));
    }

    fn check(&self, actor: Actor, Placing(square): Placing) -> Result<(), IllegalError> {
        if self.free.is_empty() || actor != Actor::Seat(self.to_act.seat()) {
            return Err(IllegalError::NotToAct);
        }
        if self.free.contains(square) {
            return Ok(());
        }
        let rule = |text: String| Err(IllegalError::Rule(text.into()));
        let (occupied, others) = (self.pawns.all(), self.others(self.to_act));
        if occupied.contains(square) {
            return rule(format!("{square} is occupied"));
        }
        match (self.colours.reach(square, occupied) & others).first() {
            Some(other) => rule(format!("a pawn on {square} would reach the one on {other}")),
            None => rule(format!("a pawn on the board reaches {square}")),
        }
    }

    fn play(&mut self, _: Actor, Placing(square): Placing) {
        self.pawns.put(square, self.to_act);
        self.to_act = self.to_act.other();
        self.settle();
    }

    fn gesture(&self, _: Seat, Placing(square): Placing) -> Gesture {
        Gesture::at([square])
    }

    fn board(&self, style: Style) -> Vec<String> {
        drawing::board(&self.colours, &self.pawns, &self.notes(), style)
    }

    fn picture(&self, last: &[(Actor, Placing)]) -> Picture {
        let (last, notes) = (last.iter().map(|(_, Placing(square))| (None, *square)).collect(), self.notes());
        Scene { title: Self::TITLE, colours: &self.colours, pawns: &self.pawns, camps: None, notes, last }.draw()
    }
}
