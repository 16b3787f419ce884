//! Colorado. The rules page is `colorado/RULES.md`.

use std::fmt;

use nom::Parser;

use super::{
    Baseline, Colours, Decision, Pawns, Square, Squares, Turned,
    dealt_board::{DealtBoard, views},
    moves::Field,
    options::{self, BASELINE, BOARD, End},
    words::{self, Phase, QUIET, last, moved, phase, write_last, write_moved},
};
use crate::{
    board::{
        BySide, Side,
        text::{self, after_space},
    },
    game::{
        Actor, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField, Seat,
        Seed, TurnPart,
    },
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColoradoOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The value of the option `baseline`.
    pub baseline: Baseline,
}

/// A position of Colorado.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Colorado {
    pub(super) board: DealtBoard,
    pub(super) phase: Phase,
    /// The square of the pawn that landed on its far bank in the last move.
    pub(super) open: Option<Square>,
    /// True for a side that has made its first action in `play`.
    pub(super) moved: BySide<bool>,
    pub(super) quiet: u32,
    turn: u32,
    /// The end, if the game is over. Derived from the other fields.
    end: Option<End>,
}

impl Colorado {
    fn new(options: &ColoradoOptions, colours: Colours) -> Self {
        let (to_act, phase) = options.baseline.start();
        let board = DealtBoard { colours, pawns: Pawns::home(), to_act };
        let (open, moved, quiet, turn) = (None, BySide::default(), 0, 1);
        Self { board, phase, open, moved, quiet, turn, end: None }
    }

    /// The pawns on the board.
    pub const fn pawns(&self) -> &Pawns {
        &self.board.pawns
    }

    /// A side's pawns on its far bank, the opponent's baseline.
    pub(super) fn landed(&self, side: Side) -> Squares {
        self.board.pawns.of(side) & Squares::rank(side.other().home(8))
    }

    /// Returns true if a side has pawns, and all of them stand on its far bank.
    fn is_across(&self, side: Side) -> bool {
        !self.landed(side).is_empty() && self.landed(side) == self.board.pawns.of(side)
    }

    /// The board as the side to act sees it. Rules page, Banks: a pawn on its far bank is safe, unless it landed there
    /// in the last move. Nobody captures in his first move.
    pub(super) fn field(&self) -> Field<'_> {
        if !self.moved[self.board.to_act] {
            return self.board.field(self.board.theirs(), "a player may not capture with his first move");
        }
        let safe = self.landed(self.board.to_act.other()) - self.open.map_or(Squares::EMPTY, Squares::only);
        self.board.field(safe, "a pawn on its far bank is safe after one turn")
    }

    /// Sets `end`. Rules page, End, in its order; the mover is the player who is not to act now.
    fn settle(&mut self) {
        let (mover, next) = (self.board.to_act.other(), self.board.to_act);
        self.end = if self.phase == Phase::Baseline {
            None
        } else if self.is_across(mover) {
            Some(("bank", Some(mover)))
        } else if self.board.own().is_empty() {
            Some(("captures", None))
        } else if self.is_across(next) {
            Some(("bank", Some(next)))
        } else if !self.field().can_move() {
            Some(("blocked", Some(mover)))
        } else {
            (self.quiet >= QUIET).then_some(("quiet", None))
        };
    }

    fn notes(&self) -> [String; 2] {
        let does = if self.phase == Phase::Baseline { "choose his baseline" } else { "move" };
        let open = self.open.map_or_else(String::new, |open| format!(", {open} can be captured"));
        let counts = format!("turn {}, {} quiet moves of {QUIET}{open}", self.turn, self.quiet);
        [self.board.note(self.turn(), does), counts]
    }

    /// Rules page, Position.
    fn refuse(&self, options: &ColoradoOptions) -> Result<(), PositionError> {
        self.board.refuse_many()?;
        let mover = self.board.to_act.other();
        let name = mover.name();
        PositionError::unless(!self.board.theirs().is_empty(), format_args!("{name} has no pawn"))?;
        if let Some(open) = self.open.filter(|&open| !self.landed(mover).contains(open)) {
            return Err(PositionError::refused(format!("{name} has no pawn on {open} that landed on its far bank")));
        }
        self.phase.refuse(*self == Self::new(options, self.board.colours))
    }
}

impl fmt::Display for Colorado {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phase, open, moved) = (self.phase.word(), write_last(self.open), write_moved(self.moved));
        write!(f, "{} {phase} {open} {moved} {} {}", self.board, self.quiet, self.turn)
    }
}

impl Game for Colorado {
    type Action = Decision;
    type Options = ColoradoOptions;

    const WORD: &'static str = "colorado";
    const TITLE: &'static str = "Colorado";
    const RULES: &'static str = include_str!("colorado/RULES.md");
    const PHASES: &'static [&'static str] = &["baseline", "play"];
    const OPTIONS: &'static [OptionRow] = &[BOARD, BASELINE];
    const WORDS: GameWords = GameWords {
        about: "Bring all your pawns across. They can be captured for one turn after they land.",
        turns_round: true,
        rows: &[("turn%", TurnPart::Setup)],
        ends: &[
            ("bank", "all pawns are across"),
            ("captures", "no pawn is left"),
            ("blocked", "no move is left"),
            ("quiet", "a hundred moves without a capture"),
        ],
        clicks: &[("baseline", "choose below how the board lies"), ("play", "choose a pawn, then a square")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::COLORADO;

    fn options(values: &OptionValues) -> Result<ColoradoOptions, OptionError> {
        Ok(ColoradoOptions { board: options::board(values)?, baseline: Baseline::of(values) })
    }

    fn start(options: &ColoradoOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, Colours::start(options.board.as_ref(), seed))
    }

    fn read(options: &ColoradoOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let states = (after_space(phase), after_space(last), after_space(moved));
            let counts = (
                after_space(text::number_in(0..=QUIET, "the moves since the last capture, 0 to 100")),
                after_space(text::turn),
            );
            let (input, ((phase, open, moved), (quiet, turn))) = (states, counts).parse(input)?;
            Ok((input, Self { board, phase, open, moved, quiet, turn, end: None }))
        })?;
        read.refuse(options)?;
        read.settle();
        Ok(read)
    }

    fn phase(&self) -> &'static str {
        self.phase.word()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Decision>) {
        match self.phase {
            _ if self.end.is_some() || seat != self.board.seat() => {}
            Phase::Baseline => actions.extend(Turned::ALL.map(Decision::Turn)),
            Phase::Play => self.field().each_move(|go| actions.push(Decision::Go(go))),
        }
    }

    fn check(&self, actor: Actor, action: Decision) -> Result<(), IllegalError> {
        self.board.check(actor, self.end.is_some())?;
        match action {
            Decision::Go(go) if self.phase == Phase::Play => self.field().check(go),
            Decision::Camp(_) => Err(IllegalError::rule("there are no camps in Colorado")),
            Decision::Go(_) | Decision::Turn(_) => self.phase.check_turn(action),
        }
    }

    fn play(&mut self, _: Actor, action: Decision) {
        let mover = self.board.to_act;
        match action {
            // The choice is not a move: no count changes.
            Decision::Turn(by) => {
                self.board.turn(by);
                self.phase = Phase::Play;
            }
            Decision::Go(go) => {
                self.quiet = if self.board.pawns.at(go.to).is_some() { 0 } else { self.quiet.saturating_add(1) };
                self.board.go(go);
                self.open = Some(go.to).filter(|&to| self.landed(mover).contains(to));
                self.moved[mover] = true;
                self.turn = self.turn.saturating_add(u32::from(mover == Side::Black));
            }
            Decision::Camp(_) => {}
        }
        self.settle();
    }

    views!(ended);

    fn rematch(&self) -> Vec<(&'static str, String)> {
        options::rematch(&self.board.colours)
    }
}
