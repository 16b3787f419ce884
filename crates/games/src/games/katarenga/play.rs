//! Katarenga. The rules page is `RULES.md`.

use std::fmt;

use nom::{Parser, branch::alt, bytes::complete::tag, character::complete::one_of, combinator::value};

use super::{
    Colours, Decision, Move, Pawns, Squares, Turned,
    colours::colours,
    drawing,
    moves::Field,
    pawns::pawns,
    picture::{Scene, camp_of},
};
use crate::{
    board::{
        BySide, Side, seat,
        text::{self, TextResult, after_space, expect, wrong},
    },
    game::{
        Actor, BySeat, Game, Gesture, IllegalError, MatchPlay, OptionError, OptionRow, OptionValues, Outcome, Picture,
        Points, PositionError, Row, RuleOptionKind, Score, Seat, SeatSet, Seed, Style, Turn,
    },
};

/// The number of a side's pawns at the start.
const PAWNS: usize = 8;
/// The number of places in a camp.
pub(super) const CAMP: u8 = 2;
/// The game is drawn after this many moves in a row without a capture or a pawn going to camp.
pub(super) const QUIET: u32 = 100;

/// The option `baseline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Baseline {
    /// Black first chooses his baseline.
    Choose,
    /// The board stays as it lies.
    Fixed,
}

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
pub(super) enum Phase {
    Baseline,
    Play,
}

impl Phase {
    const fn word(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Play => "play",
        }
    }
}

/// `phase = "baseline" / "play"`
fn phase(input: &str) -> TextResult<'_, Phase> {
    let phase = |phase: Phase| value(phase, tag(phase.word()));
    expect("the phase, baseline or play", alt((phase(Phase::Baseline), phase(Phase::Play)))).parse(input)
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
        let (to_act, phase) = match options.baseline {
            Baseline::Choose => (Side::Black, Phase::Baseline),
            Baseline::Fixed => (Side::White, Phase::Play),
        };
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
        let ban = (!self.moved[self.to_act]).then_some("a player may not capture with his first move");
        Field { colours: &self.colours, pawns: &self.pawns, side: self.to_act, ban }
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

/// `moved = ("w" / "-") ("b" / "-")`
fn moved(input: &str) -> TextResult<'_, BySide<bool>> {
    let moved = (one_of("w-"), one_of("b-")).map(|(white, black)| BySide([white == 'w', black == 'b']));
    expect("who has made his first move, --, w-, -b or wb", moved).parse(input)
}

/// `quiet = number`, at most 100
fn quiet(input: &str) -> TextResult<'_, u32> {
    match text::number(input) {
        Ok((rest, quiet)) if quiet <= QUIET => Ok((rest, quiet)),
        _ => Err(wrong(input, "the moves since the last capture or camp, 0 to 100")),
    }
}

impl fmt::Display for Katarenga {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide([white, black]) = self.moved;
        let moved = [if white { 'w' } else { '-' }, if black { 'b' } else { '-' }];
        let BySide([white, black]) = self.camps;
        write!(f, "{} {} {} {} ", self.colours, self.pawns, self.to_act.seat(), self.phase.word())?;
        write!(f, "{white}{black} ")?;
        write!(f, "{}{} {} {}", moved[0], moved[1], self.quiet, self.turn)
    }
}

/// The option `board`, which all three games have.
pub(super) const BOARD: OptionRow = OptionRow {
    name: "board",
    kind: RuleOptionKind::Text { default: "dealt" },
    about: "the colours to start with, 64 letters R, Y, G, B from rank 8 to 1; dealt from the seed otherwise",
};

/// The value of the option `board`.
pub(super) fn board(values: &OptionValues) -> Result<Option<Colours>, OptionError> {
    let text = values.text("board");
    Colours::option(text).ok_or_else(|| OptionError::Value {
        name: "board",
        expected: "dealt, or 64 letters R, Y, G, B from rank 8 to 1, each a to h".to_owned(),
        found: text.to_owned(),
    })
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
        OptionRow {
            name: "baseline",
            kind: RuleOptionKind::Combo { default: "choose", vars: &["choose", "fixed"] },
            about: "whether Black first turns the board",
        },
        OptionRow {
            name: "doublewin",
            kind: RuleOptionKind::Combo { default: "off", vars: &["on", "off"] },
            about: "whether a win by camps scores 2 while the loser has no pawn in camp",
        },
    ];
    const ROW: Row<Self> = Row::new().colours(&["White", "Black"]).match_play().specimens();

    fn options(values: &OptionValues) -> Result<KatarengaOptions, OptionError> {
        let baseline = if values.text("baseline") == "fixed" { Baseline::Fixed } else { Baseline::Choose };
        Ok(KatarengaOptions { board: board(values)?, baseline, double_win: values.text("doublewin") == "on" })
    }

    fn start(options: &KatarengaOptions, _: u8, seed: &Seed) -> Self {
        Self::new(options, Colours::start(options.board.as_ref(), seed))
    }

    fn read(options: &KatarengaOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let mut read = text::read(position, |input| {
            let (input, colours) = colours(input)?;
            let (input, pawns) = after_space(pawns)(input)?;
            let (input, to_act) = after_space(seat)(input)?;
            let (input, phase) = after_space(phase)(input)?;
            let (input, camps) = after_space(camps)(input)?;
            let (input, moved) = after_space(moved)(input)?;
            let (input, quiet) = after_space(quiet)(input)?;
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
        match (self.phase, action) {
            (Phase::Baseline, Decision::Turn(_)) => Ok(()),
            (Phase::Baseline, Decision::Go(_) | Decision::Camp(_)) => {
                Err(IllegalError::rule("Black first chooses his baseline: turn0, turn90, turn180 or turn270"))
            }
            (Phase::Play, Decision::Turn(_)) => {
                Err(IllegalError::rule("the board is turned before the first move only"))
            }
            (Phase::Play, Decision::Go(go)) => self.field().check(go),
            (Phase::Play, Decision::Camp(from)) if self.camping().contains(from) => Ok(()),
            (Phase::Play, Decision::Camp(_)) => {
                Err(IllegalError::rule("only a pawn of your own on your opponent's baseline can go to camp"))
            }
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
        match action {
            Decision::Go(go) => go.describe(self.pawns.at(go.to).is_some()),
            Decision::Camp(from) => format!("{from}-camp"),
            Decision::Turn(_) => action.to_string(),
        }
    }

    fn gesture(&self, _: Seat, action: Decision) -> Gesture {
        match action {
            Decision::Go(Move { from, to }) => Gesture::at([from, to]),
            Decision::Camp(from) => Gesture::at([from.to_string(), camp_of(self.to_act)]),
            Decision::Turn(turned) => {
                let meaning = match turned {
                    Turned::By0 => "leave the board as it lies",
                    Turned::By90 => "turn the board a quarter clockwise",
                    Turned::By180 => "turn the board half round",
                    Turned::By270 => "turn the board a quarter counter-clockwise",
                };
                Gesture::say(action, meaning)
            }
        }
    }

    fn board(&self, style: Style) -> Vec<String> {
        let BySide([white, black]) = self.camps;
        let [to_act, turn] = self.notes();
        let notes = [to_act, turn, format!("in camp: White {white}, Black {black}")];
        drawing::board(&self.colours, &self.pawns, &notes, style)
    }

    fn picture(&self, last: &[(Actor, Decision)]) -> Picture {
        let squares = last.iter().filter_map(|(_, action)| match action {
            Decision::Go(Move { from, to }) => Some((Some(*from), *to)),
            Decision::Camp(from) => Some((None, *from)),
            Decision::Turn(_) => None,
        });
        let (last, camps, notes) = (squares.collect(), Some(self.camps), self.notes());
        Scene { title: Self::TITLE, colours: &self.colours, pawns: &self.pawns, camps, notes, last }.draw()
    }
}

impl MatchPlay for Katarenga {
    /// The options of the second game: the colours as they lie after Black's choice, and `baseline fixed`.
    fn rematch(&self) -> Vec<(&'static str, String)> {
        let letters = self.colours.to_string().replace('/', "");
        vec![("board", letters), ("baseline", "fixed".to_owned())]
    }
}
