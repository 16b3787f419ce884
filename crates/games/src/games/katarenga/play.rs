//! Katarenga. The rules page is `RULES.md`.

use std::fmt;

use nom::{Parser, character::complete::one_of};

use super::{
    Baseline, Colours, Decision, Move, Pawns, Squares, Turned,
    action::PawnAction as _,
    dealt_board::{DealtBoard, PAWNS, views},
    moves::Field,
    options::{self, BASELINE, BOARD, End, win},
    words::{self, CAMP, Phase, QUIET, moved, phase, write_moved},
};
use crate::{
    board::{
        BySide, Side,
        text::{self, TextResult, after_space, expect},
    },
    game::{
        Actor, Gain, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, Picture, PositionError,
        PositionField, Seat, Seed, Style, Turn, TurnPart,
    },
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KatarengaOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The value of the option `baseline`.
    pub baseline: Baseline,
    /// True if a win by camps against a player with no pawn in camp scores 2.
    pub double_win: bool,
}

/// A position of Katarenga.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Katarenga {
    pub(super) board: DealtBoard,
    pub(super) phase: Phase,
    /// The number of each side's pawns in the enemy camp.
    pub(super) camps: BySide<u8>,
    /// True for a side that has made its first action in `play`.
    pub(super) moved: BySide<bool>,
    pub(super) quiet: u32,
    turn: u32,
    double_win: bool,
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than changed.
    end: Option<End>,
}

impl Katarenga {
    fn new(options: &KatarengaOptions, colours: Colours) -> Self {
        let (to_act, phase) = options.baseline.start();
        let mut start = Self {
            board: DealtBoard { colours, pawns: Pawns::home(), to_act },
            phase,
            camps: BySide::default(),
            moved: BySide::default(),
            quiet: 0,
            turn: 1,
            double_win: options.double_win,
            end: None,
        };
        start.settle();
        start
    }

    /// The pawns on the board.
    pub const fn pawns(&self) -> &Pawns {
        &self.board.pawns
    }

    /// The board as the side to act sees it. A player may not capture with his first action in `play`.
    pub(super) fn field(&self) -> Field<'_> {
        let safe = if self.moved[self.board.to_act] { Squares::EMPTY } else { self.board.theirs() };
        self.board.field(safe, "a player may not capture with his first move")
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.end.is_none() && seat == self.board.seat()
    }

    /// The pawns that may go to camp: those of the side to act on the opponent's baseline.
    pub(super) fn camping(&self) -> Squares {
        Squares::rank(self.board.to_act.other().home(8)) & self.board.own()
    }

    /// The number of a side's pawns, on the board and in camp.
    fn left(&self, side: Side) -> usize {
        self.board.pawns.of(side).len() + usize::from(self.camps[side])
    }

    /// Returns true if a side has at most one pawn left.
    fn is_beaten(&self, side: Side) -> bool {
        // The first test decides nearly always, and needs no count.
        !self.board.pawns.of(side).has_many() && self.left(side) <= 1
    }

    /// Sets `end`. Rules page, End, in its order; the mover is the player who is not to act now.
    fn settle(&mut self) {
        let (mover, next) = (self.board.to_act.other(), self.board.to_act);
        self.end = if self.phase == Phase::Baseline {
            None
        } else if self.camps[mover] >= CAMP {
            Some(("camps", Some(mover)))
        } else if self.is_beaten(next) {
            Some(("captures", Some(mover)))
        } else if self.camping().is_empty() && !self.field().can_move() {
            Some(("blocked", Some(mover)))
        } else {
            (self.quiet >= QUIET).then_some(("quiet", None))
        };
    }

    fn notes(&self) -> [String; 2] {
        let does = if self.phase == Phase::Baseline { "choose his baseline" } else { "move" };
        let counts = format!("turn {}, {} quiet moves of {QUIET}", self.turn, self.quiet);
        [self.board.note(self.turn(), does), counts]
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    fn refuse(&self, options: &KatarengaOptions) -> Result<(), PositionError> {
        let unless = |fits, side: Side, what| PositionError::unless(fits, format_args!("{} {what}", side.name()));
        for side in Side::ALL {
            unless(self.left(side) <= PAWNS, side, "has more than eight pawns, those in camp included")?;
        }
        let (mover, next) = (self.board.to_act.other(), self.board.to_act);
        unless(self.camps[next] < CAMP, next, "is to act, and has won with two pawns in the enemy camp")?;
        unless(self.left(mover) >= 2, mover, "is not to act, and has lost with fewer than two pawns")?;
        self.phase.refuse(*self == Self::new(options, self.board.colours))
    }
}

/// `camps = 2("0" / "1" / "2")`, White's and Black's
fn camps(input: &str) -> TextResult<'_, BySide<u8>> {
    let camp = |input| one_of("012").map(|digit: char| digit as u8 - b'0').parse(input);
    let camps = (camp, camp).map(|(white, black)| BySide([white, black]));
    expect("how many pawns White and Black have in camp, such as 01", camps).parse(input)
}

impl fmt::Display for Katarenga {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (BySide([white, black]), moved) = (self.camps, write_moved(self.moved));
        write!(f, "{} {} {white}{black} {moved} {} {}", self.board, self.phase.word(), self.quiet, self.turn)
    }
}

impl Game for Katarenga {
    type Action = Decision;
    type Options = KatarengaOptions;

    const WORD: &'static str = "katarenga";
    const TITLE: &'static str = "Katarenga";
    const RULES: &'static str = include_str!("RULES.md");
    const PHASES: &'static [&'static str] = &["baseline", "play"];
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        BASELINE,
        OptionRow::combo("doublewin", "off", &["on", "off"])
            .about("whether a win by camps scores 2 while the loser has no pawn in camp"),
    ];
    const WORDS: GameWords = GameWords {
        about: "The colour of the square under a pawn decides how it moves. Bring two pawns into the enemy camp.",
        turns_round: true,
        rows: &[("turn%", TurnPart::Setup)],
        ends: &[
            ("camps", "two pawns are in the enemy camp"),
            ("captures", "one pawn at most is left"),
            ("blocked", "no move is left"),
            ("quiet", "a hundred moves without a capture or a pawn in camp"),
        ],
        points: Some(["pawn in camp", "pawns in camp"]),
        clicks: &[
            ("baseline", "choose below how the board lies"),
            ("play", "choose a pawn, then a square, or a camp from the last row"),
        ],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::KATARENGA;

    fn options(values: &OptionValues) -> Result<KatarengaOptions, OptionError> {
        let double_win = values.text("doublewin") == "on";
        Ok(KatarengaOptions { board: options::board(values)?, baseline: Baseline::of(values), double_win })
    }

    fn start(options: &KatarengaOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, Colours::start(options.board.as_ref(), seed))
    }

    fn read(options: &KatarengaOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let (input, phase) = after_space(phase)(input)?;
            let (input, camps) = after_space(camps)(input)?;
            let (input, moved) = after_space(moved)(input)?;
            let quiet = text::number_in(0..=QUIET, "the moves since the last capture or camp, 0 to 100");
            let (input, quiet) = after_space(quiet)(input)?;
            let (input, turn) = after_space(text::turn)(input)?;
            let double_win = options.double_win;
            let end = None;
            Ok((input, Self { board, phase, camps, moved, quiet, turn, double_win, end }))
        })?;
        read.refuse(options)?;
        read.settle();
        Ok(read)
    }

    fn turn(&self) -> Turn {
        match self.end {
            // Option `doublewin`: other wins score 1.
            Some((reason @ "camps", Some(winner))) if self.double_win && self.camps[winner.other()] == 0 => {
                Turn::Over(win(reason, winner, 2))
            }
            Some(end) => options::over(end),
            None => self.board.seats(),
        }
    }

    fn phase(&self) -> &'static str {
        self.phase.word()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Decision>) {
        if !self.waits_for(seat) {
            return;
        }
        match self.phase {
            Phase::Baseline => actions.extend(Turned::ALL.map(Decision::Turn)),
            Phase::Play => {
                self.field().each_move(|go| actions.push(Decision::Go(go)));
                actions.extend(self.camping().iter().map(Decision::Camp));
            }
        }
    }

    fn check(&self, actor: Actor, action: Decision) -> Result<(), IllegalError> {
        self.board.check(actor, self.end.is_some())?;
        match action {
            Decision::Go(go) if self.phase == Phase::Play => self.field().check(go),
            Decision::Camp(from) if self.phase == Phase::Play && self.camping().contains(from) => Ok(()),
            Decision::Camp(_) if self.phase == Phase::Play => {
                Err(IllegalError::rule("only a pawn of your own on your opponent's baseline can go to camp"))
            }
            Decision::Turn(_) | Decision::Go(_) | Decision::Camp(_) => self.phase.check_turn(action),
        }
    }

    fn play(&mut self, _: Actor, action: Decision) {
        let mover = self.board.to_act;
        let quiet = match action {
            // The choice is not a move: no count changes.
            Decision::Turn(by) => {
                self.board.turn(by);
                self.phase = Phase::Play;
                return self.settle();
            }
            Decision::Go(go) => {
                let captures = self.board.pawns.at(go.to).is_some();
                self.board.go(go);
                !captures
            }
            Decision::Camp(from) => {
                self.board.pawns.take(from);
                self.board.to_act = mover.other();
                self.camps[mover] = self.camps[mover].saturating_add(1);
                false
            }
        };
        self.quiet = if quiet { self.quiet.saturating_add(1) } else { 0 };
        self.moved[mover] = true;
        self.turn = self.turn.saturating_add(u32::from(mover == Side::Black));
        self.settle();
    }

    views!(actions);

    fn gain(&self, action: Decision) -> Gain {
        match action {
            Decision::Turn(_) => Gain::default(),
            Decision::Go(Move { to, .. }) => Gain { taken: self.board.pawns.at(to).is_some().into(), promoted: 0 },
            Decision::Camp(_) => Gain { taken: 0, promoted: 1 },
        }
    }

    fn points(&self) -> Vec<u32> {
        Side::ALL.map(|side| self.camps[side].into()).to_vec()
    }

    fn board(&self, style: Style) -> Vec<String> {
        let BySide([white, black]) = self.camps;
        let [to_act, turn] = self.notes();
        self.board.lines(&[to_act, turn, format!("in camp: White {white}, Black {black}")], style)
    }

    fn picture(&self, last: &[(Actor, Decision)]) -> Picture {
        let last = last.iter().filter_map(|(_, action)| action.places());
        self.board.picture(Some(self.camps), Self::TITLE, &self.notes(), last)
    }

    fn rematch(&self) -> Vec<(&'static str, String)> {
        options::rematch(&self.board.colours)
    }
}
