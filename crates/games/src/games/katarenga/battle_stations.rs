//! Battle Stations. The rules page is `battle_stations/RULES.md`.

use std::fmt;

use super::{
    Colours, Move, Posting, Scoring, Square, Squares,
    dealt_board::{DealtBoard, PAWNS, views},
    options::{self, BOARD},
    words::{self, Stage, stage},
};
use crate::{
    board::{
        Side,
        text::{self, after_space},
    },
    game::{
        Actor, Game, GameWords, IllegalError, OptionError, OptionRow, OptionValues, PositionError, PositionField, Seat,
        Seed, Turn, TurnPart,
    },
};

/// The rule options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BattleStationsOptions {
    /// The colours to start with; `None` if the seed deals them.
    pub board: Option<Colours>,
    /// The score of the winner: 1, or the number of his pawns.
    pub scoring: Scoring,
}

/// A position of Battle Stations.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BattleStations {
    pub(super) board: DealtBoard,
    pub(super) stage: Stage,
    scoring: Scoring,
}

impl BattleStations {
    /// The pawns that a pawn on `from` captures, if it is of this side.
    fn targets(&self, side: Side, from: Square) -> Squares {
        self.board.reach(from) & self.board.pawns.of(side.other())
    }

    fn can_capture(&self, side: Side) -> bool {
        self.board.pawns.of(side).iter().any(|from| !self.targets(side, from).is_empty())
    }

    /// Rules page, Battle: the game ends when neither side can capture.
    fn is_over(&self) -> bool {
        self.stage == Stage::Battle && !Side::ALL.into_iter().any(|side| self.can_capture(side))
    }

    /// Returns true if the side to act must pass.
    fn must_pass(&self) -> bool {
        self.stage == Stage::Battle && !self.is_over() && !self.can_capture(self.board.to_act)
    }

    /// The side with more pawns; Black if both have as many.
    fn winner(&self) -> Side {
        let [white, black] = Side::ALL.map(|side| self.board.pawns.of(side).len());
        if white > black { Side::White } else { Side::Black }
    }

    fn notes(&self) -> [String; 2] {
        let does = if self.stage == Stage::Stations { "place a pawn" } else { "capture" };
        let [white, black] = Side::ALL.map(|side| self.board.pawns.of(side).len());
        [self.board.note(self.turn(), does), format!("pawns: White {white}, Black {black}")]
    }
}

impl fmt::Display for BattleStations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.stage.word())
    }
}

impl Game for BattleStations {
    type Action = Posting;
    type Options = BattleStationsOptions;

    const WORD: &'static str = "battle-stations";
    const TITLE: &'static str = "Battle Stations";
    const RULES: &'static str = include_str!("battle_stations/RULES.md");
    const PHASES: &'static [&'static str] = &["stations", "battle"];
    const OPTIONS: &'static [OptionRow] = &[
        BOARD,
        OptionRow::combo("scoring", "win", &["win", "pawns"])
            .about("what the winner scores: 1, or the number of his pawns left"),
    ];
    const WORDS: GameWords = GameWords {
        about: "Place your pawns, then capture as long as anyone can. Who has more pawns in the end wins.",
        turns_round: true,
        rows: &[("__", TurnPart::Setup)],
        ends: &[("battle", "nobody can capture")],
        clicks: &[("stations", "choose an empty square"), ("battle", "choose a pawn, then a pawn that it captures")],
        ..GameWords::NONE
    };
    const FIELDS: &'static [PositionField] = words::BATTLE_STATIONS;

    fn options(values: &OptionValues) -> Result<BattleStationsOptions, OptionError> {
        Ok(BattleStationsOptions { board: options::board(values)?, scoring: Scoring::of(values) })
    }

    fn start(options: &BattleStationsOptions, _: u8, seed: &Seed) -> Self {
        let board = DealtBoard::empty(options.board.as_ref(), seed);
        Self { board, stage: Stage::Stations, scoring: options.scoring }
    }

    /// Rules page, Position.
    fn read(options: &BattleStationsOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        let read = text::read(position, |input| {
            let (input, board) = DealtBoard::read(input)?;
            let (input, stage) = after_space(stage)(input)?;
            Ok((input, Self { board, stage, scoring: options.scoring }))
        })?;
        read.board.refuse_many()?;
        if read.stage == Stage::Stations {
            read.board.refuse_out_of_turn()?;
            let is_full = read.board.pawns.all().len() == 2 * PAWNS;
            PositionError::unless(!is_full, "all sixteen pawns stand, so the phase is battle")?;
        }
        Ok(read)
    }

    fn turn(&self) -> Turn {
        if self.is_over() {
            let winner = self.winner();
            return Turn::Over(self.scoring.won("battle", winner, self.board.pawns.of(winner)));
        }
        self.board.seats()
    }

    fn phase(&self) -> &'static str {
        self.stage.word()
    }

    fn legal(&self, seat: Seat, actions: &mut Vec<Posting>) {
        match self.stage {
            _ if seat != self.board.seat() => {}
            Stage::Stations => actions.extend((!self.board.pawns.all()).iter().map(Posting::Place)),
            Stage::Battle if self.must_pass() => actions.push(Posting::Pass),
            Stage::Battle => {
                for from in self.board.own().iter() {
                    let targets = self.targets(self.board.to_act, from);
                    actions.extend(targets.iter().map(|to| Posting::Go(Move { from, to })));
                }
            }
        }
    }

    fn check(&self, actor: Actor, action: Posting) -> Result<(), IllegalError> {
        self.board.check(actor, self.is_over())?;
        match (self.stage, action) {
            (Stage::Stations, Posting::Place(square)) => {
                IllegalError::unless(self.board.pawns.at(square).is_none(), format_args!("{square} is occupied"))
            }
            (Stage::Stations, Posting::Go(_) | Posting::Pass) => {
                Err(IllegalError::rule("pawns are placed until all sixteen stand"))
            }
            (Stage::Battle, Posting::Place(_)) => Err(IllegalError::rule("all sixteen pawns have been placed")),
            (Stage::Battle, Posting::Pass) => IllegalError::unless(self.must_pass(), "a player who can capture must"),
            (Stage::Battle, Posting::Go(go)) => {
                self.board.field(Squares::EMPTY, "").check(go)?;
                IllegalError::unless(self.board.theirs().contains(go.to), "pawns move only to capture")
            }
        }
    }

    fn play(&mut self, _: Actor, action: Posting) {
        self.board.act(action);
        if self.board.pawns.all().len() >= 2 * PAWNS {
            self.stage = Stage::Battle;
        }
    }

    fn forced(&self) -> Option<(Seat, Posting)> {
        self.must_pass().then_some((self.board.seat(), Posting::Pass))
    }

    views!();
}
