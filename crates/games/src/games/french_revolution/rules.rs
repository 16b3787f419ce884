//! French Revolution Chess as a [`Game`].

use super::{
    Action, FrenchRevolution, Part, Pawns, Revolution, drawing,
    position::{End, FIELDS, START, START_TEN},
    san,
};
use crate::{
    board::{
        Side,
        orthodox::{BoardSquare, ManKind},
    },
    game::{
        Actor, BySeat, Game, GameWords, OptionError, OptionRow, OptionValues, Outcome, Pgn, Points, PositionError,
        PositionField, Score, Seat, SeatSet, Seed,
    },
};

impl FrenchRevolution {
    fn outcome(&self, end: End) -> Outcome {
        let winner = self.to_act.other().seat();
        match end {
            End::Checkmate => Outcome { reason: "checkmate", score: Score::win(2, winner) },
            End::Stalemate if self.options.weak_loss => {
                let third = |thirds| Points::new(thirds, 3).expect("3 is not 0");
                let points = BySeat::new(2, |seat| if seat == winner { third(2) } else { third(1) });
                Outcome { reason: "stalemate", score: Score::Each(points) }
            }
            End::Stalemate => Outcome { reason: "stalemate", score: Score::split(2, SeatSet::all(2)) },
        }
    }
}

const PGN: Pgn = Pgn::plain(|_| Some("French Revolution"));

impl Game for FrenchRevolution {
    type Action = Action;
    type Options = Revolution;

    const WORD: &'static str = "french-revolution";
    const TITLE: &'static str = "French Revolution Chess";
    const RULES: &'static str = include_str!("RULES.md");
    const PHASES: &'static [&'static str] = &["piece", "pawn"];
    const OPTIONS: &'static [OptionRow] = &[
        OptionRow::combo("promotion", "on", &["on", "off"])
            .about("whether pawns promote on the last rank, or stay there"),
        OptionRow::combo("pawns", "own", &["own", "opponent"]).about("whose pawns the pawn part moves"),
        OptionRow::combo("ranks", "8", &["8", "10"]).about("how many ranks the board has"),
        OptionRow::combo("stalemate", "draw", &["draw", "weakloss"])
            .about("whether a player who cannot move has 1/2 or 1/3"),
    ];
    const FIELDS: &'static [PositionField] = FIELDS;
    const WORDS: GameWords = GameWords {
        about: "Chess in which each turn moves a piece and then a pawn, and the pawns have already passed each other.",
        turns_round: true,
        first: &["q", "r", "b", "n"],
        unit: Some((100, "pawns")),
        clicks: &[("piece", "choose a piece, then a square"), ("pawn", "choose a pawn, then a square")],
        ..GameWords::NONE
    };
    const PGN: Option<&'static Pgn> = Some(&PGN);

    fn options(values: &OptionValues) -> Result<Revolution, OptionError> {
        Ok(Revolution {
            promotion: values.text("promotion") == "on",
            pawns: if values.text("pawns") == "own" { Pawns::Own } else { Pawns::Opponent },
            ranks: if values.text("ranks") == "10" { 10 } else { 8 },
            weak_loss: values.text("stalemate") == "weakloss",
        })
    }

    fn start(options: &Revolution, _: u8, _: &Seed) -> Self {
        let start = if options.ranks == 10 { START_TEN } else { START };
        Self::parse(options, start).expect("the start is a position")
    }

    fn read(options: &Revolution, _: u8, position: &str) -> Result<Self, PositionError> {
        Self::parse(options, position)
    }

    fn phase(&self) -> &'static str {
        self.part.word()
    }

    fn play(&mut self, _: Actor, action: Action) {
        self.rights.lose_by(&self.men, self.options.ranks(), action.from, action.to);
        self.men = self.men_after(&self.men, action);
        match self.part {
            // A piece part never ends the game: it is legal only if a legal pawn part follows.
            Part::Piece => self.part = Part::Pawn,
            Part::Pawn => {
                self.part = Part::Piece;
                self.turn = self.turn.saturating_add(u32::from(self.to_act == Side::Black));
                self.to_act = self.to_act.other();
                self.settle();
            }
        }
    }

    fn candidates(&self, _: Seat, text: &str) -> Option<Vec<Action>> {
        san::candidates(self, text)
    }

    orthodox_views!();
}

impl FrenchRevolution {
    pub(super) fn after(&self, action: Action) -> Self {
        let mut after = self.clone();
        after.play(Actor::Seat(self.to_act.seat()), action);
        after
    }

    /// The kind of the man on a square, unless he is a pawn.
    pub(super) fn piece(&self, square: BoardSquare) -> Option<ManKind> {
        self.men.at(square).map(|man| man.kind).filter(|&kind| kind != ManKind::Pawn)
    }
}
