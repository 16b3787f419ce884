//! Chess as a [`Game`].

use super::{
    Action, Chess,
    castling::Rights,
    drawing,
    options::{ChessOptions, Draws},
    pgn::{self, PGN},
    position::{FIELDS, START},
    san, shuffle,
};
use crate::{
    board::{Side, orthodox::ManKind},
    game::{
        Actor, Endgame, Game, GameWords, MoveCounts, OptionError, OptionRow, OptionValues, Pgn, PositionError,
        PositionField, Seat, Seed,
    },
};

impl Game for Chess {
    type Action = Action;
    type Options = ChessOptions;

    const WORD: &'static str = "chess";
    const TITLE: &'static str = "Chess";
    const RULES: &'static str = include_str!("RULES.md");
    const PHASES: &'static [&'static str] = &["move"];
    const OPTIONS: &'static [OptionRow] = &[
        OptionRow::combo("start", "standard", &["standard", "shuffled"])
            .about("whether the men behind the pawns stand as usual, or are shuffled (Chess960)"),
        OptionRow::combo("draws", "automatic", &["automatic", "claimed"]).about(
            "whether repetition and quiet moves end the game at 3 times and 50 moves, or at 5 times and 75 moves",
        ),
    ];
    const FIELDS: &'static [PositionField] = FIELDS;
    const WORDS: GameWords = GameWords {
        about: "The game of kings, from the usual start or a shuffled one.",
        turns_round: true,
        first: &["q", "r", "b", "n"],
        unit: Some((100, "pawns")),
        ends: &[
            ("dead-position", "nobody can be checkmated"),
            ("threefold-repetition", "the position came up three times"),
            ("fifty-moves", "fifty moves without a capture or a pawn move"),
            ("fivefold-repetition", "the position came up five times"),
            ("seventy-five-moves", "75 moves without a capture or a pawn move"),
        ],
        clicks: &[("move", "choose a man, then a square")],
        ..GameWords::NONE
    };
    const PGN: Option<&'static Pgn> = Some(&PGN);
    const COUNTS_MOVES: bool = true;
    const ENDGAMES: bool = true;

    fn options(values: &OptionValues) -> Result<ChessOptions, OptionError> {
        let draws = if values.text("draws") == "claimed" { Draws::Claimed } else { Draws::Automatic };
        Ok(ChessOptions { shuffled: values.text("start") == "shuffled", draws })
    }

    fn start(options: &ChessOptions, _: u8, seed: &Seed) -> Self {
        let position = if options.shuffled { shuffle::deal(seed) } else { START.to_owned() };
        Self::parse(*options, &position).expect("the start is a position")
    }

    fn read(options: &ChessOptions, _: u8, position: &str) -> Result<Self, PositionError> {
        Self::parse(*options, position)
    }

    fn play(&mut self, _: Actor, action: Action) {
        self.go(action);
    }

    fn view(&self, _: Seat) -> String {
        self.text()
    }

    fn described(&self, _: Actor, action: Action, after: &Self) -> String {
        san::described(self, action, after)
    }

    fn candidates(&self, _: Seat, text: &str) -> Option<Vec<Action>> {
        pgn::candidates(self, text)
    }

    orthodox_views!();

    fn endgame(&self) -> Option<Endgame> {
        (self.rights == Rights::default()).then(|| Endgame {
            sides: Side::ALL.map(|side| self.men.of(side).0),
            kinds: ManKind::ALL.map(|kind| self.men.kind(kind).0),
            passed: self.passed.map(|square| square.index() as u32),
            white_moves: self.to_act == Side::White,
        })
    }

    fn counts(&self) -> Option<MoveCounts> {
        Some(MoveCounts { quiet: self.quiet, number: self.turn })
    }
}
