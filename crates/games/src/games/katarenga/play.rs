//! Katarenga. The rules page is `RULES.md`.

use std::fmt;

use nom::{Parser, character::complete::one_of};

use super::{
    Baseline, Colours, Decision, Move, Pawns, Squares, Turned,
    dealt_board::{DealtBoard, PAWNS},
    drawing, game_words,
    moves::Field,
    options::{self, BASELINE, BOARD},
    picture::Scene,
    words::{self, CAMP, Phase, QUIET, moved, phase, quiet, write_moved},
};
use crate::{
    board::{
        BySide, Side,
        text::{self, TextResult, after_space, expect},
    },
    game::{
        Actor, BySeat, Gain, Game, GameWords, Gesture, IllegalError, MatchPlay, OptionError, OptionRow, OptionValues,
        Outcome, Picture, Points, PositionError, PositionField, Row, RuleOptionKind, Score, Seat, SeatSet, Seed, Style,
        Turn,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    Camps(Side),
    Captures(Side),
    Blocked(Side),
    Quiet,
}

/// A position of Katarenga.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Katarenga {
    colours: Colours,
    pawns: Pawns,
    pub(super) to_act: Side,
    pub(super) phase: Phase,
    /// The number of each side's pawns in the enemy camp.
    camps: BySide<u8>,
    /// True for a side that has made its first action in `play`.
    pub(super) moved: BySide<bool>,
    pub(super) quiet: u32,
    turn: u32,
    double_win: bool,
    /// The end, if the game is over. Derived from the other fields; stored because it is read more often than it
    /// changes.
    end: Option<End>,
}

impl Katarenga {
    fn new(options: &KatarengaOptions, colours: Colours) -> Self {
        let (to_act, phase) = options.baseline.start();
        let mut start = Self {
            colours,
            pawns: Pawns::home(),
            to_act,
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

    /// The colours as they lie now.
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// The pawns on the board.
    pub fn pawns(&self) -> &Pawns {
        &self.pawns
    }

    /// The number of a side's pawns in camp.
    pub fn in_camp(&self, side: Side) -> u8 {
        self.camps[side]
    }

    /// The board as the side to act sees it. A player may not capture with his first action in `play`.
    pub(super) fn field(&self) -> Field<'_> {
        let safe = if self.moved[self.to_act] { Squares::EMPTY } else { self.pawns.of(self.to_act.other()) };
        let why = "a player may not capture with his first move";
        Field { colours: &self.colours, pawns: &self.pawns, side: self.to_act, safe, why }
    }

    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.end.is_none() && seat == self.to_act.seat()
    }

    /// The pawns that may go to camp: those of the side to act on the opponent's baseline.
    pub(super) fn camping(&self) -> Squares {
        Squares::rank(self.to_act.other().home(8)) & self.pawns.of(self.to_act)
    }

    /// The number of a side's pawns, on the board and in camp.
    fn left(&self, side: Side) -> usize {
        self.pawns.of(side).len() + usize::from(self.camps[side])
    }

    /// Returns true if a side has at most one pawn left.
    fn is_beaten(&self, side: Side) -> bool {
        // The first test decides nearly always, and needs no count.
        !self.pawns.of(side).has_many() && self.left(side) <= 1
    }

    /// Sets `end`. Rules page, End, in its order; the mover is the player who is not to act now.
    fn settle(&mut self) {
        let (mover, next) = (self.to_act.other(), self.to_act);
        self.end = if self.phase == Phase::Baseline {
            None
        } else if self.camps[mover] >= CAMP {
            Some(End::Camps(mover))
        } else if self.is_beaten(next) {
            Some(End::Captures(mover))
        } else if self.camping().is_empty() && !self.field().can_move() {
            Some(End::Blocked(mover))
        } else if self.quiet >= QUIET {
            Some(End::Quiet)
        } else {
            None
        };
    }

    fn notes(&self) -> [String; 2] {
        let to_act = match (self.turn(), self.phase) {
            (Turn::Over(outcome), _) => format!("over: {outcome}"),
            (Turn::Chance | Turn::Seats(_), Phase::Baseline) => drawing::to_act(self.to_act, "choose his baseline"),
            (Turn::Chance | Turn::Seats(_), Phase::Play) => drawing::to_act(self.to_act, "move"),
        };
        [to_act, format!("turn {}, {} quiet moves of {QUIET}", self.turn, self.quiet)]
    }

    fn outcome(&self, end: End) -> Outcome {
        let win = |reason, winner: Side| Outcome { reason, score: Score::win(2, winner.seat()) };
        match end {
            // Option `doublewin`: other wins score 1.
            End::Camps(winner) if self.double_win && self.camps[winner.other()] == 0 => {
                let two = Points::new(2, 1).expect("1 is not 0");
                let points = BySeat::new(2, |seat| if seat == winner.seat() { two } else { Points::ZERO });
                Outcome { reason: "camps", score: Score::Each(points) }
            }
            End::Camps(winner) => win("camps", winner),
            End::Captures(winner) => win("captures", winner),
            End::Blocked(winner) => win("blocked", winner),
            End::Quiet => Outcome { reason: "quiet", score: Score::split(2, SeatSet::all(2)) },
        }
    }

    /// Returns an error if `setposition` must refuse the position: rules page, Position.
    fn refuse(&self, options: &KatarengaOptions) -> Result<(), PositionError> {
        for side in Side::ALL {
            if self.left(side) > PAWNS {
                let text = format!("{} has more than eight pawns, those in camp included", side.name());
                return Err(PositionError::Refused(text.into()));
            }
        }
        let (mover, next) = (self.to_act.other(), self.to_act);
        let refused = |side: Side, what| Err(PositionError::Refused(format!("{} {what}", side.name()).into()));
        if self.camps[next] >= CAMP {
            return refused(next, "is to act, and has won with two pawns in the enemy camp");
        }
        if self.left(mover) < 2 {
            return refused(mover, "is not to act, and has lost with fewer than two pawns");
        }
        if self.phase == Phase::Baseline && *self != Self::new(options, self.colours) {
            return Err(PositionError::refused("the phase baseline is that of the start only"));
        }
        Ok(())
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
        write!(f, "{} {} {} {} ", self.colours, self.pawns, self.to_act.seat(), self.phase.word())?;
        write!(f, "{white}{black} {moved} {} {}", self.quiet, self.turn)
    }
}

impl Game for Katarenga {
    type Action = Decision;
    type Options = KatarengaOptions;

    const WORD: &'static str = "katarenga";
    const TITLE: &'static str = "Katarenga";
    const RULES: &'static str = include_str!("RULES.md");
    const SEATS: &'static [u8] = &[2];
    const PHASES: &'static [&'static str] = &["baseline", "play"];
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        BASELINE,
        OptionRow {
            name: "doublewin",
            kind: RuleOptionKind::Combo { default: "off", vars: &["on", "off"] },
            about: "whether a win by camps scores 2 while the loser has no pawn in camp",
        },
    ];
    const WORDS: GameWords = game_words::KATARENGA;
    const FIELDS: &'static [PositionField] = words::KATARENGA;
    const ROW: Row<Self> = Row::new().colours(&["White", "Black"]).match_play().specimens();

    fn options(values: &OptionValues) -> Result<KatarengaOptions, OptionError> {
        let double_win = values.text("doublewin") == "on";
        Ok(KatarengaOptions { board: options::board(values)?, baseline: Baseline::of(values), double_win })
    }

    fn start(options: &KatarengaOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, Colours::start(options.board.as_ref(), seed))
    }

    fn read(options: &KatarengaOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, DealtBoard { colours, pawns, to_act }) = DealtBoard::read(input)?;
            let (input, phase) = after_space(phase)(input)?;
            let (input, camps) = after_space(camps)(input)?;
            let (input, moved) = after_space(moved)(input)?;
            let (input, quiet) =
                after_space(|input| quiet(input, "the moves since the last capture or camp, 0 to 100"))(input)?;
            let (input, turn) = after_space(text::turn)(input)?;
            let double_win = options.double_win;
            let end = None;
            Ok((input, Self { colours, pawns, to_act, phase, camps, moved, quiet, turn, double_win, end }))
        })?;
        read.refuse(options)?;
        read.settle();
        Ok(read)
    }

    fn turn(&self) -> Turn {
        match self.end {
            Some(end) => Turn::Over(self.outcome(end)),
            None => Turn::Seats(SeatSet::only(self.to_act.seat())),
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
        if self.end.is_some() || actor != Actor::Seat(self.to_act.seat()) {
            return Err(IllegalError::NotToAct);
        }
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
        let mover = self.to_act;
        let quiet = match action {
            // The choice is not a move: no count changes.
            Decision::Turn(by) => {
                self.colours = self.colours.turned(by);
                self.phase = Phase::Play;
                self.to_act = mover.other();
                return self.settle();
            }
            Decision::Go(Move { from, to }) => {
                let captures = self.pawns.at(to).is_some();
                self.pawns.go(mover, from, to);
                !captures
            }
            Decision::Camp(from) => {
                self.pawns.take(from);
                self.camps[mover] = self.camps[mover].saturating_add(1);
                false
            }
        };
        self.quiet = if quiet { self.quiet.saturating_add(1) } else { 0 };
        self.moved[mover] = true;
        self.turn = self.turn.saturating_add(u32::from(mover == Side::Black));
        self.to_act = mover.other();
        self.settle();
    }

    fn describe(&self, _: Actor, action: Decision) -> String {
        action.describe(&self.pawns)
    }

    fn gain(&self, action: Decision) -> Gain {
        match action {
            Decision::Turn(_) => Gain::default(),
            Decision::Go(Move { to, .. }) => Gain { taken: self.pawns().at(to).is_some().into(), promoted: 0 },
            Decision::Camp(_) => Gain { taken: 0, promoted: 1 },
        }
    }

    fn points(&self) -> Vec<u32> {
        Side::ALL.map(|side| self.in_camp(side).into()).to_vec()
    }

    fn gesture(&self, _: Seat, action: Decision) -> Gesture {
        action.gesture(self.to_act)
    }

    fn board(&self, style: Style) -> Vec<String> {
        let BySide([white, black]) = self.camps;
        let [to_act, turn] = self.notes();
        let notes = [to_act, turn, format!("in camp: White {white}, Black {black}")];
        drawing::board(&self.colours, &self.pawns, &notes, style)
    }

    fn picture(&self, last: &[(Actor, Decision)]) -> Picture {
        let last = last.iter().filter_map(|(_, action)| action.places()).collect();
        let (camps, notes) = (Some(self.camps), self.notes());
        Scene { title: Self::TITLE, colours: &self.colours, pawns: &self.pawns, camps, notes, last }.draw()
    }
}

impl MatchPlay for Katarenga {
    fn rematch(&self) -> Vec<(&'static str, String)> {
        options::rematch(&self.colours)
    }
}
